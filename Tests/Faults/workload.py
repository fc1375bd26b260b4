"""The requests that clients send at random."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from session import Session

Request = tuple[str, Mapping[str, Any]]

QUERIES = [
    "the",
    "dune",
    "parasite",
    "기생충",
    "a",
    "godfather",
    "love",
    "e",
    "이",
    "스타워즈",
    "zzyzx",
    "Mr. & Mrs. Smith",
    "park chan-wook",
    "parasite bong",
    "dune 2021",
    "tt6751668",
    "https://letterboxd.com/film/parasite-2019/",
]
CATALOGS = ["builtin", "builtin", "tmdb", "tmdb", "omdb", "naver"]
LISTS = ["search", "a", "b"]
ONLINE_IDS = ["tmdb:550", "tmdb:496243", "tmdb:27205", "omdb:tt0137523", "tmdb:670"]
OWN_MOVIES = 150
FAVORITES = OWN_MOVIES + 100  # at most, with those of the catalogs
# Characters that a terminal, an editor or a line of JSON would obey.
CONTROLS = "\u202e\u2066\u061c\u2028\u2029\x9b2J\x85\x1b]0;owned\x07"
TAGS = ["Kino", "비 오는 날", CONTROLS + "rainy", "a" * 101, *(f"tag {number}" for number in range(100))]
# The longest that there are: a few have the size that a film's tags may have.
LONG_TAGS = [str(number).rjust(100, letter) for number in range(20) for letter in '가"']
LARGE_TEXT = "A long description. " * 500
# The sizes at which the server cuts texts.
LINE, SUMMARY = 4 << 10, 16 << 10


def own_movie(number: int) -> Mapping[str, Any]:
    """A movie with a text so long that a listing of all of them is large; every tenth is as large as one can be."""
    movie = {"id": f"own:{number}", "title": f"Film {number}", "overview": LARGE_TEXT}
    if number % 10:
        return movie
    lines = {name: '"' * 2 * LINE for name in ("originalTitle", "originalLanguage", "imdbId")}
    names = {name: ['"' * 128] * (SUMMARY // 128) for name in ("genres", "directors", "cast")}
    urls = {name: "https://image.example/".ljust(LINE, "x") for name in ("posterUrl", "backdropUrl", "link")}
    return {**movie, "overview": '"' * 2 * SUMMARY, **lines, **names, **urls}


def request(session: Session, dice: random.Random) -> Request:
    """A request that any client may send."""
    throw = dice.random()
    if throw < 0.34:
        return "search", _search(dice)
    if throw < 0.46:
        return "nextPage", {"list": dice.choice(LISTS)}
    if throw < 0.62:
        return _star(session, dice)
    if throw < 0.72:
        return _library(session, dice)
    if throw < 0.78:
        return "favorites", _favorites(session, dice)
    if throw < 0.94:
        return _about_a_movie(session, dice)
    if throw < 0.99:
        return _about_people(dice)
    return "refreshFavorites", {}


def account_request(session: Session, dice: random.Random) -> Request:
    """A request of a client that logs in and out."""
    throw = dice.random()
    if throw < 0.4 or not session.tokens:
        return "login", {"catalog": "tmdb"}
    if throw < 0.45:  # a token in another text, which a transcript must not show either
        page = f"https://www.themoviedb.org/authenticate/{dice.choice(session.tokens)}"
        return "search", {"query": page, "catalog": "builtin"}
    if throw < 0.7:
        return "completeLogin", {"catalog": "tmdb", "requestToken": dice.choice(session.tokens)}
    if throw < 0.8:
        return "session", {"catalog": "tmdb"}
    if throw < 0.85:
        return "logout", {"catalog": "tmdb"}
    if throw < 0.95:
        return "rate", {"id": dice.choice(ONLINE_IDS), "value": dice.randint(1, 20) / 2}
    return "unrate", {"id": dice.choice(ONLINE_IDS)}


def large_request(dice: random.Random) -> Request:
    """A request whose result is large."""
    listing: Request = (dice.choice(["favorites", "library"]), {"limit": 1000})
    others: list[Request] = [("home", {"catalog": "tmdb"}), ("home", {}), ("person", {"id": "tmdb:811476"})]
    return listing if dice.random() < 0.7 else dice.choice(others)


def _search(dice: random.Random) -> Mapping[str, Any]:
    params: dict[str, Any] = {
        "query": dice.choice(QUERIES),
        "list": dice.choice(LISTS),
        "catalog": dice.choice(CATALOGS),
        "limit": dice.choice([1, 3, 20, 20, 100]),
    }
    if dice.random() < 0.3:
        params["debounceMs"] = dice.randint(1, 30)
    return params


def _star(session: Session, dice: random.Random) -> Request:
    if dice.random() < 0.2:
        id = dice.choice([*ONLINE_IDS, dice.choice(session.ids)])
        return dice.choice(["star", "unstar"]), {"id": id}
    movie = own_movie(dice.randrange(OWN_MOVIES))
    return ("star", {"movie": movie}) if dice.random() < 0.6 else ("unstar", {"id": movie["id"]})


def _library(session: Session, dice: random.Random) -> Request:
    id = dice.choice([*ONLINE_IDS, dice.choice(session.ids)])
    movie: Mapping[str, Any] = {"movie": own_movie(dice.randrange(OWN_MOVIES))}
    film = movie if dice.random() < 0.5 else {"id": id}
    match dice.choice(["mark", "mark", "mark", "logViewing", "deleteViewing", "read"]):
        case "mark":
            edits: list[Mapping[str, Any]] = [
                {"watchlist": dice.random() < 0.6},
                {"rating": dice.choice([None, dice.randint(1, 20) / 2])},
                {"note": dice.choice([None, CONTROLS + LARGE_TEXT[: dice.randrange(1, 2000)]])},
                {dice.choice(["tags", "addTags", "addTags", "removeTags"]): _tags(dice)},
            ]
            return "mark", {**film, **dice.choice(edits)}
        case "logViewing":
            date = {"date": f"2026-0{dice.randint(1, 9)}-1{dice.randint(0, 9)}"} if dice.random() < 0.8 else {}
            return "logViewing", {**film, **date, "rewatch": dice.random() < 0.2}
        case "deleteViewing" if session.viewings:
            return "deleteViewing", {"viewing": dice.choice(session.viewings)}
    reads: list[Request] = [
        ("library", {"watchlist": True, "limit": 5}),
        ("library", {"tag": dice.choice(TAGS), "sort": "random", "seed": 1}),
        ("diary", {"from": "2026-03-01", "limit": 5}),
        ("statistics", {}),
        ("tags", {}),
    ]
    return dice.choice(reads)


def _tags(dice: random.Random) -> Sequence[str]:
    """A few tags, all of them, or as many long ones as fit, and sometimes one more."""
    match dice.choice(["few", "few", "all", "long"]):
        case "all":
            return [each for each in TAGS if len(each) <= 100][-dice.randint(99, 101) :]
        case "long":
            return dice.sample(LONG_TAGS, dice.randint(12, 18))
    return dice.sample(TAGS, dice.randint(1, 3))


def _favorites(session: Session, dice: random.Random) -> Mapping[str, Any]:
    params: dict[str, Any] = {
        "limit": dice.randint(1, 10),
        "sort": dice.choice(["starredAt", "title", "year", "rating"]),
    }
    if dice.random() < 0.3:
        params["query"] = "film"
    if dice.random() < 0.3:
        params = {"since": max(0, session.mirrors["favorites"].revision - dice.randint(0, 5))}
    return params


def _about_a_movie(session: Session, dice: random.Random) -> Request:
    id = dice.choice([*ONLINE_IDS, dice.choice(session.ids)])
    method = dice.choice(["detail", "detail", "reviews", "recommendations", "poster", "home", "genres", "session"])
    match method:
        case "home":
            return method, {"catalog": dice.choice(["builtin", "tmdb"])}
        case "genres" | "session":
            return method, {"catalog": "tmdb"}
        case "poster" if session.posters and dice.random() < 0.7:
            return method, {"url": dice.choice(session.posters), "width": dice.choice([92, 342, 780])}
    return method, {"id": id}


def _about_people(dice: random.Random) -> Request:
    person, collection = dice.choice(["tmdb:811476", "tmdb:1"]), dice.choice(["tmdb:263", "tmdb:1"])
    criteria: Mapping[str, Any] = {
        "genres": dice.choice([[], ["drama"], ["nonsense"]]),
        "sort": dice.choice(["popularity", "rating", "random"]),
        "list": dice.choice(LISTS),
    }
    return dice.choice(
        [
            ("discover", {"catalog": dice.choice(CATALOGS), **criteria}),
            ("discover", {"person": person}),
            ("people", {"query": dice.choice(QUERIES), "catalog": dice.choice(CATALOGS)}),
            ("person", {"id": person}),
            ("collection", {"id": collection}),
        ]
    )
