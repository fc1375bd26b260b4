"""The changes of favorites and the viewings that servers have acknowledged, and whether the file still has them."""

from __future__ import annotations

import os
import pathlib
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass


@dataclass(frozen=True)
class Change:
    revision: int
    id: str
    is_starred: bool


class Ledger:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._changes: list[Change] = []
        self._viewings: set[str] = set()

    def add_viewing(self, id: str) -> None:
        with self._lock:
            self._viewings.add(id)

    def add(self, revision: int, id: str, is_starred: bool) -> None:
        with self._lock:
            self._changes.append(Change(revision, id, is_starred))

    def clear(self) -> None:
        """After a backup was restored, which does not have these changes."""
        with self._lock:
            self._changes = []
            self._viewings = set()

    def __len__(self) -> int:
        return len(self._changes) + len(self._viewings)

    def problems(self, file: pathlib.Path) -> Sequence[str]:
        """Acknowledged changes that the favorites file does not have, and revisions that were given twice."""
        last, viewings = last_changes(file)
        with self._lock:
            changes = list(self._changes)
            # One that was deleted since has a field without a value.
            problems = [f"the viewing {each} is lost" for each in self._viewings - viewings]
        seen: dict[int, Change] = {}
        for change in changes:
            if change.revision in seen:
                problems.append(f"{change} and {seen[change.revision]} have one revision")
            seen[change.revision] = change
            # A later change of the same movie may come from any client; this one must be in the history below it.
            known = last.get(change.id)
            if known is None or known.revision < change.revision:
                problems.append(f"{change} is lost, the file has {known}")
            elif known.revision == change.revision and known != change:
                problems.append(f"the file has {known} instead of {change}")
        return problems


def last_changes(file: pathlib.Path) -> tuple[Mapping[str, Change], Set[str]]:
    """The last change of each movie, and all viewings; read from a copy, so that reading changes nothing."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / file.name
        for suffix in ("", "-wal"):
            if os.path.exists(f"{file}{suffix}"):
                shutil.copyfile(f"{file}{suffix}", f"{copy}{suffix}")
        database = sqlite3.connect(copy)
        try:
            rows = [
                *database.execute("SELECT added, id, 1 FROM entry WHERE starred_at IS NOT NULL"),
                *database.execute("SELECT revision, id, 0 FROM removal"),
            ]
            viewings = {row[0] for row in database.execute("SELECT substr(field, 9) FROM field WHERE field LIKE 'viewing:%'")}
        finally:
            database.close()
    return {id: Change(revision, id, bool(is_starred)) for revision, id, is_starred in rows}, viewings
