"""A script that plays Space Invaders from the picture, well enough to be worth recording.

It works out when and where its shot can meet an alien, goes there, fires when it will hit, and
before all that takes a way on which no bomb meets the ship.
"""
import numpy as np

from .things import ALIEN, ALIEN_PITCH, BOMB, COLUMNS, SHIELD, SHIP, SHOT

NOOP, FIRE, RIGHT, LEFT, RIGHTFIRE, LEFTFIRE = range(6)
SHIP_SPEED, SHOT_SPEED, BOMB_SPEED = 0.65, 2.0, 1.0  # pixels of the screen in a frame of the game
SHIP_TOP = 185
SHIP_PLACES = (37, 119)  # of its middle
FLEET_EDGES = (22, 137)  # where the fleet turns
ALIEN_WIDTH = 8
AIM = 3  # pixels beside an alien's middle where a shot still hits it
REACH = 5  # pixels beside the ship's middle where a bomb still hits it
PATIENCE = 8  # steps it waits for an outer column: without them the fleet comes down later
WAITS = np.arange(60)  # steps until the shot
# to go one way for so many steps; where plans are alike the first is taken
PLANS = [(0, 0)] + [(way, steps) for steps in range(1, 9) for way in (-1, 1)]


class Player:
    """Chooses an action for every look at the screen; a share epsilon of them is drawn at random."""

    def __init__(self, rng: np.random.Generator, skip: int = 4, epsilon: float = 0.05):
        self._rng, self._skip, self._epsilon = rng, skip, epsilon
        self._lefts: list[int] = []  # left edge of the fleet, step by step

    def choose(self, seen: np.ndarray) -> int:
        """seen [210,160]: what the pixels belong to (things.py)."""
        chosen = self._choose(seen)
        return int(self._rng.integers(6)) if self._rng.random() < self._epsilon else chosen

    def _choose(self, seen: np.ndarray) -> int:
        there = np.flatnonzero(seen)
        number = seen.reshape(-1)[there]
        y, x = np.divmod(there, seen.shape[1])
        ship = x[number == SHIP]
        if not len(ship):
            return NOOP
        middle = (ship.min() + ship.max()) / 2
        shields = np.isin(np.arange(seen.shape[1]), x[(number >= SHIELD) & (number < ALIEN)])
        wait, goal = self._target(number, y, x, middle, shields)
        bombs = number == BOMB
        way = self._way(middle, goal, _lowest(y[bombs], x[bombs]))
        fire = wait == 0 and not (number == SHOT).any()
        return {0: (NOOP, FIRE), 1: (RIGHT, RIGHTFIRE), -1: (LEFT, LEFTFIRE)}[way][int(fire)]

    def _target(self, number: np.ndarray, y: np.ndarray, x: np.ndarray, ship: float,
                shields: np.ndarray) -> tuple:
        """In how many steps the ship can be where a shot will meet the lowest alien of a column,
        with no shield in between, and where that is: the soonest, outer columns first."""
        aliens = number >= ALIEN
        column_of = (number[aliens] - ALIEN) % COLUMNS
        lowest = _lowest(y[aliens], column_of)
        if not lowest:
            return -1, ship
        columns, bottoms = np.array(lowest).T
        pitch = ALIEN_PITCH[1]
        left = x[aliens][column_of == columns[0]].min() - pitch * columns[0]
        self._lefts = (self._lefts + [left])[-24:]
        frames = WAITS * self._skip + ((SHIP_TOP - bottoms) / SHOT_SPEED + self._skip)[:, None]
        moved = left + _speed(self._lefts) / self._skip * frames
        # the fleet turns where its outermost aliens touch the edge
        low = FLEET_EDGES[0] - pitch * columns[0]
        high = FLEET_EDGES[1] - ALIEN_WIDTH - pitch * columns[-1]
        aims = _reflect(moved, low, high) + (pitch * columns + (ALIEN_WIDTH - 1) / 2)[:, None]
        places = aims.clip(*SHIP_PLACES)
        can = ((abs(places - ship) <= AIM - 1 + WAITS * self._skip * SHIP_SPEED)
               & (abs(places - aims) <= AIM) & ~shields[places.round().astype(int)])
        if not can.any():
            return -1, places[0, 0]
        inner = np.minimum(columns - columns[0], columns[-1] - columns)
        cost = np.where(can, WAITS + PATIENCE * inner[:, None], np.inf)
        which, wait = np.unravel_index(cost.argmin(), cost.shape)
        return wait, places[which, wait]

    def _way(self, x: float, goal: float, bombs: list) -> int:
        """-1, 0 or 1: the first step of the plan that is safe and ends nearest to the goal."""
        def cost(plan):
            way, steps = plan
            far = steps * self._skip * SHIP_SPEED
            times = [(bomb, (SHIP_TOP - bottom) / BOMB_SPEED + late)
                     for bomb, bottom in bombs for late in (0, 10, 20)]
            danger = sum(max(0.0, REACH - abs(x + way * min(t * SHIP_SPEED, far) - bomb))
                         for bomb, t in times if t >= 0)
            return danger, abs(x + way * far - goal)

        return min(PLANS, key=cost)[0]


def _speed(lefts: list) -> float:
    """Pixels a step since the fleet last turned."""
    moves = np.diff(lefts)
    if not moves.any():
        return 0.0
    turned = np.flatnonzero(moves * moves[moves != 0][-1] < 0)
    return float(moves[turned[-1] + 1 if len(turned) else 0:].mean())


def _reflect(x: np.ndarray, low: float, high: float) -> np.ndarray:
    """A way that goes on beyond the edges, as one that turns there."""
    width = max(high - low, 1)
    return low + width - abs((x - low) % (2 * width) - width)


def _lowest(y: np.ndarray, key: np.ndarray) -> list:
    """(key, lowest row that has it) for every key there is."""
    rows = np.full(256, -1)
    np.maximum.at(rows, key, y)
    return [(int(one), int(rows[one])) for one in np.flatnonzero(rows >= 0)]
