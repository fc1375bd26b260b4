"""The pytest plugin. pytest loads it if this package is installed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, ExitStack
from pathlib import Path
from typing import Any

import pytest

from .aio import AsyncClient
from .client import Client
from .errors import ServerGone
from .testing import ReplayFailed, replay, replay_async


class Replays:
    """The value of the fixture `movie_server_replay`. Finds files beside the test, or else in the current folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open = ExitStack()
        self.have_passed = False  # the clients' sessions, and the test itself

    def __call__(self, file: str | os.PathLike[str], **options: Any) -> Client:
        """Return a started client whose server plays a transcript; see `movieserver.testing.replay`."""
        return self._open.enter_context(replay(self._path(file), **options))

    def aio(self, file: str | os.PathLike[str], **options: Any) -> AbstractAsyncContextManager[AsyncClient]:
        """Return the same for `async with`. The session ends when the block ends."""
        return replay_async(self._path(file), **options)

    def explain(self, gone: ServerGone) -> None:
        """Close the clients after their error. Raises ReplayFailed if a replay has ended with a difference."""
        self._open.__exit__(type(gone), gone, gone.__traceback__)

    def close(self) -> None:
        """Close the clients. Raises ReplayFailed for the last one that has not followed its transcript to the end."""
        self._open.close()

    def _path(self, file: str | os.PathLike[str]) -> str:
        path = self._folder / file
        name, _, line = str(path).rpartition(":")
        exists = path.exists() or (line.isdecimal() and Path(name).exists())
        return str(path) if exists else os.fspath(file)


# Stored with the test, because its arguments lack a fixture that was fetched with `request.getfixturevalue`.
_of_test = pytest.StashKey[Replays]()


@pytest.fixture
def movie_server_replay(request: pytest.FixtureRequest) -> Iterator[Replays]:
    """movie_server_replay("file.rpc") is a Client whose server is `movie-server replay file.rpc`."""
    replays = request.node.stash[_of_test] = Replays(request.path.parent)
    yield replays
    # If the test has passed, its clients are closed already, except those that another fixture's teardown has started.
    # If the test has failed or was skipped, an incomplete session is not worth reporting.
    try:
        replays.close()
    except AssertionError:
        if replays.have_passed:
            raise


@pytest.hookimpl(trylast=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Runs after a test that has passed, but as a part of it, so that the test fails and not its teardown."""
    replays = item.stash.get(_of_test, None)
    if replays is not None:
        replays.close()
        replays.have_passed = True


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """Let a test that has failed with its replay show the difference, and not only that the server is gone."""
    replays = item.stash.get(_of_test, None)
    if replays is not None and call.when == "call" and call.excinfo and isinstance(call.excinfo.value, ServerGone):
        try:
            replays.explain(call.excinfo.value)
        except ReplayFailed as failed:
            assert failed.__traceback__
            call.excinfo = pytest.ExceptionInfo.from_exc_info((type(failed), failed, failed.__traceback__))
        except ServerGone:
            pass  # which the test has raised already
