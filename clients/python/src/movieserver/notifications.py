"""The server's notifications."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

from ._model import Model
from .errors import InvalidResponse
from .models import Movie, Session, SyncStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Loading(Model):
    """Work for the request with the id `request` began (`active`), or ended with an `outcome`."""

    method: ClassVar[str] = "loading"
    topic: ClassVar[str] = "loading"
    kind: str
    active: bool
    request: int | str | None = None
    list: str | None = None
    outcome: str | None = None
    done: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FavoritesChanged(Model):
    """The favorites changed from `previous_revision` to `revision`.

    If you have another revision than the previous one, call `favorites_since`.
    """

    method: ClassVar[str] = "favoritesChanged"
    topic: ClassVar[str] = "favorites"
    epoch: str | int
    revision: int
    previous_revision: int
    total: int
    origin: str
    added: tuple[Movie, ...] = ()
    updated: tuple[Movie, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryChanged(Model):
    """What the user keeps about films changed from `previous_revision` to `revision` of the library.

    If you have another revision than the previous one, call `library_since`.
    """

    method: ClassVar[str] = "libraryChanged"
    topic: ClassVar[str] = "library"
    epoch: str | int
    revision: int
    previous_revision: int
    total: int
    origin: str
    changed: tuple[Movie, ...] = ()
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionChanged(Session):
    """Somebody logged in or out."""

    method: ClassVar[str] = "sessionChanged"
    topic: ClassVar[str] = "session"


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncChanged(SyncStatus):
    """The state of the synchronization with other machines changed."""

    method: ClassVar[str] = "syncChanged"
    topic: ClassVar[str] = "sync"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resync(Model):
    """Notifications of these topics were dropped because nobody read them in time. Ask for the current state."""

    method: ClassVar[str] = "resync"
    topics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownNotification(Model):
    """A notification that this version has no class for."""

    method: str
    params: dict[str, Any]

    @property
    def topic(self) -> str:
        return self.method


_KnownNotification = Loading | FavoritesChanged | LibraryChanged | SessionChanged | SyncChanged | Resync

Notification = _KnownNotification | UnknownNotification

NotificationName = Literal["loading", "favoritesChanged", "libraryChanged", "sessionChanged", "syncChanged", "resync"]

_CLASSES: dict[str, type[_KnownNotification]] = {each.method: each for each in get_args(_KnownNotification)}

METHODS = frozenset(_CLASSES)


def notification_from_json(method: str, params: dict[str, Any]) -> Notification:
    if known := _CLASSES.get(method):
        try:
            return known.from_json(params)
        except InvalidResponse:
            pass
    return UnknownNotification(method=method, params=params)
