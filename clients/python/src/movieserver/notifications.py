"""The server's notifications."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from ._model import Model
from .errors import InvalidResponse
from .models import FavoritesChanged, LibraryChanged, Loading, Resync, SessionChanged, SyncChanged


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
