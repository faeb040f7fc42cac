"""Writes the same sequences in several types, as files of others might have them.

usage: write_foreign.py FOLDER
"""
import os
import sys

import h5py
import numpy as np

rng = np.random.default_rng(5)
T, N, H, W = 6, 7, 5, 4
features = rng.integers(0, 2, (T, N, H, W, 1))
groups = features * rng.integers(0, 4, (T, N, H, W, 1))
collisions = features * rng.integers(0, 2, (T, N, H, W, 1))
actions = np.eye(3)[rng.integers(0, 3, (T, N))]

# the expected bytes, in the order (sequence, frame, row, column)
features[:, :, :, :, 0].transpose(1, 0, 2, 3).astype(np.uint8).tofile(
    os.path.join(sys.argv[1], "features.bin"))
groups[:, :, :, :, 0].transpose(1, 0, 2, 3).astype(np.uint8).tofile(
    os.path.join(sys.argv[1], "groups.bin"))

for name in ("uint8", "int64", "float64", "float32", "float16", "bool", ">i4"):
    kind = np.dtype(name)
    with h5py.File(os.path.join(sys.argv[1], name.strip(">") + ".h5"), "w") as f:
        g = f.create_group("training")
        options = dict(compression="gzip", chunks=(T, 3, H, W, 1)) if name != "int64" else {}
        g.create_dataset("features", data=features.astype(kind), **options)
        ids = groups if name != "bool" else groups.astype(np.int16)
        g.create_dataset("groups", data=ids.astype(kind if name != "bool" else np.int16), **options)
        g.create_dataset("collisions", data=collisions.astype(kind), shuffle=True, chunks=(T, 1, H, W, 1),
                         compression="gzip")
        g.create_dataset("actions", data=actions.astype(kind))
        g.create_dataset("something_else", data=np.arange(3))
