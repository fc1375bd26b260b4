"""The command line as a separate program, and the table that it prints."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import unittest
from collections.abc import Iterator
from contextlib import contextmanager

from movieserver import Movie, _output

from .support import DEADLINE, MANY, ServerTest, fake_server, within_deadline

PARASITE = "builtin:tt6751668"
Finished = subprocess.CompletedProcess[str]


class CommandTest(ServerTest):
    def command(self, *words: str) -> list[str]:
        data_dir: list[str] = ["--data-dir", str(self.data_dir), "--catalog", "builtin"]
        return [sys.executable, "-m", "movieserver", *words, *data_dir]

    def run_command(self, *words: str, stdout: int = subprocess.PIPE) -> Finished:
        self.real()
        return subprocess.run(
            self.command(*words),
            env={**os.environ, **self.env},
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            timeout=DEADLINE,
        )

    def lines(self, *words: str) -> list[str]:
        finished = self.run_command(*words)
        self.assertEqual((0, ""), (finished.returncode, finished.stderr))
        return finished.stdout.splitlines()


class ListTests(CommandTest):
    def test_search_prints_a_table(self) -> None:
        lines = self.lines("search", "parasite")
        (line,) = [line for line in lines if line.endswith(PARASITE)]
        self.assertRegex(line, "^  2019 Parasite ")
        self.assertEqual(1, len({line.index("builtin:") for line in lines}))

    def test_search_prints_json_lines(self) -> None:
        movies = [json.loads(line) for line in self.lines("search", "parasite", "--json")]
        self.assertIn(PARASITE, [movie["id"] for movie in movies])
        self.assertEqual({False}, {movie["isFavorite"] for movie in movies})

    def test_search_prints_columns_with_the_id_first(self) -> None:
        rows = [line.split("\t") for line in self.lines("search", "parasite", "--tsv")]
        self.assertIn([PARASITE, "", "2019", "Parasite"], [row[:4] for row in rows])
        self.assertEqual({5}, {len(row) for row in rows})

    def test_limit_and_all_set_how_many_movies_are_printed(self) -> None:
        everything = self.lines("search", MANY, "--tsv", "--all")
        self.assertEqual(everything[:3], self.lines("search", MANY, "--tsv", "--limit", "3"))
        self.assertEqual(everything[:20], self.lines("search", MANY, "--tsv"))
        self.assertGreater(len(everything), 20)

    def test_search_can_be_restricted_to_a_year(self) -> None:
        self.assertEqual(
            {"2019"}, {line.split("\t")[2] for line in self.lines("search", "parasite", "--tsv", "--year", "2019")}
        )

    def test_recommendations_print_a_table_of_movies(self) -> None:
        lines = self.lines("recommendations", PARASITE, "--limit", "4", "--tsv")
        self.assertEqual(4, len(lines))

    def test_home_prints_sections(self) -> None:
        rows = [line.split("\t") for line in self.lines("home", "--tsv", "--limit", "2")]
        sections = {row[5] for row in rows}
        self.assertEqual(2 * len(sections), len(rows))
        section = rows[0][5]
        self.assertEqual({section}, {json.loads(line)["section"] for line in self.lines("home", section, "--json")})
        self.assertRegex(self.lines("home", section)[0], ":$")

    def test_an_empty_result_exits_with_1(self) -> None:
        for words in (["search", "qqxxzzqqxxzz"], ["favorites"]):
            finished = self.run_command(*words)
            self.assertEqual((1, ""), (finished.returncode, finished.stdout))
            self.assertIn("nothing found", finished.stderr)


class MovieTests(CommandTest):
    def test_detail_prints_one_movie(self) -> None:
        self.assertEqual("Parasite (2019)", self.lines("detail", PARASITE)[0])
        (line,) = self.lines("detail", PARASITE, "--json")
        self.assertEqual(PARASITE, json.loads(line)["id"])
        (row,) = self.lines("detail", PARASITE, "--tsv")
        self.assertEqual([PARASITE, "", "2019", "Parasite"], row.split("\t")[:4])

    def test_star_and_unstar_change_the_favorites(self) -> None:
        self.assertEqual([f"{PARASITE} is now a favorite"], self.lines("star", PARASITE))
        self.assertEqual([f"{PARASITE} was already a favorite"], self.lines("star", PARASITE))
        (line,) = self.lines("favorites")
        self.assertRegex(line, "^★ 2019 Parasite")
        self.assertRegex("\n".join(self.lines("search", "parasite")), "★ 2019 Parasite")
        self.assertEqual("Parasite (2019) ★", self.lines("detail", PARASITE)[0])
        self.assertEqual([f"{PARASITE} is no longer a favorite"], self.lines("unstar", PARASITE))
        self.assertEqual({"changed": False, "isFavorite": False}.items(), self.starred("unstar"))

    def starred(self, command: str) -> object:
        (line,) = self.lines(command, PARASITE, "--json")
        return {name: json.loads(line)[name] for name in ("changed", "isFavorite")}.items()

    def test_favorites_are_sorted(self) -> None:
        for line in self.lines("search", MANY, "--tsv", "--limit", "4"):
            self.lines("star", line.split("\t")[0])
        years = [line.split("\t")[2] for line in self.lines("favorites", "--tsv", "--sort", "year", "--order", "desc")]
        self.assertEqual(4, len(years))
        self.assertEqual(sorted(years, reverse=True), years)


class ErrorTests(CommandTest):
    def test_a_server_error_is_printed_with_its_reason(self) -> None:
        finished = self.run_command("detail", "builtin:tt0000000")
        self.assertEqual((1, ""), (finished.returncode, finished.stdout))
        self.assertRegex(finished.stderr, r"^movieserver: .*\(movieNotFound\)\n$")

    def test_a_missing_server_is_reported(self) -> None:
        finished = self.run_command("search", "x", "--server", "/nowhere/movie-server")
        self.assertEqual(1, finished.returncode)
        self.assertRegex(finished.stderr, r"^movieserver: cannot start /nowhere/movie-server.*\(serverNotFound\)\n$")

    def test_a_usage_error_exits_with_2(self) -> None:
        for words in ([], ["fly"], ["search"], ["search", "x", "--limit", "0"], ["search", "x", "--json", "--tsv"]):
            with self.subTest(words):
                finished = self.run_command(*words)
                self.assertEqual((2, ""), (finished.returncode, finished.stdout))
                self.assertIn("usage:", finished.stderr)

    def test_help_shows_examples(self) -> None:
        self.assertIn("movieserver search parasite", self.run_command("--help").stdout)

    def test_a_title_that_the_terminal_cannot_encode_is_escaped(self) -> None:
        self.lines("star", PARASITE)
        finished = subprocess.run(
            self.command("favorites"),
            env={**os.environ, **self.env, "PYTHONIOENCODING": "ascii"},
            capture_output=True,
            text=True,
            timeout=DEADLINE,
        )
        self.assertEqual((0, r"\u2605 2019 Parasite"), (finished.returncode, finished.stdout[:20]))

    def test_a_closed_pipe_is_not_an_error(self) -> None:
        read, write = os.pipe()
        os.close(read)
        try:
            finished = self.run_command("search", MANY, "--json", "--all", stdout=write)
        finally:
            os.close(write)
        self.assertEqual((0, ""), (finished.returncode, finished.stderr))


class WatchTests(CommandTest):
    @contextmanager
    def watching(self, *words: str) -> Iterator[subprocess.Popen[str]]:
        self.real()
        with subprocess.Popen(
            self.command("watch", *words),
            env={**os.environ, **self.env},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        ) as watcher:
            try:
                assert watcher.stderr
                self.assertIn("watching", within_deadline(watcher.stderr.readline))
                yield watcher
            finally:
                watcher.kill()

    def test_changes_are_printed_as_they_happen_until_ctrl_c(self) -> None:
        movies = self.client()
        with self.watching() as watcher:
            assert watcher.stdout and watcher.stderr
            movies.star(PARASITE)
            self.assertEqual(f"+  {PARASITE}  Parasite\n", within_deadline(watcher.stdout.readline))
            movies.unstar(PARASITE)
            self.assertEqual(f"-  {PARASITE}\n", within_deadline(watcher.stdout.readline))
            watcher.send_signal(signal.SIGINT)
            self.assertEqual(130, watcher.wait(DEADLINE))
            self.assertEqual("", watcher.stderr.read())

    def test_changes_are_printed_as_json_lines(self) -> None:
        movies = self.client()
        with self.watching("--json") as watcher:
            assert watcher.stdout
            movies.star(PARASITE)
            change = json.loads(within_deadline(watcher.stdout.readline))
            self.assertEqual([PARASITE], [movie["id"] for movie in change["added"]])

    def test_missed_changes_are_fetched(self) -> None:
        server = fake_server("""
            hello()
            state = {"epoch": "1", "revision": 5, "total": 0}
            answer(read(), **state, items=[])
            send(method="favoritesChanged", params={
                **state, "revision": 9, "previousRevision": 8, "added": [], "removed": [], "origin": "other"})
            asked = read()
            missed = {"id": "x:1", "title": f"since {asked['params']['since']}"}
            answer(asked, **{**state, "revision": 9}, added=[missed], removed=["x:2"], fresh=False)
            os._exit(7)
        """)
        finished = subprocess.run(
            [sys.executable, "-m", "movieserver", "watch", "--server", shlex.join(server)],
            capture_output=True,
            text=True,
            timeout=DEADLINE,
        )
        self.assertEqual(["+  x:1  since 5", "-  x:2"], finished.stdout.splitlines())
        self.assertEqual(1, finished.returncode)
        self.assertIn("exited with status 7", finished.stderr)

    def test_a_replaced_favorites_file_is_fetched_in_full(self) -> None:
        server = fake_server("""
            hello()
            answer(read(), epoch="1", revision=5, total=0, items=[])
            state = {"epoch": "2", "revision": 9, "total": 1}
            send(method="favoritesChanged", params={
                **state, "revision": 9, "previousRevision": 8, "added": [], "removed": [], "origin": "other"})
            while True:
                asked = read()
                since = asked["params"]["since"]
                added = [{"id": "x:1", "title": f"since {since}"}] if since < 9 else []
                answer(asked, **state, added=added, removed=[], fresh=False)
                if since == 0:
                    os._exit(7)
        """)
        finished = subprocess.run(
            [sys.executable, "-m", "movieserver", "watch", "--server", shlex.join(server)],
            capture_output=True,
            text=True,
            timeout=DEADLINE,
        )
        self.assertEqual(["+  x:1  since 0"], finished.stdout.splitlines())


class TableTests(unittest.TestCase):
    MOVIES = (
        Movie(id="a:1", title="Parasite", year=2019, directors=("Bong Joon Ho",)),
        Movie(id="a:2", title="기생충", year=2019, directors=("봉준호",), is_favorite=True),
        Movie(id="a:3", title="Ame\u0301lie", directors=("Jean-Pierre Jeunet", "Someone Else")),
    )

    def starts(self, lines: list[str]) -> set[int]:
        return {_output.width(line[: line.index("a:")]) for line in lines}

    def test_wide_characters_count_twice_and_combining_characters_not_at_all(self) -> None:
        for text, columns in (("abc", 3), ("기생충", 6), ("ｆｕ", 4), ("e\u0301", 1), ("a\u200bb", 2), ("", 0)):
            with self.subTest(text):
                self.assertEqual(columns, _output.width(text))

    def test_columns_are_aligned(self) -> None:
        lines = list(_output.table(self.MOVIES))
        self.assertEqual(1, len(self.starts(lines)))
        self.assertEqual("★ 2019 기생충    봉준호                            a:2", lines[1])

    def test_a_table_fits_the_terminal(self) -> None:
        for columns in range(40, 90):
            lines = list(_output.table(self.MOVIES, columns))
            self.assertLessEqual(max(map(_output.width, lines)), columns)
            self.assertEqual(1, len(self.starts(lines)))
        self.assertIn("…", "".join(_output.table(self.MOVIES, 40)))

    def test_a_table_of_no_movies_is_empty(self) -> None:
        self.assertEqual([], list(_output.table([])))

    def test_control_characters_and_line_breaks_become_spaces(self) -> None:
        movie = Movie(id="a:1", title="a\x1b[31mb\tc\nd\u2028e\x9bf")
        self.assertEqual("a:1\t\t\ta [31mb c d e f\t", _output.tab_separated(movie))
