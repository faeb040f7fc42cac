"""What people pass as frames: taken as they mean it, or refused with one line."""
import numpy as np
import pytest

import rnem
from conftest import run_program


@pytest.fixture(scope="module")
def expected(model, clip):
    return model.watch(clip.frames).psi


def backwards(frames):
    return frames[::-1].copy()[::-1]


def every_other(frames):
    return np.repeat(frames, 2, axis=2)[:, :, ::2]


def read_only(frames):
    frames = frames.copy()
    frames.flags.writeable = False
    return frames


GOOD = {
    "bool": lambda f: f.astype(bool),
    "uint16": lambda f: f.astype(np.uint16),
    "int64": lambda f: f.astype(np.int64),
    "float16": lambda f: f.astype(np.float16),
    "float32": lambda f: f.astype(np.float32),
    "float64": lambda f: f.astype(np.float64),
    "big endian": lambda f: f.astype(">f4"),
    "Fortran order": np.asfortranarray,
    "backwards strides": backwards,
    "gaps": every_other,
    "transposed": lambda f: np.ascontiguousarray(f.transpose(2, 1, 0)).transpose(2, 1, 0),
    "read only": read_only,
    "nested lists": lambda f: f.tolist(),
    "a list of frames": list,
    "a part of bytes": lambda f: np.ndarray(f.shape, f.dtype, b"x" + f.tobytes(), offset=1),
}


@pytest.mark.parametrize("way", GOOD)
def test_any_type_and_order_means_the_same(model, clip, expected, way):
    np.testing.assert_array_equal(model.watch(GOOD[way](clip.frames)).psi, expected)


def test_what_speaks_dlpack_is_taken(model, clip, expected):
    class Tensor:
        def __dlpack__(self, stream=None):
            return clip.frames.__dlpack__()

        def __dlpack_device__(self):
            return clip.frames.__dlpack_device__()

    np.testing.assert_array_equal(model.watch(Tensor()).psi, expected)


SHAPES = r"expected \[T,64,64\] or \[B,T,64,64\] of zeros and ones with T > 1"
BAD = {
    "uint8 to 255": (lambda f: f * np.uint8(255), "got values from 0 to 255"),
    "NaN": (lambda f: np.where(f > 0, np.nan, 0.0), "got NaN"),
    "half tones": (lambda f: f * 0.5, "got values from 0 to 0.5"),
    "one frame": (lambda f: f[:1], r"got \[1, 64, 64\]"),
    "no axis for time": (lambda f: f[0], r"got \[64, 64\]"),
    "five axes": (lambda f: f[None, None], r"got \[1, 1, 12, 64, 64\]"),
    "nothing": (lambda f: f[:0], r"got \[0, 64, 64\]"),
    "an empty batch": (lambda f: f[None][:0], r"got \[0, 12, 64, 64\]"),
    "another size": (lambda f: f[:, :32], r"got \[12, 32, 64\]"),
    "channels last": (lambda f: f[..., None], r"got \[12, 64, 64, 1\]"),
    "None": (lambda f: None, "frames: expected"),
}


@pytest.mark.parametrize("way", BAD)
def test_what_cannot_be_meant_is_refused(model, clip, way):
    spoil, line = BAD[way]
    with pytest.raises(ValueError, match=SHAPES) as refused:
        model.watch(spoil(clip.frames))
    assert refused.match(line)
    assert "\n" not in str(refused.value)


def test_what_is_no_array_of_numbers_is_refused(model, clip):
    for wrong in ("frames.npy", clip.frames.astype(str), clip.frames.astype(complex)):
        with pytest.raises(ValueError, match="frames: expected an array of numbers"):
            model.watch(wrong)
    with pytest.raises(ValueError):
        model.watch([clip.frames[0], clip.frames[1, :32]])


def test_options_are_looked_at(model, clip):
    for options, line in (({"k": 99}, "k: expected 0"), ({"noise": 0.7}, "noise: expected")):
        with pytest.raises(ValueError, match=line):
            model.watch(clip.frames, **options)
    with pytest.raises(ValueError, match="did you mean 'crisp'"):
        model.simulate(clip.frames, steps=3, rule="crips")
    with pytest.raises(ValueError, match="steps: expected 1"):
        model.simulate(clip.frames, steps=0)


def test_lines_are_the_programs(tmp_path):
    """What is wrong with files and worlds is said in the same words, without the program's name."""
    (tmp_path / "junk.safetensors").write_bytes(b"x" * 100)
    (tmp_path / "junk.h5").write_bytes(b"x" * 100)
    junk, data = tmp_path / "junk.safetensors", tmp_path / "junk.h5"
    world = "live:balls4mass64"
    for error, model, source in (
            (FileNotFoundError, "no-such", world), (ValueError, junk, world),
            (FileNotFoundError, "balls4", "no-such.h5"), (ValueError, "balls4", data),
            (FileNotFoundError, "balls4", "balls4mass64"),
            (ValueError, "balls4", "live:balls5mass"),
            (ValueError, "balls4", "live:shapes28")):
        with pytest.raises(error) as refused:
            rnem.evaluate(model, source, sequences=1)
        said = run_program("eval", model, "--data", source, "--sequences", 1).stderr
        assert said == f"rnem: {refused.value}\n"
