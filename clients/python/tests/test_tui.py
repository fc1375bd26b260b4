"""The terminal user interface, in Textual's terminal without a screen, with the real server and with a transcript."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any
from unittest.mock import patch

from .support import environment, fake_server

from .terminal import HERE, TUITest, needs_textual_image, start_tmdb  # isort: skip  # skips the tests without the extra

from PIL import Image
from rich.cells import cell_len
from textual.widgets import Input, Select, Static, Tabs

from movieserver import Client, Movie, words
from movieserver.errors import from_json
from movieserver.testing import replay_command
from movieserver.tui.actions import is_web_page
from movieserver.tui.discover import ORDERS as DISCOVER_ORDERS
from movieserver.tui.poster import half_blocks, poster_widget, read_poster
from movieserver.tui.row import Row
from movieserver.tui.rows import Rows

WORDING = HERE.parent.parent / "README.md"


without_textual_image = patch.dict(sys.modules, {"textual_image.widget": None})


class RealServerTests(TUITest):
    async def test_it_searches_while_the_user_types(self) -> None:
        async with self.connected() as terminal:
            await terminal.type("oldb")
            await terminal.until_line(r"^Oldboy \(2003\) +Park Chan-wook$")
            await terminal.until(lambda: terminal.count == "1 film")
            await terminal.press("backspace", *"xyz")
            await terminal.until(lambda: terminal.notice.startswith(words.NOTHING_FOUND))
            terminal.app.screen.query_one("#query", Input).value = "기생충"
            await terminal.until_line(r"^Parasite \(2019\)")

    async def test_a_star_appears_in_list_detail_and_other_programs_and_theirs_appear_here(self) -> None:
        async with self.connected() as terminal:
            await terminal.search("oldboy", "Oldboy")
            await terminal.press("enter", "s")
            await terminal.until_line("^★ Oldboy")
            with Client(**self.real()) as other:
                self.assertEqual(["Oldboy"], [movie.title for movie in other.favorites()])
                await terminal.press("enter")
                await terminal.until(lambda: terminal.facts.startswith("★ Oldboy (2003)  올드보이"))
                await asyncio.to_thread(other.unstar, "builtin:tt0364569")
                await terminal.until(lambda: terminal.facts.startswith("Oldboy (2003)"))
                await terminal.press("q")
                await terminal.until_line("^Oldboy")

    async def test_favorites_are_sorted_and_filtered(self) -> None:
        with Client(**self.real()) as other:
            for id in ("tt0364569", "tt6751668", "tt0468569"):
                other.star(f"builtin:{id}")
        async with self.connected() as terminal:
            await terminal.press("escape", "f")

            def titles() -> list[str]:
                return [line[2:].partition(" (")[0] for line in terminal.lines]

            await terminal.until(lambda: titles() == ["The Dark Knight", "Parasite", "Oldboy"])
            await terminal.press("c")
            await terminal.until(lambda: titles() == ["Oldboy", "Parasite", "The Dark Knight"])
            await terminal.press("i", *"dark")
            await terminal.until(lambda: titles() == ["The Dark Knight"])
            await terminal.press("enter", "c")
            await terminal.until(lambda: terminal.state == "by year")
            await terminal.press("s")
            await terminal.until(lambda: terminal.notice.startswith(words.NOTHING_FOUND))

    async def test_favorites_keep_the_place_whoever_stars_and_unstars(self) -> None:
        def movie(number: int) -> Movie:
            return Movie(id=f"other:{number}", title=f"Film {number}")

        with Client(**self.real()) as other:
            for number in range(120):  # no two at one time, whose order is that of the changes
                other.mark(movie(number), starred_at=f"2026-01-01T00:{number // 60:02}:{number % 60:02}Z")
            async with self.connected() as terminal:

                def place() -> tuple[str, float]:
                    """The film under the cursor and the line of the screen on which it stands."""
                    rows = terminal.rows
                    return rows.current.line().plain.strip(), (rows.cursor or 0) - rows.scroll_y

                await terminal.press("down", "f")
                await terminal.until(lambda: terminal.count == "120 films")
                await terminal.press("end")
                await terminal.until(lambda: place()[0] == "★ Film 0")
                await terminal.press("pageup", "pageup", "down", "down")
                await terminal.until(lambda: place()[0].startswith("★ Film"))
                before = place()
                number = int(before[0].removeprefix("★ Film "))
                await asyncio.to_thread(other.star, movie(200))
                await terminal.until(lambda: terminal.count == "121 films")
                self.assertEqual(before, place())
                await terminal.press("s")
                await terminal.until(lambda: terminal.count == "120 films")
                self.assertEqual((f"★ Film {number - 1}", before[1]), place())
                self.assertEqual(f"Unstarred Film {number}. Undo: u", terminal.state)
                await terminal.press("u")
                await terminal.until(lambda: terminal.count == "121 films")
                self.assertEqual((f"★ Film {number - 1}", before[1]), place())
                await terminal.press("up")
                await terminal.until(lambda: place()[0] == f"★ Film {number}")

    async def test_a_list_of_ten_thousand_is_loaded_where_the_user_looks(self) -> None:
        file = self.folder / "library.json"
        with Client(**self.real()) as other:
            other.mark(Movie(id="other:1", title="Film 1"), watchlist=True)
            other.export_library(str(file))
            document = json.loads(file.read_text())
            [(name, entries)] = [(name, value) for name, value in document.items() if isinstance(value, list)]
            entry = json.dumps(entries[0])
            document[name] = [
                json.loads(entry.replace("other:1", f"other:{n}").replace("Film 1", f"Film {n}")) for n in range(10_000)
            ]
            file.write_text(json.dumps(document))
            self.assertEqual(9_999, other.import_library(str(file)).added)
        async with self.connected() as terminal:
            await terminal.press("down", "B")
            await terminal.until(lambda: terminal.count == "10,000 films")
            await terminal.press("end")
            await terminal.until(lambda: terminal.rows.current.movie)
            self.assertEqual(9_999, terminal.rows.cursor)
            self.assertLess(len([line for line in terminal.lines if line != "…"]), 200)

    async def test_lines_fit_a_narrow_terminal_and_fill_a_wide_one(self) -> None:
        def shown() -> list[str]:
            return [terminal.rows.render_line(0).text.rstrip()]

        async with self.connected() as terminal:
            await terminal.search("fellowship", "The Lord of the Rings")
            self.assertRegex(shown()[0], r"The Lord of the Rings: The Fellows.*… \(2001\)  Peter Jackson$")
            await terminal.pilot.resize_terminal(40, 20)
            await terminal.until(lambda: "Jackson" not in shown()[0])
            self.assertEqual("  The Lord of the Rings: The Fel… (2001)", shown()[0])
            await terminal.pilot.resize_terminal(160, 30)
            await terminal.until(lambda: re.search(r"Fellowship of the Ring \(2001\)  +Peter Jackson$", shown()[0]))

    async def test_without_favorites_the_user_learns_how_to_get_one(self) -> None:
        async with self.connected() as terminal:
            await terminal.press("escape", "f")
            await terminal.until(lambda: terminal.notice == words.NO_FAVORITES.format(key="s"))

    async def test_a_section_of_home_loads_more_while_the_user_scrolls(self) -> None:
        async with self.connected() as terminal:
            await terminal.press("escape", "h")
            await terminal.until_line("^Popular  1,090 films")
            await terminal.press("home", "enter")
            await terminal.until(lambda: len(terminal.lines) == 40)  # two pages of 20 fill the screen
            for pages in (3, 4):
                await terminal.press("end")
                await terminal.until(lambda pages=pages: len(terminal.lines) == pages * 20)  # type: ignore[misc]
            await terminal.until(lambda: terminal.count == "1,090 films")

    async def test_a_click_opens_a_film_and_recommendations_lead_to_others(self) -> None:
        async with self.connected() as terminal:
            await terminal.search("parasite", "Parasite")
            await terminal.pilot.click(Rows, offset=(6, 0))
            await terminal.until_line("^Song Kang-ho")
            await terminal.move_to("^Memories of Murder")
            await terminal.press("enter")
            await terminal.until(lambda: "Memories of Murder" in terminal.facts)
            await terminal.press("R")
            await terminal.until_line("^Parasite")

    async def test_the_server_is_started_again_once(self) -> None:
        async with self.connected() as terminal:
            [server] = self.children()
            os.kill(server, signal.SIGKILL)
            await terminal.until(lambda: self.children() not in ([], [server]))
            await terminal.type("oldboy")
            await terminal.until_line("Oldboy")
            with Client(**self.real()) as other:
                await asyncio.to_thread(other.star, "builtin:tt0364569")
            await terminal.until_line("^★ Oldboy")

    async def test_help_shows_the_keys_of_the_user_and_the_theme_is_remembered(self) -> None:
        settings = self.folder / "config/movieserver/tui.json"
        settings.parent.mkdir(parents=True)
        settings.write_text(
            '{"keys": {"star": "asterisk"}, "theme": "mine", "themes": [{"name": "mine", "primary": "red"}]}'
        )
        async with self.connected() as terminal:
            self.assertEqual("mine", terminal.app.theme)
            await terminal.press("down", "question_mark")
            await terminal.until(lambda: terminal._text("#text Static"))
            help = terminal._text("#text Static")
            self.assertRegex(help, r"\n +\* +Star or unstar\n")
            self.assertRegex(help, r"\n +b +Put on the watchlist, or take off\n")
            self.assertRegex(help, r"\n +r +Try again, or load again\n")
            self.assertIn(str(settings), help)
            self.assertNotIn("Focus Next", help)
            await terminal.press("q", "T")
            await terminal.until(lambda: terminal.app.theme == "textual-light")
        settings.write_text("{")
        async with self.connected() as terminal:
            await terminal.until(lambda: f"{settings}: " in terminal.notice)
            self.assertEqual("textual-light", terminal.app.theme)

    async def test_help_keeps_its_columns_on_a_narrow_terminal(self) -> None:
        async with self.connected() as terminal:
            await terminal.pilot.resize_terminal(40, 20)
            await terminal.press("down", "question_mark")
            await terminal.until(lambda: terminal._text("#text Static"))
            self.assertIn("\n  b          Put on the\n             watchlist, or", terminal._text("#text Static"))

    def children(self) -> list[int]:
        return [int(pid) for pid in Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()]


class FailingServerTests(TUITest):
    async def test_a_missing_server_is_reported(self) -> None:
        async with self.terminal(["/nowhere/movie-server"]) as terminal:
            await terminal.until(
                lambda: (
                    terminal.notice == "/nowhere/movie-server cannot be started: "
                    "No such file or directory\nInstall movie-server, or set MOVIE_SERVER to its path.\n"
                    "Enter: try again · Quit: ctrl+q"
                )
            )

    async def test_a_server_that_does_not_answer_is_named_after_a_time(self) -> None:
        with patch("movieserver.restarting.START_TIMEOUT", 0.3):
            async with self.terminal(["sleep", "99"]) as terminal:
                await terminal.until(
                    lambda: "/sleep has not answered “initialize” within 0.3 s.\nInstall" in terminal.notice
                )

    async def test_a_server_that_ends_twice_is_reported_with_its_last_words(self) -> None:
        server = fake_server("hello(); read(); print('line 1\\nthe disk is gone', file=sys.stderr); sys.exit(3)")
        async with self.connected(server) as terminal:
            await terminal.type("x")
            await terminal.until(
                lambda: terminal.notice == "movie-server has ended: line 1\nthe disk is gone\nEnter: try again"
            )


class OnlineTests(TUITest):
    """With the simulation of TMDB."""

    def setUp(self) -> None:
        super().setUp()
        start_tmdb(self)

    @without_textual_image
    async def test_posters_people_and_discover(self) -> None:
        server = [os.environ["MOVIE_SERVER"], "--data-dir", str(self.data_dir), "--catalog", "tmdb"]
        async with self.connected(server) as terminal:
            await terminal.search("oldboy", r"^Oldboy \(2003\)")
            await terminal.press("enter", "enter")
            await terminal.until_line("^Trailer of Oldboy")
            await terminal.until(lambda: terminal.app.screen.query("#poster Static"))
            await terminal.move_to("^Park Chan-wook")
            await terminal.press("enter")
            await terminal.until_line("^Lady Vengeance .* Director$")
            await terminal.press("D")
            await terminal.until_line(r"\(\d{4}\)")
            terminal.app.screen.query_one("#from", Input).value = "2003"
            terminal.app.screen.query_one("#to", Input).value = "2003"
            await terminal.until(lambda: terminal.lines and all("(2003)" in line for line in terminal.lines))


class TranscriptTests(TUITest):
    """What the built-in films do not have."""

    @without_textual_image
    async def test_a_film_with_everything(self) -> None:
        poster = self.folder / "poster.png"
        Image.new("RGB", (342, 513), (200, 30, 40)).save(poster)
        transcript = self.folder / "tui.rpc"
        transcript.write_text((HERE / "tui.rpc").read_text().replace("POSTER", str(poster)))
        browser, opened = self.folder / "browser", self.folder / "opened"
        # The first page with where to watch is still being opened when the second is asked for.
        wait = f"until [ $(wc -l <{opened}) -ge 3 ]; do sleep 0.05; done"
        browser.write_text(f"#!/bin/sh\necho $1 >>{opened}\ncase $1 in */1) exit 1 ;; *) {wait} ;; esac\n")
        browser.chmod(0o755)
        with environment(BROWSER=str(browser)):
            async with self.connected(replay_command(transcript)) as terminal:
                await terminal.type("d")
                await terminal.until_line("^듄")
                await terminal.press("enter", "enter")
                await terminal.until_line("^Collection")
                await terminal.until(lambda: terminal.app.screen.query("#poster Static"))
                self.assertIn("PG-13 · 2 h 35 min · Science Fiction", terminal.facts)
                self.assertEqual("▀" * 24, str(terminal.app.screen.query_one("#poster Static", Static).content)[:24])
                await terminal.press("t", "enter")
                await terminal.until(
                    lambda: terminal.state == "No browser opens here. y copies https://trailer.example/1"
                )
                await terminal.press("y")
                self.assertEqual("https://trailer.example/1", terminal.app.clipboard)
                await terminal.press("w", "enter", "o")
                links = ["https://trailer.example/1", *["https://watch.example/438631"] * 2]
                await terminal.until(lambda: opened.read_text().split() == links)
                await terminal.move_to("^Ann")
                await terminal.press("enter")
                await terminal.until(lambda: "long review" in terminal._text("#text Static"))
                await terminal.press("escape")
                await terminal.move_to("^More reviews")
                await terminal.press("enter", "enter")
                await terminal.until_line("^Bob +Good.$")
                self.assertNotIn("More reviews", terminal.lines)
                await terminal.move_to("^Dune Collection")
                await terminal.press("enter")
                await terminal.until_line("^Dune: Part Two")
                await terminal.press("q")
                await terminal.move_to("^Denis Villeneuve")
                await terminal.press("enter")
                await terminal.until_line("^Sicario .* Director$")
                await terminal.press("D")
                await terminal.until(
                    lambda: terminal.notice == "Too many requests to tmdb. Try again in a moment.\nr: try again"
                )
                terminal.app.screen.query_one("#genre", Select).value = "878"
                await terminal.until_line("^Arrival")
                self.assertEqual("discover", terminal.app.screen.query_one(Tabs).active)

    async def test_texts_of_strangers_are_shown_and_not_obeyed(self) -> None:
        """Textual would read markup in texts: the first ends the interface, the second is an action on a click."""
        transcript, picture = self.folder / "tui.rpc", self.folder / "picture"
        lines = (HERE / "tui.rpc").read_text().replace("POSTER", str(picture)).splitlines(keepends=True)
        transcript.write_text("".join(map(hostile, lines)))
        os.mkfifo(picture)

        def end_picture() -> None:
            picture.write_bytes(b"")

        # Nothing else waits for the picture: who reads a pipe without a writer waits.
        end = threading.Timer(60, end_picture)
        end.start()
        async with self.connected(replay_command(transcript)) as terminal:

            async def see(name: str) -> None:
                await terminal.until_line("^" + re.escape(name + SHOWN_MARKUP[:24]))  # a title is cut
                self.assertNotRegex("".join(terminal.lines) + terminal.facts, "[\x1b\u202e]")

            await terminal.type("d")
            await see("듄")
            await terminal.press("enter", "enter")
            await see("Dune Collection")
            self.assertIn("Dune" + SHOWN_MARKUP, terminal.facts)
            await terminal.move_to("^Ann")
            await terminal.press("enter")
            await terminal.until(lambda: "A long review." + SHOWN_MARKUP in terminal._text("#text Static"))
            await terminal.press("escape")
            await terminal.move_to("^More reviews")
            await terminal.press("enter", "enter")
            await see("Bob")
            await terminal.move_to("^Dune Collection")
            await terminal.press("enter")
            await see("Dune: Part Two")
            await terminal.press("q")
            await terminal.move_to("^Denis Villeneuve")
            await terminal.press("enter")
            await see("Sicario")
            await terminal.press("D")
            await terminal.until(lambda: terminal.notice.startswith("Too many requests"))
            terminal.app.screen.query_one("#genre", Select).value = "878"
            await see("Arrival")
            terminal.app.screen.query_one("#genre", Select).action_show_overlay()
            await terminal.pilot.pause()
            self.assertIs(None, terminal.app.return_value)
            self.assertTrue(terminal.app.is_running)
            self.assertTrue(end.is_alive())
            end.cancel()
            end_picture()


MARKUP = "[/][@click=app.quit]x\x1b]0;title\x07\u202e"
SHOWN_MARKUP = r"[/][@click=app.quit]x\u001b]0;title\u0007\u202e"


def hostile(line: str) -> str:
    """Add markup to every text of a response that a user reads."""
    shown = {"title", "originalTitle", "name", "author", "preview", "content", "tagline", "overview", "character"}
    shown |= {"certification", "genres", "directors", "job"}

    def add(value: Any, is_shown: bool = False) -> Any:
        if isinstance(value, dict):
            return {key: add(member, key in shown) for key, member in value.items()}
        if isinstance(value, list):
            return [add(each, is_shown) for each in value]
        return value + MARKUP if is_shown and isinstance(value, str) else value

    if not line.startswith("<-- ") or "serverInfo" in line:
        return line
    message = add(json.loads(line.removeprefix("<-- ")))
    return "<-- " + json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n"


class PartTests(unittest.TestCase):
    def test_the_sentences_are_those_of_all_clients(self) -> None:
        table = WORDING.read_text(encoding="utf-8").partition("the tests of all clients compare")[2]
        rows = re.findall(r"^\| (`.*?) \| (.*?) \|$", table, re.MULTILINE)
        shared = {reason: text.strip("`") for reasons, text in rows for reason in re.findall(r"`(\w+)`", reasons)}
        self.assertEqual(shared, {reason: text or "nothing" for reason, text in words.ERRORS.items()})

    def test_discover_has_every_order_of_the_server(self) -> None:
        annotation = inspect.signature(Client.discover).parameters["sort"].annotation
        self.assertEqual(set(re.findall(r"'(\w+)'", annotation)), set(DISCOVER_ORDERS.values()))

    def test_an_error_names_the_catalog_and_an_unknown_one_keeps_its_message(self) -> None:
        sentences = {"unsupportedByCatalog": "omdb cannot do this.", "new": "100 {%}", "superseded": ""}
        for reason, text in sentences.items():
            error = from_json({"message": "100 {%}", "data": {"reason": reason, "catalog": "omdb"}})
            self.assertEqual(text, words.sentence(error))

    def test_columns_are_aligned_by_the_cells_of_the_terminal(self) -> None:
        movies: list[dict[str, Any]] = [
            {"title": title, "year": 2003, "isFavorite": True}
            for title in ("Oldboy", "올드보이", "千と千尋の神隠し", "봉" * 60)
        ]
        lines = [Row(movie=movie, note="@").line().plain for movie in movies]
        self.assertEqual({cell_len("★ ") + 44 + 2}, {cell_len(line.partition("@")[0]) for line in lines})
        self.assertEqual("★ " + "봉" * 18 + "… (2003)", lines[-1].partition("  @")[0])

    @needs_textual_image
    def test_textual_image_shows_posters_if_it_is_installed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            Image.new("RGB", (20, 30)).save(f"{folder}/picture.png")
            picture = read_poster(f"{folder}/picture.png")
        assert picture
        importlib.import_module("textual_image.widget")
        self.assertIn("textual_image", str(type(poster_widget(picture)).__mro__))
        with without_textual_image:
            self.assertIsInstance(poster_widget(picture), Static)

    def test_the_start_does_not_load_what_is_needed_later(self) -> None:
        later = {
            "PIL",
            "textual.widgets._footer",
            "textual.widgets._text_area",
            "markdown_it",
            "movieserver.models",
            "movieserver.tui.detail",
            "movieserver.tui.forms",
            "pygments",
        }
        code = "import sys, movieserver.tui.app; print(*sys.modules)"
        loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
        self.assertIn("movieserver.tui.main", loaded)
        self.assertEqual(set(), later & set(loaded))

    def test_half_blocks_show_two_pixels_in_a_cell(self) -> None:
        picture = Image.new("RGB", (2, 2), (255, 0, 0))
        picture.putpixel((1, 1), (0, 0, 255))
        text = half_blocks(picture)
        self.assertEqual("▀▀\n", text.plain)
        self.assertEqual(["#ff0000 on #ff0000", "#ff0000 on #0000ff"], [str(span.style) for span in text.spans])

    def test_a_poster_is_one_of_five_formats_and_not_damaged_or_huge(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            picture = Image.new("RGB", (20, 30), (1, 2, 3))

            def saved(format: str, picture: Image.Image = picture) -> str:
                picture.save(f"{folder}/picture", format=format)
                return f"{folder}/picture"

            for format in ("GIF", "JPEG", "PNG", "WEBP"):
                self.assertIsNotNone(read_poster(saved(format)), format)
            for format in ("BMP", "EPS", "ICO", "PPM", "TIFF"):
                self.assertIsNone(read_poster(saved(format)), format)
            Path(saved("PNG")).write_bytes(Path(saved("PNG")).read_bytes()[:60])
            self.assertIsNone(read_poster(f"{folder}/picture"))
            self.assertIsNone(read_poster(saved("PNG", Image.new("1", (4001, 4000)))))
            self.assertIsNone(read_poster(saved("PNG", Image.new("1", (13_400, 13_400)))))
            self.assertIsNone(read_poster(f"{folder}/missing"))

    def test_controls_are_escaped_in_rows(self) -> None:
        row = Row("a\x1b[2J\nb\u202ec", "d\x9be", is_heading=True)
        self.assertEqual(r"a\u001b[2J b\u202ec  d\u009be", row.line().plain)
        movie = {"title": "\x07", "year": 2003}
        self.assertEqual(r"  \u0007 (2003)", Row(movie=movie).line().plain.rstrip())

    def test_only_web_pages_are_opened(self) -> None:
        for link in ("file:///etc/passwd", "javascript:x", "-h", "", None):
            self.assertFalse(is_web_page(link), link)
        for link in ("HTTPS://a.example/", "http://b.example"):
            self.assertTrue(is_web_page(link), link)
