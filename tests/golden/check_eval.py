"""Recomputes the numbers of an evaluation with NumPy from a trace of the same sequences.

usage: check_eval.py TRACE.h5 DATA.h5 EVAL.json

The trace says what the model predicted, the data file (split test, sequences from 0) what was
there. Written from the definitions, not from the C++ code: an independent second opinion.
"""
import json
import sys
import tomllib

import h5py
import numpy as np

TOLERANCE = 2e-4  # relative; sums of a few thousand float32 logarithms
ARI_TOLERANCE = 2e-3  # absolute; float32 may break a tie between two components the other way
CLIP = 1e-6


def rand_index(a, b):
    """Adjusted Rand index from the contingency table."""

    def pairs(n):
        return (n * (n - 1) / 2).sum()

    table = np.zeros((a.max() + 1, b.max() + 1)) if a.size else np.zeros((1, 1))
    np.add.at(table, (a, b), 1)
    both, rows, columns = pairs(table), pairs(table.sum(1)), pairs(table.sum(0))
    total = pairs(np.array([float(a.size)]))
    expected = rows * columns / total if total else 0.0
    largest = (rows + columns) / 2
    return 1.0 if largest == expected else (both - expected) / (largest - expected)


def clip(p):
    # in float32, as the model computes: 1 - 1e-6 is not exact there
    p = np.clip(p.astype(np.float32), np.float32(CLIP), np.float32(1 - CLIP))
    return np.log(p, dtype=np.float64), np.log(np.float32(1) - p, dtype=np.float64)


def bce(p, y):
    on, off = clip(p)
    return -(y * on + (1 - y) * off)


def main(trace_path, data_path, report_path):
    report = json.load(open(report_path))
    with h5py.File(trace_path) as trace:
        config = tomllib.loads(trace.attrs["config"])["loss"]
        frames, psi, stored = (np.array(trace[key]) for key in ("inputs", "psi", "loss"))
    with h5py.File(data_path) as data:
        count = frames.shape[1]
        groups = np.array(data["test/groups"][:, :count, :, :, 0])
        collisions = np.array(data["test/collisions"][:, :count, :, :, 0], float)
        features = np.array(data["test/features"][: len(frames), :count, :, :, 0])
    assert (features == frames).all(), "the trace is of other sequences"
    assert config["prior"] == 0, "written for prior 0"
    steps = len(frames) - 1

    y, now = frames[1:, :, None], frames[:-1]  # [T,N,1,H,W], [T,N,H,W]
    psi = psi[1:].astype(np.float64)
    likelihood = y * psi + (1 - y) * (1 - psi) + 1e-6
    gamma = likelihood / likelihood.sum(2, keepdims=True)
    intra = (gamma * bce(psi, y)).sum((2, 3, 4))
    inter = ((1 - gamma) * -clip(psi)[1]).sum((2, 3, 4))
    total = intra + config["inter_weight"] * inter
    upper = bce(psi.max(2), frames[1:])
    baseline = bce(now, frames[1:])
    mask = collisions[:steps]  # objects that collide on the way from frame t to t + 1

    ari, confidence = np.zeros((steps, count)), np.full((steps, count), np.nan)
    for t in range(steps):
        for n in range(count):
            single = groups[t + 1, n] > 0
            owner = gamma[t, n].argmax(0)[single]
            ari[t, n] = rand_index(owner, groups[t + 1, n][single].astype(int))
            if single.any():
                confidence[t, n] = gamma[t, n].max(0)[single].mean()

    def last(values):
        return values[-1].sum((1, 2)).mean()

    expected = {
        "loss": total.mean(),
        "intra": intra.mean(),
        "inter": inter.mean(),
        "bce": last(upper),
        "relational_bce": last(upper * mask),
        "baseline_bce": last(baseline),
        "baseline_relational_bce": last(baseline * mask),
        "relative_bce": last(upper) / last(baseline),
        "ari": ari.mean(),
        "ari_last": ari[-1].mean(),
        "confidence": np.nanmean(np.nanmean(confidence, 0)),
        "bce_per_step": upper.sum((2, 3)).mean(1),
        "relational_bce_per_step": (upper * mask).sum((2, 3)).mean(1),
        "ari_per_step": ari.mean(1),
    }
    np.testing.assert_allclose(stored, total, rtol=TOLERANCE)
    assert report["sequences"] == count and report["steps"] == steps
    for key, value in expected.items():
        slack = ARI_TOLERANCE if key.startswith("ari") else 1e-4  # K = 1: gamma is 1 up to rounding
        np.testing.assert_allclose(report[key], value, rtol=TOLERANCE, atol=slack, err_msg=key)
    assert (mask.sum() > 0) and any(v > 0 for v in report["relational_bce_per_step"])
    print(f"{len(expected)} numbers of {count} sequences agree")


main(*sys.argv[1:])
