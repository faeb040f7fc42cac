"""Models: watch frames, go on without them, follow a stream."""
import os
from dataclasses import dataclass, fields
from typing import Any, Iterable, Iterator, Optional, Union

import numpy as np

from ._compiled import _rnem
from .arrays import as_array


def flip_probability(noise: Optional[float]) -> float:
    """As the compiled module has it: negative for that of the training (None)."""
    return -1.0 if noise is None else noise


@dataclass(frozen=True, repr=False)
class Watched:
    """What a model made of T + 1 frames: T steps, step t about frame t + 1.

    Shapes are for [T,H,W] frames; with a batch [B,T,H,W] they begin with B, and the steps of a
    stream have no axis T. All are NumPy arrays (float32 unless said otherwise).
    """

    psi: np.ndarray  #: [T,K,H,W] what every component expects to see
    gamma: np.ndarray  #: [T,K,H,W] whose pixel it is, sums to 1 over K
    theta: np.ndarray  #: [T,K,M] what every component carries
    alpha: Optional[np.ndarray]  #: [T,K,K] attention of k to i; None without interaction
    picture: np.ndarray  #: [T,H,W] the prediction of the frame, max over k of psi
    masks: np.ndarray  #: [T,H,W] uint8: 1 + the component that a lit pixel belongs to, else 0
    tracks: np.ndarray  #: [T,K,2] double (x, y): the middle of what k draws; NaN: nothing
    start: Optional[np.ndarray]  #: [K,H,W] gamma before the first step; None for steps of a stream

    def __repr__(self) -> str:
        shapes = [f"{f.name} {list(value.shape)}" for f in fields(self)
                  if (value := getattr(self, f.name)) is not None]
        return f"Watched({', '.join(shapes)})"


def _watched(arrays: dict, batch: bool) -> Watched:
    if not batch:
        arrays = {key: value if value is None else value[0] for key, value in arrays.items()}
    return Watched(**arrays)


class Stream:
    """EM frame by frame, the state kept and nothing else: it may go on for ever.

    Made by `Model.stream`. Its steps are those of `Model.watch` on the same frames, bit for bit.
    """

    def __init__(self, raw: "_rnem.Stream", frames: Optional[Iterable[Any]]):
        self._raw = raw
        self._frames = frames
        self._batch = False

    def see(self, frame: Any, action: Any = None) -> Optional[Watched]:
        """The next frame [H,W] or [B,H,W]: what was expected of it, and whose pixels it has.

        None for the first frame, of which nothing could be expected. `action` [A], one-hot, led
        from the frame before to this one; only models of games want it.
        """
        array = as_array(frame)
        step = self._raw.see(array, as_array(action))
        self._batch = array is not None and array.ndim == 3
        return None if step is None else _watched(step, self._batch)

    def imagine(self, action: Any = None) -> Watched:
        """A step without a frame: the model takes its own prediction for it."""
        return _watched(self._raw.imagine(as_array(action)), self._batch)

    @property
    def steps(self) -> int:
        """How many were taken."""
        return self._raw.steps

    def __iter__(self) -> Iterator[Watched]:
        """A step for every frame after the first of what the stream was made with; items are
        frames, or (frame, action)."""
        if self._frames is None:
            raise TypeError("this stream was made without frames: give it each with see()")
        for item in self._frames:
            step = self.see(*item) if isinstance(item, tuple) else self.see(item)
            if step is not None:
                yield step


class Model:
    """A trained model. `rnem.load` makes one."""

    def __init__(self, raw: "_rnem.Model"):
        self._raw = raw

    @property
    def name(self) -> str:
        """As it was asked for: a name or a path."""
        return self._raw.name

    @property
    def height(self) -> int:
        """Of its frames, pixels."""
        return self._raw.height

    @property
    def width(self) -> int:
        """Of its frames, pixels."""
        return self._raw.width

    @property
    def k(self) -> int:
        """Components, as trained; others may be asked for."""
        return self._raw.k

    @property
    def actions(self) -> int:
        """Width of the one-hot action; 0: nobody acts."""
        return self._raw.actions

    @property
    def parameters(self) -> int:
        """How many numbers were learned."""
        return self._raw.parameters

    @property
    def settings(self) -> str:
        """All settings, as TOML."""
        return self._raw.settings

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes a model file that `load` and the program read."""
        self._raw.save(os.fspath(path))

    def watch(self, frames: Any, k: int = 0, *, noise: Optional[float] = 0.0, seed: int = 1,
              actions: Any = None) -> Watched:
        """What the model makes of frames [T,H,W] or [B,T,H,W] of zeros and ones, at least two.

        k: components, 0 for as many as in training. noise: flip probability of input pixels,
        None for that of the training. seed: of the noise and of where EM starts. actions [T,A] or
        [B,T,A], one-hot: for models of games.
        """
        return self._run(frames, 0, k, noise, seed, actions, "")

    def simulate(self, frames: Any, steps: int, k: int = 0, *, noise: Optional[float] = 0.0,
                 seed: int = 1, actions: Any = None, rule: str = "") -> Watched:
        """Watches the frames, then `steps` more on its own; T of the result is both together.

        rule: what it is shown in place of frames: paper, crisp, noisy or blind; empty: as its
        settings say. The rest as for `watch`.
        """
        if steps < 1:
            raise ValueError(f"steps: expected 1 or more to simulate, got {steps}")
        return self._run(frames, steps, k, noise, seed, actions, rule)

    def stream(self, frames: Optional[Iterable[Any]] = None, k: int = 0, *,
               noise: Optional[float] = 0.0, seed: int = 1, rule: str = "") -> Stream:
        """Watches frames as they come: iterate over the result, or hand it each with `see`.

        frames: anything that yields [H,W] or [B,H,W] arrays, or (frame, action) for models of
        games. The rest as for `simulate`.
        """
        return Stream(self._raw.stream(k, flip_probability(noise), seed, rule), frames)

    def _run(self, frames, ahead, k, noise, seed, actions, rule) -> Watched:
        array = as_array(frames)
        arrays = self._raw.watch(array, ahead, k, flip_probability(noise), seed, as_array(actions),
                                 rule)
        return _watched(arrays, array is not None and array.ndim == 4)

    def __repr__(self) -> str:
        return (f"Model('{self.name}', frames {self.height}x{self.width}, K = {self.k}, "
                f"{self.parameters:,} parameters)")


def load(model: Union[str, os.PathLike], *, device: str = "cpu", kernels: str = "fast") -> Model:
    """A model file, a run's folder (its best model), or a shipped model by name: balls4, curtain.

    device: any that LibTorch has. kernels: fast, or reference for the plain definition.
    """
    return Model(_rnem.Model(os.fspath(model), device, kernels))
