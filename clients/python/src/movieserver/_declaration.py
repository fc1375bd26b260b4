"""Makes the methods of both clients from one declaration: a `Client` waits, an `AsyncClient` is awaited."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Coroutine
from types import GeneratorType, MethodType
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from ._call import Call
from ._listing import EntryPages, Item, ListPages, Steps
from ._listing import P as Page

if TYPE_CHECKING:
    from .aio import AsyncClient, AsyncEntries, AsyncResults
    from .client import Client, Entries, Results

P = ParamSpec("P")
T = TypeVar("T")


_PERFORMERS = {Call: "_perform", GeneratorType: "_run_steps", ListPages: "_list", EntryPages: "_entries"}
"""The names of the clients' methods that perform what was declared."""

_RESULTS = {r"^(Call|Steps)\[(.*)\]$": r"\2", "^ListPages$": "Results", "^EntryPages": "Entries"}


class _Declaration:
    def __init__(self, declare: Callable[..., Any]) -> None:
        def perform(client: Any, *args: Any, **kwargs: Any) -> Any:
            declared = declare(client, *args, **kwargs)
            return getattr(client, _PERFORMERS[type(declared)])(declared)

        async def perform_async(client: Any, *args: Any, **kwargs: Any) -> Any:
            return await perform(client, *args, **kwargs)

        # `help` shows what the user gets.
        result = declare.__annotations__["return"]
        for pattern, replacement in _RESULTS.items():
            result = re.sub(pattern, replacement, result)
        self._perform = _described(perform, declare, result)
        self._perform_async = _described(perform_async, declare, re.sub(r"^(Results|Entries)\b", r"Async\1", result))

    def _bound(self, client: Any, owner: type) -> Any:
        perform = self._perform_async if getattr(owner, "_is_awaited", False) else self._perform
        return perform if client is None else MethodType(perform, client)


def _described(perform: Callable[..., Any], declare: Callable[..., Any], result: str) -> Callable[..., Any]:
    """Give a function the name, the parameters and the documentation of a declaration, and the type of its result."""
    functools.update_wrapper(perform, declare)
    perform.__annotations__ = {**declare.__annotations__, "return": result}
    signature = inspect.signature(declare).replace(return_annotation=result)
    perform.__signature__ = signature  # type: ignore[attr-defined]
    return perform


class method(_Declaration, Generic[P, T]):
    """A method that is one call, or needs several."""

    def __init__(self, declare: Callable[Concatenate[Any, P], Call[T] | Steps[T]]) -> None:
        super().__init__(declare)

    @overload
    def __get__(self, client: None, owner: type) -> Callable[..., Any]: ...
    @overload
    def __get__(self, client: Client, owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: AsyncClient, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, client: Any, owner: type) -> Any:
        return self._bound(client, owner)


class listing(_Declaration, Generic[P]):
    """A method that returns the movies of a list of the server."""

    def __init__(self, declare: Callable[Concatenate[Any, P], ListPages]) -> None:
        super().__init__(declare)

    @overload
    def __get__(self, client: None, owner: type) -> Callable[..., Any]: ...
    @overload
    def __get__(self, client: Client, owner: type) -> Callable[P, Results]: ...
    @overload
    def __get__(self, client: AsyncClient, owner: type) -> Callable[P, Coroutine[Any, Any, AsyncResults]]: ...
    def __get__(self, client: Any, owner: type) -> Any:
        return self._bound(client, owner)


class entries(_Declaration, Generic[P, Page, Item]):
    """A method that returns the favorites, the library or the diary."""

    def __init__(self, declare: Callable[Concatenate[Any, P], EntryPages[Page, Item]]) -> None:
        super().__init__(declare)

    @overload
    def __get__(self, client: None, owner: type) -> Callable[..., Any]: ...
    @overload
    def __get__(self, client: Client, owner: type) -> Callable[P, Entries[Page, Item]]: ...
    @overload
    def __get__(
        self, client: AsyncClient, owner: type
    ) -> Callable[P, Coroutine[Any, Any, AsyncEntries[Page, Item]]]: ...
    def __get__(self, client: Any, owner: type) -> Any:
        return self._bound(client, owner)
