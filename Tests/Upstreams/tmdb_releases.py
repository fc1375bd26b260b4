"""TMDB's release dates and providers by country, and its videos."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from films import Film
from tmdb_movies import DAYS_LATER, ROW_GAPS, digest, is_invented, language_of, origin, release_date

PREMIERE, LIMITED, THEATRICAL, DIGITAL, PHYSICAL, TV = range(1, 7)

# Many countries have no certification.
CERTIFICATIONS = {"KR": "15", "US": "", "GB": "18", "DE": "12", "JP": "G", "FR": ""}

# By country and kind. Not in the order of their priority.
PROVIDERS: dict[str, dict[str, list[tuple[int, str]]]] = {
    "KR": {"flatrate": [(97, "Watcha"), (8, "Netflix")], "rent": [(96, "Naver Store")], "buy": [(96, "Naver Store")]},
    "US": {"ads": [(73, "Tubi TV")], "free": [(191, "Kanopy")], "rent": [(10, "Amazon Video"), (2, "Apple TV")]},
    "DE": {"flatrate": [(337, "Disney Plus")]},
}


def release_dates(film: Film, query: Mapping[str, str]) -> dict[str, Any]:
    if "release_date" in ROW_GAPS.get(film.tmdb, {}):
        return {"results": []}

    def of(country: str, kind: int, days: int = 0, note: str = "") -> dict[str, Any]:
        day = date.fromisoformat(release_date(film, country)) + timedelta(days=days)
        return {
            "certification": "" if kind == PREMIERE else CERTIFICATIONS.get(country, ""),
            "descriptors": [],
            "iso_639_1": "",
            "note": note,
            "release_date": f"{day}T00:00:00.000Z",
            "type": kind,
        }

    results = [
        # Neither the countries nor their releases are in the order of their dates.
        {"iso_3166_1": "US", "release_dates": [of("US", DIGITAL, 120, "VOD"), of("US", THEATRICAL)]},
        {"iso_3166_1": "KR", "release_dates": [of("KR", PHYSICAL, 200), of("KR", THEATRICAL)]},
        *({"iso_3166_1": country, "release_dates": [of(country, LIMITED)]} for country in DAYS_LATER if country != "US"),
    ]
    if origin(film)[0] not in ("US", "KR", *DAYS_LATER):
        results.append({"iso_3166_1": origin(film)[0], "release_dates": [of("US", PREMIERE, -9, "Festival")]})
    return {"results": results}


def providers(film: Film, query: Mapping[str, str]) -> dict[str, Any]:
    def of(country: str) -> dict[str, Any]:
        kinds = {
            kind: [
                {
                    "logo_path": f"/{digest(name, 27)}.jpg",
                    "provider_id": number,
                    "provider_name": name,
                    "display_priority": number,
                }
                for number, name in services
            ]
            for kind, services in PROVIDERS[country].items()
        }
        return {"link": f"https://www.themoviedb.org/movie/{film.tmdb}/watch?locale={country}", **kinds}

    return {"results": {} if is_invented(film) else {country: of(country) for country in PROVIDERS}}


def videos(film: Film, query: Mapping[str, str]) -> dict[str, Any]:
    """The videos in the language, unless others are requested."""
    wanted = query.get("include_video_language", language_of(query.get("language"))).split(",")
    rows = [
        {
            "id": digest(film.imdb + name, 24),
            "iso_639_1": language,
            "iso_3166_1": country,
            "key": digest(film.imdb + name, 11),
            "name": f"{name} of {film.title}",
            "site": site,
            "size": 1080,
            "type": kind,
            "official": kind == "Trailer",
            "published_at": "2024-10-15T18:59:47.000Z",
        }
        for language, country, site, kind, name in [
            ("en", "US", "YouTube", "Bloopers", "Bloopers"),
            ("en", "US", "YouTube", "Featurette", "Making"),
            ("en", "US", "YouTube", "Teaser", "TV Spot"),
            ("en", "US", "YouTube", "Clip", "Clip"),
            ("en", "US", "YouTube", "Trailer", "Trailer"),
            ("en", "US", "Vimeo", "Teaser", "Teaser"),
            ("en", "US", "YouTube", "Behind the Scenes", "Set"),
            *([("ko", "KR", "YouTube", "Trailer", "Korean trailer")] if film.language == "ko" else []),
        ]
    ]
    return {"results": [] if is_invented(film) else [each for each in rows if each["iso_639_1"] in wanted]}
