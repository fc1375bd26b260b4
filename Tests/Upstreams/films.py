"""The films of the upstreams, and the invented ones for the endless query."""

from __future__ import annotations

import pathlib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Film:
    tmdb: int
    imdb: str
    naver: str
    date: str
    language: str
    title: str
    original: str
    korean: str | None
    genres: tuple[int, ...]
    minutes: int
    director: str
    cast: tuple[str, ...]
    vote: float
    votes: int
    overview: str
    also: tuple[str, ...] = field(default=())

    @property
    def year(self) -> str:
        return self.date[:4]

    @property
    def names(self) -> tuple[str, ...]:
        return (self.title, self.original, *([self.korean] if self.korean else []), *self.also)


# Alternative titles, which a search finds although the film does not display them.
ALTERNATIVE = {11: ("Star Wars: Episode IV - A New Hope",), 807: ("Seven",), 422: ("Eight and a Half",)}


def _load(name: str) -> tuple[Film, ...]:
    films = []
    for line in pathlib.Path(__file__).with_name(name).read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        parts = line.split(" | ")
        tmdb, imdb, naver, date, language, title, original, korean, genres, minutes, director, cast, *rest = parts
        vote, votes, overview = rest
        films.append(
            Film(
                int(tmdb), imdb, naver, date, language, title, title if original == "=" else original,
                None if korean == "-" else korean, tuple(map(int, genres.split(","))), int(minutes), director,
                tuple(cast.split(";")), float(vote), int(votes), overview, ALTERNATIVE.get(int(tmdb), ()),
            )
        )  # fmt: skip
    return tuple(films)


FILMS = _load("films.txt")
# With those that lists of people and collections have, and searches do not.
ALL = FILMS + _load("films_unsearched.txt")
BY_TMDB = {film.tmdb: film for film in ALL}
BY_IMDB = {film.imdb: film for film in ALL}

# The queries with more results than can be requested, and the total that every upstream claims.
ENDLESS = {"love", "사랑"}
ENDLESS_TOTAL = 20_833
FIRST_INVENTED = 9_000_001


def invented(number: int) -> Film | None:
    """The film at this position, from 1, among the results of the endless query."""
    if not 1 <= number <= ENDLESS_TOTAL:
        return None
    return Film(
        FIRST_INVENTED + number - 1, f"tt9{number:07}", f"9{number:06}",
        f"{1920 + number % 100}-{number % 12 + 1:02}-01", "en", f"Love No. {number}", f"Love No. {number}",
        f"사랑 {number}번", (10749,), 60 + number % 90,
        f"Director {number % 50}", (f"Actor {number % 70}", f"Actor {number % 90 + 100}"), number % 100 / 10, number,
        f"The love story number {number}.",
    )  # fmt: skip


def by_tmdb(number: int) -> Film | None:
    return BY_TMDB.get(number) or invented(number - FIRST_INVENTED + 1)


def by_imdb(name: str) -> Film | None:
    if name in BY_IMDB:
        return BY_IMDB[name]
    return invented(int(name[3:])) if name.startswith("tt9") and len(name) == 10 and name[3:].isdigit() else None


def folded(text: str) -> str:
    """The text for comparison: without case and accents. Spaces are kept, so that a space instead of a `+` finds nothing."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", "".join(part for part in parts if not unicodedata.combining(part)))


def found(query: str) -> Sequence[Film]:
    """The films with a name that contains the text; the most voted first."""
    wanted = folded(query.strip())
    matches = (film for film in FILMS if wanted and any(wanted in folded(name) for name in film.names))
    return sorted(matches, key=lambda film: -film.votes)
