"""Makes the methods of both clients from one declaration.

`@method` turns a declaration into a method that waits in a `Client` and is awaited in an `AsyncClient`. `@listing` does
the same for methods that return `Results` or `AsyncResults`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine
from types import MethodType
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from ._call import Call
from ._listing import ListPages

if TYPE_CHECKING:
    from .aio import AsyncClient, AsyncResults
    from .client import Client, Results

P = ParamSpec("P")
T = TypeVar("T")


class method(Generic[P, T]):
    def __init__(self, declare: Callable[Concatenate[Any, P], Call[T]]) -> None:
        @functools.wraps(declare)
        def perform(client: Any, *args: P.args, **kwargs: P.kwargs) -> Any:
            return client._perform(declare(client, *args, **kwargs))

        self._perform = perform

    @overload
    def __get__(self, client: None, owner: type) -> Callable[..., Any]: ...
    @overload
    def __get__(self, client: Client, owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: AsyncClient, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, client: Any, owner: type) -> Any:
        return self._perform if client is None else MethodType(self._perform, client)


class listing(Generic[P]):
    def __init__(self, declare: Callable[Concatenate[Any, P], ListPages]) -> None:
        @functools.wraps(declare)
        def perform(client: Any, *args: P.args, **kwargs: P.kwargs) -> Any:
            return client._list(declare(client, *args, **kwargs))

        self._perform = perform

    @overload
    def __get__(self, client: None, owner: type) -> Callable[..., Any]: ...
    @overload
    def __get__(self, client: Client, owner: type) -> Callable[P, Results]: ...
    @overload
    def __get__(self, client: AsyncClient, owner: type) -> Callable[P, Coroutine[Any, Any, AsyncResults]]: ...
    def __get__(self, client: Any, owner: type) -> Any:
        return self._perform if client is None else MethodType(self._perform, client)
