"""TMDB v3: routes, keys, lists and search."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import films
import images
import tmdb_discover
import tmdb_errors
import tmdb_parts
import tmdb_people
import tmdb_releases
import tmdb_reviews
from films import Film
from tmdb_account import Accounts
from tmdb_errors import error
from tmdb_movies import GENRES, IN_KOREA, details, language_of, page, repeated, row
from wire import Reply, Request, conditional, json_reply

KEY = "0123456789abcdef0123456789abcdef"
TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ1cHN0cmVhbSJ9.c2lnbmF0dXJl"

# By their names in append_to_response and in the path.
PARTS: dict[str, Callable[..., dict[str, Any]]] = {
    "credits": tmdb_parts.credits,
    "external_ids": tmdb_parts.external_ids,
    "videos": tmdb_releases.videos,
    "release_dates": tmdb_releases.release_dates,
    "watch/providers": tmdb_releases.providers,
    "recommendations": tmdb_parts.recommendations,
    "similar": tmdb_parts.recommendations,
    "reviews": tmdb_reviews.reviews,
    "translations": tmdb_parts.translations,
    "keywords": tmdb_parts.keywords,
}
DATES = {"maximum": "2025-03-12", "minimum": "2025-01-29"}
BY_DATE = sorted(films.FILMS, key=lambda film: film.date, reverse=True)
BY_VOTES = sorted(films.FILMS, key=lambda film: -film.votes)
LISTS: dict[str, Sequence[Film]] = {
    "now_playing": BY_DATE[:25],
    "popular": repeated(BY_VOTES),
    "top_rated": sorted(films.FILMS, key=lambda film: -film.vote)[:60],
    "upcoming": BY_DATE[:7],
    "day": BY_VOTES[10:30],
    "week": BY_VOTES[5:50],
}


class Upstream:
    base_path = "/3"
    base_url = ""

    def __init__(self, keys: Sequence[str]):
        accepted = list(keys) or [KEY, TOKEN]
        self._tokens = {key for key in accepted if key.startswith("eyJ")}
        self._keys = set(accepted) - self._tokens
        self._accounts = Accounts()
        self.decide = self._accounts.decide

    def error(self, code: str) -> Reply:
        return error(int(code))

    def refusal(self, status: int) -> Reply:
        return tmdb_errors.refusal(status)

    def answer(self, request: Request) -> Reply:
        if request.path.startswith("/t/p/"):
            return images.answer(request)
        if not request.path.startswith("/3/"):
            return error(34)
        # A v3 key as a bearer token is as wrong as no key.
        bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
        if request.query.get("api_key") not in self._keys and bearer not in self._tokens:
            return error(7)
        path = request.path.removeprefix("/3/")
        answer = self._accounts.answer(request, path)
        if answer is not None:
            return answer
        if request.method not in ("GET", "HEAD"):
            return error(34)
        try:
            self._page(request)
        except ValueError:
            return error(22)
        seconds = 120 if path.startswith("trending/") else 21_600
        return conditional(request, self._read(request, path), seconds)

    def _page(self, request: Request) -> int:
        text = request.query.get("page", "1")
        if not re.fullmatch(r"\d+", text) or not 1 <= int(text) <= 500:
            raise ValueError
        return int(text)

    def _read(self, request: Request, path: str) -> Reply:
        language = language_of(request.query.get("language"))
        match path.split("/"):
            case ["authentication"]:
                return tmdb_errors.success()
            case ["configuration"]:
                host = self.base_url.removesuffix(self.base_path)
                return json_reply({"change_keys": ["title"], "images": images.configuration(host)})
            case ["genre", "movie", "list"]:
                korean = language == "ko"
                return json_reply({"genres": [{"id": id, "name": names[korean]} for id, names in GENRES.items()]})
            case ["search", "movie"]:
                return self._search(request)
            case ["movie", ("now_playing" | "popular" | "top_rated" | "upcoming") as name]:
                return self._list(request, name)
            case ["trending", ("movie" | "all"), ("day" | "week") as window]:
                return self._list(request, window)
            case ["discover", "movie"]:
                return json_reply(page(self._rows(request, tmdb_discover.discovered(request.query)), self._page(request)))
            case ["search", "person"]:
                names = tmdb_people.found(request.query.get("query", ""))
                return json_reply(page([tmdb_people.summary(name, language) for name in names], self._page(request)))
            case ["search", "keyword"]:
                return self._keywords(request)
            case ["keyword", id] if id.isdigit() and int(id) in tmdb_discover.KEYWORDS:
                return json_reply({"id": int(id), "name": tmdb_discover.KEYWORDS[int(id)]})
            case ["person", id] if id.isdigit() and int(id) in tmdb_people.NAMES:
                return json_reply(tmdb_people.body(tmdb_people.NAMES[int(id)], dict(request.query)))
            case ["collection", id] if id.isdigit():
                collection = tmdb_people.collection(int(id), language)
                return json_reply(collection) if collection else error(34)
            case ["watch", "providers", "movie"]:
                return self._providers(request)
            case ["find", external]:
                return self._find(request, external)
            case ["movie", id]:
                return self._movie(request, id)
            case ["movie", id, part]:
                return self._part(request, id, part)
        return error(34)

    def _rows(self, request: Request, found: Sequence[Film], media_type: bool = False) -> list[dict[str, Any]]:
        language, region = language_of(request.query.get("language")), request.query.get("region")
        return [row(film, language, region, media_type) for film in found]

    def _list(self, request: Request, name: str) -> Reply:
        found = LISTS[name]
        is_dated = name in ("now_playing", "upcoming")
        if is_dated and request.query.get("region") == "KR":
            found = [film for film in found if film.language == "ko" or film.tmdb in IN_KOREA]
        body = page(self._rows(request, found, name in ("day", "week")), self._page(request))
        return json_reply({**body, "dates": DATES} if is_dated else body)

    def _search(self, request: Request) -> Reply:
        query, number = request.query.get("query", ""), self._page(request)
        if not query:
            return json_reply({"errors": ["query must be provided"]}, 422)
        if query.strip().lower() in films.ENDLESS:
            places = range((number - 1) * 20 + 1, number * 20 + 1)
            here = [film for place in places if (film := films.invented(place))]
            return json_reply(page(self._rows(request, here), number, films.ENDLESS_TOTAL))
        found = films.found(query)
        for name in ("year", "primary_release_year"):
            if request.query.get(name):
                found = [film for film in found if film.year == request.query[name]]
        if query.lower() == "the":
            found = repeated(found)
        body = page(self._rows(request, found), number)
        # Without results there sometimes is one page, and sometimes none.
        if not found and query != "zzyzx":
            body["total_pages"] = 1
        return json_reply(body)

    def _keywords(self, request: Request) -> Reply:
        text = films.folded(request.query.get("query", ""))
        rows = [{"id": id, "name": name} for id, name in tmdb_discover.KEYWORDS.items() if text and text in name]
        return json_reply(page(rows, self._page(request)))

    def _providers(self, request: Request) -> Reply:
        known = tmdb_discover.PROVIDERS.get(request.query.get("watch_region", ""), {})
        rows = [
            {"display_priority": place, "logo_path": f"/{id}.jpg", "provider_id": id, "provider_name": name}
            for place, (id, name) in enumerate(known.items())
        ]
        return json_reply({"results": rows})

    def _find(self, request: Request, external: str) -> Reply:
        if request.query.get("external_source") != "imdb_id":
            return error(5, "Invalid parameters: Your request parameters are incorrect.")
        film = films.by_imdb(external)
        others: dict[str, Any] = {f"{kind}_results": [] for kind in ("person", "tv", "tv_episode", "tv_season")}
        return json_reply({"movie_results": self._rows(request, [film] if film else [], True), **others})

    def _film(self, id: str) -> Film | None:
        if id.startswith("tt"):
            return films.by_imdb(id)
        return films.by_tmdb(int(id)) if re.fullmatch(r"\d{1,18}", id) else None

    def _movie(self, request: Request, id: str) -> Reply:
        film = self._film(id)
        if film is None:
            return error(6 if id == "0" else 34)
        appended = [name for name in request.query.get("append_to_response", "").split(",") if name]
        if len(appended) > 20:
            return error(27)
        body = details(film, language_of(request.query.get("language")))
        for name in appended:
            if name == "account_states":
                if (states := self._accounts.states(request, film.tmdb)) is not None:
                    body[name] = states
            elif name in PARTS:
                body[name] = PARTS[name](film, {**request.query, "page": "1"})
        return json_reply(body)

    def _part(self, request: Request, id: str, part: str) -> Reply:
        film = self._film(id)
        if film is None:
            return error(34)
        if part == "account_states":
            states = self._accounts.states(request, film.tmdb)
            return error(3) if states is None else json_reply({"id": film.tmdb, **states})
        if part not in PARTS:
            return error(34)
        body = PARTS[part](film, request.query)
        # Lists of films do not contain the movie's id; reviews and the other parts do.
        return json_reply(body if part in ("recommendations", "similar") else {"id": film.tmdb, **body})
