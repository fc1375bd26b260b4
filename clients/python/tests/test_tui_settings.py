"""The user's own keys and colors of the terminal interface, and what it says about wrong ones."""

from __future__ import annotations

import json
import re
import unittest
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar

from .program import ProgramTest  # isort: skip  # skips the tests without the extra

from movieserver.tui import HELP
from movieserver.tui.actions import Actions
from movieserver.tui.app import MoviesApp
from movieserver.tui.keymap import default_keys, keymap
from movieserver.tui.main import MainScreen
from movieserver.tui.rows import Rows


class SettingsTest(ProgramTest):
    def write_settings(self, **settings: Any) -> Path:
        path = self.folder / "config/movieserver/tui.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(settings))
        return path


class OwnKeysTests(SettingsTest):
    def test_an_own_key_stands_where_the_default_one_stood(self) -> None:
        self.write_settings(keys={"star": "asterisk,f3", "search": "f2"})
        with self.program(columns=80) as program:
            program.until_screen(lambda screen: "1994" in screen)
            program.type("oldboy\r\r")
            keys = "? Keys  f2 Search  q Close  * Star  b To watch"
            program.until_screen(lambda screen: screen.splitlines()[-1].strip().startswith(keys))
            program.type("*")
            program.until_screen(lambda screen: "Starred Oldboy (2003). Undo: u" in screen)

    def test_sentences_name_the_own_keys(self) -> None:
        keys = {"star": "asterisk, f3", "undo": "U", "watch": "ctrl+b", "log": "left", "help": "f1", "diary": "f4"}
        self.write_settings(keys=keys)
        with self.program() as program:
            program.until_screen(lambda screen: "↓ to the list · f1 all keys · ctrl+p commands" in screen)
            for tab, sentence in (
                ("f", "No favorites yet. Press * on a film to star it."),
                ("B", "The watchlist is empty. Press ^b on a film to put it there."),
                ("\x1bOS", "No viewings yet. Press ← on a film to log one."),
            ):
                program.type(f"\x1b[B{tab}")
                program.until_screen(re.compile(re.escape(sentence)).search)
            program.type("/oldboy\r*")
            program.until_screen(lambda screen: "Starred Oldboy (2003). Undo: U" in screen)
            program.type("\x1b[D\r" * 4 + "\r")
            program.until_screen(lambda screen: "and 1 more. Diary: f4" in screen)

    def test_the_keys_are_shown_from_an_empty_field_and_by_f1_from_any(self) -> None:
        with self.program(columns=80) as program:
            program.until_screen(lambda screen: "? all keys" in screen and "\n ? Keys  ↓ To" in screen)
            program.type("?")
            program.until_screen(lambda screen: "Star or unstar" in screen)
            program.type("\x1b")
            program.until_screen(lambda screen: "Star or unstar" not in screen)
            program.type("what?")
            program.until_screen(lambda screen: "what?" in screen and "\n f1 Keys  ↓ To" in screen)
            program.type("\x1bOP")
            program.until_screen(lambda screen: "Star or unstar" in screen)

    def test_an_own_key_leaves_the_question_mark_to_the_field(self) -> None:
        self.write_settings(keys={"help": "f2"})
        with self.program() as program:
            program.until_screen(lambda screen: "f2 all keys" in screen)
            program.type("?!")
            program.until_screen(lambda screen: "?!" in screen)


class KeymapTests(unittest.TestCase):
    DEFAULTS: ClassVar[dict[str, set[str]]] = {
        "star": {"s"},
        "undo": {"u"},
        "close": {"q", "escape"},
        "end": {"escape"},
    }

    def test_the_names_are_in_the_help_of_the_command_line(self) -> None:
        names = default_keys(chain(MoviesApp.BINDINGS, MainScreen.BINDINGS, Actions.BINDINGS, Rows.BINDINGS))
        self.assertEqual([*names], HELP.partition("The names of keys: ")[2].replace("\n", " ").split(", "))

    def test_keys_may_be_exchanged_and_kept(self) -> None:
        for own in ({"star": "u", "undo": "s"}, {"close": "Q,escape"}, {"star": "*, ctrl+x,slash", "undo": "f2"}):
            self.assertEqual((own, []), keymap(own, self.DEFAULTS))

    def test_a_default_that_comes_back_takes_its_key_back(self) -> None:
        keys, problems = keymap({"star": "u", "undo": "nokey"}, self.DEFAULTS)
        self.assertEqual(({}, 2), (keys, len(problems)))

    def test_of_two_actions_with_one_own_key_the_first_has_it(self) -> None:
        sentence = "Two actions have the key Z: undo and star."
        self.assertEqual(({"star": "Z"}, [sentence]), keymap({"star": "Z", "undo": "Z"}, self.DEFAULTS))


class WrongSettingsTests(SettingsTest):
    def test_a_wrong_theme_is_forgotten_with_the_file(self) -> None:
        path = self.write_settings(theme="mine", themes=[{"name": "mine", "primary": "redd"}])
        with self.program() as program:
            program.until_screen(lambda screen: "“redd” is no color" in screen and "“mine” is unknown" in screen)
            program.type("oldboy\r\r")  # a search to remember
            program.until_screen(lambda screen: "Choi Min-sik" in screen)
            program.type("qq")
            program.end()
        path.unlink()
        with self.program() as program:
            program.until_screen(lambda screen: "all keys" in screen and "oldboy" in screen)
            self.assertNotIn("mine", program.screen)

    def test_a_theme_that_was_chosen_and_is_gone_is_no_problem(self) -> None:
        state = self.folder / "state/movieserver/tui.json"
        state.parent.mkdir(parents=True)
        state.write_text('{"theme": "mine", "searches": ["oldboy"]}')
        with self.program() as program:
            program.until_screen(lambda screen: "all keys" in screen and "oldboy" in screen)
            self.assertNotIn("mine", program.screen)

    async def notice(self, **settings: Any) -> str:
        """Return what is said about the settings. What is wrong has no effect."""
        path = self.write_settings(**settings)
        async with self.connected() as terminal:
            await terminal.until_line("^Popular")
            await terminal.press("down")
            active = terminal.app.screen.active_bindings
            for key, action in (("s", "star"), ("b", "watchlist"), ("u", "undo"), ("S", "app.go('statistics')")):
                self.assertEqual(action, active[key].binding.action)
            self.assertEqual("textual-dark", terminal.app.theme)
            return terminal.notice.partition(f"{path}: ")[2].rpartition("\n")[0]

    async def test_a_wrong_key_is_named_and_the_default_kept(self) -> None:
        for keys, sentence in (
            ({"star": "nokey!!"}, "star: “nokey!!” is no key. Keys are written like s, S, f2, ctrl+s."),
            ({"star": "shift+s"}, "star: “shift+s” is no key. Keys are written like s, S, f2, ctrl+s."),
            ({"undo": "b"}, "Two actions have the key b: undo and watch."),
            ({"star": "ctrl+p"}, "star: the key ctrl+p is reserved."),
            ({"star": "f3,ctrl+q"}, "star: the key ctrl+q is reserved."),
            ({"star": "ctrl+c"}, "star: the key ctrl+c is reserved."),
            ({"star": "tab"}, "star: the key tab is reserved."),
            ({"star": "ctrl+m"}, "star: the key ctrl+m is reserved."),
            ({"star": "S"}, "Two actions have the key S: star and statistics."),
        ):
            with self.subTest(keys):
                self.assertEqual(sentence, await self.notice(keys=keys))

    async def test_an_unknown_name_is_said_with_those_that_there_are(self) -> None:
        notice = await self.notice(keys={"like": "L"}, theme="solar", colors={})
        colors, theme, action = notice.split("\n")
        self.assertEqual("“colors” is unknown. There are: keys, theme, themes", colors)
        self.assertRegex(theme, "^“solar” is unknown. There are: solarized-.*, …$")
        self.assertRegex(action, "^“like” is unknown. There are: (\\w+, ){5}…$")

    async def test_a_wrong_theme_is_explained(self) -> None:
        themes = [{"name": "a"}, {"name": "b", "primary": "redd"}, {"name": "c", "primary": "red", "text": "red"}]
        missing, color, member = (await self.notice(themes=themes)).split("\n")
        self.assertEqual("A theme needs a name and a primary color.", missing)
        self.assertEqual("“redd” is no color. Colors are written like red or #b22222.", color)
        self.assertRegex(member, "^“text” is unknown. There are: .*, …$")
        self.assertEqual("The value of “themes” is of the wrong kind.", await self.notice(themes={}))
