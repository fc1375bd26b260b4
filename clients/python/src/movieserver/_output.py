"""Movies as text: an aligned table for people, tab-separated or JSON lines for programs."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from .models import Movie, MovieDetail

STAR = "★"


def table(movies: Iterable[Movie], columns: int | None = None) -> Iterator[str]:
    """Yield lines of star, year, title, directors and id. Shortens titles and directors to fit into `columns`."""
    rows = [(*_cells(movie), movie.id) for movie in movies]
    title, directors, last = (max((width(row[n]) for row in rows), default=0) for n in (2, 3, 4))
    if columns:
        room = max(columns - len("★ 2019 ") - last - 4, 20)
        directors = min(directors, max(room - title, room // 3))
        title = min(title, room - directors)
    for star, year, name, names, id in rows:
        yield f"{star:1} {year:4} {_fit(name, title)}  {_fit(names, directors)}  {id}"


def tab_separated(movie: Movie, *more: str) -> str:
    """Return tab-separated columns, the id first, for `cut -f1` and `fzf --preview '… {1}'`."""
    return "\t".join((movie.id, *_cells(movie), *more))


def json_line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def detail(movie: MovieDetail) -> Iterator[str]:
    """Yield the lines of a page of text about a movie."""
    yield clean(f"{movie.title} ({movie.year})" if movie.year else movie.title) + (
        f" {STAR}" if movie.is_favorite else ""
    )
    rating = f"{movie.rating:g}" if movie.rating is not None else ""
    lines = {
        "Id": movie.id,
        "Original title": movie.original_title,
        "Tagline": movie.tagline,
        "Directors": ", ".join(movie.directors),
        "Cast": ", ".join(movie.cast),
        "Genres": ", ".join(movie.genres),
        "Runtime": f"{movie.runtime_minutes} min" if movie.runtime_minutes else "",
        "Rating": rating + (f" ({movie.votes} votes)" if rating and movie.votes else ""),
        "My rating": f"{movie.my_rating:g}" if movie.my_rating is not None else "",
        "Link": movie.homepage or movie.link,
    }
    for name, value in lines.items():
        if value:
            yield f"{name + ':':16}{clean(value)}"
    if movie.overview:
        yield ""
        yield clean(movie.overview)
    for review in movie.reviews.items:
        yield ""
        yield clean(f"{review.author}: {review.preview}{' …' if review.truncated else ''}")
    if movie.attribution:
        yield ""
        yield clean(movie.attribution)


def width(text: str) -> int:
    """Return the terminal columns of a text: East Asian wide characters take two, combining characters none."""
    return sum(_char_width(char) for char in text)


def clean(text: str) -> str:
    """Return the text composed and on one line, with control characters replaced by spaces."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(" " if unicodedata.category(char) in ("Cc", "Zl", "Zp") else char for char in composed)


def _cells(movie: Movie) -> tuple[str, str, str, str]:
    star = STAR if movie.is_favorite else ""
    return star, str(movie.year or ""), clean(movie.title), clean(", ".join(movie.directors))


def _char_width(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _fit(text: str, columns: int) -> str:
    """Return the text in exactly this many columns, cut with an ellipsis if it is too long."""
    if width(text) > columns:
        while text and width(text) > columns - 1:
            text = text[:-1]
        text += "…"
    return text + " " * (columns - width(text))
