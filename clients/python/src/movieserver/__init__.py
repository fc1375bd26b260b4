"""The Python client of movie-server.

    with Client() as movies:
        for movie in movies.search("parasite"):
            print(movie.year, movie.title)

`AsyncClient` has the same methods for asyncio.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ._version import __version__

if TYPE_CHECKING:
    from ._transport import Request
    from .aio import *
    from .client import *
    from .errors import *
    from .models import *
    from .notifications import *

__all__ = [
    "AccountError",
    "AsyncClient",
    "AsyncEntries",
    "AsyncNotifications",
    "AsyncResults",
    "AsyncSection",
    "CatalogError",
    "Client",
    "DeletedViewing",
    "DiaryItem",
    "Entries",
    "FavoritesChanged",
    "FavoritesDelta",
    "Genre",
    "InvalidRequest",
    "InvalidResponse",
    "LibraryChanged",
    "LibraryDelta",
    "ListNotReady",
    "Loading",
    "LoggedViewing",
    "Mark",
    "Marked",
    "Movie",
    "MovieDetail",
    "MovieNotFound",
    "MovieServerError",
    "NotApproved",
    "Notification",
    "Notifications",
    "Page",
    "Person",
    "PosterUnavailable",
    "Request",
    "RequestCancelled",
    "RequestTimeout",
    "Results",
    "Resync",
    "Review",
    "Section",
    "ServerFailure",
    "ServerGone",
    "ServerNotFound",
    "SessionChanged",
    "Star",
    "Statistics",
    "Superseded",
    "SyncChanged",
    "UnknownNotification",
    "UpstreamError",
    "Viewing",
    "__version__",
]


def __dir__() -> list[str]:
    return __all__


if not TYPE_CHECKING:  # or a type checker would take any name for one of this package

    def __getattr__(name: str) -> Any:
        """Import what is used: the command line and the terminal interface start without the classes of the results."""
        if name in __all__:
            for module in ("client", "aio", "errors", "models", "notifications", "_transport"):
                if (found := getattr(importlib.import_module(f"{__name__}.{module}"), name, None)) is not None:
                    globals()[name] = found
                    return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
