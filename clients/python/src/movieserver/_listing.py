"""What pages follow one another: the calls to make, for the blocking and the asyncio results alike.

`following` is a generator that yields the calls it needs and is sent their results; it returns the next page.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Generator, Iterator, Sequence
from typing import Any, Generic, TypeVar

from ._call import Call
from .errors import ListNotReady, Superseded
from .models import FavoritesPage, Movie, Page

P = TypeVar("P", bound=Page | FavoritesPage)
Steps = Generator[Call[Any], Any, P | None]


class Listing(Generic[P]):
    """The pages of a list, or of the favorites."""

    def __init__(self, first: Call[P]) -> None:
        self.first = first

    def following(self, pages: Sequence[P]) -> Steps[P]:
        raise NotImplementedError


class Pages(Generic[P]):
    """The pages that came so far; what the results of both clients are made of."""

    def __init__(self, client: Any, listing: Listing[P], first: P) -> None:
        self._client = client
        self._listing = listing
        self._pages = [first]

    @property
    def page(self) -> P:
        """The first page, which came with the answer."""
        return self._pages[0]

    @property
    def total(self) -> int:
        """How many movies there are on all pages, as far as the server knows."""
        return self._pages[-1].total

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self._pages)} pages of {self.total} movies>"


def unseen(page: Page | FavoritesPage, seen: set[str]) -> Iterator[Movie]:
    """The movies of a page whose ids are not in `seen` yet, where it puts them."""
    for movie in page.items:
        if movie.id not in seen:
            seen.add(movie.id)
            yield movie


class Lists:
    """Whose each of the server's lists is now.

    A search takes a list over, and `nextPage` then continues that search. So every search gets a list of its own,
    unless the caller names one; and then the results that had it before must not go on with pages of another search.
    """

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._owners: weakref.WeakValueDictionary[str, ListPages] = weakref.WeakValueDictionary()

    def unused_name(self) -> str:
        return f"results:{next(self._numbers)}"

    def give(self, name: str, owner: ListPages) -> None:
        self._owners[name] = owner

    def is_owned(self, name: str, by: ListPages) -> bool:
        return self._owners.get(name) is by


class ListPages(Listing[Page]):
    """The pages of a list of the server's."""

    def __init__(self, lists: Lists, name: str, first: Call[Page]) -> None:
        super().__init__(first)
        self.name = name
        self._lists = lists
        self._next = Call("nextPage", {"list": name}, Page.from_json)
        lists.give(name, self)

    def following(self, pages: Sequence[Page]) -> Steps[Page]:
        if not pages[-1].has_more:
            return None
        self._check_owner()
        try:
            page: Page = yield self._next
        except ListNotReady:
            # The server keeps the lists used last, and this one was not: go there again.
            page = yield self.first
            while page.page <= pages[-1].page:
                if not page.has_more:
                    return None
                page = yield self._next
        self._check_owner()
        return page

    def _check_owner(self) -> None:
        if not self._lists.is_owned(self.name, self):
            raise Superseded(f"a newer search has taken the list {self.name!r} over", reason="superseded")


class FavoritesPages(Listing[FavoritesPage]):
    """The pages of the favorites, from the start again where they changed meanwhile.

    Thus no favorite is missed because another one before it went away; those seen already are left out by `Results`.
    """

    def __init__(self, params: dict[str, Any]) -> None:
        self._params = params
        self._start = params.get("offset", 0)
        super().__init__(self._page(self._start))

    def following(self, pages: Sequence[FavoritesPage]) -> Steps[FavoritesPage]:
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
