"""The sentences in the user's language, and the country of the user."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from movieserver import Client, Movie, MovieServerError, RequestTimeout, ServerGone, words
from movieserver._translations import TABLES
from movieserver.errors import from_json

from .support import ServerTest, environment

CATEGORIES = ("ALL", "MESSAGES", "MEASUREMENT", "TIME", "ADDRESS", "MONETARY", "PAPER")
SOURCES = Path(words.__file__).parent


@contextmanager
def language(**variables: str) -> Iterator[None]:
    """Set the variables of the locale, and no others."""
    unset: dict[str, str | None] = dict.fromkeys(("LANG", *(f"LC_{name}" for name in CATEGORIES)))
    with environment(**{**unset, **variables}):
        words._locale.cache_clear()
        words._table.cache_clear()
        try:
            yield
        finally:
            words._locale.cache_clear()
            words._table.cache_clear()


class WordsTests(ServerTest):
    def test_sentences_are_in_the_users_language(self) -> None:
        with language(LANG="ko_KR.UTF-8"):
            self.assertEqual("찾은 영화가 없습니다.", words.t(words.NOTHING_FOUND))
            self.assertEqual("영화 10,000+편", words.count({"total": 10_000, "totalIsExact": False}))
            self.assertEqual("영화 1편 · “기생충” 검색 결과", words.count({"total": 1, "correctedQuery": "기생충"}))
            error = from_json({"message": "", "data": {"reason": "upstreamUnreachable", "catalog": "tmdb"}})
            self.assertEqual("tmdb에 연결할 수 없습니다. 네트워크를 확인하세요.", words.sentence(error))
            message = "/nope cannot be started: No such file"
            error = from_json({"message": message, "data": {"reason": "serverNotFound", "detail": "/nope"}})
            self.assertEqual("/nope: 시작할 수 없습니다: No such file", words.sentence(error))
            self.assertEqual("/nope cannot be started: No such file", words.sentence(error, "en-GB"))
        with language(LANG="fr_FR.UTF-8", LC_MESSAGES="en_US.UTF-8"):
            self.assertEqual("/nope: 시작할 수 없습니다: No such file", words.sentence(error, "ko-KR"))
            self.assertEqual(words.NOTHING_FOUND, words.t(words.NOTHING_FOUND))

    def test_a_refused_argument_is_explained_in_the_users_language(self) -> None:
        movies: Any = self.client()
        film = "builtin:tt0364569"
        tags = [str(number) for number in range(100)]
        movies.mark("builtin:tt0468569", tags=tags)
        cases: list[tuple[Callable[[], object], str]] = [
            (
                lambda: movies.mark(film, rating=11),
                "rating의 값이 잘못되었습니다. 쓸 수 있는 값: 0.5에서 10까지의 수, 0.5 단위",
            ),
            (lambda: movies.mark(film, watchlist=3), "watchlist의 값이 잘못되었습니다. 쓸 수 있는 값: true 또는 false"),
            (lambda: movies.search("x", limit=0), "limit의 값이 잘못되었습니다. 쓸 수 있는 값: 1에서 100까지의 정수"),
            (
                lambda: movies.library(filter="x"),
                "filter의 값이 잘못되었습니다. 쓸 수 있는 값: all, starred, watchlist, ",
            ),
            (
                lambda: movies.log_viewing(film, date="x"),
                "date의 값이 잘못되었습니다. 쓸 수 있는 값: YYYY-MM-DD 형식의 날짜",
            ),
            (lambda: movies.log_viewing(film, date="2206-11-02"), "2206-11-02은(는) 아직 오지 않은 날짜입니다."),
            (
                lambda: movies.mark("builtin:tt0468569", add_tags=["x"]),
                "영화 하나에는 태그를 100개까지, 모두 합쳐 4 KiB까지 달 수 있습니다.",
            ),
            (lambda: movies.delete_viewing("x"), "관람 기록 x이(가) 없습니다."),
            (
                lambda: movies.mark(film, note="x" * 100_000),
                "note의 값이 잘못되었습니다. 쓸 수 있는 값: 65536바이트까지의 글",
            ),
            (lambda: movies.discover(genres=["x"]), "builtin에는 “x” 장르가 없습니다."),
            (lambda: movies.import_library("/nope"), "/nope을(를) 읽을 수 없습니다: No such file or directory."),
        ]
        for call, korean in cases:
            with self.subTest(korean), self.assertRaises(MovieServerError) as caught:
                call()
            self.assertEqual(korean, words.sentence(caught.exception, "ko-KR")[: len(korean)])
            said = str(caught.exception).removesuffix(" genres() lists them.")
            self.assertEqual(said, words.sentence(caught.exception, "en-US"))

    def test_a_film_may_be_an_object_or_a_result(self) -> None:
        movies = self.client()
        self.assertEqual("Oldboy (2003)", words.film(movies.search("oldboy")[0]))
        self.assertEqual("Oldboy (2003)", words.film(movies.request("search", {"query": "oldboy"})["items"][0]))
        self.assertEqual("Home video", words.film(Movie(id="mine:1", title="Home video")))

    def test_every_sentence_of_the_sources_is_translated(self) -> None:
        text = "".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
        sentences = {
            first or second for first, second in re.findall(r"""\bt\(\s*(?:"((?:[^"\\]|\\.)+)"|'([^']+)')""", text)
        } | {sentence for sentence in words.ERRORS.values() if sentence}
        sentences.update(words.REFUSALS)
        self.assertGreater(len(sentences), 100)
        for language in TABLES.keys() - {"en"}:
            self.assertEqual(set(), sentences - TABLES[language].keys(), language)

    def test_countries_and_languages_have_names(self) -> None:
        for place, names in (("ko_KR.UTF-8", ["한국", "한국어"]), ("C", ["South Korea", "Korean"])):
            with language(LANG=place):
                self.assertEqual([*names, "xx"], [words.name_of(code) for code in ("KR", "ko", "xx")])

    def test_the_country_is_that_of_the_locale_or_of_the_system(self) -> None:
        for variables, locale, country in (
            ({"LANG": "ko_KR.UTF-8"}, "ko-KR", "KR"),
            ({"LANG": "en_US.UTF-8", "LC_ALL": "de_AT"}, "de-AT", "AT"),
            ({"LANG": "en", "LC_MEASUREMENT": "ko_KR.UTF-8"}, "en-KR", "KR"),
            ({"LANG": "C.UTF-8", "LC_TIME": "fr_FR@euro"}, "en-FR", "FR"),
            ({"LANG": "ko"}, "ko", ""),
            ({"LANG": "C.UTF-8"}, None, ""),
            ({}, None, ""),
        ):
            with self.subTest(variables), language(**variables):
                self.assertEqual((locale, country), (words.locale(), words.country()))

    def test_the_end_of_the_server_is_explained_by_its_last_lines_without_hints(self) -> None:
        for text, shown in (
            ("movie-server exited with status 3: line 1\nthe disk is gone", "line 1\nthe disk is gone"),
            ("movie-server exited with status 3: " + "\n".join("123456"), "\n".join("23456")),
            ("movie-server exited with status 2: movie-server: no\nTry “movie-server --help”.", "no"),
            ("movie-server was killed by SIGKILL", "killed by SIGKILL"),
            ("/bin/false (MOVIE_SERVER) exited with status 1", "/bin/false (MOVIE_SERVER): exit status 1"),
            ("/bin/x exited with status 1: no\nTry “x”.", "/bin/x: no"),
            ("this client is closed", "this client is closed"),
        ):
            error = from_json({"message": text, "data": {"reason": "serverGone"}})
            self.assertEqual(f"movie-server has ended: {shown}", words.sentence(error))
        error = ServerGone("x exited with status 3", reason="serverGone")
        self.assertEqual("movie-server가 끝났습니다: 종료 상태 3", words.sentence(error, "ko"))

    def test_any_other_exception_has_its_own_message(self) -> None:
        self.assertEqual("a defect", words.sentence(ValueError("a defect")))

    def test_a_server_that_does_not_start_is_named(self) -> None:
        with environment(MOVIE_SERVER="sleep 99"), self.assertRaises(RequestTimeout) as caught:
            Client(start_timeout=0.2).start()
        program = f"{shutil.which('sleep')} (MOVIE_SERVER)"
        english = f"{program} has not answered “initialize” within 0.2 s."
        self.assertEqual(english, words.sentence(caught.exception, "en"))
        korean = f"{program}이(가) 0.2초 안에 “initialize”에 답하지 않았습니다."
        self.assertEqual(korean, words.sentence(caught.exception, "ko"))
