"""Backups of the favorites, restored over what killed servers have left."""

from __future__ import annotations

import contextlib
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
from typing import TYPE_CHECKING

from ledger import last_changes

if TYPE_CHECKING:
    from world import World

LISTING = b'{"jsonrpc":"2.0","id":1,"method":"favorites","params":{"limit":1000}}\n'
STAR = b'{"jsonrpc":"2.0","id":2,"method":"star","params":{"movie":{"id":"own:new","title":"New"}}}\n'


class Backup:
    def __init__(self, world: World):
        self._world = world
        self._file = world.folder / "backup.db"

    def use(self, dice: random.Random) -> None:
        """In a quiet moment makes a backup, or restores the one before."""
        with self._world.quiet() as is_quiet:
            if is_quiet and (not self._file.exists() or dice.random() < 0.3):
                self._make()
            elif is_quiet:
                self._restore(dice.choice(["cp", "mv"]))
        if self._file.exists():
            self._try_damaged(dice)

    def _make(self) -> None:
        self._file.unlink(missing_ok=True)
        with (
            contextlib.closing(sqlite3.connect(self._world.favorites)) as favorites,
            contextlib.closing(sqlite3.connect(self._file)) as copy,
        ):
            favorites.backup(copy)
        self._world.event("a backup is made")

    def _restore(self, how: str) -> None:
        """Kills all servers, which leaves a write-ahead log, and puts the backup in the place of the favorites."""
        for session in [client.session for client in self._world.clients if client.session is not None]:
            session.server.kill()
            session.server.wait(10)
        self._world.check_ledger()
        self._world.ledger.clear()
        self._put(self._file, how)
        self._world.event(f"a backup is restored with {how}")
        self._world.report.count("restored backups")
        self._check(how)

    def _put(self, file: pathlib.Path, how: str) -> None:
        if how == "cp":
            shutil.copyfile(file, self._world.favorites)
        else:
            copy = self._world.data / "restored"
            shutil.copyfile(file, copy)
            copy.rename(self._world.favorites)

    def _try_damaged(self, dice: random.Random) -> None:
        """Starts a server on a damaged copy of the favorites, which it must refuse or serve, but survive."""
        folder = self._world.folder / "damaged"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700)
        copy = folder / "favorites.db"
        shutil.copyfile(self._file, copy)
        what = dice.choice(["UPDATE state SET revision = ", "UPDATE entry SET starred_at = ", "page", "cut"])
        if what == "cut":
            with open(copy, "r+b") as file:
                file.truncate(dice.randrange(copy.stat().st_size))
        elif what == "page":
            with open(copy, "r+b") as file:
                file.seek(dice.randrange(copy.stat().st_size))
                file.write(dice.randbytes(4096))
        else:
            what += str(dice.choice([-(2**63), -1, 2**63 - 1]))
            with contextlib.closing(sqlite3.connect(copy)) as database, database:
                database.execute(what)
        requests = [LISTING, STAR, LISTING.replace(b":1,", b":3,")]
        done = self._run(["--data-dir", str(folder)], b"".join(requests))
        answers = [line for line in done.stdout.splitlines() if b'"id":' in line[:30]]
        if done.returncode != 0 or len(answers) != len(requests):
            text = f"{what}: status {done.returncode}, {len(answers)} answers: {done.stderr[-300:]!r}"
            self._world.report.violation("a damaged favorites file ends no server", text)

    def _run(self, options: list[str], requests: bytes) -> subprocess.CompletedProcess[bytes]:
        command = [self._world.program, *self._world.options, *options]
        return subprocess.run(command, env=self._world.environment, input=requests, capture_output=True, timeout=60)

    def _check(self, how: str) -> None:
        """Checks with a server of its own that the favorites are exactly those of the backup."""
        expected = {id.encode() for id, change in last_changes(self._file)[0].items() if change.is_starred}
        done = self._run([], LISTING)
        found = set(re.findall(rb'\{"id":"([^"]+)","title"', done.stdout.splitlines()[-1] if done.stdout else b""))
        if found == expected:
            return
        text = f"{how}: {len(found)} favorites, {len(expected)} in the backup: {done.stdout[:300]!r}"
        self._world.report.violation("a restored backup has its favorites", text)
        for suffix in ("", "-wal", "-shm"):  # so that the rest of the storm has favorites again
            pathlib.Path(f"{self._world.favorites}{suffix}").unlink(missing_ok=True)
