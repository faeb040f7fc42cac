"""What a pixel of the game's screen belongs to: its colour says of which kind it is, the machine's
memory which of the aliens it is and whose shot.

Numbers of things: 1 ship, 2 its shot, 3 bombs, 4 the sign that tells the ships left, 5 to 7 the
shields from left to right, 8 to 43 the aliens, six to a row, the row on top first.
"""
import numpy as np

from .view import SCREEN

SHIP, SHOT, BOMB, SIGN, SHIELD, ALIEN = 1, 2, 3, 4, 5, 8
ROWS = COLUMNS = 6
THINGS = ALIEN + ROWS * COLUMNS  # with nothing, which is 0

FLEET_TOP, ALIEN_PITCH = 31, (18, 16)  # rows and columns from one alien to the next
SHIELDS = (66, 98)  # columns of the screen between two shields
FIELD = slice(20, 195)  # rows of the screen with neither score nor ground

# where the game keeps what, of its 128 bytes
DROPPED, FLEET_X, SHOT_Y, SHOT_X = 16, 26, 85, 87

# numbers of the emulator's palette
COLOURS = {0xC4: SHIP, 0xF6: SIGN, 0x06: BOMB, 0x34: SHIELD, 0x14: ALIEN}
_KIND = np.zeros(256, np.uint8)
_KIND[list(COLOURS)] = list(COLOURS.values())


def things(screen: np.ndarray, memory: np.ndarray) -> np.ndarray:
    """A screen [210,160] of palette numbers and the memory of the same moment -> numbers of
    things [210,160], 0 where it is black and outside the field of play."""
    memory = memory.astype(int)
    seen = np.zeros(SCREEN, np.uint8)
    seen[FIELD] = _KIND[screen[FIELD]]
    there = np.flatnonzero(seen)
    number = seen.reshape(-1)[there]
    y, x = np.divmod(there, SCREEN[1])

    row = (y - FLEET_TOP - 2 * memory[DROPPED]) // ALIEN_PITCH[0]
    column = (x - memory[FLEET_X] + 1) // ALIEN_PITCH[1]
    alien = ALIEN + COLUMNS * row.clip(0, ROWS - 1) + column.clip(0, COLUMNS - 1)
    # the shot is some ten pixels high, and the memory has where it begins
    own = (abs(x + 2 - memory[SHOT_X]) <= 1) & (abs(y - 2 * memory[SHOT_Y] - 9) <= 9)
    number = np.where(number == ALIEN, alien, number)
    number = np.where(number == SHIELD, SHIELD + np.searchsorted(SHIELDS, x, "right"), number)
    seen.reshape(-1)[there] = np.where((number == BOMB) & own, SHOT, number)
    return seen


def _grouping(names: list, number_of) -> tuple:
    return np.array([0, *map(number_of, range(1, THINGS))], np.uint8), names


def _kind(thing: int) -> int:
    return next(kind for kind in (ALIEN, SHIELD, SIGN, BOMB, SHOT, SHIP) if thing >= kind)


_FLEET = {SHIP: 1, ALIEN: 2, SHIELD: 3, SHOT: 4, BOMB: 4, SIGN: 5}
_COLUMNS = {SHIP: 1, SHIELD: 4, SHOT: 5, BOMB: 5, SIGN: 6}

# what is one object: a table from things to objects, and what those are, from 1 on
GROUPINGS = {
    "columns": _grouping(
        ["ship", "aliens of the even columns", "aliens of the odd columns", "shields",
         "shots and bombs", "sign"],
        lambda i: 2 + (i - ALIEN) % 2 if i >= ALIEN else _COLUMNS[_kind(i)]),
    "fleet": _grouping(["ship", "fleet", "shields", "shots and bombs", "sign"],
                       lambda i: _FLEET[_kind(i)]),
    "things": _grouping(
        ["ship", "shot", "bombs", "sign", *(f"shield {i}" for i in range(1, 4)),
         *(f"alien {row},{column}" for row in range(ROWS) for column in range(COLUMNS))],
        lambda i: i),
}
