"""Valid JSON with unexpected types and gaps."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from wire import Reply


def reply(good: Reply, how: str, names: Collection[str] | None) -> Reply:
    """The reply with changed values: those of the named members, or else all that are neither an object nor an array.
    A reply that is not JSON, such as an image, stays as it is."""
    try:
        value = json.loads(good.body)
    except ValueError:
        return good
    return replace(good, body=json.dumps(_changed(value, how, names), ensure_ascii=False).encode())


def _changed(value: Any, how: str, names: Collection[str] | None) -> Any:
    if isinstance(value, list):
        return [_changed(each, how, names) for each in value]
    if not isinstance(value, dict):
        return _other(value, how) if names is None else value
    changed = {}
    for name, member in value.items():
        if names is not None and name in names:
            if how != "missing":
                changed[name] = _other(member, how)
        elif names is None and how == "missing" and not isinstance(member, dict | list):
            continue
        else:
            changed[name] = _changed(member, how, names)
    return changed


def _other(value: Any, how: str) -> Any:
    if how == "nulled":
        return None
    if how == "emptied":
        return type(value)() if isinstance(value, str | list | dict) else value
    if how != "swapped":
        return value
    match value:
        case bool():
            return "yes"
        case int() | float():
            return str(value)
        case str():
            return {"text": value}
        case dict():
            return []
        case list():
            return {}
        case _:
            return 0
