"""Saves the same numbers in every type, order and version of NumPy's format.

usage: write_numpy.py FOLDER
"""
import sys

import numpy as np

folder = sys.argv[1]
values = np.random.default_rng(3).integers(0, 2, (3, 4, 5)) * np.arange(60).reshape(3, 4, 5)
values.astype(np.float64).tofile(f"{folder}/values.bin")

for order in "CF":
    for kind in ("u1", "i1", "<u2", ">u2", "<i2", ">i4", "<i8", ">u8", "<f2", ">f2", "<f4", ">f4", "<f8", ">f8"):
        name = kind.replace("<", "little_").replace(">", "big_")
        np.save(f"{folder}/{order}_{name}.npy", np.asarray(values, dtype=kind, order=order))
    with open(f"{folder}/{order}_version2.npy", "wb") as f:
        np.lib.format.write_array(f, np.asarray(values, dtype=np.int16, order=order), version=(2, 0))
    with open(f"{folder}/{order}_version3.npy", "wb") as f:
        np.lib.format.write_array(f, np.asarray(values, dtype=np.int16, order=order), version=(3, 0))

np.save(f"{folder}/bool.npy", values > 0)
np.save(f"{folder}/complex.npy", values.astype(complex))
np.save(f"{folder}/words.npy", np.array(["a", "b"]))
np.save(f"{folder}/record.npy", np.zeros(3, dtype=[("x", "f4"), ("y", "f4")]))
np.savez(f"{folder}/stored.npz", frames=values, labels=np.arange(3))
np.savez_compressed(f"{folder}/deflated.npz", frames=values, labels=np.arange(3))
np.savez(f"{folder}/two.npz", first=values, second=values)
