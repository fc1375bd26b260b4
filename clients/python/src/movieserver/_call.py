"""A method call as a value: the blocking and the asyncio client differ only in how they perform it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ._version import __version__

CLIENT_INFO = ("movieserver-python", __version__)
T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True)
class Call(Generic[T_co]):
    method: str
    params: dict[str, Any]
    decode: Callable[[Any], T_co]


def without_none(**params: Any) -> dict[str, Any]:
    """Return the parameters that have a value."""
    return {name: value for name, value in params.items() if value is not None}


def texts(name: str, values: Iterable[str] | None) -> list[str] | None:
    """Return a parameter as a list. One text would be taken for its characters."""
    if isinstance(values, str):
        raise TypeError(f"{name} must be a list of texts, such as [{values!r:.80}]")
    return None if values is None else [*values]


def initialize_params(client_info: tuple[str, str], **options: Any) -> dict[str, Any]:
    """Return the params of `initialize`. The server ends with this process."""
    name, version = client_info
    return without_none(
        protocolVersion="1.0", clientInfo={"name": name, "version": version}, processId=os.getpid(), **options
    )
