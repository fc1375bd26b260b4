"""OMDb: search, titles, and its errors with HTTP status 200."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import films
import omdb_titles
from films import folded
from omdb_titles import Title, detail, search_row, title_of
from wire import Reply, Request, json_reply

KEY = "0badcafe"
CONTENT_TYPE = "application/json; charset=utf-8"
HEADERS = {"Cache-Control": "public, max-age=3600", "Vary": "*", "Access-Control-Allow-Origin": "*"}

ERRORS = {
    "not_found": (200, "Movie not found!"),
    "too_many": (200, "Too many results."),
    "incorrect_id": (200, "Incorrect IMDb ID."),
    "bad_key": (401, "Invalid API key!"),
    "no_key": (401, "No API key provided."),
    "quota": (401, "Request limit reached!"),
    "no_data": (200, "Error getting data."),
    "offset": (200, "The offset specified in a OFFSET clause may not be negative."),
    "wrong": (500, "Something went wrong."),
}


class Upstream:
    base_path = "/"
    base_url = ""

    def __init__(self, keys: Sequence[str]):
        self._keys = set(keys) or {KEY}

    def error(self, code: str) -> Reply:
        if code == "conversion":
            return self._conversion("one space", "Double")
        status, text = ERRORS[code]
        return self._reply({"Response": "False", "Error": text}, status)

    def refusal(self, status: int) -> Reply:
        code = {401: "bad_key", 429: "quota"}.get(status, "wrong")
        return self._reply({"Response": "False", "Error": ERRORS[code][1]}, status)

    def answer(self, request: Request) -> Reply:
        if request.path != "/":
            return Reply(404, b"<html><body>404</body></html>", {"Content-Type": "text/html"})
        query = request.query
        if not query.get("apikey"):
            return self.error("no_key")
        if query["apikey"] not in self._keys:
            return self.error("bad_key")
        # An id takes precedence over a title, and a title over a search.
        if query.get("i"):
            return self._by_id(query["i"], query.get("plot") == "full")
        if query.get("t"):
            return self._by_title(request)
        if query.get("s"):
            return self._search(request)
        return self.error("incorrect_id")

    def _reply(self, value: Any, status: int = 200) -> Reply:
        reply = json_reply(value, status, CONTENT_TYPE)
        return Reply(reply.status, reply.body, {**HEADERS, **reply.headers})

    def _conversion(self, text: str, type: str) -> Reply:
        """An error with unescaped quotes in a string, which is not valid JSON."""
        message = f"Conversion from string \"{text}\" to type '{type}' is not valid."
        body = f'{{"Response":"False","Error":"{message}"}}'.encode("utf-8", "replace")
        return Reply(200, body, {"Content-Type": CONTENT_TYPE})

    def _by_id(self, id: str, full: bool) -> Reply:
        if not re.fullmatch(r"tt\d+", id):
            return self._conversion(id, "Double")
        title = title_of(id)
        return self.error("incorrect_id") if title is None else self._detail(title, full)

    def _detail(self, title: Title, full: bool) -> Reply:
        reply = self._reply(detail(title, full))
        spoilt = omdb_titles.SPOILT.get(title.imdb)
        return Reply(200, spoilt(reply.body), reply.headers) if spoilt else reply

    def _by_title(self, request: Request) -> Reply:
        query = request.query
        wanted = folded(query["t"])
        # Among titles with the same name a game may come first.
        matches = [title for title in omdb_titles.TITLES if folded(title.name) == wanted]
        matches.sort(key=lambda title: title.kind != "game")
        for title in self._narrowed(matches, request):
            return self._detail(title, query.get("plot") == "full")
        return self.error("not_found")

    def _narrowed(self, titles: Sequence[Title], request: Request) -> list[Title]:
        kind, year = request.query.get("type"), request.query.get("y")
        return [title for title in titles if (not kind or title.kind == kind) and (not year or title.years[:4] == year)]

    def _search(self, request: Request) -> Reply:
        wanted = folded(request.query["s"].strip())
        text = request.query.get("page", "1")
        if not re.fullmatch(r"-?\d+", text):
            return self._conversion(text, "Integer")
        page = int(text)
        if page < 1:
            return self.error("offset")
        if len(wanted) <= 2 or wanted == "the":
            return self.error("too_many")
        if wanted in films.ENDLESS and wanted.isascii():
            places = range((page - 1) * 10 + 1, page * 10 + 1) if page <= 100 else ()
            invented = (films.invented(place) for place in places)
            here = [Title.of(film) for film in invented if film]
            total = films.ENDLESS_TOTAL
        else:
            found = self._narrowed([title for title in omdb_titles.TITLES if _begins(wanted, title)], request)
            if wanted == "godfather" and found and found[0].kind == "movie":
                found = found[:1] + found  # the same title twice on one page
            here = found[(page - 1) * 10 : page * 10]
            total = len(found)
        if not here:
            return self.error("not_found")
        return self._reply(
            {"Search": [search_row(title) for title in here], "totalResults": str(total), "Response": "True"}
        )


def _begins(wanted: str, title: Title) -> bool:
    """Whether consecutive words of the title start with the words of the query."""
    query, words = wanted.split(), folded(title.name).split()
    return any(
        all(word.startswith(part) for word, part in zip(words[start:], query, strict=False))
        for start in range(len(words) - len(query) + 1)
    )
