"""Searching the built-in catalog."""

import json
import time

import peers
from child import Lines
from report import against, median, number, percentiles, table

ROUNDS = 5
ROUND_TRIPS = 1_000
# A full page of twenty, about 10 KB.
PAGE = "the"
# Titles, prefixes, people, years, several words, other scripts; with many results, one and none.
VARIED = [
    "star", "the", "s", "go", "oldb", "love", "park chan-wook", "tom hanks", "kubrick", "2019", "1994 tim", "amelie",
    "spiderman", "the lord of the rings", "rocky 2", "no such film anywhere", "기생충", "봉준호", "송강호", "살인",
    "괴물", "사랑", "올드 보이", "王", "千と",
]  # fmt: skip


class Search(peers.Peer):
    """The server, with requests for a page of 20."""

    def __init__(self, server, environment, queries, framing=Lines):
        super().__init__("movie-server", server + ["--no-notifications"], framing, environment=environment)
        self.queries = queries

    def request(self, index):
        params = {"query": self.queries[index % len(self.queries)]}
        return self.encode({"id": index, "method": "search", "params": params})


def run(server, environment):
    page = Search(server, environment, [PAGE])
    with page.start() as child:
        answer = child.ask(page.request(100_000), 100_000)
        size = len(json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode())
    echo = peers.Echo("`cat`", Lines, size)
    varied = Search(server, environment, VARIED)
    spawns, times, rates = {}, {}, {}
    for _ in range(ROUNDS):
        for name, subject in (("page", page), ("varied", varied), ("cat", echo)):
            for _ in range(5):
                start = time.perf_counter()
                with subject.start() as child:
                    subject.greet(child)
                    spawns.setdefault(name, []).append((time.perf_counter() - start) * 1e3)
            with subject.start() as child:
                numbers = range(100_000, 100_000 + ROUND_TRIPS)
                for index in numbers[:100]:
                    child.round_trip(subject.request(index), index)
                taken = [child.round_trip(subject.request(index), index) * 1e6 for index in numbers]
                times.setdefault(name, []).append(percentiles(taken))
                seconds = child.pipeline([subject.request(index) for index in numbers], numbers)
                rates.setdefault(name, []).append(ROUND_TRIPS / seconds)
                if name == "varied":
                    memory = child.resident_megabytes()

    def row(title, name):
        p50, p99 = (median(column) for column in zip(*times[name]))
        floor50, floor99 = (median(column) for column in zip(*times["cat"]))
        return [
            title,
            against(median(spawns[name]), median(spawns["cat"])),
            against(p50, floor50),
            against(p99, floor99),
            number(median(rates[name])),
        ]

    table(
        f"Search, a page of 20, {size / 1e3:.1f} KB (× `cat` with a line of that size)",
        ["query", "spawn → first response, ms", "round trip p50, µs", "p99, µs", "pipelined, requests/s"],
        [row("`cat`", "cat"), row(f"`{PAGE}`", "page"), row(f"{len(VARIED)} queries in turn", "varied")],
    )
    print(f"\nResident after {2 * ROUND_TRIPS + 100:,} searches: {number(memory, 'MB')}")
