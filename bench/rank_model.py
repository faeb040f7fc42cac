#!/usr/bin/env python3
"""What more machines should give: a model of an update's time, from bytes, latency and one machine's speed.

    bench/rank_model.py --seconds 3.0 --megabytes 10.4 [--buckets 10] [--sync-every 1]

Every machine keeps `--seconds` of work an update (its own batch), then gradients go round a ring: 2 (N - 1) / N of the
bytes out of each machine, in 2 (N - 1) steps of a latency each, two buckets at a time. Overlap with the backward pass is not
counted: there is little. With --sync-every H the weights go round once in H updates.
"""
import argparse


def seconds_of_ring(n, megabytes, buckets, bits, latency):
    if n == 1:
        return 0.0
    return 2 * (n - 1) / n * megabytes * 8e6 / bits + 2 * (n - 1) * latency * (buckets + 1) / 2


parser = argparse.ArgumentParser()
parser.add_argument("--seconds", type=float, required=True, help="of one update on one machine")
parser.add_argument("--megabytes", type=float, required=True, help="of all gradients")
parser.add_argument("--buckets", type=int, default=10)
parser.add_argument("--sync-every", type=int, default=1)
o = parser.parse_args()

links = [("10 Gbit/s, 0.05 ms", 1e10, 5e-5), ("1 Gbit/s, 0.1 ms", 1e9, 1e-4), ("1 Gbit/s, 1 ms", 1e9, 1e-3),
         ("100 Mbit/s, 20 ms", 1e8, 2e-2)]
print("| machines | " + " | ".join(name for name, _, _ in links) + " |")
print("|---" * (len(links) + 1) + "|")
for n in (1, 2, 4, 8, 16, 64, 256, 1000):
    cells = []
    for _, bits, latency in links:
        ring = seconds_of_ring(n, o.megabytes, o.buckets, bits, latency) / o.sync_every
        cells.append(f"{o.seconds + ring:.2f} s, {o.seconds / (o.seconds + ring):.2f}")
    print(f"| {n} | " + " | ".join(cells) + " |")
