"""Where sequences come from: worlds that make them, and data files."""
import os
from typing import Any, Iterator, Optional, Union

import numpy as np

from ._compiled import _rnem

LIVE_FRAMES = 51  # what `rnem data make` gives a sequence


def world_names() -> list[str]:
    """The worlds that have a name."""
    return _rnem.world_names()


class Sequence(dict):
    """One clip and the truth behind it: a dictionary whose entries are attributes as well.

    frames [T,H,W] of zeros and ones, in colour [T,H,W,3] of 0 .. 255; groups [T,H,W], 0 or the object's id; collisions [T,H,W] and
    events [T]; actions [T,A], one-hot; positions and velocities [T,O,2]; radii and masses [O];
    curtain [4]. What the data does not have is no entry, and None as an attribute.
    """

    _KEYS = ("frames", "groups", "collisions", "events", "actions", "positions", "velocities",
             "radii", "masses", "curtain")

    def __getattr__(self, key: str) -> Any:
        if key in self._KEYS:
            return self.get(key)
        raise AttributeError(f"a sequence has no '{key}'")

    def __repr__(self) -> str:
        return f"Sequence({', '.join(f'{key} {list(np.shape(v))}' for key, v in self.items())})"


class World:
    """A world that makes sequences: a preset (`rnem.world_names()`) or a TOML file.

    A sequence depends on its number, its split and the seed, and on nothing else.
    """

    def __init__(self, world: Union[str, os.PathLike], seed: int = 1):
        self._raw = _rnem.Source(f"live:{os.fspath(world)}", seed)

    @property
    def shape(self) -> dict:
        """Height and width of frames, largest number of objects, actions, pixels per unit."""
        return self._raw.shape

    def sequence(self, index: int, split: str = "test", frames: int = LIVE_FRAMES) -> Sequence:
        """Sequence `index` of a split (training, validation or test), that many frames long."""
        if index < 0 or frames < 1:
            raise ValueError(f"expected an index from 0 and a frame or more, got {index}, {frames}")
        return Sequence(self._raw.get(split, index, 0, frames))

    def __repr__(self) -> str:
        return f"World('{self._raw.description[len('live:'):]}')"


class Dataset:
    """Sequences of one split of a data file, or the first so many of `live:WORLD`.

    Has what torch.utils.data.Dataset has: len() and [i]. Items are of the same shapes, so that
    PyTorch's DataLoader makes batches of them, in other processes if it likes.
    """

    def __init__(self, name: Union[str, os.PathLike], split: str = "training", *,
                 frames: Optional[int] = None, sequences: Optional[int] = None, seed: int = 1):
        """frames: of a sequence, all unless given (51 of a world's). sequences: how many at most;
        a world, which has no end, needs it for len(). seed: of a world."""
        self._asked = (os.fspath(name), split, frames, sequences, seed)
        self._raw = _rnem.Source(self._asked[0], seed)
        self.split = split
        self.sequences = sequences
        self.frames = frames or self._raw.frames or LIVE_FRAMES
        there = self._raw.size(split)
        known = [n for n in (there, sequences) if n is not None]
        self._size = min(known) if known else None

    @property
    def shape(self) -> dict:
        """Height and width of frames, largest number of objects, actions, pixels per unit."""
        return self._raw.shape

    @property
    def notes(self) -> list[str]:
        """What was odd when it was opened."""
        return self._raw.notes

    def __len__(self) -> int:
        if self._size is None:
            raise TypeError(f"{self._asked[0]} has no end: give sequences=N for a length")
        return self._size

    def __getitem__(self, index: int) -> Sequence:
        if self._size is not None and index < 0:
            index += self._size
        if index < 0 or (self._size is not None and index >= self._size):
            raise IndexError(f"{self._asked[0]}: sequence {index}: there are {self._size}")
        return Sequence(self._raw.get(self.split, int(index), 0, self.frames))

    def batches(self, size: int, *, shuffle: bool = False, seed: int = 0,
                drop_last: bool = False) -> Iterator[Sequence]:
        """Sequences stacked along a first axis B, `size` at a time; every sequence once."""
        if size < 1:
            raise ValueError(f"size: expected 1 or more, got {size}")
        order = np.arange(len(self))
        if shuffle:
            np.random.default_rng(seed).shuffle(order)
        for first in range(0, len(order), size):
            items = [self[int(i)] for i in order[first:first + size]]
            if len(items) == size or not drop_last:
                yield Sequence({key: np.stack([item[key] for item in items]) for key in items[0]})

    def __reduce__(self):
        name, split, frames, sequences, seed = self._asked
        return _dataset, (name, split, frames, sequences, seed)

    def __repr__(self) -> str:
        return f"Dataset('{self._asked[0]}', '{self.split}', {self._size or 'endless'})"


def _dataset(name, split, frames, sequences, seed) -> Dataset:
    return Dataset(name, split, frames=frames, sequences=sequences, seed=seed)
