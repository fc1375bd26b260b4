"""What the terminal interface changes in the library, with the real server."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urljoin
from urllib.request import urlopen

from .support import DEADLINE, MANY, environment, within_deadline
from .test_words import language

from .program import Program, ProgramTest  # isort: skip
from .terminal import Terminal, TUITest, needs_textual_image, start_tmdb  # isort: skip  # skips the tests without the extra

from textual.events import Key
from textual.widgets import Input, Static, Tabs, TextArea

from movieserver import Client, Movie, __version__
from movieserver.tui.form import Refused
from movieserver.tui.forms import _day, _rating
from movieserver.tui.keyline import KeyLine
from movieserver.tui.row import bar


class ChangeTests(TUITest):
    async def test_a_film_is_put_on_the_watchlist_logged_rated_and_all_of_it_undone(self) -> None:
        today = datetime.date.today().isoformat()
        async with self.connected() as terminal:
            await terminal.search("oldboy", "Oldboy")
            await terminal.press("down", "b")
            await terminal.until_line(r"^Oldboy \(2003\) \+ ")
            self.assertEqual("Put Oldboy (2003) on the watchlist. Undo: u", terminal.state)
            await terminal.press("l")
            await terminal.until(lambda: terminal.app.screen.query("#rating"))
            self.assertEqual(today, terminal.app.screen.query_one("#date", Input).value)
            await terminal.press("tab", *"x", "enter")
            await terminal.until(lambda: "A rating is" in terminal._text("#problem"))
            await terminal.press("backspace", *"8,5", "enter")
            await terminal.until_line(r"^Oldboy \(2003\) ✓ 8.5 ")
            self.assertEqual("Logged a viewing of Oldboy (2003), now off the watchlist. Undo: u", terminal.state)
            await terminal.press("m")
            await terminal.until(lambda: terminal.app.screen.query("#tags"))
            self.assertEqual("8.5", terminal.app.screen.query_one("#rating", Input).value)
            terminal.app.screen.query_one("#tags", Input).value = "rain, night"
            terminal.app.screen.query_one("#note", TextArea).text = "two\nlines"
            await terminal.press("ctrl+s")
            await terminal.until(lambda: terminal.state == "Changed Oldboy (2003). Undo: u")
            await terminal.press("enter")
            await terminal.until(lambda: "Tags: night, rain" in terminal.facts)
            self.assertIn("My rating: 8.5\n", terminal.facts)
            self.assertIn("Note: two\nlines", terminal.facts)
            await terminal.until_line(f"^{today} +8.5$")
            await terminal.press("q", "u")
            await terminal.until(lambda: terminal.state == "Undone: Changed Oldboy (2003).")
            await terminal.press("u")
            await terminal.until_line(r"^Oldboy \(2003\) \+ ")
            await terminal.press("u")
            await terminal.until_line(r"^Oldboy \(2003\)  +Park")
            await terminal.press("u")
            await terminal.until(lambda: terminal.state == "There is nothing to undo.")
            with Client(**self.real()) as other:
                self.assertEqual(0, other.library().total)

    async def test_a_film_of_no_catalog_comes_back_to_the_watchlist(self) -> None:
        with Client(**self.real()) as other:
            other.mark(Movie(id="mine:1", title="Home video"), watchlist=True)
        async with self.connected() as terminal:
            await terminal.press("down", "B")
            await terminal.until_line("^Home video")
            await terminal.press("b")
            await terminal.until(lambda: terminal.notice.startswith("The watchlist is empty"))
            await terminal.press("u")
            await terminal.until_line("^Home video")

    async def test_several_films_are_chosen_and_changed_at_once(self) -> None:
        async with self.connected() as terminal:
            await terminal.search("dark knight", "The Dark Knight")
            await terminal.until(lambda: len(terminal.lines) > 1)
            await terminal.press("down", "space", "space", "b")
            await terminal.until(lambda: [" + " in line for line in terminal.lines[:2]] == [True, True])
            self.assertEqual("Put 2 films on the watchlist. Undo: u", terminal.state)
            self.assertEqual({}, terminal.rows.selected)
            await terminal.press("ctrl+a", "escape", "u")
            await terminal.until(lambda: not any(" + " in line for line in terminal.lines))

    async def test_what_was_changed_before_one_of_several_films_failed_is_undone(self) -> None:
        with Client(**self.real()) as other:
            other.mark("builtin:tt1345836", tags=[str(number) for number in range(100)])  # no film has more
        async with self.connected() as terminal:
            await terminal.type("dark knight")
            await terminal.until(lambda: terminal.count == "2 films")
            await terminal.press("down", "ctrl+a", "m")
            await terminal.until(lambda: terminal.app.screen.query("#tags"))
            terminal.app.screen.query_one("#tags", Input).value = "rain"
            await terminal.press("ctrl+s")
            await terminal.until(lambda: "at most 100 tags" in terminal._text("#problem"))
            await terminal.press("escape", "escape", "u")  # something was entered
            await terminal.until(lambda: terminal.state == "Undone: Changed The Dark Knight (2008).")
            with Client(**self.real()) as other:
                self.assertNotIn("rain", [tag.name for tag in other.tags()])

    async def test_all_films_of_a_long_list_are_chosen(self) -> None:
        with Client(**self.real()) as other:
            page = other.request("search", {"query": MANY, "limit": 100})
            for movie in page["items"]:
                other.mark(movie["id"], watchlist=True)
        async with self.connected() as terminal:
            await terminal.press("down", "B")
            await terminal.until(lambda: terminal.count == "100 films")
            await terminal.press("ctrl+a")
            await terminal.until(lambda: terminal.count == "100 films · 100 chosen")
            await terminal.press("slash")
            await terminal.type(MANY)
            total = f"{page['total']} films"
            await terminal.until(lambda: terminal.count == total)
            await terminal.press("down", "ctrl+a")
            await terminal.until(lambda: terminal.count == f"{total} · {page['total']} chosen")
            with patch("movieserver.tui.screens.MOST", 80):
                await terminal.press("escape", "r")
                await terminal.until(lambda: terminal.count == total and len(terminal.rows.rows) < 80)
                await terminal.press("ctrl+a")
                await terminal.until(lambda: terminal.state == f"80 of {total} are chosen.")

    async def test_a_change_that_is_undone_in_a_film_is_not_said_by_the_list_any_more(self) -> None:
        async with self.connected() as terminal:
            await terminal.search("oldboy", "Oldboy")
            await terminal.press("down", "s")
            await terminal.until(lambda: terminal.state == "Starred Oldboy (2003). Undo: u")
            await terminal.press("enter")
            await terminal.until_line("^Cast$")
            keys = terminal.app.screen.query_one(KeyLine)
            await terminal.until(lambda: "Unstar" in keys.render_line(0).text)
            await terminal.press("u")
            await terminal.until(lambda: terminal.state == "Undone: Starred Oldboy (2003).")
            await terminal.until(lambda: " s Star " in keys.render_line(0).text)
            await terminal.press("q")
            await terminal.until_line("^Oldboy")
            self.assertEqual("Undone: Starred Oldboy (2003).", terminal.state)

    async def test_messages_with_a_title_of_a_stranger_show_it_and_obey_nothing(self) -> None:
        title = "[/][@click=app.quit]x"
        with Client(**self.real()) as other:
            other.star(Movie(id="mine:1", title=title))
        async with self.connected() as terminal:
            await terminal.press("down", "f")
            await terminal.move_to(re.escape(title))
            await terminal.press("s")
            await terminal.until(lambda: terminal.state == f"Unstarred {title}. Undo: u")
            await terminal.press("u")
            await terminal.until(lambda: terminal.state == f"Undone: Unstarred {title}.")
            self.assertTrue(terminal.app.is_running)

    async def test_chosen_films_have_a_sign_and_are_counted(self) -> None:
        async with self.connected() as terminal:

            def chosen() -> tuple[str, str]:
                signs = [terminal.rows.render_line(y).text[1] for y in range(2)]
                return "".join(signs), terminal.count

            await terminal.type("dark knight")
            await terminal.until(lambda: terminal.count == "2 films")
            await terminal.press("down", "space")
            self.assertEqual(("◉ ", "2 films · 1 chosen"), chosen())
            await terminal.press("space")
            self.assertEqual(("◉◉", "2 films · 2 chosen"), chosen())
            await terminal.press("q")
            self.assertEqual(("  ", "2 films"), chosen())
            await terminal.press("ctrl+a", "escape")
            self.assertEqual(("  ", "2 films"), chosen())
            await terminal.press("ctrl+a")
            self.assertEqual(("◉◉", "2 films · 2 chosen"), chosen())
            await terminal.press("s")
            await terminal.until(lambda: terminal.state.startswith("Starred 2 films"))
            self.assertEqual(("  ", "2 films"), chosen())

    async def test_the_diary_is_a_list_by_day_whose_viewings_are_changed_and_deleted(self) -> None:
        with Client(**self.real()) as other:
            for month in ("2025-12", "2026-01"):
                for day in ("02", "09"):
                    other.log_viewing("builtin:tt0364569", date=f"{month}-{day}")
        async with self.connected() as terminal:
            await terminal.press("down", "d")
            await terminal.until(lambda: terminal.count == "4 viewings")
            shown = [terminal.rows.render_line(y).text[:10] for y in range(4)]
            self.assertEqual(["2026-01-09", "        02", "2025-12-09", "        02"], shown)
            await terminal.press("i", *"2025-12")
            await terminal.until(lambda: terminal.count == "2 viewings")
            await terminal.press("enter", "e")
            await terminal.until(lambda: terminal.app.screen.query("#date"))
            terminal.app.screen.query_one("#note", Input).value = "at night"
            await terminal.press("enter")
            await terminal.until_line("^2025-12-09 .* at night$")
            await terminal.press("x")
            await terminal.until(lambda: terminal.count == "1 viewing")
            await terminal.press("u")
            await terminal.until_line("^2025-12-09 .* at night$")
            await terminal.press("S")
            await terminal.until_line("^4 viewings of 1 film, 8 hours, 3 rewatches$")
            await terminal.move_to("^2025-12 ")
            await terminal.press("enter")
            await terminal.until(lambda: terminal.count == "2 viewings")

    async def test_a_viewing_of_an_unknown_day_says_so_also_in_the_statistics(self) -> None:
        with Client(**self.real()) as other:
            for date in (None, None, "2026-01-31"):
                other.log_viewing("builtin:tt0364569", date=date)
        async with self.connected() as terminal:
            await terminal.press("down", "d")
            await terminal.until(lambda: terminal.count == "3 viewings")
            shown = [terminal.rows.render_line(y).text[:10] for y in range(3)]
            self.assertEqual(["2026-01-31", "undated   ", "undated   "], shown)
            await terminal.press("S")
            await terminal.until_line("^3 viewings of 1 film")
            self.assertEqual([" 2"] * 2, [line[23:25] for line in terminal.lines if line.startswith("undated")])
            await terminal.press("G", "g")  # to the first row that opens something
            await terminal.until(lambda: terminal.rows.current.line().plain.strip().startswith("2026-01"))
            await terminal.until(lambda: terminal.rows.scroll_y == 0)

    async def test_what_was_done_is_said_until_the_user_goes_on(self) -> None:
        async with self.connected() as terminal:
            await terminal.press("down", "s")
            await terminal.until(lambda: terminal.state.endswith("Undo: u"))
            await terminal.press("j")
            await terminal.until(lambda: terminal.state == "")

    async def test_a_catalog_without_a_key_says_so_at_first(self) -> None:
        server = [os.environ["MOVIE_SERVER"], "--data-dir", str(self.data_dir), "--catalog", "tmdb"]
        async with self.connected(server) as terminal:
            await terminal.until(lambda: terminal.notice.startswith("tmdb needs a key. Run “movie-server auth tmdb”"))

    async def test_a_form_says_how_days_are_written(self) -> None:
        async with self.connected() as terminal:
            await terminal.press("down", "l")
            await terminal.until(
                lambda: "Day (YYYY-MM-DD; -1: yesterday; empty: unknown)" in terminal._text("#form Static")
            )

    async def test_a_period_that_is_none_is_refused_and_stays_in_the_filter(self) -> None:
        with Client(**self.real()) as other:
            other.log_viewing("builtin:tt0364569", date="2026-01-31")
        async with self.connected() as terminal:
            for key, first in (("d", "^2026-01-31"), ("S", "^1 viewing of 1 film")):
                await terminal.press("down", key)
                await terminal.until_line(first)
                for text in ("2026-13", "2026-1x", "hello"):
                    await terminal.press("i", "ctrl+u", *text, "enter")
                    await terminal.until(lambda: terminal.notice == "A period is written like 2026 or 2026-01.")
                    self.assertEqual([], terminal.lines)
                    self.assertEqual(text, terminal.app.screen.query_one("#filter", Input).value)
                await terminal.press("i", "ctrl+u", *"2026-01")
                await terminal.until_line(first)
                self.assertEqual("", terminal.notice)
                await terminal.press("enter")

    async def test_bars_have_the_room_of_their_column(self) -> None:
        with Client(**self.real()) as other:
            # Three films of one director, and two of another. Their ratings stand after the bars.
            for number in ("6751668", "0353969", "0468492", "0364569", "4016934"):
                other.log_viewing(f"builtin:tt{number}", date="2026-01-31", rating=9)

        def cells(text: str) -> list[int]:
            shown = [terminal.rows.render_line(y).text for y in range(terminal.rows.size.height)]
            return [line.count("█") for line in shown if line.strip().startswith(text)]

        async with self.connected() as terminal:
            await terminal.press("down", "S")
            await terminal.move_to("^Park Chan-wook ")
            await terminal.until_line("^Bong Joon Ho .* 9.0$")
            for columns, bars in ((80, [18, 12]), (100, [18, 12]), (160, [54, 36]), (40, [12, 8])):
                await terminal.pilot.resize_terminal(columns, 60)
                await terminal.until(lambda bars=bars: cells("Bong Joon Ho ") + cells("Park Chan-wook ") == bars)  # type: ignore[misc]

    async def test_a_long_life_is_shown_by_year(self) -> None:
        with Client(**self.real()) as other:
            for month in range(37):
                other.log_viewing("builtin:tt0364569", date=f"{2020 + month // 12}-{month % 12 + 1:02}-01")
        async with self.connected() as terminal:
            await terminal.press("down", "S")
            await terminal.until_line("^By year$")
            numbers = [line.split()[:2] for line in terminal.lines[2:6]]
            self.assertEqual([["2020", "12"], ["2021", "12"], ["2022", "12"], ["2023", "1"]], numbers)
            await terminal.move_to("^2022 ")
            await terminal.press("enter")
            await terminal.until(lambda: terminal.count == "12 viewings")

    async def test_a_long_name_in_the_statistics_ends_with_an_ellipsis(self) -> None:
        with Client(**self.real()) as other:
            other.log_viewing("builtin:tt0468569")
        async with self.connected() as terminal:
            await terminal.press("down", "S")
            await terminal.until_line("^Christopher Nolan +1 ")
            with patch("movieserver.tui.statistics.LABEL", 12):
                await terminal.press("r")
                await terminal.until_line("^Christopher…      1 ")

    async def test_the_kept_films_are_fetched_again_in_the_language_of_the_user(self) -> None:
        with Client(**self.real()) as other:
            other.star("builtin:tt6751668")
            other.star(Movie(id="builtin:tt1", title="Lost film"))
        server = [os.environ["MOVIE_SERVER"], "--data-dir", str(self.data_dir), "--locale", "ko-KR"]
        async with self.connected([*server, "--catalog", "builtin"]) as terminal:
            await terminal.press("down", "f")
            await terminal.until_line("^★ Parasite ")
            await terminal.run_command("Fetch the data of the films")
            await terminal.until_line("^★ 기생충 ")
            text = "Films fetched again: 1 · 1 film could not be fetched (builtin does not have this film.)"
            await terminal.until(lambda: terminal.state == text)

    async def test_a_long_note_is_read_with_the_keys_of_the_list(self) -> None:
        with Client(**self.real()) as other:
            other.mark("builtin:tt0364569", note="\n".join(f"line {number}." for number in range(40)))
        async with self.connected() as terminal:
            await terminal.pilot.resize_terminal(80, 24)
            await terminal.search("oldboy", "Oldboy")
            await terminal.press("down", "enter")
            await terminal.until_line("^Cast$")

            def is_seen(text: str) -> bool:
                return any(text in strip.text for strip in terminal.app.screen._compositor.render_strips())

            await terminal.until(lambda: is_seen("Oldboy (2003)"))
            first = terminal.rows.cursor
            for key, back in (("j", "k"), ("pagedown", "pageup")):
                while not is_seen("www.imdb.com"):
                    self.assertEqual(first, terminal.rows.cursor)
                    await terminal.press(key)
                await terminal.press(key)
                self.assertNotEqual(first, terminal.rows.cursor)
                await terminal.press(back)
                while not is_seen("Oldboy (2003)"):
                    self.assertEqual(first, terminal.rows.cursor)
                    await terminal.press(back)
            await terminal.press("end")
            await terminal.until(lambda: is_seen("www.imdb.com"))
            self.assertEqual(len(terminal.lines) - 1, terminal.rows.cursor)
            await terminal.press("home")
            await terminal.until(lambda: is_seen("Oldboy (2003)"))
            self.assertEqual(first, terminal.rows.cursor)

    async def test_a_row_has_signs_and_a_film_its_last_viewings(self) -> None:
        with Client(**self.real()) as other:
            for month in range(1, 6):
                other.log_viewing("builtin:tt0364569", date=f"2025-0{month}-01", rating=8.5)
            other.mark("builtin:tt0364569", note="Good.")
        async with self.connected() as terminal:
            await terminal.search("oldboy", r"^Oldboy \(2003\) ✓5 8.5 ✎ ")
            await terminal.press("down", "enter")
            await terminal.until_line("^and 2 more. Diary: d$")
            days = [row.text for row in terminal.rows.rows if row.viewing]
            self.assertEqual([f"2025-0{month}-01 8.5" for month in (5, 4, 3)], days)
            await terminal.move_to("^and 2 more")
            await terminal.press("enter")
            await terminal.until(lambda: terminal.count == "5 viewings")

    async def test_the_library_is_exported_and_imported_after_a_trial(self) -> None:
        file = self.folder / "library.json"
        with Client(**self.real()) as other:
            other.mark("builtin:tt0364569", watchlist=True)
        async with self.connected() as terminal:
            await terminal.run_command("Export the library")
            terminal.app.screen.query_one("#path", Input).value = str(file)
            await terminal.press("enter")
            await terminal.until(lambda: terminal.state.startswith(f"Exported 1 film to {file}."))
            before = file.stat().st_ino
            await terminal.run_command("Export the library")
            terminal.app.screen.query_one("#path", Input).value = str(file)
            await terminal.press("enter")
            await terminal.until(lambda: terminal._text("#problem") == f"{file} exists. Enter again replaces it.")
            self.assertEqual(before, file.stat().st_ino)
            await terminal.press("enter")
            await terminal.until(lambda: terminal.state.startswith(f"Exported 1 film to {file}."))
            with Client(**self.real()) as other:
                await asyncio.to_thread(other.mark, "builtin:tt0364569", watchlist=False)
                await terminal.run_command("Import a library")
                form = terminal.app.screen.query_one("#form")
                self.assertEqual("Enter or ctrl+s: preview", form.border_subtitle)
                await terminal.press("enter")
                await terminal.until(lambda: terminal._text("#problem") == "Enter a path.")
                terminal.app.screen.query_one("#path", Input).value = str(file)
                await terminal.until(lambda: terminal._text("#problem") == "")
                await terminal.press("enter")
                await terminal.until(lambda: "Nothing is imported yet" in terminal._text("#about-form"))
                self.assertNotIn("cannot be undone", terminal._text("#about-form"))
                self.assertEqual(0, other.library().total)
                await terminal.until(lambda: form.border_subtitle == "Enter or ctrl+s: import")
                terminal.app.screen.query_one("#overwrite").value = True  # type: ignore[attr-defined]
                await terminal.until(lambda: form.border_subtitle == "Enter or ctrl+s: preview")
                await terminal.press("enter")
                await terminal.until(lambda: "added: 1," in terminal._text("#about-form"))
                self.assertIn("An import cannot be undone, and no change before it.", terminal._text("#about-form"))
                await terminal.press("enter")
                await terminal.until(lambda: terminal.state.startswith("json: 1 rows; added: 1,"))
                self.assertEqual(1, other.library().total)
                await terminal.press("down", "s")
                await terminal.until(lambda: terminal.state.endswith("Undo: u"))
                await self._import(terminal, file, "as before: 1,")
                await terminal.until(lambda: "added: 0, changed: 0" in terminal.state)
                await terminal.press("u")
                await terminal.until(lambda: terminal.state.startswith("Undone: "))

    async def _import(self, terminal: Terminal, file: Path, preview: str) -> None:
        """Import a file after its preview says this."""
        await terminal.run_command("Import a library")
        terminal.app.screen.query_one("#path", Input).value = str(file)
        await terminal.press("enter")
        await terminal.until(lambda: preview in terminal._text("#about-form"))
        await terminal.press("enter")

    async def test_an_import_says_where_the_rows_without_a_film_are(self) -> None:
        file = self.folder / "watchlist.csv"
        file.write_text("Date,Name,Year,Letterboxd URI\n2026-01-31,Qqxx,1999,https://boxd.it/1\n")
        async with self.connected() as terminal:
            await self._import(terminal, file, "Nothing is imported yet")
            await terminal.until(lambda: ", not found: 1 · Rows without a film: " in terminal.state)

    async def test_the_watchlist_is_ordered_and_follows_other_programs(self) -> None:
        with Client(**self.real()) as other:
            other.mark("builtin:tt0364569", watchlist=True)
            async with self.connected() as terminal:
                await terminal.press("down", "B")
                await terminal.until(lambda: terminal.count == "1 film")
                await asyncio.to_thread(other.mark, "builtin:tt6751668", watchlist=True)
                await terminal.until(lambda: len(terminal.lines) == 2 and "Parasite" in terminal.lines[0])
                self.assertIn("Oldboy", terminal.rows.current.line().plain)
                await terminal.press("c")
                await terminal.until(lambda: "Oldboy" in terminal.lines[0])


class AppTests(TUITest):
    async def test_the_first_screen_says_where_films_are_searched_and_shows_the_last_searches(self) -> None:
        async with self.connected() as terminal:
            await terminal.until_line("^Popular  1,090 films")
            self.assertRegex(terminal.notice, "^Built-in films\n.*[?] all keys.*\nOnly 1,090 built-in films")
            await terminal.search("oldboy", "Oldboy")
            await terminal.press("enter", "enter")
            await terminal.until_line("^Cast$")
        async with self.connected() as terminal:
            await terminal.until_line("^Last searches$")
            await terminal.press("down", "enter")
            await terminal.until_line(r"^Oldboy \(2003\)")

    async def test_the_first_key_in_the_list_of_the_first_screen_is_about_a_film(self) -> None:
        async with self.connected() as terminal:
            await terminal.until_line("^Popular")
            await terminal.press("down", "b")
            await terminal.until_line(r"^The Shawshank Redemption \(1994\) \+ ")

    async def test_keys_that_come_quickly_act_in_their_order(self) -> None:
        async with self.connected() as terminal:
            for key in (*"first", "ctrl+u", *"second", "ctrl+a", "ctrl+k", *"third"):
                terminal.app.post_message(Key(key, key if len(key) == 1 else None))
            await terminal.until(lambda: terminal.app.screen.query_one("#query", Input).value.endswith("third"))
            self.assertEqual("third", terminal.app.screen.query_one("#query", Input).value)

    async def test_the_keys_of_lists_scroll_the_help(self) -> None:
        async with self.connected() as terminal:
            await terminal.press("down", "question_mark")
            await terminal.until(lambda: terminal.app.screen.query("#text"))
            box = terminal.app.screen.query_one("#text")
            await terminal.until(lambda: box.max_scroll_y > 1)
            for key, y in (("j", 1), ("G", box.max_scroll_y), ("k", box.max_scroll_y - 1), ("g", 0)):
                await terminal.press(key)
                await terminal.until(lambda y=y: box.scroll_y == y)  # type: ignore[misc]

    async def test_the_log_is_shown_and_the_server_restarted(self) -> None:
        async with self.connected() as terminal:
            pid = terminal.app._server.pid
            await terminal.run_command("The log of the server")
            await terminal.until(lambda: f"process {pid}" in terminal._text("#text Static"))
            self.assertIn("movie-server 0", terminal._text("#text Static"))
            await terminal.press("q")
            await terminal.run_command("Restart the server")
            await terminal.until(lambda: terminal.state == "movie-server was started again.")
            self.assertNotEqual(pid, terminal.app._server.pid)

    async def test_a_server_that_is_back_is_started_by_the_next_try(self) -> None:
        link = self.folder / "movie-server"
        link.symlink_to(os.environ["MOVIE_SERVER"])
        async with self.connected([str(link), "--data-dir", str(self.data_dir), "--catalog", "builtin"]) as terminal:
            await terminal.search("oldboy", r"^Oldboy \(2003\)")
            link.unlink()
            os.kill(terminal.app._server.pid or 0, signal.SIGKILL)
            await terminal.until(lambda: "cannot be started" in f"{terminal.state}{terminal.notice}")
            link.symlink_to(os.environ["MOVIE_SERVER"])
            await terminal.press("ctrl+u")
            await terminal.search("parasite", r"^Parasite \(2019\)")

    async def test_what_could_not_be_undone_without_a_server_is_undone_when_it_is_back(self) -> None:
        link = self.folder / "movie-server"
        link.symlink_to(os.environ["MOVIE_SERVER"])
        async with self.connected([str(link), "--data-dir", str(self.data_dir), "--catalog", "builtin"]) as terminal:
            await terminal.search("oldboy", r"^Oldboy \(2003\)")
            await terminal.press("down", "b")
            await terminal.until(lambda: terminal.state.startswith("Put Oldboy"))
            link.unlink()
            os.kill(terminal.app._server.pid or 0, signal.SIGKILL)
            await terminal.until(lambda: "cannot be started" in terminal.notice)
            terminal.app.screen.query_one("#notice", Static).update("")
            await terminal.press("u")
            await terminal.until(lambda: "cannot be started" in terminal.notice)
            link.symlink_to(os.environ["MOVIE_SERVER"])
            await terminal.press("u")
            await terminal.until(lambda: terminal.state == "Undone: Put Oldboy (2003) on the watchlist.")
            await terminal.press("u")
            await terminal.until(lambda: terminal.state == "There is nothing to undo.")

    async def test_a_server_that_was_missing_at_first_is_started_by_r_enter_or_a_search(self) -> None:
        link = self.folder / "movie-server"
        command = [str(link), "--data-dir", str(self.data_dir), "--catalog", "builtin"]
        for keys, query in ((["down", "r"], ""), (["enter"], ""), ([*"oldboy"], "oldboy")):
            with self.subTest(keys):
                async with self.terminal(command) as terminal:
                    await terminal.until(lambda: "Enter: try again" in terminal.notice)
                    await terminal.press("down", "r")
                    await terminal.until(lambda: "\nr: try again" in terminal.notice)
                    terminal.app.screen.query_one("#query").focus()
                    link.symlink_to(os.environ["MOVIE_SERVER"])
                    await terminal.press(*keys)
                    await terminal.until(lambda: terminal.app.screen.query_one(Tabs).tab_count == 7)
                    await terminal.until_line(r"^Oldboy \(2003\)" if query else "^Popular")
                    self.assertEqual(query, terminal.app.screen.query_one("#query", Input).value)
                link.unlink()

    async def test_an_error_stands_where_the_list_is_once_and_is_tried_again(self) -> None:
        server = [os.environ["MOVIE_SERVER"], "--data-dir", str(self.data_dir), "--catalog", "tmdb"]
        nowhere = {"TMDB_BASE_URL": "http://127.0.0.1:9", "TMDB_API_KEY": "0123456789abcdef0123456789abcdef"}
        with environment(**nowhere):
            async with self.connected(server) as terminal:
                await terminal.type("x")
                sentence = "tmdb cannot be reached. Check the network."
                await terminal.until(lambda: terminal.notice == f"{sentence}\nEnter: try again")
                await terminal.press("down", "h")
                await terminal.until(lambda: terminal.notice == f"{sentence}\nr: try again")
                self.assertEqual([], terminal.lines)
                sent: list[str] = []
                request = terminal.app.request

                async def send(method: str, **params: Any) -> dict[str, Any]:
                    sent.append(method)
                    return await request(method, **params)

                with patch.object(terminal.app, "request", send):
                    await terminal.press("r")
                    await terminal.until(lambda: sent == ["home"])

    async def test_without_a_country_where_to_watch_says_how_to_set_it(self) -> None:
        with language(LANG="en.UTF-8"):
            async with self.connected() as terminal:
                await terminal.search("oldboy", "Oldboy")
                await terminal.press("down", "enter")
                await terminal.until_line("^Cast$")
                await terminal.press("w")
                self.assertRegex(terminal.state, r"^No country is set\. Set it in the environment")
                await terminal.press("t")
                self.assertEqual("Trailers: nothing is known", terminal.state)

    async def test_a_link_is_copied_through_the_terminal(self) -> None:
        async with self.connected() as terminal:
            await terminal.search("oldboy", "Oldboy")
            written: list[str] = []
            with patch.object(terminal.app._driver, "write", written.append):
                await terminal.press("down", "y")
            self.assertIn("\x1b]52;c;aHR0cHM6Ly93d3cuaW1kYi5jb20vdGl0bGUvdHQwMzY0NTY5Lw==\a", "".join(written))
            self.assertEqual("Copied https://www.imdb.com/title/tt0364569/", terminal.state)

    async def test_a_day_that_cannot_be_is_explained_and_stays_in_the_form(self) -> None:
        async with self.connected() as terminal:
            await terminal.search("oldboy", "Oldboy")
            await terminal.press("down", "l")
            await terminal.until(lambda: terminal.app.screen.query("#date"))
            date = terminal.app.screen.query_one("#date", Input)
            for day, sentence in (
                ("2026-02-30", "There is no such day."),
                ("2206-11-02", "The day 2206-11-02 is in the future."),
                ("gestern", "YYYY-MM-DD; -1: yesterday; empty: unknown"),
            ):
                date.value = day
                await terminal.until(lambda: terminal._text("#problem") == "")
                await terminal.press("enter")
                await terminal.until(lambda sentence=sentence: terminal._text("#problem") == sentence)  # type: ignore[misc]
                self.assertEqual(day, date.value)

    async def test_keys_about_films_say_that_there_is_none(self) -> None:
        async with self.connected() as terminal:
            await terminal.search("oldboy", "Oldboy")
            await terminal.press("enter", "slash", "ctrl+u")
            await terminal.until_line("^Last searches")
            await terminal.press("down")
            self.assertEqual("oldboy", terminal.rows.current.text)
            for key in "sblm":
                terminal.app.screen.query_one("#state", Static).update("")
                await terminal.press(key)
                await terminal.until(lambda: terminal.state == "There is no film here.")

    async def test_discover_explains_years_that_cannot_be(self) -> None:
        async with self.connected() as terminal:
            await terminal.press("down", "D")
            await terminal.until_line(r"\(\d{4}\)")
            first, last = (terminal.app.screen.query_one(id, Input) for id in ("#from", "#to"))
            first.value, last.value = "1990", "1980"
            await terminal.until(lambda: terminal.notice == "The first year is after the last.")
            self.assertEqual([], terminal.lines)
            first.value, last.value = "1000", ""
            await terminal.until(lambda: terminal.notice == "No films found.")
            first.value = "1990"
            await terminal.until_line(r"\(\d{4}\)")

    async def test_a_search_that_finds_nothing_says_where_the_other_films_are(self) -> None:
        async with self.connected() as terminal:
            await terminal.type("qqqxxx")
            await terminal.until(lambda: terminal.notice.startswith("No films found.\nOnly 1,090 built-in films"))


class HangingServerTests(ProgramTest):
    def stop_server(self, program: Program) -> int:
        [server] = map(int, Path(f"/proc/{program.pid}/task/{program.pid}/children").read_text().split())
        os.kill(server, signal.SIGSTOP)
        return server

    def test_it_is_left_at_once_with_a_change_that_is_not_answered(self) -> None:
        with Client(**self.real()) as other, self.program() as program:
            other.star("builtin:tt0364569")
            program.until_screen(lambda screen: "Popular" in screen)
            program.type("\x1b[Bf")
            program.until_screen(lambda screen: "★ Oldboy" in screen and "Popular" not in screen)
            server = self.stop_server(program)
            program.type("sq")
            self.assertEqual(0, program.end())
            last = program.shown.rpartition(b"\x1b[?1049l")[2].decode()
            self.assertIn("The last change may not have been saved: movie-server does not answer.", last)
            self.assertNotIn("Traceback", last)
            self.assert_gone(server)

    def test_one_that_hangs_is_told_and_started_by_the_next_try(self) -> None:
        with self.program(columns=80) as program:
            program.until_screen(lambda screen: "Popular" in screen)
            server = self.stop_server(program)
            program.type("\x1b[Bf")
            program.until_screen(
                lambda screen: "movie-server does not answer.\n" in screen and "r: try again" in screen
            )
            self.assert_gone(server)
            program.type("r")
            program.until_screen(lambda screen: "No favorites yet." in screen)

    def test_a_change_that_one_that_hangs_has_not_answered_is_told(self) -> None:
        with self.program() as program:
            program.until_screen(lambda screen: "Popular" in screen)
            self.stop_server(program)
            program.type("\x1b[Bs")
            program.until_screen(lambda screen: "The last change may not have been saved" in screen)

    def test_a_restart_says_so_and_drops_what_is_typed_meanwhile(self) -> None:
        with self.program() as program:
            program.until_screen(lambda screen: "Popular" in screen)
            self.stop_server(program)
            program.type("\x1b[B\x10Restart the")
            program.until_screen(lambda screen: "Restart the server" in screen)
            program.type("\r")
            program.until_screen(lambda screen: "Restarting…" in screen)
            program.type("/xyzzy")
            program.until_screen(lambda screen: "movie-server was started again." in screen)
            program.type("f")
            program.until_screen(lambda screen: "No favorites yet." in screen and "xyzzy" not in screen)

    def test_a_change_that_another_process_holds_up_is_told_at_the_end(self) -> None:
        with Client(**self.real()) as other, self.program(LANG="ko_KR.UTF-8") as program:
            other.star("builtin:tt0364569")
            program.until_screen(lambda screen: "Shawshank" in screen or "쇼생크" in screen)
            program.type("\x1b[Bf")
            program.until_screen(lambda screen: "★" in screen and "쇼생크" not in screen)
            [file] = self.data_dir.glob("*.db")
            with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as lock:
                lock.execute("BEGIN EXCLUSIVE")
                program.type("sq")
                self.assertEqual(0, program.end())
            last = program.shown.rpartition(b"\x1b[?1049l")[2].decode()
            self.assertRegex(last, "저장되지 않았을 수 있습니다: .*locked")

    def test_the_user_sees_that_an_answer_is_awaited(self) -> None:
        with self.program() as program:
            program.until_screen(lambda screen: "Popular" in screen)
            server = self.stop_server(program)
            try:
                program.type("bridge")
                program.until_screen(lambda screen: "Searching…" in screen)
                program.type("\x1b[Bf")
                program.until_screen(lambda screen: "Loading…" in screen)
            finally:
                os.kill(server, signal.SIGCONT)
            program.until_screen(lambda screen: "No favorites yet." in screen and "Loading…" not in screen)
            program.type("/")
            program.until_screen(lambda screen: "Bridge" in screen and "Searching…" not in screen)

    def test_one_that_does_not_start_is_waited_for(self) -> None:
        with self.program(MOVIE_SERVER=f"{sys.executable} -c 'import sys; sys.stdin.read()'") as program:
            program.until_screen(lambda screen: "Films, people, years" in screen)
            program.type("old boy")
            program.until_screen(lambda screen: "old boy" in screen and "Loading…" in screen)
            self.assertNotRegex(program.screen.splitlines()[-1], "Star|Log|Rate")
            program.type("\x11")
            self.assertEqual(1, program.end())

    def test_one_that_cannot_be_started_leaves_a_reason_a_remedy_and_a_status(self) -> None:
        for server, reason in (("/nowhere", "시작할 수 없습니다: No such file"), ("/bin/false", "종료 상태 1")):
            with self.subTest(server), self.program(MOVIE_SERVER=server, LANG="ko_KR.UTF-8") as program:
                program.until_screen(
                    lambda screen, reason=reason: reason in screen and "MOVIE_SERVER에" in screen and "ctrl+q" in screen  # type: ignore[misc]
                )
                program.type("\x11")
                self.assertEqual(1, program.end())


class TerminalTests(ProgramTest):
    def test_options_that_the_server_refuses_are_explained_in_one_line(self) -> None:
        for options, reason in (
            (["--nonsense"], "unknown option “--nonsense”"),
            (["--catalog", "nope"], "--catalog must be one of .*builtin"),
        ):
            with self.subTest(options), self.program(*options) as program:
                self.assertEqual(2, program.end())
                last = program.shown.decode().rpartition("\x1b")[2]
                self.assertRegex(last, f"[A-Za-z]movie-server: {reason}[^\n]*\r\n$")

    def test_ctrl_c_says_how_to_quit(self) -> None:
        with self.program(LANG="ko_KR.UTF-8") as program:
            program.until_screen(lambda screen: "(1994)" in screen)
            program.type("\x1b[B\x03")
            program.until_screen(lambda screen: "끝내기: ctrl+q" in screen)

    def test_the_keys_are_on_the_first_screen_of_a_small_terminal(self) -> None:
        with self.program(columns=40) as program:
            program.resize(40, 15)
            program.until_screen(lambda screen: "? all keys" in screen and "Popular" in screen)

    """The program in a terminal."""

    def test_it_speaks_korean_keeps_to_no_color_and_ends_with_q(self) -> None:
        with self.program(LANG="ko_KR.UTF-8", NO_COLOR="1") as program:
            program.until("쇼생크 탈출", "즐겨찾기", "볼 영화", "관람 일기", "통계")
            program.type("\x1b[B")
            program.until("\x1b[7;39;49m쇼생크")
            program.type("q")
            self.assertEqual(0, program.end())
        attributes = {
            int(each) for codes in re.findall(rb"\x1b\[([\d;]+)m", program.shown) for each in codes.split(b";")
        }
        self.assertEqual(set(), attributes - {0, 1, 2, 3, 4, 7, 39, 49})  # no color but the terminal's own

    def test_an_option_chooses_its_language(self) -> None:
        for option in (["--locale", "ko-KR"], ["--locale=ko-KR"]):
            with self.subTest(option), self.program(*option, LANG="en_US.UTF-8") as program:
                program.until("쇼생크 탈출", "즐겨찾기", "볼 영화")

    @needs_textual_image
    def test_a_terminal_without_pictures_is_asked_once(self) -> None:
        with self.program() as program:
            program.until("Built-in films")
            shown = program.shown
        self.assertEqual((1, 0), (shown.count(b"\x1b[c"), shown.count(b"\x1b_G")))  # the latter is kitty's question

    def test_several_films_are_tagged_at_once_and_the_tags_taken_off_again(self) -> None:
        with Client(**self.real()) as other, self.program() as program:
            other.mark("builtin:tt6751668", rating=9, tags=["sea"])
            program.until_screen(lambda screen: "Popular" in screen)
            program.type("bong joon\r  m8\train, sea\x13")
            program.until_screen(lambda screen: "Changed 2 films. Undo: u" in screen)
            marks = [each.mark for each in other.library(filter="tagged") if each.mark]
            self.assertEqual([(8, {"rain", "sea"})] * 2, [(mark.rating, {*mark.tags}) for mark in marks])
            program.type("u")
            program.until_screen(lambda screen: "Undone: Changed 2 films." in screen)
            marks = [each.mark for each in other.library() if each.mark]
            self.assertEqual([(9, ("sea",))], [(mark.rating, mark.tags) for mark in marks])

    def test_a_signal_leaves_the_terminal_as_it_was(self) -> None:
        for number in (signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number), self.program() as program:
                program.until("Built-in films")
                os.kill(program.pid, number)
                self.assertEqual(128 + number, program.end(), program.shown[-3000:])
                for mode in (b"?1049", b"?25", b"?1003", b"?2004"):
                    last = re.findall(rb"\x1b\[" + re.escape(mode) + b"([hl])", program.shown)[-1]
                    self.assertEqual(b"h" if mode == b"?25" else b"l", last, mode)

    def test_it_ends_when_its_terminal_is_closed(self) -> None:
        with self.program() as program:
            program.until("Built-in films")
        self.assertTrue(program.status)

    def test_what_is_typed_while_it_starts_stands_in_the_line(self) -> None:
        at_once = [b"handmaiden"]
        for early in (at_once, [bytes([key]) for key in at_once[0]], [b"", *at_once], [b""] * 4 + at_once):
            with self.subTest(early), self.program(early=early) as program:
                program.until("handmaiden", "The Handmaiden", after="\x1b[?1049h")

    def test_what_is_typed_while_it_starts_is_never_a_command(self) -> None:
        with self.program(early=[bytes([key]) for key in b"qsbsbqsbsbqT?"]) as program:
            program.until("qsbsbqsbsbqT?", "No films found", after="\x1b[?1049h")
        with self.client() as other:
            self.assertEqual(0, other.library().total)

    def test_what_is_typed_for_a_search_without_a_server_is_no_command(self) -> None:
        link = self.folder / "movie-server"
        with self.program(early=[b"qsbT?q"], MOVIE_SERVER=str(link)) as program:
            program.until_screen(lambda screen: "qsbT?q" in screen and "Enter: try again" in screen)
            link.symlink_to(os.environ["MOVIE_SERVER"])
            program.type("\x15oldboy\r")
            program.until_screen(lambda screen: "Oldboy (2003)" in screen)

    def test_the_launcher_of_browsers_does_not_write_over_the_screen(self) -> None:
        launcher = self.folder / "xdg-open"
        launcher.write_text(f"#!/bin/sh\necho $1 >>{self.folder}/opened; echo firefox: not found >&2; exit 3\n")
        launcher.chmod(0o755)
        with self.program(DISPLAY=":97", PATH=str(self.folder), BROWSER="") as program:
            program.until("Built-in films")
            program.type("oldboy")
            program.until("1 film\x1b")
            program.type("\x1b[Bo")
            program.until("No browser opens here. y copies https://www.imdb.com/title/tt0364569/")
            self.assertNotIn(b"firefox", program.shown)
            launcher.write_text(launcher.read_text().replace("exit 3", "exit 0"))
            program.type("o")
            link, opened = "https://www.imdb.com/title/tt0364569/\n", self.folder / "opened"
            within_deadline(lambda: all(iter(lambda: opened.read_text() != link * 2, False)))
            program.type("u")
            program.until("There is nothing to undo.")

    def test_help_and_version_need_neither_a_terminal_nor_a_server(self) -> None:
        words = [sys.executable, "-m", "movieserver", "--server", "/nowhere", "tui"]
        usage, version = "usage: movieserver tui ", f"movieserver {__version__}\n"
        for options, text in (
            ("--help", usage),
            ("-h", usage),
            ("--catalog builtin --help", usage),
            ("--version", version),
        ):
            run = subprocess.run([*words, *options.split()], capture_output=True, text=True, check=False)
            self.assertEqual((0, ""), (run.returncode, run.stderr))
            self.assertIn(text, run.stdout)

    async def test_a_folder_that_cannot_be_read_keeps_its_tabs_which_say_why(self) -> None:
        self.data_dir.write_text("a file")
        async with self.connected() as terminal:
            self.assertEqual(7, terminal.app.screen.query_one(Tabs).tab_count)
            await terminal.press("down", "B")
            await terminal.until(lambda: f"{self.data_dir}" in terminal.notice)

    def test_the_last_line_has_whole_keys_and_the_first_ones_at_any_width(self) -> None:
        for lang, columns, keys in (
            ("en_US", 40, "? Keys  / Search  q Quit  s Star  l Log"),
            ("ko_KR", 40, "? 키  / 검색  q 끝내기  s 즐겨찾기"),
            ("en_US", 80, "? Keys  / Search  q Quit  s Star  b To watch  l Log  m Rate  u Undo"),
        ):
            with self.subTest(lang, columns=columns), self.program(LANG=f"{lang}.UTF-8", columns=columns) as program:
                program.until_screen(lambda screen: "1994" in screen)
                program.type("\x1b[B")
                program.until_screen(lambda screen, keys=keys: screen.splitlines()[-1].strip() == keys)  # type: ignore[misc]
                program.type("s")
                program.until_screen(lambda screen: "★" in screen and ": u\n" in screen)
                self.assertIn("  s ", program.screen.splitlines()[-1])
                program.type("u")
                program.until_screen(lambda screen: "★" not in screen)

    def test_the_last_line_has_the_keys_that_can_act(self) -> None:
        with Client(**self.real()) as other, self.program() as program:
            other.log_viewing("builtin:tt0364569")
            program.until_screen(lambda screen: "1994" in screen)
            program.type("\x1b[Bs")
            program.until_screen(lambda screen: "q Quit  s Unstar  b To watch" in screen)
            program.type("j")
            program.until_screen(lambda screen: "q Quit  s Star" in screen)
            program.type("S")
            program.until_screen(
                lambda screen: screen.splitlines()[-1].split() == "? Keys / Search q Quit u Undo i Filter".split()
            )

    def test_a_form_says_which_key_saves_and_tells_the_truth(self) -> None:
        for columns in (40, 100):
            with self.subTest(columns), self.program(columns=columns) as program:
                program.until_screen(lambda screen: "1994" in screen)
                program.type("\x1b[Bm")
                program.until_screen(lambda screen: "Enter or ctrl+s: save" in screen)
                program.type("\t\t")
                program.until_screen(lambda screen: "Enter: new line · ctrl+s: save" in screen)
                program.type("rain\rsea")
                program.until_screen(lambda screen: re.search(r" rain +▎.*\n.* sea +▎", screen))
                program.type("\x13")
                program.until_screen(lambda screen: "Changed The Shaw" in screen)
                program.type("u")
                program.until_screen(lambda screen: "Undone: " in screen)

    def test_a_small_terminal_has_whole_forms_and_hints(self) -> None:
        with self.program(columns=40) as program:
            program.resize(40, 20)
            program.until_screen(lambda screen: "IMDb's files." in screen and "Popular" in screen)
            program.type("\x1b[Bm")
            program.until_screen(lambda screen: " Rating (" in screen and " Note " in screen and "ctrl+s" in screen)
            program.type("x\x1b")
            program.until_screen(lambda screen: "Esc again discards" in screen and "│ entered. " in screen)
            program.type("\x1b\x10import\r")
            program.until_screen(lambda screen: "Overwrite what I have changed" in screen and " since " in screen)

    def test_a_narrow_terminal_has_whole_hints_sums_and_ratings(self) -> None:
        with Client(**self.real()) as other:
            for month, rewatch in (("01", False), ("02", True)):
                other.log_viewing("builtin:tt0364569", date=f"2026-{month}-03", rating=8.5, rewatch=rewatch)
        with self.program(columns=40) as program:
            program.until_screen(lambda screen: "1994" in screen)
            program.type("\x1b[BB")
            program.until_screen(lambda screen: "Filter; order: when added " in screen)
            program.type("S")
            program.until_screen(lambda screen: re.search(r"2 viewings of 1 film, 4 hours, 1 *\n  rewatch\n", screen))
            program.type("d")
            program.until_screen(lambda screen: "Year or month: 2026 or 2026-01 " in screen and "2026-01-03 " in screen)
            program.type("\r")
            program.until_screen(lambda screen: re.search(r"2026-02-03 8.5 ↻ *\n  2026-01-03 8.5", screen))

    def test_a_form_is_left_by_a_second_esc_if_something_was_entered(self) -> None:
        with self.program() as program:
            program.until_screen(lambda screen: "1994" in screen)
            program.type("\x1b[Bl")
            program.until_screen(lambda screen: "ctrl+s: save" in screen)
            program.type("\x1b")
            program.until_screen(lambda screen: "ctrl+s: save" not in screen)
            program.type("l\t\tfine")
            program.until_screen(lambda screen: "  fine " in screen)
            program.type("\x1b")
            program.until_screen(lambda screen: "Esc again discards what you have entered." in screen)
            program.type("!")
            program.until_screen(lambda screen: "  fine! " in screen and "Esc again" not in screen)
            program.type("\x1b")
            program.until_screen(lambda screen: "  fine! " in screen and "Esc again" in screen)
            program.type("\x1b")
            program.until_screen(lambda screen: "ctrl+s: save" not in screen)

    def test_jobs_decades_and_commands_are_in_the_language_of_the_user(self) -> None:
        with self.program(LANG="ko_KR.UTF-8") as program:
            program.until_screen(lambda screen: "1994" in screen)
            program.type("기생충\r\r")
            program.until_screen(lambda screen: re.search("봉준호 +감독", screen))
            program.type("S")
            program.until_screen(lambda screen: "아직 관람 기록이 없습니다" in screen)
            program.type("/\x15기생충\rl\rS")
            program.until_screen(lambda screen: "2010년대" in screen)
            program.type("\x10")
            program.until_screen(lambda screen: "명령 찾기…" in screen)

    def test_a_viewing_that_ends_the_wait_for_a_film_says_so(self) -> None:
        with self.program() as program:
            program.until_screen(lambda screen: "1994" in screen)
            program.type("oldboy\rl\r")
            program.until_screen(lambda screen: "Logged a viewing of Oldboy (2003). Undo: u" in screen)
            program.type("bl\r")
            program.until_screen(
                lambda screen: "Logged a viewing of Oldboy (2003), now off the watchlist. Undo: u" in screen
            )

    def test_how_to_undo_is_shown_also_if_the_line_is_long_and_the_list_stays(self) -> None:
        with self.program(columns=40) as program:
            program.until_screen(lambda screen: "1994" in screen)
            program.type("the\rGb")
            program.until_screen(lambda screen: re.search(r"watchlist\.\s+Undo:\s+u\n", screen))
            # The film under the cursor is the last one, which is not covered.
            program.until_screen(lambda screen: re.search(r"\n  (The \w+) .* \+\n +Put \1 ", screen))

    async def test_the_first_screen_has_all_tabs(self) -> None:
        with patch("movieserver.tui.app.PATIENCE", DEADLINE):
            async with self.terminal() as terminal:
                self.assertEqual(7, terminal.app.screen.query_one(Tabs).tab_count)


class AccountTests(TUITest):
    """With the simulation of TMDB."""

    async def test_the_user_logs_in_rates_at_the_service_and_logs_out(self) -> None:
        address = start_tmdb(self)
        server = [os.environ["MOVIE_SERVER"], "--data-dir", str(self.data_dir), "--catalog", "tmdb"]
        async with self.connected(server) as terminal:
            await terminal.run_command("Log in")
            await terminal.until(lambda: "https://" in terminal._text("#about-form"))
            await terminal.press("y")
            token = terminal.app.clipboard.rpartition("/")[2]
            self.assertIn(terminal.app.clipboard, terminal._text("#about-form"))
            approval = json.dumps({"request_token": token}).encode()
            await asyncio.to_thread(lambda: urlopen(urljoin(address, "/__approve"), approval).close())
            await terminal.press("ctrl+s")
            await terminal.until(lambda: terminal.state.startswith("Logged in as "))
            await terminal.search("oldboy", r"^Oldboy \(2003\)")
            await terminal.press("down", "m")
            await terminal.until(lambda: terminal.app.screen.query("#rating"))
            terminal.app.screen.query_one("#rating", Input).value = "9"
            await terminal.press("ctrl+s")
            await terminal.until_line(r"^Oldboy \(2003\) 9 ")
            with Client(**{**self.real(), "catalog": "tmdb"}) as other:
                self.assertEqual(9, other.detail("tmdb:670").my_rating)
            await terminal.run_command("Log out")
            await terminal.until(lambda: terminal.state == "Logged out.")


class PartTests(unittest.TestCase):
    def test_bars_are_exact_to_an_eighth_of_a_cell(self) -> None:
        self.assertEqual(["█" * 24, "█" * 12, "▏", ""], [bar(n / 192, 24).rstrip() for n in (192, 96, 1, 0)])


class EntryTests(unittest.TestCase):
    def test_a_day_may_be_counted_back_and_what_is_wrong_is_said_in_the_words_of_the_form(self) -> None:
        yesterday = datetime.date.today() - datetime.timedelta(1)
        self.assertEqual([yesterday.isoformat(), "2026-01-31", None], [_day("-1"), _day(" 2026-01-31 "), _day(" ")])
        self.assertEqual([8.5, None], [_rating("8,5"), _rating("")])
        for read, text in (
            (_day, "gestern"),
            (_day, "2026-02-30"),
            (_rating, "20"),
            (_rating, "7.3"),
            (_rating, "nan"),
        ):
            self.assertRaises(Refused, read, text)
