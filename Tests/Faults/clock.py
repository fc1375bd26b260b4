"""A clock that stands still while nobody can expect progress."""

from __future__ import annotations

import threading
import time


class Clock:
    """Counts the seconds in which a server could work: not those in which it is stopped, its client does not read, or
    the machine is too busy for the storm itself."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._excused = 0.0
        self._holders = 0
        self._held_since = 0.0

    def now(self) -> float:
        with self._lock:
            return (self._held_since if self._holders else time.monotonic()) - self._excused

    def hold(self) -> None:
        with self._lock:
            if self._holders == 0:
                self._held_since = time.monotonic()
            self._holders += 1

    def release(self) -> None:
        with self._lock:
            self._holders -= 1
            if self._holders == 0:
                self._excused += time.monotonic() - self._held_since

    def excuse(self, seconds: float) -> None:
        with self._lock:
            if self._holders == 0:
                self._excused += seconds
