"""Games played by the script, cut into sequences."""
from dataclasses import dataclass
from typing import Callable

import numpy as np

from . import view
from .emulator import ACTIONS
from .player import Player


@dataclass
class Game:
    """groups [N,T,84,84] are what is seen: a frame is on where it has a group. actions [N,T]:
    actions[:,t] is held from frame t to frame t + 1."""
    groups: np.ndarray
    actions: np.ndarray
    score: int


def play(emulator, player: Player, see: Callable = lambda look, action: None) -> int:
    """One game to its end; `see` gets every look and the action that answers it. The score."""
    look, score = emulator.reset(), 0
    while not look.over:
        action = player.choose(look.things)
        see(look, action)
        look = emulator.step(action)
        score += look.points
    return score


def record_game(emulator, rng: np.random.Generator, *, frames: int, skip: int, epsilon: float,
                table: np.ndarray) -> Game:
    """A game as sequences of so many frames, one after the other from a random step on. table
    makes objects of things (things.GROUPINGS)."""
    groups, actions = [], []

    def see(look, action):
        groups.append(view.groups(table[look.things], view.features(look.grey)))
        actions.append(action)

    first = int(rng.integers(frames))
    score = play(emulator, Player(rng, skip, epsilon), see)
    count = max(0, (len(actions) - first) // frames)
    whole = slice(first, first + count * frames)
    return Game(np.array(groups[whole], np.uint8).reshape(count, frames, view.SIDE, view.SIDE),
                np.array(actions[whole], np.uint8).reshape(count, frames), score)


def one_hot(actions: np.ndarray) -> np.ndarray:
    return np.eye(len(ACTIONS), dtype=np.uint8)[actions]
