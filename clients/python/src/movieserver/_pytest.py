"""The pytest plugin. pytest loads it if this package is installed."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .errors import ServerGone
from .testing import ReplayFailed, Replays

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
        replays._close()
    except AssertionError:
        if replays._have_passed:
            raise


@pytest.hookimpl(trylast=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Runs after a test that has passed, but as a part of it, so that the test fails and not its teardown."""
    replays = item.stash.get(_of_test, None)
    if replays is not None:
        replays._close()
        replays._have_passed = True


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """Let a test that has failed with its replay show the difference, and not only that the server is gone."""
    replays = item.stash.get(_of_test, None)
    if replays is not None and call.when == "call" and call.excinfo and isinstance(call.excinfo.value, ServerGone):
        try:
            replays._explain(call.excinfo.value)
        except ReplayFailed as failed:
            assert failed.__traceback__
            call.excinfo = pytest.ExceptionInfo.from_exc_info((type(failed), failed, failed.__traceback__))
        except ServerGone:
            pass  # which the test has raised already
