"""Pagination: the calls that fetch the next page, for the blocking and the asyncio results alike.

`following` is a generator. It yields the calls that it needs, receives their results, and returns the next page.
"""

from __future__ import annotations

import dataclasses
import itertools
import weakref
from collections.abc import Generator, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

from ._call import Call
from .errors import ListNotReady, Superseded
from .models import DiaryPage, FavoritesDelta, FavoritesPage, Movie, Page

P = TypeVar("P", bound=Page | FavoritesPage)
T = TypeVar("T")
Steps = Generator[Call[Any], Any, T]


class Listing(Generic[P]):
    """The pages of a list, or of the favorites."""

    def __init__(self, first: Call[P]) -> None:
        self.first = first

    def following(self, pages: Sequence[P]) -> Steps[P | None]:
        raise NotImplementedError


class Pages(Generic[P]):
    """The pages fetched so far: the base of the results of both clients."""

    def __init__(self, client: Any, listing: Listing[P], first: P) -> None:
        self._client = client
        self._listing = listing
        self._pages = [first]
        self._seen: set[str] = set()
        self._movies = [*unseen(first, self._seen)]

    def _add(self, page: P) -> None:
        self._pages.append(page)
        self._movies += unseen(page, self._seen)

    def __len__(self) -> int:
        """The number of movies fetched so far. `total` counts those on all pages."""
        return len(self._movies)

    @overload
    def __getitem__(self, index: int) -> Movie: ...
    @overload
    def __getitem__(self, index: slice) -> list[Movie]: ...
    def __getitem__(self, index: int | slice) -> Movie | list[Movie]:
        """Return movies fetched so far."""
        return self._movies[index]

    @property
    def page(self) -> P:
        """The first page, which came with the response."""
        return self._pages[0]

    @property
    def total(self) -> int:
        """The number of movies on all pages, as far as the server knows."""
        return self._pages[-1].total

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self._pages)} pages of {self.total} movies>"


def unseen(page: Page | FavoritesPage, seen: set[str]) -> Iterator[Movie]:
    """Yield the movies of a page whose ids are not in `seen` yet, and add their ids to it."""
    for movie in page.items:
        if movie.id not in seen:
            seen.add(movie.id)
            yield movie


class Lists:
    """The owner of each list on the server: the results whose pages it holds now.

    A search replaces the list of its name, and `nextPage` then continues that search. So every search gets a list of
    its own, unless the caller names one. Earlier results with that name must then not continue with pages of the new
    search.
    """

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._owners: weakref.WeakValueDictionary[str, ListPages] = weakref.WeakValueDictionary()

    def unused_name(self) -> str:
        return f"results:{next(self._numbers)}"

    def set_owner(self, name: str, owner: ListPages) -> None:
        self._owners[name] = owner

    def is_owner(self, owner: ListPages, name: str) -> bool:
        return self._owners.get(name) is owner


class ListPages(Listing[Page]):
    """The pages of a list on the server."""

    def __init__(self, lists: Lists, name: str, first: Call[Page]) -> None:
        super().__init__(first)
        self.name = name
        self._lists = lists
        self._next = Call("nextPage", {"list": name}, Page.from_json)
        lists.set_owner(name, self)

    def following(self, pages: Sequence[Page]) -> Steps[Page | None]:
        if not pages[-1].has_more:
            return None
        self._check_owner()
        try:
            page: Page = yield self._next
        except ListNotReady:
            # The server keeps only the lists used last and has dropped this one: fetch its pages again.
            page = yield self.first
            while page.page <= pages[-1].page:
                if not page.has_more:
                    return None
                page = yield self._next
        self._check_owner()
        return page

    def _check_owner(self) -> None:
        if not self._lists.is_owner(self, self.name):
            raise Superseded(f"a newer search has replaced the list {self.name!r}", reason="superseded")


class FavoritesPages(Listing[FavoritesPage]):
    """The pages of the favorites. If the favorites change in between, the pages start again from the first.

    Otherwise a removed favorite would move the others forward, and one of them would be missed. `Favorites` skips
    movies that it has already returned.
    """

    def __init__(self, params: dict[str, Any]) -> None:
        self._params = params
        self._start = params.get("offset", 0)
        super().__init__(self._page(self._start))

    def following(self, pages: Sequence[FavoritesPage]) -> Steps[FavoritesPage | None]:
        last = pages[-1]
        offset = last.offset + len(last.items)
        if last.offset > self._start and last.revision != pages[-2].revision:
            offset = self._start
        elif offset >= last.total or not last.items:
            return None
        page: FavoritesPage = yield self._page(offset)
        return page

    def _page(self, offset: int) -> Call[FavoritesPage]:
        return Call(
            "favorites",
            {**self._params, "offset": offset},
            lambda answer: FavoritesPage.from_json({"offset": offset, **answer}),
        )


def favorites_since(revision: int) -> Steps[FavoritesDelta]:
    """Fetch the changes since a revision. If they are too many for one message, fetch the rest in pages.

    If the favorites change meanwhile, start again: a movie that moves to another page would be missed.
    """
    while True:
        delta: FavoritesDelta = yield Call("favorites", {"since": revision}, FavoritesDelta.from_json)
        added, has_more = delta.added, bool(delta.has_more)
        while has_more:
            params = {"sort": "starredAt", "order": "asc", "limit": 1000, "offset": len(added)}
            page: FavoritesPage = yield Call("favorites", params, FavoritesPage.from_json)
            if page.revision != delta.revision:
                break
            added += page.items
            has_more = bool(page.items) and len(added) < page.total
        else:
            return dataclasses.replace(delta, added=added, has_more=None)


def diary_page(params: dict[str, Any], offset: int) -> Call[DiaryPage]:
    """The call that fetches the viewings from an offset on."""
    return Call("diary", {**params, "offset": offset}, DiaryPage.from_json)
