"""The asyncio client: the same methods, awaited.

It uses the same threads as the blocking client. They never block an event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import inspect
from collections.abc import AsyncIterator, Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, NoReturn

from ._base import log_exception
from ._call import Call
from ._inbox import InboxReader
from ._listing import EntryPages, Item, Listed, ListPages, OfHome, P, Pages, Revised, Steps, T, checked
from ._methods import Methods
from ._waiting import answer, done
from .errors import MovieServerError, ServerGone
from .models import Movie, Page
from .notifications import Notification


class AsyncClient(Methods):
    """A client that starts its own movie-server and ends it when the `async with` block ends.

    Without a block, the first call starts the server, and `close` or the end of the program ends it.
    Cancelling a task that waits for an answer cancels the request.
    """

    _is_awaited = True
    _dispatcher: asyncio.Task[None] | None = None

    async def start(self) -> AsyncClient:
        """Start the server, unless this client has started it."""
        if self._is_started:
            return self
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
        return await self.start()

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

    def notifications(self, *, timeout: float | None = None) -> AsyncNotifications:
        """Return the notifications from now on. A loop ends at `close`, or after `timeout` seconds without one."""
        return AsyncNotifications(self, self._inboxes, timeout)

    @functools.cached_property
    def _one_start(self) -> asyncio.Lock:
        return asyncio.Lock()

    async def _perform(self, call: Call[T]) -> T:
        async with self._one_start:
            if self._connection is None:
                await self.start()
        return await self._answer(call, self._timeout)

    async def _answer(self, call: Call[T], timeout: float | None) -> T:
        return call.decode(await answer(self._transport.request(call.method, call.params), timeout))

    async def _entries(self, listing: EntryPages[P, Item]) -> AsyncEntries[P, Item]:
        return AsyncEntries(self, listing, await self._perform(listing.first))

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
                for call in self._called_with(note):
                    try:
                        if inspect.isawaitable(outcome := call(note)):
                            await outcome
                    except Exception:
                        log_exception(call, note)


class _AsyncResults(Pages[P, Item], Generic[P, Item]):
    """Results that you can iterate any number of times. A page is fetched when it is first needed, and then kept."""

    def __init__(self, client: AsyncClient, listing: Any, first: P) -> None:
        super().__init__(client, listing, first)
        self._fetching = asyncio.Lock()

    async def pages(self) -> AsyncIterator[P]:
        number = 0
        while number < len(self._pages) or await self._fetch(number):
            yield self._pages[number]
            number += 1

    async def __aiter__(self) -> AsyncIterator[Item]:
        number = 0
        async for _ in self.pages():
            while number < len(self._items):
                yield self._items[number]
                number += 1

    if TYPE_CHECKING:
        __iter__: None  # so that a type checker reports a loop without `async`
    else:

        def __iter__(self) -> NoReturn:
            """Refuse what would silently end with the pages that have been fetched."""
            raise TypeError("the movies of other pages are awaited: use `async for`, or [:] for those fetched so far")

    async def _fetch(self, number: int) -> bool:
        async with self._fetching:
            if number == len(self._pages):
                page = await self._client._run_steps(self._listing.following(self._pages))
                if page is None:
                    return False
                self._add(page)
            return True


class AsyncResults(Listed, _AsyncResults[Page, Movie]):
    """The movies on all pages of a list."""


class AsyncEntries(Revised[P, Item], _AsyncResults[P, Item]):
    """The favorites, the library or the diary, on all pages. What stays while they are fetched appears exactly once."""


class AsyncSection(OfHome, AsyncResults):
    """A section of `home`."""

    async def pages(self) -> AsyncIterator[Page]:
        checked(self._first)
        async for page in super().pages():
            yield page


class AsyncNotifications(InboxReader):
    """The notifications since this object was created, for one reader.

    If the reader is too slow, a Resync takes the place of the notifications that it has missed.
    """

    async def get(self, timeout: float | None = None) -> Notification | None:
        """Return the next one, or None after `timeout` seconds or `close`. Raises ServerGone if the server died."""
        future = self._take()
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
