#!/usr/bin/python3
"""Seeds that the program does not write itself: more_seeds.py OUT."""
import struct
import sys
import zlib
from pathlib import Path

import h5py
import numpy as np

out = Path(sys.argv[1])
rng = np.random.default_rng(1)


def put(name, data):
    (out / name).write_bytes(data if isinstance(data, bytes) else data.encode())


# arrays: every kind of element, both orders, packed and not
frames = rng.random((2, 3, 8, 9)) < 0.3
for kind in ("u1", "<i2", ">f4", "<f8", "<f2", "?"):
    np.save(out / "numpy" / f"frames-{np.dtype(kind).name}{'-big' if '>' in kind else ''}.npy", frames.astype(kind))
np.save(out / "numpy" / "fortran.npy", np.asfortranarray(frames[0].astype("u1")))
np.save(out / "numpy" / "colours.npy", (rng.random((1, 2, 8, 9, 3)) * 255).astype("u1"))
np.savez(out / "numpy" / "stored.npz", frames=frames, other=np.arange(3))
np.savez_compressed(out / "numpy" / "packed.npz", frames=frames)

# data files of others
with h5py.File(out / "data" / "foreign.h5", "w") as file:
    group = file.create_group("train")
    group["features"] = frames.transpose(1, 0, 2, 3)[..., None].astype("f4")
    group["groups"] = frames.transpose(1, 0, 2, 3)[..., None].astype("i8")
    group["actions"] = np.eye(4, dtype="u1")[rng.integers(0, 4, (3, 2))]
    file.attrs["world"] = np.bytes_("kind = 'balls'")


def png(depth, colour, width, rows, extra=b""):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, len(rows), depth, colour, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def palette(colours):
    data = bytes(range(3 * colours))
    return struct.pack(">I", len(data)) + b"PLTE" + data + struct.pack(">I", zlib.crc32(b"PLTE" + data))


rows8 = [bytes(rng.integers(0, 256, 9, dtype="u1")) for _ in range(8)]
put("picture/grey8.png", png(8, 0, 9, rows8))
put("picture/grey1.png", png(1, 0, 9, [b"\xaa\x80"] * 8))
put("picture/grey16.png", png(16, 0, 4, [bytes(8)] * 8))
put("picture/rgb.png", png(8, 2, 3, [row for row in rows8]))
put("picture/palette.png", png(8, 3, 9, [bytes(i % 4 for i in range(9))] * 8, palette(4)))

# tracks: a packed mask (COCO's counts), then a MOTChallenge file
boxes = "".join(f"{t},{i},{10 * i + t},{5 + t},7,8.5,1,-1,-1,-1\n" for t in (1, 2) for i in (1, 2))
put("tracks/tracks.txt", "T1`1P2\n" + boxes)
put("tracks/truth.txt", "\n1, 1, 10.5, 20, 3, 4, 0, 1, 1\n2,1,1e1,2,3,4\n\n")

