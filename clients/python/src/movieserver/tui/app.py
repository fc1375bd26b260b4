"""The application: its server, its screens, the spinner, and what the user keeps about the films on all screens."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, cycle
from typing import Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.events import Event, Key, Paste
from textual.screen import Screen
from textual.widgets import Input, Static

from .._process import ServerProcess
from .._version import __version__
from ..errors import MovieServerError, ServerGone, from_json
from ..restarting import RestartingClient
from ..words import LOADING, NOTHING_FOUND, SEARCHING, count, locale, sentence, t
from .actions import Actions
from .changes import Changes
from .keymap import default_keys, keymap
from .keys import Keys
from .lists import ListScreen
from .main import MainScreen
from .row import JSON
from .rows import NARROW, SHORT, Rows
from .screens import MoviesScreen
from .settings import Settings, unknown
from .themes import own_themes

PATIENCE = 0.1  # seconds that the first screen waits for the server, to be whole when it is drawn
SILENCE = 1.0  # seconds of a request after which the user reads that it runs, if the server does not say so
USAGE = 2  # the exit status of a server that does not know an option
FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"


class MoviesApp(App[None]):
    TITLE = "movie-server"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-short"), (SHORT, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [Binding("T", "dark", t("Dark or light"), show=False, id="theme")]
    CSS_PATH = "app.tcss"

    def __init__(self, command: Sequence[str], process: ServerProcess | None = None, typed: Iterable[Any] = ()) -> None:
        # Textual would show greys.
        super().__init__(ansi_color=bool(os.environ.get("NO_COLOR")) or None)
        self.settings = Settings()
        self._server = RestartingClient(
            command,
            on_notification=self._notified,
            on_restart=self._restarted,
            on_end=self._failed,
            client_info=("movieserver-tui", __version__),
            process=process,
            locale=locale(),
            loadingDelayMs=150,
        )
        self.changes = Changes(self.send)
        self.is_logged_in = False
        self.refusal = ""
        """What the server has said about its options if they are wrong."""
        self.lost = ""
        """Why a change was not answered before the end."""
        self.keys = Keys(self, super().on_event)
        for event in typed:
            self.keys.add(event)
        self._epoch: str | int = ""
        self._revision = 0
        self._active: dict[Any, str] = {}
        """What the server is doing, by the ids of its requests."""
        self._unanswered: dict[object, str] = {}
        """The same of requests about which it may say nothing, because it hangs."""
        self._frames = cycle(FRAMES)
        self._main = MainScreen()
        self._choose_looks()

    def _choose_looks(self) -> None:
        """Take the user's themes and keys."""
        # Some terminals tell their colors as `text;background`, where 7 and 15 are white.
        if os.environ.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15"):
            self.theme = "textual-light"
        themes, problems = own_themes(self.settings.themes)
        try:
            for own in themes:
                self.register_theme(own)
            if self.settings.theme and self.settings.theme not in self.available_themes:
                problems.append(unknown(self.settings.theme, self.available_themes))
            for theme in (self.settings.last_theme, self.settings.theme):
                if theme in self.available_themes:
                    self.theme = theme
        except Exception as error:  # Textual raises errors of many types
            problems.append(str(error))
        defaults = default_keys(chain(self.BINDINGS, MainScreen.BINDINGS, Actions.BINDINGS, Rows.BINDINGS))
        keys, wrong_keys = keymap(self.settings.keys, defaults)
        self.set_keymap(keys)
        self.settings.problems += problems + wrong_keys

    def on_load(self) -> None:
        for number in (signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, self._end, number)

    def _end(self, number: int) -> None:
        signal.alarm(2)  # a terminal that is gone may hold up the end
        self.exit(return_code=128 + number)

    async def on_event(self, event: Event) -> None:
        """Let a key wait for its turn. A forwarded one comes back from the screen."""
        if (
            isinstance(event, (Key, Paste))
            and not event.is_forwarded
            and getattr(event, "key", "") not in ("ctrl+q", "ctrl+c")
        ):
            self.keys.add(event)
        else:
            await super().on_event(event)

    async def on_mount(self) -> None:
        self.run_worker(self.keys.run(), group="keys")
        self._timer = self.set_interval(0.1, self._spin, pause=True)
        self.theme_changed_signal.subscribe(self, lambda theme: self.settings.remember_theme(theme.name))
        self._starting = asyncio.ensure_future(self._server.start())
        await asyncio.wait({self._starting}, timeout=PATIENCE)
        await self.push_screen(self._main)
        self.run_worker(self._connect(), group="start")
        self.set_timer(1, self._collect_garbage)

    def _collect_garbage(self) -> None:
        """Collect garbage from now on, but not among what the start has made."""
        gc.freeze()
        gc.enable()

    def try_to_connect(self) -> None:
        """Start the server if none has been started yet."""
        if not self.server and self._starting.done():
            self._starting = asyncio.ensure_future(self._server.start())
            self.run_worker(self._connect(), group="start")

    async def _connect(self) -> None:
        try:
            with self._waiting_for("initialize"):
                await self._starting
        except MovieServerError as error:
            status, errors = self._server.ending()
            if status == USAGE and errors:
                self.refusal = errors
                return self.exit(return_code=USAGE)
            return self._failed(error)
        self._take_revision()
        await self._main.connected()
        if self.can("login"):
            self.is_logged_in = (await self.request("session"))["loggedIn"]

    def _take_revision(self) -> None:
        library = self.server.get("library", {})
        self._epoch, self._revision = library.get("epoch", ""), library.get("revision", 0)

    async def on_unmount(self) -> None:
        changes = self.changes.unfinished()
        await self._server.close()
        for each in await changes:
            if isinstance(each, MovieServerError):
                self.lost = sentence(each)

    # The server

    @property
    def server(self) -> JSON:
        """What the server has said about itself."""
        return self._server.server

    async def send(self, method: str, params: JSON) -> JSON:
        with self._waiting_for(method):
            return await self._server.send(method, params)

    async def request(self, method: str, **params: Any) -> JSON:
        with self._waiting_for(method):
            return await self._server.request(method, **params)

    @contextlib.contextmanager
    def _waiting_for(self, method: str, text: str = "") -> Iterator[None]:
        """Show after a while that an answer is awaited."""
        key = object()

        def show() -> None:
            self._unanswered[key] = text or t(SEARCHING if method == "search" else LOADING)
            self._spin()

        timer = asyncio.get_running_loop().call_later(0 if text else SILENCE, show)
        try:
            yield
        except ServerGone as gone:
            if gone.reason == "timeout":
                self.keys.forget()
            raise
        finally:
            timer.cancel()
            if self._unanswered.pop(key, None):
                self._spin()

    def can(self, capability: str, catalog: str | None = None) -> bool:
        """Whether a catalog, by default the default one, has a capability."""
        name = catalog or self.server["catalog"]
        return any(capability in each["capabilities"] for each in self.server["catalogs"] if each["name"] == name)

    @property
    def catalog_title(self) -> str:
        name = self.server["catalog"]
        return next((str(each["title"]) for each in self.server["catalogs"] if each["name"] == name), str(name))

    @property
    def nothing_found(self) -> str:
        """What the user reads if no film is found: where films were searched, too."""
        return "\n".join(filter(None, (t(NOTHING_FOUND), self.server.get("hint"))))

    async def _restart(self) -> None:
        self._starting = asyncio.ensure_future(self._server.restart())
        try:
            with self._waiting_for("initialize", t("Restarting…")):
                await self._starting
        except MovieServerError as error:
            return self._failed(error)
        finally:
            self.keys.forget()
        self._front.reload()
        self._front.say(t("movie-server was started again."))

    def show_log(self) -> None:
        from .detail import TextScreen

        command = " ".join(map(str, self._server.command or ()))
        server = self.server.get("serverInfo", {})
        about = f"{command}\n{server.get('name')} {server.get('version')}, {t('process')} {self._server.pid}"
        errors = self._server.errors() or t("The log is empty.")
        self.push_screen(TextScreen(t("The log of the server"), f"{about}\n\n{errors}"))

    # Where keys, rows and commands lead

    @property
    def _front(self) -> MoviesScreen:
        """The screen with films that the user sees, maybe under a form."""
        return next((each for each in reversed(self.screen_stack) if isinstance(each, MoviesScreen)), self._main)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        return action != "go" or (parameters[0] in self._main.tabs and not isinstance(self._front.focused, Input))

    def action_go(self, tab: str) -> None:
        while self.screen is not self._main:
            self.pop_screen()
        self._main.go(tab)

    def search(self, query: str) -> None:
        self.action_go("search")
        self._main.query_one("#query", Input).value = query
        self._main.rows.focus()

    def open_movie(self, movie: JSON, section: str | None = None) -> None:
        from .detail import DetailScreen

        if self.screen is self._main and self._main.tab == "search":
            self.settings.remember_search(self._main.query_one("#query", Input).value.strip())
        self.push_screen(DetailScreen(movie, section))

    def open_section(self, section: JSON) -> None:
        async def load() -> JSON:
            answer = await self.request("home", sections=[section["section"]])
            return dict(answer["sections"][0])

        self.push_screen(ListScreen(section["title"], load))

    def action_help(self) -> None:
        from .detail import TextScreen
        from .help import help_text

        self.push_screen(TextScreen(t("Keys"), help_text(self.screen, self.settings.path)))

    def action_command_palette(self) -> None:
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(CommandPalette(placeholder=t("Search for commands…"), id="--command-palette"))

    def action_help_quit(self) -> None:
        """Say after ctrl+c how to quit, in place of Textual's own sentence."""
        self.notify(t("Quit: {key}", key="ctrl+q"))

    def action_dark(self) -> None:
        self.theme = "textual-dark" if self.theme == "textual-light" else "textual-light"

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        from . import forms

        front, sources = self._front, t("From Letterboxd, IMDb, Trakt, TMDB and others")
        again = t("fetch the data of the films you keep again").capitalize()
        commands: list[tuple[str, str, Callable[[], Any]]] = [
            (t("Import a library"), sources, lambda: forms.start_import(front)),
            (t("Export the library"), t("As JSON or CSV"), lambda: forms.start_export(front)),
            (t("Undo"), t("Undo the last change"), front.action_undo),
            (again, "", lambda: self.run_worker(self._refresh(), group="refresh", exclusive=True)),
            (t("The log of the server"), t("Its program, version, process and messages"), self.show_log),
            (t("Restart the server"), "", lambda: self.run_worker(self._restart())),
            (t("Theme"), t("Choose the colors"), self.search_themes),
            (t("Keys"), t("Show all keys"), self.action_help),
            (t("Quit"), "", self.exit),
        ]
        if self.server and self.can("login"):
            login = (t("Log in"), self.catalog_title, lambda: forms.start_login(front))
            logout = (t("Log out"), self.catalog_title, lambda: front.ask(self._log_out))
            commands.insert(2, logout if self.is_logged_in else login)
        yield from (SystemCommand(title, help, callback) for title, help, callback in commands)

    async def _refresh(self) -> None:
        try:
            answer = await self.request("refreshFavorites")
        except MovieServerError as error:
            return self._failed(error)
        text = t("Films fetched again: {count}", count=f"{answer['refreshed']:,}")
        if failed := answer["failed"]:
            data = [{**each, "catalog": each["id"].partition(":")[0]} for each in failed]
            errors = (from_json({"message": each["reason"], "data": each}) for each in data)
            reasons = " ".join(dict.fromkeys(map(sentence, errors)))
            number = count({"total": len(failed)})
            text += " · " + t("{id} could not be fetched ({reason})", id=number, reason=reasons)
        self._reload_all()
        self._front.say(text)

    async def _log_out(self) -> None:
        await self.request("logout")
        self._front.say(t("Logged out."))

    # What the server reports

    def _notified(self, method: str, params: JSON) -> None:
        if method == "loading":
            self._active.pop(params.get("request"), None)
            if params["active"]:
                progress = f" {params['done']:,} / {params['total']:,}" if "total" in params else ""
                self._active[params.get("request")] = t(SEARCHING if params["kind"] == "search" else LOADING) + progress
            self._spin()
        elif method == "libraryChanged":
            self._library_changed(params)
        elif method == "sessionChanged":
            self.is_logged_in = params["loggedIn"]
        elif method == "resync":
            self._active.clear()
            self._reload_all()

    def _restarted(self) -> None:
        self._active.clear()
        self._spin()
        self._take_revision()
        self.run_worker(self._main.connected(), group="start")
        self._reload_all()

    def _failed(self, error: MovieServerError) -> None:
        self.keys.are_open = True
        self._front.problem(error)

    def _spin(self) -> None:
        work = [*self._unanswered.values(), *self._active.values()]
        (self._timer.resume if work else self._timer.pause)()
        text = f"{next(self._frames)} {work[-1]}" if work else ""
        for spinner in self.screen.query("#spinner").results(Static) if self.screen_stack else ():
            spinner.update(text)

    def _library_changed(self, change: JSON) -> None:
        """Show what has changed on all screens, by whatever program."""
        missed = change["previousRevision"] != self._revision or change["epoch"] != self._epoch
        self._epoch, self._revision = change["epoch"], change["revision"]
        if missed:
            return self._reload_all()
        known: dict[str, Mapping[str, Any]] = {id: {"isFavorite": False} for id in change["removed"]}
        for movie in change["changed"]:
            new = {name: movie[name] for name in ("isFavorite", "mark") if name in movie}
            known |= dict.fromkeys(movie.get("ids") or (movie["id"],), new)
        for screen in self.screen_stack:
            if isinstance(screen, MoviesScreen) and screen.is_mounted:
                screen.update_movies(lambda movie: known.get(movie["id"]))
        self._main.library_changed()

    def _reload_all(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, MoviesScreen) and screen.is_mounted:
                screen.reload(in_place=True)
