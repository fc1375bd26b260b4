"""TMDB's movies as rows and as details, including all of their gaps."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from films import FIRST_INVENTED, Film

GENRES = {
    28: ("Action", "액션"), 12: ("Adventure", "모험"), 16: ("Animation", "애니메이션"), 35: ("Comedy", "코미디"),
    80: ("Crime", "범죄"), 99: ("Documentary", "다큐멘터리"), 18: ("Drama", "드라마"), 10751: ("Family", "가족"),
    14: ("Fantasy", "판타지"), 36: ("History", "역사"), 27: ("Horror", "공포"), 10402: ("Music", "음악"),
    9648: ("Mystery", "미스터리"), 10749: ("Romance", "로맨스"), 878: ("Science Fiction", "SF"),
    10770: ("TV Movie", "TV 영화"), 53: ("Thriller", "스릴러"), 10752: ("War", "전쟁"), 37: ("Western", "서부"),
}  # fmt: skip

# Deviations of rows and details, by film; MISSING removes the member.
MISSING = object()
ROW_GAPS: dict[int, dict[str, Any]] = {
    14160: {"poster_path": None},
    754: {"backdrop_path": None, "poster_path": None},
    29787: {"release_date": ""},
    832: {"release_date": MISSING},
    346364: {"genre_ids": [27, 99999, 53]},
    19: {"genre_ids": []},
    635237: {"genre_ids": MISSING},
    10681: {"vote_average": 8},
    639988: {"vote_average": 0, "vote_count": 0},
    5156: {"overview": ""},
}
DETAIL_GAPS: dict[int, dict[str, Any]] = {
    639988: {"runtime": 0, "status": "Post Production"},
    919207: {"runtime": None},
    550: {"homepage": None},
    27205: {"homepage": "https://www.example.com/inception"},
    635237: {"imdb_id": None, "tagline": None},
    29787: {"imdb_id": "", "production_companies": []},
    346364: {"genres": [{"id": 27, "name": "Horror"}, {"id": 99999, "name": "Clownery"}]},
    19: {"genres": []},
    19995: {"revenue": 2_923_706_026, "budget": 237_000_000},
    5156: {"overview": None},
}
NO_KOREAN_OVERVIEW = {27205, 29787, 18148, 426, 11104, 346, 47002}
NO_ENGLISH_OVERVIEW = {315439}
# Release dates that differ in Korea; only these films are in Korea's cinemas.
IN_KOREA = {
    27205: "2010-07-21",
    157336: "2014-11-06",
    438631: "2021-10-20",
    693134: "2024-02-28",
    666277: "2024-03-06",
    696506: "2025-02-28",
}


def digest(text: str, length: int) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:length]


def language_of(tag: str | None) -> str:
    return (tag or "en-US").split("-")[0].lower()


def title(film: Film, language: str) -> str:
    if language == film.language:
        return film.original
    return film.korean or film.title if language == "ko" else film.title


def overview(film: Film, language: str) -> str:
    """The overview; empty without a translation, because TMDB has no fallback."""
    if language == "en":
        return "" if film.tmdb in NO_ENGLISH_OVERVIEW else film.overview
    if language != "ko" or film.tmdb in NO_KOREAN_OVERVIEW or film.korean is None:
        return ""
    genre = GENRES[film.genres[0]][1]
    return f"{film.director} 감독이 {film.year}년에 내놓은 {genre} 영화. 상영 시간은 {film.minutes}분이다."


def tagline(film: Film, language: str) -> str:
    """The tagline, which exists in English only."""
    return f"A film by {film.director}." if language == "en" else ""


# How many days after the date of the film it comes into the cinemas of a country.
DAYS_LATER = {"FR": -2, "US": 0, "GB": 7, "DE": 21, "JP": 30}


def release_date(film: Film, region: str | None) -> str:
    """The first day in the cinemas of a region, or else the film's own date."""
    if region == "KR":
        return IN_KOREA.get(film.tmdb, film.date)
    return str(date.fromisoformat(film.date) + timedelta(days=DAYS_LATER.get(region or "", 0)))


def row(film: Film, language: str, region: str | None = None, media_type: bool = False) -> dict[str, Any]:
    row = {
        "adult": False,
        "backdrop_path": f"/{digest(film.imdb + 'backdrop', 27)}.jpg",
        "genre_ids": list(film.genres),
        "id": film.tmdb,
        "original_language": film.language,
        "original_title": film.original,
        "overview": overview(film, language),
        "popularity": round(film.votes / 97, 3),
        "poster_path": f"/{digest(film.imdb + 'poster', 27)}.jpg",
        "release_date": release_date(film, region),
        "title": title(film, language),
        "video": False,
        "vote_average": film.vote,
        "vote_count": film.votes,
    }
    if media_type:
        row["media_type"] = "movie"
    if film.tmdb % 2:
        row |= {"softcore": False, "origin_country": [origin(film)[0]]}
    return filled(row, ROW_GAPS.get(film.tmdb, {}))


def filled(value: dict[str, Any], gaps: dict[str, Any]) -> dict[str, Any]:
    return {name: member for name, member in (value | gaps).items() if member is not MISSING}


def origin(film: Film) -> tuple[str, str]:
    countries = {
        "ko": ("KR", "South Korea"), "ja": ("JP", "Japan"), "fr": ("FR", "France"), "it": ("IT", "Italy"),
        "de": ("DE", "Germany"), "cn": ("HK", "Hong Kong"), "zh": ("TW", "Taiwan"),
    }  # fmt: skip
    return countries.get(film.language, ("US", "United States of America"))


def details(film: Film, language: str) -> dict[str, Any]:
    """The details of a movie: the members of a row except its genres, and more."""
    common = {name: member for name, member in row(film, language).items() if name not in ("genre_ids", "softcore")}
    country, country_name = origin(film)
    korean = language == "ko"
    is_ring = film.tmdb in (120, 121, 122)
    value = {
        "adult": False,
        "belongs_to_collection": {
            "id": 119,
            "name": "반지의 제왕 시리즈" if korean else "The Lord of the Rings Collection",
            "poster_path": None,
            "backdrop_path": f"/{digest('rings', 27)}.jpg",
        }
        if is_ring
        else None,
        "budget": 0,
        "genres": [{"id": number, "name": GENRES[number][korean]} for number in film.genres],
        "homepage": "",
        "imdb_id": film.imdb,
        "production_companies": [
            {
                "id": 700 + film.tmdb % 90,
                "logo_path": None if film.tmdb % 3 else f"/{digest(film.imdb + 'logo', 27)}.png",
                "name": f"{film.director} Productions",
                "origin_country": country if film.tmdb % 4 else "",
            }
        ],
        "production_countries": [{"iso_3166_1": country, "name": country_name}],
        "revenue": 0,
        "runtime": film.minutes,
        "spoken_languages": [{"english_name": film.language, "iso_639_1": film.language, "name": ""}],
        "status": "Released",
        "tagline": tagline(film, language),
        **common,
        "origin_country": [country],
    }
    return filled(value, DETAIL_GAPS.get(film.tmdb, {}))


def page(rows: Sequence[Any], number: int, total: int | None = None) -> dict[str, Any]:
    """The envelope of a list. `rows` are all rows; with a `total`, only those of this page."""
    here = rows[(number - 1) * 20 : number * 20] if total is None else rows
    count = len(rows) if total is None else total
    return {"page": number, "results": list(here), "total_pages": -(-count // 20), "total_results": count}


def repeated(films: Sequence[Film]) -> list[Film]:
    """The films with the last one of each page repeated as the first of the next, as after a change of the ranking."""
    shifted: list[Film] = []
    for film in films:
        if shifted and len(shifted) % 20 == 0:
            shifted.append(shifted[-1])
        shifted.append(film)
    return shifted


def is_invented(film: Film) -> bool:
    return film.tmdb >= FIRST_INVENTED
