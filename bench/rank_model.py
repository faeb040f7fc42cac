#!/usr/bin/env python3
"""What more machines should give: a model of an update's time from bytes, delay and one machine's speed, beside what was measured.

    bench/rank_model.py --seconds 3.0 --megabytes 19.8 [--buckets 20] [--sync-every 1]      a table
    bench/rank_model.py ... --measured links.json --figure ranks.png                        and a figure

Every machine keeps `--seconds` of work an update (its own batch), then gradients go round a ring: 2 (N - 1) / N of the
bytes out of each machine, in 2 (N - 1) steps of a delay each, two buckets at a time. Overlap with the backward pass is not
counted: there is little. With --sync-every H the weights go round once in H updates. `--measured` is what bench/network_ranks --json
wrote, of two machines; the work of each is then the time without a limit.
"""
import argparse
import json

LINKS = ["10gbit,0.05ms", "1gbit,0.1ms", "1gbit,1ms", "100mbit,20ms"]


def bits_and_delay(link):
    rate, _, delay = link.partition(",")
    units = {"gbit": 1e9, "mbit": 1e6}
    bits = next((float(rate.removesuffix(unit)) * size for unit, size in units.items() if rate.endswith(unit)), float("inf"))
    return bits, float(delay.removesuffix("ms") or 0) / 1000


def seconds_of_ring(n, link, o):
    bits, delay = bits_and_delay(link)
    if n == 1:
        return 0.0
    return (2 * (n - 1) / n * o.megabytes * 8e6 / bits + 2 * (n - 1) * delay * (o.buckets + 1) / 2) / o.sync_every


def table(o):
    print("| machines | " + " | ".join(LINKS) + " |")
    print("|---" * (len(LINKS) + 1) + "|")
    for n in (1, 2, 4, 8, 16, 64, 256, 1000):
        times = [o.seconds + seconds_of_ring(n, link, o) for link in LINKS]
        print(f"| {n} | " + " | ".join(f"{time:.2f} s, {o.seconds / time:.2f}" for time in times) + " |")


def comparison(measured, o):
    """The measured links of two machines against the model, whose work is the measured time without a limit."""
    work = next(row["seconds"] for row in measured if row["link"] == "unlimited")
    print("\n| link | measured, s | computed, s |\n|---|---|---|")
    for row in measured:
        print(f"| {row['link']} | {row['seconds']:.3f} | {work + seconds_of_ring(2, row['link'], o):.3f} |")
    return work


def figure(measured, work, o):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plot
    machines = [1, *(round(10 ** (i / 20)) for i in range(6, 61))]
    fig, axes = plot.subplots(figsize=(7.5, 4.6))
    colours = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9"]
    for row, colour in zip(measured, colours):
        times = [work + seconds_of_ring(n, row["link"], o) for n in machines]
        axes.plot(machines, [n / time for n, time in zip(machines, times)], color=colour, label=row["link"].replace(",", ", "))
        axes.plot([2], [2 / row["seconds"]], "o", color=colour, markeredgecolor="black", zorder=3)
    axes.plot([], [], "o", color="white", markeredgecolor="black", label="measured, 2 machines")
    axes.set(xscale="log", yscale="log", xlabel="machines", ylabel="batches of one machine, a second",
             title=f"{o.megabytes:g} MB of gradients, {work:.2f} s of work an update: computed, and measured")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    fig.tight_layout()
    fig.savefig(o.figure, dpi=110)


parser = argparse.ArgumentParser()
parser.add_argument("--seconds", type=float, required=True, help="of one update on one machine")
parser.add_argument("--megabytes", type=float, required=True, help="of all gradients")
parser.add_argument("--buckets", type=int, default=20)
parser.add_argument("--sync-every", type=int, default=1)
parser.add_argument("--measured", type=argparse.FileType())
parser.add_argument("--figure")
o = parser.parse_args()
table(o)
if o.measured:
    rows = json.load(o.measured)
    seconds = comparison(rows, o)
    if o.figure:
        figure(rows, seconds, o)
