"""The user's own keys."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

from collections.abc import Iterable

from textual.app import App
from textual.binding import Binding, BindingType
from textual.keys import KEY_NAME_REPLACEMENTS, Keys, _character_to_key, key_to_character
from textual.screen import Screen

from ..words import t
from .settings import unknown

MODIFIERS = {"alt", "ctrl", "hyper", "meta", "shift", "super"}
NAMED = {key.value.rpartition("+")[2] for key in Keys} | {*KEY_NAME_REPLACEMENTS.values()}
# Many terminals send the last four as backspace, tab and Enter.
RESERVED = {App.COMMAND_PALETTE_BINDING, "ctrl+h", "ctrl+i", "ctrl+j", "ctrl+m"}


def default_keys(bindings: Iterable[BindingType]) -> dict[str, set[str]]:
    """Return the keys of each action that may have others."""
    keys: dict[str, set[str]] = {}
    for binding in bindings:
        if isinstance(binding, Binding) and binding.id:
            keys.setdefault(binding.id, set()).update(_split(binding.key))
    return keys


def keymap(own: dict[str, str], defaults: dict[str, set[str]]) -> tuple[dict[str, str], list[str]]:
    """Return the user's keys without the wrong ones, and what is wrong."""
    problems: list[str] = []
    bindings = [each for each in (*App.BINDINGS, *Screen.BINDINGS) if isinstance(each, Binding)]
    reserved = RESERVED.union(*(_split(each.key) for each in bindings))
    keys: dict[str, set[str]] = {}
    for action, text in own.items():
        wrong = [key for key in map(str.strip, text.split(",")) if not _is_key(key)]
        if action not in defaults:
            problems.append(unknown(action, defaults))
        elif wrong:
            problems.append(
                t("{action}: “{key}” is no key. Keys are written like s, S, f2, ctrl+s.", action=action, key=wrong[0])
            )
        elif taken := reserved & _split(text):
            problems.append(t("{action}: the key {key} is reserved.", action=action, key=min(taken)))
        else:
            keys[action] = _split(text)
    # A default that comes back may have a key that another action has been given.
    while clash := _clash(keys, defaults):
        action, other, key = clash
        problems.append(t("Two actions have the key {key}: {action} and {other}.", key=key, action=action, other=other))
        del keys[action]
    return {action: own[action] for action in keys}, problems


def _clash(keys: dict[str, set[str]], defaults: dict[str, set[str]]) -> tuple[str, str, str] | None:
    """Return an action with a key of its own that another action has, too, the other one, and the key."""
    for action in reversed(keys):
        for other, taken in {**defaults, **keys}.items():
            if other != action and (shared := keys[action] & taken - defaults[action]):
                return action, other, min(shared)
    return None


def _split(keys: str) -> set[str]:
    """Return the keys of a list, in Textual's names."""
    return {_character_to_key(key) if len(key) == 1 else key for key in map(str.strip, keys.split(","))}


def _is_key(key: str) -> bool:
    """Whether Textual has a key of this name, which it writes with its modifiers in alphabetical order."""
    *modifiers, name = key.split("+")
    if modifiers != sorted(MODIFIERS.intersection(modifiers)) or (modifiers == ["shift"] and len(name) == 1):
        return False
    character = key_to_character(name)
    return len(name) == 1 or name in NAMED or (character is not None and _character_to_key(character) == name)
