"""Lists of films that belong to something."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Static

from ..words import t
from .row import Row, one_line
from .screens import Load, MoviesScreen


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
