"""The first screen: search, favorites, home and discover."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Select, Tab, Tabs

from ..errors import from_json
from ..words import LOADING, NO_FAVORITES, NOTHING_FOUND, SEARCHING, count, sentence
from .rows import JSON, Row, Rows, one_line
from .screens import MoviesScreen

FAVORITES_ORDERS = {"starredAt": "time of the star", "title": "title", "year": "year", "rating": "rating"}
DISCOVER_ORDERS = {
    "Popularity": "popularity",
    "Rating": "rating",
    "Release date": "releaseDate",
    "Title": "title",
    "Random": "random",
}
ROWS_OF_SECTION = 6
LIMIT = 40
MAX_LIMIT = 1000  # of the server


class MainScreen(MoviesScreen):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "order", "Order"),
        Binding("i", "filter", "Filter"),
        Binding("q", "app.quit", "Quit"),
        Binding("escape,down", "to_list", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.tabs: list[str] = []
        self.tab = ""
        self._orders = list(FAVORITES_ORDERS)
        self._shown_favorites: tuple[str, str] | None = None

    def compose_body(self) -> ComposeResult:
        yield Tabs()
        yield Input(placeholder="Films, people, years", id="query", classes="search")
        yield Input(placeholder="Filter", id="filter", classes="favorites")
        with Horizontal(classes="discover"):
            yield Select[str]((), prompt="Any genre", id="genre")
            yield Input(placeholder="From year", type="integer", max_length=4, id="from")
            yield Input(placeholder="To year", type="integer", max_length=4, id="to")
            yield Select(DISCOVER_ORDERS.items(), value="popularity", allow_blank=False, id="order")
        yield Rows()

    async def connected(self) -> None:
        """Show what the default catalog can."""
        self.tabs = ["search", "favorites", *filter(self.movies.can, ("home", "discover"))]
        for name in self.tabs:
            await self.query_one(Tabs).add_tab(Tab(name.title(), id=name))
        if self.movies.can("discover") and self.movies.can("genres"):
            self.ask(self._load_genres())

    async def _load_genres(self) -> None:
        answer = await self.movies.request("genres")
        self.query_one("#genre", Select).set_options(
            (Content(one_line(each["name"])), each["id"])
            for each in answer["genres"]  # a text would be read as markup
        )

    def go(self, tab: str) -> None:
        self.query_one(Tabs).active = tab
        self._focus(tab)

    def on_tabs_tab_activated(self, event: Tabs.TabActivated) -> None:
        self.tab = event.tab.id or ""
        for each in ("search", "favorites", "discover"):
            self.query(f".{each}").set(display=each == self.tab)
        self._focus(self.tab)
        self._shown_favorites = None
        self.show([])
        self.action_reload()
        self.refresh_bindings()

    def _focus(self, tab: str) -> None:
        (self.query_one("#query") if tab == "search" else self.rows).focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        return action not in ("order", "filter") or self.tab == "favorites"

    def action_to_list(self) -> None:
        self.rows.focus()

    def action_filter(self) -> None:
        self.query_one("#filter").focus()

    def action_order(self) -> None:
        self._orders.append(self._orders.pop(0))
        self.action_reload()

    def on_input_changed(self) -> None:
        self.action_reload()

    def on_input_submitted(self) -> None:
        self.rows.focus()

    def on_select_changed(self) -> None:
        if self.tab == "discover":  # and not when the genres are filled in
            self.action_reload()

    def action_reload(self) -> None:
        if self.tab:
            self.ask(getattr(self, f"_load_{self.tab}")())

    def _text(self, id: str) -> str:
        return self.query_one(f"#{id}", Input).value.strip()

    async def _load_search(self) -> None:
        query = self._text("query")
        if not query:
            return self.show([])
        self.say(SEARCHING)
        page = await self.movies.request("search", query=query, list="search", debounceMs=200, limit=LIMIT)
        # The server ends this request when a newer query comes, but an empty one is not sent.
        if self.tab == "search" and self._text("query") == query:
            self.show_page(page)

    async def _load_favorites(self) -> None:
        query, order = self._text("filter"), self._orders[0]

        async def load(offset: int, limit: int = LIMIT) -> JSON:
            return await self.movies.request("favorites", sort=order, query=query, limit=limit, offset=offset)

        in_place = self._shown_favorites == (query, order)
        loaded = max(LIMIT, len(self.rows.rows)) if in_place else LIMIT
        page = await load(0, min(loaded, MAX_LIMIT))
        while len(page["items"]) < min(loaded, page["total"]):
            more = await load(len(page["items"]), min(loaded - len(page["items"]), MAX_LIMIT))
            if not more["items"]:
                break
            page = {**more, "items": page["items"] + more["items"]}
        if (self.tab, self._text("filter"), self._orders[0]) == ("favorites", query, order):
            self._shown_favorites = query, order
            next = (lambda: load(len(self.rows.rows))) if len(page["items"]) < page["total"] else None
            self.show_page(page, next, NOTHING_FOUND if query else NO_FAVORITES, in_place)
            self.query_one("#filter", Input).placeholder = f"Filter; by {FAVORITES_ORDERS[order]}"

    async def _load_home(self) -> None:
        self.say(LOADING)
        answer = await self.movies.request("home")
        rows: list[Row] = []
        for section in answer["sections"]:
            if "error" in section:
                rows.append(Row(section["title"], sentence(from_json(section["error"])), is_heading=True))
                continue
            opened = lambda section=section: self.movies.open_section(section)
            rows.append(Row(section["title"], count(section), opened, is_heading=True))
            rows += self.movie_rows(section["items"][:ROWS_OF_SECTION])
        if self.tab == "home":
            self.show(rows)

    async def _load_discover(self) -> None:
        genre, order = self.query_one("#genre", Select).value, self.query_one("#order", Select).value
        years = [int(year) if len(year := self._text(id)) == 4 else None for id in ("from", "to")]
        genres = [genre] if isinstance(genre, str) else []
        self.say(LOADING)
        page = await self.movies.request(
            "discover", genres=genres, yearFrom=years[0], yearTo=years[1], sort=order, limit=LIMIT
        )
        if self.tab == "discover":
            self.show_page(page)
