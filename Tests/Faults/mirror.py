"""A client's copy of the favorites or of the library, kept up to date by notifications alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Mirror:
    """Unknown until a listing has come; then every change must continue the one before."""

    def __init__(self) -> None:
        self.ids: set[str] | None = None
        self.revision = 0
        self.epoch = ""
        self._early: list[Mapping[str, Any]] = []  # changes that came before the listing's response

    def forget(self) -> None:
        self.ids = None
        self._early = []

    def start(self, listing: Mapping[str, Any]) -> list[str]:
        """Starts from a complete result of `favorites` or `library`, if nothing newer is known; returns the problems."""
        if self.ids is not None and self.epoch == listing["epoch"] and self.revision >= listing["revision"]:
            return []
        self.ids = {movie["id"] for movie in listing["items"]}
        self.revision = listing["revision"]
        self.epoch = listing["epoch"]
        early, self._early = self._early, []
        known, total = len(self.ids), listing["total"]
        problems = [] if known == total else [f"revision {self.revision} has a total of {total}, but {known} movies"]
        for change in early:
            if change["epoch"] == self.epoch and change["revision"] > self.revision:
                # One that was folded may begin before the listing. It contains all that has changed since.
                begin = min(max(change["previousRevision"], self.revision), change["revision"] - 1)
                problems += self.apply({**change, "previousRevision": begin})
        return problems

    def apply(self, change: Mapping[str, Any]) -> list[str]:
        """Applies the params of a `favoritesChanged` or `libraryChanged`; returns the problems."""
        if self.ids is None:
            self._early.append(change)
            return []
        previous, revision, epoch = change["previousRevision"], change["revision"], change["epoch"]
        if epoch != self.epoch:
            return [f"the epoch changed to {epoch} although nobody replaced the file"]
        if previous != self.revision or revision <= previous:
            problem = f"{previous}…{revision} follows {self.revision}"
            self.forget()
            return [problem]
        added = [movie["id"] for movie in change.get("added", change.get("changed"))]
        self.ids.difference_update(change["removed"])
        self.ids.update(added)
        self.revision = revision
        if change["total"] == len(self.ids):
            return []
        known = len(self.ids)
        self.forget()
        what = f"{previous}…{revision}, added {added}, removed {change['removed']}"
        return [f"a total of {change['total']} after {what}, but {known} movies are known"]
