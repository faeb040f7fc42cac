"""A model on the sequences of a split."""
import json
import os
from typing import Optional, Union

from ._compiled import _rnem
from .data import Dataset
from .model import Model, flip_probability, load


def evaluate(model: Union[Model, str, os.PathLike], data: Union[Dataset, str, os.PathLike],
             k: int = 0, *, noise: Optional[float] = None, steps: Optional[int] = None,
             sequences: int = 0, split: Optional[str] = None, seed: int = 1) -> dict:
    """The report of `rnem eval --json`, as a dictionary; docs/evaluation.md says what is in it.

    data: a file, live:WORLD, or a Dataset. k: components, 0 for as many as in training. noise: flip
    probability of input pixels, as trained unless given. steps: of EM, 30 or as many as the data
    allows unless given. sequences: the first so many of the split, 0 for all (1000 of a world's).
    split: test, or that of the Dataset, unless given. seed: of noise, of where EM starts, and of a
    world. Means have 95 % intervals in `intervals`; None where the data cannot say.
    """
    handle = model if isinstance(model, Model) else load(model)
    if isinstance(data, Dataset):
        source, split = data._raw, split or data.split
        sequences = sequences or data.sequences or 0
    else:
        source = _rnem.Source(os.fspath(data), seed)
    return json.loads(_rnem.evaluate(handle._raw, source, k, flip_probability(noise), steps,
                                     sequences, split or "test", seed))
