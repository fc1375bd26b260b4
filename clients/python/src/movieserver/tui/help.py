"""All keys, as they are where the user is."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.cells import set_cell_size
from rich.text import Text
from textual.binding import ActiveBinding
from textual.screen import Screen
from textual.widgets import Input

from ..words import t
from .keyline import active_bindings
from .rows import Rows
from .screens import MoviesScreen

KEYS = 10  # cells of the keys, before what they do
TEXT = 100  # cells of the box at most, as `app.tcss` has it


def _bindings_of_list(screen: Screen[Any]) -> list[ActiveBinding]:
    """Return the keys that act on a screen. A field takes most of them: then those that act when it is left."""
    focused = screen.focused
    if isinstance(focused, Input):
        screen.set_reactive(Screen.focused, screen.query_one(Rows))
    try:
        return active_bindings(screen)
    finally:
        screen.set_reactive(Screen.focused, focused)


def help_text(screen: Screen[Any], settings: Path) -> str:
    keys: dict[str, list[str]] = {}
    groups: dict[str, dict[str, str]] = {"films": {}, "list": {}, "all": {}}
    for active in _bindings_of_list(screen):
        binding, node = active.binding, active.node
        if not (name := binding.id):  # Textual's own, which are not of this program
            continue
        keys.setdefault(name, []).append(screen.app.get_key_display(binding))
        group = "list" if isinstance(node, Rows) else "films" if isinstance(node, MoviesScreen) else "all"
        groups[group].setdefault(name, binding.tooltip or binding.description)
    headings = {"films": t("Films and lists"), "list": t("Moving and selecting"), "all": t("Everywhere")}
    lines = []
    room = min(screen.size.width * 9 // 10, TEXT) - KEYS - 11  # without the frame, its padding and the scrollbar
    for group, members in groups.items():
        if members:
            lines.append(headings[group])
        for name, text in members.items():
            first, *others = (line.plain.rstrip() for line in Text(text).wrap(screen.app.console, room))
            lines.append(f"  {set_cell_size(' '.join(dict.fromkeys(keys[name])), KEYS)} {first}")
            lines += [f"{'':{KEYS + 3}}{each}" for each in others]
        lines.append("")
    lines.append(t("Own keys, theme and themes: {path}", path=str(settings)))
    return "\n".join(lines)
