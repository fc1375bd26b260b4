"""The list of a screen. It draws only the visible lines, so that it is as quick with 100,000 rows as with ten."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.events import Click, Resize
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from ..words import t
from .row import JSON, MONTH, PENDING, TITLE_WIDTH, Row

NARROW = 60  # cells of a terminal that has no room for a second column
SHORT = 24  # lines of a terminal that has none to spare
WIDE = 100  # cells of a terminal that has room for long titles
LOOKAHEAD = 10
ALL = 10_000_000  # more than the rows of any list


class Rows(ScrollView, inherit_bindings=False):  # type: ignore[call-arg, unused-ignore]
    """A list of rows, of which some may not have been loaded. It asks for those that the user is about to see."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"rows--cursor", "rows--selected"}
    DEFAULT_CSS = """
    Rows { height: 1fr; overflow-x: hidden; }
    Rows > .rows--selected { background: $secondary 30%; }
    Rows > .rows--cursor { background: $block-cursor-blurred-background; }
    Rows:focus > .rows--cursor { background: $block-cursor-background; color: $block-cursor-foreground; }
    Rows:nocolor:focus > .rows--cursor { text-style: reverse; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", t("Open"), id="open", show=False),
        Binding("down,j", "move(1)", t("Down"), id="down", show=False),
        Binding("up,k", "move(-1)", t("Up"), id="up", show=False),
        Binding("pagedown", "page(1)", t("Next page"), id="page_down", show=False),
        Binding("pageup", "page(-1)", t("Previous page"), id="page_up", show=False),
        Binding("home,g", f"move(-{ALL})", t("First row"), id="first", show=False),
        Binding("end,G", f"move({ALL})", t("Last row"), id="last", show=False),
        Binding("space", "select", t("Select or unselect"), id="select", show=False),
        Binding("ctrl+a", "screen.select_all", t("Select all rows"), id="select_all", show=False),
        Binding("escape", "unselect", t("Unselect all"), id="unselect", show=False),
    ]

    cursor: reactive[int | None] = reactive(None)
    selected: reactive[dict[str, JSON]] = reactive({})
    """The films that were selected, by their ids."""

    class Missing(Message):
        """The row at this offset, or the one after the last, is about to be seen."""

        def __init__(self, offset: int) -> None:
            super().__init__()
            self.offset = offset

    class Moved(Message):
        """The user has moved the cursor."""

    def __init__(self) -> None:
        super().__init__()
        self.can_focus = True
        self.text: Widget | None = None
        """What stands above the list and is read before it: keys that move also scroll it."""
        self.rows: list[Row] = []
        self._asked: int | None = None
        self._kind: object = None

    @property
    def current(self) -> Row:
        """The row under the cursor, or an empty one."""
        return self.rows[self.cursor] if self.cursor is not None and self.cursor < len(self.rows) else Row()

    @property
    def chosen(self) -> list[JSON]:
        """The films that were selected, or else the one under the cursor."""
        return [*self.selected.values()] or [movie for movie in (self.current.movie,) if movie]

    def window(self, margin: int) -> tuple[int, int]:
        """Return the offset and the number of the rows that are visible, with some before and after them."""
        first = max(0, int(self.scroll_y) - margin)
        return first, self.size.height + 2 * margin

    # The rows

    def show(self, rows: list[Row], offset: int = 0, total: int | None = None, in_place: bool = False) -> None:
        """Replace all rows by these, which stand at `offset` of `total`.

        With `in_place` the cursor stays on its film if that is still there, and else on its line, and the lines on the
        screen stay where they are.
        """
        first = int(bool(rows) and rows[0].is_heading)  # Most keys are about a film.
        before, id, top = first if self.cursor is None else self.cursor, _key(self.current), self.scroll_y
        end = (offset + len(rows) if total is None else total) - offset - len(rows)
        self.rows = [PENDING] * offset + rows + [PENDING] * end
        self._resized()
        same = next((offset + index for index, row in enumerate(rows) if id and _key(row) == id), None)
        if in_place:
            self._put_cursor(before if same is None else same)
            shift = 0 if same is None or not top else same - before
            self.scroll_to(y=top + shift, animate=False, force=True)
        else:
            self.selected = {}
            self._put_cursor(first)
            self.scroll_to(y=0, animate=False, force=True)
        self._changed()

    def put(self, offset: int, rows: list[Row]) -> None:
        """Put rows in place of those at an offset, or after the last."""
        self.rows[offset : offset + len(rows)] = rows
        self._resized()
        self._changed()

    def retry(self) -> None:
        """Ask again for rows that could not be loaded, when the user scrolls."""
        self._asked = None

    def update_movies(self, known: Callable[[JSON], Mapping[str, Any] | None]) -> None:
        """Show what the user keeps about the films of which `known` returns `isFavorite` and `mark`."""
        for row in self.rows:
            if row.movie and (new := known(row.movie)) is not None:
                row.movie.pop("mark", None)
                row.movie.update(new)
        self._refresh_keys()
        self.refresh()

    def go_to(self, heading: str) -> bool:
        """Move to the first row after a heading."""
        found = next((index for index, row in enumerate(self.rows) if row.is_heading and row.text == heading), None)
        if found is not None:
            self._put_cursor(found + 1)
            self.scroll_to(y=found, animate=False, force=True)
        return found is not None

    def _resized(self) -> None:
        self.virtual_size = Size(self.size.width, len(self.rows))

    def _changed(self) -> None:
        self._asked = None
        self._refresh_keys()
        self.refresh()
        self.call_after_refresh(self._ask)

    def _ask(self) -> None:
        first, last = int(self.scroll_y), int(self.scroll_y) + self.size.height
        near = self.rows[first : last + LOOKAHEAD]
        missing = next((first + index for index, row in enumerate(near) if row is PENDING), None)
        if missing is None and last + LOOKAHEAD > len(self.rows):
            missing = len(self.rows)
        if missing is not None and missing != self._asked:
            self._asked = missing
            self.post_message(self.Missing(missing))

    # The cursor

    def _put_cursor(self, index: int) -> None:
        """Put the cursor on a row that does something: this one, or the next, or else the last one before."""
        index = max(0, min(index, len(self.rows) - 1))
        near = chain(range(index, len(self.rows)), range(index - 1, -1, -1))
        self.cursor = next(filter(self._does_something, near), None)

    def watch_cursor(self, cursor: int | None) -> None:
        if cursor is not None and self.is_mounted:
            top = int(self.scroll_y)
            if cursor < top or cursor >= top + self.size.height:
                self.scroll_to(y=cursor if cursor < top else cursor - self.size.height + 1, animate=False, force=True)
            if cursor < self.size.height and not any(map(self._does_something, range(cursor))):
                self.scroll_to(y=0, animate=False, force=True)  # only headings stand above
        self._refresh_keys()
        self.refresh()

    def _refresh_keys(self) -> None:
        """Show other keys if the row is of another kind: some are about viewings or films only."""
        movie = self.current.movie
        kind = (bool(self.current.viewing), movie and movie["isFavorite"])
        if self.is_mounted and kind != self._kind:
            self._kind = kind
            self.screen.refresh_bindings()

    def action_move(self, step: int) -> None:
        self.post_message(self.Moved())
        if self._scroll_text(step):
            return
        if self.cursor is None:
            self.scroll_relative(y=step, animate=False)
        else:
            index = self.cursor + step
            if step < 0:
                index = max(index, 0)
                near = chain(range(index, -1, -1), range(index, self.cursor + 1))
                index = next(filter(self._does_something, near), self.cursor)
                if index == self.cursor:  # only text stands above
                    self.scroll_relative(y=step, animate=False)
            self._put_cursor(index)

    def _scroll_text(self, step: int) -> bool:
        """Scroll the text above the list: down before the cursor moves, up from the first row. Returns if that is all.

        The first and the last row are reached at once, with the beginning and the end of the text.
        """
        text = self.text
        is_far = abs(step) == ALL
        if text is None or (step < 0 and not is_far and any(map(self._does_something, range(self.cursor or 0)))):
            return False
        before, page = text.scroll_y, max(1, text.size.height - 1)
        text.scroll_relative(y=step if is_far else max(-page, min(page, step)), animate=False, immediate=True)
        return text.scroll_y != before and not is_far

    def _does_something(self, index: int) -> bool:
        return bool(self.rows[index].open) or self.rows[index] is PENDING

    def action_page(self, direction: int) -> None:
        self.action_move(direction * max(1, self.size.height - 1))

    def action_open(self) -> None:
        if opened := self.current.open:
            opened()

    def on_click(self, event: Click) -> None:
        index = int(self.scroll_y) + event.y
        if index < len(self.rows) and self.rows[index].open:
            self._put_cursor(index)
            self.action_open()

    def action_select(self) -> None:
        if movie := self.current.movie:
            others = {id: each for id, each in self.selected.items() if id != movie["id"]}
            self.selected = others if movie["id"] in self.selected else {**others, movie["id"]: movie}
            self.action_move(1)

    def action_unselect(self) -> None:
        self.selected = {}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        return action != "unselect" or bool(self.selected)

    # The screen

    def watch_scroll_y(self, old: float, new: float) -> None:
        super().watch_scroll_y(old, new)
        self._ask()

    def on_resize(self, event: Resize) -> None:
        self._resized()
        self.watch_cursor(self.cursor)
        self._ask()

    def render_line(self, y: int) -> Strip:
        index = int(self.scroll_y) + y
        width = self.scrollable_content_region.width
        if index >= len(self.rows):
            return Strip.blank(width, self.rich_style)
        row = self.rows[index]
        above = self.rows[index - 1] if y else row
        same_month = y > 0 and bool(row.viewing) and above.text[:MONTH] == row.text[:MONTH]
        title_width = width - 2 if width < NARROW else TITLE_WIDTH if width <= WIDE else width // 2
        is_selected = row.movie is not None and row.movie["id"] in self.selected
        line = row.line(title_width, width >= NARROW, same_month, is_selected)
        line.truncate(width, overflow="ellipsis", pad=True)
        style = self.rich_style
        if is_selected:
            style += self.get_component_rich_style("rows--selected")
        if index == self.cursor:
            style += self.get_component_rich_style("rows--cursor")
            if self.has_focus:
                line.stylize(style)  # over the colors of the line, which may be hard to read on that of the cursor
        return Strip(line.render(self.app.console), width).apply_style(style)


def _key(row: Row) -> object:
    return (row.viewing or row.movie or {}).get("viewing" if row.viewing else "id")
