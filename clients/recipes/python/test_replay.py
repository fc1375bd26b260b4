"""A plugin's test: python3 -m unittest, or pytest. The server is the one of a transcript, and its exit status the
verdict."""

from __future__ import annotations

import unittest
from pathlib import Path

from movieserver import Client, FavoritesChanged, MovieNotFound, Star
from movieserver.testing import ReplayFailed, replay

SESSION = Path(__file__).parent.parent / "session.rpc"


def find_and_star(movies: Client, query: str) -> Star:
    """What is tested: here what a plugin's command does."""
    found = movies.search(query, list="pane")
    return movies.star(found.page.items[0].id)


class ReplayTest(unittest.TestCase):
    def test_a_film_is_found_and_starred(self) -> None:
        with replay(SESSION) as movies:
            notes = movies.notifications(timeout=10)
            self.assertTrue(find_and_star(movies, "올드보이").is_favorite)
            changed = next(note for note in notes if isinstance(note, FavoritesChanged))
            self.assertEqual("Oldboy", changed.added[0].title)
            with self.assertRaises(MovieNotFound):
                movies.detail("builtin:tt0000000")

    def test_a_client_that_strays_is_told_where(self) -> None:
        with self.assertRaisesRegex(ReplayFailed, r"session\.rpc:5: the client strays"):
            with replay(SESSION) as movies:
                find_and_star(movies, "something else")
