"""Worlds and data files."""
import pickle

import numpy as np
import pytest

import rnem
from conftest import run_program


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "balls.h5"
    made = run_program("data", "make", "balls4mass64", "--train", 5, "--valid", 2, "--test", 3,
                       "--frames", 8, "--seed", 1, "--out", path)
    assert made.returncode == 0, made.stderr
    return path


def test_a_world_makes_the_sequences_that_a_file_of_it_has(file):
    world = rnem.World("balls4mass64", seed=1)
    made, stored = world.sequence(2, split="test", frames=8), rnem.Dataset(file, "test")[2]
    for key in ("frames", "groups", "collisions", "positions"):
        np.testing.assert_array_equal(made[key], stored[key])
    assert made.frames.shape == (8, 64, 64) and made.positions.shape == (8, 4, 2)
    assert set(np.unique(made.groups)) <= set(range(5))
    assert made.actions is None and "actions" not in made
    with pytest.raises(AttributeError):
        made.pixels
    assert world.shape["height"] == 64 and "balls4mass64" in repr(world)
    assert "balls4mass64" in rnem.world_names()


def test_a_dataset_is_a_list_of_sequences(file):
    data = rnem.Dataset(file)
    assert len(data) == 5 and data.frames == 8 and data.notes == []
    assert len(list(data)) == 5
    np.testing.assert_array_equal(data[-1].frames, data[4].frames)
    for index in (5, -6):
        with pytest.raises(IndexError):
            data[index]
    again = pickle.loads(pickle.dumps(data))
    np.testing.assert_array_equal(again[1].groups, data[1].groups)


def test_batches_have_every_sequence_once(file):
    data = rnem.Dataset(file)
    batches = list(data.batches(2, shuffle=True, seed=3))
    assert [len(batch.frames) for batch in batches] == [2, 2, 1]
    assert batches[0].frames.shape == (2, 8, 64, 64)
    seen = sorted(frames.tobytes() for batch in batches for frames in batch.frames)
    assert seen == sorted(item.frames.tobytes() for item in data)
    assert len(list(data.batches(2, drop_last=True))) == 2


def test_a_live_dataset_has_the_length_it_is_given():
    data = rnem.Dataset("live:balls4mass64", sequences=3, frames=4)
    assert [item.frames.shape for item in data] == [(4, 64, 64)] * 3
    with pytest.raises(TypeError, match="no end"):
        len(rnem.Dataset("live:balls4mass64"))


def test_pytorch_makes_batches_of_it(file):
    pytest.importorskip("torch", reason="no PyTorch is installed for this Python")
    from torch.utils.data import DataLoader

    for workers in (0, 2):
        batches = list(DataLoader(rnem.Dataset(file), batch_size=2, num_workers=workers))
        assert [tuple(batch["frames"].shape) for batch in batches] == \
            [(2, 8, 64, 64), (2, 8, 64, 64), (1, 8, 64, 64)]


def test_what_is_not_there_is_said(file):
    with pytest.raises(ValueError, match="unknown split 'tset' .*test"):
        rnem.Dataset(file, "tset")
    with pytest.raises(ValueError, match="balls4mass64"):
        rnem.World("balls4mas64")
    with pytest.raises(FileNotFoundError, match="no-such.toml"):
        rnem.World("no-such.toml")
