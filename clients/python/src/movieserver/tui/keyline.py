"""The last line of the terminal: the keys."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import ActiveBinding, Binding
from textual.events import Click
from textual.screen import Screen
from textual.widget import Widget


def active_bindings(screen: Screen[Any]) -> list[ActiveBinding]:
    """Return the keys that act on a screen, in the order of their declaration. Textual has the user's own ones last."""
    active = [*screen.active_bindings.values()]
    nodes = dict.fromkeys(each.node for each in active)
    declared = dict.fromkeys((node, binding.action) for node in nodes for _, binding in node._bindings)
    places = {key: place for place, key in enumerate(declared)}
    return sorted(active, key=lambda each: places[each.node, each.binding.action])


class KeyLine(Widget):
    """The keys that act here, as many as there is room for. A click on one is like the key.

    Textual's `Footer` cuts what it has no room for, and has a widget for each key.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"key-line--key"}
    DEFAULT_CSS = """
    KeyLine { dock: bottom; height: 1; background: $footer-background; color: $footer-description-foreground; }
    KeyLine > .key-line--key { color: $footer-key-foreground; text-style: bold; }
    """

    def __init__(self, label: Callable[[Binding], str] = lambda binding: binding.description) -> None:
        super().__init__()
        self._label = label

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda screen: self.refresh())

    def render(self) -> Text:
        style = self.get_component_rich_style("key-line--key", partial=True)
        line = Text(no_wrap=True)
        self._ends: list[tuple[int, str]] = []
        firsts = {each.binding.action: each.binding for each in reversed(active_bindings(self.screen))}
        for binding in reversed(firsts.values()):
            label = self._label(binding) if binding.show else ""
            for text in (label, binding.description) if label else ():  # the latter may be shorter
                key = Text.assemble((f" {self.app.get_key_display(binding)} ", style), text, " ")
                if line.cell_len + key.cell_len <= self.size.width + 1:  # the last cell is blank
                    line.append_text(key)
                    self._ends.append((line.cell_len, binding.key))
                    break
        return line

    def on_click(self, event: Click) -> None:
        for end, key in self._ends:
            if event.x < end:
                return self.app.simulate_key(key)
