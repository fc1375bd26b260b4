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
from .errors import ListNotReady, Superseded, from_json
from .models import (
    DiaryItem,
    DiaryPage,
    FavoritesDelta,
    FavoritesPage,
    LibraryDelta,
    LibraryPage,
    Movie,
    Page,
    SectionPage,
)

AnyPage = Page | FavoritesPage | LibraryPage | DiaryPage
P = TypeVar("P", bound=AnyPage)
Item = TypeVar("Item", bound=Movie | DiaryItem)
T = TypeVar("T")
Steps = Generator[Call[Any], Any, T]


class Listing(Generic[P]):
    """The pages of a list, or of the favorites."""

    def __init__(self, first: Call[P]) -> None:
        self.first = first

    def following(self, pages: Sequence[P]) -> Steps[P | None]:
        raise NotImplementedError


class Pages(Generic[P, Item]):
    """The pages fetched so far, and their movies or viewings: the base of the results of both clients."""

    def __init__(self, client: Any, listing: Listing[P], first: P) -> None:
        self._client = client
        self._listing = listing
        self._pages = [first]
        self._seen: set[str] = set()
        self._items: list[Item] = [*unseen(first, self._seen)]

    def _add(self, page: P) -> None:
        self._pages.append(page)
        self._items += unseen(page, self._seen)

    def __len__(self) -> int:
        """The number fetched so far. `total` counts those on all pages."""
        return len(self._items)

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | list[Item]:
        """Return what has been fetched so far."""
        return self._items[index]

    @property
    def page(self) -> P:
        """The first page, which came with the response."""
        return self._pages[0]

    @property
    def total(self) -> int:
        """The number on all pages, as far as the server knows."""
        return self._pages[-1].total

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self)} of {self.total}>"


class Listed(Pages[Page, Movie]):
    @property
    def list(self) -> str:
        """The list's name on the server."""
        return self.page.list


class Revised(Pages[P, Item]):
    @property
    def revision(self) -> int:
        """The revision of the last page of the favorites or the library: `…_since(revision)` continues from there."""
        return self._pages[-1].revision  # type: ignore[union-attr]


class OfHome(Pages[Page, Movie]):
    def __init__(self, client: Any, listing: ListPages, first: SectionPage) -> None:
        super().__init__(client, listing, first)
        self.section = first.section
        self.title = first.title
        self._first = first

    @property
    def page(self) -> Page:
        return checked(self._first)


def checked(page: SectionPage) -> SectionPage:
    """Return the page of a section, or raise the error of the section."""
    if page.error is not None:
        raise from_json(page.error)
    return page


def unseen(page: Any, seen: set[str]) -> Iterator[Any]:
    """Yield what a page has and `seen` has not yet, and add its ids."""
    for item in page.items:
        id = item.viewing if isinstance(item, DiaryItem) else item.id
        if id not in seen:
            seen.add(id)
            yield item


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


class EntryPages(Listing[P], Generic[P, Item]):
    """The pages of the favorites, the library or the diary. If they change meanwhile, they start again from the first.

    Otherwise what is removed would move the rest forward, and something would be missed. `Entries` skips what it has
    already returned.
    """

    def __init__(self, method: str, page: type[P], params: dict[str, Any]) -> None:
        self._method = method
        self._type: type[Any] = page
        self._params = params
        self._start = params.get("offset", 0)
        self._restart = 0  # the number of pages before the present pass
        super().__init__(self._page(self._start))

    def following(self, pages: Sequence[P]) -> Steps[P | None]:
        if len(pages) > self._restart + 1 and _revision(pages[-1]) != _revision(pages[-2]):
            self._restart = len(pages)
        passed = pages[self._restart :]
        offset = self._start + sum(len(page.items) for page in passed)
        if passed and (offset >= passed[-1].total or not passed[-1].items):
            return None
        page: P = yield self._page(offset)
        return page

    def _page(self, offset: int) -> Call[P]:
        decode = self._type.from_json
        return Call(
            self._method, {**self._params, "offset": offset}, lambda answer: decode({"offset": offset, **answer})
        )


def _revision(page: AnyPage) -> int:
    """Return what differs if the entries have changed. The diary tells no revision."""
    return getattr(page, "revision", page.total)


D = TypeVar("D", FavoritesDelta, LibraryDelta)


def changes_since(method: str, delta_type: type[D], page_type: type[Any], sort: str, revision: int) -> Steps[D]:
    """Fetch the changes since a revision. If they are too many for one message, fetch the rest in pages.

    If there are changes meanwhile, start again: a movie that moves to another page would be missed.
    """
    while True:
        delta: D = yield Call(method, {"since": revision}, delta_type.from_json)
        added, has_more = delta.added, bool(delta.has_more)
        while has_more:
            params = {"sort": sort, "order": "asc", "limit": 1000, "offset": len(added)}
            page = yield Call(method, params, page_type.from_json)
            if page.revision != delta.revision:
                break
            added += page.items
            has_more = bool(page.items) and len(added) < page.total
        else:
            return dataclasses.replace(delta, added=added, has_more=None)
