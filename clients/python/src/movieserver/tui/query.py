"""A line of text in which every key has its effect before the next one."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

from textual.events import Key
from textual.widgets import Input


class QueryInput(Input, inherit_bindings=False):
    """An input whose editing keys, such as ctrl+u, act when they arrive.

    In Textual's own, a letter is inserted at once, but a key with an action goes up to the application first. When keys
    come quickly, ctrl+u would delete letters that were typed after it.
    """

    BINDINGS = Input.BINDINGS  # and not those of scrolling: up and down leave the line

    async def _on_key(self, event: Key) -> None:
        for binding in self._bindings.key_to_bindings.get(event.key, ()):
            event.stop()
            event.prevent_default()
            await self.run_action(binding.action)
            return
        await super()._on_key(event)
