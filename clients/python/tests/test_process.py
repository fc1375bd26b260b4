"""How the server's program is found and started."""

from __future__ import annotations

import gc
import json
import os
import shlex
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from movieserver import Client, ServerGone, ServerNotFound
from movieserver._process import find_command
from movieserver.words import sentence

from .support import DEADLINE, ServerTest, environment, fake_server


class FindTests(ServerTest):
    def test_the_command_given_comes_first(self) -> None:
        with environment(MOVIE_SERVER="elsewhere"):
            self.assertEqual(["here", "serve"], find_command(["here", "serve"]))

    def test_the_variable_may_be_a_path_with_spaces(self) -> None:
        program = self.folder / "my movie-server"
        program.touch()
        with environment(MOVIE_SERVER=str(program)):
            self.assertEqual([str(program)], find_command())

    def test_the_variable_may_be_a_command_line(self) -> None:
        with environment(MOVIE_SERVER="movie-server serve --config 'my config'"):
            self.assertEqual(["movie-server", "serve", "--config", "my config"], find_command())

    def test_without_a_variable_the_program_is_found_on_path(self) -> None:
        program = self.folder / "movie-server"
        program.touch(mode=0o755)
        with environment(MOVIE_SERVER=None, PATH=str(self.folder)):
            self.assertEqual([str(program)], find_command())

    def test_no_program_raises_server_not_found(self) -> None:
        with environment(MOVIE_SERVER=None, PATH=str(self.folder)):
            with self.assertRaisesRegex(ServerNotFound, "MOVIE_SERVER") as caught:
                Client().start()
            self.assertEqual("serverNotFound", caught.exception.reason)

    def test_a_wrong_path_raises_server_not_found(self) -> None:
        with self.assertRaisesRegex(ServerNotFound, "^/nowhere/movie-server cannot be started: No such file"):
            Client(["/nowhere/movie-server"]).start()
        with environment(MOVIE_SERVER="/nope --catalog builtin"):
            with self.assertRaisesRegex(ServerNotFound, r"^/nope \(MOVIE_SERVER\) cannot be started: ") as caught:
                Client().start()
        self.assertTrue(sentence(caught.exception).endswith("cannot be started: No such file or directory"))

    def test_a_program_that_is_no_server_is_named(self) -> None:
        for settings, command, named in (
            ("/bin/false", None, "/bin/false (MOVIE_SERVER)"),
            ("", ["/bin/false"], "/bin/false"),
        ):
            with environment(MOVIE_SERVER=settings), self.assertRaises(ServerGone) as caught:
                Client(command).start()
            self.assertEqual(f"{named} exited with status 1", str(caught.exception))
            self.assertEqual(f"movie-server has ended: {named}: exit status 1", sentence(caught.exception, "en"))

    def test_a_command_may_be_a_text_as_the_variable(self) -> None:
        self.assertEqual(["movie-server", "--config", "my config"], find_command("movie-server --config 'my config'"))
        with environment(MOVIE_SERVER="/nope"), self.assertRaisesRegex(ServerGone, "^/bin/false exited with status 1"):
            Client("/bin/false").search("x")


class StartTests(ServerTest):
    TELL = """
        request = read()
        answer(
            request, protocolVersion="1.0", serverInfo={"name": json.dumps(sys.argv[1:]), "version": "1"},
            catalog=json.dumps(request["params"]), catalogs=[],
            favorites={"epoch": os.environ.get("TMDB_API_KEY", ""), "revision": 0, "total": 0},
        )
        goodbye()
    """

    def test_options_become_flags_parameters_and_variables(self) -> None:
        client = Client(
            fake_server(self.TELL),
            data_dir=Path("/data"),
            record="talk.rpc",
            catalog="tmdb",
            locale="ko-KR",
            debounce_ms=300,
            loading_delay_ms=100,
            notifications=["favoritesChanged"],
            env={"TMDB_API_KEY": "key"},
            client_info=("test", "3"),
        )
        with client as movies:
            flags = json.loads(movies.server.server_info.name)
            params = json.loads(movies.server.catalog)
            key = movies.server.favorites and movies.server.favorites.epoch
        self.assertEqual("key", key)
        self.assertEqual(["--data-dir", "/data", "--record", "talk.rpc"], flags)
        self.assertEqual(
            {
                "protocolVersion": "1.0",
                "clientInfo": {"name": "test", "version": "3"},
                "processId": os.getpid(),
                "catalog": "tmdb",
                "locale": "ko-KR",
                "debounceMs": 300,
                "loadingDelayMs": 100,
                "notifications": ["favoritesChanged"],
            },
            params,
        )

    def test_the_variable_starts_the_server(self) -> None:
        with environment(MOVIE_SERVER=shlex.join(fake_server("hello(); goodbye()"))), Client() as movies:
            self.assertEqual("fake", movies.server.server_info.name)

    def test_the_stderr_of_the_server_cannot_command_the_terminal(self) -> None:
        controls = "\x1b\x07\x7f\x9b\x85\u2028\u202e\u2066\u200f\u061c"
        client = Client(fake_server(f"sys.stderr.buffer.write({f'no{controls}: 기생충'.encode()!r}); sys.exit(3)"))
        with self.assertRaises(ServerGone) as caught:
            client.start()
        self.assertIn(r"no\u001b\u0007\u007f\u009b\u0085\u2028\u202e\u2066\u200f\u061c: 기생충", str(caught.exception))
        self.assertEqual(set(), set(controls) & set(str(caught.exception)))

    def test_the_first_call_starts_the_server_once(self) -> None:
        movies = Client(**self.real())
        self.addCleanup(movies.close)
        found: list[tuple[str, ...]] = []
        threads = [
            threading.Thread(target=lambda: found.append(tuple(genre.name for genre in movies.genres())))
            for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(DEADLINE)
        self.assertEqual(8, len(found))
        self.assertIn("Thriller", found[0])
        with movies:
            self.assertEqual("builtin", movies.server.catalog)
        with self.assertRaisesRegex(ServerGone, "closed"):
            movies.genres()
        other = Client(**self.real())
        self.addCleanup(other.close)
        self.assertEqual("movie-server", other.server.server_info.name)

    def test_a_client_that_is_closed_before_its_start_does_not_start(self) -> None:
        movies = Client(**self.real())
        movies.close()
        with self.assertRaisesRegex(ServerGone, "closed"):
            movies.genres()

    def test_a_client_that_is_forgotten_warns_and_its_server_ends(self) -> None:
        uses: tuple[Callable[[Client], Any], ...] = (
            lambda movies: movies.search("oldboy"),
            lambda movies: movies.notifications(),
            lambda movies: movies.submit("detail", {"id": "builtin:tt0364569"}),
        )
        for use in uses:
            before = set(threading.enumerate())
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                kept = use(Client(**self.real()).start())
                gc.collect()
                self.assertEqual([], caught)
                del kept
                gc.collect()
                for thread in set(threading.enumerate()) - before:
                    thread.join(DEADLINE)
            self.assertEqual([ResourceWarning], [each.category for each in caught])
            self.assertRegex(str(caught[0].message), "^<Client: .*> was not closed$")

    def test_a_client_that_was_closed_or_never_started_does_not_warn(self) -> None:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            Client(**self.real()).start().close()
            Client(**self.real())
            with self.assertRaises(TypeError):
                Client(notifications="noir")  # type: ignore[arg-type]
            with self.assertRaises(ServerGone):
                Client(fake_server("sys.exit(1)")).start()
            gc.collect()
        self.assertEqual([], caught)

    def test_a_fork_has_no_client_and_leaves_that_of_its_parent_alone(self) -> None:
        code = f"""if True:
            import asyncio, os, sys
            from movieserver import AsyncClient, Client, ServerGone
            options = dict(data_dir={str(self.data_dir)!r}, catalog="builtin", stop_timeout={DEADLINE})

            async def first_call(movies):
                return await movies.genres()

            with Client(**options) as movies:
                other = AsyncClient(**options)
                asyncio.run(first_call(other))
                notes = movies.notifications()
                pending = movies.submit("search", {{"query": "oldboy", "debounceMs": 60000}})
                sys.stdout.flush()
                child = os.fork()
                if child == 0:
                    calls = (
                        movies.genres, lambda: asyncio.run(first_call(other)), notes.get, pending.result,
                        lambda: movies.cancel(1), lambda: movies.notifications().get(),
                    )
                    for call in calls:
                        try:
                            call()
                        except ServerGone as gone:
                            assert "fork" in str(gone), gone
                        else:
                            print("no exception from", call)
                    movies.close()
                    with Client(**options) as own:
                        print(own.detail("builtin:tt0364569").title)
                    sys.stdout.flush()
                    os._exit(0)
                print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), len(movies.genres()) > 0)
                pending.cancel()
                asyncio.run(other.close())
        """
        env = {**os.environ, **self.env}
        command = [sys.executable, "-W", "ignore", "-c", code]  # newer Pythons warn of every fork beside threads
        done = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE, env=env)
        self.assertEqual((0, "Oldboy\n0 True\n", ""), (done.returncode, done.stdout, done.stderr))

    def test_a_program_that_does_not_close_its_client_ends_and_so_does_the_server(self) -> None:
        ended = self.folder / "ended"
        server = ["sh", "-c", '"$MOVIE_SERVER" "$@"; echo >"$0"', str(ended)]
        code = f"""if True:
            from movieserver import Client
            print(Client({server!r}, data_dir={str(self.data_dir)!r}).detail("builtin:tt0364569").title)
        """
        env = {**os.environ, **self.env}
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, capture_output=True, text=True, timeout=DEADLINE, env=env)
        self.assertEqual((0, "Oldboy\n", ""), (done.returncode, done.stdout, done.stderr))
        deadline = time.monotonic() + DEADLINE
        while not ended.exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertTrue(ended.exists())
