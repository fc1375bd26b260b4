"""TMDB's people, who are those of the films, and its collections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import films
from films import Film
from tmdb_movies import digest, language_of, row

# Names in Hangul. TMDB has them as original names; titles and biographies are translated, names are not.
HANGUL = {
    "Bong Joon Ho": "봉준호", "Park Chan-wook": "박찬욱", "Song Kang-ho": "송강호", "Lee Byung-hun": "이병헌",
    "Choi Min-sik": "최민식", "Bae Doona": "배두나", "Hwang Jung-min": "황정민", "Kim Jee-woon": "김지운",
    "Lee Chang-dong": "이창동", "Youn Yuh-jung": "윤여정", "Kim Min-hee": "김민희", "Na Hong-jin": "나홍진",
}  # fmt: skip
# Names that only a person's own page lists. A search finds the person by them all the same.
ALIASES = {
    "Steven Yeun": ("스티븐 연", "연상엽"),
    "Bong Joon Ho": ("Bong Joon-ho", "Bong Junho"),
    "Park Chan-wook": ("Park Chanwook",),
}
# People without a film of note, which a search finds too.
EXTRAS = ("Park Chan", "Bong Smith")
BIOGRAPHIES = {"Bong Joon Ho": {"en": "He was born in Daegu, and draws his films before he makes them."}}
BORN = {"Bong Joon Ho": "1969-09-14", "Park Chan-wook": "1963-08-23", "Song Kang-ho": "1967-01-17"}

COLLECTIONS: dict[int, tuple[str, str, tuple[int, ...]]] = {
    119: ("The Lord of the Rings Collection", "반지의 제왕 시리즈", (122, 120, 121)),
    263: ("The Dark Knight Collection", "다크 나이트 시리즈", (155, 49026, 272)),
}


def number(name: str) -> int:
    return int(digest(name, 5), 16)


def person(name: str, department: str | None) -> dict[str, Any]:
    """The members that rows of credits and of searches have in common."""
    return {
        "adult": False,
        "gender": number(name) % 4,
        "id": number(name),
        "known_for_department": department,
        "name": name,
        "original_name": HANGUL.get(name, name),
        "popularity": number(name) % 100 / 7,
        "profile_path": None if number(name) % 4 == 0 else f"/{digest(name, 27)}.jpg",
    }


def _directed(name: str) -> list[Film]:
    return [film for film in films.ALL if film.director == name]


def _played(name: str) -> list[Film]:
    return [film for film in films.ALL if name in film.cast]


def films_of(number_of_person: int) -> Sequence[Film]:
    name = NAMES.get(number_of_person, "")
    return [film for film in films.ALL if film.director == name or name in film.cast]


def _department(name: str) -> str:
    return "Directing" if len(_directed(name)) > len(_played(name)) else "Acting"


NAMES = {number(name): name for film in films.ALL for name in (film.director, *film.cast)}
NAMES |= {number(name): name for name in EXTRAS}


def found(query: str) -> Sequence[str]:
    """The names with words that begin with the words of the query; those with the most votes first."""
    words = films.folded(query.replace("-", " ")).split()

    def matches(name: str) -> bool:
        texts = (name, HANGUL.get(name, ""), *ALIASES.get(name, ()))
        folded = [films.folded(text.replace("-", " ")).split() for text in texts]
        return any(all(any(part.startswith(word) for part in parts) for word in words) for parts in folded)

    matching = [name for name in NAMES.values() if words and matches(name)]
    return sorted(matching, key=lambda name: -sum(film.votes for film in (*_directed(name), *_played(name))))


def summary(name: str, language: str) -> dict[str, Any]:
    best = sorted({*_directed(name), *_played(name)}, key=lambda film: -film.votes)[:3]
    return {**person(name, _department(name)), "known_for": [row(film, language, None, True) for film in best]}


def body(name: str, query: dict[str, str]) -> dict[str, Any]:
    language = language_of(query.get("language"))
    biographies = BIOGRAPHIES.get(name, {})
    known = person(name, _department(name))
    known.pop("original_name")
    value: dict[str, Any] = {
        **known,
        "also_known_as": [text for text in (HANGUL.get(name), *ALIASES.get(name, ())) if text],
        "biography": biographies.get(language, ""),
        "birthday": BORN.get(name),
        "deathday": None,
        "homepage": None,
        "imdb_id": f"nm{number(name):07}",
        "place_of_birth": "Seoul, South Korea" if name in HANGUL else None,
    }
    parts = {
        "movie_credits": lambda: _credits(name, language),
        "external_ids": lambda: {"imdb_id": value["imdb_id"], "wikidata_id": None, "twitter_id": None},
        "translations": lambda: {
            "translations": [
                {"iso_3166_1": "US", "iso_639_1": code, "data": {"biography": text}} for code, text in biographies.items()
            ]
        },
    }
    for part in query.get("append_to_response", "").split(","):
        if part in parts:
            value[part] = parts[part]()
    return value


def _credits(name: str, language: str) -> dict[str, Any]:
    cast = [
        {
            **row(film, language),
            "character": "" if film.cast.index(name) == 3 else f"Character {film.cast.index(name) + 1}",
            "credit_id": digest(film.imdb + name, 24),
            "order": film.cast.index(name),
        }
        for film in _played(name)
    ]
    crew = [
        {**row(film, language), "credit_id": digest(film.imdb + job, 24), "department": department, "job": job}
        for film in _directed(name)
        for department, job in (("Directing", "Director"), ("Writing", "Screenplay"))
    ]
    return {"cast": cast, "crew": crew}


def collection(id: int, language: str) -> dict[str, Any] | None:
    if id not in COLLECTIONS:
        return None
    english, korean, parts = COLLECTIONS[id]
    found = [film for part in parts if (film := films.by_tmdb(part))]
    return {
        "id": id,
        "name": korean if language == "ko" else english,
        "overview": "" if language == "ko" else f"The films of {english}.",
        "poster_path": f"/{digest(english, 27)}.jpg",
        "backdrop_path": f"/{digest(english + 'backdrop', 27)}.jpg",
        "parts": [row(film, language, None, True) for film in found],
    }
