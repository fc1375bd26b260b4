"""A test of a plugin, for python3 -m unittest or pytest. The server plays a transcript; its exit status is the result."""

from __future__ import annotations

import unittest
from pathlib import Path

from movieserver import Client, FavoritesChanged, MovieNotFound, MovieServerError, Star
from movieserver.testing import ReplayFailed, replay

SESSION = Path(__file__).parent.parent / "session.rpc"
UNREADABLE = Path(__file__).parent.parent / "unreadable.rpc"


def find_and_star(movies: Client, query: str) -> Star:
    """The code under test, such as a command of a plugin."""
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

    def test_an_error_without_an_id_fails_the_requests_that_wait(self) -> None:
        with replay(UNREADABLE) as movies:
            waiting = [movies.submit("genres"), movies.submit("detail", {"id": "builtin:tt0364569"})]
            for request in waiting:
                with self.assertRaises(MovieServerError) as caught:
                    request.result(timeout=10)
                self.assertEqual("parseError", caught.exception.reason)
            self.assertEqual(0, len(movies.genres()))

    def test_an_unexpected_message_is_reported_with_its_line(self) -> None:
        with self.assertRaisesRegex(ReplayFailed, r"session\.rpc:5: unexpected message from the client"):
            with replay(SESSION) as movies:
                find_and_star(movies, "something else")
