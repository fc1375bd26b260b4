"""What all clients say to their users; see clients/README.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .errors import MovieServerError

SEARCHING = "Searching…"
LOADING = "Loading…"
NOTHING_FOUND = "No films found."
NO_FAVORITES = "No favorites yet. Press s on a film to star it."
STALE = "Offline: an earlier result"

_TOO_OLD = "This movie-server has another protocol version. Update it."
_KEY = "Run “movie-server auth {catalog}” in a terminal, then restart the server."
_FAILED = "{catalog} has failed. Try again later."

ERRORS = {
    "serverNotFound": "movie-server was not found. Install it, or set MOVIE_SERVER to its path.",
    "serverTooOld": _TOO_OLD,
    "protocolVersionUnsupported": _TOO_OLD,
    "serverGone": "movie-server has ended: {detail}",
    "catalogNotConfigured": "{catalog} needs a key. " + _KEY,
    "upstreamUnauthorized": "{catalog} rejects the key. " + _KEY,
    "upstreamUnreachable": "{catalog} cannot be reached. Check the network.",
    "upstreamTimeout": "{catalog} did not answer in time. Try again.",
    "upstreamRateLimited": "Too many requests to {catalog}. Try again in a moment.",
    "upstreamQuotaExceeded": "The quota of the key for {catalog} is used up.",
    "upstreamFailed": _FAILED,
    "upstreamInvalidResponse": _FAILED,
    "queryTooBroad": "Too many films match. Type more.",
    "movieNotFound": "{catalog} does not have this film.",
    "unsupportedByCatalog": "{catalog} cannot do this.",
    "posterUnavailable": "There is no poster.",
    "notLoggedIn": "Log in first.",
    "cancelled": "",
    "superseded": "",
}


def sentence(error: MovieServerError) -> str:
    """Return what the user reads about an error: nothing about a request that was cancelled."""
    if error.reason not in ERRORS:
        return str(error)
    last_line = str(error).rpartition("\n")[2]
    return ERRORS[error.reason].format(catalog=error.data.get("catalog", "The catalog"), detail=last_line)


def count(page: Mapping[str, Any]) -> str:
    """Return the number of films of a list, and whether they are an earlier result."""
    total = page["total"]
    films = "1 film" if total == 1 else f"{total}{'' if page.get('totalIsExact', True) else '+'} films"
    return f"{films} · {STALE}" if page.get("stale") else films


def film(movie: Mapping[str, Any]) -> str:
    """Return a film's title and year."""
    return f"{movie['title']} ({movie['year']})" if "year" in movie else str(movie["title"])
