"""The methods, against the real server."""

from __future__ import annotations

import inspect
import itertools
import os
import pydoc
import re
import threading
import time
from collections.abc import Callable
from typing import Any

import movieserver
from movieserver import (
    AsyncClient,
    CatalogError,
    Client,
    InvalidRequest,
    ListNotReady,
    Movie,
    MovieNotFound,
    RequestCancelled,
    ServerFailure,
    ServerGone,
    Superseded,
    UpstreamError,
)

from .support import DEADLINE, MANY, ServerTest, within_deadline


class LifeTests(ServerTest):
    def test_initialize_describes_the_server(self) -> None:
        server = self.client().server
        self.assertEqual(("movie-server", "1.0"), (server.server_info.name, server.protocol_version))
        self.assertEqual("builtin", server.catalog)
        self.assertIn("builtin", [catalog.name for catalog in server.catalogs])
        assert server.favorites
        self.assertEqual((0, 0), (server.favorites.revision, server.favorites.total))

    def test_an_unknown_catalog_raises_at_the_start(self) -> None:
        with self.assertRaises(CatalogError) as caught:
            Client(**self.real(catalog="nosuch")).start()
        self.assertEqual("catalogUnknown", caught.exception.reason)

    def test_a_closed_client_can_be_closed_again_but_not_used(self) -> None:
        movies = self.client()
        movies.close()
        movies.close()
        with self.assertRaisesRegex(ServerGone, "closed"):
            movies.search(MANY)

    def test_close_does_not_wait_for_a_search_but_finishes_a_change(self) -> None:
        movies = self.client(stop_timeout=DEADLINE)
        search = movies.submit("search", {"query": MANY, "debounceMs": 60_000})
        star = movies.submit("star", {"id": "builtin:tt6751668"})
        within_deadline(movies.close)
        self.assertEqual(0, movies._ending()[0])
        with self.assertRaisesRegex(ServerGone, "this client is closed"):
            search.result(0)
        self.assertTrue(star.result(0)["isFavorite"])

    def test_a_client_says_what_it_is_connected_to(self) -> None:
        self.assertEqual("<AsyncClient: not started>", repr(AsyncClient()))
        movies = self.client()
        process = re.escape(os.environ["MOVIE_SERVER"]) + r", process \d+"
        self.assertRegex(repr(movies), f"^<Client: {process}>$")
        movies.close()
        self.assertRegex(repr(movies), f"^<Client: {process}, ended>$")

    def test_nothing_is_accepted_after_shutdown(self) -> None:
        movies = self.client()
        movies.shutdown()
        with self.assertRaises(ServerFailure) as caught:
            movies.search(MANY)
        self.assertEqual("shuttingDown", caught.exception.reason)

    def test_documentation_and_completion_show_what_there_is(self) -> None:
        self.assertIn(
            "date: 'str | datetime.date | None' = UNCHANGED", pydoc.plain(pydoc.render_doc(Client.log_viewing))
        )
        shown = [pydoc.plain(pydoc.render_doc(each)) for each in (Client.detail, Client.search, Client.favorites_since)]
        returns = ["-> 'MovieDetail'", "-> 'Results'", "-> 'FavoritesDelta'"]
        self.assertEqual([], [each for each, page in zip(returns, shown, strict=True) if each not in page])
        self.assertIn("-> 'Entries[DiaryPage, DiaryItem]'", pydoc.plain(pydoc.render_doc(Client.diary)))
        self.assertTrue(inspect.iscoroutinefunction(AsyncClient.search))
        for name, result in (
            ("search", "AsyncResults"),
            ("diary", "AsyncEntries[DiaryPage, DiaryItem]"),
            ("star", "Star"),
        ):
            page = pydoc.plain(pydoc.render_doc(AsyncClient)).partition(f"async {name}(")[2]
            self.assertRegex(page, rf"^self, [^>]*-> '{re.escape(result)}'")
        for name in ("search", "discover", "favorites", "library", "diary", "people"):
            self.assertRegex(
                getattr(Client, name).__doc__, "`limit`(?: is the number of .* fetched at a time|: there are no)"
            )
        for each in (Client, AsyncClient):
            options = set(inspect.signature(each).parameters)
            explained = re.findall(r"^ \|\s+(\w+): [\w ]", pydoc.plain(pydoc.render_doc(each)), re.MULTILINE)
            self.assertEqual(set(), options - set(explained))
        for call in (Client.mark, Client.log_viewing):
            explained = re.findall(r"^ +(\w+): \w", pydoc.plain(pydoc.render_doc(call)), re.MULTILINE)
            self.assertEqual([*inspect.signature(call).parameters][1:], explained)
        self.assertLessEqual({"Client", "Movie", "FavoritesChanged"}, set(dir(movieserver)))

    def test_threads_can_share_a_client(self) -> None:
        movies = self.client()
        alone = [movie.id for movie in movies.search(MANY, limit=5)]
        found: list[list[str]] = []

        def search() -> None:
            found.append([movie.id for movie in movies.search(MANY, limit=5)])

        threads = [threading.Thread(target=search) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(DEADLINE)
        self.assertEqual([alone] * 8, found)


class MovieTests(ServerTest):
    def test_what_is_no_movie_is_refused_with_a_sentence(self) -> None:
        movies: Any = self.client()
        for call in (movies.detail, movies.star, movies.mark, movies.reviews):
            for value in (None, 364569, {"id": "builtin:tt0364569"}):
                with self.subTest(call=call, value=value), self.assertRaisesRegex(TypeError, "an id.* is needed, not"):
                    call(value)
        with self.assertRaisesRegex(TypeError, "not None"):
            movies.person(None)
        oldboy = movies.detail("builtin:tt0364569")
        self.assertEqual("Oldboy", movies.detail(oldboy).title)

    def test_what_the_server_refuses_is_an_invalid_request(self) -> None:
        with self.assertRaises(InvalidRequest) as caught:
            self.client().mark("builtin:tt0364569", rating=11)
        self.assertEqual("rating", caught.exception.field)

    def test_a_refused_argument_has_its_name_in_python(self) -> None:
        movies: Any = self.client()
        oldboy = "builtin:tt0364569"
        cases: list[tuple[Callable[[], object], str, str]] = [
            (lambda: movies.mark(oldboy, add_tags=[3]), "add_tags", "add_tags must be at most 100 texts of 1 to 100"),
            (lambda: movies.diary(from_="x"), "from_", "from_ must be a day as YYYY-MM-DD."),
            (lambda: movies.mark("x"), "movie", "movie must be a movie id of the form catalog:native."),
            (lambda: movies.star(Movie(id="x:1", title="")), "movie.title", "movie.title must be a string that"),
            (
                lambda: movies.discover(year_from=2000, year_to=1999),
                "year_to",
                "year_to must not be less than year_from.",
            ),
            (lambda: movies.request("mark", {"id": oldboy, "addTags": 3}), "addTags", "addTags must be at most"),
        ]
        for call, field, message in cases:
            with self.subTest(message), self.assertRaises(InvalidRequest) as caught:
                call()
            self.assertEqual(field, caught.exception.field)
            self.assertTrue(str(caught.exception).startswith(message), str(caught.exception))
        with self.assertRaisesRegex(TypeError, r"^log_viewing\(\) needs a movie or a viewing"):
            movies.log_viewing()

    def test_a_film_is_one_line(self) -> None:
        movies = self.client()
        oldboy = "title='Oldboy', year=2003, id='builtin:tt0364569'"
        self.assertEqual(f"Movie({oldboy})", repr(movies.search("oldboy")[0]))
        self.assertEqual(f"MovieDetail({oldboy})", repr(movies.detail("builtin:tt0364569")))

    def test_one_text_is_no_list_of_texts(self) -> None:
        movies = self.client()
        for call in (
            lambda: movies.mark("builtin:tt0364569", tags="noir"),
            lambda: movies.mark("builtin:tt0364569", add_tags="noir"),
            lambda: movies.mark("builtin:tt0364569", remove_tags="noir"),
            lambda: movies.discover(genres="noir"),
            lambda: movies.discover(exclude_genres="noir"),
            lambda: movies.home(sections="noir"),
            lambda: Client(notifications="noir"),  # type: ignore[arg-type]
        ):
            with self.assertRaisesRegex(TypeError, r"^\w+ must be a list of texts, such as \['noir'\]"):
                call()
        self.assertEqual((), movies.tags())

    def test_a_misspelled_parameter_of_a_request_is_refused_with_those_that_there_are(self) -> None:
        movies = self.client()
        for call in (movies.request, movies.submit):
            with self.assertRaisesRegex(ValueError, "^There is no parameter “qery”. There are: catalog, .*, query, "):
                call("search", {"qery": "x"})

    def test_search_finds_a_title(self) -> None:
        results = self.client().search("parasite")
        self.assertIn("Parasite", [movie.title for movie in results])
        self.assertEqual("parasite", results.page.query)

    def test_search_can_be_restricted_to_a_year(self) -> None:
        movies = self.client()
        year = next(movie.year for movie in movies.search(MANY) if movie.year)
        self.assertEqual({year}, {movie.year for movie in movies.search(MANY, year=year)})

    def test_an_empty_query_is_invalid(self) -> None:
        with self.assertRaises(InvalidRequest) as caught:
            self.client().search("  ")
        error = caught.exception
        self.assertEqual(
            ("invalidParams", -32602, "query", False), (error.reason, error.code, error.field, error.retryable)
        )

    def test_a_search_may_find_nothing(self) -> None:
        results = self.client().search("qqxxzzqqxxzz")
        self.assertEqual((0, []), (results.total, list(results)))

    def test_detail_takes_a_movie_or_an_id(self) -> None:
        movies = self.client()
        found = next(iter(movies.search("parasite")))
        by_movie, by_id = movies.detail(found), movies.detail(found.id)
        self.assertEqual((found.id, found.title, found.year), (by_movie.id, by_movie.title, by_movie.year))
        self.assertEqual(by_movie, by_id)

    def test_detail_of_an_unknown_id_raises(self) -> None:
        with self.assertRaises(MovieNotFound) as caught:
            self.client().detail("builtin:tt0000000")
        self.assertEqual("movieNotFound", caught.exception.reason)

    def test_home_sections_have_all_their_pages(self) -> None:
        sections = self.client().home()
        self.assertTrue(sections)
        for section in sections:
            with self.subTest(section.section):
                self.assertTrue(section.title)
                ids = [movie.id for movie in section]
                self.assertEqual(section.total, len(set(ids)))
                self.assertEqual(len(ids), len(set(ids)))

    def test_recommendations_leave_out_the_movie_itself(self) -> None:
        movies = self.client()
        found = next(iter(movies.search("parasite")))
        recommended = [movie.id for movie in movies.recommendations(found)]
        self.assertNotIn(found.id, recommended)
        self.assertTrue(recommended)

    def test_genres_have_names(self) -> None:
        self.assertIn("Drama", [genre.name for genre in self.client().genres()])

    def test_an_unsupported_method_raises(self) -> None:
        movies = self.client()
        for ask in (movies.login, movies.session, lambda: movies.rate("builtin:tt6751668", 8)):
            with self.assertRaises(CatalogError) as caught:
                ask()
            self.assertEqual("unsupportedByCatalog", caught.exception.reason)

    def test_a_poster_url_must_come_from_the_server(self) -> None:
        movies = self.client()
        with self.assertRaises(TypeError):
            movies.poster()
        with self.assertRaises((InvalidRequest, CatalogError, UpstreamError)):
            movies.poster(url="http://127.0.0.1:9/secret")


class RequestTests(ServerTest):
    def test_request_calls_any_method_by_name(self) -> None:
        answer = self.client().request("search", {"query": "parasite", "limit": 1})
        self.assertEqual("search", answer["list"])
        self.assertEqual(1, len(answer["items"]))

    def test_an_unknown_method_raises(self) -> None:
        with self.assertRaises(InvalidRequest) as caught:
            self.client().request("fly")
        self.assertEqual(("methodNotFound", -32601), (caught.exception.reason, caught.exception.code))

    def test_a_request_that_is_too_large_raises(self) -> None:
        movies = self.client()
        with self.assertRaises(InvalidRequest) as caught:
            movies.search("x" * 2_000_000)
        self.assertEqual("messageTooLarge", caught.exception.reason)
        self.assertIn("Parasite", [movie.title for movie in movies.search("parasite")])

    def test_a_submitted_request_can_be_cancelled(self) -> None:
        movies = self.client()
        request = movies.submit("search", {"query": MANY, "debounceMs": 60_000})
        request.cancel()
        with self.assertRaises(RequestCancelled) as caught:
            request.result(DEADLINE)
        self.assertEqual("cancelled", caught.exception.reason)

    def test_a_request_can_be_cancelled_by_its_id(self) -> None:
        movies = self.client()
        request = movies.submit("search", {"query": MANY, "debounceMs": 60_000})
        movies.cancel(request.id)
        with self.assertRaises(RequestCancelled):
            request.result(DEADLINE)

    def test_a_newer_search_supersedes_a_waiting_one_in_the_same_list(self) -> None:
        movies = self.client()
        request = movies.submit("search", {"query": MANY, "list": "pane", "debounceMs": 60_000})
        self.assertTrue(list(movies.search("parasite", list="pane")))
        with self.assertRaises(Superseded):
            request.result(DEADLINE)

    def test_an_unknown_list_has_no_next_page(self) -> None:
        with self.assertRaises(ListNotReady):
            self.client().next_page("nobody's")


class FavoriteTests(ServerTest):
    def found(self, movies: Client, number: int) -> list[Movie]:
        return list(movies.search(MANY, limit=number).page.items)

    def test_star_and_unstar_are_idempotent(self) -> None:
        movies = self.client()
        movie = self.found(movies, 1)[0]
        first, again = movies.star(movie.id), movies.star(movie.id)
        self.assertEqual((True, True, 1), (first.is_favorite, first.changed, first.revision))
        self.assertEqual((True, False, 1), (again.is_favorite, again.changed, again.revision))
        self.assertTrue(self.found(movies, 1)[0].is_favorite)
        gone = movies.unstar(movie)
        self.assertEqual((False, True, 2), (gone.is_favorite, gone.changed, gone.revision))
        self.assertEqual([], list(movies.favorites()))

    def test_star_stores_the_given_movie(self) -> None:
        movies = self.client()
        movie = self.found(movies, 1)[0]
        movies.star(movie)
        (kept,) = movies.favorites()
        self.assertEqual((movie.id, movie.title, movie.year, movie.cast), (kept.id, kept.title, kept.year, kept.cast))
        self.assertTrue(kept.is_favorite)
        assert kept.starred_at
        self.assertLess(abs(kept.starred_at.timestamp() - time.time()), 3600)
        self.assertEqual(kept, Movie.from_json(kept.to_json()))

    def test_results_are_a_sequence_of_what_is_loaded(self) -> None:
        movies = self.client()
        results = movies.search("the", limit=2)
        self.assertEqual((2, True), (len(results), bool(results)))
        first = [movie.id for movie in itertools.islice(results, 5)]
        self.assertEqual(first, [movie.id for movie in results[:5]])
        self.assertEqual((6, first[0]), (len(results), results[0].id))
        with self.assertRaises(IndexError):
            results[6]
        nothing = movies.search("qqqqqq")
        self.assertEqual((0, False, []), (len(nothing), bool(nothing), list(nothing)))

    def test_a_started_client_is_its_own_context_manager(self) -> None:
        with Client(**self.real()).start() as movies:
            self.assertIs(movies, movies.start())
            self.assertTrue(movies.search("oldboy"))
        for request in (movies.start, lambda: movies.search("oldboy")):
            with self.assertRaisesRegex(ServerGone, "this client is closed"):
                request()

    def test_favorites_survive_the_server(self) -> None:
        with Client(**self.real()) as movies:
            movies.star("builtin:tt6751668")
        with Client(**self.real()) as movies:
            self.assertEqual(["builtin:tt6751668"], [movie.id for movie in movies.favorites()])
            assert movies.server.favorites
            self.assertEqual((1, 1), (movies.server.favorites.revision, movies.server.favorites.total))

    def test_favorites_come_from_all_pages(self) -> None:
        movies = self.client()
        starred = [movies.star(movie).id for movie in self.found(movies, 7)]
        favorites = movies.favorites(limit=3, order="asc")
        self.assertEqual(starred, [movie.id for movie in favorites])
        self.assertEqual([3, 3, 1], [len(page.items) for page in favorites.pages()])
        self.assertEqual((7, 7), (favorites.total, favorites.revision))

    def test_favorites_can_be_sorted_from_an_offset(self) -> None:
        movies = self.client()
        for movie in self.found(movies, 6):
            movies.star(movie)
        years = [movie.year or 0 for movie in movies.favorites(sort="year", order="desc", limit=2)]
        self.assertEqual(sorted(years, reverse=True), years)
        self.assertEqual(
            years[1:], [m.year or 0 for m in movies.favorites(sort="year", order="desc", limit=2, offset=1)]
        )

    def test_no_favorite_is_missed_when_an_earlier_one_is_removed(self) -> None:
        movies = self.client()
        starred = [movies.star(movie).id for movie in self.found(movies, 6)]
        seen: list[str] = []
        for movie in movies.favorites(limit=2, order="asc"):
            if not seen:
                movies.unstar(movie)
            seen.append(movie.id)
        self.assertEqual(sorted(starred), sorted(seen))

    def test_favorites_since_a_revision_are_a_difference(self) -> None:
        movies = self.client()
        first, second = self.found(movies, 2)
        movies.star(first)
        known = movies.favorites().revision
        movies.star(second)
        movies.unstar(first)
        delta = movies.favorites_since(known)
        self.assertEqual(([second.id], (first.id,)), ([movie.id for movie in delta.added], delta.removed))
        self.assertEqual((3, 1, False), (delta.revision, delta.total, delta.fresh))

    def test_favorites_since_an_unknown_revision_are_complete(self) -> None:
        movies = self.client()
        movies.star(self.found(movies, 1)[0])
        delta = movies.favorites_since(1000)
        self.assertTrue(delta.fresh)
        self.assertEqual((1, 1), (len(delta.added), delta.revision))

    def test_favorites_that_are_too_many_for_a_message_are_fetched_in_pages_of_one_revision(self) -> None:
        movies = self.fake(
            """
            hello()
            movies = [{"id": str(n), "title": "", "isFavorite": True} for n in range(6)]
            def favorites(revision, **members):
                request = read()
                answer(request, epoch="1", revision=revision, total=5, **members)
                return request["params"]
            assert favorites(7, added=movies[:2], removed=[], fresh=True, hasMore=True) == {"since": 3}
            rest = {"sort": "starredAt", "order": "asc", "limit": 1000}
            assert favorites(8, items=movies[3:]) == {**rest, "offset": 2}  # the one before has moved
            assert favorites(8, added=movies[1:3], removed=[], fresh=True, hasMore=True) == {"since": 3}
            assert favorites(8, items=movies[3:5]) == {**rest, "offset": 2}
            assert favorites(8, items=movies[5:]) == {**rest, "offset": 4}
            goodbye()
            """
        )
        delta = movies.favorites_since(3)
        self.assertEqual(["1", "2", "3", "4", "5"], [movie.id for movie in delta.added])
        self.assertEqual((8, True, None), (delta.revision, delta.fresh, delta.has_more))

    def test_refresh_fetches_all_favorites(self) -> None:
        movies = self.client()
        for movie in self.found(movies, 2):
            movies.star(movie)
        refreshed = movies.refresh_favorites()
        self.assertEqual((2, ()), (refreshed.refreshed, refreshed.failed))
