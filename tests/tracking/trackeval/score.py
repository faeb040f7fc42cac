#!/usr/bin/env python3
"""What TrackEval (PyPI's trackeval) makes of tracks: golden.json is its answer, of version 1.3.0.

    score.py TRUTH.txt TRACKS.txt > golden.json
"""
import json
import sys

import numpy as np
from trackeval.metrics import CLEAR, HOTA, Identity


def read(path):
    frames = {}
    for line in open(path):
        frame, number, *box = (float(v) for v in line.split(",")[:6])
        frames.setdefault(int(frame), []).append((int(number), box))
    return frames


def overlap(a, b):
    w = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    h = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return w * h / (a[2] * a[3] + b[2] * b[3] - w * h) if w > 0 and h > 0 else 0.0


def numbers(frames):
    return {n: i for i, n in enumerate(sorted({n for objects in frames.values() for n, _ in objects}))}


def main():
    truth, tracks = read(sys.argv[1]), read(sys.argv[2])
    true_numbers, track_numbers = numbers(truth), numbers(tracks)
    data = {"gt_ids": [], "tracker_ids": [], "similarity_scores": []}
    for frame in sorted(set(truth) | set(tracks)):
        is_, said = truth.get(frame, []), tracks.get(frame, [])
        data["gt_ids"].append(np.array([true_numbers[n] for n, _ in is_], dtype=int))
        data["tracker_ids"].append(np.array([track_numbers[n] for n, _ in said], dtype=int))
        data["similarity_scores"].append(
            np.array([[overlap(a, b) for _, b in said] for _, a in is_]).reshape(len(is_), len(said)))
    data["num_timesteps"] = len(data["gt_ids"])
    data["num_gt_ids"], data["num_tracker_ids"] = len(true_numbers), len(track_numbers)
    data["num_gt_dets"] = sum(map(len, data["gt_ids"]))
    data["num_tracker_dets"] = sum(map(len, data["tracker_ids"]))
    hota = HOTA().eval_sequence(data)
    clear = CLEAR({"PRINT_CONFIG": False}).eval_sequence(data)
    identity = Identity({"PRINT_CONFIG": False}).eval_sequence(data)
    scores = {"hota": hota["HOTA"].mean(), "deta": hota["DetA"].mean(), "assa": hota["AssA"].mean(),
              "loca": hota["LocA"].mean(), "mota": clear["MOTA"], "motp": clear["MOTP"],
              "misses": clear["CLR_FN"], "false_positives": clear["CLR_FP"], "switches": clear["IDSW"],
              "idf1": identity["IDF1"], "idp": identity["IDP"], "idr": identity["IDR"]}
    print(json.dumps({key: float(value) for key, value in scores.items()}, indent=1))


main()
