"""The first screen: search, favorites, watchlist, diary, home, discover and statistics."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

import calendar
import math
import random
import re
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from rich.cells import set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widgets import Input, Tab, Tabs

from ..errors import InvalidRequest, from_json
from ..words import NO_FAVORITES, NOTHING_FOUND, count, sentence, t
from .actions import NAMES
from .row import JSON, Row
from .screens import MoviesScreen

TABS = {name.lower(): t(name) for name in ("Search", *NAMES)}
ORDERS = {
    "starredAt": t("time of the star"),
    "watchlistedAt": t("when added"),
    "title": t("title"),
    "year": t("year"),
    "rating": t("rating"),
    "myRating": t("my rating"),
    "runtime": t("runtime"),
    "random": t("random order"),
}
LISTS = {
    "favorites": ("starred", ["starredAt", "title", "year", "rating", "myRating"], t(NO_FAVORITES)),
    "watchlist": (
        "watchlist",
        ["watchlistedAt", "title", "year", "rating", "runtime", "random"],
        t("The watchlist is empty. Press {key} on a film to put it there."),
    ),
}
FILTERED = ("favorites", "watchlist", "diary", "statistics")
ROWS_OF_SECTION = 6
LIMIT = 40
DEBOUNCE_MS = 60
HELP = "question_mark"


class Query(Input):
    """A field in which `?` shows the keys while it is empty."""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        shows_keys = key == HELP and not self.value and HELP in self.app._keymap.get("help", HELP)
        return super().check_consume_key(key, character) and not shows_keys

    def _on_key(self, event: Key) -> None:  # type: ignore[override]  # Textual calls that of `Input`, too
        if event.is_printable and not self.check_consume_key(event.key, event.character):
            event.prevent_default()


class MainScreen(MoviesScreen):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,escape", "to_list", t("To the list"), key_display="↓"),
        Binding("c", "order", t("Order"), id="order"),
        Binding("i", "filter", t("Filter"), id="filter"),
        Binding("q", "close", t("Quit"), key_display="q", id="close"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.tabs: list[str] = []
        self.tab = ""
        self._orders = {name: [*orders] for name, (_, orders, _) in LISTS.items()}
        self._seed = random.randrange(2**31)
        self._criteria: JSON = {}

    def compose_body(self) -> ComposeResult:
        yield Tabs(*self._make_tabs())
        yield Query(placeholder=t("Films, people, years"), id="query")
        yield Query(id="filter")
        yield from self.compose_list()

    async def connected(self) -> None:
        """Show what the server and its default catalog can, unless it was known at first."""
        if not self.tabs:
            for tab in self._make_tabs():
                await self.query_one(Tabs).add_tab(tab)

    def on_mount(self) -> None:
        """Take a search before the server has started. If it fails, a search tries again."""
        if not self.movies.server:
            query = self.query_one("#query")
            query.display = True
            self.set_focus(query)

    def _make_tabs(self) -> list[Tab]:
        if self.movies.server:
            self.tabs = [name for name in TABS if name not in ("home", "discover") or self.movies.can(name)]
        return [Tab(TABS[name], id=name) for name in self.tabs]

    def go(self, tab: str, filter: str = "") -> None:
        self.query_one("#filter", Input).value = filter
        if self.tab == tab:
            self._focus()
        self.query_one(Tabs).active = tab

    async def on_tabs_tab_activated(self, event: Tabs.TabActivated) -> None:
        self.tab = event.tab.id or ""
        self.query_one("#query").display = self.tab == "search"
        self.query_one("#filter").display = self.tab in FILTERED
        if self.tab == "discover":
            await self._mount_criteria()
        self.query("Criteria").set(display=self.tab == "discover")
        self._focus()
        self.show([])
        self.action_reload()
        self.refresh_bindings()

    async def _mount_criteria(self) -> None:
        from .discover import Criteria

        if not self.query(Criteria):
            criteria = Criteria()
            await self.mount(criteria, before="#notice")
            self._criteria = criteria.params
            if self.movies.can("genres"):
                self.ask_last("genres", self._load_genres, criteria.set_genres)

    async def _load_genres(self, show: Callable[[list[JSON]], object]) -> None:
        show((await self.movies.request("genres"))["genres"])

    def _focus(self) -> None:
        self.set_focus(self.query_one("#query") if self.tab == "search" else self.rows)
        self.movies.keys.are_open = True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        if action == "to_list":
            return isinstance(self.focused, Input)
        if action == "order":
            return self.tab in LISTS
        if action == "filter":
            return self.tab in FILTERED
        return super().check_action(action, parameters)

    def close(self) -> None:
        self.app.exit()

    def action_to_list(self) -> None:
        self.rows.focus()

    def action_filter(self) -> None:
        self.query_one("#filter").focus()

    def action_order(self) -> None:
        self._orders[self.tab].append(self._orders[self.tab].pop(0))
        self._seed = random.randrange(2**31)
        self.say(t("by {order}", order=ORDERS[self._orders[self.tab][0]]))  # a filter hides that in its field
        self.reload()

    def on_input_changed(self, event: Input.Changed) -> None:
        self.refresh_bindings()  # `?` shows the keys in an empty field
        if event.input.display:
            self.reload()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if self.query_one("#notice").has_class("error"):
            return self.reload()
        if event.input.id == "query" and (query := event.value.strip()) and self.rows.current.movie:
            self.movies.settings.remember_search(query)
        self.rows.focus()

    def on_select_changed(self) -> None:
        from .discover import Criteria

        if (criteria := self.query_one(Criteria).params) != self._criteria:  # not when it is filled in
            self._criteria = criteria
            self.reload()

    def reload(self, in_place: bool = False) -> None:
        if self.tab:
            self.ask_last("list", getattr(self, f"_load_{self.tab}"), in_place)
        else:
            self.movies.try_to_connect()

    def library_changed(self) -> None:
        """Show the list anew whose films may be others now. The place is kept."""
        if self.tab in FILTERED:
            self.reload(in_place=True)

    def _text(self, id: str) -> str:
        return self.query_one(f"#{id}", Input).value.strip()

    async def _load_search(self, in_place: bool) -> None:
        query = self._text("query")
        if not query:
            return await self._welcome(in_place)
        page = await self.movies.request("search", query=query, list="search", debounceMs=DEBOUNCE_MS, limit=LIMIT)
        self.show_page(page, in_place)

    async def _welcome(self, in_place: bool) -> None:
        """Show where films are searched, the keys, the last searches and what is at home."""
        keys = t("↓ to the list · {key} all keys · ctrl+p commands", key=self.key("help"))
        rows: list[Row] = []
        if searches := self.movies.settings.searches[:5]:
            rows.append(Row(t("Last searches"), is_heading=True))
            rows += [Row(query, open=partial(self.movies.search, query)) for query in searches]
        texts = [self.movies.catalog_title, keys, self.movies.settings.problem, self.movies.server.get("hint", "")]
        notice = "\n".join(filter(None, texts))
        self.show(rows, notice=notice, in_place=in_place)
        configured = [each["name"] for each in self.movies.server["catalogs"]]
        if self.movies.can("home") or self.movies.server["catalog"] not in configured:  # the answer says what it lacks
            rows += await self._home_rows()
            self.show(rows, notice=notice, in_place=True)

    async def _load_favorites(self, in_place: bool) -> None:
        filter, _, nothing = LISTS[self.tab]
        nothing = nothing.format(key=self.key("star" if filter == "starred" else "watch"))
        query, order = self._text("filter"), self._orders[self.tab][0]
        params = {"filter": filter, "sort": order, "query": query, "seed": self._seed if order == "random" else None}

        async def fetch(offset: int, limit: int) -> JSON:
            return await self.movies.request("library", limit=limit, offset=offset, **params)

        await self.show_entries(fetch, self.movie_rows, t(NOTHING_FOUND) if query else nothing, in_place)
        self.query_one("#filter", Input).placeholder = t("Filter; order: {order}", order=ORDERS[order])

    _load_watchlist = _load_favorites

    async def _load_diary(self, in_place: bool) -> None:
        if (days := self._days()) is None:
            return self._refuse_period()

        async def fetch(offset: int, limit: int) -> JSON:
            return await self.movies.request("diary", limit=limit, offset=offset, **days)

        await self.show_entries(fetch, self._diary_rows, self._no_viewings(days), in_place)

    def _days(self) -> dict[str, str] | None:
        """Return the first and the last day of the year or month in the filter, or None if it is something else."""
        self.query_one("#filter", Input).placeholder = t("Year or month: 2026 or 2026-01")
        if not (text := self._text("filter")):
            return {}
        if not (match := re.fullmatch(r"(\d{4})(?:-(0[1-9]|1[0-2]))?", text)):
            return None
        year, month = int(match[1]), match[2]
        last = calendar.monthrange(year, int(month or 12))[1]
        return {"from": f"{match[1]}-{month or '01'}-01", "to": f"{match[1]}-{month or '12'}-{last}"}

    def _refuse_period(self) -> None:
        self.show([], notice=t("A period is written like 2026 or 2026-01."))

    def _diary_rows(self, viewings: list[JSON]) -> list[Row]:
        """Return a row for each viewing, with its day."""
        rows = self.movie_rows([each["movie"] for each in viewings])
        for row, viewing in zip(rows, viewings, strict=True):
            row.text = set_cell_size(viewing.get("date", t("undated")), 10) + " "
            row.viewing = viewing
            row.note = viewing.get("note", "") or row.note
        return rows

    async def _load_home(self, in_place: bool) -> None:
        self.show(await self._home_rows(), in_place=in_place)

    async def _home_rows(self) -> list[Row]:
        sections = (await self.movies.request("home"))["sections"]
        errors = {sentence(from_json(each["error"])): each["error"] for each in sections if "error" in each}
        if len(errors) == 1 and all("error" in each for each in sections):
            raise from_json(errors.popitem()[1])  # one reason for all of them
        rows: list[Row] = []
        for section in sections:
            if "error" in section:
                rows.append(Row(section["title"], sentence(from_json(section["error"])), is_heading=True))
                continue
            opened = lambda section=section: self.movies.open_section(section)
            rows.append(Row(section["title"], count(section), opened, is_heading=True))
            rows += self.movie_rows(section["items"][:ROWS_OF_SECTION])
        return rows

    async def _load_discover(self, in_place: bool) -> None:
        from .discover import Criteria

        params = self.query_one(Criteria).params
        if (params["yearFrom"] or 0) > (params["yearTo"] or math.inf):
            return self.show([], notice=t("The first year is after the last."))
        try:
            page = await self.movies.request("discover", limit=LIMIT, **params)
        except InvalidRequest as error:  # of years that the server knows none of
            if error.field not in ("yearFrom", "yearTo"):
                raise
            return self.show([], notice=t(NOTHING_FOUND))
        self.show_page(page, in_place)

    async def _load_statistics(self, in_place: bool) -> None:
        from .statistics import statistics_rows

        if (days := self._days()) is None:
            return self._refuse_period()
        statistics = await self.movies.request("statistics", **days)
        fit = lambda text: Text(text).wrap(self.app.console, self.rows.size.width - 4)  # a star, and the scrollbar
        rows = statistics_rows(statistics, partial(self.go, "diary"), self.movies.search, fit)
        self.show(rows, notice="" if rows else self._no_viewings(days), in_place=in_place)

    def _no_viewings(self, days: dict[str, str]) -> str:
        if days:
            return t("No viewings.")
        return t("No viewings yet. Press {key} on a film to log one.", key=self.key("log"))
