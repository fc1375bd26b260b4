"""The common base of both clients: starts the server and distributes its notifications."""

from __future__ import annotations

import logging
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, overload

from ._call import CLIENT_INFO, Call, initialize_params, texts, without_none
from ._inbox import Inboxes
from ._listing import Lists
from ._process import ServerProcess, find_command
from ._transport import Transport
from .errors import InvalidRequest, ServerGone
from .models import FavoritesChanged, LibraryChanged, Loading, Resync, Server, SessionChanged, SyncChanged
from .notifications import METHODS, Notification, NotificationName

log = logging.getLogger("movieserver")

Unsubscribe = Callable[[], object]


class Base:
    """The options and the connection of a client; see `Client` and `AsyncClient`."""

    _is_awaited: ClassVar[bool]
    """Whether the methods are coroutines."""
    _connection: Transport | None = None

    def __init__(
        self,
        command: str | Sequence[str] | None = None,
        *,
        data_dir: str | os.PathLike[str] | None = None,
        config: str | os.PathLike[str] | None = None,
        record: str | os.PathLike[str] | None = None,
        catalog: str | None = None,
        locale: str | None = None,
        debounce_ms: int | None = None,
        loading_delay_ms: int | None = None,
        notifications: Iterable[NotificationName] | None = None,
        env: Mapping[str, str] | None = None,
        client_info: tuple[str, str] = CLIENT_INFO,
        timeout: float | None = None,
        start_timeout: float | None = None,
        stop_timeout: float = 5,
    ) -> None:
        """Set the options. The server starts later.

        command: the server's program and arguments, as a list or a command line. By default MOVIE_SERVER, or else
            `movie-server` on PATH.
        data_dir: the folder of the favorites and the library, instead of the one that all programs of the user share.
        config: the file with the server's settings, instead of the user's.
        record: a file for the transcript of what the client and the server send, to be played in tests.
        catalog: the source of films for calls that name none, such as "builtin" or "tmdb".
        locale: the language of the films' texts, such as "ko-KR".
        debounce_ms: milliseconds to wait with a search, in case a newer one of its list follows.
        loading_delay_ms: milliseconds of work before `Loading` is sent. About 150 keeps spinners from flickering.
        notifications: the names of the notifications to receive, such as ["favoritesChanged"]; None for all.
        env: variables to add to the server's environment, such as TMDB_API_KEY.
        client_info: the name and version that the client sends to the server.
        timeout: seconds to wait for a response; None for no limit.
        start_timeout: seconds to wait until the server has started. By default 10, or `timeout` if that is less.
        stop_timeout: seconds to wait for the server to end before terminating it.
        """
        names = texts("notifications", notifications)
        check_names("notification", names or (), METHODS)
        self._command = command
        self._flags = without_none(**{"--data-dir": data_dir, "--config": config, "--record": record})
        self._env = dict(env or {})
        self._initialize = Call(
            "initialize",
            initialize_params(
                client_info,
                catalog=catalog,
                locale=locale,
                debounceMs=debounce_ms,
                loadingDelayMs=loading_delay_ms,
                notifications=names,
            ),
            Server.from_json,
        )
        self._timeout = timeout
        self._start_timeout = min(10 if timeout is None else timeout, 10) if start_timeout is None else start_timeout
        self._stop_timeout = stop_timeout
        self._server: Server | None = None
        self._lists = Lists()
        self._inboxes = Inboxes()
        self._callbacks: dict[object, tuple[str, Callable[[Any], object]]] = {}
        self._starting = threading.Lock()

    def __repr__(self) -> str:
        server = self._connection.process if self._connection else "not started"
        return f"<{type(self).__name__}: {server}{', ended' if self._inboxes.have_ended else ''}>"

    def __del__(self) -> None:
        # The end of the program may end the server: that needs no warning.
        if self._connection and not sys.is_finalizing() and self._connection.abandon():
            warnings.warn(f"{self!r} was not closed", ResourceWarning, source=self, stacklevel=2)

    @property
    def server(self) -> Server:
        """The result of `initialize`: the server's version, its catalogs, and the favorites' state at that time."""
        if self._transport and self._server:
            return self._server
        raise _not_started()

    def cancel(self, request: int | str) -> None:
        """Cancel a request by its id, such as `Loading.request`. Has no effect on a request that is done."""
        self._transport.cancel(request)

    @overload
    def on(self, name: Literal["loading"], call: Callable[[Loading], object]) -> Unsubscribe: ...
    @overload
    def on(self, name: Literal["favoritesChanged"], call: Callable[[FavoritesChanged], object]) -> Unsubscribe: ...
    @overload
    def on(self, name: Literal["libraryChanged"], call: Callable[[LibraryChanged], object]) -> Unsubscribe: ...
    @overload
    def on(self, name: Literal["sessionChanged"], call: Callable[[SessionChanged], object]) -> Unsubscribe: ...
    @overload
    def on(self, name: Literal["resync"], call: Callable[[Resync], object]) -> Unsubscribe: ...
    @overload
    def on(self, name: Literal["syncChanged"], call: Callable[[SyncChanged], object]) -> Unsubscribe: ...
    def on(self, name: str, call: Callable[[Any], object]) -> Unsubscribe:
        """Call a function with each notification of a name, one at a time. Returns a function that stops this.

        The function may use the client. If it raises, the exception is logged and the next notification still comes.
        """
        check_names("notification", [name], {*METHODS, *(self._server.notifications if self._server else ())})
        if not callable(call):
            raise TypeError(f"a function is needed, not {call!r:.80}")
        self._dispatch()
        key = object()
        self._callbacks[key] = (name, call)
        return lambda: self._callbacks.pop(key, None)

    def _called_with(self, note: Notification) -> list[Callable[[Any], object]]:
        return [call for name, call in [*self._callbacks.values()] if name == note.method]

    def _dispatch(self) -> None:
        """Start to call the callbacks, unless that has started already."""
        raise NotImplementedError

    @property
    def _transport(self) -> Transport:
        if self._connection is None:
            raise _not_started()
        return self._connection

    @property
    def _is_started(self) -> bool:
        return self._server is not None and not self._inboxes.have_ended

    def _spawn(self) -> Transport:
        if self._inboxes.have_ended:
            raise ServerGone("this client is closed", reason="serverGone")
        if self._connection is not None:
            raise InvalidRequest("this client is being started", reason="invalidRequest")
        flags = [word for flag, value in self._flags.items() for word in (flag, os.fspath(value))]
        process = ServerProcess([*find_command(self._command), *flags], self._env)
        self._connection = Transport(process, self._inboxes.receive, self._inboxes.end)
        self._inboxes.origin = self._connection.origin
        return self._connection

    def _ending(self) -> tuple[int, str]:
        """Return the server's exit status and the end of its stderr. Call this after `close`."""
        return self._transport.process.ending()


def log_exception(call: Callable[[Any], object], note: Notification) -> None:
    """Log the exception that a callback raised."""
    log.exception("%r failed for the notification %r", call, note.method)


def check_names(kind: str, names: Iterable[str], known: Iterable[str]) -> None:
    """Raise an error for an unknown name."""
    for name in names:
        if name not in known:
            raise ValueError(f"There is no {kind} “{name}”. There are: {', '.join(sorted(known))}.")


def _not_started() -> InvalidRequest:
    sentence = "the client has not been started: use `async with AsyncClient() as movies:`, or await start()"
    return InvalidRequest(sentence, reason="invalidRequest")
