"""`movieserver.testing` with the real `movie-server replay`, and the plugin in a separate pytest."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import re
import subprocess
import sys
import textwrap
import unittest
from pathlib import Path

from movieserver import Client, MovieNotFound, ServerNotFound
from movieserver.testing import ReplayFailed, replay, replay_async

from .support import ServerTest

TRANSCRIPT = """\
--> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1.0"}}
<-- {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1.0","serverInfo":{"name":"s","version":"1"},"catalog":"c",\
"catalogs":[],"favorites":{"epoch":"e","revision":0,"total":0}}}
--> {"jsonrpc":"2.0","id":2,"method":"detail","params":{"id":"c:1"}}
<-- {"jsonrpc":"2.0","id":2,"error":{"code":1001,"message":"None.","data":{"reason":"movieNotFound"}}}
--> {"jsonrpc":"2.0","id":3,"method":"unstar","params":{"id":"c:2"}}
<-- {"jsonrpc":"2.0","id":3,"result":{"id":"c:2","isFavorite":false,"changed":false,"revision":0}}
"""

SOURCE = Path(__file__).parent.parent / "src"


class TestingCase(ServerTest):
    def setUp(self) -> None:
        super().setUp()
        self.file = self.folder / "x.rpc"
        self.file.write_text(TRANSCRIPT)
        self.real()  # fails if MOVIE_SERVER is not set


class ReplayTest(TestingCase):
    def test_a_program_that_follows_the_transcript_passes(self) -> None:
        with replay(self.file) as movies:
            with self.assertRaises(MovieNotFound):
                movies.detail("c:1")
            self.assertFalse(movies.unstar("c:2").is_favorite)

    def test_a_wrong_request_fails_with_the_line_and_the_difference(self) -> None:
        with self.assertRaises(ReplayFailed) as caught:
            with replay(self.file) as movies:
                movies.detail("c:2")
        self.assertRegex(str(caught.exception), r"x\.rpc:3: unexpected message from the client")
        self.assertIn('received: "c:2"', str(caught.exception))

    def test_a_program_that_ignores_the_failure_still_fails(self) -> None:
        with self.assertRaisesRegex(ReplayFailed, r"x\.rpc:3: "):
            with replay(self.file) as movies:
                try:
                    movies.detail("c:2")
                except Exception:
                    pass

    def test_a_program_that_ends_early_fails(self) -> None:
        with self.assertRaisesRegex(ReplayFailed, r"x\.rpc:5: "):
            with replay(self.file) as movies:
                with self.assertRaises(MovieNotFound):
                    movies.detail("c:1")

    def test_an_additional_request_fails(self) -> None:
        with self.assertRaisesRegex(ReplayFailed, r"x\.rpc:6: .*sends more"):
            with replay(self.file) as movies:
                with self.assertRaises(MovieNotFound):
                    movies.detail("c:1")
                movies.unstar("c:2")
                movies.submit("genres")

    def test_an_exception_of_the_test_itself_comes_first(self) -> None:
        with self.assertRaisesRegex(KeyError, "mine"):
            with replay(self.file):
                raise KeyError("mine")

    def test_a_missing_file_fails(self) -> None:
        with self.assertRaisesRegex(ReplayFailed, "nowhere.rpc"):
            with replay(self.folder / "nowhere.rpc"):
                self.fail("it has started")

    def test_a_missing_server_program_raises_server_not_found(self) -> None:
        with self.assertRaises(ServerNotFound), replay(self.file, command=["/nowhere/movie-server"]):
            self.fail("it has started")

    def test_options_reach_the_server_and_the_client(self) -> None:
        second = "".join(f"2{line}\n" for line in TRANSCRIPT.splitlines())
        two = self.folder / "two.rpc"
        two.write_text("! server 2\n" + second.replace('"1.0"}}', '"1.0","locale":"ko"}}', 1))
        with replay(two, server=2, speed=1, locale="ko") as movies:
            with self.assertRaises(MovieNotFound):
                movies.detail("c:1")
            movies.unstar("c:2")

    def test_a_recorded_session_is_a_transcript(self) -> None:
        recording = self.folder / "recorded.rpc"
        with Client(**self.real(record=recording)) as movies:
            found = movies.search("parasite").page.items[0].title
        with replay(recording, catalog="builtin") as movies:
            self.assertEqual(found, movies.search("parasite").page.items[0].title)


class AsyncReplayTest(TestingCase):
    def test_the_transcript_is_compared_as_in_the_blocking_client(self) -> None:
        async def program(last: str) -> None:
            async with replay_async(self.file) as movies:
                with self.assertRaises(MovieNotFound):
                    await movies.detail("c:1")
                await movies.unstar(last)

        asyncio.run(program("c:2"))
        with self.assertRaisesRegex(ReplayFailed, r"x\.rpc:5: unexpected message from the client"):
            asyncio.run(program("c:3"))


@unittest.skipUnless(importlib.util.find_spec("pytest"), "pytest is not installed; see Tests/setup --tests")
class PluginTest(TestingCase):
    def pytest(self, tests: str) -> tuple[int, str]:
        (self.folder / "test_it.py").write_text("import asyncio, movieserver.testing\n" + textwrap.dedent(tests))
        run = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "movieserver._pytest", "test_it.py"],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(SOURCE), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            capture_output=True,
            text=True,
        )
        return run.returncode, run.stdout + run.stderr

    def test_the_fixture_returns_a_client_and_fails_a_test_that_leaves_the_transcript(self) -> None:
        status, output = self.pytest(
            """
            def talk(movies, last="c:2"):
                try:
                    movies.detail("c:1")
                except movieserver.MovieNotFound:
                    pass
                movies.unstar(last)

            def test_good(movie_server_replay: movieserver.testing.Replays):
                talk(movie_server_replay("x.rpc"))

            def test_block(movie_server_replay):
                with movie_server_replay("x.rpc") as movies:
                    talk(movies)

            def test_two(movie_server_replay):
                one, two = movie_server_replay("x.rpc"), movie_server_replay("x.rpc")
                talk(one), talk(two)

            def test_straying(movie_server_replay):
                talk(movie_server_replay("x.rpc"), "c:3")

            def test_early(movie_server_replay):
                movie_server_replay("x.rpc")

            def test_own(movie_server_replay):
                movie_server_replay("x.rpc")
                assert 1 == 2

            async def say(movie_server_replay, last):
                async with movie_server_replay.aio("x.rpc") as movies:
                    try:
                        await movies.detail("c:1")
                    except movieserver.MovieNotFound:
                        pass
                    await movies.unstar(last)

            def test_async_good(movie_server_replay):
                asyncio.run(say(movie_server_replay, "c:2"))

            def test_async_straying(movie_server_replay):
                asyncio.run(say(movie_server_replay, "c:3"))
            """
        )
        self.assertEqual(1, status, output)
        self.assertIn("4 failed, 4 passed", output)
        self.assertNotIn("error", output.splitlines()[-1])
        self.assertRegex(output, r"FAILED test_it.py::test_straying")
        self.assertEqual(
            2, len(re.findall(r"^E +\S*ReplayFailed: .*x\.rpc:5: unexpected message", output, re.MULTILINE))
        )
        self.assertRegex(output, r"ReplayFailed: movie-server: \S*x\.rpc:3: ")
        self.assertIn("assert 1 == 2", output)

    def test_a_fixture_fetched_by_name_is_checked_exactly_once(self) -> None:
        status, output = self.pytest(
            """
            import pytest, unittest

            @pytest.fixture
            def early(request):
                return request.getfixturevalue("movie_server_replay")("x.rpc")

            @pytest.fixture
            def talking(request):
                movies = request.getfixturevalue("movie_server_replay")("x.rpc")
                yield
                movies.close()

            def talk(movies):
                with pytest.raises(movieserver.MovieNotFound):
                    movies.detail("c:1")
                movies.unstar("c:2")

            def test_good(request):
                talk(request.getfixturevalue("movie_server_replay")("x.rpc"))

            def test_early(request):
                request.getfixturevalue("movie_server_replay")("x.rpc")

            def test_early_by_a_fixture(early):
                pass

            def test_early_before_other_teardowns(talking):
                pass

            class TestEarly(unittest.TestCase):
                @pytest.fixture(autouse=True)
                def start(self, early):
                    pass

                def test_early_by_unittest(self):
                    pass

                def test_own_by_unittest(self):
                    self.assertEqual(1, 2)

            def test_own(early):
                assert 3 == 4

            def test_skipped(early):
                pytest.skip()

            @pytest.mark.xfail(raises=KeyError, strict=True)
            def test_that_is_to_fail(early):
                raise KeyError
            """
        )
        self.assertEqual(1, status, output)
        self.assertIn("6 failed, 1 passed, 1 skipped, 1 xfailed", output)
        self.assertNotIn("error", output.splitlines()[-1])
        for early in ("test_early", "test_early_by_a_fixture", "test_early_before_other_teardowns"):
            self.assertIn(f"FAILED test_it.py::{early} ", output)
        self.assertIn("FAILED test_it.py::TestEarly::test_early_by_unittest ", output)
        self.assertIn("AssertionError: 1 != 2", output)
        self.assertIn("assert 3 == 4", output)
        self.assertEqual(4, len(re.findall(r"^E +\S*ReplayFailed: ", output, re.MULTILINE)), output)

    def test_a_client_started_in_a_teardown_is_checked_too(self) -> None:
        status, output = self.pytest(
            """
            import pytest

            @pytest.fixture
            def late(movie_server_replay):
                yield
                movie_server_replay("x.rpc")

            def test_passed(late):
                pass

            def test_early(late, movie_server_replay):
                movie_server_replay("x.rpc")

            def test_own(late):
                assert 1 == 2
            """
        )
        self.assertEqual(1, status, output)
        self.assertIn("2 failed, 1 passed, 1 error", output)
        self.assertIn("ERROR test_it.py::test_passed ", output)
        self.assertIn("assert 1 == 2", output)
        self.assertEqual(2, len(re.findall(r"^E +\S*ReplayFailed: ", output, re.MULTILINE)), output)

    def test_the_package_names_the_plugin(self) -> None:
        project = (SOURCE.parent / "pyproject.toml").read_text()
        self.assertIn('[project.entry-points.pytest11]\nmovieserver = "movieserver._pytest"', project)
