"""The log of an upstream: its requests in the order of their arrival, and its connections."""

from __future__ import annotations

import contextlib
import re
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wire import Request


def matches(pattern: str, method: str, target: str) -> bool:
    """Whether `METHOD path?query`, encoded or decoded, contains the pattern or matches it as a regular expression."""
    for text in (f"{method} {target}", f"{method} {urllib.parse.unquote_plus(target)}"):
        if pattern in text:
            return True
        with contextlib.suppress(re.error):
            if re.search(pattern, text):
                return True
    return False


@dataclass
class Entry:
    request: Request
    connection: int
    status: int = 0  # of the response
    fault: str | None = None
    state: str = "open"  # later "done", or "gone" if the client disconnected before the end

    def json(self) -> dict[str, Any]:
        request = self.request
        return {
            "method": request.method,
            "path": request.path,
            "target": request.target,
            "query": {name: text.encode("utf-8", "replace").decode() for name, text in request.query.items()},
            "headers": dict(request.headers),
            "body": request.body.decode("utf-8", "replace"),
            "connection": self.connection,
            "status": self.status,
            "fault": self.fault,
            "state": self.state,
        }


class Log:
    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.clear()
        self._last = 0
        self._open = 0

    def clear(self) -> None:
        """Removes the requests and resets the counters, except that of open connections."""
        with self._changed:
            self._entries: list[Entry] = []
            self._accepted = 0
            self._peak = 0
            self._peak_in_flight = 0

    # Connections. Those that carry only control requests are uncounted.

    def opened(self) -> int:
        with self._changed:
            self._last += 1
            self._accepted += 1
            self._open += 1
            self._changed.notify_all()
            return self._last

    def closed(self) -> None:
        with self._changed:
            self._open -= 1
            self._changed.notify_all()

    def forget(self) -> None:
        with self._changed:
            self._accepted -= 1
            self._open -= 1

    @contextlib.contextmanager
    def entry(self, request: Request, connection: int) -> Iterator[Entry]:
        entry = Entry(request, connection)
        with self._changed:
            self._entries.append(entry)
            self._peak = max(self._peak, self._open)
            self._peak_in_flight = max(self._peak_in_flight, self._in_flight())
            self._changed.notify_all()
        try:
            yield entry
            self.end(entry, "done")
        except OSError:
            self.end(entry, "gone")
            raise

    def end(self, entry: Entry, state: str) -> None:
        with self._changed:
            entry.state = state
            self._changed.notify_all()

    def _in_flight(self) -> int:
        return sum(entry.state == "open" for entry in self._entries)

    def json(self) -> dict[str, Any]:
        with self._changed:
            return {
                "requests": [entry.json() for entry in self._entries],
                "connections": {"accepted": self._accepted, "open": self._open, "peak": self._peak},
                "in_flight": {"now": self._in_flight(), "peak": self._peak_in_flight},
            }

    def wait(self, match: str, count: int, state: str | None, open_connections: int | None, seconds: float) -> bool:
        """Waits for `count` matching requests (in the state, and with at most this many open connections)."""

        def holds() -> bool:
            seen = (entry for entry in self._entries if state is None or entry.state == state)
            number = sum(matches(match, entry.request.method, entry.request.target) for entry in seen)
            return number >= count and (open_connections is None or self._open <= open_connections)

        return self._until(holds, seconds)

    def _until(self, holds: Callable[[], bool], seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        with self._changed:
            while not holds():
                rest = deadline - time.monotonic()
                if rest <= 0:
                    return False
                self._changed.wait(rest)
            return True
