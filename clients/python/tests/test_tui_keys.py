"""Keys that come at once act like keys that are typed slowly."""

from __future__ import annotations

import random

from .support import environment, fake_server

from .program import ProgramTest  # isort: skip  # skips the tests without the extra
from .terminal import Terminal  # isort: skip

from textual.events import Key
from textual.keys import _character_to_key

from movieserver.tui.keys import HASTE

KEYS = [
    *"jkgGsblmuxefBdhSit/?T ",
    *"paé1",
    "enter",
    "tab",
    "escape",
    "down",
    "up",
    "ctrl+a",
    "ctrl+s",
    "ctrl+u",
    "backspace",
]


class BurstTests(ProgramTest):
    """The program in a terminal, which gets many keys with one write."""

    def test_a_search_is_opened_and_the_keys_after_it_are_about_the_film(self) -> None:
        with self.program() as program:
            program.until_screen(lambda screen: "Popular" in screen)
            program.type("parasite\r\r")
            program.until_screen(lambda screen: "Song Kang-ho" in screen and "▊" not in screen)
            program.type("/\x15oldboy\rsb")
            program.until_screen(lambda screen: "★ Oldboy (2003) +" in screen)

    def test_what_is_typed_while_it_starts_may_contain_enter(self) -> None:
        for early in ([b"parasite\rs"], [b"", b"", b"parasite\rs"], [bytes([key]) for key in b"parasite\rs"]):
            with self.subTest(early), self.program(early=early) as program:
                program.until_screen(lambda screen: "tarred Parasite (2019). Undo: u" in screen)

    def test_what_is_typed_after_m_or_l_stands_in_the_form(self) -> None:
        with self.program() as program:
            program.until_screen(lambda screen: "Popular" in screen)
            program.type("oldboy\rm8\train, sea\tqbs\x13m")
            program.until_screen(lambda screen: "8" in screen and "qbs" in screen and "rain, sea" in screen)
            program.type("\x13")
            program.until_screen(lambda screen: "Nothing was changed." in screen)
            program.type("l\t9\rbu")
            program.until_screen(lambda screen: "Undone: Put Oldboy (2003) on the watchlist" in screen)
            self.assertIn("Oldboy (2003) ✓ 9 ✎", program.screen)

    def test_tabs_lists_and_commands_follow_at_once(self) -> None:
        with self.program() as program:
            program.until_screen(lambda screen: "Popular" in screen)
            program.type("oldboy\rs/\x15parasite\rsfjsB")
            program.until_screen(lambda screen: "The watchlist is empty" in screen)
            program.type("f")
            program.until_screen(lambda screen: "★ Parasite" in screen and "1 film" in screen)
            program.type("\x10export\r")
            program.until_screen(lambda screen: "~/movie-library.json" in screen)


class OrderTests(ProgramTest):
    async def test_the_same_keys_lead_to_the_same_screen_at_once_and_slowly(self) -> None:
        for seed in range(12):
            choose = random.Random(seed)
            keys = [*"the", "enter", *choose.choices(KEYS, k=14)]
            with self.subTest(seed, keys=keys):
                self.assertEqual(await self.screen(f"slow{seed}", keys, True), await self.screen(f"fast{seed}", keys))

    async def screen(self, name: str, keys: list[str], is_slow: bool = False) -> str:
        """Return what stands on the screen after some keys, with an empty library before them."""
        self.data_dir = self.folder / name
        with environment(XDG_STATE_HOME=str(self.folder / name / "state")):
            async with self.connected() as terminal:
                terminal.app.animation_level = "none"  # a tab's underline moves for as long as time passes
                await self.settle(terminal)
                for key in keys:
                    is_letter = len(key) == 1
                    terminal.app.post_message(
                        Key(_character_to_key(key) if is_letter else key, key if is_letter else None)
                    )
                    if is_slow:
                        await self.settle(terminal)
                await self.settle(terminal)
                await terminal.pilot.wait_for_animation()
                return "\n".join(strip.text.rstrip() for strip in terminal.app.screen._compositor.render_strips())

    async def settle(self, terminal: Terminal) -> None:
        await terminal.until(lambda: terminal.app.keys.are_done and not terminal.app._active)

    async def test_a_key_for_a_list_that_does_not_come_is_forgotten_if_the_user_goes_on(self) -> None:
        server = """
        hello()
        while (request := read())["method"] != "exit":
            request["method"] == "shutdown" and answer(request)
        """
        async with self.connected(fake_server(server)) as terminal:
            for key in ("down", "f", "s", "j"):
                terminal.app.post_message(Key(key, None))
            await terminal.until(lambda: len(terminal.app.keys._events) == 2)
            later = Key("question_mark", "?")
            later.time += 2 * HASTE
            terminal.app.post_message(later)
            await terminal.until(lambda: terminal._text("#text Static"))
            self.assertFalse(terminal.app.keys._events)
