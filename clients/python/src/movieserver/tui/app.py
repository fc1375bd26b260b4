"""The application: its server, its screens, the spinner, and the stars on all screens."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

import locale
import os
from collections.abc import Sequence
from itertools import cycle
from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.widgets import HelpPanel, Input, Static

from .._version import __version__
from ..errors import MovieServerError
from ..notifications import Loading, Notification
from ..restarting import RestartingClient
from ..words import LOADING, SEARCHING, sentence
from .detail import DetailScreen
from .main import MainScreen
from .rows import JSON, NARROW
from .screens import ListScreen, MoviesScreen

UNKNOWN_REVISION = 2**53 - 1
FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"


class MoviesApp(App[None]):
    TITLE = "movie-server"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [Binding("T", "theme", "Dark or light", show=False)]
    CSS = """
    Rows, Rows:focus { height: 1fr; border: none; text-wrap: nowrap; text-overflow: ellipsis; }
    .search, .favorites, .discover { display: none; height: 3; }
    #genre, #order { width: 1fr; }
    #from, #to { width: 16; }
    .title { text-style: bold; padding: 0 2; height: 2; }
    #last { height: 1; }
    #state { width: 1fr; padding: 0 2; color: $text-muted; text-wrap: nowrap; }
    #state.error { color: $text-error; }
    #spinner { width: auto; padding: 0 2; color: $accent; }
    #about { height: auto; max-height: 60%; padding: 1 2 0 2; }
    #about VerticalScroll { height: auto; max-height: 18; }
    #poster { width: 0; height: auto; }
    .-narrow #poster { display: none; }
    .-narrow #about { padding: 0 1; }
    .-narrow .discover { height: 6; }
    #text { margin: 2 4; padding: 1 2; border: round $accent; background: $surface; height: auto; max-height: 90%; }
    """

    def __init__(self, command: Sequence[str]) -> None:
        super().__init__()
        language = (locale.getlocale()[0] or "").replace("_", "-")
        self._server = RestartingClient(
            command,
            self._notified,
            self._failed,
            locale=language if language[:1].islower() else None,
            loading_delay_ms=150,
            client_info=("movieserver-tui", __version__),
        )
        self.request = self._server.request
        self._epoch: str | int = ""
        self._revision = 0
        self._active: dict[Any, str] = {}
        self._frames = cycle(FRAMES)
        self._main = MainScreen()
        # Some terminals tell their colors as `text;background`, where 7 and 15 are white.
        if os.environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15"):
            self.theme = "textual-light"

    async def on_mount(self) -> None:
        self._timer = self.set_interval(0.1, self._spin, pause=True)
        await self.push_screen(self._main)
        self.run_worker(self._connect())

    async def _connect(self) -> None:
        try:
            await self._server.start()
        except MovieServerError as error:
            return self._failed(error)
        if favorites := self._server.server.favorites:
            self._epoch, self._revision = favorites.epoch, favorites.revision
        await self._main.connected()

    async def on_unmount(self) -> None:
        await self._server.close()

    def can(self, capability: str) -> bool:
        """Whether the default catalog has a capability."""
        server = self._server.server
        return any(capability in each.capabilities for each in server.catalogs if each.name == server.catalog)

    # Where keys and rows lead

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        return action != "go" or parameters[0] in self._main.tabs

    def action_go(self, tab: str) -> None:
        while self.screen is not self._main:
            self.pop_screen()
        self._main.go(tab)

    def search(self, query: str) -> None:
        self.action_go("search")
        self._main.query_one("#query", Input).value = query
        self._main.rows.focus()

    def open_movie(self, movie: JSON, section: str | None = None) -> None:
        self.push_screen(DetailScreen(movie, section))

    def open_section(self, section: JSON) -> None:
        async def load() -> JSON:
            answer = await self.request("home", sections=[section["section"]])
            return dict(answer["sections"][0])

        self.push_screen(ListScreen(section["title"], load))

    def action_toggle_help(self) -> None:
        (self.action_hide_help_panel if self.screen.query(HelpPanel) else self.action_show_help_panel)()

    def action_theme(self) -> None:
        self.theme = "textual-dark" if self.theme == "textual-light" else "textual-light"

    # What the server reports

    def _notified(self, note: Notification | None) -> None:
        if isinstance(note, Loading):
            self._active.pop(note.request, None)
            if note.active:
                self._active[note.request] = SEARCHING if note.kind == "search" else LOADING
        elif note is None:
            self._active.clear()
        if not isinstance(note, Loading):
            self.run_worker(self._update_stars(), group="stars", exclusive=True)
        (self._timer.resume if self._active else self._timer.pause)()
        self._spin()

    def _failed(self, error: MovieServerError) -> None:
        screen = self.screen if isinstance(self.screen, MoviesScreen) else self._main
        screen.say(sentence(error), is_error=True)

    def _spin(self) -> None:
        text = f"{next(self._frames)} {[*self._active.values()][-1]}" if self._active else ""
        for spinner in self.screen.query("#spinner").results(Static):
            spinner.update(text)

    async def _update_stars(self) -> None:
        """Show the stars that were set and removed since the revision that the screens show, by whatever program."""
        try:
            delta = await self._server.perform(lambda client: client.favorites(since=self._revision))
            if delta.epoch != self._epoch:  # revisions of another file, so there is no difference to a known one
                delta = await self._server.perform(lambda client: client.favorites(since=UNKNOWN_REVISION))
        except MovieServerError as error:
            return self._failed(error)
        stars = dict.fromkeys(delta.removed, False)
        for movie in delta.added:
            stars |= dict.fromkeys(getattr(movie, "ids", ()) or (movie.id,), True)
        others = False if delta.fresh else None
        self._epoch, self._revision = delta.epoch, delta.revision
        for screen in self.screen_stack:
            if isinstance(screen, MoviesScreen) and screen.is_mounted:
                screen.update_stars(lambda movie: stars.get(movie["id"], others))
        if self._main.tab == "favorites":
            self._main.action_reload()
