"""A line of text in which every key has its effect before the next one."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

from textual.events import Key
from textual.widgets import Input

SCROLLING = ("up", "down", "pageup", "pagedown")  # keys that leave the line


class QueryInput(Input):
    """An input whose editing keys, such as ctrl+u, act when they arrive.

    In Textual's own, a letter is inserted at once, but a key with an action goes up to the application first. When keys
    come quickly, ctrl+u would delete letters that were typed after it.
    """

    async def _on_key(self, event: Key) -> None:
        bindings = self._bindings.key_to_bindings.get(event.key, ())
        if bindings and event.key not in SCROLLING:
            event.stop()
            event.prevent_default()
            await self.run_action(bindings[0].action)
        else:
            await super()._on_key(event)
