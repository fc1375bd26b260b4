"""Tests of programs that use this package, without a server: `movie-server replay` plays the one of a transcript.

    with replay("favorites.rpc") as movies:  # a Client; async with replay_async(...) gives an AsyncClient
        my_program(movies)

Whatever the program says that is not in the transcript, and whatever it leaves unsaid, fails the test: with
`ReplayFailed`, which names the file and line and shows the difference. With pytest there is the fixture
`movie_server_replay` as well. A transcript is recorded by `Client(record="favorites.rpc")`.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from ._process import find_command
from .aio import AsyncClient
from .client import Client
from .errors import ServerGone

__all__ = ["ReplayFailed", "replay", "replay_async"]


class ReplayFailed(AssertionError):
    """The client strayed from the transcript, or left before its end. The message says where and how."""


@contextmanager
def replay(
    file: str | os.PathLike[str],
    *,
    server: int | None = None,
    speed: int | None = None,
    command: Sequence[str] | None = None,
    **options: Any,
) -> Iterator[Client]:
    """A started `Client` whose server is the one of a transcript; at the end of the block it is closed.

    file: a transcript, or `FILE:LINE` for one of several in a Markdown file.
    server: which of the transcript's servers, from 1.
    speed: 1 to answer as late as was recorded.
    command: movie-server's program; else MOVIE_SERVER, else `movie-server` on PATH.
    options: of `Client`. Those that `initialize` sends must be the recorded ones.

    Raises ReplayFailed at the end of the block, also in place of a ServerGone that the block raised because of it.
    """
    client = Client(replay_command(file, server=server, speed=speed, command=command), **options)
    try:
        with client:
            yield client
    except ServerGone as gone:
        judge(client, gone)
        raise
    judge(client)


@asynccontextmanager
async def replay_async(
    file: str | os.PathLike[str],
    *,
    server: int | None = None,
    speed: int | None = None,
    command: Sequence[str] | None = None,
    **options: Any,
) -> AsyncIterator[AsyncClient]:
    """The same with an `AsyncClient`."""
    client = AsyncClient(replay_command(file, server=server, speed=speed, command=command), **options)
    try:
        async with client:
            yield client
    except ServerGone as gone:
        judge(client, gone)
        raise
    judge(client)


def replay_command(
    file: str | os.PathLike[str],
    *,
    server: int | None = None,
    speed: int | None = None,
    command: Sequence[str] | None = None,
) -> list[str]:
    """The command line of a transcript's server, for whatever client."""
    words = [*find_command(command), "replay", os.fspath(file)]
    for flag, value in (("--server", server), ("--speed", speed)):
        if value is not None:
            words += [flag, str(value)]
    return words


def judge(client: Client | AsyncClient, cause: ServerGone | None = None) -> None:
    """Raise ReplayFailed unless the server of a closed client found nothing wrong."""
    status, errors = client._ending()
    if status != 0:
        raise ReplayFailed(errors or f"movie-server replay ended with status {status}") from cause
