"""The commands of `python -m rnem.atari`."""
import argparse
import sys

import numpy as np

from .emulator import GAMES, Emulator, open_ale
from .games import play
from .player import Player
from .record import record, scores_line
from .things import GROUPINGS


def number(kind, low, high):
    """A number of a command line that lies in a range."""
    def parse(text):
        try:
            value = kind(text)
        except ValueError:
            value = None
        if value is None or not low <= value <= high:
            raise argparse.ArgumentTypeError(f"expected {low} to {high}, got {text}")
        return value
    return parse


def measure(args) -> None:
    """Plays games and says how many points they brought."""
    emulator = Emulator(open_ale(args.game), args.skip)
    scores = [play(emulator, Player(np.random.default_rng([args.seed, i]), args.skip, args.epsilon))
              for i in range(args.games)]
    print(scores_line(np.array(scores)))


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f"rnem.atari: {message}\n")


def parser() -> Parser:
    top = Parser(prog="python -m rnem.atari", description=__doc__)
    commands = top.add_subparsers(dest="command", required=True)
    shared = Parser(add_help=False)
    shared.add_argument("--game", choices=list(GAMES), default="SpaceInvaders")
    shared.add_argument("--skip", type=number(int, 2, 16), default=4, metavar="N",
                        help="frames of the game an action is held for, one of them recorded (4)")
    shared.add_argument("--epsilon", type=number(float, 0, 1), default=0.05, metavar="P",
                        help="share of the player's actions drawn at random (0.05); 1 plays at random")
    shared.add_argument("--seed", type=number(int, 0, 2**32 - 1), default=1, metavar="N")

    command = commands.add_parser("record", parents=[shared], help="games as a data file")
    command.add_argument("--out", required=True, metavar="FILE.h5")
    count = number(int, 0, 10**7)
    command.add_argument("--sequences", type=count, default=50000, metavar="N",
                         help="sequences of the training split (50000)")
    command.add_argument("--valid", type=count, metavar="N", help="of the validation split (a fifth)")
    command.add_argument("--test", type=count, metavar="N", help="of the test split (a fifth)")
    command.add_argument("--frames", type=number(int, 2, 10000), default=26, metavar="T",
                         help="frames of a sequence (26, for 25 steps)")
    command.add_argument("--single", action="store_true",
                         help="the last frame alone, not the brighter of the last two; shots blink")
    command.add_argument("--groups", choices=list(GROUPINGS), default="columns",
                         help="what is one object: aliens by parity of their column, the fleet, or "
                              "every alien and shield")
    command.add_argument("--force", action="store_true", help="write over a file or an unfinished recording that exists")
    command.set_defaults(run=record)

    command = commands.add_parser("play", parents=[shared], help="the player's score")
    command.add_argument("--games", type=number(int, 1, 10**6), default=30, metavar="N")
    command.set_defaults(run=measure)
    return top


def main() -> int:
    args = parser().parse_args()
    try:
        args.run(args)
    except KeyboardInterrupt:
        print("\nrnem.atari: stopped; the same command goes on from here", file=sys.stderr)
        return 130
    except (ValueError, OSError, ImportError) as error:
        print(f"rnem.atari: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
