"""How far a recording is, how fast it goes and how long it will take."""
import sys
import time


class Progress:
    """A line that renews itself on a terminal, and one every half minute elsewhere."""

    def __init__(self, total: int, out=sys.stderr, clock=time.monotonic):
        self._total, self._out, self._clock = total, out, clock
        self._start, self._said = clock(), clock()
        self._there = self._new = 0  # sequences, and those of them that were played now
        self.scores: list[int] = []

    def add(self, split: str, sequences: int, score: int, new: bool) -> None:
        self._there += sequences
        self._new += sequences if new else 0
        self.scores.append(score)
        now = self._clock()
        if self._out.isatty():
            print(f"\r\033[K{self.line(split)}", end="", file=self._out, flush=True)
        elif now - self._said >= 30:
            print(self.line(split), file=self._out, flush=True)
            self._said = now

    def line(self, split: str) -> str:
        rate = self._new / max(self._clock() - self._start, 1e-9)
        left = f"{(self._total - self._there) / rate / 60:.0f} min left" if rate else "..."
        return (f"{split}: {self._there} of {self._total} sequences, {len(self.scores)} games of "
                f"{sum(self.scores) / len(self.scores):.0f} points, {rate:.1f} sequences/s, {left}")

    def done(self, line: str) -> None:
        print(("\r\033[K" if self._out.isatty() else "") + line, file=self._out)
