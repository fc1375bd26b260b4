"""Naver's rows: only strings, with markup, and HTML-encoded once or twice."""

from __future__ import annotations

import html
import re

from films import Film

# Naver's spelling of people with a Korean name.
NAMES = {
    "Bong Joon Ho": "봉준호", "Park Chan-wook": "박찬욱", "Lee Chang-dong": "이창동", "Kim Jee-woon": "김지운",
    "Yeon Sang-ho": "연상호", "Na Hong-jin": "나홍진", "Christopher Nolan": "크리스토퍼 놀란", "Song Kang-ho": "송강호",
    "Lee Byung-hun": "이병헌", "Choi Min-sik": "최민식", "Lee Sun-kyun": "이선균", "Hayao Miyazaki": "미야자키 하야오",
    "Brad Pitt": "브래드 피트", "Leonardo DiCaprio": "레오나르도 디카프리오",
}  # fmt: skip

NO_IMAGE = {14160, 754, 29787}
NO_YEAR = {832, 29787}
NO_ACTORS = {19}
UNRATED = {639988}
TOP_RATED = {278}
# Links in the two formats of its last years, and one of 2016 without a code.
NEWER_LINKS = {550, 27205, 496243}
REDIRECTOR = {422}
# Films with two directors.
CO_DIRECTORS = {545611: "Daniel Scheinert", 603: "Lilly Wachowski"}


def director(film: Film) -> str:
    return NAMES.get(film.director, film.director)


def item(film: Film, query: str) -> dict[str, str]:
    page = "basic.naver" if film.tmdb in NEWER_LINKS else "basic.nhn"
    link = f"https://movie.naver.com/movie/bi/mi/{page}?code={film.naver}"
    if film.tmdb in REDIRECTOR:
        link = "http://openapi.naver.com/l?AAABWLsQ7CIBCGn-Y6NrQFhYFBqU4Og=="
    folder = film.naver[:-2].zfill(4)
    image = f"https://ssl.pstatic.net/imgmovie/mdi/mit110/{folder}/{film.naver}_P01_102917.jpg"
    directors = [director(film), *([CO_DIRECTORS[film.tmdb]] if film.tmdb in CO_DIRECTORS else [])]
    actors = [] if film.tmdb in NO_ACTORS else [NAMES.get(name, name) for name in film.cast]
    rating = "0.00" if film.tmdb in UNRATED else "10.00" if film.tmdb in TOP_RATED else f"{film.vote:.2f}"
    return {
        "title": _marked(film.korean or film.title, query),
        "link": link,
        "image": "" if film.tmdb in NO_IMAGE else image,
        "subtitle": _subtitle(film, query),
        "pubDate": "" if film.tmdb in NO_YEAR else film.year,
        "director": "".join(f"{name}|" for name in directors),
        "actor": "".join(f"{name}|" for name in actors),
        "userRating": rating,
    }


def _subtitle(film: Film, query: str) -> str:
    if film.tmdb == 46438:
        return ""
    if film.language == "ja" and film.original != film.title:
        # Characters that its old character set lacked are encoded twice.
        first = film.original[0]
        return f"&amp;#{ord(first)};" + html.escape(film.original[1:], quote=False)
    return _marked(film.title, query)


def _marked(text: str, query: str) -> str:
    """The text with the words of the query in bold."""
    words = "|".join(re.escape(word) for word in query.split())
    parts = re.split(f"({words})", text, flags=re.IGNORECASE) if words else [text]
    escaped = (html.escape(part, quote=False) for part in parts)
    return "".join(f"<b>{part}</b>" if index % 2 else part for index, part in enumerate(escaped))
