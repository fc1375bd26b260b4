"""The library: what the user keeps about films, with the real server."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from movieserver import AsyncClient, Client, Movie

from .support import ServerTest


def movie(number: int) -> Movie:
    return Movie(id=f"other:{number}", title=f"Film {number}", year=2000 + number)


class LibraryTests(ServerTest):
    def test_the_library_and_the_diary_are_iterated_over_all_pages(self) -> None:
        movies = self.client()
        for number in range(7):
            movies.mark(movie(number), watchlist=True, rating=number + 1)
            movies.log_viewing(movie(number), date=f"2026-01-0{number + 1}", keep_on_watchlist=True)
        library = movies.library(filter="watchlist", sort="year", order="asc", limit=3)
        self.assertEqual((3, 7), (len(library), library.total))
        self.assertEqual([f"Film {number}" for number in range(7)], [each.title for each in library])
        self.assertEqual([3, 3, 1], [len(page.items) for page in library.pages()])
        diary = movies.diary(from_="2026-01-02", limit=2)
        self.assertEqual([f"2026-01-0{day}" for day in (7, 6, 5, 4, 3, 2)], [each.date for each in diary])
        self.assertEqual("Film 6", diary[0].movie.title)
        self.assertEqual(["2026-01-05", "2026-01-04"], [each.date for each in movies.diary(offset=2, limit=2)][:2])

    def test_nothing_is_missed_when_the_library_changes_between_pages(self) -> None:
        movies = self.client()
        for number in range(6):
            movies.mark(movie(number), watchlist=True)
        library = movies.library(sort="year", order="asc", limit=2)
        pages = library.pages()
        next(pages)
        movies.mark(movie(0), watchlist=False)
        self.assertEqual({f"Film {number}" for number in range(6)}, {each.title for each in library})

    def test_changes_since_a_revision(self) -> None:
        movies = self.client()
        movies.mark(movie(1), watchlist=True)
        revision = movies.library().revision
        movies.mark(movie(2), note="good")
        movies.mark(movie(1), watchlist=False)
        delta = movies.library_since(revision)
        self.assertEqual(["Film 2"], [each.title for each in delta.added])
        self.assertEqual(("other:1",), delta.removed)

    def test_results_are_plain_rows_for_other_libraries(self) -> None:
        movies = self.client()
        movies.mark(movie(1), rating=8.5, tags=["rain"])
        [row] = [each.to_dict() for each in movies.library()]
        self.assertEqual(("Film 1", 2001, None), (row["title"], row["year"], row["imdb_id"]))
        self.assertEqual((8.5, ["rain"]), (row["mark"]["rating"], row["mark"]["tags"]))
        movies.star(movie(1))
        [starred] = movies.favorites()
        self.assertIsInstance(starred.to_dict()["starred_at"], datetime)
        self.assertEqual(starred, Movie.from_json(json.loads(json.dumps(starred.to_json()))))

    def test_a_viewing_of_the_diary_is_changed_and_deleted_as_it_is(self) -> None:
        movies = self.client()
        logged = movies.log_viewing(movie(1), date="2026-01-31")
        [viewing] = movies.diary()
        self.assertEqual(8, movies.log_viewing(viewing=viewing, rating=8).viewing.rating)
        self.assertEqual(7, movies.log_viewing(viewing=logged.viewing, rating=7).viewing.rating)
        self.assertTrue(movies.delete_viewing(viewing).changed)
        self.assertEqual(0, movies.diary().total)

    def test_every_change_is_undone_by_its_result(self) -> None:
        movies = self.client()
        home = Movie(id="mine:1", title="Home video")  # in no catalog
        for film in ("builtin:tt0364569", home):
            movies.mark(film, starred=True, watchlist=True, rating=7, note="One\nTwo", tags=["a", "b"])
            viewing: dict[str, Any] = {"date": "2024-02-29", "rating": 6, "note": "x", "rewatch": True}
            first = movies.log_viewing(film, keep_on_watchlist=True, **viewing).viewing
            movies.mark(film, rating=7)
            nothing: dict[str, Any] = {"rating": None, "note": None}
            changes: list[tuple[Callable[..., Any], list[Any], dict[str, Any]]] = [
                (movies.unstar, [film], {}),
                (movies.mark, [film], {**nothing, "starred": False, "watchlist": False, "tags": []}),
                (movies.mark, [film], {"add_tags": ["c"], "remove_tags": ["a"]}),
                (movies.log_viewing, [film], {"rating": 9, "date": "2024-03-01"}),
                (movies.log_viewing, [film], {"rating": 9, "viewing": "new"}),
                (movies.log_viewing, [], {**nothing, "viewing": first, "date": None, "rewatch": False}),
                (movies.log_viewing, [], {"viewing": first.viewing, "rating": 1}),
                (movies.delete_viewing, [first], {}),
            ]
            before = self.kept(movies)
            for number, (change, words, options) in enumerate(changes):
                with self.subTest(number, film=film):
                    result = change(*words, **options)
                    self.assertNotEqual(before, self.kept(movies))
                    movies.undo(result)
                    self.assertEqual(before, self.kept(movies))
                    movies.mark(film, note="later")
                    later = self.kept(movies)
                    movies.undo(result)  # nothing is left of it to undo
                    self.assertEqual(later, self.kept(movies))
                    movies.mark(film, note="One\nTwo")
            movies.undo(movies.star(film))  # which has changed nothing
            self.assertEqual(before, self.kept(movies))

    def test_what_only_the_change_has_kept_is_undone_from_and_to_nothing(self) -> None:
        movies = self.client()
        home = Movie(id="mine:1", title="Home video")
        for change in (
            lambda: movies.star(home),
            lambda: movies.mark(home, watchlist=True, rating=3),
            lambda: movies.log_viewing(home, rating=3),
        ):
            changed = change()
            self.assertEqual(1, movies.library().total)
            movies.undo(changed)
            self.assertEqual(0, movies.library().total)
        movies.star(home)
        movies.undo(movies.unstar(home))
        movies.unstar(home)
        movies.log_viewing(home)
        movies.undo(movies.delete_viewing(movies.diary()[0]))
        self.assertEqual(1, movies.library(filter="viewed").total)

    def test_a_star_has_the_time_that_is_given(self) -> None:
        movies = self.client()
        time = datetime(2001, 2, 3, 4, 5, 6, 789000, timezone(timedelta(hours=9)))
        marked = movies.mark("builtin:tt0364569", starred_at=time, watchlisted_at="2001-02-02T19:05:06.789Z")
        self.assertEqual((time, time), (marked.mark.starred_at, marked.mark.watchlisted_at))
        movies.undo(marked)
        self.assertEqual(0, movies.library().total)
        here = datetime(2001, 2, 3)
        self.assertEqual(here.astimezone(), movies.mark("builtin:tt0364569", starred_at=here).mark.starred_at)
        self.assertIsNone(movies.mark("builtin:tt0364569", starred_at=None).mark.starred_at)

    def test_what_is_no_change_cannot_be_undone(self) -> None:
        movies: Any = self.client()
        for value in (None, movies.genres()[0], movies.library().page):
            with self.assertRaisesRegex(TypeError, "the result of a change"):
                movies.undo(value)

    def kept(self, movies: Client) -> list[dict[str, Any]]:
        """Return what is kept."""
        marks = [movies.mark(each).mark.to_dict() for each in movies.library(sort="title")]  # changes nothing
        return marks + [{**each.to_dict(), "movie": each.movie.title} for each in movies.diary()]

    def test_what_is_no_viewing_is_refused_with_a_sentence(self) -> None:
        movies: Any = self.client()
        for value in (None, 3, {"viewing": "1" * 200}):
            with self.subTest(value), self.assertRaisesRegex(TypeError, "an id.* is needed, not") as caught:
                movies.delete_viewing(value)
            self.assertLess(len(str(caught.exception)), 150)
        with self.assertRaisesRegex(TypeError, "cannot be encoded as JSON") as caught:
            movies.request("deleteViewing", {"viewing": Movie(id="x:1", title="long" * 50)})
        self.assertLess(len(str(caught.exception)), 150)

    def test_a_library_is_exported_imported_and_counted(self) -> None:
        movies = self.client()
        movies.log_viewing("builtin:tt0364569", date=date(2026, 1, 31), rating=9)
        folder = os.getcwd()
        os.chdir(self.folder)  # the server stays where it is
        self.addCleanup(os.chdir, folder)
        exported = movies.export_library(Path("library.csv"))
        self.assertEqual((1, 1), (exported.entries, exported.viewings))
        self.assertEqual(os.path.abspath("library.csv"), exported.path)
        self.assertEqual(0, movies.import_library("library.csv", dry_run=True).added)
        self.assertEqual(1, movies.request("exportLibrary", {"path": Path("library.json")})["entries"])
        self.assertEqual(1, movies.diary(from_=date(2026, 1, 31), to=datetime(2026, 1, 31, 20)).total)
        statistics = movies.statistics(from_=date(2026, 1, 1))
        self.assertEqual((1, 120), (statistics.viewings, statistics.minutes))
        self.assertEqual(["Park Chan-wook"], [each.name for each in statistics.directors])
        [viewing] = movies.diary()
        self.assertEqual(9, movies.delete_viewing(viewing.viewing).previous.rating)
        self.assertEqual(0, movies.diary().total)


class AsyncLibraryTests(ServerTest):
    def test_the_same_methods_are_awaited(self) -> None:
        async def run() -> None:
            async with AsyncClient(**self.real()) as movies:
                for number in range(5):
                    await movies.log_viewing(movie(number), date=f"2026-01-0{number + 1}")
                diary = await movies.diary(order="asc", limit=2)
                self.assertEqual(2, len(diary))
                self.assertEqual([f"Film {number}" for number in range(5)], [each.movie.title async for each in diary])
                library = await movies.library(filter="viewed", limit=2)
                self.assertEqual(5, len([each async for each in library]))
                self.assertEqual(5, len((await movies.library_since(0)).added))
                await movies.undo(await movies.log_viewing(movie(9)))
                self.assertEqual(5, (await movies.library()).total)

        asyncio.run(run())
