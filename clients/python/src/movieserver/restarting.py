"""A client for user interfaces in asyncio, which starts the server again if it ends.

Its requests, results and notifications are the protocol's JSON objects, because a user interface shows what is there.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from ._call import CLIENT_INFO, initialize_params
from ._process import ServerProcess, find_command
from ._transport import Transport
from ._waiting import answer
from .errors import MovieServerError, ServerGone

START_TIMEOUT = 10.0
STOP_TIMEOUT = 3.0


class RestartingClient:
    """One server after the other, started by the same command.

    If the server ends, its unanswered requests go to a new one: all of them are idempotent. A server that ends before
    it has answered one of them, or hangs, is not replaced, and its `ServerGone` is raised; the next request tries once
    more.

    on_notification: called with the name and the params of each notification.
    on_restart: called when a new server has been started.
    on_end: called with the error when no server runs any more while no request waits for it.
    process: the first server, if it runs already.
    options: the other params of `initialize`.
    """

    def __init__(
        self,
        command: str | Sequence[str] | None = None,
        *,
        on_notification: Callable[[str, dict[str, Any]], object] = lambda method, params: None,
        on_restart: Callable[[], object] = lambda: None,
        on_end: Callable[[MovieServerError], object] = lambda error: None,
        client_info: tuple[str, str] = CLIENT_INFO,
        process: ServerProcess | None = None,
        **options: Any,
    ) -> None:
        self.command = command
        self.server: dict[str, Any] = {}
        """The result of `initialize`."""
        self._initialize = initialize_params(client_info, **options)
        self._on_notification = on_notification
        self._on_restart = on_restart
        self._on_end = on_end
        self._process = process
        self._transport: Transport | None = None
        self._latest: Transport | None = None
        self._is_open = False
        self._has_answered = True
        self._failure: MovieServerError | None = None
        self._starting = asyncio.Lock()

    async def start(self) -> None:
        self._is_open = True
        await self._start()

    async def _start(self) -> Transport:
        loop = asyncio.get_running_loop()

        def call(function: Callable[..., object], *arguments: object) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended before the server
                loop.call_soon_threadsafe(function, *arguments)

        if not self._is_open:
            raise _no_server()
        process, self._process = self._process or ServerProcess(find_command(self.command), {}), None
        transport = Transport(
            process,
            lambda method, params: call(self._on_notification, method, params),
            lambda gone: call(lambda: self._ended(transport, gone)),  # `transport` exists when the loop comes to it
        )
        self._latest = transport
        try:
            self.server = await answer(transport.request("initialize", self._initialize), START_TIMEOUT)
            if not self._is_open:
                raise _no_server()
        except BaseException:
            await _close(transport)
            raise
        self._transport = transport
        return transport

    async def close(self) -> None:
        self._is_open, self._transport = False, None
        if self._latest:
            await _close(self._latest)  # also one that has not answered `initialize` yet

    async def restart(self) -> None:
        """Start a new server in place of the one that runs, if one does."""
        async with self._starting:
            await self.close()
            self._has_answered = True
            await self.start()
        self._on_restart()

    def errors(self) -> str:
        """Return the end of the stderr of the server that runs, or ran last."""
        return self._latest.process.errors() if self._latest else ""

    def ending(self) -> tuple[int, str]:
        """Return the exit status of the server that has ended last, and the end of its stderr."""
        return self._latest.process.ending() if self._latest else (0, "")

    @property
    def pid(self) -> int | None:
        return self._transport.process.pid if self._transport else None

    async def request(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a request, without the parameters that are None, empty texts or empty lists."""
        return await self.send(method, {name: value for name, value in params.items() if value not in (None, "", [])})

    async def send(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send a request, and send it again to the next server if this one ends before it has answered."""
        while True:
            transport = self._transport or await self._start_again()
            try:
                result: dict[str, Any] = await answer(transport.request(method, params), None)
            except ServerGone as gone:
                await self._replace(transport, gone)
                if gone.reason == "timeout" and not self._transport:
                    raise
            except MovieServerError:
                self._has_answered = True
                raise
            else:
                self._has_answered = True
                return result

    def _ended(self, transport: Transport, gone: ServerGone | None) -> None:
        if gone and self._transport is transport:
            self._replacing = asyncio.ensure_future(self._replace_or_report(transport, gone))

    async def _replace_or_report(self, transport: Transport, gone: ServerGone) -> None:
        try:
            await self._replace(transport, gone)
        except MovieServerError as error:
            self._on_end(error)

    async def _replace(self, transport: Transport, gone: ServerGone) -> None:
        """Start a new server, unless this one has been replaced already, or was closed."""
        async with self._starting:
            if self._transport is not transport:
                return
            self._transport = None
            await _close(transport)
            if gone.reason == "timeout" or not self._has_answered:
                raise gone
            self._has_answered = False
            await self._start()
        self._on_restart()

    async def _start_again(self) -> Transport:
        """Start a server after a failure, once for all requests that wait for it."""
        failure = self._failure
        async with self._starting:
            if self._transport:
                return self._transport
            if self._failure and self._failure is not failure:
                raise self._failure
            try:
                transport = await self._start()
            except MovieServerError as error:
                self._failure = error
                raise
        self._on_restart()
        return transport


def _no_server() -> ServerGone:
    return ServerGone("no server runs", reason="serverGone")


async def _close(transport: Transport) -> None:
    """End the server. Shielded, because a cancelled task must not leave a process running."""
    await asyncio.shield(asyncio.to_thread(transport.close, STOP_TIMEOUT))
