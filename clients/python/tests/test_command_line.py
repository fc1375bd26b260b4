"""The command line hands over to movie-server: its commands, with the same arguments, output and exit status."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from movieserver.__main__ import _server, main

from .support import DEADLINE, ServerTest, environment, fake_server, within_deadline

PARASITE = "builtin:tt6751668"
Finished = subprocess.CompletedProcess[str]

SHOW = "print(json.dumps(sys.argv[1:])); sys.exit(7)"
"""The behaviour of a program that prints its arguments."""

RUN_TUI = """
import sys, types
sys.modules["textual"] = types.ModuleType("textual")  # which need not be installed
from movieserver.tui import run
sys.exit(run(["/nowhere/movie-server"]))
"""


class CommandTest(ServerTest):
    def run_words(self, *words: str, stdout: int = subprocess.PIPE) -> Finished:
        return subprocess.run(
            words,
            env={**os.environ, **self.env},
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            timeout=DEADLINE,
        )

    def run_command(self, *words: str, stdout: int = subprocess.PIPE) -> Finished:
        return self.run_words(sys.executable, "-m", "movieserver", *words, stdout=stdout)


class RealTests(CommandTest):
    def test_the_output_is_that_of_the_program(self) -> None:
        self.real()
        options = ["--data-dir", str(self.data_dir), "--catalog", "builtin"]
        for words, status in (
            (["search", "기생충"], 0),
            (["search", "the third man", "--year", "1949", "--json"], 0),
            (["favorites"], 0),
            (["detail", "builtin:tt0000000"], 3),
            (["star", PARASITE], 0),
            (["star", PARASITE, "--tsv"], 0),
            (["favorites", "--sort", "year"], 0),
            (["search", "x", "--json", "--tsv"], 2),
            (["unstar", PARASITE, "--json"], 0),
        ):
            with self.subTest(words):
                mine = self.run_command(*words, *options)
                self.assertEqual(status, mine.returncode, mine.stderr)
                if "star" in words[0]:  # which says something else the second time
                    self.assertRegex(mine.stdout, f"{PARASITE}|Parasite")
                    continue
                program = self.run_words(*shlex.split(os.environ["MOVIE_SERVER"]), *words, *options)
                self.assertEqual((program.stdout, program.stderr), (mine.stdout, mine.stderr))
                self.assertTrue(mine.stdout or mine.stderr.startswith("movie-server: "))

    def test_help_lists_the_commands(self) -> None:
        self.real()
        self.assertRegex(self.run_command("--help").stdout, r"\n  search QUERY")

    def test_watch_runs_until_ctrl_c(self) -> None:
        movies = self.client()
        words = [sys.executable, "-m", "movieserver", "watch", "--json", "--data-dir", str(self.data_dir)]
        with subprocess.Popen(
            words,
            env={**os.environ, **self.env},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        ) as watcher:
            try:
                assert watcher.stdout and watcher.stderr
                self.assertIn("watching 0 favorites", within_deadline(watcher.stderr.readline))
                movies.star(PARASITE)
                change = json.loads(within_deadline(watcher.stdout.readline))
                self.assertEqual([PARASITE], [movie["id"] for movie in change["added"]])
                watcher.send_signal(signal.SIGINT)
                self.assertEqual(130, watcher.wait(DEADLINE))
            finally:
                watcher.kill()


class ProgramTests(CommandTest):
    """Which program is started, and with which arguments."""

    def arguments(self, *words: str, server: str | None = None) -> object:
        with environment(MOVIE_SERVER=server):
            finished = self.run_command(*words)
        self.assertEqual((7, ""), (finished.returncode, finished.stderr))
        return json.loads(finished.stdout)

    def test_the_server_option_names_the_program(self) -> None:
        server = shlex.join(fake_server(SHOW))
        expected = ["search", "a b", "--tsv"]
        self.assertEqual(expected, self.arguments("search", "--server", server, "a b", "--tsv"))
        self.assertEqual(expected, self.arguments("search", "a b", f"--server={server}", "--tsv"))

    def test_the_variable_names_the_program_and_its_options(self) -> None:
        server = fake_server(SHOW)
        self.assertEqual(["search", "x"], self.arguments("search", "x", server=shlex.join(server)))
        with_options = shlex.join([*server, "serve", "--config", "my config"])
        self.assertEqual(["search", "x", "--config", "my config"], self.arguments("search", "x", server=with_options))

    def test_a_subcommand_stands_before_the_options_of_the_variable(self) -> None:
        program = Path(os.environ["MOVIE_SERVER"])
        with environment(MOVIE_SERVER=f"{shlex.quote(str(program))} --data-dir {self.data_dir}"):
            finished = self.run_command("star", PARASITE, "--catalog", "builtin")
            self.assertEqual((0, ""), (finished.returncode, finished.stderr))
            self.assertIn("Parasite", self.run_command("favorites").stdout)
        with environment(MOVIE_SERVER=str(program)):
            self.assertIn("Parasite", self.run_command("favorites", "--data-dir", str(self.data_dir)).stdout)

    def test_the_server_option_needs_a_command(self) -> None:
        for words in (["--server"], ["search", "x", "--server", ""], ["--server=", "--help"]):
            finished = self.run_command(*words)
            self.assertEqual((1, ""), (finished.returncode, finished.stdout))
            self.assertEqual("movieserver: cannot start movie-server: --server needs a command\n", finished.stderr)

    def test_a_misspelled_tui_is_recognized(self) -> None:
        finished = self.run_command("tuii")
        self.assertEqual((2, ""), (finished.returncode, finished.stdout))
        self.assertEqual("movieserver: unknown subcommand “tuii”; did you mean tui?\n", finished.stderr)

    def test_an_operand_is_not_an_option(self) -> None:
        self.assertEqual((None, ["search", "--", "--server", "x"]), _server(["search", "--", "--server", "x"]))

    def test_the_terminal_interface_names_the_extra_that_it_needs(self) -> None:
        with patch.dict(sys.modules, {"textual": None}), redirect_stderr(StringIO()) as errors:
            self.assertEqual(1, main(["tui", "--server", "/nowhere/movie-server"]))
        self.assertIn("pip install './clients/python[tui]'", errors.getvalue())

    def test_the_terminal_interface_needs_a_terminal(self) -> None:
        finished = self.run_words(sys.executable, "-c", RUN_TUI)
        self.assertEqual((2, ""), (finished.returncode, finished.stdout))
        self.assertEqual("movieserver: the terminal interface needs a terminal\n", finished.stderr)

    def test_a_missing_program_is_reported(self) -> None:
        finished = self.run_command("search", "x", "--server", "/nowhere/\x1bmovie-server")
        self.assertEqual((1, ""), (finished.returncode, finished.stdout))
        self.assertRegex(finished.stderr, r"^movieserver: /nowhere/.*movie-server cannot be started: No such file")
        self.assertNotIn("\x1b", finished.stderr)
        with environment(MOVIE_SERVER="/nope"):
            finished = self.run_command("search", "x")
        self.assertRegex(finished.stderr, r"^movieserver: /nope \(MOVIE_SERVER\) cannot be started: No such file")
        with environment(MOVIE_SERVER=None, PATH=str(self.folder)):
            finished = self.run_command("search", "x")
            helps = [self.run_command("--help"), self.run_command("--help", "--server", "/nowhere")]
        for help in helps:
            self.assertEqual((0, ""), (help.returncode, help.stderr))
            self.assertRegex(help.stdout, "usage: movieserver(.*\n)+The subcommands need movie-server.*\n$")
        self.assertEqual(1, finished.returncode)
        self.assertRegex(finished.stderr, r"^movieserver: movie-server was not found.*\(serverNotFound\)\n$")
