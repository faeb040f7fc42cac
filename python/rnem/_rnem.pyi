from typing import Any, Callable, ClassVar, Optional

import numpy as np

class Memory:
    """A buffer."""

class Model:
    def __init__(self, name: str, device: str, kernels: str) -> None: ...
    name: str
    height: int
    width: int
    k: int
    actions: int
    parameters: int
    settings: str
    def save(self, path: str) -> None: ...
    def watch(self, frames: Optional[np.ndarray], ahead: int, k: int, noise: float, seed: int,
              actions: Optional[np.ndarray], rule: str) -> dict[str, Optional[np.ndarray]]: ...
    def stream(self, k: int, noise: float, seed: int, rule: str) -> Stream: ...

class Stream:
    steps: int
    def see(self, frame: Optional[np.ndarray],
            action: Optional[np.ndarray]) -> Optional[dict[str, Optional[np.ndarray]]]: ...
    def imagine(self, action: Optional[np.ndarray]) -> dict[str, Optional[np.ndarray]]: ...

class Source:
    def __init__(self, name: str, seed: int) -> None: ...
    description: str
    frames: Optional[int]
    notes: list[str]
    shape: dict[str, Any]
    def size(self, split: str) -> Optional[int]: ...
    def get(self, split: str, index: int, first: int, frames: int) -> dict[str, np.ndarray]: ...

class InvadersGame:
    ACTIONS: ClassVar[list[str]]
    score: int
    lives: int
    def __init__(self, seed: int, frame_skip: int) -> None: ...
    def step(self, action: int) -> tuple[int, bool]: ...
    def view(self) -> tuple[np.ndarray, np.ndarray]: ...

def world_names() -> list[str]: ...
def train(config: str, set: list[str], out: str, resume: bool, source: Optional[Source],
          on_update: Optional[Callable[[dict], Any]],
          on_validation: Optional[Callable[[dict], Any]],
          on_note: Optional[Callable[[str], Any]]) -> dict[str, Any]: ...
def evaluate(model: Model, source: Source, k: int, noise: float, steps: Optional[int],
             sequences: int, split: str, seed: int) -> str: ...
