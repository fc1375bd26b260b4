"""An interface in Textual's terminal without a screen, for the tests."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
import unittest
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path

try:
    from PIL import Image  # noqa: F401
    from textual.pilot import Pilot
    from textual.widgets import Input, OptionList, Static
except ImportError:
    from .without_textual import REASON

    raise unittest.SkipTest(REASON) from None

from movieserver.tui.app import MoviesApp
from movieserver.tui.rows import Rows

from .support import DEADLINE, ServerTest, environment

HERE = Path(__file__).parent
needs_textual_image = unittest.skipUnless(find_spec("textual_image"), "needs textual-image")


def start_tmdb(test: unittest.TestCase) -> str:
    """Start the simulation of TMDB for a test. Returns its address."""
    words = [sys.executable, str(HERE.parent.parent.parent / "Tests/Upstreams/upstream.py"), "tmdb"]
    upstream = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    test.addCleanup(upstream.communicate)  # it ends with its input
    assert upstream.stdout
    address = upstream.stdout.readline().strip()
    variables = environment(TMDB_BASE_URL=address, TMDB_API_KEY="0123456789abcdef0123456789abcdef")
    variables.__enter__()
    test.addCleanup(variables.__exit__, None, None, None)
    return address


class Terminal:
    """A running interface, as its user sees it."""

    def __init__(self, app: MoviesApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.press = pilot.press
        self.pilot = pilot

    @property
    def rows(self) -> Rows:
        return self.app.screen.query_one(Rows)

    @property
    def lines(self) -> list[str]:
        return [row.line().plain.strip() for row in self.rows.rows]

    @property
    def state(self) -> str:
        return self._text("#state")

    @property
    def count(self) -> str:
        return self._text("#count")

    @property
    def notice(self) -> str:
        return self._text("#notice")

    @property
    def facts(self) -> str:
        return self._text("#facts")

    def _text(self, selector: str) -> str:
        return "".join(str(each.content) for each in self.app.screen.query(selector).results(Static))

    async def until(self, condition: Callable[[], object]) -> None:
        end = time.monotonic() + DEADLINE
        while not condition():
            if time.monotonic() > end:
                texts = [str(each.content) for each in self.app.screen.query(Static)]
                lines = [row.line().plain for rows in self.app.screen.query(Rows) for row in rows.rows[:20]]
                raise AssertionError(f"it did not happen in time; texts: {texts}; lines: {lines}")
            await self.pilot.pause(0.01)

    async def until_line(self, pattern: str) -> None:
        await self.until(lambda: any(re.search(pattern, line) for line in self.lines))

    async def type(self, text: str) -> None:
        await self.press(*text)

    async def search(self, query: str, first: str) -> None:
        """Type a query and wait for the film that is found first. While the user types, others may be."""
        await self.type(query)
        await self.until(lambda: self.lines and re.search(first, self.lines[0]))

    async def move_to(self, pattern: str) -> None:
        await self.until_line(pattern)
        self.rows.focus()
        self.rows.cursor = next(index for index, line in enumerate(self.lines) if re.search(pattern, line))

    async def run_command(self, title: str) -> None:
        """Run a command of the palette."""
        await self.press("ctrl+p")
        await self.until(lambda: self.app.screen.query("CommandInput"))
        await self.type(title)
        # Before the search, the palette lists all commands, and Enter runs the first one.
        await self.until(lambda: title in self._command())
        await self.press("enter")
        await self.until(lambda: not self.app.screen.query("CommandInput"))

    def _command(self) -> str:
        """The command that Enter runs."""
        for each in self.app.screen.query("CommandList").results(OptionList):
            if each.highlighted is not None:
                return str(each.get_option_at_index(each.highlighted).prompt)
        return ""


class TUITest(ServerTest, unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        super().setUp()
        # The interface's server has the user's folders.
        variables = environment(**self.env)
        variables.__enter__()
        self.addCleanup(variables.__exit__, None, None, None)

    async def asyncSetUp(self) -> None:
        asyncio.get_running_loop().set_debug(False)  # or it reports every step of Textual that takes 0.1 s

    @asynccontextmanager
    async def terminal(self, command: list[str] | None = None) -> AsyncIterator[Terminal]:
        real = [os.environ["MOVIE_SERVER"], "--data-dir", str(self.data_dir), "--catalog", "builtin"]
        app = MoviesApp(command or real)
        async with app.run_test(size=(100, 30)) as pilot:
            yield Terminal(app, pilot)

    @asynccontextmanager
    async def connected(self, command: list[str] | None = None) -> AsyncIterator[Terminal]:
        async with self.terminal(command) as terminal:
            # A search ends the request of the first screen, which may not have been sent yet.
            await terminal.until(
                lambda: (
                    isinstance(terminal.app.focused, Input)
                    and all(each.is_finished for each in terminal.app.workers if each.group != "keys")
                )
            )
            yield terminal
