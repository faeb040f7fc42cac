#!/usr/bin/env python3
"""Walks docs/first-hour.md as a new user does: runs every command in one folder and compares what it
prints with what the page says. Numbers may differ from processor to processor, words may not.

    walk.py PAGE BIN            exit code 1 and the difference when the page is stale
    walk.py PAGE BIN --update   rewrites what commands print on the page
"""
import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"```console\n(.*?)```\n", re.S)
# speed and time: nobody's business here, and no two alike
PROGRESS = re.compile(r", took .* s\b|, .*/s$")
# so is the precision of the fast kernels, which is the processor's
PRECISION = re.compile(r"\b(fp32|bf16)(?= kernels)")
NUMBER = re.compile(r"[-+]?\d+(\.\d+)?(e[-+]?\d+)?")


def commands_of(block):
    """Pairs of a command, which may go on after a backslash, and what it prints."""
    pairs = []
    for line in block.splitlines():
        if line.startswith("$ "):
            pairs.append([line, []])
        elif pairs and not pairs[-1][1] and pairs[-1][0].endswith("\\"):
            pairs[-1][0] += "\n" + line
        elif pairs:
            pairs[-1][1].append(line)
    return pairs


def run(command, folder, binaries):
    environment = dict(os.environ, PATH=f"{binaries}:{os.environ['PATH']}", LC_ALL="C.UTF-8")
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    return [line for line in lines if not PROGRESS.search(line)]


def without_numbers(lines):
    return [re.sub(r"\s+", " ", NUMBER.sub("#", PRECISION.sub("#", line))) for line in lines]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("binaries", type=pathlib.Path)
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    text = options.page.read_text()
    stale = []
    with tempfile.TemporaryDirectory() as folder:

        def walked(match):
            block = ""
            for command, said in commands_of(match[1]):
                printed = run(command[2:], folder, options.binaries.resolve())
                if without_numbers(printed) != without_numbers(said):
                    stale.append("\n".join(difflib.unified_diff(
                        said, printed, "the page", "the program", lineterm="", n=1)))
                    stale[-1] = f"{command}\n{stale[-1]}"
                block += "\n".join([command, *printed]) + "\n"
            return f"```console\n{block}```\n"

        fresh = BLOCK.sub(walked, text)
    if options.update:
        options.page.write_text(fresh)
    elif stale:
        print(f"{options.page} says what the program does not; walk.py --update mends it")
        print("\n\n".join(stale))
        sys.exit(1)
    elif text.count("\n$ ") < 10:
        sys.exit(f"{options.page}: hardly a command was run")


if __name__ == "__main__":
    main()
