from __future__ import annotations

from upstream_case import FaultCase


class PageFaultTests(FaultCase):
    def test_repeats_the_first_page(self) -> None:
        right = self.get("/search/movie", query="love")
        self.fault("repeated_page")
        pages = [self.get("/search/movie", query="love", page=number) for number in (1, 2, 500)]
        for page, number in zip(pages, (1, 2, 500), strict=True):
            self.assertEqual((page["page"], page["total_pages"], page["total_results"]), (number, 10**18, 10**18))
            self.assertEqual(page["results"], right["results"])

    def test_sends_too_many_rows(self) -> None:
        self.fault("repeated_page", rows=100_000, total=7)
        page = self.get("/search/movie", query="dune")
        self.assertEqual((len(page["results"]), page["total_results"]), (100_000, 7))

    def test_leaves_other_responses(self) -> None:
        self.fault("repeated_page")
        self.assertEqual(self.get("/movie/550")["id"], 550)


class OMDbPageFaultTests(FaultCase):
    service = "omdb"
    secrets = {"apikey": "0badcafe"}

    def test_repeats_the_first_page(self) -> None:
        self.fault("repeated_page")
        pages = [self.get("/", s="love", page=number) for number in (1, 100)]
        self.assertEqual(pages[0], pages[1])
        self.assertEqual(pages[0]["totalResults"], str(10**18))


class NaverPageFaultTests(FaultCase):
    service = "naver"
    secrets = {}
    secret_headers = {"X-Naver-Client-Id": "client-of-tests", "X-Naver-Client-Secret": "secret-of-tests"}

    def test_repeats_the_first_page(self) -> None:
        self.fault("repeated_page")
        pages = [self.get("/movie.json", query="사랑", start=start) for start in (1, 11)]
        self.assertEqual(pages[0]["items"], pages[1]["items"])
        self.assertEqual((pages[1]["start"], pages[1]["total"]), (11, 10**18))
