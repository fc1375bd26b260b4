"""Discovering, people and collections, with a server that plays recorded responses of TMDB."""

from __future__ import annotations

import os
import unittest
from pathlib import Path
from typing import Any

from movieserver import AsyncClient, Client, InvalidRequest, models

from .support import ServerTest

EXCHANGES = Path(__file__).resolve().parents[3] / "Tests/RecordedServices/exchanges"
"""The responses that the conformance kit needs, which these tests ask for too."""


class RecordedTest(ServerTest):
    def recorded(self) -> dict[str, Any]:
        options = self.real(catalog="tmdb")
        return {"command": [os.environ["MOVIE_SERVER"], "--http-replay", str(EXCHANGES)], **options}


class DiscoverTests(RecordedTest):
    def client(self, **more: Any) -> Client:
        return self._started(Client(**self.recorded()))

    def test_discovered_movies_are_results_in_pages(self) -> None:
        movies = self.client()
        criteria: dict[str, Any] = {
            "genres": ["drama"], "exclude_genres": ["27"], "year_from": 1990, "year_to": 1999, "sort": "releaseDate",
        }  # fmt: skip
        results = movies.discover(**criteria, limit=5)
        years = [movie.year or 0 for movie in results]
        self.assertGreater(len(years), 5)
        self.assertEqual(sorted(years, reverse=True), years)
        self.assertEqual(len(years), results.total)

    def test_a_seed_gives_the_same_order(self) -> None:
        movies = self.client()
        one, other = (movies.discover(country="KR", sort="random", seed=7, limit=3).page.items for _ in range(2))
        self.assertEqual(one, other)

    def test_people_lead_to_their_films(self) -> None:
        movies = self.client()
        [song] = movies.people("song kang-ho", limit=1)
        self.assertIsInstance(song, models.PersonSummary)
        person = movies.person(song)
        self.assertEqual(song.name, person.name)
        self.assertEqual(sorted((m.year or 0 for m in person.cast), reverse=True), [m.year or 0 for m in person.cast])
        self.assertIsInstance(person.cast[0], models.Movie)

    def test_a_collection_has_its_movies_in_order(self) -> None:
        self.assertEqual([2005, 2008, 2012], [movie.year for movie in self.client().collection("tmdb:263").items])

    def test_what_is_unknown_raises_with_its_field(self) -> None:
        movies = self.client()
        for call, field in (
            (lambda: movies.discover(genres=["drama", "nonsense"]).page, "genres"),
            (lambda: movies.discover(person="tmdb:1").page, "person"),
            (lambda: movies.person("tmdb:1"), "person"),
            (lambda: movies.collection("tmdb:1"), "collection"),
        ):
            with self.subTest(field), self.assertRaises(InvalidRequest) as caught:
                call()
            self.assertEqual(field, caught.exception.field)


class AsyncDiscoverTests(RecordedTest, unittest.IsolatedAsyncioTestCase):
    async def test_the_methods_are_awaited(self) -> None:
        async with AsyncClient(**self.recorded()) as movies:
            [song] = await movies.people("song kang-ho", limit=1)
            self.assertEqual(song.name, (await movies.person(song.id)).name)
            self.assertEqual(3, len((await movies.collection("tmdb:263")).items))
            results = await movies.discover(country="KR", sort="random", seed=7, limit=3)
            self.assertEqual(3, len(results.page.items))
