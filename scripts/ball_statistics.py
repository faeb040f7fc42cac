#!/usr/bin/env python3
"""How the balls of a data file look, and how far they overlap walls and each other.

usage: ball_statistics.py DATA.h5 [SPLIT]

Depths are in pixels, means over what overlaps; a share is of all frames.
"""
import sys
import tomllib

import h5py
import numpy as np


def main(path, split="test"):
    with h5py.File(path, "r") as f:
        side, scale = tomllib.loads(f.attrs["world"])["side"], f.attrs["pixels_per_unit"]
        features = f[split]["features"][..., 0].astype(bool)  # [T,N,H,W]
        groups = f[split]["groups"][..., 0]
        x, v = f[split]["positions"][...], f[split]["velocities"][...]  # [T,N,O,2]
        radii, events = f[split]["radii"][...], f[split]["events"][..., 0, 0, 0]

    # [T,N,O]: how deep a ball is in its nearest wall; [T,N,pairs]: two balls in each other
    wall = np.maximum(radii[..., None] - x, x + radii[..., None] - side).max(-1)
    i, j = np.triu_indices(x.shape[2], 1)
    pair = radii[:, i] + radii[:, j] - np.hypot(*np.moveaxis(x[:, :, i] - x[:, :, j], -1, 0))

    rounding = 1e-5  # of float32 positions; exact balls touch
    on, changed = features.sum((2, 3)), (features[1:] ^ features[:-1]).sum((2, 3))
    print(f"sequences                   {features.shape[1]} of {features.shape[0]} frames")
    print(f"on-pixels                   {on.mean():.1f}")
    print(f"changed pixels              {changed.mean():.1f}")
    print(f"speed, pixels               {scale * np.nanmean(np.hypot(v[..., 0], v[..., 1])):.3f}")
    print(f"frames with a collision     {100 * events.mean():.1f} %")
    for name, depth in (("two balls", pair), ("a wall", wall)):
        deep = np.nan_to_num(depth, nan=-1.0) > rounding
        mean, most = (depth[deep].mean(), depth[deep].max()) if deep.any() else (0.0, 0.0)
        print(f"overlap of {name:<16} {100 * deep.any(2).mean():.1f} % of frames, "
              f"depth {scale * mean:.2f}, at most {scale * most:.2f}")
    shared = (features & (groups == 0)).sum() / features.sum()
    print(f"on-pixels of several balls  {100 * shared:.2f} %")


main(*sys.argv[1:])
