"""Compares ARI and AMI with scikit-learn's.

usage: compare_sklearn.py PARTITIONS.json

A list of {"a": labels, "b": labels, "ari": number, "ami": number}.
"""
import json
import sys

from sklearn.metrics import adjusted_mutual_info_score, adjusted_rand_score

TOLERANCE = 1e-9  # sums of a few thousand terms below 10 in double precision

cases = json.load(open(sys.argv[1]))
wrong = 0
for number, case in enumerate(cases):
    ami = adjusted_mutual_info_score(case["a"], case["b"], average_method="arithmetic")
    ari = adjusted_rand_score(case["a"], case["b"])
    for name, ours, theirs in (("ami", case["ami"], ami), ("ari", case["ari"], ari)):
        if not abs(ours - theirs) <= TOLERANCE:
            print(f"case {number} ({len(case['a'])} items): {name} {ours}, scikit-learn {theirs}")
            wrong += 1
print(f"{len(cases)} cases, {wrong} differences")
sys.exit(wrong > 0 or len(cases) == 0)
