"""A form: what the user enters, checks and sends."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus
from textual.screen import ModalScreen
from textual.widgets import Checkbox, Input, Static, TextArea

from .._terminal import for_terminal
from ..errors import MovieServerError
from ..words import sentence, t
from .actions import Actions
from .keyline import KeyLine
from .row import one_line

Values = dict[str, Any]


class Box(Checkbox):
    """A box that also differs without colors."""

    @property
    def BUTTON_INNER(self) -> str:  # type: ignore[override]
        return "X" if self.value else " "


@dataclass(frozen=True)
class Field:
    """A value to enter: text, several lines of text, or yes and no."""

    name: str
    label: str
    value: str | bool = ""
    hint: str = ""
    many_lines: bool = False


class Refused(Exception):
    """What the user has entered cannot be sent."""


class Form(ModalScreen[None]):
    """Fields in a box. `submit` gets their values; the form closes when it has returned a text, which the user reads.

    If it returns nothing, the form stays. If it fails, the form stays and says why.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "submit", t("OK"), priority=True),
        Binding("escape", "close", t("Cancel")),
    ]
    CSS = """
    #form { width: 80%; max-width: 70; height: auto; max-height: 90%; padding: 0 1; }
    #form { border: round $accent; background: $surface; }
    #form TextArea { height: 6; }
    #form Box { border: none; width: 1fr; text-wrap: wrap; }
    #problem { color: $text-error; height: auto; }
    """

    def __init__(
        self,
        heading: str,
        fields: list[Field],
        submit: Callable[[Form, Values], Awaitable[str]],
        owner: Actions,
        text: str = "",
        keys: Callable[[Values], str] = lambda values: t("Enter or ctrl+s: save"),
    ) -> None:
        super().__init__()
        self._keys = keys
        self._discarded: list[Values] = [{field.name: field.value for field in fields}]
        self.owner = owner
        self._heading = heading
        self._fields = fields
        self._submit = submit
        self._text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="form", can_focus=False) as box:
            box.border_title = Content(one_line(self._heading))  # a text would be read as markup
            yield Static(for_terminal(self._text), id="about-form", markup=False)
            for field in self._fields:
                if isinstance(field.value, bool):
                    yield Box(field.label, field.value, id=field.name)
                    continue
                yield Static(f"{field.label} ({field.hint})" if field.hint else field.label, markup=False)
                if field.many_lines:
                    yield TextArea(field.value, id=field.name, tab_behavior="focus")
                else:
                    yield Input(field.value, id=field.name)
            yield Static(id="problem", markup=False)
            yield Static(id="spinner", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one("#about-form").display = bool(self._text)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        self._show_keys()

    def _show_keys(self) -> None:
        is_text = isinstance(self.focused, TextArea)
        keys = t("Enter: new line · ctrl+s: save") if is_text else self._keys(self._values)
        self.query_one("#form").border_subtitle = keys

    @on(Input.Changed)
    @on(Checkbox.Changed)
    @on(TextArea.Changed)
    def _changed(self) -> None:
        """Take back what was wrong with the values before."""
        self.tell("", is_error=True)
        self._show_keys()

    @property
    def _values(self) -> Values:
        values: Values = {}
        for field in self._fields:
            widget = self.query_one(f"#{field.name}")
            values[field.name] = widget.text if isinstance(widget, TextArea) else widget.value  # type: ignore[attr-defined]
        return values

    def on_input_submitted(self) -> None:
        self.action_submit()

    def tell(self, text: str, is_error: bool = False) -> None:
        line = self.query_one("#problem" if is_error else "#about-form", Static)
        line.display = True
        line.update(for_terminal(text))

    def action_close(self) -> None:
        """Close the form, if there is something to lose only after a second Esc."""
        if self._values in self._discarded:
            self.dismiss()
        else:
            self._discarded.append(self._values)
            self.tell(t("Esc again discards what you have entered."), is_error=True)

    def action_submit(self) -> None:
        self.run_worker(self._run(), exclusive=True)

    async def _run(self) -> None:
        self.tell("", is_error=True)
        try:
            text = await self._submit(self, self._values)
        except MovieServerError as error:
            self.tell(sentence(error), is_error=True)
        except Refused as error:
            self.tell(str(error), is_error=True)
        else:
            if text:
                self.dismiss()
                self.owner.changed(text)
            else:
                self._show_keys()
