"""Support for tests of programs that use this package: `movie-server replay` plays the server of a transcript.

    with replay("favorites.rpc") as movies:  # a Client; async with replay_async(...) gives an AsyncClient
        my_program(movies)

If the program sends something that is not in the transcript, or does not send all of it, the test fails with
`ReplayFailed`, which names the file and line and shows the difference. For pytest there is also the fixture
`movie_server_replay`. `Client(record="favorites.rpc")` records a transcript.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from ._process import find_command
from .aio import AsyncClient
from .client import Client
from .errors import ServerGone

__all__ = ["ReplayFailed", "Replays", "replay", "replay_async"]


class ReplayFailed(AssertionError):
    """The client did not follow the transcript to its end. The message shows the line and the difference."""


@contextmanager
def replay(
    file: str | os.PathLike[str],
    *,
    server: int | None = None,
    speed: int | None = None,
    command: Sequence[str] | None = None,
    **options: Any,
) -> Iterator[Client]:
    """Start a `Client` whose server plays a transcript. Closes the client at the end of the block.

    file: a transcript, or `FILE:LINE` for one of several in a Markdown file.
    server: the number of the transcript's server to play, from 1.
    speed: 1 to delay responses as they were recorded.
    command: the movie-server program. By default MOVIE_SERVER, or else `movie-server` on PATH.
    options: options of `Client`. Those that are sent with `initialize` must be as recorded.

    Raises ReplayFailed at the end of the block. If the block raises ServerGone because the replay has failed,
    ReplayFailed replaces it.
    """
    client = Client(replay_command(file, server=server, speed=speed, command=command), **options)
    with _checked(client), client:
        yield client


@asynccontextmanager
async def replay_async(
    file: str | os.PathLike[str],
    *,
    server: int | None = None,
    speed: int | None = None,
    command: Sequence[str] | None = None,
    **options: Any,
) -> AsyncIterator[AsyncClient]:
    """Do the same with an `AsyncClient`."""
    client = AsyncClient(replay_command(file, server=server, speed=speed, command=command), **options)
    with _checked(client):
        async with client:
            yield client


class Replays:
    """The value of the fixture `movie_server_replay`. Finds files beside the test, or else in the current folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open = ExitStack()
        self._have_passed = False  # the clients' sessions, and the test itself

    def __call__(self, file: str | os.PathLike[str], **options: Any) -> Client:
        """Return a started client whose server plays a transcript; see `movieserver.testing.replay`."""
        return self._open.enter_context(replay(self._path(file), **options))

    def aio(self, file: str | os.PathLike[str], **options: Any) -> AbstractAsyncContextManager[AsyncClient]:
        """Return the same for `async with`. The session ends when the block ends."""
        return replay_async(self._path(file), **options)

    def _explain(self, gone: ServerGone) -> None:
        """Close the clients after their error. Raises ReplayFailed if a replay has ended with a difference."""
        self._open.__exit__(type(gone), gone, gone.__traceback__)

    def _close(self) -> None:
        """Close the clients. Raises ReplayFailed for the last one that has not followed its transcript to the end."""
        self._open.close()

    def _path(self, file: str | os.PathLike[str]) -> str:
        path = self._folder / file
        name, _, line = str(path).rpartition(":")
        exists = path.exists() or (line.isdecimal() and Path(name).exists())
        return str(path) if exists else os.fspath(file)


def replay_command(
    file: str | os.PathLike[str],
    *,
    server: int | None = None,
    speed: int | None = None,
    command: Sequence[str] | None = None,
) -> list[str]:
    """Return the command line of a server that plays a transcript, for any client."""
    words = [*find_command(command), "replay", os.fspath(file)]
    for flag, value in (("--server", server), ("--speed", speed)):
        if value is not None:
            words += [flag, str(value)]
    return words


@contextmanager
def _checked(client: Client | AsyncClient) -> Iterator[None]:
    """Raise ReplayFailed if the server of a client, which the block closes, has reported a difference."""
    gone = None
    try:
        yield
    except ServerGone as error:
        gone = error
    status, errors = client._ending()
    if status != 0:
        raise ReplayFailed(errors or f"movie-server replay ended with status {status}") from gone
    if gone:
        raise gone
