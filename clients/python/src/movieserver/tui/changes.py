"""Changes of what the user keeps about films, each of which can be undone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from .._undo import JSON, Request, inverse
from ..errors import InvalidRequest, MovieServerError
from ..words import count, film, t

LIMIT = 100  # of the changes that can be undone
KEPT = ("isFavorite", "mark", "ids")  # members of a movie that the server knows better


class Changes:
    """Makes changes, and remembers the requests that undo them. Each method returns what the user reads."""

    def __init__(self, send: Callable[[str, JSON], Awaitable[JSON]]) -> None:
        self._send = send
        self._undo: list[tuple[str, list[Request]]] = []
        self._unfinished: set[asyncio.Task[str]] = set()

    async def _finish(self, work: Coroutine[Any, Any, str]) -> str:
        """Make a change that goes on if nobody waits for it any more, because the user closes the screen or quits."""
        change = asyncio.create_task(work)
        self._unfinished.add(change)
        change.add_done_callback(self._unfinished.discard)
        return await asyncio.shield(change)

    def unfinished(self) -> asyncio.Future[list[str | BaseException]]:
        """Return what becomes of the changes that are being made."""
        return asyncio.gather(*self._unfinished, return_exceptions=True)

    def forget(self) -> None:
        """Forget what to undo: an import cannot be undone, and no change before it."""
        self._undo.clear()

    async def star(self, movies: list[JSON]) -> str:
        """Star films or, if all are, remove their stars."""
        add = not all(movie["isFavorite"] for movie in movies)
        return await self._change("Starred {film}." if add else "Unstarred {film}.", "mark", movies, starred=add)

    async def watchlist(self, movies: list[JSON]) -> str:
        """Put films on the watchlist or, if all are on it, take them off."""
        add = not all("watchlistedAt" in movie.get("mark", {}) for movie in movies)
        text = "Put {film} on the watchlist." if add else "Took {film} off the watchlist."
        return await self._change(text, "mark", movies, watchlist=add)

    async def mark(self, movies: list[JSON], **values: Any) -> str:
        """Set a rating, a note or tags of films."""
        return await self._change("Changed {film}.", "mark", movies, **values)

    async def log(self, movies: list[JSON], **values: Any) -> str:
        text = "Logged a viewing of {film}."
        if any("watchlistedAt" in movie.get("mark", {}) for movie in movies):
            text = "Logged a viewing of {film}, now off the watchlist."
        return await self._change(text, "logViewing", movies, **values)

    async def change_viewing(self, movie: JSON, viewing: JSON, **values: Any) -> str:
        text = "Changed the viewing of {film}."
        return await self._change(text, "logViewing", [movie], viewing, viewing=viewing["viewing"], **values)

    async def delete_viewing(self, movie: JSON, viewing: JSON) -> str:
        text = "Deleted the viewing of {film}."
        return await self._change(text, "deleteViewing", [movie], viewing=viewing["viewing"])

    @property
    def last(self) -> str:
        """What the user has read about the last change that can be undone."""
        return self._undo[-1][0] if self._undo else ""

    async def undo(self) -> str:
        if not self._undo:
            return t("There is nothing to undo.")
        return await self._finish(self._undo_last())

    async def _undo_last(self) -> str:
        text, requests = change = self._undo.pop()
        try:
            while requests:
                await self._send(*requests[0])
                del requests[0]
        except MovieServerError as error:
            if not isinstance(error, InvalidRequest):  # which another try would be, too
                self._undo.append(change)
            raise
        return t("Undone: {change}", change=text)

    async def _change(self, *arguments: Any, **params: Any) -> str:
        return await self._finish(self._make(*arguments, **params))

    async def _make(self, text: str, method: str, movies: list[JSON], before: JSON | None = None, **params: Any) -> str:
        """Make a change of each film. If one fails, those before it can be undone, too."""
        undo: list[Request] = []
        changed: list[JSON] = []
        try:
            for movie in movies:
                kept = dict(movie.get("mark", {}))  # the server tells of the change before it answers
                answer = await self._send(method, params if "viewing" in params else {**_film(movie), **params})
                undo += inverse(method, params, answer, _film(movie), kept, before)
                changed.append(movie)
        finally:
            if changed:
                text = t(text, film=names(changed))
                self._undo = [*self._undo, (text, undo)][-LIMIT:]
        return text


def names(movies: list[JSON]) -> str:
    return film(movies[0]) if len(movies) == 1 else count({"total": len(movies)})


def _film(movie: JSON) -> JSON:
    """Return the film of a change with its data, so that the server need not fetch them."""
    return {"movie": {name: value for name, value in movie.items() if name not in KEPT}}
