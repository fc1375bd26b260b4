"""The asyncio client: the same methods, awaited.

It uses the same threads as the blocking client. They never block an event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
from collections.abc import AsyncIterator, Iterable
from types import TracebackType
from typing import Any, Generic, Literal, TypeVar, overload

from ._base import log_exception
from ._call import Call, without_none
from ._inbox import Inbox, Inboxes
from ._listing import FavoritesPages, ListPages, P, Pages, Steps, diary_page, favorites_since
from ._methods import Methods, checked
from ._waiting import answer, done
from .errors import MovieServerError, ServerGone
from .models import DiaryItem, FavoritesDelta, FavoritesPage, Movie, Page, SectionPage
from .notifications import Notification

T = TypeVar("T")


class AsyncClient(Methods):
    """A client that starts its own movie-server and ends it when the `async with` block ends.

    Cancelling a task that waits for an answer cancels the request.
    """

    _dispatcher: asyncio.Task[None] | None = None

    async def start(self) -> AsyncClient:
        self._spawn()
        try:
            self._server = await self._answer(self._initialize, self._start_timeout)
        except BaseException:
            await self.close()
            raise
        return self

    async def close(self) -> None:
        """End the server. You may call this more than once."""
        if self._connection:
            # Shielded, because a cancelled task must not leave a process running.
            await asyncio.shield(asyncio.to_thread(self._connection.close, self._stop_timeout))
        else:
            self._inboxes.end(None)
        if self._dispatcher and self._dispatcher is not asyncio.current_task():
            await asyncio.wait({self._dispatcher}, timeout=self._stop_timeout)

    async def __aenter__(self) -> AsyncClient:
        return self if self._server else await self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def home(
        self, *, catalog: str | None = None, sections: Iterable[str] | None = None, language: str | None = None
    ) -> list[AsyncSection]:
        """Return the sections of the home page. A failed section raises its error when it is read."""
        sections_and_lists = await self._perform(self._home(catalog, sections, language))
        return [AsyncSection(self, listing, page) for page, listing in sections_and_lists]

    @overload
    async def favorites(self, *, since: int) -> FavoritesDelta: ...
    @overload
    async def favorites(
        self,
        *,
        sort: Literal["starredAt", "title", "year", "rating"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        query: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> AsyncFavorites: ...
    async def favorites(
        self,
        *,
        since: int | None = None,
        sort: Literal["starredAt", "title", "year", "rating"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        query: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> FavoritesDelta | AsyncFavorites:
        """Return the favorites on all pages or, with `since`, the changes after that revision."""
        if since is not None:
            return await self._run_steps(favorites_since(since))
        listing = FavoritesPages(without_none(sort=sort, order=order, query=query, limit=limit, offset=offset))
        return AsyncFavorites(self, listing, await self._perform(listing.first))

    async def diary(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        offset: int = 0,
    ) -> AsyncIterator[DiaryItem]:
        """Iterate over the viewings by date, last first by default, from `offset` on. A day is `YYYY-MM-DD`.

        `limit` is the number of viewings that are fetched at a time.
        """
        params = without_none(**{"from": from_, "to": to, "order": order, "limit": limit})
        while True:
            page = await self._perform(diary_page(params, offset))
            for item in page.items:
                yield item
            offset += len(page.items)
            if not page.items or offset >= page.total:
                return

    def notifications(self, *, timeout: float | None = None) -> AsyncNotifications:
        """Return the notifications from now on. A loop ends at `close`, or after `timeout` seconds without one."""
        return AsyncNotifications(self._inboxes, timeout)

    async def _perform(self, call: Call[T]) -> T:
        return await self._answer(call, self._timeout)

    async def _answer(self, call: Call[T], timeout: float | None) -> T:
        return call.decode(await answer(self._transport.request(call.method, call.params), timeout))

    async def _list(self, listing: ListPages) -> AsyncResults:
        return AsyncResults(self, listing, await self._perform(listing.first))

    async def _run_steps(self, steps: Steps[T]) -> T:
        try:
            call = next(steps)
            while True:
                try:
                    answer = await self._perform(call)
                except MovieServerError as error:
                    call = steps.throw(error)
                else:
                    call = steps.send(answer)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]

    def _dispatch(self) -> None:
        if self._dispatcher is None:
            self._dispatcher = asyncio.get_running_loop().create_task(self._call_back(self.notifications()))

    async def _call_back(self, notes: AsyncNotifications) -> None:
        with contextlib.suppress(ServerGone):
            async for note in notes:
                for call in self._callbacks.of(note):
                    try:
                        if inspect.isawaitable(outcome := call(note)):
                            await outcome
                    except Exception:
                        log_exception(call, note)


class _AsyncResults(Pages[P], Generic[P]):
    """Results that you can iterate any number of times. A page is fetched when it is first needed, and then kept."""

    def __init__(self, client: AsyncClient, listing: Any, first: P) -> None:
        super().__init__(client, listing, first)
        self._fetching = asyncio.Lock()

    async def pages(self) -> AsyncIterator[P]:
        number = 0
        while number < len(self._pages) or await self._fetch(number):
            yield self._pages[number]
            number += 1

    async def __aiter__(self) -> AsyncIterator[Movie]:
        number = 0
        async for _ in self.pages():
            while number < len(self._movies):
                yield self._movies[number]
                number += 1

    async def _fetch(self, number: int) -> bool:
        async with self._fetching:
            if number == len(self._pages):
                page = await self._client._run_steps(self._listing.following(self._pages))
                if page is None:
                    return False
                self._add(page)
            return True


class AsyncResults(_AsyncResults[Page]):
    """The movies on all pages of a list."""

    @property
    def list(self) -> str:
        """The list's name on the server."""
        return self.page.list


class AsyncFavorites(_AsyncResults[FavoritesPage]):
    """The favorites on all pages. A movie that stays a favorite while the pages are fetched appears exactly once."""

    @property
    def revision(self) -> int:
        """The revision of the last page fetched; `favorites(since=...)` continues from there."""
        return self._pages[-1].revision


class AsyncSection(AsyncResults):
    """A section of `home`."""

    def __init__(self, client: AsyncClient, listing: ListPages, first: SectionPage) -> None:
        super().__init__(client, listing, first)
        self.section = first.section
        self.title = first.title
        self._first = first

    @property
    def page(self) -> Page:
        return checked(self._first)

    async def pages(self) -> AsyncIterator[Page]:
        checked(self._first)
        async for page in super().pages():
            yield page


class AsyncNotifications:
    """The notifications since this object was created, for one reader.

    If the reader is too slow, a Resync takes the place of the notifications that it has missed.
    """

    def __init__(self, inboxes: Inboxes, timeout: float | None) -> None:
        self._inboxes = inboxes
        self._inbox: Inbox = inboxes.open()
        self._timeout = timeout

    async def get(self, timeout: float | None = None) -> Notification | None:
        """Return the next one, or None after `timeout` seconds or `close`. Raises ServerGone if the server died."""
        future = self._inbox.take()
        try:
            if await done(future, timeout):
                return future.result()
        except asyncio.CancelledError:
            self._inbox.withdraw(future)
            raise
        self._inbox.withdraw(future)
        return None

    async def __aiter__(self) -> AsyncIterator[Notification]:
        while (note := await self.get(self._timeout)) is not None:
            yield note

    def close(self) -> None:
        """Stop receiving notifications."""
        self._inboxes.close(self._inbox)
