"""What all screens have: a list, its pages, a line of state, and the keys."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

import webbrowser
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Footer, Input, Static

from .._terminal import for_terminal
from ..errors import ListNotReady, MovieServerError
from ..words import count, sentence, t
from .rows import JSON, Row, Rows, one_line

if TYPE_CHECKING:
    from .app import MoviesApp

P = ParamSpec("P")
Load = Callable[[], Awaitable[JSON]]
Fetch = Callable[[int, int], Awaitable[JSON]]
MakeRows = Callable[[list[JSON]], list[Row]]

LIMIT = 40
MARGIN = 20  # rows before and after the visible ones that are loaded with them


def is_web_page(link: str | None) -> bool:
    """Whether a URL of a catalog may be opened. Another one could start any program."""
    return link is not None and link.lower().startswith(("http://", "https://"))


class MoviesScreen(Screen[None]):
    """A screen with a list, whose further pages load while the user scrolls."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "app.help", t("Keys"), key_display="?", id="help"),
        Binding("slash", "app.go('search')", t("Search"), key_display="/", id="search"),
        Binding("s", "star", t("Star"), tooltip=t("Star or unstar"), id="star"),
        Binding("b", "watchlist", t("To watch"), tooltip=t("Put on the watchlist, or take off"), id="watch"),
        Binding("l", "log", t("Log"), tooltip=t("Log a viewing"), id="log"),
        Binding("m", "mark", t("Rate"), tooltip=t("Rating, tags and note"), id="mark"),
        Binding("u", "undo", t("Undo"), tooltip=t("Undo the last change"), id="undo"),
        Binding("f", "app.go('favorites')", t("Favorites"), id="favorites", show=False),
        Binding("B", "app.go('watchlist')", t("Watchlist"), id="watchlist", show=False),
        Binding("d", "app.go('diary')", t("Diary"), id="diary", show=False),
        Binding("h", "app.go('home')", t("Home"), id="home", show=False),
        Binding("D", "app.go('discover')", t("Discover"), id="discover", show=False),
        Binding("S", "app.go('statistics')", t("Statistics"), id="statistics", show=False),
        Binding("t", "section('Trailers')", t("Trailers"), id="trailers", show=False),
        Binding("w", "section('Where to watch')", t("Where to watch"), id="where", show=False),
        Binding("R", "recommendations", t("Recommendations"), id="recommendations", show=False),
        Binding("o", "open_link", t("Open the link in the browser"), id="browser", show=False),
        Binding("y", "copy_link", t("Copy the link"), id="copy", show=False),
        Binding("e", "edit_viewing", t("Edit"), tooltip=t("Change the viewing"), id="edit"),
        Binding("x,delete", "delete_viewing", t("Delete"), tooltip=t("Delete the viewing"), id="delete"),
        Binding("r", "reload", t("Try again, or load again"), id="reload", show=False),
        Binding("q,escape", "close", t("Close"), key_display="q", id="close"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._next: Load | None = None
        self._fetch: Fetch | None = None
        self._make_rows: MakeRows = self.movie_rows

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

    def compose_body(self) -> ComposeResult:
        yield from self.compose_list()

    def compose_list(self) -> ComposeResult:
        yield Static(id="notice", markup=False)
        yield Rows()

    def compose(self) -> ComposeResult:
        yield from self.compose_body()
        with Horizontal(id="last"):
            yield Static(id="state", markup=False)
            yield Static(id="count", markup=False)
            yield Static(id="spinner", markup=False)
        yield Footer(show_command_palette=False)

    # What the user reads

    def say(self, text: str) -> None:
        """Show a message in the last line."""
        self.query_one("#state", Static).update(one_line(text))

    def notice(self, text: str, is_error: bool = False) -> None:
        """Show a text where the list is."""
        notice = self.query_one("#notice", Static).set_class(is_error, "error")
        notice.display = bool(text)
        notice.update(text)

    def problem(self, error: MovieServerError) -> None:
        """Show the whole reason where the list is, and how to try again."""
        if text := sentence(error):
            key = "Enter" if isinstance(self.focused, Input) else "r"
            self.notice(f"{for_terminal(text)}\n{t('{key}: try again', key=key)}", is_error=True)

    def ask(self, work: Callable[P, Awaitable[None]], *arguments: P.args, **named: P.kwargs) -> None:
        """Run work that asks the server. If it fails, the user reads why."""
        self._ask(None, partial(work, *arguments, **named))

    def ask_last(self, group: str, work: Callable[P, Awaitable[None]], *arguments: P.args, **named: P.kwargs) -> None:
        """Do the same, and end older work of the group: nobody waits for it any more."""
        self._ask(group, partial(work, *arguments, **named))

    def _ask(self, group: str | None, work: Callable[[], Awaitable[None]]) -> None:
        async def run() -> None:
            try:
                await work()
            except MovieServerError as error:
                self.rows.retry()
                self.problem(error)

        self.run_worker(run, group=group or "default", exclusive=group is not None)  # type: ignore[arg-type]

    # The list

    def show(
        self, rows: list[Row], count: str = "", notice: str = "", next: Load | None = None, in_place: bool = False
    ) -> None:
        """Show rows in place of all others. `next` fetches the page after them. See `Rows.show` for `in_place`."""
        self._next, self._fetch = next, None
        self._show_state(count, notice)
        self.rows.show(rows, in_place=in_place)

    def _show_state(self, count: str, notice: str) -> None:
        self.query_one("#count", Static).update(count)
        self.notice(notice)

    def show_page(self, page: JSON, in_place: bool = False) -> None:
        """Show the films of a list of the server, which has further pages."""
        next = (lambda: self.movies.request("nextPage", list=page["list"])) if page.get("hasMore") else None
        nothing = "" if page["items"] else self.movies.nothing_found
        self.show(self.movie_rows(page["items"]), count(page), nothing, next, in_place)

    async def show_entries(self, fetch: Fetch, make_rows: MakeRows, nothing: str, in_place: bool = False) -> None:
        """Show a list of which any part can be fetched by its offset and length."""
        offset, limit = self.rows.window(MARGIN) if in_place else (0, LIMIT)
        page = await fetch(offset, limit)
        if not page["items"] and page["total"]:  # the list has become shorter
            offset = max(0, page["total"] - limit)
            page = await fetch(offset, limit)
        self._next, self._fetch, self._make_rows = None, fetch, make_rows
        self._show_state(count(page, make_rows != self.movie_rows), "" if page["total"] else nothing)
        self.rows.show(make_rows(page["items"]), offset, page["total"], in_place)

    def movie_rows(self, movies: list[JSON]) -> list[Row]:
        """Return a row for each film, with a role or a job, or else the directors, or else the genres."""
        return [
            Row(
                movie=movie,
                note=movie.get("character") or movie.get("job") or ", ".join(movie["directors"] or movie["genres"]),
                open=lambda movie=movie: self.movies.open_movie(movie),  # type: ignore[misc]
                link=movie.get("link"),
            )
            for movie in movies
        ]

    def on_rows_missing(self, event: Rows.Missing) -> None:
        if self._fetch and event.offset < len(self.rows.rows):
            self.ask_last("pages", self._put, self._fetch, event.offset)
        elif self._next:
            self.ask_last("pages", self._append, self._next)

    async def _put(self, fetch: Fetch, offset: int) -> None:
        page = await fetch(offset, LIMIT)
        if fetch is not self._fetch:
            return
        if page["total"] != len(self.rows.rows):
            return self.reload(in_place=True)
        self.rows.put(offset, self._make_rows(page["items"]))

    async def _append(self, next: Load) -> None:
        try:
            page = await next()
        except ListNotReady:  # the server was started again
            return self.reload()
        if next is self._next:
            self._next = next if page["hasMore"] else None
            self.rows.put(len(self.rows.rows), self.movie_rows(page["items"]))
            self.query_one("#count", Static).update(count(page))

    def reload(self, in_place: bool = False) -> None:
        """Load what the screen shows."""

    def action_reload(self) -> None:
        self.say("")
        self.reload()

    def update_movies(self, known: Callable[[JSON], Mapping[str, Any] | None]) -> None:
        self.rows.update_movies(known)

    # What the keys do

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        if action in ("edit_viewing", "delete_viewing"):
            return self.rows.current.viewing is not None
        return True

    def action_close(self) -> None:
        if self.rows.selected:
            self.rows.selected.clear()
            self.rows.refresh()
        else:
            self.close()

    def close(self) -> None:
        self.app.pop_screen()

    def change(self, work: Callable[P, Awaitable[str]], *arguments: P.args, **named: P.kwargs) -> None:
        """Make a change, and say what was changed."""

        async def change() -> None:
            self.changed(await work(*arguments, **named))

        self.ask(change)

    def changed(self, text: str) -> None:
        self.rows.selected.clear()
        self.say(f"{text} {t('u: undo')}" if self.movies.changes.last == text else text)

    def action_star(self) -> None:
        if chosen := self.chosen:
            self.change(self.movies.changes.star, chosen)

    def action_watchlist(self) -> None:
        if chosen := self.chosen:
            self.change(self.movies.changes.watchlist, chosen)

    def action_undo(self) -> None:
        self.ask(self._undo)

    async def _undo(self) -> None:
        self.say(await self.movies.changes.undo())

    def action_log(self) -> None:
        from .forms import log_form

        if chosen := self.chosen:
            self.app.push_screen(log_form(self, chosen))

    def action_mark(self) -> None:
        if chosen := self.chosen:
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
            load = lambda: self.movies.request("recommendations", id=movie["id"])
            self.app.push_screen(ListScreen(t("Recommendations for {film}", film=movie["title"]), load))

    @property
    def _link(self) -> str | None:
        return self.rows.current.link or (self.movie or {}).get("link")

    def open_link(self, link: str | None) -> None:
        """Show a web page in the browser, or its address if there is no browser."""
        if not is_web_page(link):
            self.say(t("There is no web page here."))
        elif not webbrowser.open(str(link)):
            self.say(t("No browser opens here. y copies {link}", link=str(link)))

    def action_open_link(self) -> None:
        self.open_link(self._link)

    def action_copy_link(self) -> None:
        if link := self._link:
            self.app.copy_to_clipboard(one_line(link))
            self.say(t("Copied {link}", link=link))
        else:
            self.say(t("There is no web page here."))


class ListScreen(MoviesScreen):
    """The films of a section, a person or a collection, or recommendations."""

    def __init__(self, heading: str, load: Load) -> None:
        super().__init__()
        self._heading = heading
        self._load = load

    def compose_body(self) -> ComposeResult:
        yield Static(one_line(self._heading), classes="title", markup=False)
        yield from self.compose_list()

    def on_mount(self) -> None:
        self.rows.focus()
        self.reload()

    def reload(self, in_place: bool = False) -> None:
        self.ask_last("list", self._show, in_place)

    async def _show(self, in_place: bool) -> None:
        page = await self._load()
        if "items" in page:
            return self.show_page({"total": len(page["items"]), **page}, in_place)
        rows = [Row(" · ".join(page[each] for each in ("birthday", "deathday", "placeOfBirth") if each in page))]
        for heading, members in ((t("Cast"), page["cast"]), (t("Crew"), page["crew"])):
            if members:
                rows += [Row(heading, is_heading=True), *self.movie_rows(members)]
        self.show(rows, in_place=in_place)
