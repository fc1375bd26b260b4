"""Converts between JSON objects and dataclasses: `posterUrl` becomes `poster_url`, unknown members are ignored."""

from __future__ import annotations

import dataclasses
import re
import types
from collections.abc import Callable
from dataclasses import MISSING
from datetime import datetime, timezone
from typing import Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from .errors import InvalidResponse

M = TypeVar("M", bound="Model")
OF_FILM = ("title", "year", "id")


class Model:
    """The base of a frozen dataclass whose fields are the members of a JSON object."""

    __slots__ = ("_undo",)  # in the result of a change: the requests that take it back

    def __init_subclass__(cls) -> None:
        cls.__repr__ = Model.__repr__  # type: ignore[method-assign]  # a dataclass keeps the one that it has

    def __repr__(self) -> str:
        """Return what is known. Of a film it is what tells it from others: a list of films has a line for each."""
        members = {each.name: each for each in _members(type(self))}
        shown = OF_FILM if members.keys() >= {*OF_FILM} else members
        values = ((name, getattr(self, name)) for name in shown)
        known = (f"{name}={value!r}" for name, value in values if value not in (None, (), members[name].absent))
        return f"{type(self).__name__}({', '.join(known)})"

    @classmethod
    def from_json(cls: type[M], value: Any) -> M:
        if not isinstance(value, dict):
            raise _invalid(cls.__name__, value)
        members = {}
        for name, wire_name, required, decode, _ in _members(cls):
            if (member := value.get(wire_name)) is not None:
                members[name] = decode(member)
            elif required:
                raise _invalid(f"{cls.__name__}.{wire_name}", None)
        return cls(**members)

    def to_json(self) -> dict[str, Any]:
        """Return the protocol's object, for `json.dumps`: times are texts, and members without a value are left out."""
        values = ((member, getattr(self, member.name)) for member in _members(type(self)))
        return {member.wire_name: _encode(value) for member, value in values if value not in (None, member.absent)}

    def to_dict(self) -> dict[str, Any]:
        """Return all members by their names in Python, such as for `pandas.DataFrame(m.to_dict() for m in movies)`.

        Times are `datetime` objects. For JSON there is `to_json`.
        """
        return {name: _plain(getattr(self, name)) for name, *_ in _members(type(self))}


def _plain(value: Any) -> Any:
    if isinstance(value, Model):
        return value.to_dict()
    return [*map(_plain, value)] if isinstance(value, tuple) else value


def only(value: bool) -> Any:
    """Declare a member that has one possible value. Its absence is the other one."""
    return dataclasses.field(default=not value, metadata={"absent": not value})


def optional_list() -> Any:
    """Declare a list that is absent if it is empty."""
    return dataclasses.field(default=(), metadata={"absent": ()})


class _Member(NamedTuple):
    name: str
    wire_name: str
    required: bool
    decode: Callable[[Any], Any]
    absent: Any


_known: dict[type[Any], tuple[_Member, ...]] = {}


def _members(model: type[Any]) -> tuple[_Member, ...]:
    if model not in _known:
        hints = get_type_hints(model)
        _known[model] = tuple(
            _Member(
                field.name,
                camel(field.name),
                field.default is MISSING,
                _decoder(hints[field.name], field),
                field.metadata.get("absent"),
            )
            for field in dataclasses.fields(model)
        )
    return _known[model]


def _decoder(hint: Any, field: dataclasses.Field[Any]) -> Callable[[Any], Any]:
    if get_origin(hint) is tuple:
        item = _decoder(get_args(hint)[0], field)
        return lambda value: tuple(map(item, _checked(value, (list,), field)))
    if isinstance(hint, type) and issubclass(hint, Model):
        return hint.from_json
    if get_origin(hint) in (Union, types.UnionType):
        alternatives = [each for each in get_args(hint) if each is not type(None)]
        if len(alternatives) == 1:
            return _decoder(alternatives[0], field)
        return lambda value: _checked(value, tuple(alternatives), field)
    if hint is float:
        return lambda value: float(_checked(value, (int, float), field))
    if hint is datetime:
        return lambda value: _time(value, field)
    kind = get_origin(hint) or hint
    return lambda value: _checked(value, (kind,), field)


def _checked(value: Any, kinds: tuple[type, ...], field: dataclasses.Field[Any]) -> Any:
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise _invalid(camel(field.name), value)
    return value


def _time(value: Any, field: dataclasses.Field[Any]) -> datetime:
    text = _checked(value, (str,), field)
    try:
        return datetime.fromisoformat(re.sub("Z$", "+00:00", text))  # Python 3.10 knows no `Z`
    except ValueError:
        raise _invalid(camel(field.name), value) from None


def _invalid(path: str, value: object) -> InvalidResponse:
    problem = "is missing" if value is None else f"has the unexpected value {value!r:.80}"
    return InvalidResponse(f"{path} {problem} in the server's response", reason="invalidResponse")


def _encode(value: Any) -> Any:
    if isinstance(value, Model):
        return value.to_json()
    if isinstance(value, datetime):
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, tuple):
        return [_encode(item) for item in value]
    return value


def camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(part.capitalize() for part in others)
