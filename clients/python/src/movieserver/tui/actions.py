"""What the keys do on all screens with films."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar, ParamSpec, cast

from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.widgets import Input, Static

from .._terminal import for_terminal
from ..errors import MovieServerError, ServerGone
from ..words import sentence, t
from .row import JSON, one_line
from .rows import Rows

if TYPE_CHECKING:
    from .app import MoviesApp

P = ParamSpec("P")


def is_web_page(link: str | None) -> bool:
    """Whether a URL of a catalog may be opened. Another one could start any program."""
    return link is not None and link.lower().startswith(("http://", "https://"))


ABOUT_FILMS = ("star", "watchlist", "log", "mark")
NAMES = ("Favorites", "Watchlist", "Diary", "Home", "Discover", "Statistics")
# It waits for programs such as xdg-open, which the module does not, and so learns whether they fail.
OPENER = """import sys, webbrowser
webbrowser.BackgroundBrowser.open = webbrowser.GenericBrowser.open
sys.exit(not webbrowser.open(sys.argv[1]))"""


async def open_page(link: str | None, say: Callable[[str], object], key: str) -> None:
    """Show a web page in the browser, or say its address and the key that copies it if there is no browser.

    Nothing gets the terminal: neither errors nor a browser that would run in it, which needs TERM.
    """
    if not link or not is_web_page(link):
        say(t("There is no web page here."))
        return
    program, null = [sys.executable, "-I", "-c", OPENER, link], subprocess.DEVNULL
    variables = {**os.environ, "TERM": ""}
    opener = subprocess.Popen(program, stdin=null, stdout=null, stderr=null, env=variables, start_new_session=True)
    # Another link may end this function before, and the program must not stay as a zombie.
    threading.Thread(target=opener.wait, daemon=True).start()
    tries = 100  # it may run as long as the browser does
    while opener.poll() is None and (tries := tries - 1):
        await asyncio.sleep(0.05)
    if opener.returncode:
        say(t("No browser opens here. {key} copies {link}", key=key, link=link))


class Actions(Screen[None]):
    """The keys of a screen, and what each of them does with the films that were chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "app.help", t("Keys"), key_display="?", id="help"),
        Binding("f1", "app.help", t("Keys"), id="help"),
        Binding("slash", "app.go('search')", t("Search"), key_display="/", id="search"),
        Binding("q,escape", "close", t("Close"), key_display="q", id="close"),
        Binding("s", "star", t("star").capitalize(), tooltip=t("Star or unstar"), id="star"),
        Binding("b", "watchlist", t("To watch"), tooltip=t("Put on the watchlist, or take off"), id="watch"),
        Binding("l", "log", t("Log"), tooltip=t("Log a viewing"), id="log"),
        Binding("m", "mark", t("Rate"), tooltip=t("Rating, tags and note"), id="mark"),
        Binding("u", "undo", t("Undo"), tooltip=t("Undo the last change"), id="undo"),
        *(
            Binding(key, f"app.go('{name.lower()}')", t(name), id=name.lower(), show=False)
            for key, name in zip("fBdhDS", NAMES, strict=True)
        ),
        Binding("t", "section('Trailers')", t("Trailers"), id="trailers", show=False),
        Binding("w", "section('Where to watch')", t("Where to watch"), id="where", show=False),
        Binding("R", "recommendations", t("Recommendations"), id="recommendations", show=False),
        Binding("o", "open_link", t("Open the link in the browser"), id="browser", show=False),
        Binding("y", "copy_link", t("Copy the link"), id="copy", show=False),
        Binding("e", "edit_viewing", t("Edit"), tooltip=t("Change the viewing"), id="edit"),
        Binding("x,delete", "delete_viewing", t("Delete"), tooltip=t("Delete the viewing"), id="delete"),
        Binding("r", "reload", t("Try again, or load again"), id="reload", show=False),
    ]

    @property
    def movies(self) -> MoviesApp:
        return cast("MoviesApp", self.app)

    @property
    def rows(self) -> Rows:
        return self.query_one(Rows)

    @property
    def movie(self) -> JSON | None:
        """The film that the keys are about."""
        return self.rows.current.movie

    @property
    def chosen(self) -> list[JSON]:
        """The films that a change is about."""
        return self.rows.chosen

    def _chosen_or_say(self) -> list[JSON]:
        if not (chosen := self.chosen):
            self.say(t("There is no film here."))
        return chosen

    # What the user reads

    def key(self, id: str) -> str:
        """Return the key of an action, which may be the user's own; the first one if it has several."""
        binding = next(each for each in Actions.BINDINGS if isinstance(each, Binding) and each.id == id)
        if own := self.app._keymap.get(id):
            binding = binding.with_key(own.split(",")[0])
        return self.app.get_key_display(binding)

    def say(self, text: str) -> None:
        """Show a message in the last line."""
        self.query_one("#state", Static).update(one_line(text))

    def notice(self, text: str, is_error: bool = False) -> None:
        """Show a text where the list is."""
        notice = self.query_one("#notice", Static).set_class(is_error, "error")
        notice.display = bool(text)
        notice.update(for_terminal(text))

    def problem(self, error: MovieServerError) -> None:
        """Show the whole reason where the list is, and how to try again, or to get a server if there never was one."""
        if text := sentence(error):
            again = t("{key}: try again", key="Enter" if isinstance(self.focused, Input) else self.key("reload"))
            if not self.movies.server:
                again = f"{again} · {t('Quit: {key}', key='ctrl+q')}"
                text += "\n" + t("Install movie-server, or set MOVIE_SERVER to its path.")
            self.notice(f"{text}\n{again}", is_error=True)

    def label(self, binding: Binding) -> str:
        """Return what the last line says of a key: nothing if it is about films, and there is none."""
        if binding.action in ABOUT_FILMS and not self.chosen:
            return ""
        is_starred = binding.action == "star" and all(movie["isFavorite"] for movie in self.chosen)
        return t("Unstar") if is_starred else binding.description

    def ask(self, work: Callable[P, Awaitable[None]], *arguments: P.args, **named: P.kwargs) -> None:
        """Run work that asks the server. If it fails, the user reads why."""
        self._ask(None, partial(work, *arguments, **named))

    def ask_last(self, group: str, work: Callable[P, Awaitable[object]], *arguments: P.args, **named: P.kwargs) -> None:
        """Do the same, and end older work of the group: nobody waits for it any more."""
        self._ask(group, partial(work, *arguments, **named))

    def _ask(self, group: str | None, work: Callable[[], Awaitable[object]]) -> None:
        async def run() -> None:
            try:
                await work()
            except MovieServerError as error:
                self.rows.retry()
                self.problem(error)
            except NoMatches:
                # A screen that is being closed loses its parts, one after the other, before its workers.
                if all(self.query(part) for part in ("#notice", "#state", "#count", "Rows")):
                    raise

        self.run_worker(run, group=group or "default", exclusive=group is not None)  # type: ignore[arg-type]

    # What the keys do

    def change(self, work: Callable[P, Awaitable[str]], *arguments: P.args, **named: P.kwargs) -> None:
        """Make a change, and say what was changed."""

        async def change() -> None:
            try:
                self.changed(await work(*arguments, **named))
            except ServerGone as gone:
                self.say(t("The last change may not have been saved: {detail}", detail=sentence(gone)))
                raise

        self.ask(change)

    def changed(self, text: str) -> None:
        self.rows.selected = {}
        is_last = self.movies.changes.last == text
        self._say_everywhere(f"{text} {t('Undo: {key}', key=self.key('undo'))}" if is_last else text)

    def _say_everywhere(self, text: str) -> None:
        """Say what was changed on the screens under this one, too, which may still say what was changed before."""
        for screen in self.app.screen_stack:
            if isinstance(screen, Actions):
                screen.say(text)

    def action_star(self) -> None:
        if chosen := self._chosen_or_say():
            self.change(self.movies.changes.star, chosen)

    def action_watchlist(self) -> None:
        if chosen := self._chosen_or_say():
            self.change(self.movies.changes.watchlist, chosen)

    def action_undo(self) -> None:
        self.ask(self._undo)

    async def _undo(self) -> None:
        self._say_everywhere(await self.movies.changes.undo())

    def action_log(self) -> None:
        from .forms import log_form

        if chosen := self._chosen_or_say():
            self.app.push_screen(log_form(self, chosen))

    def action_mark(self) -> None:
        if chosen := self._chosen_or_say():
            self.ask(self._mark, chosen)

    async def _mark(self, chosen: list[JSON]) -> None:
        from .forms import mark_form

        mark = chosen[0].get("mark", {})
        if mark.get("hasNote") and "note" not in mark:
            mark = (await self.movies.request("detail", id=chosen[0]["id"], reviews=0)).get("mark", {})
        self.app.push_screen(mark_form(self, chosen, mark))

    def action_edit_viewing(self) -> None:
        from .forms import viewing_form

        row = self.rows.current
        if row.viewing and (movie := self.movie):
            self.app.push_screen(viewing_form(self, movie, row.viewing))

    def action_delete_viewing(self) -> None:
        row = self.rows.current
        if row.viewing and (movie := self.movie):
            self.change(self.movies.changes.delete_viewing, movie, row.viewing)

    def action_section(self, name: str) -> None:
        if movie := self.movie:
            self.movies.open_movie(movie, name)

    def action_recommendations(self) -> None:
        if movie := self.movie:
            from .lists import ListScreen

            load = lambda: self.movies.request("recommendations", id=movie["id"])
            self.app.push_screen(ListScreen(t("Recommendations for {film}", film=movie["title"]), load))

    @property
    def _link(self) -> str | None:
        return self.rows.current.link or (self.movie or {}).get("link")

    def open_link(self, link: str | None) -> None:
        self.ask_last("browser", open_page, link, self.say, self.key("copy"))

    def action_open_link(self) -> None:
        self.open_link(self._link)

    def action_copy_link(self) -> None:
        if link := self._link:
            self.app.copy_to_clipboard(one_line(link))
            self.say(t("Copied {link}", link=link))
        else:
            self.say(t("There is no web page here."))
