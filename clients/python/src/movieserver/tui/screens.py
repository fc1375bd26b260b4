"""What all screens have: a list, its pages, a line of state, and the keys."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

import webbrowser
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Footer, Static

from ..errors import ListNotReady, MovieServerError
from ..words import LOADING, NOTHING_FOUND, count, sentence
from .rows import JSON, Row, Rows, one_line

if TYPE_CHECKING:
    from .app import MoviesApp

Load = Callable[[], Awaitable[JSON]]


def is_web_page(link: str | None) -> bool:
    """Whether a URL of a catalog may be opened. Another one could start any program."""
    return link is not None and link.lower().startswith(("http://", "https://"))


class MoviesScreen(Screen[None]):
    """A screen with a list, whose further pages load while the user scrolls."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "app.toggle_help", "Help", key_display="?"),
        Binding("s", "star", "Star"),
        Binding("slash", "app.go('search')", "Search", key_display="/"),
        Binding("f", "app.go('favorites')", "Favorites"),
        Binding("h", "app.go('home')", "Home"),
        Binding("d", "app.go('discover')", "Discover"),
        Binding("t", "section('Trailers')", "Trailers", show=False),
        Binding("w", "section('Where to watch')", "Where to watch", show=False),
        Binding("R", "recommendations", "Recommendations", show=False),
        Binding("o", "open_link", "Open in the browser", show=False),
        Binding("y", "copy_link", "Copy the link", show=False),
        Binding("r", "reload", "Reload", show=False),
        Binding("q,escape", "app.pop_screen", "Close", key_display="q"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._shown = 0
        self._next: Load | None = None

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

    def compose_body(self) -> ComposeResult:
        yield Rows()

    def compose(self) -> ComposeResult:
        yield from self.compose_body()
        with Horizontal(id="last"):
            yield Static(id="state", markup=False)
            yield Static(id="spinner", markup=False)
        yield Footer()

    def say(self, text: str, is_error: bool = False) -> None:
        self.query_one("#state", Static).set_class(is_error, "error").update(one_line(text))

    def ask(self, work: Coroutine[Any, Any, None]) -> None:
        """Run work that asks the server. If it fails, the user reads why."""

        async def run() -> None:
            try:
                await work
            except MovieServerError as error:
                if text := sentence(error):
                    self.say(text, is_error=True)

        self.run_worker(run())

    def show(self, rows: list[Row], state: str = "", next: Load | None = None, in_place: bool = False) -> None:
        """Show rows in place of all others. `next` fetches the page after them. See `Rows.show` for `in_place`."""
        self._shown += 1
        self._next = next
        self.rows.show(rows, in_place)
        self.say(state)

    def show_page(
        self, page: JSON, next: Load | None = None, nothing: str = NOTHING_FOUND, in_place: bool = False
    ) -> None:
        if page.get("hasMore") and not next:
            next = lambda: self.movies.request("nextPage", list=page["list"])
        self.show(self.movie_rows(page["items"]), count(page) if page["items"] else nothing, next, in_place)

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

    def on_rows_near_end(self) -> None:
        if self._next:
            self.ask(self._append(self._next, self._shown))
            self._next = None

    async def _append(self, next: Load, shown: int) -> None:
        try:
            page = await next()
        except ListNotReady:  # the server was started again
            return self.action_reload()
        except MovieServerError:
            if shown == self._shown:
                self._next = next  # scrolling tries again
            raise
        if shown == self._shown:
            self.rows.append(self.movie_rows(page["items"]))
            self.say(count(page))
            self._next = next if page.get("hasMore", len(self.rows.rows) < page["total"]) else None

    def action_star(self) -> None:
        if movie := self.movie:
            self.ask(self._star(movie))

    async def _star(self, movie: JSON) -> None:
        if movie["isFavorite"]:
            await self.movies.request("unstar", id=movie["id"])
        else:  # with its data, so that the server need not fetch them
            await self.movies.request("star", movie=movie)

    def action_section(self, name: str) -> None:
        if movie := self.movie:
            self.movies.open_movie(movie, name)

    def action_recommendations(self) -> None:
        if movie := self.movie:
            load = lambda: self.movies.request("recommendations", id=movie["id"])
            self.app.push_screen(ListScreen(f"Recommendations for {movie['title']}", load))

    @property
    def _link(self) -> str | None:
        return self.rows.current.link or (self.movie or {}).get("link")

    def open_link(self, link: str | None) -> None:
        """Show a web page in the browser, or its address if there is no browser."""
        if not is_web_page(link):
            self.say("There is no web page here.")
        elif not webbrowser.open(str(link)):
            self.say(f"No browser opens here. y copies {link}")

    def action_open_link(self) -> None:
        self.open_link(self._link)

    def action_copy_link(self) -> None:
        if link := self._link:
            self.app.copy_to_clipboard(one_line(link))
            self.say(f"Copied {link}")

    def action_reload(self) -> None:
        """Load what the screen shows."""

    def update_stars(self, is_favorite: Callable[[JSON], bool | None]) -> None:
        self.rows.update_stars(is_favorite)


class ListScreen(MoviesScreen):
    """The films of a section, a person or a collection, or recommendations."""

    def __init__(self, heading: str, load: Load) -> None:
        super().__init__()
        self._heading = heading
        self._load = load

    def compose_body(self) -> ComposeResult:
        yield Static(one_line(self._heading), classes="title", markup=False)
        yield Rows()

    def on_mount(self) -> None:
        self.action_reload()

    def action_reload(self) -> None:
        self.say(LOADING)
        self.ask(self._show())

    async def _show(self) -> None:
        page = await self._load()
        if "items" in page:
            return self.show_page({"total": len(page["items"]), **page})
        rows = [Row(" · ".join(page[each] for each in ("birthday", "deathday", "placeOfBirth") if each in page))]
        for heading in ("cast", "crew"):
            if page[heading]:
                rows += [Row(heading.title(), is_heading=True), *self.movie_rows(page[heading])]
        self.show(rows)
