"""Makes the methods of both clients from one declaration: a `Client` waits, an `AsyncClient` is awaited."""

from __future__ import annotations

import functools
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
        for pattern, result in _RESULTS.items():  # `help` shows what the user gets
            declare.__annotations__["return"] = re.sub(pattern, result, declare.__annotations__["return"])

        @functools.wraps(declare)
        def perform(client: Any, *args: Any, **kwargs: Any) -> Any:
            declared = declare(client, *args, **kwargs)
            return getattr(client, _PERFORMERS[type(declared)])(declared)

        self._perform = perform

    def _bound(self, client: Any) -> Any:
        return self._perform if client is None else MethodType(self._perform, client)


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
        return self._bound(client)


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
        return self._bound(client)


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
        return self._bound(client)
