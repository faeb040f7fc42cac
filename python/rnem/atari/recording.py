"""The file of a recording, put together from pieces: a game is written whole under its own name in
a folder beside the file, so that whatever ends the program costs one game at most."""
import json
import os
import shutil
from pathlib import Path

import numpy as np

from .games import Game, one_hot
from .things import GROUPINGS
from .view import SIDE

SPLITS = ("training", "validation", "test")


class Recording:
    """Games of the splits of `out`. With the same settings it goes on where it was interrupted;
    games of others are in the way, unless `force` removes them."""

    def __init__(self, out: str, settings: dict, force: bool = False):
        self._out, self._settings = Path(out), settings
        self._folder = Path(out + ".games")
        begun = self._folder / "settings.json"
        others = begun.exists() and json.loads(begun.read_text()) != settings
        if others and force:
            shutil.rmtree(self._folder)
        if not begun.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            _write(begun, lambda file: file.write(json.dumps(settings).encode()))
        elif others:
            raise ValueError(f"{self._folder}: holds a recording that was begun with other "
                             f"settings, {begun.read_text()}: give the same, or --force")

    def game(self, split: str, number: int):
        """A game that is there already, or None."""
        path = self._path(split, number)
        if not path.exists():
            return None
        with np.load(path) as arrays:
            return Game(arrays["groups"], arrays["actions"], int(arrays["score"]))

    def add(self, split: str, number: int, game: Game) -> None:
        _write(self._path(split, number), lambda file: np.savez_compressed(
            file, groups=game.groups, actions=game.actions, score=game.score))

    def finish(self, sizes: dict, games: dict, about: dict) -> None:
        """Writes the file from the first games of every split, as many as it takes."""
        import h5py

        scratch = self._out.with_name(self._out.name + ".tmp")
        with h5py.File(scratch, "w", libver=("earliest", "v110")) as file:
            for split in SPLITS:
                if sizes[split]:
                    self._fill(file.create_group(split), sizes[split], split, games[split])
            names = GROUPINGS[self._settings["groups"]][1]
            file.attrs["max_objects"] = np.uint64(len(names))
            file.attrs["objects"] = ", ".join(f"{i} {name}" for i, name in enumerate(names, 1))
            for key, value in about.items():
                file.attrs[key] = value
        os.replace(scratch, self._out)
        shutil.rmtree(self._folder)

    def _fill(self, group, size: int, split: str, games: int) -> None:
        frames = self._settings["frames"]
        pixels = (frames, size, SIDE, SIDE, 1)
        options = dict(chunks=(frames, 1, SIDE, SIDE, 1), compression="gzip", compression_opts=3)
        seen = group.create_dataset("features", pixels, "u1", **options)
        objects = group.create_dataset("groups", pixels, "u1", **options)
        actions = group.create_dataset("actions", (frames, size, one_hot(0).size), "u1")
        at = 0
        for number in range(games):
            game = self.game(split, number)
            for groups, held in zip(game.groups[:size - at], game.actions):
                objects[:, at, :, :, 0], seen[:, at, :, :, 0] = groups, groups > 0
                actions[:, at] = one_hot(held)
                at += 1

    def _path(self, split: str, number: int) -> Path:
        return self._folder / f"{split}-{number:06}.npz"


def _write(path: Path, fill) -> None:
    """Under another name first: a file that has its own is whole."""
    scratch = path.with_name(path.name + ".tmp")
    with open(scratch, "wb") as file:
        fill(file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(scratch, path)
