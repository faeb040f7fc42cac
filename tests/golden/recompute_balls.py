"""Recomputes the clips of a published ball world with NumPy from their first frame.

usage: recompute_balls.py DATA.h5

The file's positions, velocities, radii and masses of frame 0 are the whole start; everything else
in the split `test` must follow from them to the last bit. Written from the definition of the
published physics, a second opinion on src/rnem/worlds. Clips are chaotic, so both sides round alike:
float64, and sums and products in the order written here.
"""
import sys
import tomllib

import h5py
import numpy as np


def half_step(x, v, radii, masses, side):
    """Moves [n,2] positions and velocities on in place; returns the pairs that collided."""
    x += 0.5 * v
    low, high = x - radii[:, None] < 0, x + radii[:, None] > side
    v[low] = np.abs(v[low])
    v[high] = -np.abs(v[high])
    pairs = []
    for i in range(len(x)):
        for j in range(i + 1, len(x)):
            d, u = x[j] - x[i], v[j] - v[i]
            squared, reach = d[0] * d[0] + d[1] * d[1], radii[i] + radii[j]
            closing = d[0] * u[0] + d[1] * u[1]  # |d| times the normal relative velocity
            if squared < reach * reach and closing < 0:
                # impulse 2 m_i m_j / (m_i + m_j) of the normal relative velocity, along d
                scale = 2.0 * closing / ((masses[i] + masses[j]) * squared)
                v[i] += scale * masses[j] * d
                v[j] -= scale * masses[i] * d
                pairs.append((i, j))
    return pairs


def draw(x, radii, struck, scale, size):
    """Features, groups and collisions [size,size] of balls, of which `struck` is a set."""
    centres = np.arange(size) + 0.5
    features, groups, collisions = np.zeros((3, size, size), np.uint8)
    for i, (centre, radius) in enumerate(zip(x * scale, radii * scale)):
        inside = (centres - centre[0]) ** 2 + (centres[:, None] - centre[1]) ** 2 <= radius**2
        groups[inside] = np.where(features[inside] > 0, 0, i + 1)
        features[inside] = 1
        collisions[inside & (i in struck)] = 1
    return features, groups, collisions


def check_clip(split, n, side, scale):
    """Returns what the clip showed: frames with a collision, pixels of several balls."""
    count = int(split["objects"][n])
    x, v = (split[name][0, n, :count].astype(np.float64) for name in ("positions", "velocities"))
    radii, masses = (split[name][n, :count].astype(np.float64) for name in ("radii", "masses"))
    frames, size = split["features"].shape[0], split["features"].shape[2]
    hidden = np.zeros((size, size), bool)
    if "curtain" in split:
        x0, y0, x1, y1 = split["curtain"][n].astype(int)
        hidden[y0:y1, x0:x1] = True
    stored = {name: split[name][:, n, ..., 0] for name in ("features", "groups", "collisions")}
    events = split["events"][:, n, 0, 0, 0]
    positions, velocities = split["positions"][:, n, :count], split["velocities"][:, n, :count]
    shared = 0
    for t in range(frames):
        where = f"sequence {n}, frame {t}: "
        assert (x.astype(np.float32) == positions[t]).all(), where + "positions"
        assert (v.astype(np.float32) == velocities[t]).all(), where + "velocities"
        before = x.copy()
        pairs = [pair for _ in range(2) for pair in half_step(x, v, radii, masses, side)]
        struck = {i for pair in pairs for i in pair}
        pictures = draw(before, radii, struck, scale, size)
        for (name, expected), picture in zip(stored.items(), pictures):
            picture[hidden] = 0
            assert (picture == expected[t]).all(), where + name
        assert events[t] == bool(pairs), where + "events"
        shared += int(((pictures[0] > 0) & (pictures[1] == 0)).sum())
    return int(events.sum()), shared


def main(path):
    with h5py.File(path, "r") as f:
        world = tomllib.loads(f.attrs["world"])
        assert world["physics"] == "published", "the twin knows one physics"
        scale = world["frame_size"] / world["side"]
        assert scale == f.attrs["pixels_per_unit"]
        split = f["test"]
        # no part of the definition may have gone untried
        seen = [check_clip(split, n, world["side"], scale) for n in range(len(split["objects"]))]
    events, shared = np.sum(seen, axis=0)
    print(f"{len(seen)} clips agree: {events} frames with a collision, {shared} pixels of two balls")
    assert events > 0 and shared > 0, "nothing happened in these clips"


main(*sys.argv[1:])
