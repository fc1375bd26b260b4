"""A line of a list."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len
from rich.text import Text

from .._terminal import for_terminal
from ..words import film

TITLE_WIDTH = 44  # cells of the first column on a terminal of ordinary width
JSON = dict[str, Any]

CHOSEN = "◉"  # one cell wide in all languages, and no sign of what the user keeps
EIGHTHS = " ▏▎▍▌▋▊▉"
MONTH = 8  # of the characters of a day, `2026-01-31`
BLANK = dict.fromkeys(map(ord, "0123456789-"), " ")


@dataclass
class Row:
    """A line of a list: a film, or another text. `open` is what Enter and a click do; without it, both do nothing.

    `bar`, from 0 to 1, is the length of a bar in the rest of the first column.
    """

    text: str = ""
    note: str = ""
    open: Callable[[], object] | None = None
    movie: JSON | None = None
    link: str | None = None
    viewing: JSON | None = None
    is_heading: bool = False
    bar: float | None = None

    def line(
        self, title_width: int = TITLE_WIDTH, has_note: bool = True, same_month: bool = False, is_chosen: bool = False
    ) -> Text:
        """Return the line. `title_width` is the number of cells of the first column, which is the only one if there
        is no note. A viewing of the `same_month` as the line above it shows only its day.
        """
        if self.is_heading:
            return Text.assemble((one_line(self.text), "bold underline"), "  ", one_line(self.note))
        note = one_line(self.note) if has_note else ""
        star = ("★" if self.movie and self.movie.get("isFavorite") else " ") + (CHOSEN if is_chosen else " ")
        before = self.text if self.movie else ""
        if same_month:
            before = before[:MONTH].translate(BLANK) + before[MONTH:]
        title = Text(one_line(self.movie["title"] if self.movie else self.text))
        if self.bar is not None:
            title.append(" " + bar(self.bar, title_width - cell_len(title.plain) - 1))
        signs = viewing_signs(self.viewing) if self.viewing else mark_signs((self.movie or {}).get("mark", {}))
        end = film({**self.movie, "title": ""}) + signs if self.movie else ""
        if note or not has_note:  # in its column on the screen, where a Hangul syllable takes two cells
            title.truncate(title_width - cell_len(before) - cell_len(end), overflow="ellipsis")
        title.append(end)
        if note:
            title.truncate(title_width - cell_len(before), pad=True)
        return Text.assemble(before, (star, "bold yellow"), title, ("  " + note if note else "", "dim"))


PENDING = Row("…")
"""A row that has not been loaded."""


def bar(length: float, cells: int) -> str:
    """Return a bar, which is exact to an eighth of a cell, in a space of so many cells."""
    eighths = round(length * cells * 8)
    return ("█" * (eighths // 8) + EIGHTHS[eighths % 8]).strip().ljust(cells)


def mark_signs(mark: JSON) -> str:
    """Return what the user keeps about a film, in few characters."""
    viewings = mark.get("viewings", 0)
    signs = {"watchlistedAt": "+", "viewings": f"✓{viewings if viewings > 1 else ''}"}
    signs |= {"rating": f"{mark.get('rating', 0):g}", "hasNote": "✎"}
    return "".join(f" {sign}" for member, sign in signs.items() if mark.get(member))


def viewing_signs(viewing: JSON) -> str:
    """Return the rating of a viewing, and whether it was not the first."""
    return (f" {viewing['rating']:g}" if "rating" in viewing else "") + (" ↻" if viewing.get("rewatch") else "")


def one_line(text: str) -> str:
    """Return a text of a catalog or of another program as one line without control characters."""
    return for_terminal(re.sub(r"\s*[\n\r\t]\s*", " ", text.strip()))
