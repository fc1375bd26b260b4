"""OMDb's titles: every value is a string, a missing one is "N/A", and some responses are not valid JSON."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import films
from films import Film

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
GENRES = {
    28: "Action", 12: "Adventure", 16: "Animation", 35: "Comedy", 80: "Crime", 18: "Drama", 10751: "Family",
    14: "Fantasy", 36: "History", 27: "Horror", 10402: "Music", 9648: "Mystery", 10749: "Romance", 878: "Sci-Fi",
    53: "Thriller", 10752: "War",
}  # fmt: skip
COUNTRIES = {"ko": "South Korea", "ja": "Japan", "fr": "France", "it": "Italy", "de": "Germany", "cn": "Hong Kong"}
LANGUAGES = {"ko": "Korean", "ja": "Japanese", "fr": "French", "it": "Italian", "de": "German", "en": "English"}


@dataclass(frozen=True)
class Title:
    imdb: str
    name: str
    years: str
    kind: str
    film: Film | None = None

    @staticmethod
    def of(film: Film) -> Title:
        return Title(film.imdb, film.title, film.year, "movie", film)


TITLES = [
    *(Title.of(film) for film in sorted(films.FILMS, key=lambda film: -film.votes)),
    Title("tt0411008", "Lost", "2004–2010", "series"),
    Title("tt0944947", "Game of Thrones", "2011–2019", "series"),
    Title("tt5875444", "Slow Horses", "2022–", "series"),
    Title("tt10466872", "Dune: Prophecy", "2024–", "series"),
    Title("tt0442674", "The Godfather", "2006", "game"),
    Title("tt2479066", "Star Wars", "1983", "game"),
]
BY_ID = {title.imdb: title for title in TITLES}


def title_of(id: str) -> Title | None:
    film = films.by_imdb(id)
    return BY_ID.get(id) or (Title.of(film) if film else None)


# Details that are not valid JSON, each in a way that was observed.
SPOILT: dict[str, Callable[[bytes], bytes]] = {
    # Control characters in the plot.
    "tt0109830": lambda body: body.replace(b"A man on a bench", b"A man\x08 on a\nbench\t"),
    # Escapes that JSON does not have.
    "tt0120737": lambda body: body.replace(b"Nine set out", rb"Nine \set out, that\'s all,"),
    # Unescaped quotes in the plot, and an early end.
    "tt0137523": lambda body: body[: body.index(b"meets a man")] + b'meets <a href="/name/nm0000093',
}

POSTERS_MISSING = {"tt1049413", "tt0100442", "tt2479066"}
OLD_POSTERS = {"tt0034583", "tt0054215"}


def poster(title: Title) -> str:
    if title.imdb in POSTERS_MISSING:
        return "N/A"
    host = "ia.media-imdb.com" if title.imdb in OLD_POSTERS else "m.media-amazon.com"
    return f"https://{host}/images/M/MV5B{hashlib.sha256(title.imdb.encode()).hexdigest()[:24]}@._V1_SX300.jpg"


def shown(name: str) -> str:
    """The name, with HTML entities for some titles."""
    return name if name == "Fast & Furious" else name.replace("&", "&amp;")


def search_row(title: Title) -> dict[str, str]:
    return {
        "Title": shown(title.name),
        "Year": title.years,
        "imdbID": title.imdb,
        "Type": title.kind,
        "Poster": poster(title),
    }


def detail(title: Title, full: bool) -> dict[str, Any]:
    film = title.film
    value: dict[str, Any] = {"Title": shown(title.name), "Year": title.years}
    if film is None:
        value |= dict.fromkeys(
            ["Rated", "Released", "Runtime", "Genre", "Director", "Writer", "Actors", "Plot", "Language", "Country"],
            "N/A",
        )
        value |= {"Awards": "N/A", "Poster": poster(title), "Ratings": [], "Metascore": "N/A"}
        value |= {"imdbRating": "N/A", "imdbVotes": "N/A", "imdbID": title.imdb, "Type": title.kind}
        more = {"totalSeasons": "6"} if title.kind == "series" else {}
        return value | more | {"Response": "True"}
    is_rated = film.votes >= 200
    country = COUNTRIES.get(film.language, "USA" if int(film.year) < 1990 else "United States")
    value |= {
        "Rated": "N/A" if film.language != "en" else "R" if film.vote < 8 else "PG-13",
        "Released": "N/A" if title.imdb == "tt0022100" else _day(film.date),
        "Runtime": {"tt1527793": "N/A", "tt8774798": "1 h 36 min"}.get(title.imdb, f"{film.minutes} min"),
        "Genre": ", ".join(GENRES[number] for number in film.genres),
        "Director": film.director,
        "Writer": f"{film.director} (screenplay), {film.director} (story)" if film.tmdb % 2 else "N/A",
        "Actors": ", ".join(film.cast),
        "Plot": _plot(film, full),
        "Language": LANGUAGES.get(film.language, "Chinese"),
        "Country": country,
        "Awards": "N/A" if film.tmdb % 3 else f"{film.tmdb % 40 + 1} wins & {film.tmdb % 70} nominations",
        "Poster": poster(title),
        "Ratings": _ratings(film) if is_rated else [],
        "Metascore": "N/A" if film.language != "en" else str(round(film.vote * 10)),
        "imdbRating": f"{film.vote:.1f}" if is_rated else "N/A",
        "imdbVotes": f"{film.votes * 37:,}" if is_rated else "N/A",
        "imdbID": title.imdb,
        "Type": "movie",
        "DVD": "N/A",
        "BoxOffice": "&pound;270,592,504" if int(film.year) < 2000 else f"${film.votes * 15_013:,}",
        "Production": "N/A",
        "Website": "N/A",
    }
    if film.year < "1950":
        del value["Ratings"]  # as in old responses
    return value | {"Response": "True"}


def _day(date: str) -> str:
    year, month, day = date.split("-")
    return f"{day} {MONTHS[int(month) - 1]} {year}"


def _plot(film: Film, full: bool) -> str:
    if film.tmdb == 5156:
        return "N/A"
    plot = film.overview + (f" {film.director} takes {film.minutes} minutes for that." if full else "")
    return f"&quot;{plot}&quot; &#8211; from the poster" if film.tmdb == 289 else plot


def _ratings(film: Film) -> list[dict[str, str]]:
    ratings = [{"Source": "Internet Movie Database", "Value": f"{film.vote:.1f}/10"}]
    if film.language == "en":
        ratings.append({"Source": "Rotten Tomatoes", "Value": f"{round(film.vote * 11)}%"})
        ratings.append({"Source": "Metacritic", "Value": f"{round(film.vote * 10)}/100"})
    return ratings
