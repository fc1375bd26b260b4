"""The list of a screen."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.text import Text
from textual.events import Resize
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from .._terminal import for_terminal
from ..words import film

NARROW = 60  # cells of a terminal that has no room for a second column
TITLE_WIDTH = 44  # cells of the first column on a terminal of 100 cells or less
LOOKAHEAD = 10

JSON = dict[str, Any]


@dataclass
class Row:
    """A line of a list: a film, or another text. `open` is what Enter and a click do; without it, both do nothing."""

    text: str = ""
    note: str = ""
    open: Callable[[], object] | None = None
    movie: JSON | None = None
    link: str | None = None
    is_heading: bool = False

    def line(self, title_width: int | None = TITLE_WIDTH) -> Text:
        """Return the line. `title_width` is the number of cells of the first column; None if there is no other."""
        note = one_line(self.note) if title_width else ""
        if self.is_heading:
            return Text.assemble((one_line(self.text), "bold"), "  ", (note, "dim"))
        star = "★ " if self.movie and self.movie.get("isFavorite") else "  "
        title = Text(one_line(self.movie["title"] if self.movie else self.text))
        year = film({**self.movie, "title": ""}) if self.movie else ""
        if note and title_width:  # in its column on the screen, where a Hangul syllable takes two cells
            title.truncate(title_width - len(year), overflow="ellipsis")
        title.append(year)
        if note and title_width:
            title.truncate(title_width, pad=True)
        return Text.assemble((star, "bold yellow"), title, "  ", (note, "dim"))


def one_line(text: str) -> str:
    """Return a text of a catalog or of another program as one line without control characters."""
    return for_terminal(" ".join(text.split()))


class Rows(OptionList):
    """A list of rows that asks for more of them before the user reaches the end."""

    class NearEnd(Message):
        pass

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Row] = []
        self._title_width: int | None = TITLE_WIDTH

    @property
    def current(self) -> Row:
        """The row under the cursor, or an empty one."""
        return Row() if self.highlighted is None else self.rows[self.highlighted]

    def show(self, rows: list[Row], in_place: bool = False) -> None:
        """Replace all rows. The cursor stays on its film if that is still there, and else, `in_place`, on its line."""
        before, id = self.highlighted or 0, (self.current.movie or {}).get("id")
        same = [index for index, row in enumerate(rows) if row.movie and row.movie["id"] == id]
        enabled = [index for index, row in enumerate(rows) if row.open]
        near = [min(enabled, key=lambda index: abs(index - before))] if in_place and enabled else []
        self.rows = rows
        self._replace(next(iter(same or near or enabled), None), in_place)

    def _replace(self, highlighted: int | None, in_place: bool) -> None:
        top = self.scroll_y
        self.set_options(map(self._option, self.rows))
        self.highlighted = highlighted
        if in_place:
            self.scroll_to(y=top, animate=False)
        self.call_after_refresh(self._check_end)

    def append(self, rows: list[Row]) -> None:
        self.rows += rows
        self.add_options(map(self._option, rows))
        self.call_after_refresh(self._check_end)

    def _option(self, row: Row) -> Option:
        return Option(row.line(self._title_width), disabled=row.open is None)

    def on_resize(self, event: Resize) -> None:
        width = event.size.width
        title_width = None if width < NARROW else max(TITLE_WIDTH, width * TITLE_WIDTH // 100)
        if title_width != self._title_width:
            self._title_width = title_width
            self._replace(self.highlighted, in_place=True)

    def update_stars(self, is_favorite: Callable[[JSON], bool | None]) -> None:
        """Show the stars of the films about which `is_favorite` knows."""
        for index, row in enumerate(self.rows):
            if row.movie and (new := is_favorite(row.movie)) is not None:
                row.movie["isFavorite"] = new
                self.replace_option_prompt_at_index(index, row.line(self._title_width))

    def go_to(self, heading: str) -> bool:
        """Move to the first row below a heading."""
        found = [index for index, row in enumerate(self.rows) if row.is_heading and row.text == heading]
        if found:
            self.highlighted = found[0]
            self.action_cursor_down()
            self.scroll_to(y=found[0], animate=False)
        return bool(found)

    def watch_scroll_y(self, old: float, new: float) -> None:
        super().watch_scroll_y(old, new)
        self._check_end()

    def _check_end(self) -> None:
        if self.scroll_y + self.size.height + LOOKAHEAD > len(self.rows):
            self.post_message(self.NearEnd())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if opened := self.rows[event.option_index].open:
            opened()
