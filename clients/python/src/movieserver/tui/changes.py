"""Changes of what the user keeps about films, each of which can be undone."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from .._undo import JSON, Request, inverse
from ..words import film, t

LIMIT = 100  # of the changes that can be undone
KEPT = ("isFavorite", "mark", "ids")  # members of a movie that the server knows better


class Changes:
    """Makes changes, and remembers the requests that undo them. Each method returns what the user reads."""

    def __init__(self, send: Callable[[str, JSON], Awaitable[JSON]]) -> None:
        self._send = send
        self._undo: list[tuple[str, list[Request]]] = []

    def forget(self) -> None:
        """Forget what to undo: an import cannot be undone, and no change before it."""
        self._undo.clear()

    async def star(self, movies: list[JSON]) -> str:
        """Star films or, if all are, remove their stars."""
        add = not all(movie["isFavorite"] for movie in movies)
        undo: list[Request] = []
        for movie in movies:
            if movie["isFavorite"] != add:
                method, params = ("star", _film(movie)) if add else ("unstar", {"id": movie["id"]})
                undo += await self._change(method, params, movie)
        text = "Starred {film}." if add else "Unstarred {film}."
        return self._done(t(text, film=_names(movies)), undo)

    async def watchlist(self, movies: list[JSON]) -> str:
        """Put films on the watchlist or, if all are on it, take them off."""
        add = not all("watchlistedAt" in movie.get("mark", {}) for movie in movies)
        undo = await self._mark(movies, watchlist=add)
        text = "Put {film} on the watchlist." if add else "Took {film} off the watchlist."
        return self._done(t(text, film=_names(movies)), undo)

    async def mark(self, movies: list[JSON], **values: Any) -> str:
        """Set a rating, a note or tags of films."""
        undo = await self._mark(movies, **values)
        return self._done(t("Changed {film}.", film=_names(movies)), undo)

    async def log(self, movies: list[JSON], **viewing: Any) -> str:
        undo: list[Request] = []
        text = "Logged a viewing of {film}."
        for movie in movies:
            if "watchlistedAt" in movie.get("mark", {}):
                text = "Logged a viewing of {film}, now off the watchlist."
            undo += await self._change("logViewing", {**_film(movie), **viewing}, movie)
        return self._done(t(text, film=_names(movies)), undo)

    async def change_viewing(self, movie: JSON, viewing: JSON, **values: Any) -> str:
        undo = await self._change("logViewing", {"viewing": viewing["viewing"], **values}, movie, viewing)
        return self._done(t("Changed the viewing of {film}.", film=film(movie)), undo)

    async def delete_viewing(self, movie: JSON, viewing: JSON) -> str:
        undo = await self._change("deleteViewing", {"viewing": viewing["viewing"]}, movie)
        return self._done(t("Deleted the viewing of {film}.", film=film(movie)), undo)

    @property
    def last(self) -> str:
        """What the user has read about the last change that can be undone."""
        return self._undo[-1][0] if self._undo else ""

    async def undo(self) -> str:
        if not self._undo:
            return t("There is nothing to undo.")
        text, requests = self._undo.pop()
        for method, params in requests:
            await self._send(method, params)
        return t("Undone: {change}", change=text)

    def _done(self, text: str, undo: Iterable[Request]) -> str:
        self._undo = [*self._undo, (text, [*undo])][-LIMIT:]
        return text

    async def _mark(self, movies: list[JSON], **values: Any) -> list[Request]:
        """Set values of films. Returns the requests that set those before."""
        return [each for movie in movies for each in await self._change("mark", {**_film(movie), **values}, movie)]

    async def _change(self, method: str, params: JSON, movie: JSON, viewing: JSON | None = None) -> list[Request]:
        """Make a change of a film. Returns the requests that undo it."""
        kept = dict(movie.get("mark", {}))  # the server tells of the change before it answers
        answer = await self._send(method, params)
        return inverse(method, params, answer, _film(movie), kept, viewing)


def _film(movie: JSON) -> JSON:
    """Return the film of a change with its data, so that the server need not fetch them."""
    return {"movie": {name: value for name, value in movie.items() if name not in KEPT}}


def _names(movies: list[JSON]) -> str:
    return film(movies[0]) if len(movies) == 1 else t("{count} films", count=f"{len(movies):,}")
