"""TMDB's reviews: in English only, and with all gaps that were observed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from films import Film
from tmdb_movies import digest, is_invented, language_of, page

LONG = (
    "# 두 번 본 사람의 이야기 🎬\r\n\r\n"
    "I went in knowing *nothing*, and I would **keep it that way** for everybody who reads this.\r\n\r\n"
    "> 비가 오는 밤에 보면 더 좋습니다. ☔️👨‍👩‍👧‍👦\r\n\r\n"
    + "The house is a character of its own: every stair counts, every door is opened once too often. " * 6
    + "\r\n\r\n1. The cut at the table\r\n2. [The music](https://www.example.com/music)\r\n\r\n_Nine of ten._ 🇰🇷"
)


def count(film: Film) -> int:
    return 23 if film.tmdb == 496243 else 1 if film.tmdb == 550 else 0 if is_invented(film) else film.tmdb % 4


def reviews(film: Film, query: Mapping[str, str]) -> dict[str, Any]:
    rows = [_review(film, number) for number in range(count(film))] if _is_english(query) else []
    return page(rows, int(query.get("page", "1")))


def _is_english(query: Mapping[str, str]) -> bool:
    return language_of(query.get("language")) == "en"


def _review(film: Film, number: int) -> dict[str, Any]:
    author = f"viewer{number}"
    details = {
        "name": "" if number % 2 else f"Viewer {number}",
        "username": author,
        "avatar_path": [None, f"/{digest(author, 27)}.jpg", f"/https://secure.gravatar.com/avatar/{number:032}.jpg"][
            number % 3
        ],
        "rating": None if number == 0 else 9 if number == 1 else number % 20 / 2 + 0.5,
    }
    review = {
        "author": author,
        "author_details": details,
        "content": LONG if number == 3 else f"Seen {number + 1} times. {film.title} does not wear out.",
        # With and without fractional seconds.
        "created_at": f"2021-06-{number % 28 + 1:02}T15:57:25{'Z' if number == 2 else '.394Z'}",
        "id": digest(f"{film.imdb}{number}", 24),
        "updated_at": "2021-06-23T15:58:09Z",
        "url": f"https://www.themoviedb.org/review/{digest(f'{film.imdb}{number}', 24)}",
    }
    if number == 4:
        del review["author_details"]  # as in old responses
    return review
