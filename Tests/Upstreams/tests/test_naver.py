from __future__ import annotations

from typing import Any

from upstream_case import UpstreamCase


class NaverTests(UpstreamCase):
    service = "naver"
    secrets: dict[str, str] = {}
    secret_headers = {"X-Naver-Client-Id": "client-of-tests", "X-Naver-Client-Secret": "secret-of-tests"}

    def refused(self, status: int, code: str, path: str = "/movie.json", **options: Any) -> str:
        answer = self.ask(path, **options)
        self.assertEqual((answer.status, answer.json["errorCode"]), (status, code))
        return str(answer.json["errorMessage"])

    def test_finds_the_documented_numbers_of_rows(self) -> None:
        counts = {
            "love": 20833, "사랑": 20833, "godfather": 2, "기생충": 1, "스타워즈": 3,
            "이": 22, "e": 92, "the": 23, "lord": 3,
            "Romeo + Juliet": 1, "Mr. & Mrs. Smith": 1, "100% Wolf": 1, "8½": 1, "봉준호": 7, "zzyzx": 0, "없는영화": 0,
        }  # fmt: skip
        for query, count in counts.items():
            with self.subTest(query):
                found = self.get("/movie.json", query=query)
                self.assertEqual((found["total"], found["start"], found["display"]), (count, 1, min(count, 10)))
                self.assertEqual(len(found["items"]), min(count, 10))

    def test_starts_at_a_row(self) -> None:
        whole = self.get("/movie.json", query="이", display=100)["items"]
        self.assertEqual(len(whole), 22)
        self.assertEqual(self.get("/movie.json", query="이", display=20, start=21)["items"], whole[20:])
        self.assertEqual(self.get("/movie.json", query="이", start=23)["items"], [])
        self.assertEqual(self.get("/movie.json", query="사랑", start=1000)["items"][0]["pubDate"], "1920")

    def test_filters(self) -> None:
        self.assertEqual(self.get("/movie.json", query="이", country="JP")["total"], 5)
        self.assertEqual(self.get("/movie.json", query="대부", yearfrom=1973, yearto=1975)["total"], 1)
        self.assertEqual(self.get("/movie.json", query="기생충", genre=11)["total"], 1)
        self.assertEqual(self.get("/movie.json", query="기생충", genre=14)["total"], 0)

    def test_marks_up_its_rows(self) -> None:
        def first(query: str) -> Any:
            return self.get("/movie.json", query=query)["items"][0]

        parasite = first("기생")
        self.assertEqual((parasite["title"], parasite["director"]), ("<b>기생</b>충", "봉준호|"))
        self.assertEqual(parasite["link"], "https://movie.naver.com/movie/bi/mi/basic.naver?code=161967")
        self.assertRegex(parasite["actor"], r"^송강호\|.*\|$")
        self.assertEqual({type(value) for value in parasite.values()}, {str})
        self.assertEqual(first("미스터 &")["title"].count("<b>"), 2)
        self.assertIn("&amp;", first("미스터 &")["title"])
        self.assertIn("&amp;#", first("너의 이름")["subtitle"])
        self.assertEqual(first("어쩔수가")["userRating"], "0.00")
        self.assertEqual(first("페이스 오프")["image"], "")
        self.assertNotIn("code=", first("8½")["link"])
        self.assertNotIn("<b>", first("봉준호")["title"])

    def test_refuses_parameters_out_of_range(self) -> None:
        self.refused(400, "SE01")
        self.refused(400, "SE01", query="")
        self.refused(400, "SE01", query="e", yearfrom=2000)
        for display in (0, 101, "x", -1):
            self.refused(400, "SE02", query="e", display=display)
        for start in (0, 1001, "x"):
            self.refused(400, "SE03", query="e", start=start)
        self.refused(400, "SE06", target="/v1/search/movie.json?query=%B1%E2%BB%FD")
        self.refused(404, "SE05", path="/cinema.json", query="e")
        self.refused(405, "405", method="POST", body={}, query="e")

    def test_distinguishes_refused_keys_by_text_only(self) -> None:
        self.assertIn("Not Exist", self.refused(401, "024", query="e", headers={"X-Naver-Client-Id": "x"}))
        self.assertIn("NID AUTH", self.refused(401, "024", query="e", headers={"X-Naver-Client-Secret": "x"}))
        for code, status, number, text in (
            ("024-scope", 401, "024", "Scope Status"),
            ("010", 429, "010", "Query limit"),
            ("012", 429, "012", "Rate limit"),
            ("SE99", 500, "SE99", "System Error"),
            ("403", 403, "024", "not allowed"),
        ):
            self.fault("error", code=code)
            self.assertIn(text, self.refused(status, number, query="e"))

    def test_can_send_numbers_as_strings(self) -> None:
        self.fault("misshape", names=["total", "start", "display"])
        found = self.get("/movie.json", query="기생충")
        self.assertEqual((found["total"], found["start"], found["display"]), ("1", "1", "1"))
