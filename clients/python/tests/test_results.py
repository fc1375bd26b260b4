"""Results: all pages, any order of reading, and how a newer search in the same list ends an older one."""

from __future__ import annotations

import threading
from itertools import chain, zip_longest

from movieserver import Client, Results, Superseded

from .support import DEADLINE, MANY, ServerTest


def ids(results: Results) -> list[str]:
    return [movie.id for movie in results]


class PageTests(ServerTest):
    def test_pages_follow_one_another_to_the_end(self) -> None:
        results = self.client().search(MANY, limit=3)
        pages = list(results.pages())
        self.assertGreater(len(pages), 2)
        self.assertEqual([n + 1 for n in range(len(pages))], [page.page for page in pages])
        self.assertEqual([n * 3 for n in range(len(pages))], [page.offset for page in pages])
        self.assertEqual([True] * (len(pages) - 1) + [False], [page.has_more for page in pages])
        self.assertEqual(results.total, len(set(ids(results))))

    def test_the_page_size_does_not_change_the_results(self) -> None:
        movies = self.client()
        self.assertEqual(ids(movies.search(MANY, limit=100)), ids(movies.search(MANY, limit=7)))

    def test_pages_are_fetched_when_they_are_needed(self) -> None:
        movies = self.client()
        results = movies.search(MANY, limit=2, list="pane")
        reader = iter(results)
        for _ in range(3):
            next(reader)
        self.assertEqual(3, movies.next_page("pane").page)

    def test_results_can_be_read_again(self) -> None:
        results = self.client().search(MANY, limit=3)
        self.assertEqual(ids(results), ids(results))
        self.assertEqual(results.page, next(results.pages()))

    def test_two_readers_can_share_results(self) -> None:
        results = self.client().search(MANY, limit=2)
        pairs = list(zip(results, results, strict=True))
        self.assertEqual(ids(results), [left.id for left, right in pairs if left == right])

    def test_threads_can_share_results(self) -> None:
        results = self.client().search(MANY, limit=1)
        threads = [threading.Thread(target=ids, args=(results,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(DEADLINE)
        self.assertEqual([n + 1 for n in range(results.total)], [page.page for page in results.pages()])


class ListTests(ServerTest):
    def test_interleaved_searches_are_independent(self) -> None:
        movies = self.client()
        queries = (MANY, "of", MANY)
        alone = [ids(movies.search(query, limit=2)) for query in queries]
        together: list[list[str]] = [[] for _ in queries]
        for row in zip_longest(*(movies.search(query, limit=2) for query in queries)):
            for found, movie in zip(together, row, strict=True):
                if movie:
                    found.append(movie.id)
        self.assertEqual(alone, together)

    def test_more_results_can_be_open_than_the_server_keeps_lists(self) -> None:
        movies = self.client()
        expected = ids(movies.search(MANY, limit=4))
        kept = [movies.search(MANY, limit=4) for _ in range(258)]
        self.assertEqual(expected, ids(kept[0]))
        self.assertEqual(expected, ids(kept[1]))
        self.assertEqual(expected, ids(kept[-1]))

    def test_a_list_that_the_server_has_dropped_is_fetched_again(self) -> None:
        movies = self.client()
        expected = ids(movies.search(MANY, limit=2))
        results = movies.search(MANY, limit=2)
        reader = iter(results)
        found = [next(reader).id for _ in range(5)]
        for _ in range(257):
            movies.search("parasite")
        found += [movie.id for movie in reader]
        self.assertEqual(expected, found)

    def test_a_newer_search_in_a_named_list_ends_the_older_results(self) -> None:
        movies = self.client()
        older, newer = movies.search(MANY, limit=2, list="pane"), movies.search("of", limit=2, list="pane")
        self.assertEqual("pane", older.list)
        reader = iter(older)
        self.assertEqual(list(older.page.items), [next(reader), next(reader)])
        with self.assertRaises(Superseded) as caught:
            next(reader)
        self.assertEqual("superseded", caught.exception.reason)
        self.assertEqual(newer.total, len(ids(newer)))

    def test_a_newer_home_ends_the_older_sections(self) -> None:
        movies = self.client()
        older = next(section for section in movies.home() if section.page.has_more)
        newer = next(section for section in movies.home() if section.section == older.section)
        with self.assertRaises(Superseded):
            ids(older)
        self.assertEqual(newer.total, len(ids(newer)))

    def test_recommendations_of_the_same_movie_can_be_read_side_by_side(self) -> None:
        movies = self.client()
        movie = next(iter(movies.search("parasite")))
        left, right = movies.recommendations(movie), movies.recommendations(movie)
        both = list(zip_longest(left, right))
        self.assertEqual([one and one.id for one, _ in both], [other and other.id for _, other in both])


class SectionTests(ServerTest):
    def test_a_failed_section_raises_and_does_not_affect_the_others(self) -> None:
        movies: Client = self.fake("""
            hello()
            error = {"code": 1004, "message": "too busy", "data": {"reason": "upstreamRateLimited", "retryable": True}}
            film = {"id": "x:1", "title": "One"}
            answer(read(), sections=[
                {"section": "popular", "title": "Popular", "error": error},
                {"section": "upcoming", "title": "Upcoming", "list": "home:upcoming", "page": 1, "offset": 0,
                 "total": 1, "hasMore": False, "items": [film]},
            ])
            goodbye()
        """)
        popular, upcoming = movies.home()
        self.assertEqual(["Popular", "Upcoming"], [popular.title, upcoming.title])
        for read in (lambda: list(popular), lambda: popular.page, lambda: list(chain(popular.pages()))):
            with self.assertRaisesRegex(Exception, "too busy"):
                read()
        self.assertEqual(["x:1"], ids(upcoming))
