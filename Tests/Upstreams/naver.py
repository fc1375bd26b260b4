"""Naver's discontinued movie search."""

from __future__ import annotations

import re
from collections.abc import Sequence

import films
from films import Film, folded
from naver_items import director, item
from wire import Reply, Request, json_reply

KEY = "client-of-tests:secret-of-tests"
CONTENT_TYPE = "application/json; charset=UTF-8"

ERRORS = {
    "SE01": (400, "SE01", "Incorrect query request (잘못된 쿼리요청입니다.)"),
    "SE02": (400, "SE02", "Invalid display value (부적절한 display 값입니다.)"),
    "SE03": (400, "SE03", "Invalid start value (부적절한 start 값입니다.)"),
    "SE04": (400, "SE04", "Invalid sort value (부적절한 sort 값입니다.)"),
    "SE05": (404, "SE05", "Invalid search api (존재하지 않는 검색 api 입니다.)"),
    "SE06": (400, "SE06", "Malformed encoding (잘못된 형식의 인코딩입니다.)"),
    "SE99": (500, "SE99", "System Error (시스템 에러)"),
    "024": (401, "024", "Not Exist Client ID : Authentication failed. (인증에 실패했습니다.)"),
    "024-secret": (401, "024", "NID AUTH Result Invalid (1000) : Authentication failed. (인증에 실패했습니다.)"),
    "024-scope": (401, "024", "Scope Status Invalid : Authentication failed. (인증에 실패했습니다.)"),
    "028": (401, "028", "Authentication header not exists (OpenAPI key is missing)"),
    "403": (403, "024", "You are not allowed to call this API. (호출이 금지되었습니다.)"),
    "405": (405, "405", "Method not allowed."),
    "010": (429, "010", "Query limit exceeded. (쿼리 한도를 초과했습니다.)"),
    "012": (429, "012", "Rate limit exceeded. (속도 제한을 초과했습니다.)"),
}
# Naver's genres as TMDB's.
GENRES = {
    1: 18, 2: 14, 3: 37, 4: 27, 5: 10749, 6: 12, 7: 53, 10: 99, 11: 35, 12: 10751, 13: 9648, 14: 10752, 15: 16, 16: 80,
    18: 878, 19: 28,
}  # fmt: skip
COUNTRIES = {"ko": "KR", "ja": "JP", "fr": "FR", "cn": "HK", "en": "US"}


class Upstream:
    base_path = "/v1/search"
    base_url = ""

    def __init__(self, keys: Sequence[str]):
        self._secrets = dict(key.partition(":")[::2] for key in list(keys) or [KEY])

    def error(self, code: str) -> Reply:
        status, number, text = ERRORS[code]
        return json_reply({"errorMessage": text, "errorCode": number}, status, CONTENT_TYPE)

    def refusal(self, status: int) -> Reply:
        code = {400: "SE01", 401: "024", 403: "403", 404: "SE05", 405: "405", 429: "012"}.get(status, "SE99")
        _, number, text = ERRORS[code]
        return json_reply({"errorMessage": text, "errorCode": number}, status, CONTENT_TYPE)

    def answer(self, request: Request) -> Reply:
        client = request.headers.get("x-naver-client-id", "")
        if client not in self._secrets:
            return self.error("024")
        if request.headers.get("x-naver-client-secret") != self._secrets[client]:
            return self.error("024-secret")
        if request.path != "/v1/search/movie.json":
            return self.error("SE05")
        if request.method != "GET":
            return self.error("405")
        return self._search(request)

    def _search(self, request: Request) -> Reply:
        query = request.query.get("query", "")
        if any("\ud800" <= letter <= "\udfff" for letter in query):
            return self.error("SE06")
        if not query.strip() or ("yearfrom" in request.query) != ("yearto" in request.query):
            return self.error("SE01")
        display = _number(request.query.get("display", "10"), 100)
        if display is None:
            return self.error("SE02")
        start = _number(request.query.get("start", "1"), 1_000)
        if start is None:
            return self.error("SE03")
        if query.strip().lower() in films.ENDLESS:
            invented = (films.invented(place) for place in range(start, start + display))
            here, total = [film for film in invented if film], films.ENDLESS_TOTAL
        else:
            found = [film for film in _found(query) if _fits(film, request)]
            here, total = found[start - 1 : start - 1 + display], len(found)
        value = {
            "lastBuildDate": "Mon, 19 Nov 2018 09:37:47 +0900",
            "total": total,
            "start": start,
            "display": len(here),
            "items": [item(film, query.strip()) for film in here],
        }
        return json_reply(value, 200, CONTENT_TYPE)


def _number(text: str, most: int) -> int | None:
    return int(text) if re.fullmatch(r"\d{1,9}", text) and 1 <= int(text) <= most else None


def _found(query: str) -> list[Film]:
    """The films found by name, newest first, then those found only by their director."""
    wanted = folded(query.strip())
    by_name = sorted(films.found(query), key=lambda film: film.date, reverse=True)
    by_director = [film for film in films.FILMS if wanted in folded(director(film)) and film not in by_name]
    return by_name + by_director


def _fits(film: Film, request: Request) -> bool:
    query = request.query
    if "genre" in query and GENRES.get(_number(query["genre"], 28) or 0) not in film.genres:
        return False
    if "country" in query and COUNTRIES.get(film.language, "ETC") != query["country"]:
        return False
    return "yearfrom" not in query or query["yearfrom"] <= film.year <= query["yearto"]
