#!/usr/bin/env python3
"""A tour of the package: docs/python.md shows what it prints and draws.

    PYTHONPATH=build/python python3 examples/tour.py --out out/tour
"""
import argparse
import os
import tempfile

import numpy as np

import rnem

COLOURS = ["#e6194b", "#3cb44b", "#4363d8", "#f58231", "#911eb4", "#46f0f0"]


def coloured(masks):
    """[H,W] of 0 and 1 + component -> [H,W,3]"""
    table = [(0, 0, 0)] + [tuple(int(c[i:i + 2], 16) for i in (1, 3, 5)) for c in COLOURS]
    return np.array(table, np.uint8)[masks]


def rows_of_pictures(pictures, titles, file):
    """One row for each list of pictures, named at its left."""
    try:
        import matplotlib
    except ImportError:
        print(f"{file}: left out, there is no matplotlib")
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    rows, columns = len(pictures), len(pictures[0])
    figure, axes = pyplot.subplots(rows, columns, figsize=(1.1 * columns, 1.2 * rows),
                                   squeeze=False)
    for row, (shown, title) in enumerate(zip(pictures, titles)):
        for axis, picture in zip(axes[row], shown):
            axis.imshow(picture, cmap="gray", vmin=0, vmax=1, interpolation="nearest")
            axis.set(xticks=[], yticks=[])
        axes[row][0].set_ylabel(title)
    figure.tight_layout(pad=0.3)
    figure.savefig(file, dpi=80)
    pyplot.close(figure)
    print(file)


def watch(model, clip, out):
    seen = model.watch(clip.frames, k=5)
    print(seen)
    for k in range(5):
        pixels = int((seen.masks[-1] == k + 1).sum())
        if pixels:
            x, y = seen.tracks[-1, k]
            print(f"component {k}: {pixels:3d} pixels around ({x:4.1f}, {y:4.1f})")
    times = [1, 4, 8, 12, 16, 20]
    masks = [coloured(seen.masks[t - 1]) for t in times]
    rows_of_pictures([[clip.frames[t] for t in times], masks], ["frames", "masks"],
                     os.path.join(out, "python-watch.png"))


def simulate(model, clip, out):
    watched, ahead = 15, 20
    dreamt = model.simulate(clip.frames[:watched], steps=ahead, rule="noisy")
    times = list(range(watched, watched + ahead, 4))
    rows_of_pictures([[clip.frames[t] for t in times], [dreamt.picture[t - 1] for t in times]],
                     ["true", "imagined"], os.path.join(out, "python-ahead.png"))
    miss = np.abs((dreamt.picture[times[0] - 1] > 0.5) - clip.frames[times[0]].astype(float)).sum()
    print(f"after {watched} frames it goes on alone: {int(miss)} of 4096 pixels off in the next")


def stream(model, clip):
    def camera():
        yield from clip.frames

    tracks = np.stack([step.tracks for step in model.stream(camera(), k=5)])
    ways = np.linalg.norm(np.diff(tracks, axis=0), axis=2)
    for k, way in enumerate(ways.T):
        if np.isfinite(way).any():  # five components, four balls
            print(f"component {k}: {np.nanmedian(way):.1f} pixels a frame")


def evaluate(model):
    report = rnem.evaluate(model, "live:balls4mass64", sequences=5, steps=20)
    low, high = report["intervals"]["ari_last"]
    print(f"ARI of the last step {report['ari_last']:.3f} ({low:.3f} to {high:.3f})")


def train():
    with tempfile.TemporaryDirectory() as folder:
        run = rnem.train(out=os.path.join(folder, "run"),
                         on_update=lambda u: print(f"update {u.update}: loss {u.loss:.0f}"),
                         **{"training.max_updates": 2, "training.batch": 4, "training.steps": 5})
        print(f"{run.reason}: {run.model().parameters:,} parameters")


def play():
    env = rnem.InvadersEnv()
    frame, info = env.reset(seed=1)
    points, over, steps = 0.0, False, 0
    while not over:
        frame, reward, over, _, info = env.step((steps // 8) % 6)
        points += reward
        steps += 1
    print(f"invaders: {points:.0f} points in {steps} steps")


def plain_pytorch(model, clip):
    try:
        import torch
        from rnem.torch import RNEM
    except ImportError as error:
        print(f"rnem.torch: left out, {error}")
        return
    seen = model.watch(clip.frames)
    with torch.no_grad():
        steps = RNEM.load("balls4")(torch.from_numpy(clip.frames)[None],
                                    start=torch.from_numpy(seen.start)[None])
    apart = np.abs(steps.gamma[0].numpy() - seen.gamma).max()
    print(f"rnem.torch.RNEM: gamma within {apart:.0e} of ours")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", default="out/tour", help="folder of the figures")
    out = parser.parse_args().out
    os.makedirs(out, exist_ok=True)
    model = rnem.load("balls4")
    print(model)
    clip = rnem.World("balls4mass64").sequence(3, split="test")
    print(clip)
    watch(model, clip, out)
    simulate(model, clip, out)
    stream(model, clip)
    evaluate(model)
    play()
    plain_pytorch(model, clip)
    train()


if __name__ == "__main__":
    main()
