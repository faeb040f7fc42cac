"""The game itself, in the Arcade Learning Environment."""
from dataclasses import dataclass

import numpy as np

from .things import things

ACTIONS = ("NOOP", "FIRE", "RIGHT", "LEFT", "RIGHTFIRE", "LEFTFIRE")
GAMES = {"SpaceInvaders": "space_invaders"}


@dataclass
class Look:
    """What is on the screen after a step: grey [210,160], what its pixels belong to, the points
    of the step, and whether the game is over."""
    grey: np.ndarray
    things: np.ndarray
    points: int
    over: bool


def open_ale(game: str = "SpaceInvaders"):
    """ale-py's emulator with a game in it, quiet and without sticky actions: an action does what
    it says, and the same actions make the same game."""
    try:
        from ale_py import ALEInterface, LoggerMode, roms
    except ImportError:
        raise ImportError("the emulator is missing: `make atari` or `pip install ale-py` "
                          "installs it") from None
    ALEInterface.setLoggerMode(LoggerMode.Error)
    ale = ALEInterface()
    ale.setFloat("repeat_action_probability", 0.0)
    ale.loadROM(roms.get_rom_path(GAMES[game]))
    assert tuple(action.name for action in ale.getMinimalActionSet()) == ACTIONS
    return ale


class Emulator:
    """One game after another; an action is held for `skip` frames of the game.

    A shot is drawn in every other frame and bombs in those between: a look shows the brighter of
    the last two, or with `single` the last alone, where one or the other is invisible.
    """

    def __init__(self, ale, skip: int = 4, single: bool = False):
        self._ale, self._skip, self._single = ale, skip, single
        self._actions = ale.getMinimalActionSet()

    def reset(self) -> Look:
        """A new game. All begin alike: what differs is what the player does."""
        self._ale.reset_game()
        return self.step(0)

    def step(self, action: int) -> Look:
        held = self._actions[action]
        points = sum(self._ale.act(held) for _ in range(self._skip - 1))
        before = self._screen()
        points += self._ale.act(held)
        grey, seen = self._screen()
        if not self._single:
            brighter = before[0] > grey
            grey, seen = np.where(brighter, before[0], grey), np.where(brighter, before[1], seen)
        return Look(grey, seen, int(points), self._ale.game_over())

    def _screen(self) -> tuple:
        return (self._ale.getScreenGrayscale(),
                things(self._ale.getScreen(), self._ale.getRAM()))
