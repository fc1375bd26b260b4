"""The plugin for pytest: loaded by pytest itself, where this package is installed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, ExitStack
from pathlib import Path
from typing import Any

import pytest

from .aio import AsyncClient
from .client import Client
from .testing import replay, replay_async


class Replays:
    """What the fixture `movie_server_replay` is. Files are found beside the test, else in the current folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open = ExitStack()
        self.have_passed = False  # and the test as well

    def __call__(self, file: str | os.PathLike[str], **options: Any) -> Client:
        """A started client whose server is the one of a transcript; see `movieserver.testing.replay`."""
        return self._open.enter_context(replay(self._path(file), **options))

    def aio(self, file: str | os.PathLike[str], **options: Any) -> AbstractAsyncContextManager[AsyncClient]:
        """The same for `async with`, whose end is that of the conversation."""
        return replay_async(self._path(file), **options)

    def close(self) -> None:
        """End the clients; raises ReplayFailed for the last of those that have strayed or left early."""
        self._open.close()

    def _path(self, file: str | os.PathLike[str]) -> str:
        path = self._folder / file
        name, _, line = str(path).rpartition(":")
        exists = path.exists() or (line.isdecimal() and Path(name).exists())
        return str(path) if exists else os.fspath(file)


# By the test, and not by its arguments: those have no fixture that was fetched with `request.getfixturevalue`.
_of_test = pytest.StashKey[Replays]()


@pytest.fixture
def movie_server_replay(request: pytest.FixtureRequest) -> Iterator[Replays]:
    """movie_server_replay("file.rpc") is a Client whose server is `movie-server replay file.rpc`."""
    replays = request.node.stash[_of_test] = Replays(request.path.parent)
    yield replays
    # Those of a test that has passed are closed already, but for any that another fixture's teardown has started. What
    # was left unsaid by one that has failed or was skipped is no news.
    try:
        replays.close()
    except AssertionError:
        if replays.have_passed:
            raise


@pytest.hookimpl(trylast=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Comes when the test has passed, and is still a part of it: so it fails, rather than its teardown."""
    replays = item.stash.get(_of_test, None)
    if replays is not None:
        replays.close()
        replays.have_passed = True
