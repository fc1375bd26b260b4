"""The parts of a movie that TMDB returns alone or appended to its details."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import films
from films import Film
from tmdb_movies import digest, is_invented, language_of, origin, overview, page, row, tagline, title
from tmdb_people import person


def credits(film: Film, query: Mapping[str, str]) -> dict[str, Any]:
    cast = [
        {
            **person(name, "Acting"),
            "cast_id": 10 + order,
            "character": "" if order == 3 else f"Character {order + 1}",
            "credit_id": digest(film.imdb + name, 24),
            "order": order,
        }
        for order, name in enumerate(film.cast)
    ]
    # The director is also the writer: the same person is listed once per job.
    jobs = [("Directing", "Director"), ("Writing", "Screenplay"), ("Writing", "Story")]
    crew = [
        {
            **person(film.director, "Directing"),
            "credit_id": digest(film.imdb + job, 24),
            "department": department,
            "job": job,
        }
        for department, job in jobs
    ]
    crew.append(
        {
            **person(f"Editor of {film.title}", None),
            "credit_id": digest(film.imdb, 24),
            "department": "Editing",
            "job": "Editor",
        }
    )
    return {"cast": cast, "crew": crew}


def external_ids(film: Film, query: Mapping[str, str]) -> dict[str, Any]:
    imdb = {635237: None, 29787: ""}.get(film.tmdb, film.imdb)
    return {
        "imdb_id": imdb,
        "wikidata_id": f"Q{film.tmdb}",
        "facebook_id": None,
        "instagram_id": "",
        "twitter_id": film.title[:8],
    }


def recommendations(film: Film, query: Mapping[str, str]) -> dict[str, Any]:
    """The films with the same first genre; an invented film has no recommendations."""
    alike = [each for each in films.FILMS if each.genres[0] == film.genres[0] and each.tmdb != film.tmdb]
    rows = [] if is_invented(film) else [row(each, language_of(query.get("language")), None, True) for each in alike]
    return page(rows, int(query.get("page", "1")))


def translations(film: Film, query: Mapping[str, str]) -> dict[str, Any]:
    languages = [("en", "US", "English", "English"), ("ko", "KR", "한국어/조선말", "Korean")]
    if film.korean is None:
        languages.pop()
    return {
        "translations": [
            {
                "iso_3166_1": country,
                "iso_639_1": language,
                "name": name,
                "english_name": english,
                "data": {
                    "homepage": "",
                    "overview": overview(film, language),
                    "runtime": film.minutes,
                    "tagline": tagline(film, language),
                    # Empty if it equals the original title.
                    "title": "" if title(film, language) == film.original else title(film, language),
                },
            }
            for language, country, name, english in languages
        ]
    }


def keywords(film: Film, query: Mapping[str, str]) -> dict[str, Any]:
    return {"keywords": [{"id": 1, "name": origin(film)[1].lower()}, {"id": 2, "name": film.year}]}
