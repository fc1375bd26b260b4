"""Waits in an event loop for what the transport's threads do."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import Any

from ._transport import Request, timed_out


async def done(future: Future[Any], timeout: float | None) -> bool:
    """Wait up to `timeout` seconds for a future of another thread. Cancelling the wait does not cancel the future."""
    waiter = asyncio.wrap_future(future)
    waiter.add_done_callback(lambda done: done.cancelled() or done.exception())  # or asyncio logs a warning
    finished, _ = await asyncio.wait({waiter}, timeout=timeout)
    return bool(finished)


async def answer(request: Request, timeout: float | None) -> Any:
    """Return the result of a request. If the wait is cancelled or the time is up, the request is cancelled."""
    try:
        if not await done(request.future, timeout):
            raise timed_out(request, timeout or 0)
    except BaseException:
        if not request.done():
            request.cancel()
        raise
    return request.result()
