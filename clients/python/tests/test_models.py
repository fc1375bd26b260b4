"""Conversion between JSON and dataclasses, without a server."""

from __future__ import annotations

import unittest

from movieserver import (
    InvalidResponse,
    Mark,
    Movie,
    MovieDetail,
    MovieServerError,
    Resync,
    UnknownNotification,
    errors,
    notifications,
)

MOVIE = {
    "id": "builtin:tt6751668",
    "title": "Parasite",
    "originalTitle": "기생충",
    "year": 2019,
    "genres": ["Drama", "Thriller"],
    "directors": ["Bong Joon Ho"],
    "cast": [],
    "rating": 8.5,
    "runtimeMinutes": 132,
    "isFavorite": True,
}


class ModelTests(unittest.TestCase):
    def test_members_become_attributes(self) -> None:
        movie = Movie.from_json(MOVIE)
        self.assertEqual(("기생충", 132, True), (movie.original_title, movie.runtime_minutes, movie.is_favorite))
        self.assertEqual(("Drama", "Thriller"), movie.genres)
        self.assertIsNone(movie.overview)

    def test_attributes_become_members(self) -> None:
        self.assertEqual(MOVIE, Movie.from_json(MOVIE).to_json())

    def test_the_representation_has_only_what_is_known(self) -> None:
        mark = Mark(rating=8.5, tags=("rain",))
        self.assertEqual("Mark(rating=8.5, tags=('rain',))", repr(mark))
        self.assertEqual(mark, eval(repr(mark)))
        self.assertEqual("Movie(title='Parasite', id='x:1')", repr(Movie(id="x:1", title="Parasite", votes=3)))
        self.assertEqual("Resync(topics=('library',))", repr(Resync(topics=("library",))))
        unknown = UnknownNotification(method="x", params={"a": None})
        self.assertEqual("UnknownNotification(method='x', params={'a': None})", repr(unknown))

    def test_nested_objects_become_nested_models(self) -> None:
        wire = {**MOVIE, "companies": [{"name": "Barunson"}], "recommendations": {"items": [MOVIE]}}
        detail = MovieDetail.from_json(wire)
        self.assertEqual("Barunson", detail.companies[0].name)
        self.assertEqual(Movie.from_json(MOVIE), detail.recommendations.items[0])
        self.assertEqual(wire["companies"], detail.to_json()["companies"])

    def test_unknown_members_are_ignored(self) -> None:
        self.assertEqual(Movie.from_json(MOVIE), Movie.from_json({**MOVIE, "smell": "basement"}))

    def test_null_means_absent(self) -> None:
        self.assertIsNone(Movie.from_json({**MOVIE, "year": None}).year)

    def test_an_integer_rating_becomes_a_float(self) -> None:
        self.assertIsInstance(Movie.from_json({**MOVIE, "rating": 8}).rating, float)

    def test_the_error_names_a_missing_or_mistyped_member(self) -> None:
        for change, problem in (
            ({"title": None}, "Movie.title is missing"),
            ({"year": "2019"}, "year has the unexpected value '2019'"),
            ({"year": True}, "year has the unexpected value True"),
            ({"genres": "Drama"}, "genres has the unexpected value 'Drama'"),
            ({"genres": ["Drama", 7]}, "genres has the unexpected value 7"),
        ):
            with self.subTest(problem), self.assertRaisesRegex(InvalidResponse, problem):
                Movie.from_json({**MOVIE, **change})
        with self.assertRaisesRegex(InvalidResponse, "Movie has the unexpected value"):
            Movie.from_json([])

    def test_a_model_is_frozen(self) -> None:
        with self.assertRaises(AttributeError):
            Movie.from_json(MOVIE).title = "Host"  # type: ignore[misc]


class NotificationTests(unittest.TestCase):
    def test_a_known_notification_has_its_class(self) -> None:
        self.assertEqual(
            Resync(topics=("loading",)), notifications.notification_from_json("resync", {"topics": ["loading"]})
        )

    def test_an_unexpected_notification_is_passed_on_unchanged(self) -> None:
        for method in ("resync", "news"):
            self.assertEqual(
                UnknownNotification(method=method, params={"topics": 3}),
                notifications.notification_from_json(method, {"topics": 3}),
            )


class ErrorTests(unittest.TestCase):
    def test_an_error_has_all_members_of_the_response(self) -> None:
        data = {"reason": "upstreamRateLimited", "retryable": True, "retryAfterMs": 1500, "httpStatus": 429}
        error = errors.from_json({"code": 1005, "message": "Too many requests.", "data": data})
        self.assertIsInstance(error, errors.UpstreamError)
        self.assertEqual(
            ("Too many requests.", 1005, True, 1500), (str(error), error.code, error.retryable, error.retry_after_ms)
        )
        self.assertEqual(429, error.data["httpStatus"])
        self.assertIsNone(error.field)

    def test_an_unknown_reason_and_missing_data_are_accepted(self) -> None:
        for wire in ({"code": 9, "message": "m", "data": {"reason": "new"}}, {"code": 9, "message": "m"}, None):
            self.assertIsInstance(errors.from_json(wire), MovieServerError)

    def test_families_have_the_expected_base_classes(self) -> None:
        self.assertTrue(issubclass(errors.Superseded, errors.RequestCancelled))
        self.assertTrue(issubclass(errors.RequestTimeout, TimeoutError))
