"""Shared by the tests: a folder and a server for each test, and servers that misbehave."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import textwrap
import threading
import unittest
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from movieserver import Client

T = TypeVar("T")

DEADLINE = 120.0
"""Seconds after which a test stops waiting and fails."""

MANY = "the"
"""A query that finds movies for several small pages."""

_PRELUDE = """
import json, os, signal, sys, time

def read():
    line = sys.stdin.buffer.readline()
    return json.loads(line) if line else sys.exit(0)

def write(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()

def send(**message):
    write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\\n")

def answer(request, **result):
    send(id=request["id"], result=result)

def hello():
    answer(
        read(), protocolVersion="1.0", serverInfo={"name": "fake", "version": str(os.getpid())},
        catalog="none", catalogs=[{"name": "none", "title": "None", "capabilities": []}],
        favorites={"epoch": "1", "revision": 0, "total": 0},
    )

def goodbye():
    while True:
        request = read()
        if request["method"] == "exit":
            sys.exit(0)
        if "id" in request:
            answer(request)
"""


def fake_server(behaviour: str) -> list[str]:
    """Return the command of a server that runs a few lines of Python and ignores its options."""
    return [sys.executable, "-c", _PRELUDE + textwrap.dedent(behaviour)]


def within_deadline(work: Callable[[], T]) -> T:
    """Return the result of `work`, but fail if it blocks."""
    results: list[T] = []
    thread = threading.Thread(target=lambda: results.append(work()), daemon=True)
    thread.start()
    thread.join(DEADLINE)
    if not results:
        raise AssertionError("it did not end in time" if thread.is_alive() else "it raised an exception")
    return results[0]


@contextlib.contextmanager
def environment(**variables: str | None) -> Iterator[None]:
    """Set environment variables for a block, or unset those that are None."""
    before = dict(os.environ)
    for name, value in variables.items():
        os.environ.pop(name, None)
        if value is not None:
            os.environ[name] = value
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


class ServerTest(unittest.TestCase):
    """A test with folders of its own. It fails if it leaves a thread or a process running."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(self.check_that_nothing_is_left, set(threading.enumerate()))
        self.folder = Path(folder.name)
        self.data_dir = self.folder / "movies"
        self.env = {
            f"XDG_{kind}_HOME": str(self.folder / kind.lower()) for kind in ("DATA", "CONFIG", "CACHE", "STATE")
        }

    def check_that_nothing_is_left(self, threads_before: set[threading.Thread]) -> None:
        self.assertEqual(set(), {t for t in threading.enumerate() if "movieserver" in t.name} - threads_before)
        with self.assertRaises(ChildProcessError, msg="a child is left"):
            os.waitpid(-1, os.WNOHANG)

    def options(self, **more: Any) -> dict[str, Any]:
        """Return options of a client that affects nothing outside of this test."""
        return {"data_dir": self.data_dir, "env": self.env, "timeout": DEADLINE, **more}

    def real(self, **more: Any) -> dict[str, Any]:
        """Return the same for the server that MOVIE_SERVER names."""
        if not os.environ.get("MOVIE_SERVER"):
            self.fail("set MOVIE_SERVER to the path of the movie-server program to test")
        return self.options(**{"catalog": "builtin", **more})

    def client(self, **more: Any) -> Client:
        return self._started(Client(**self.real(**more)))

    def fake(self, behaviour: str, **more: Any) -> Client:
        return self._started(Client(fake_server(behaviour), **self.options(**more)))

    def _started(self, client: Client) -> Client:
        self.addCleanup(client.close)
        return client.start()

    def assert_gone(self, pid: int) -> None:
        with self.assertRaises(ProcessLookupError):
            os.kill(pid, 0)
