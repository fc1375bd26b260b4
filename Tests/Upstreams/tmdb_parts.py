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
        "wikidata_id": None,
        "facebook_id": None,
        "instagram_id": None,
        "twitter_id": film.title[:8],
    }


def videos(film: Film, query: Mapping[str, str]) -> dict[str, Any]:
    """The videos in the language, unless others are requested."""
    wanted = query.get("include_video_language", language_of(query.get("language"))).split(",")
    rows = [
        {
            "id": digest(film.imdb + kind, 24),
            "iso_639_1": language,
            "iso_3166_1": country,
            "key": digest(film.imdb + kind, 11),
            "name": f"{kind} of {film.title}",
            "site": site,
            "size": 1080,
            "type": kind,
            "official": kind == "Trailer",
            "published_at": "2024-10-15T18:59:47.000Z",
        }
        for language, country, site, kind in [
            ("en", "US", "YouTube", "Trailer"),
            ("en", "US", "Vimeo", "Teaser"),
            *([("ko", "KR", "YouTube", "Trailer")] if film.language == "ko" else []),
        ]
    ]
    return {"results": [] if is_invented(film) else [each for each in rows if each["iso_639_1"] in wanted]}


def release_dates(film: Film, query: Mapping[str, str]) -> dict[str, Any]:
    def of(country: str, certification: str, kind: int) -> dict[str, Any]:
        day = {
            "certification": certification,
            "descriptors": [],
            "iso_639_1": "",
            "note": "",
            "release_date": f"{film.date}T00:00:00.000Z",
            "type": kind,
        }
        return {"iso_3166_1": country, "release_dates": [day]}

    return {"results": [of("KR", "15", 3), of("US", "", 1), *([of("GB", "18", 3)] if film.tmdb % 2 else [])]}


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
    return {"keywords": [{"id": 1 + film.tmdb % 50, "name": origin(film)[1].lower()}]}
