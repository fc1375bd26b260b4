"""The blocking client."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import TimeoutError as FutureTimeout
from types import TracebackType
from typing import Any, Generic

from ._base import check_names, log_exception
from ._call import Call
from ._inbox import InboxReader
from ._listing import EntryPages, Item, Listed, ListPages, OfHome, P, Pages, Revised, Steps, T, checked
from ._methods import Methods
from ._transport import Request, Transport
from .errors import MovieServerError, ServerGone
from .models import PARAMS, Movie, Page
from .notifications import Notification


class Client(Methods):
    """A client that starts its own movie-server and ends it when the `with` block ends. Threads may share it.

    Without a block, the first call starts the server, and `close` or the end of the program ends it.
    """

    _is_awaited = False
    _dispatcher: threading.Thread | None = None

    def start(self) -> Client:
        """Start the server, unless this client has started it."""
        if self._is_started:
            return self
        transport = self._spawn()
        try:
            request = transport.request(self._initialize.method, self._initialize.params)
            self._server = self._initialize.decode(request.result(self._start_timeout))
        except BaseException:
            self.close()
            raise
        return self

    def close(self) -> None:
        """End the server. You may call this more than once, and from any thread."""
        if self._connection:
            self._connection.close(self._stop_timeout)
        else:
            self._inboxes.end(None)
        if self._dispatcher and self._dispatcher is not threading.current_thread():
            self._dispatcher.join(self._stop_timeout)

    def __enter__(self) -> Client:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def _transport(self) -> Transport:
        with self._starting:
            if self._connection is None:
                self.start()
        return super()._transport

    def submit(self, method: str, params: dict[str, Any] | None = None) -> Request:
        """Send a request without waiting. `.result()` waits for the JSON object; `.cancel()` cancels the request."""
        check_names("parameter", params or (), PARAMS.get(method, params or ()))
        request = self._transport.request(method, params or {})
        request.client = self
        return request

    def home(
        self, *, catalog: str | None = None, sections: Iterable[str] | None = None, language: str | None = None
    ) -> list[Section]:
        """Return the sections of the home page. A failed section raises its error when it is read."""
        sections_and_lists = self._perform(self._home(catalog, sections, language))
        return [Section(self, listing, page) for page, listing in sections_and_lists]

    def notifications(self, *, timeout: float | None = None) -> Notifications:
        """Return the notifications from now on. A loop ends at `close`, or after `timeout` seconds without one."""
        return Notifications(self, self._inboxes, timeout)

    def _perform(self, call: Call[T]) -> T:
        request = self._transport.request(call.method, call.params)
        try:
            answer = request.result(self._timeout)
        except BaseException:
            if not request.done():  # Ctrl-C or a timeout
                request.cancel()
            raise
        return call.decode(answer)

    def _entries(self, listing: EntryPages[P, Item]) -> Entries[P, Item]:
        return Entries(self, listing, self._perform(listing.first))

    def _list(self, listing: ListPages) -> Results:
        return Results(self, listing, self._perform(listing.first))

    def _run_steps(self, steps: Steps[T]) -> T:
        try:
            call = next(steps)
            while True:
                try:
                    answer = self._perform(call)
                except MovieServerError as error:
                    call = steps.throw(error)
                else:
                    call = steps.send(answer)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]

    def _dispatch(self) -> None:
        with self._starting:
            if self._dispatcher is None:
                self._dispatcher = threading.Thread(
                    target=self._call_back, args=(self.notifications(),), name="movieserver callbacks", daemon=True
                )
                self._dispatcher.start()

    def _call_back(self, notes: Notifications) -> None:
        with contextlib.suppress(ServerGone):
            for note in notes:
                for call in self._called_with(note):
                    try:
                        call(note)
                    except Exception:
                        log_exception(call, note)


class _Results(Pages[P, Item], Generic[P, Item]):
    """Results that you can iterate any number of times. A page is fetched when it is first needed, and then kept."""

    def __init__(self, client: Client, listing: Any, first: P) -> None:
        super().__init__(client, listing, first)
        self._fetching = threading.Lock()

    def pages(self) -> Iterator[P]:
        number = 0
        while number < len(self._pages) or self._fetch(number):
            yield self._pages[number]
            number += 1

    def __iter__(self) -> Iterator[Item]:
        number = 0
        for _ in self.pages():
            while number < len(self._items):
                yield self._items[number]
                number += 1

    def _fetch(self, number: int) -> bool:
        with self._fetching:
            if number == len(self._pages):
                page = self._client._run_steps(self._listing.following(self._pages))
                if page is None:
                    return False
                self._add(page)
            return True


class Results(Listed, _Results[Page, Movie]):
    """The movies on all pages of a list."""


class Entries(Revised[P, Item], _Results[P, Item]):
    """The favorites, the library or the diary, on all pages. What stays while they are fetched appears exactly once."""


class Section(OfHome, Results):
    """A section of `home`."""

    def pages(self) -> Iterator[Page]:
        checked(self._first)
        yield from super().pages()


class Notifications(InboxReader):
    """The notifications since this object was created, for one reader.

    If the reader is too slow, a Resync takes the place of the notifications that it has missed.
    """

    def get(self, timeout: float | None = None) -> Notification | None:
        """Return the next one, or None after `timeout` seconds or `close`. Raises ServerGone if the server died."""
        future = self._take()
        try:
            return future.result(timeout)
        except FutureTimeout:
            self._inbox.withdraw(future)
            return None
        except KeyboardInterrupt:
            self._inbox.withdraw(future)
            raise

    def __iter__(self) -> Iterator[Notification]:
        while (note := self.get(self._timeout)) is not None:
            yield note
