"""Makes the methods of both clients from one declaration: a `Client` waits, an `AsyncClient` is awaited."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from types import GeneratorType, MethodType
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from ._call import Call
from ._listing import EntryPages, Item, ListPages, Steps
from ._listing import P as Page
from ._model import camel
from .errors import InvalidRequest

if TYPE_CHECKING:
    from .aio import AsyncClient, AsyncEntries, AsyncResults
    from .client import Client, Entries, Results

P = ParamSpec("P")
T = TypeVar("T")
U = TypeVar("U")


_PERFORMERS = {Call: "_perform", GeneratorType: "_run_steps", ListPages: "_list", EntryPages: "_entries"}
"""The names of the clients' methods that perform what was declared."""

_RESULTS = {r"^(Call|Steps)\[(.*)\]$": r"\2", "^ListPages$": "Results", "^EntryPages": "Entries"}
NAMED_BY_ID = ("movie", "person", "collection")
"""The parameters that are `id` in the protocol."""


class _Declared(Generic[P, T, U]):
    """A method that returns one type in a `Client`, and is awaited for another one in an `AsyncClient`."""

    def __init__(self, declare: Callable[..., Any]) -> None:
        _, first, *_ = parameters = [*inspect.signature(declare).parameters, ""]
        names = {camel(each.rstrip("_")): each for each in parameters}
        if first in NAMED_BY_ID:
            names["id"] = first

        def perform(client: Any, *args: Any, **kwargs: Any) -> Any:
            declared = declare(client, *args, **kwargs)
            with _named(names):
                return getattr(client, _PERFORMERS[type(declared)])(declared)

        async def perform_async(client: Any, *args: Any, **kwargs: Any) -> Any:
            with _named(names):
                return await perform(client, *args, **kwargs)

        # `help` shows what the user gets.
        result = declare.__annotations__["return"]
        for pattern, replacement in _RESULTS.items():
            result = re.sub(pattern, replacement, result)
        self._perform = _described(perform, declare, result)
        self._perform_async = _described(perform_async, declare, re.sub(r"^(Results|Entries)\b", r"Async\1", result))

    @overload
    def __get__(self, client: None, owner: type) -> Callable[..., Any]: ...
    @overload
    def __get__(self, client: Client, owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: AsyncClient, owner: type) -> Callable[P, Coroutine[Any, Any, U]]: ...
    def __get__(self, client: Any, owner: type) -> Any:
        perform = self._perform_async if getattr(owner, "_is_awaited", False) else self._perform
        return perform if client is None else MethodType(perform, client)


@overload
def method(declare: Callable[Concatenate[Any, P], ListPages]) -> _Declared[P, Results, AsyncResults]: ...
@overload
def method(
    declare: Callable[Concatenate[Any, P], EntryPages[Page, Item]],
) -> _Declared[P, Entries[Page, Item], AsyncEntries[Page, Item]]: ...
@overload
def method(declare: Callable[Concatenate[Any, P], Call[T] | Steps[T]]) -> _Declared[P, T, T]: ...
def method(declare: Any) -> Any:
    """Make a method that is one call, needs several, or returns a list of the server."""
    return _Declared(declare)


def _described(perform: Callable[..., Any], declare: Callable[..., Any], result: str) -> Callable[..., Any]:
    """Give a function the name, the parameters and the documentation of a declaration, and the type of its result."""
    functools.update_wrapper(perform, declare)
    perform.__annotations__ = {**declare.__annotations__, "return": result}
    signature = inspect.signature(declare).replace(return_annotation=result)
    perform.__signature__ = signature  # type: ignore[attr-defined]
    return perform


@contextmanager
def _named(names: dict[str, str]) -> Iterator[None]:
    """Name the arguments that the server refuses as the caller has written them."""
    try:
        yield
    except InvalidRequest as error:
        in_python = lambda match: names.get(match[1], match[1])
        text = re.sub(r"(?:The member |(?<=than ))([\w.]*\w)", in_python, str(error))
        error.args = (re.sub(r"The method (\w+) lists", r"\1() lists", text),)
        if error.field:
            error.data["field"] = names.get(error.field, error.field)
        raise
