"""Everything that goes wrong around the servers, each on a thread of its own, at random."""

from __future__ import annotations

import contextlib
import fcntl
import os
import random
import resource
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import services
from backup import Backup
from server_process import ServerProcess

if TYPE_CHECKING:
    from world import World


class Weather:
    def __init__(self, world: World, seed: str):
        self._world = world
        self._seed = seed
        self._backup = Backup(world)
        self._births = random.Random(f"{seed} births")
        self._threads = [
            self._thread(actor)
            for actor in (self._services, self._stops, self._kills, self._locks, self._limits, self._disk, self._damage)
        ]

    def start(self) -> None:
        for each in self._threads:
            each.start()

    def join(self) -> None:
        for each in self._threads:
            each.join()

    def _thread(self, actor: Callable[[random.Random], None]) -> threading.Thread:
        dice = random.Random(f"{self._seed} {actor.__name__}")

        def live() -> None:
            while not self._world.is_calm.is_set():
                actor(dice)

        return threading.Thread(target=live, daemon=True)

    def _wait(self, seconds: float) -> bool:
        """False once calm returns."""
        return not self._world.is_calm.wait(seconds)

    def _long_or_short(self, dice: random.Random) -> float:
        return dice.uniform(7, self._world.longest_stop) if dice.random() < 0.2 else dice.uniform(0.1, 2.5)

    def _server(self, dice: random.Random) -> ServerProcess | None:
        sessions = [client.session for client in self._world.clients if client.session is not None]
        return dice.choice(sessions).server if sessions else None

    # MARK: Services

    def _services(self, dice: random.Random) -> None:
        service = dice.choice(self._world.services)
        throw = dice.random()
        if throw < 0.15:
            service.control("clear_faults")
        elif throw < 0.18:
            self._world.event(f"{service.name} stops")
            with service.stopped():
                self._wait(dice.uniform(0.5, 5))
        elif throw < 0.21:
            self._world.event(f"{service.name} is killed")
            with service.killed():
                self._wait(dice.uniform(0.1, 3))
        elif throw < 0.3 and service.name == "tmdb":
            service.control("approve", request_token="", decision="approved")
        else:
            rule = services.random_rule(dice)
            self._world.event(f"{service.name} {str(rule)[:300]}")
            self._world.report.count("faults")
            service.control("faults", rules=[rule])
        if dice.random() < 0.1:
            service.control("clear_log")
        self._wait(dice.uniform(0.05, 0.8))

    # MARK: Neighbours

    def _stops(self, dice: random.Random) -> None:
        if (server := self._server(dice)) is not None and self._wait(dice.uniform(0, 2)):
            self._stop(server, self._long_or_short(dice))

    def _stop(self, server: ServerProcess, seconds: float) -> None:
        self._world.event(f"stop pid {server.pid} for {seconds:.1f} s")
        self._world.report.count("stops")
        with server.stopped():
            self._wait(seconds)

    def at_birth(self, server: ServerProcess) -> None:
        """Stops some servers while they start, which includes the moment when they open the favorites."""
        if self._births.random() > 0.25:
            return
        delay, seconds = self._births.uniform(0, 0.03), self._long_or_short(self._births)

        def stop() -> None:
            time.sleep(delay)
            self._stop(server, seconds)

        threading.Thread(target=stop, daemon=True).start()

    def _kills(self, dice: random.Random) -> None:
        if self._wait(dice.uniform(0.5, 4)) and (server := self._server(dice)) is not None:
            self._world.event(f"kill pid {server.pid}")
            self._world.report.count("kills")
            server.kill()

    def _locks(self, dice: random.Random) -> None:
        """Holds the locks that a stopped neighbour would hold: of the folder, or of the favorites file."""
        if not self._wait(dice.uniform(1, 8)):
            return
        seconds = self._long_or_short(dice)
        self._world.report.count("locks")
        with self._world.files:
            if not self._world.is_calm.is_set():
                self._lock_files(dice, seconds)

    def _lock_files(self, dice: random.Random, seconds: float) -> None:
        if dice.random() < 0.5:
            self._world.event(f"lock the folder for {seconds:.1f} s")
            descriptor = os.open(self._world.data, os.O_RDONLY)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            if (server := self._server(dice)) is not None:
                self._world.event(f"kill pid {server.pid}")  # the next one opens the favorites meanwhile
                server.kill()
            self._wait(seconds)
            os.close(descriptor)
        else:
            self._world.event(f"lock the favorites for {seconds:.1f} s")
            with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(self._world.favorites)) as file:
                file.execute("BEGIN IMMEDIATE")
                self._wait(seconds)

    # MARK: Limits and disks

    def _limits(self, dice: random.Random) -> None:
        if not self._wait(dice.uniform(0.5, 3)) or (server := self._server(dice)) is None:
            return
        self._world.report.count("limits")
        if dice.random() < 0.6:
            kind, number = resource.RLIMIT_NOFILE, server.descriptors() + dice.randint(-2, 4)
        else:
            kind, number = resource.RLIMIT_FSIZE, dice.choice([0, 4096, 65536, 1 << 20])
        self._world.event(f"limit pid {server.pid}: {'files' if kind == resource.RLIMIT_NOFILE else 'size'} {number}")
        with server.limited(kind, max(0, number)):
            self._wait(dice.uniform(0.2, 4))

    def _disk(self, dice: random.Random) -> None:
        """Fills the disk for a while, where a small one could be mounted."""
        if not self._wait(dice.uniform(2, 8)) or not self._world.has_small_disk:
            return
        with self._world.files:
            if not self._world.is_calm.is_set():
                self._fill_disk(dice)

    def _fill_disk(self, dice: random.Random) -> None:
        self._world.event("the disk is full")
        self._world.report.count("full disks")
        ballast = self._world.disk / "ballast"
        with contextlib.suppress(OSError), open(ballast, "wb", buffering=0) as file:
            while True:
                file.write(bytes(1 << 16) if dice.random() < 0.9 else bytes(100))
        self._wait(dice.uniform(0.2, 3))
        with contextlib.suppress(OSError):
            ballast.unlink()
        self._world.event("the disk has room")

    def _damage(self, dice: random.Random) -> None:
        if not self._wait(dice.uniform(1, 5)):
            return
        cache = self._world.cache
        what = dice.choice(["responses", "overwritten", "no responses", "folder", "posters", "no posters", "backup"])
        self._world.event(f"damage: {what}")
        self._world.report.count("damages")
        with contextlib.suppress(OSError, IndexError, sqlite3.Error):
            match what:
                case "responses":
                    for path in (cache / "responses").iterdir():
                        path.write_bytes(dice.choice([b"", dice.randbytes(5000), b"{}\n"]))
                case "overwritten":
                    path = dice.choice(list((cache / "responses").iterdir()))
                    with open(path, "r+b") as file:
                        file.seek(dice.randrange(max(1, path.stat().st_size)))
                        file.write(dice.randbytes(100))
                case "no responses":
                    shutil.rmtree(cache / "responses")
                case "folder":
                    path = dice.choice(list((cache / "responses").iterdir()))
                    path.unlink()
                    path.mkdir()
                    self._wait(0.5)
                    path.rmdir()
                case "posters":
                    for path in (cache / "posters").iterdir():
                        path.write_bytes(dice.choice([b"", dice.randbytes(100), b"<svg onload='x'/>"]))
                case "no posters":
                    shutil.rmtree(cache / "posters")
                case "backup":
                    with self._world.files:
                        self._backup.use(dice)
