"""Watches all servers at any time: overdue requests, memory, descriptors, threads, arguments."""

from __future__ import annotations

import contextlib
import threading
import time
from typing import TYPE_CHECKING

import contract
from session import Session

if TYPE_CHECKING:
    from world import World

INTERVAL = 0.1


class Watch:
    def __init__(self, world: World):
        self._world = world
        self._is_over = threading.Event()
        self._seen: set[tuple[str, str]] = set()
        self._thread = threading.Thread(target=self._live, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self._is_over.set()
        self._thread.join()

    def _live(self) -> None:
        last = time.monotonic()
        while not self._is_over.wait(INTERVAL):
            now = time.monotonic()
            # A machine that does not run this thread in time may not run a server in time either.
            lag = now - last - INTERVAL
            last = now
            self._world.report.peak("lag", lag)
            self._world.learn_logins()
            self._measure_cache()
            for client in self._world.clients:
                if (session := client.session) is None or session.server.was_killed or session.is_over:
                    continue
                if lag > 0.1:
                    session.server.clock.excuse(lag)
                session.check_time()
                self._check_resources(session)

    def _measure_cache(self) -> None:
        for pattern, name in (("responses/*", "cached responses"), ("posters/*", "cached posters")):
            with contextlib.suppress(OSError):
                self._world.report.peak(name, sum(file.stat().st_size for file in self._world.cache.glob(pattern)))

    def _check_resources(self, session: Session) -> None:
        server = session.server
        status = server.status()
        if not status:
            return
        self._check(session, "memory", status.get("VmHWM", 0), contract.MEMORY_LIMIT)
        self._check(session, "descriptors", server.descriptors(), contract.DESCRIPTOR_LIMIT)
        self._check(session, "threads", status.get("Threads", 0), contract.THREAD_LIMIT)
        self._world.check_secrets(server.arguments(), f"arguments of {session.name}")

    def _check(self, session: Session, name: str, value: int, limit: int) -> None:
        self._world.report.peak(name, value)
        if value > limit and (session.name, name) not in self._seen:
            self._seen.add((session.name, name))
            text = f"{session.name} (pid {session.server.pid}): {value:,} is more than {limit:,}"
            self._world.report.violation(f"{name} are bounded" if name.endswith("s") else f"{name} is bounded", text)
