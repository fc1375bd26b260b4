"""The list of a screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.text import Text
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from ..words import film

TITLE_WIDTH = 44
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

    def line(self) -> Text:
        if self.is_heading:
            return Text.assemble((self.text, "bold"), "  ", (self.note, "dim"))
        star = "★ " if self.movie and self.movie.get("isFavorite") else "  "
        title = Text(self.movie["title"] if self.movie else self.text)
        year = film(self.movie).removeprefix(title.plain) if self.movie else ""
        if self.note:  # in its column on the screen, where a Hangul syllable takes two cells
            title.truncate(TITLE_WIDTH - len(year), overflow="ellipsis")
        title.append(year)
        if self.note:
            title.truncate(TITLE_WIDTH, pad=True)
        return Text.assemble((star, "bold yellow"), title, "  ", (self.note, "dim"))

    def option(self) -> Option:
        return Option(self.line(), disabled=self.open is None)


class Rows(OptionList):
    """A list of rows that asks for more of them before the user reaches the end."""

    class NearEnd(Message):
        pass

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Row] = []

    @property
    def current(self) -> Row:
        """The row under the cursor, or an empty one."""
        return Row() if self.highlighted is None else self.rows[self.highlighted]

    def show(self, rows: list[Row]) -> None:
        """Replace all rows. The cursor stays on its film if that is still there."""
        id = (self.current.movie or {}).get("id")
        same = [index for index, row in enumerate(rows) if row.movie and row.movie["id"] == id]
        enabled = [index for index, row in enumerate(rows) if row.open]
        self.rows = rows
        self.set_options(row.option() for row in rows)
        self.highlighted = next(iter(same or enabled), None)
        self.call_after_refresh(self._check_end)

    def append(self, rows: list[Row]) -> None:
        self.rows += rows
        self.add_options(row.option() for row in rows)
        self.call_after_refresh(self._check_end)

    def update_stars(self, is_favorite: Callable[[JSON], bool | None]) -> None:
        """Show the stars of the films about which `is_favorite` knows."""
        for index, row in enumerate(self.rows):
            if row.movie and (new := is_favorite(row.movie)) is not None:
                row.movie["isFavorite"] = new
                self.replace_option_prompt_at_index(index, row.line())

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
