"""`python -m rnem.atari record`: games of a scripted player until there are sequences enough."""
import os

import numpy as np

from .emulator import Emulator, open_ale
from .games import record_game
from .progress import Progress
from .recording import SPLITS, Recording
from .things import GROUPINGS

# what makes a recording the one it is: with the same of these it is the same, bit for bit
SETTINGS = ("game", "seed", "frames", "skip", "single", "epsilon", "groups")


def record(args) -> None:
    if os.path.exists(args.out) and not args.force:
        raise ValueError(f"{args.out}: exists; --force writes over it")
    fifth = args.sequences // 5  # the paper's 50 000 have 10 000 beside them, twice
    sizes = {"training": args.sequences,
             "validation": fifth if args.valid is None else args.valid,
             "test": fifth if args.test is None else args.test}
    if not any(sizes.values()):
        raise ValueError("--sequences, --valid, --test: expected one or more, got none")
    import h5py  # said to be missing before an hour of play, not after it

    settings = {key: getattr(args, key) for key in SETTINGS}
    emulator = Emulator(open_ale(args.game), args.skip, args.single)
    recording = Recording(args.out, settings, args.force)
    progress = Progress(sum(sizes.values()))
    games = {split: _play_split(emulator, recording, split, sizes[split], settings, progress)
             for split in SPLITS}
    scores = np.array(progress.scores)
    recording.finish(sizes, games, {
        "world_name": f"{args.game}, {_ale_version()}, every {args.skip} frames",
        "player": f"script, {args.epsilon:g} of its actions at random",
        "player_games": len(scores), "player_score": float(scores.mean()),
        "player_score_error": _standard_error(scores),
        "settings": ", ".join(f"{key} {value}" for key, value in settings.items()),
        "hdf5": h5py.version.hdf5_version})
    progress.done(f"{args.out}: {sizes['training']} + {sizes['validation']} + {sizes['test']} "
                  f"sequences of {args.frames} frames; {scores_line(scores)}")


def _play_split(emulator, recording, split: str, size: int, settings: dict, progress) -> int:
    """Plays until there are `size` sequences; how many games that took."""
    table = GROUPINGS[settings["groups"]][0]
    there, number = 0, 0
    while there < size:
        game = recording.game(split, number)
        new = game is None
        if new:
            rng = np.random.default_rng([settings["seed"], SPLITS.index(split), number])
            game = record_game(emulator, rng, frames=settings["frames"], skip=settings["skip"],
                               epsilon=settings["epsilon"], table=table)
            recording.add(split, number, game)
        number += 1
        count = min(len(game.actions), size - there)
        there += count
        progress.add(split, count, game.score, new)
    return number


def scores_line(scores: np.ndarray) -> str:
    if len(scores) == 1:
        return f"a game of {scores[0]} points"
    return (f"{len(scores)} games, {scores.mean():.0f} +- {_standard_error(scores):.0f} points "
            f"a game ({scores.min()} to {scores.max()})")


def _standard_error(scores: np.ndarray) -> float:
    return float(scores.std(ddof=1) / len(scores) ** 0.5) if len(scores) > 1 else float("nan")


def _ale_version() -> str:
    from importlib.metadata import version
    return "ale-py " + version("ale-py")
