from __future__ import annotations

from typing import Any

from upstream_case import UpstreamCase


class OMDbTests(UpstreamCase):
    service = "omdb"
    secrets = {"apikey": "0badcafe"}

    def error(self, **query: Any) -> str:
        body = self.get("/", **query)
        self.assertEqual(body["Response"], "False")
        self.assertEqual(set(body), {"Response", "Error"})
        return str(body["Error"])

    def test_finds_the_documented_numbers_of_rows(self) -> None:
        counts = {
            "love": 20833, "godfather": 4, "parasite": 1, "lord": 3, "Romeo + Juliet": 1, "Mr. & Mrs. Smith": 1,
            "100% Wolf": 1,
        }  # fmt: skip
        for query, count in counts.items():
            with self.subTest(query):
                found = self.get("/", s=query)
                self.assertEqual((found["totalResults"], found["Response"]), (str(count), "True"))
                self.assertEqual(len(found["Search"]), min(count, 10))
        self.assertEqual(self.error(s="Romeo   Juliet"), "Movie not found!")
        for query in ("zzyzx", "기생충"):
            self.assertEqual(self.error(s=query), "Movie not found!")
        for query in ("the", "e", "이"):
            self.assertEqual(self.error(s=query), "Too many results.")

    def test_ends_after_a_hundred_pages(self) -> None:
        self.assertEqual(self.get("/", s="love", page=100)["Search"][-1]["Title"], "Love No. 1000")
        self.assertEqual(self.error(s="love", page=101), "Movie not found!")
        self.assertEqual(self.error(s="lord", page=2), "Movie not found!")
        self.assertIn("offset", self.error(s="lord", page=0))

    def test_searches_by_type_and_year(self) -> None:
        kinds = [row["Type"] for row in self.get("/", s="godfather")["Search"]]
        self.assertEqual(kinds, ["movie", "movie", "movie", "game"])
        self.assertEqual(self.get("/", s="godfather", type="game")["totalResults"], "1")
        self.assertEqual(self.get("/", s="part ii", y="1974")["Search"][0]["imdbID"], "tt0071562")
        self.assertEqual(self.get("/", t="Star Wars")["Type"], "game")
        self.assertEqual(self.get("/", t="Star Wars", s="lord", type="movie")["imdbID"], "tt0076759")
        self.assertEqual(self.error(t="Star"), "Movie not found!")

    def test_sends_only_strings(self) -> None:
        title = self.get("/", i="tt1375666")
        ratings = title.pop("Ratings")
        self.assertEqual([rating["Source"] for rating in ratings][0], "Internet Movie Database")
        self.assertEqual({type(value) for value in title.values()}, {str})
        self.assertRegex(title["imdbVotes"], r"^\d,\d{3},\d{3}$")
        self.assertEqual((title["Released"], title["Runtime"]), ("16 Jul 2010", "148 min"))
        self.assertTrue(title["Poster"].endswith("@._V1_SX300.jpg"))

    def test_has_the_documented_gaps(self) -> None:
        self.assertEqual(self.get("/", i="tt0411008")["Year"], "2004–2010")
        self.assertEqual(self.get("/", i="tt5875444")["Year"], "2022–")
        self.assertEqual(self.get("/", i="tt1049413")["Poster"], "N/A")
        self.assertEqual(self.get("/", i="tt1527793")["Runtime"], "N/A")
        self.assertNotIn("Ratings", self.get("/", i="tt0017136"))
        self.assertEqual(self.get("/", i="tt0356910")["Title"], "Mr. &amp; Mrs. Smith")
        self.assertIn("&pound;", self.get("/", i="tt0120338")["BoxOffice"])

    def test_refuses_invalid_ids(self) -> None:
        self.assertEqual(self.error(i="tt0000001"), "Incorrect IMDb ID.")
        self.assertEqual(self.error(i=""), "Incorrect IMDb ID.")
        self.assertEqual(self.error(), "Incorrect IMDb ID.")
        answer = self.ask("/", i="one space")
        self.assertEqual(answer.status, 200)
        self.assertIn(b'"Error":"Conversion from string "one space" to type \'Double\' is not valid."}', answer.body)

    def test_sends_invalid_json(self) -> None:
        for id in ("tt0109830", "tt0120737", "tt0137523"):
            with self.subTest(id):
                answer = self.ask("/", i=id)
                self.assertEqual(answer.status, 200)
                self.assertRaises(ValueError, lambda answer=answer: answer.json)
        self.assertIn(b"\x08", self.ask("/", i="tt0109830").body)
        self.assertIn(rb"\s", self.ask("/", i="tt0120737").body)

    def test_checks_keys(self) -> None:
        for target, error in (("/?s=lord", "No API key provided."), ("/?s=lord&apikey=x", "Invalid API key!")):
            answer = self.ask("", target=target)
            self.assertEqual((answer.status, answer.json["Error"]), (401, error))
        self.fault("error", code="quota")
        answer = self.ask("/", s="lord")
        self.assertEqual((answer.status, answer.json["Error"]), (401, "Request limit reached!"))
