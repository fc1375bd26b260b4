"""What all screens have: a list, its pages, a line of state, and the keys."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from ..errors import ListNotReady
from ..words import count, t
from .actions import Actions
from .keyline import KeyLine
from .row import JSON, PENDING, Row
from .rows import Rows

Load = Callable[[], Awaitable[JSON]]
Fetch = Callable[[int, int], Awaitable[JSON]]
MakeRows = Callable[[list[JSON]], list[Row]]

LIMIT = 40
MOST = 1000  # rows that are loaded to select them: of the library with one request, of a search in all
MARGIN = 20  # rows before and after the visible ones that are loaded with them


class MoviesScreen(Actions):
    """A screen with a list, whose further pages load while the user scrolls."""

    def __init__(self) -> None:
        super().__init__()
        self._next: Load | None = None
        self._fetch: Fetch | None = None
        self._make_rows: MakeRows = self.movie_rows
        self._count = ""

    def on_mount(self) -> None:
        self.watch(self.rows, "selected", self._show_count)

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
        yield KeyLine(self.label)

    def show(
        self, rows: list[Row], count: str = "", notice: str = "", next: Load | None = None, in_place: bool = False
    ) -> None:
        """Show rows in place of all others. `next` fetches the page after them. See `Rows.show` for `in_place`."""
        self._next, self._fetch = next, None
        self._show_state(count, notice)
        self.rows.show(rows, in_place=in_place)

    def _show_state(self, count: str, notice: str) -> None:
        self._count = count
        self._show_count()
        self.notice(notice)

    def _show_count(self) -> None:
        """Show how many films there are, and how many of them were chosen."""
        number = len(self.rows.selected)
        chosen = t("{count} chosen", count=f"{number:,}") if number else ""
        self.query_one("#count", Static).update(" · ".join(filter(None, (self._count, chosen))))

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
                note=movie.get("character")
                or t(movie.get("job", ""))
                or ", ".join(movie["directors"] or movie["genres"]),
                open=lambda movie=movie: self.movies.open_movie(movie),  # type: ignore[misc]
                link=movie.get("link"),
            )
            for movie in movies
        ]

    def on_rows_moved(self) -> None:
        self.say("")  # the user goes on

    def on_rows_missing(self, event: Rows.Missing) -> None:
        if self._fetch and event.offset < len(self.rows.rows):
            self.ask_last("pages", self._put, self._fetch, event.offset)
        elif self._next:
            self.ask_last("pages", self._append, self._next)

    async def _select_all(self) -> None:
        """Select all films, after the rows that are missing are loaded: of a long search the first ones."""
        fetch, next = self._fetch, self._next
        while fetch and PENDING in self.rows.rows:
            if not await self._put(fetch, self.rows.rows.index(PENDING), MOST):
                return
        while next and self._next and len(self.rows.rows) < MOST:
            if not await self._append(next):
                return
        self.rows.selected = {row.movie["id"]: row.movie for row in self.rows.rows if row.movie}
        if self._next:
            number = f"{len(self.rows.selected):,}"
            self.say(t("{count} of {total} are chosen.", count=number, total=self._count))

    async def _put(self, fetch: Fetch, offset: int, limit: int = LIMIT) -> bool:
        """Load rows of a list. Returns False if the list has become another one."""
        page = await fetch(offset, limit)
        if fetch is not self._fetch:
            return False
        if page["total"] != len(self.rows.rows):
            self.reload(in_place=True)
            return False
        self.rows.put(offset, self._make_rows(page["items"]))
        return True

    async def _append(self, next: Load) -> bool:
        """Load the page after the last row. Returns False if the list has become another one."""
        try:
            page = await next()
        except ListNotReady:  # the server was started again
            self.reload()
            return False
        if next is not self._next:
            return False
        self._next = next if page["hasMore"] else None
        self.rows.put(len(self.rows.rows), self.movie_rows(page["items"]))
        self._count = count(page)
        self._show_count()
        return True

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

    def action_select_all(self) -> None:
        self.ask_last("select", self._select_all)

    def action_close(self) -> None:
        if self.rows.selected:
            self.rows.selected = {}
        else:
            self.close()

    def close(self) -> None:
        self.app.pop_screen()
