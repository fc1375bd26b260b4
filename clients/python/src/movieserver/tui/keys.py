"""Gives the keys to the screen one after the other, so that they act as if each had been typed slowly."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

from textual.app import App
from textual.events import Event, Key
from textual.message_pump import MessagePump
from textual.widgets import Input

from .rows import Rows

CHANGES = "default"
"""The group of the work that every key waits for."""
ROWS = ("list", "pages", "select", "--textual-command-palette-gather-commands")
"""Those of the work that changes the rows. No key waits for the others, such as that for a poster."""
# What these do does not depend on the rows.
FREE = ("app.", "close", "dismiss", "filter", "order", "reload", "submit", "to_list")
PATIENCE = 0.5  # seconds that the key that closes waits for a change: the server may hang
HASTE = 1.0  # seconds after which the user has seen what a key did, and knows what the next one is about


class Keys:
    """The keys that were typed and have not acted yet.

    Textual gives a key to the widget that has the focus when the key arrives. What an earlier key has begun, such as a
    form, a search or a change, need not have happened then. Here a key waits for it if the user had no time to see it.
    """

    def __init__(self, app: App[Any], act: Callable[[Event], Awaitable[None]]) -> None:
        self.are_open = False
        """Whether there is a screen for them."""
        self._app = app
        self._act = act
        self._events: deque[Event] = deque()
        self._arrived = asyncio.Event()
        self._last = self._forgotten = 0.0

    def forget(self) -> None:
        """Forget the keys that wait: they are about what the user saw before."""
        self._forgotten = monotonic()

    def add(self, event: Event) -> None:
        if isinstance(event, Key) and event.key == "ctrl+j":  # Enter, before the terminal was set for this program
            event = Key("enter", "\r")
        self._events.append(event)
        self._arrived.set()

    @property
    def are_done(self) -> bool:
        """Whether all keys have acted, and nothing is left of what they have begun."""
        return not self._events and self._is_over(None)

    async def run(self) -> None:
        while True:
            await self._arrived.wait()
            while self._events:
                event = self._events[0]
                if await self._wait_for_turn(event):
                    self._last = monotonic()
                    await self._act(event)
                self._events.popleft()
            self._arrived.clear()

    async def _wait_for_turn(self, event: Event) -> bool:
        """Return whether the key is to act: not if it has waited for rows, and the user does something else now."""
        while not self._is_taken(event) or (event.time - self._last < HASTE and not self._is_over(event)):
            if self.are_open and self._events[-1].time - event.time > HASTE:
                return not self._needs_rows(event)
            waited = monotonic() - self._events[-1].time
            if self.are_open and waited > PATIENCE and self._closes(self._events[-1]):
                if waited > HASTE or self._closes(event):
                    return not self._needs_rows(event)
            await asyncio.sleep(0.001)
        return event.time >= self._forgotten

    def _closes(self, event: Event) -> bool:
        focused = self._app.focused
        if not isinstance(event, Key) or (focused and focused.check_consume_key(event.key, event.character)):
            return False
        active = self._app.active_bindings.get(event.key)
        return active is not None and active.binding.action == "close"

    def _is_taken(self, event: Event) -> bool:
        """Whether there is something that takes the key. Before the server has started, that is only a text's field."""
        is_text = not isinstance(event, Key) or event.is_printable or event.key == "backspace"
        return self.are_open or (is_text and isinstance(self._app.focused, Input))

    def _is_over(self, event: Event | None) -> bool:
        """Whether everything has happened that matters to the key, or to any."""
        screen = self._app.screen
        parts = [self._app, *screen.walk_children(with_self=True)]
        if not all(map(_is_idle, parts)):
            return False
        working = {(each.node, each.group) for each in self._app.workers if not each.is_finished}
        if any(group == CHANGES for _, group in working):
            return False
        if event and not self._needs_rows(event):
            return True
        # Some work begins when the screen has been drawn.
        is_drawn = not (screen._callbacks or screen._layout_required)
        return is_drawn and working.isdisjoint((screen, group) for group in ROWS)

    def _needs_rows(self, event: Event) -> bool:
        focused = self._app.focused
        if not isinstance(event, Key):
            return False
        if isinstance(focused, Input):
            return event.key == "enter"
        active = self._app.active_bindings.get(event.key)
        return isinstance(focused, Rows) and active is not None and not active.binding.action.startswith(FREE)


def _is_idle(part: MessagePump) -> bool:
    """Whether a part waits for its next message. Otherwise it has one, or has not finished the one before."""
    arrival: Any = part._message_queue.ready_event
    return not arrival.is_set() and bool(arrival._waiters)
