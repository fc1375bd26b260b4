"""What a storm has seen: violations, events and counts."""

from __future__ import annotations

import collections
import threading
import time

SHOWN = 4  # violations of one kind that are printed in full


class Report:
    """Collects what all threads report, and prints violations at once."""

    def __init__(self, path: str):
        self._lock = threading.Lock()
        self._events = open(path, "w", encoding="utf-8")
        self._start = time.monotonic()
        self.counts: collections.Counter[str] = collections.Counter()
        self.violations: collections.Counter[str] = collections.Counter()
        self.reasons: collections.Counter[str] = collections.Counter()
        self.peaks: dict[str, float] = {}

    def event(self, text: str) -> None:
        with self._lock:
            self._write(text)

    def count(self, name: str, number: int = 1) -> None:
        with self._lock:
            self.counts[name] += number

    def reason(self, reason: str) -> None:
        with self._lock:
            self.reasons[reason] += 1

    def peak(self, name: str, value: float) -> None:
        with self._lock:
            self.peaks[name] = max(value, self.peaks.get(name, value))

    def violation(self, rule: str, text: str) -> None:
        """Records that a rule was broken."""
        with self._lock:
            self.violations[rule] += 1
            line = f"VIOLATION {rule}: {text}"
            self._write(line)
            if self.violations[rule] <= SHOWN:
                print(f"{time.monotonic() - self._start:7.2f} {line}", flush=True)

    def summary(self) -> str:
        with self._lock:
            self._events.flush()
            lines = [
                "  ".join(f"{name} {number}" for name, number in sorted(self.counts.items())),
                "reasons: " + "  ".join(f"{name} {number}" for name, number in self.reasons.most_common()),
                "peaks: " + "  ".join(f"{name} {value:.4g}" for name, value in sorted(self.peaks.items())),
            ]
            lines += [f"VIOLATED {number} × {rule}" for rule, number in self.violations.most_common()]
            return "\n".join(lines)

    def _write(self, text: str) -> None:
        self._events.write(f"{time.monotonic() - self._start:9.3f} {text}\n")
        self._events.flush()
