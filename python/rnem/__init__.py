"""Object discovery and learned physics from raw video: R-NEM.

    import rnem

    model = rnem.load("balls4")                       # a shipped model, or a path
    world = rnem.World("balls4mass64")
    clip  = world.sequence(3, split="test")           # frames, groups, positions, collisions
    seen  = model.watch(clip.frames, k=5)             # psi, gamma, alpha, theta, masks, tracks
    ahead = model.simulate(clip.frames, steps=100)
    for step in model.stream(camera(), k=8): ...      # frame by frame, state kept

    data  = rnem.Dataset("mine.h5")                   # len, [i], batches; a torch Dataset
    run   = rnem.train("configs/balls4-rnem.toml", out="runs/a", on_update=print)
    rnem.evaluate(model, "live:balls678mass64", k=8)  # what `rnem eval` says, as a dict
    env   = rnem.InvadersEnv()                        # reset() and step() as gymnasium has them

Arrays are NumPy's, in and out, over the library's memory; anything with `__dlpack__` or
`__array__` is taken. Bad input raises ValueError or FileNotFoundError with the line that the
program prints. `rnem.torch.RNEM` is the same model as a plain nn.Module, for any PyTorch.

The compiled part is loaded when it is first needed, so that `rnem.torch` works beside a PyTorch
that has another LibTorch than this module.
"""
import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .data import Dataset, Sequence, World, world_names
    from .evaluation import evaluate
    from .invaders import InvadersEnv
    from .model import Model, Stream, Watched, load
    from .training import Run, Update, Validation, train

_HOMES = {
    "load": "model", "Model": "model", "Stream": "model", "Watched": "model",
    "World": "data", "Dataset": "data", "Sequence": "data", "world_names": "data",
    "train": "training", "Run": "training", "Update": "training", "Validation": "training",
    "evaluate": "evaluation",
    "InvadersEnv": "invaders",
}

__all__ = [
    "load", "Model", "Stream", "Watched", "World", "Dataset", "Sequence", "world_names",
    "train", "Run", "Update", "Validation", "evaluate", "InvadersEnv",
]


def __getattr__(name: str):
    if name not in _HOMES:
        raise AttributeError(f"module 'rnem' has no attribute '{name}'")
    value = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
