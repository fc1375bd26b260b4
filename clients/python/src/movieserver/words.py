"""What all clients say to their users, in the user's language; see clients/README.md."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from .errors import MovieServerError

if TYPE_CHECKING:
    from .models import Movie

SEARCHING = "Searching…"
LOADING = "Loading…"
NOTHING_FOUND = "No films found."
NO_FAVORITES = "No favorites yet. Press {key} on a film to star it."
STALE = "Offline: an earlier result"
NO_COUNTRY = "No country is set."

_TOO_OLD = "This movie-server has another protocol version. Update it."
_FAILED = "{catalog} has failed. Try again later."

ERRORS = {
    "serverNotFound": "movie-server was not found. Install it, or set MOVIE_SERVER to its path.",
    "serverTooOld": _TOO_OLD,
    "protocolVersionUnsupported": _TOO_OLD,
    "serverGone": "movie-server has ended: {detail}",
    "catalogNotConfigured": "{catalog} needs a key. Run “movie-server auth {catalog}” in a terminal, then restart the server.",  # noqa: E501
    "upstreamUnauthorized": "{catalog} rejects the key. Run “movie-server auth {catalog}” in a terminal, then restart the server.",  # noqa: E501
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

REFUSALS = (
    "The day {day} is in the future.",
    "There is no viewing {viewing}.",
    "{program} has not answered “{method}” within {seconds} s.",
    "{program} does not answer.",
    "{detail} cannot be started: {reason}",
    "There is no catalog “{catalog}”. This server has: {names}.",
    "The catalog {catalog} has no genre “{genre}”.",
    "The catalog {catalog} has no home section “{section}”.",
    "The catalog {catalog} has no person {id}.",
    "A film has at most {count} tags, of 4 KiB together.",
    "cannot read {path}: {reason}.",
    "cannot write {path}: {reason}.",
    "{name} must not be less than {other}.",
    "{name} must be {kind}.",
    # Kinds
    "a number {first} to {last}, in steps of {step}",
    "a number {first} to {last}",
    "a whole number {first} to {last}",
    "a whole number of at least {first}",
    "true or false",
    "one of: {choices}",
    "a day as YYYY-MM-DD",
    "a text of at most {count} bytes",
    "a text of {first} to {last} characters",
    "at most {count} texts of {first} to {last} characters",
    "a string that is not blank",
    "a movie id of the form catalog:native",
)
"""What the server says about arguments that it refuses, and the client about a server, which is always in English."""


END = re.compile(r"(.+?) (?:was killed by (\w+)|exited with status (\d+))(?:: (?:movie-server: )?(.*))?", re.DOTALL)


_own = ""


def use_locale(locale: str) -> None:
    """Take a locale, such as `ko-KR`, in place of that of the environment."""
    global _own
    _own = locale
    _locale.cache_clear()


@cache
def _locale() -> tuple[str, str]:
    """Return the language and the country of the user; each is empty if it is unknown.

    Many systems have a locale without a country for messages, and the user's country in that of another category.
    """
    settings = [_own, *(os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))]
    places = [os.environ.get(f"LC_{name}", "") for name in ("MEASUREMENT", "TIME", "ADDRESS", "MONETARY", "PAPER")]
    known = [re.match(r"([a-z]{2,3})?(?:[-_]([A-Z]{2}))?(?![A-Za-z])", text) for text in [*settings, *places]]
    of_messages = next((match for text, match in zip(settings, known, strict=False) if text), None)
    country = (of_messages and of_messages[2]) or next((match[2] for match in known if match and match[2]), "")
    return (of_messages and of_messages[1]) or "", country


def locale() -> str | None:
    """Return the user's language and country for the server, such as `ko-KR`, or None if neither is known."""
    language, country = _locale()
    return f"{language or 'en'}-{country}" if country else language or None


def country() -> str:
    """Return the user's country, such as `KR`, or an empty text if it is unknown."""
    return _locale()[1]


@cache
def _table(language: str) -> dict[str, str]:
    if language in ("", "en"):
        return {}
    from ._translations import TABLES

    return TABLES.get(language, {})


def t(text: str, **values: object) -> str:
    """Return a sentence in the user's language, with the values of its placeholders."""
    return _in(_locale()[0], text, **values)


def _in(language: str, text: str, **values: object) -> str:
    text = _table(language).get(text, text)
    return text.format(**values) if values else text


def name_of(code: str) -> str:
    """Return the name of a country or of a language by its code, in the user's language."""
    from ._translations import TABLES

    return TABLES.get(_locale()[0], TABLES["en"]).get(code, code)


def sentence(error: Exception, locale: str | None = None) -> str:
    """Return what the user reads about an error: nothing about a request that was cancelled.

    locale: such as `ko-KR`; by default that of the environment.
    """
    language = _locale()[0] if locale is None else re.split("[-_.]", locale)[0]
    message = str(error)
    reason, data = (error.reason, error.data) if isinstance(error, MovieServerError) else ("", {})
    if reason not in ERRORS or (reason == "serverNotFound" and data):
        return _refusal(language, re.sub(r"^The member | (The method genres|genres\(\)) lists them\.$", "", message))
    catalog, detail = data.get("catalog", "The catalog"), _end(language, message)
    return _in(language, ERRORS[reason], catalog=catalog, detail=detail)


def _end(language: str, message: str) -> str:
    """Return how a server has ended: the last lines of its stderr, or else a signal or its exit status."""
    if not (match := END.fullmatch(message)):
        return message
    program, signal, status, errors = match.groups()
    # After the reason, the server may say where to read on.
    lines = [line for line in (errors or "").split("\n") if not line.startswith("Try “")]
    end = "killed by {signal}" if signal else "exit status {status}"
    detail = "\n".join(lines[-5:]) or _in(language, end, signal=signal, status=status)
    return f"{program}: {detail}" if "/" in program else detail  # a path is that of a program that has never answered


def _refusal(language: str, message: str) -> str:
    for template in REFUSALS:
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(template))
        if match := re.fullmatch(pattern, message, re.DOTALL):
            values = {name: _refusal(language, value) for name, value in match.groupdict().items()}
            return _in(language, template, **values)
    return message


def count(page: Mapping[str, Any], of_viewings: bool = False) -> str:
    """Return the number of films or viewings of a list, if any, a corrected query, and whether it is an old result."""
    total = f"{page['total']:,}{'' if page.get('totalIsExact', True) else '+'}"
    many = t("{count} viewings", count=total) if of_viewings else t("{count} films", count=total)
    one = t("1 viewing") if of_viewings else t("1 film")
    films = one if total == "1" else many if page["total"] else ""
    corrected = t("Results for “{query}”", query=page["correctedQuery"]) if page.get("correctedQuery") else ""
    return " · ".join(filter(None, (films, corrected, t(STALE) if page.get("stale") else "")))


def film(movie: Mapping[str, Any] | Movie) -> str:
    """Return a film's title and year."""
    if not isinstance(movie, Mapping):
        movie = movie.to_json()
    return f"{movie['title']} ({movie['year']})" if "year" in movie else str(movie["title"])
