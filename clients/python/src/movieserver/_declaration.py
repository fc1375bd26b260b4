"""Makes the methods of both clients from one declaration: a `Client` waits, an `AsyncClient` is awaited."""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine
from types import MethodType
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar, overload

from ._call import Call
from ._listing import EntryPages, Item, ListPages, Steps
from ._listing import P as Page

if TYPE_CHECKING:
    from .aio import AsyncClient, AsyncEntries, AsyncResults
    from .client import Client, Entries, Results

P = ParamSpec("P")
T = TypeVar("T")


class _Declaration:
    _perform_with: ClassVar[str]
    """The name of the client's method that performs what was declared."""

    def __init__(self, declare: Callable[..., Any]) -> None:
        @functools.wraps(declare)
        def perform(client: Any, *args: Any, **kwargs: Any) -> Any:
            return getattr(client, self._perform_with)(declare(client, *args, **kwargs))

        self._perform = perform

    def _bound(self, client: Any) -> Any:
        return self._perform if client is None else MethodType(self._perform, client)


class method(_Declaration, Generic[P, T]):
    """A method that is one call."""

    _perform_with = "_perform"

    def __init__(self, declare: Callable[Concatenate[Any, P], Call[T]]) -> None:
        super().__init__(declare)

    @overload
    def __get__(self, client: None, owner: type) -> Callable[..., Any]: ...
    @overload
    def __get__(self, client: Client, owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: AsyncClient, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, client: Any, owner: type) -> Any:
        return self._bound(client)


class steps(_Declaration, Generic[P, T]):
    """A method that needs several calls."""

    _perform_with = "_run_steps"

    def __init__(self, declare: Callable[Concatenate[Any, P], Steps[T]]) -> None:
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

    _perform_with = "_list"

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

    _perform_with = "_entries"

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
