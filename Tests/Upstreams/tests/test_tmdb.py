from __future__ import annotations

import unittest
from typing import Any

from upstream_case import UpstreamCase

TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ1cHN0cmVhbSJ9.c2lnbmF0dXJl"


class TMDBCase(UpstreamCase):
    def refused(self, status: int, code: int, path: str, **options: Any) -> Any:
        answer = self.ask(path, **options)
        self.assertEqual((answer.status, answer.json["status_code"], answer.json["success"]), (status, code, False))
        return answer.json


class KeyTests(TMDBCase):
    def test_accepts_a_key_in_the_query_and_a_token_as_bearer_but_not_the_reverse(self) -> None:
        self.assertEqual(self.get("/authentication")["status_code"], 1)
        bare = "/3/authentication"
        self.assertEqual(self.ask("", target=bare, headers={"Authorization": f"Bearer {TOKEN}"}).status, 200)
        for headers in ({}, {"Authorization": f"Bearer {self.secrets['api_key']}"}):
            self.refused(401, 7, "", target=bare, headers=headers)
        self.refused(401, 7, "", target=f"{bare}?api_key={TOKEN}")

    def test_supports_conditional_requests(self) -> None:
        first = self.ask("/movie/550")
        self.assertEqual(first.headers["Content-Type"], "application/json;charset=utf-8")
        self.assertRegex(first.headers["Cache-Control"], r"^public, max-age=\d+$")
        self.assertTrue(first.headers["ETag"].startswith('W/"'))
        again = self.ask("/movie/550", headers={"If-None-Match": first.headers["ETag"]})
        self.assertEqual((again.status, again.body), (304, b""))
        other = self.ask("/movie/550", headers={"If-None-Match": 'W/"other"'})
        self.assertEqual(other.status, 200)


class ListTests(TMDBCase):
    def test_finds_the_documented_numbers_of_rows(self) -> None:
        counts = {
            "love": 20833, "사랑": 20833, "godfather": 2, "기생충": 1, "스타워즈": 3,
            "이": 19, "e": 75, "the": 24, "lord": 3,
            "Romeo + Juliet": 1, "Mr. & Mrs. Smith": 1, "100% Wolf": 1, "8½": 1, "봉준호": 0, "zzyzx": 0, "없는영화": 0,
        }  # fmt: skip
        for query, count in counts.items():
            with self.subTest(query):
                found = self.get("/search/movie", query=query)
                self.assertEqual(found["total_results"], count)
                self.assertEqual(len(found["results"]), min(count, 20))

    def test_reads_an_unencoded_plus_as_a_space(self) -> None:
        target = f"/3/search/movie?api_key={self.secrets['api_key']}&query=Romeo+++Juliet"
        self.assertEqual(self.ask("", target=target).json["results"], [])

    def test_counts_pages(self) -> None:
        self.assertEqual(self.get("/search/movie", query="love", page=500)["total_pages"], 1042)
        self.assertEqual(len(self.get("/search/movie", query="e", page=4)["results"]), 15)
        self.assertEqual(self.get("/search/movie", query="e", page=5)["results"], [])
        self.assertEqual(self.get("/search/movie", query="zzyzx")["total_pages"], 0)
        self.assertEqual(self.get("/search/movie", query="없는영화")["total_pages"], 1)
        for page in ("0", "501", "x", "1.5", "-1", ""):
            self.refused(400, 22, "/search/movie", query="e", page=page)
        self.assertEqual(self.ask("/search/movie", query="").status, 422)

    def test_repeats_the_last_row_of_a_page(self) -> None:
        for path, query in (("/movie/popular", {}), ("/search/movie", {"query": "the"})):
            first, second = (self.get(path, page=page, **query)["results"] for page in (1, 2))
            self.assertEqual(first[-1]["id"], second[0]["id"])

    def test_filters_by_year(self) -> None:
        for name in ("year", "primary_release_year"):
            rows = self.get("/search/movie", query="blade runner", **{name: 2017})["results"]
            self.assertEqual([row["id"] for row in rows], [335984])

    def test_lists_in_a_language_and_a_region(self) -> None:
        now = self.get("/movie/now_playing", language="ko-KR", region="KR")
        self.assertIn("dates", now)
        self.assertIn("미키 17", [row["title"] for row in now["results"]])
        days = {row["id"]: row["release_date"] for row in now["results"]}
        self.assertEqual(days[666277], "2024-03-06")
        self.assertNotIn(872585, days)
        for name in ("popular", "top_rated"):
            self.assertNotIn("dates", self.get(f"/movie/{name}"))
        self.assertIn("dates", self.get("/movie/upcoming"))
        for window in ("day", "week"):
            rows = self.get(f"/trending/movie/{window}")["results"]
            self.assertEqual({row["media_type"] for row in rows}, {"movie"})
        genres = self.get("/genre/movie/list", language="ko")["genres"]
        self.assertEqual((len(genres), genres[0]), (19, {"id": 28, "name": "액션"}))

    def test_has_the_documented_gaps_in_rows(self) -> None:
        def row(query: str, **more: Any) -> Any:
            return self.get("/search/movie", query=query, **more)["results"][0]

        self.assertIsNone(row("up")["poster_path"])
        self.assertEqual(row("Q & A")["release_date"], "")
        self.assertNotIn("release_date", row("M - Eine"))
        self.assertNotIn("genre_ids", row("100% Wolf"))
        self.assertEqual(row("metropolis")["genre_ids"], [])
        self.assertIn(99999, row("그것")["genre_ids"])
        self.assertIsInstance(row("월-E")["vote_average"], int)
        self.assertEqual(row("inception", language="ko-KR")["overview"], "")
        self.assertNotEqual(row("inception")["overview"], "")
        self.assertEqual(row("국제시장")["overview"], "")
        self.assertEqual(row("기생충", language="ko-KR")["title"], "기생충")
        self.assertEqual(row("Q & A", language="ko-KR")["title"], "Q & A")


class DiscoverTests(TMDBCase):
    def titles(self, path: str, **query: Any) -> list[str]:
        return [row["title"] for row in self.get(path, **query)["results"]]

    def test_discovers_films_that_meet_all_conditions_in_order(self) -> None:
        nineties = {"primary_release_date.gte": "1990-01-01", "primary_release_date.lte": "1999-12-31"}
        found = self.titles(
            "/discover/movie", with_genres="53", sort_by="vote_average.desc", **nineties, **{"with_runtime.lte": "119"}
        )
        self.assertEqual(found, ["The Usual Suspects", "Fargo"])
        self.assertEqual(self.titles("/discover/movie", with_origin_country="KR", with_genres="16"), [])
        self.assertIn("The Matrix", self.titles("/discover/movie", with_keywords="4565"))
        korean = self.get("/discover/movie", with_original_language="ko")
        self.assertGreater(korean["total_pages"], 1)
        on_wavve = self.titles("/discover/movie", with_watch_providers="356", watch_region="KR")
        self.assertTrue(on_wavve)
        self.assertEqual(self.titles("/discover/movie", with_watch_providers="356", watch_region="US"), [])

    def test_finds_people_by_every_name_and_their_films(self) -> None:
        for query in ("bong joon ho", "Bong Joon-ho", "봉준호"):
            [row, *_] = self.get("/search/person", query=query)["results"]
            self.assertEqual((row["name"], row["original_name"]), ("Bong Joon Ho", "봉준호"))
        self.assertEqual(row["known_for"][0]["title"], "Parasite")
        films = self.get("/discover/movie", with_people=row["id"])
        self.assertEqual(films["total_results"], 7)
        parts = "movie_credits,external_ids,translations"
        body = self.get(f"/person/{row['id']}", append_to_response=parts, language="ko-KR")
        self.assertEqual((body["biography"], len(body["movie_credits"]["crew"])), ("", 14))
        self.assertTrue(body["translations"]["translations"][0]["data"]["biography"])
        credits = self.get("/movie/496243/credits")
        self.assertEqual([each["id"] for each in credits["crew"] if each["job"] == "Director"], [row["id"]])
        self.refused(404, 34, "/person/1")

    def test_has_collections_keywords_and_providers(self) -> None:
        self.assertEqual(len(self.get("/collection/263")["parts"]), 3)
        self.assertEqual(self.get("/collection/119", language="ko")["name"], "반지의 제왕 시리즈")
        self.refused(404, 34, "/collection/1")
        self.assertEqual(self.get("/search/keyword", query="dyst")["results"], [{"id": 4565, "name": "dystopia"}])
        self.refused(404, 34, "/keyword/1")
        names = [each["provider_name"] for each in self.get("/watch/providers/movie", watch_region="KR")["results"]]
        self.assertEqual(names, ["Netflix", "wavve", "Watcha"])


class MovieTests(TMDBCase):
    def test_sends_all_members_of_a_movie(self) -> None:
        keys = """adult backdrop_path belongs_to_collection budget genres homepage id imdb_id origin_country
            original_language original_title overview popularity poster_path production_companies production_countries
            release_date revenue runtime spoken_languages status tagline title video vote_average vote_count"""
        movie = self.get("/movie/550")
        self.assertEqual(sorted(movie), sorted(keys.split()))
        self.assertEqual(self.get("/movie/tt0137523")["id"], 550)
        self.assertEqual(self.get("/movie/9020833")["title"], "Love No. 20833")
        self.refused(404, 34, "/movie/9020834")
        self.refused(404, 34, "/movie/tt0000001")
        self.refused(404, 6, "/movie/0")
        self.assertEqual(self.get("/find/x%2F..%2F..%2Fmovie%2F550")["id"], 550)

    def test_has_the_documented_gaps_in_details(self) -> None:
        self.assertEqual(self.get("/movie/639988")["runtime"], 0)
        self.assertIsNone(self.get("/movie/919207")["runtime"])
        self.assertIsNone(self.get("/movie/635237")["imdb_id"])
        self.assertEqual(self.get("/movie/29787")["imdb_id"], "")
        self.assertEqual(self.get("/movie/603")["homepage"], "")
        self.assertGreater(self.get("/movie/19995")["revenue"], 1 << 31)
        self.assertEqual(self.get("/movie/120", language="ko")["belongs_to_collection"]["name"], "반지의 제왕 시리즈")

    def test_appends_without_ids(self) -> None:
        names = "credits,external_ids,videos,release_dates,recommendations,reviews,translations,account_states,nonsense"
        movie = self.get("/movie/496243", append_to_response=names)
        self.assertNotIn("account_states", movie)
        self.assertNotIn("nonsense", movie)
        for name in names.split(",")[:7]:
            self.assertNotIn("id", movie[name])
        jobs = [person["job"] for person in movie["credits"]["crew"] if person["name"] == "Bong Joon Ho"]
        self.assertEqual(jobs, ["Director", "Screenplay", "Story"])
        self.refused(400, 27, "/movie/550", append_to_response=",".join(f"part{number}" for number in range(21)))
        self.assertEqual(self.get("/movie/550/credits")["id"], 550)
        self.assertNotIn("id", self.get("/movie/550/recommendations"))

    def test_has_reviews_of_every_shape(self) -> None:
        first = self.get("/movie/496243/reviews")
        self.assertEqual((first["id"], first["total_results"], first["total_pages"]), (496243, 23, 2))
        rows = first["results"]
        self.assertIsNone(rows[0]["author_details"]["rating"])
        self.assertNotIn(".", rows[2]["created_at"])
        self.assertGreater(len(rows[3]["content"]), 300)
        self.assertIn("🎬", rows[3]["content"])
        self.assertNotIn("author_details", rows[4])
        self.assertEqual(len(self.get("/movie/496243/reviews", page=2)["results"]), 3)
        self.assertEqual(self.get("/movie/496243/reviews", language="ko-KR")["results"], [])

    def test_finds_by_imdb_id(self) -> None:
        found = self.get("/find/tt6751668", external_source="imdb_id")
        self.assertEqual([row["id"] for row in found["movie_results"]], [496243])
        self.assertEqual(found["tv_season_results"], [])
        self.assertEqual(self.get("/find/tt0000001", external_source="imdb_id")["movie_results"], [])

    def test_serves_the_images_that_its_configuration_names(self) -> None:
        images = self.get("/configuration")["images"]
        self.assertEqual(images["secure_base_url"], f"http://{self.host}/t/p/")
        path = self.get("/movie/550")["poster_path"]
        for size in images["poster_sizes"] + images["backdrop_sizes"] + images["profile_sizes"]:
            picture = self.ask("", target=f"/t/p/{size}{path}")
            self.assertEqual((picture.status, picture.body[:3], picture.body[-2:]), (200, b"\xff\xd8\xff", b"\xff\xd9"))
        png = self.ask("", target=f"/t/p/w92{path.replace('.jpg', '.png')}")
        self.assertEqual((png.headers["Content-Type"], png.body[:8]), ("image/png", b"\x89PNG\r\n\x1a\n"))
        for wrong in (f"/t/p/w93{path}", "/t/p/w92/nothing.jpg"):
            self.assertEqual(self.ask("", target=wrong).status, 404)


if __name__ == "__main__":
    unittest.main()
