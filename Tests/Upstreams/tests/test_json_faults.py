from __future__ import annotations

import json

from upstream_case import FaultCase


class JSONFaultTests(FaultCase):
    def test_sends_millions_of_values(self) -> None:
        self.fault("many_values", bytes=1 << 20)
        body = self.ask("/search/movie", query="dune").body
        self.assertAlmostEqual(len(body), 1 << 20, delta=4)
        self.assertEqual(json.loads(body)["results"][:2], [[0], [0]])

    def test_nests(self) -> None:
        self.fault("nested", depth=3)
        self.assertEqual(self.get("/movie/550"), [[[0]]])
        self.fault("nested", depth=2, name="genres")
        self.assertEqual(self.get("/movie/550"), {"genres": {"genres": 0}})
        self.fault("nested")
        self.assertEqual(self.ask("/movie/550").body.count(b"["), 100_000)

    def test_sends_extreme_numbers(self) -> None:
        self.fault("numbers", value="-9223372036854775808", names=["total_pages"])
        page = self.get("/search/movie", query="dune")
        self.assertEqual((page["total_pages"], page["page"]), (-(2**63), 1))
        self.fault("numbers", value="1e400")
        self.assertIn(b'"page": 1e400', self.ask("/search/movie", query="dune").body)

    def test_echoes_secrets(self) -> None:
        self.fault("echo")
        self.assertEqual(self.get("/movie/550")["title"], f"Fight Club {self.secrets['api_key']}")
        answer = self.ask("/movie/0")
        self.assertEqual(answer.status, 404)
        self.assertIn(self.secrets["api_key"], answer.json["status_message"])


class NaverEchoTests(FaultCase):
    service = "naver"
    secrets = {}
    secret_headers = {"X-Naver-Client-Id": "client-of-tests", "X-Naver-Client-Secret": "secret-of-tests"}

    def test_echoes_secrets_of_headers(self) -> None:
        self.fault("echo")
        self.assertIn("secret-of-tests", self.get("/movie.json", query="기생충")["items"][0]["title"])
