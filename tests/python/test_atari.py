"""Recordings of the real game: what needs no emulator, and what does where there is one."""
import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from conftest import run_python
from rnem.atari import view
from rnem.atari.games import Game
from rnem.atari.player import FIRE, LEFT, LEFTFIRE, NOOP, Player, RIGHT, RIGHTFIRE
from rnem.atari.progress import Progress
from rnem.atari.recording import Recording
from rnem.atari.things import (ALIEN, BOMB, COLUMNS, GROUPINGS, SHIELD, SHIP, SHOT, SIGN, THINGS,
                               things)

try:
    import ale_py  # noqa: F401
    PYTHON = sys.executable
except ImportError:
    PYTHON = os.environ.get("RNEM_ATARI_PYTHON")

needs_ale = pytest.mark.skipif(not PYTHON, reason="ale-py is missing: `make atari`, then "
                               "RNEM_ATARI_PYTHON=build-atari/bin/python")


@pytest.fixture(scope="module")
def screens():
    """Two successive frames of a game, the memory with them: bombs in the first, the shot in the second."""
    with np.load(os.path.join(os.path.dirname(__file__), "invaders_screens.npz")) as arrays:
        return dict(arrays)


def test_a_pixel_is_on_where_the_screen_mixes_anything_that_is_not_black():
    grey = np.zeros(view.SCREEN, np.uint8)
    assert view.features(grey).sum() == 0
    for y, x in ((34, 0), (100, 77), (150, 159), (193, 80)):
        grey[:] = 0
        grey[y, x] = 30
        on = np.argwhere(view.features(grey))
        assert 1 <= len(on) <= 4
        # pixel i has its centre at (i + 1/2) 210/110 - 1/2 and mixes what is nearer than a pixel
        assert (abs((on[:, 0] + view.TOP + 0.5) * 210 / 110 - 0.5 - y) < 1).all()
        assert (abs((on[:, 1] + 0.5) * 160 / 84 - 0.5 - x) < 1).all()
    grey[:] = 0
    grey[:33], grey[195:] = 200, 200  # score and ground are not in the crop
    assert view.features(grey).sum() == 0


def test_the_largest_share_names_a_pixel():
    seen = np.zeros(view.SCREEN, np.uint8)
    seen[:, :80], seen[:, 80:] = 1, 2
    named = view.groups(seen, np.ones((84, 84), np.uint8))
    assert (named[:, :42] == 1).all() and (named[:, 42:] == 2).all()
    # a speck on black has all of it
    seen[:] = 0
    seen[100, 77] = 5
    frame = view.features(np.where(seen, 100, 0).astype(np.uint8))
    assert (view.groups(seen, frame) == 5 * frame).all()


def test_groups_of_a_stored_screen_cover_exactly_its_frame(screens):
    for screen, grey, memory in zip(screens["screens"], screens["grey"], screens["memory"]):
        frame = view.features(grey)
        seen = things(screen, memory)
        for table, names in GROUPINGS.values():
            groups = view.groups(table[seen], frame)
            np.testing.assert_array_equal(groups > 0, frame > 0)
            assert groups.max() <= len(names)


def test_things_of_a_stored_screen(screens):
    first, second = (things(s, m) for s, m in zip(screens["screens"], screens["memory"]))
    assert (first == BOMB).any() and not (first == SHOT).any()
    assert (second == SHOT).any() and not (second == BOMB).any()
    for seen, memory in ((first, screens["memory"][0]), (second, screens["memory"][1])):
        ship = np.argwhere(seen == SHIP)
        assert (ship.min(0)[0], ship.max(0)[0]) == (185, 194) and np.ptp(ship[:, 1]) == 6
        for shield in range(3):
            assert np.ptp(np.argwhere(seen == SHIELD + shield)[:, 1]) <= 8
        # six bytes of memory have a bit for every alien, the lowest row first
        alive = {ALIEN + COLUMNS * (5 - row) + column for row in range(6) for column in range(6)
                 if memory[18 + row] >> column & 1}
        shown = set(seen[seen >= ALIEN].tolist())
        assert alive <= shown and len(shown - alive) <= 1  # one may be breaking apart
        for alien in alive:
            assert (np.ptp(np.argwhere(seen == alien), axis=0) <= (9, 7)).all()


def test_groupings_name_every_thing():
    for table, names in GROUPINGS.values():
        assert len(table) == THINGS and table[0] == 0
        assert sorted(set(table[1:].tolist())) == list(range(1, len(names) + 1))
    columns = GROUPINGS["columns"][0]
    assert columns[ALIEN] != columns[ALIEN + 1] and columns[ALIEN] == columns[ALIEN + 2]
    assert columns[ALIEN] == columns[ALIEN + COLUMNS]
    assert columns[SIGN] not in (columns[SHIP], columns[SHIELD])


def scene(ship, bombs=(), alien=None, shield=None):
    seen = np.zeros(view.SCREEN, np.uint8)
    seen[185:195, ship - 3:ship + 4] = SHIP
    for x, bottom in bombs:
        seen[bottom - 8:bottom + 1, x] = BOMB
    if alien:
        seen[100:110, alien - 4:alien + 4] = ALIEN
    if shield:
        seen[157:173, shield - 4:shield + 4] = SHIELD
    return seen


def chosen(*args, **kwargs):
    return Player(np.random.default_rng(0), epsilon=0).choose(scene(*args, **kwargs))


def test_the_player_fires_under_an_alien_and_not_under_a_shield():
    assert chosen(80, alien=80) in (FIRE, RIGHTFIRE, LEFTFIRE)
    assert chosen(80, alien=80, shield=80) in (NOOP, RIGHT, LEFT)
    assert chosen(60, alien=110) == RIGHT
    assert chosen(100, alien=50) == LEFT


def test_the_player_leaves_a_bomb_its_way():
    assert chosen(80, bombs=[(81, 165)]) in (LEFT, LEFTFIRE)
    assert chosen(80, bombs=[(79, 165)]) in (RIGHT, RIGHTFIRE)
    assert chosen(80, bombs=[(100, 165)]) == NOOP
    assert chosen(80, bombs=[(86, 175)], alien=110) in (NOOP, LEFT)  # the alien can wait


def some_game(count, frames=4):
    rng = np.random.default_rng(count)
    return Game(rng.integers(0, 7, (count, frames, 84, 84)).astype(np.uint8),
                rng.integers(0, 6, (count, frames)).astype(np.uint8), 100 * count)


def test_a_recording_is_one_file_and_only_when_it_is_whole(tmp_path):
    h5py = pytest.importorskip("h5py")
    out = tmp_path / "a.h5"
    settings = {"frames": 4, "groups": "columns"}
    recording = Recording(str(out), settings)
    games = [some_game(2), some_game(3)]
    recording.add("training", 0, games[0])
    assert not out.exists()

    again = Recording(str(out), settings)  # as after a power cut
    assert again.game("training", 1) is None
    np.testing.assert_array_equal(again.game("training", 0).groups, games[0].groups)
    with pytest.raises(ValueError, match="a.h5.games: holds a recording that was begun with other settings"):
        Recording(str(out), {**settings, "frames": 5})

    other = Recording(str(out), {**settings, "frames": 5}, force=True)
    assert other.game("training", 0) is None

    again = Recording(str(out), settings, force=True)
    again.add("training", 0, games[0])
    again.add("training", 1, games[1])
    again.finish({"training": 4, "validation": 0, "test": 0}, {"training": 2, "validation": 0, "test": 0},
                 {"player_score": 250.0})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.h5"]
    with h5py.File(out) as file:
        assert list(file) == ["training"] and file.attrs["player_score"] == 250
        assert file.attrs["max_objects"] == 6 and "1 ship" in file.attrs["objects"]
        groups = np.concatenate([game.groups for game in games])[:4]
        np.testing.assert_array_equal(file["training/groups"][..., 0], groups.swapaxes(0, 1))
        np.testing.assert_array_equal(file["training/features"][..., 0], groups.swapaxes(0, 1) > 0)
        actions = np.concatenate([game.actions for game in games])[:4]
        np.testing.assert_array_equal(file["training/actions"][:].argmax(2), actions.T)


def test_progress_tells_rate_and_time_left():
    now = [0.0]
    progress = Progress(100, clock=lambda: now[0])
    progress.add("training", 10, 400, new=False)  # was there before
    now[0] = 20.0
    progress.add("training", 20, 600, new=True)
    assert progress.line("training") == ("training: 30 of 100 sequences, 2 games of 500 points, "
                                         "1.0 sequences/s, 1 min left")


def atari(*arguments, python=sys.executable, cwd=None):
    return subprocess.run([python, "-m", "rnem.atari", *map(str, arguments)], capture_output=True,
                          text=True, timeout=600, cwd=cwd)


def test_bad_input_is_one_line(tmp_path):
    for arguments, said in (
            (("record", "--out", "x.h5", "--game", "Pong"), "--game: invalid choice: 'Pong'"),
            (("record", "--out", "x.h5", "--sequences", "-1"), "--sequences: expected 0 to 10000000, got -1"),
            (("record", "--out", "x.h5", "--skip", "x"), "--skip: expected 2 to 16, got x"),
            (("play", "--epsilon", "2"), "--epsilon: expected 0 to 1, got 2"),
            (("record",), "the following arguments are required: --out")):
        done = atari(*arguments, cwd=tmp_path)
        assert done.returncode == 2 and len(done.stderr.splitlines()) == 1 and said in done.stderr
    done = atari("record", "--out", "x.h5", "--sequences", "0", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "rnem.atari: --sequences, --valid, --test: expected one "
                                              "or more, got none\n")
    (tmp_path / "there.h5").write_text("mine")
    done = atari("record", "--out", "there.h5", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "rnem.atari: there.h5: exists; --force writes over it\n")


def test_without_the_emulator_it_says_what_to_install(tmp_path):
    code, said = run_python("import sys; sys.modules['ale_py'] = None\n"
                            "sys.argv = ['atari', 'play']\n"
                            "from rnem.atari.__main__ import main; sys.exit(main())")
    assert code == 1 and said == ("rnem.atari: the emulator is missing: `make atari` or `pip install "
                                  "ale-py` installs it\n")


RECORD = ("record", "--sequences", 40, "--valid", 3, "--test", 2, "--epsilon", 0.3)


@needs_ale
def test_a_killed_recording_goes_on_and_is_the_same(tmp_path):
    process = subprocess.Popen([PYTHON, "-m", "rnem.atari", *map(str, RECORD), "--out", "a.h5"], cwd=tmp_path,
                               stderr=subprocess.DEVNULL)
    while process.poll() is None and not list(tmp_path.glob("a.h5.games/*.npz")):
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    for out in ("a.h5", "b.h5"):
        done = atari(*RECORD, "--out", out, python=PYTHON, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    compare = ("import h5py, json; a, b = h5py.File('a.h5'), h5py.File('b.h5')\n"
               "same = all((a[s][d][:] == b[s][d][:]).all() for s in a for d in a[s])\n"
               "print(json.dumps([same, len(a), a['training/features'].shape, a.attrs['player_games'].item()]))")
    done = subprocess.run([PYTHON, "-c", compare], cwd=tmp_path, capture_output=True, text=True)
    same, splits, shape, games = json.loads(done.stdout)
    assert same and splits == 3 and shape == [26, 40, 84, 84, 1] and games >= 3


@needs_ale
def test_the_player_plays_better_than_chance():
    def score(epsilon):
        done = atari("play", "--games", 3, "--epsilon", epsilon, python=PYTHON)
        return float(done.stdout.split(" games, ")[1].split(" +-")[0])
    assert score(0.05) > 600 > score(1)
