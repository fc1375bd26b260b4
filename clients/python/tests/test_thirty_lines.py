"""The client in thirty lines of protocol.md, with the real server and with a transcript."""

from __future__ import annotations

import os
import queue
import re
import shutil
import tempfile
import threading
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

ROOT = Path(__file__).resolve().parents[3]
UNREADABLE = ROOT / "clients/recipes/unreadable.rpc"
DEADLINE = 120


def thirty_lines() -> str:
    page = (ROOT / "protocol.md").read_text(encoding="utf-8")
    section = page[page.index("\n## A client in thirty lines\n") :]
    found = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert found
    return found[1]


class ThirtyLinesTest(unittest.TestCase):
    def start(self, *arguments: str) -> Any:
        server = os.environ.get("MOVIE_SERVER") or shutil.which("movie-server") or "movie-server"
        names: dict[str, Any] = {}
        exec(thirty_lines().replace('["movie-server"]', repr([server, *arguments])), names)
        home = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, home, ignore_errors=True)
        notes: list[str] = []
        with mock.patch.dict(os.environ, {"HOME": home, "XDG_DATA_HOME": home}):
            movies = names["Movies"](lambda method, params: notes.append(method))
        movies.notes = notes

        def end() -> None:
            movies.server.stdin.close()
            movies.server.wait(DEADLINE)
            movies.server.stdout.close()

        self.addCleanup(end)
        return movies

    def outcome(self, call: Callable[[], Any]) -> queue.SimpleQueue[Any]:
        """Start a call on a thread of its own and return a queue for its result, or for the text of its error."""
        results: queue.SimpleQueue[Any] = queue.SimpleQueue()

        def work() -> None:
            try:
                results.put(call())
            except RuntimeError as error:
                results.put(str(error))

        threading.Thread(target=work, daemon=True).start()
        return results

    def test_it_works_and_is_short(self) -> None:
        self.assertLessEqual(len([line for line in thirty_lines().splitlines() if line.strip()]), 36)
        movies = self.start()
        page = movies.call("search", query="올드보")
        self.assertEqual("올드보이", page["items"][0]["originalTitle"])
        self.assertEqual(["loading", "loading"], movies.notes)
        with self.assertRaisesRegex(RuntimeError, "methodNotFound"):
            movies.call("nothing")

    def test_an_error_without_an_id_fails_the_requests_that_wait(self) -> None:
        movies = self.start("replay", str(UNREADABLE))
        movies.call("initialize", protocolVersion="1.0", clientInfo={"name": "thirty lines"})
        first = self.outcome(lambda: movies.call("genres"))
        while movies.last_id < 2:
            threading.Event().wait(0.001)
        second = self.outcome(lambda: movies.call("detail", id="builtin:tt0364569"))
        self.assertEqual(["parseError"] * 2, [each.get(timeout=DEADLINE) for each in (first, second)])
        self.assertEqual({"genres": []}, movies.call("genres"))

    def test_a_server_that_ends_fails_the_requests_that_wait(self) -> None:
        movies = self.start()
        waiting = self.outcome(lambda: movies.call("search", query="a", debounceMs=60000))
        while not movies.answers:
            threading.Event().wait(0.001)
        with movies.lock:  # until the request is written
            movies.server.kill()
        self.assertEqual("serverGone", waiting.get(timeout=DEADLINE))
