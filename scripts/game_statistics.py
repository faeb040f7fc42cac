#!/usr/bin/env python3
"""What a model makes of the real Space Invaders: where its loss lies, what actions do, who has the aliens.

usage: game_statistics.py MODEL CLIPS.h5 LONG.h5 [SEQUENCES [FIGURE.png [BLIND]]]

BLIND is a model that was trained without actions, to be compared. CLIPS and LONG are recordings with --groups things, LONG of 46 frames: of its first 16 clips 21 frames
are watched and 25 imagined.
Losses are BCE of a frame, means of the steps from the eleventh on; +- is one standard error.
"""
import sys

import numpy as np
import rnem

SHIP_ROWS = slice(79, 84)
KINDS = {"ship": [1], "shots and bombs": [2, 3], "sign": [4], "shields": [5, 6, 7],
         "aliens": range(8, 44), "nothing": [0]}
SETTLED = 10  # steps
WATCHED, AHEAD, IMAGINED = 21, 25, 16  # frames, steps, clips
NOOP, RIGHT, LEFT = 0, 2, 3


def bce(truth, psi):
    psi = psi.clip(1e-6, 1 - 1e-6)
    return -(truth * np.log(psi) + (1 - truth) * np.log(1 - psi))


def mean(values):
    values = np.array(values)
    return f"{values.mean():8.1f} +- {values.std(ddof=1) / len(values) ** 0.5:<6.1f}"


def frames_of(losses):
    """[T,84,84] -> the ship's rows, all others, both."""
    late = losses[SETTLED:].sum(2).mean(0)
    ship = late[SHIP_ROWS].sum()
    return ship, late.sum() - ship, late.sum()


def next_frames(model, clips):
    """One step ahead: with the true actions, with those of other steps, and copying."""
    rng = np.random.default_rng(0)
    rows, kinds, aliens = [], [], []
    for clip in clips:
        truth = clip.frames[1:].astype(float)
        seen = model.watch(clip.frames, actions=clip.actions, noise=None)
        other = clip.actions[rng.permutation(len(clip.actions))]
        losses = [bce(truth, psi.astype(float)) for psi in
                  (seen.picture, model.watch(clip.frames, actions=other, noise=None).picture,
                   clip.frames[:-1])]
        rows.append([frames_of(loss) for loss in losses])
        # a pixel counts for what is there, or else for what was there a frame before
        whose = np.where(clip.groups[1:] > 0, clip.groups[1:], clip.groups[:-1])
        kinds.append([[(loss * np.isin(whose, of))[SETTLED:].sum((1, 2)).mean() for loss in losses]
                      for of in KINDS.values()])
        owner, last = seen.gamma[-1].argmax(0), clip.groups[-1]
        aliens.append({((i - 8) // 6, (i - 8) % 6): np.bincount(owner[last == i]).argmax()
                       for i in np.unique(last[last >= 8]).tolist()})
    return np.array(rows), np.array(kinds), aliens


def show_blind(blind, clips, rows):
    """What a model misses that was never told the actions: it against the one that is."""
    own = np.array([frames_of(bce(clip.frames[1:].astype(float),
                                  blind.watch(clip.frames, noise=None).picture.astype(float)))
                    for clip in clips])
    print(f"{'trained without':18}", *(mean(own[:, i]) for i in range(3)))
    print(f"{'without - with':18}", *(mean((own - rows[:, 0])[:, i]) for i in range(3)))


def show_next_frames(rows, kinds):
    print(f"{'':18}{'rows of the ship':>20}{'all others':>20}{'the frame':>20}")
    for name, of in (("true actions", rows[:, 0]), ("shuffled actions", rows[:, 1]),
                     ("copying", rows[:, 2]), ("shuffled - true", rows[:, 1] - rows[:, 0])):
        print(f"{name:18}", *(mean(of[:, i]) for i in range(3)))
    print(f"\n{'pixels of':18}{'model':>12}{'copying':>12}")
    for name, of in zip(KINDS, kinds.mean(0)):
        print(f"{name:18}{of[0]:12.1f}{of[2]:12.1f}")


def show_fleet(aliens):
    """How often two aliens have the same component, by how they lie to each other."""
    print("\ntwo aliens in the same component")
    for name, step in (("neighbours in a row", (0, 1)), ("every other of a row", (0, 2)),
                       ("first and fourth of a row", (0, 3)), ("neighbours in a column", (1, 0)),
                       ("every other of a column", (2, 0)), ("first and fourth of a column", (3, 0))):
        pairs = [fleet[place] == fleet[there] for fleet in aliens for place in fleet
                 if (there := (place[0] + step[0], place[1] + step[1])) in fleet]
        print(f"  {name:30}{np.mean(pairs):.2f} of {len(pairs)}")
    print("components that have aliens:", mean([len(set(fleet.values())) for fleet in aliens if fleet]))


def ship_place(picture):
    weight = picture[SHIP_ROWS].sum(0)
    return (weight * np.arange(84)).sum() / weight.sum() if weight.sum() > 1 else np.nan


def imagine(model, clips):
    """25 steps without looking, under the true actions and under others."""
    results = {}
    for clip in clips:
        for name, held in (("true actions", None), ("left", LEFT), ("right", RIGHT), ("noop", NOOP)):
            actions = clip.actions.copy()
            if held is not None:
                actions[WATCHED - 1:] = np.eye(6, dtype=actions.dtype)[held]
            seen = model.simulate(clip.frames[:WATCHED], AHEAD, actions=actions, rule="crisp")
            results.setdefault(name, []).append(seen.picture[WATCHED - 1:].astype(float))
        results.setdefault("copying", []).append(
            np.repeat(clip.frames[WATCHED - 1:WATCHED], AHEAD, 0).astype(float))
        results.setdefault("what happened", []).append(clip.frames[WATCHED:].astype(float))
    return results


def show_imagined(results):
    steps = (1, 5, 10, 15, 25)
    print(f"\n{'25 steps imagined':18}" + "".join(f"{f'BCE +{t}':>10}" for t in steps)
          + "".join(f"{f'ship +{t}':>10}" for t in steps))
    for name, pictures in results.items():
        losses = [np.mean([bce(y[t - 1], p[t - 1]).sum() for y, p in
                           zip(results["what happened"], pictures)]) for t in steps]
        start = [ship_place(p[0]) for p in results["copying"]]
        moved = [np.nanmean([ship_place(p[t - 1]) - s for p, s in zip(pictures, start)])
                 for t in steps]
        print(f"{name:18}" + "".join(f"{x:10.0f}" for x in losses)
              + "".join(f"{x:+10.1f}" for x in moved))


def draw(results, path, which=8, steps=(1, 5, 10, 15, 20, 25)):
    import matplotlib.pyplot as plt

    names = ["what happened", "true actions", "left", "right", "noop"]
    figure, axes = plt.subplots(len(names), len(steps), figsize=(1.7 * len(steps), 1.75 * len(names)))
    for name, row in zip(names, axes):
        for t, axis in zip(steps, row):
            axis.imshow(results[name][which][t - 1], cmap="gray", vmin=0, vmax=1)
            axis.set(xticks=[], yticks=[], title=f"+{t}" if name == names[0] else "")
        row[0].set_ylabel(name)
    figure.tight_layout(pad=0.4)
    figure.savefig(path, dpi=80)


def main(model, clips, long, sequences="300", figure=None, blind=None):
    model = rnem.load(model)
    clips = rnem.Dataset(clips, "test", sequences=int(sequences))
    rows, kinds, aliens = next_frames(model, clips)
    show_next_frames(rows, kinds)
    if blind:
        show_blind(rnem.load(blind), clips, rows)
    show_fleet(aliens)
    results = imagine(model, rnem.Dataset(long, "test", sequences=IMAGINED))
    show_imagined(results)
    if figure:
        draw(results, figure)


if __name__ == "__main__":
    main(*sys.argv[1:])
