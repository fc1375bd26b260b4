"""A client for user interfaces, which starts the server again if it ends.

Its requests have the protocol's names, because a user interface has the protocol's lists.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from .aio import AsyncClient, AsyncNotifications
from .errors import MovieServerError, ServerGone
from .models import Server
from .notifications import Notification

T = TypeVar("T")


class RestartingClient:
    """An `AsyncClient` after the other, with the same options.

    If the server ends, its unanswered requests go to a new one: all of them are idempotent. A server that ends before
    it has answered one of them is not replaced, and its `ServerGone` is raised.

    on_notification: called with each notification, and with None when a new server has been started.
    on_end: called with the error when no server runs any more while no request waits for it.
    """

    def __init__(
        self,
        command: Sequence[str] | None,
        on_notification: Callable[[Notification | None], object],
        on_end: Callable[[MovieServerError], object],
        **options: Any,
    ) -> None:
        self._command = command
        self._options = options
        self._on_notification = on_notification
        self._on_end = on_end
        self._client: AsyncClient | None = None
        self._has_answered = True
        self._starting = asyncio.Lock()

    @property
    def server(self) -> Server:
        """The result of `initialize`."""
        assert self._client, "the client has not been started"
        return self._client.server

    async def start(self) -> None:
        client = AsyncClient(self._command, **self._options)
        notes = client.notifications()
        await client.start()
        self._client = client
        self._listener = asyncio.create_task(self._listen(client, notes))

    async def close(self) -> None:
        client, self._client = self._client, None
        if client:
            await client.close()

    async def request(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a request, without the parameters that are None, empty texts or empty lists."""
        params = {name: value for name, value in params.items() if value not in (None, "", [])}
        return await self.perform(lambda client: client.request(method, params))

    async def perform(self, work: Callable[[AsyncClient], Awaitable[T]]) -> T:
        """Return the result of `work` with the client, and do it again with another one if the server ends."""
        while client := self._client:
            try:
                answer = await work(client)
            except ServerGone as gone:
                await self._restart(client, gone)
            except MovieServerError:
                self._has_answered = True
                raise
            else:
                self._has_answered = True
                return answer
        raise ServerGone("this client is closed", reason="cancelled")

    async def _restart(self, client: AsyncClient, gone: ServerGone) -> None:
        """Start a new server, unless this one has been replaced already, or was closed."""
        async with self._starting:
            if self._client is not client:
                return
            if not self._has_answered:
                raise gone
            self._has_answered = False
            await client.close()
            await self.start()
        self._on_notification(None)

    async def _listen(self, client: AsyncClient, notes: AsyncNotifications) -> None:
        try:
            async for note in notes:
                self._on_notification(note)
        except ServerGone as gone:
            try:
                await self._restart(client, gone)
            except MovieServerError as error:
                self._on_end(error)
