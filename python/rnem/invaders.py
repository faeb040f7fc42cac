"""The invaders game as an environment."""
import random
from typing import Any, Optional

import numpy as np

from ._compiled import _rnem


class Discrete:
    """The numbers 0 to n - 1, where there is no gymnasium to have them from."""

    def __init__(self, n: int):
        self.n = n

    def sample(self) -> int:
        return random.randrange(self.n)

    def contains(self, x: Any) -> bool:
        return int(x) == x and 0 <= x < self.n


class Box:
    """Arrays of one shape and type, likewise."""

    def __init__(self, low: int, high: int, shape: tuple, dtype: type):
        self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)

    def contains(self, x: Any) -> bool:
        return (np.shape(x) == self.shape and x.dtype == self.dtype
                and bool(((x >= self.low) & (x <= self.high)).all()))


class InvadersEnv:
    """A game in the manner of Space Invaders, with gymnasium's reset() and step().

    Observations are [84,84] uint8 arrays of zeros and ones, rewards the points of a step; `info`
    has score, lives, and groups [84,84]: 0 or 1 ship, 2 and 3 aliens by rows, 4 shields, 5 bullets.
    A game ends with its last ship. gymnasium itself is not needed; where it is installed the spaces
    are its own.
    """

    ACTIONS = tuple(_rnem.InvadersGame.ACTIONS)
    metadata = {"render_modes": ["rgb_array"]}
    render_mode = "rgb_array"

    def __init__(self, frame_skip: int = 4):
        """frame_skip: frames of the game for which an action is held."""
        self._frame_skip = frame_skip
        self._seed = 0
        self._game = _rnem.InvadersGame(self._seed, frame_skip)
        self._over = False
        try:
            from gymnasium import spaces
            discrete, box = spaces.Discrete, spaces.Box
        except ImportError:
            discrete, box = Discrete, Box
        self.action_space = discrete(len(self.ACTIONS))
        self.observation_space = box(0, 1, (84, 84), np.uint8)

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict] = None) -> tuple:
        """A new game: (observation, info). Without a seed the one after the last."""
        self._seed = self._seed + 1 if seed is None else seed
        self._game = _rnem.InvadersGame(self._seed, self._frame_skip)
        self._over = False
        return self._now()

    def step(self, action: int) -> tuple:
        """(observation, reward, terminated, truncated, info) of an action, a number of ACTIONS."""
        if self._over:
            raise RuntimeError("the game is over: call reset()")
        points, self._over = self._game.step(int(action))
        observation, info = self._now()
        return observation, float(points), self._over, False, info

    def render(self) -> np.ndarray:
        """The frame as a picture [84,84,3]."""
        return np.repeat(self._game.view()[0][:, :, None] * np.uint8(255), 3, axis=2)

    def close(self) -> None:
        """Nothing to close."""

    def _now(self) -> tuple:
        frame, groups = self._game.view()
        return frame, {"score": self._game.score, "lives": self._game.lives, "groups": groups}
