"""TMDB's /discover/movie, with the keywords and the providers that it filters by."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import films
from films import Film
from tmdb_movies import origin
from tmdb_people import films_of

KEYWORDS = {4565: "dystopia", 9672: "based on true story", 10683: "coming of age", 321: "1984"}
# By country; the same provider may be in several.
PROVIDERS: dict[str, dict[int, str]] = {
    "US": {8: "Netflix", 337: "Disney Plus"},
    "KR": {8: "Netflix", 356: "wavve", 97: "Watcha"},
}

KEYS: dict[str, Callable[[Film], Any]] = {
    "popularity": lambda film: film.votes,
    "vote_average": lambda film: film.vote,
    "primary_release_date": lambda film: film.date,
    "title": lambda film: film.title.casefold(),
}


def keywords(film: Film) -> set[int]:
    return {4565} if 878 in film.genres else {9672} if 36 in film.genres else set()


def providers(film: Film, country: str) -> set[int]:
    """A film without a country's first provider is nowhere there."""
    known = list(PROVIDERS.get(country, {}))
    return {known[film.tmdb % len(known)]} if known and film.tmdb % 4 else set()


def discovered(query: Mapping[str, str]) -> Sequence[Film]:
    """The films that meet all conditions. As in TMDB, unknown parameters and unknown ids are no errors."""
    found = [film for film in films.ALL if all(test(film) for test in _tests(query))]
    key, _, order = query.get("sort_by", "popularity.desc").partition(".")
    return sorted(found, key=KEYS.get(key, KEYS["popularity"]), reverse=order == "desc")


def _tests(query: Mapping[str, str]) -> Sequence[Callable[[Film], bool]]:
    def value(name: str) -> str | None:
        return query.get(name) or None

    def ids(name: str) -> list[int]:
        return [int(part) for part in (value(name) or "").split(",") if part.isdigit()]

    tests: list[Callable[[Film], bool]] = []
    if wanted := ids("with_genres"):
        tests.append(lambda film: set(wanted) <= set(film.genres))
    if unwanted := ids("without_genres"):
        tests.append(lambda film: not set(unwanted) & set(film.genres))
    bounds: dict[str, Callable[[Film], Any]] = {
        "primary_release_date": lambda film: film.date,
        "vote_average": lambda film: film.vote,
        "vote_count": lambda film: film.votes,
        "with_runtime": lambda film: film.minutes,
    }
    for name, of in bounds.items():
        kind = str if name == "primary_release_date" else float
        if (text := value(f"{name}.gte")) is not None:
            tests.append(lambda film, of=of, low=kind(text): of(film) >= low)  # type: ignore[misc]
        if (text := value(f"{name}.lte")) is not None:
            tests.append(lambda film, of=of, high=kind(text): of(film) <= high)  # type: ignore[misc]
    if year := value("primary_release_year"):
        tests.append(lambda film: film.year == year)
    if language := value("with_original_language"):
        tests.append(lambda film: film.language == language)
    if country := value("with_origin_country"):
        tests.append(lambda film: origin(film)[0] == country)
    if people := ids("with_people"):
        shared = set.intersection(*({film.tmdb for film in films_of(person)} for person in people))
        tests.append(lambda film: film.tmdb in shared)
    if words := ids("with_keywords"):
        tests.append(lambda film: set(words) <= keywords(film))
    if streams := ids("with_watch_providers"):
        tests.append(lambda film: bool(set(streams) & providers(film, query.get("watch_region", ""))))
    return tests
