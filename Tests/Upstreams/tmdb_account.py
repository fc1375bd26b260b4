"""TMDB's accounts: request tokens, sessions, favorites, watchlist, ratings."""

from __future__ import annotations

import secrets
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import films
from tmdb_errors import error, success
from tmdb_movies import language_of, page, row
from wire import Reply, Request, json_reply

ACCOUNT = 548


@dataclass
class Account:
    """One person, with any number of sessions."""

    favorites: list[int] = field(default_factory=list)  # in the order of their addition
    watchlist: list[int] = field(default_factory=list)
    ratings: dict[int, float] = field(default_factory=dict)


class Accounts:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tokens: dict[str, str] = {}  # values: pending, approved, denied, expired
        self._sessions: set[str] = set()
        self._account = Account()

    def decide(self, token: str, decision: str) -> None:
        """Applies a person's decision on TMDB's site, or the expiry of a token; "" means every token."""
        if decision not in ("approved", "denied", "expired"):
            raise ValueError(f"no such decision: {decision}")
        with self._lock:
            for each in [token] if token else list(self._tokens):
                if each not in self._tokens:
                    raise ValueError("no such request token")
                self._tokens[each] = decision

    def states(self, request: Request, movie: int) -> dict[str, Any] | None:
        """The account states of a movie; None without a session."""
        with self._lock:
            if not self._is_signed_in(request):
                return None
            rating = self._account.ratings.get(movie)
            return {
                "favorite": movie in self._account.favorites,
                "rated": False if rating is None else {"value": rating},
                "watchlist": movie in self._account.watchlist,
            }

    def answer(self, request: Request, path: str) -> Reply | None:
        """The reply; None if the path does not belong to accounts."""
        with self._lock:
            match request.method, path.split("/"):
                case "GET", ["authentication", "token", "new"]:
                    return self._new_token()
                case "POST", ["authentication", "session", "new"]:
                    return self._new_session(request)
                case "DELETE", ["authentication", "session"]:
                    return self._end_session(request)
                case "GET", ["account"] | ["account", _]:
                    return self._person() if self._is_signed_in(request) else error(3)
                case "POST", ["account", _, ("favorite" | "watchlist") as which]:
                    return self._add(request, which) if self._is_signed_in(request) else error(3)
                case "GET", ["account", _, ("favorite" | "watchlist" | "rated") as which, "movies"]:
                    return self._movies(request, which) if self._is_signed_in(request) else error(3)
                case "POST" | "DELETE", ["movie", movie, "rating"]:
                    return self._rate(request, movie) if self._is_signed_in(request) else error(3)
        return None

    def _is_signed_in(self, request: Request) -> bool:
        return request.query.get("session_id") in self._sessions

    # MARK: Sessions

    def _new_token(self) -> Reply:
        token = secrets.token_hex(20)
        self._tokens[token] = "pending"
        expires_at = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(time.time() + 3600))
        return json_reply({"success": True, "expires_at": expires_at, "request_token": token})

    def _new_session(self, request: Request) -> Reply:
        body = request.json()
        token = body.get("request_token") if isinstance(body, dict) else None
        if not isinstance(token, str) or (state := self._tokens.get(token, "expired")) == "expired":
            return error(33)
        if state != "approved":
            return error(17, failure=True)
        del self._tokens[token]
        session = secrets.token_hex(20)
        self._sessions.add(session)
        return json_reply({"success": True, "session_id": session})

    def _end_session(self, request: Request) -> Reply:
        body = request.json()
        session = body.get("session_id") if isinstance(body, dict) else None
        if session not in self._sessions:
            return error(37)
        self._sessions.discard(session)
        return json_reply({"success": True})

    def _person(self) -> Reply:
        return json_reply(
            {
                "avatar": {"gravatar": {"hash": "0" * 32}, "tmdb": {"avatar_path": None}},
                "id": ACCOUNT,
                "iso_639_1": "ko",
                "iso_3166_1": "KR",
                "name": "",
                "include_adult": False,
                "username": "moviegoer",
            }
        )

    # MARK: Movies

    def _add(self, request: Request, which: str) -> Reply:
        body = request.json()
        if (
            not isinstance(body, dict)
            or body.get("media_type") != "movie"
            or not isinstance(body.get(which), bool)
        ):
            return error(5, "Invalid parameters: Your request parameters are incorrect.")
        movie = body.get("media_id")
        if not isinstance(movie, int) or films.by_tmdb(movie) is None:
            return error(34)
        movies = self._list(which)
        if body[which] and movie in movies:
            return success(200, 12)
        if body[which]:
            movies.append(movie)
            return success(201, 1)
        if movie in movies:
            movies.remove(movie)
        return success(200, 13)

    def _list(self, which: str) -> list[int]:
        return self._account.favorites if which == "favorite" else self._account.watchlist

    def _movies(self, request: Request, which: str) -> Reply:
        text = request.query.get("page", "1")
        if not text.isdecimal() or not 1 <= int(text) <= 500:
            return error(22)
        ratings = self._account.ratings
        movies = list(ratings if which == "rated" else self._list(which))
        if request.query.get("sort_by", "created_at.asc") == "created_at.desc":
            movies.reverse()
        rows = []
        for movie in movies:
            if film := films.by_tmdb(movie):
                rating = {"rating": ratings[movie]} if which == "rated" else {}
                rows.append(row(film, language_of(request.query.get("language"))) | rating)
        return json_reply(page(rows, int(text)))

    def _rate(self, request: Request, id: str) -> Reply:
        if not id.isdecimal() or films.by_tmdb(int(id)) is None:
            return error(34)
        movie = int(id)
        if request.method == "DELETE":
            self._account.ratings.pop(movie, None)
            return success(200, 13)
        body = request.json()
        value = body.get("value") if isinstance(body, dict) else None
        if not request.headers.get("content-type", "").startswith("application/json"):
            return error(18)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return error(18)
        if value > 10:
            return error(18, "Value too high: Value must be less than, or equal to 10.0.")
        if value < 0.5:
            return error(18, "Value too low: Value must be greater than 0.0.")
        if value * 2 != int(value * 2):
            return error(18, "Value invalid: Values must be a multiple of 0.50.")
        code = 12 if movie in self._account.ratings else 1
        # A rating that changes is the newest.
        self._account.ratings.pop(movie, None)
        self._account.ratings[movie] = value
        return success(201, code)
