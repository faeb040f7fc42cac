"""Reads a data file with h5py, as users would, and says what is wrong with its layout.

usage: check_layout.py FILE FRAMES TRAINING VALIDATION TEST HEIGHT WIDTH OBJECTS
"""
import sys

import h5py
import numpy as np


def main():
    path = sys.argv[1]
    frames, *sizes, height, width, objects = map(int, sys.argv[2:])
    with h5py.File(path, "r") as f:
        assert isinstance(f.attrs["rnem_version"], str) and isinstance(f.attrs["world"], str)
        assert f.attrs["max_objects"] == objects
        assert sorted(f) == sorted(["training", "validation", "test"])
        for split, n in zip(("training", "validation", "test"), sizes):
            group = f[split]
            for name in ("features", "groups", "collisions"):
                data = group[name]
                assert data.shape == (frames, n, height, width, 1), (name, data.shape)
                assert data.dtype == np.uint8, (name, data.dtype)
                assert data.chunks == (frames, 1, height, width, 1), (name, data.chunks)
            features, groups = group["features"][...], group["groups"][...]
            assert set(np.unique(features)) == {0, 1}
            assert set(np.unique(group["collisions"][...])) <= {0, 1}
            assert groups.max() == objects
            # balls: an object is seen, and what is not seen belongs to nobody
            assert (groups[features == 0] == 0).all()
            assert (group["collisions"][...] <= features).all()
            assert group["events"].shape == (frames, n, 1, 1, 1)
            any_collision = group["collisions"][...].max(axis=(2, 3, 4))
            assert (group["events"][..., 0, 0, 0] >= any_collision).all()
            for name in ("positions", "velocities"):
                assert group[name].shape == (frames, n, objects, 2)
                assert group[name].dtype == np.float32
            for name in ("radii", "masses"):
                assert group[name].shape == (n, objects)
            assert (group["objects"][...] == objects).all()
            # the centre of object 1 lies where object 1 is drawn
            x, y = group["positions"][0, 0, 0] * f.attrs["pixels_per_unit"]
            assert groups[0, 0, int(y), int(x), 0] in (0, 1), groups[0, 0, int(y), int(x), 0]
    print("layout ok")


main()
