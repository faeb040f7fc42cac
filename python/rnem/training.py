"""Training runs."""
import json
import os
from dataclasses import dataclass
from typing import Any, Callable, Optional, Union

from ._compiled import _rnem
from .data import Dataset, World
from .model import Model, load


@dataclass(frozen=True)
class Update:
    """One update of a training. NaN: not known."""

    update: int  #: how many are done, this one included
    steps: int  #: EM steps of its window
    epoch: float
    rate: float
    loss: float
    intra: float
    inter: float
    gradient_norm: float
    ari: float  #: of the last observed step, for updates that are logged
    seconds: float  #: of the run
    applied: bool  #: False: it was not finite and left the weights as they were


@dataclass(frozen=True)
class Validation:
    """A look at the validation split."""

    update: int
    loss: float
    intra: float
    inter: float
    ari: float
    best: bool  #: the lowest loss so far


@dataclass(frozen=True)
class Run:
    """How a training ended."""

    updates: int
    seconds: float
    reason: str  #: why it ended
    best_loss: float
    best_update: int  #: -1: there was no validation
    best_model: str  #: file; empty without a validation
    last_model: str

    def model(self) -> Model:
        """The best model; the last one where nothing was validated."""
        return load(self.best_model or self.last_model)


def _listener(kind: type, call: Optional[Callable]) -> Optional[Callable[[dict], Any]]:
    return None if call is None else lambda report: call(kind(**report))


def _assignment(key: str, value: Any) -> str:
    return f"{key}={value if isinstance(value, str) else json.dumps(value)}"


def train(config: Union[str, os.PathLike, None] = None, *, out: Union[str, os.PathLike],
          resume: bool = False, data: Union[Dataset, World, None] = None,
          on_update: Optional[Callable[[Update], Any]] = None,
          on_validation: Optional[Callable[[Validation], Any]] = None,
          on_note: Optional[Callable[[str], Any]] = None, **settings: Any) -> Run:
    """Trains as `rnem train` does, in the folder `out`.

    config: a TOML file; the recipe for four balls unless given. settings: on top of it, by the keys
    of docs/training.md: `**{"em.k": 8, "training.max_updates": 100}`. data: a world or the file of
    a dataset, in place of data.train. resume: go on with the run in that folder. What a listener
    raises ends the run, as Ctrl-C does: what it has is saved, and `resume=True` goes on.
    """
    result = _rnem.train(
        "" if config is None else os.fspath(config),
        [_assignment(key, value) for key, value in settings.items()], os.fspath(out), resume,
        None if data is None else data._raw, _listener(Update, on_update),
        _listener(Validation, on_validation), on_note)
    return Run(**result)
