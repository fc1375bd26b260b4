"""Favorites: a list of ten thousand, single stars, and the delay of notifications in another process."""

import json
import os
import tempfile
import time

import peers
from child import Lines
from report import against, number, percentiles, table

STARS = 10_000
ROUND_TRIPS = 300
ROUNDS = 5
LISTS = [
    ("newest first", {}),
    ("the newest 20", {"limit": 20}),
    ("oldest first", {"order": "asc"}),
    *(
        (f"by {sort}, {order}", {"sort": sort, "order": order})
        for sort in ("title", "year", "rating")
        for order in ("asc", "desc")
    ),
    ("offset 9,900", {"offset": 9_900}),
    ("query, many found", {"query": "film"}),
    ("query, one found", {"query": "film 4321 "}),
]  # fmt: skip


def movie(index):
    """A movie as a client sends it, with all members that a list shows."""
    return {
        "id": f"bench:{index}",
        "title": f"Film {index * 7919 % STARS} of the benchmark",
        "year": 1930 + index % 97,
        "genres": ["Drama", "Thriller"],
        "directors": ["Some Director"],
        "cast": [f"Actor {index % 500}", f"Actor {index % 311}", "Another Actor"],
        "overview": "A film that is there to take as much room in a list as a real one does.",
        "rating": index % 100 / 10,
        "runtimeMinutes": 90 + index % 60,
    }


class Favorites(peers.Peer):
    """The server with a separate data folder."""

    def __init__(self, server, folder, *options):
        super().__init__("movie-server", [*server, *options, "--data-dir", folder], Lines)

    def call(self, index, method, **params):
        return self.encode({"id": index, "method": method, "params": params})


def run(server, environment):
    with tempfile.TemporaryDirectory() as folder:
        subject = Favorites(server, folder, "--no-notifications")
        with subject.start() as child:
            rows = changes(subject, child, folder)
            lists(subject, child)
        start = time.perf_counter()
        with subject.start() as child:
            child.ask(subject.call(1, "favorites", limit=100), 1)
            opening = (time.perf_counter() - start) * 1e3
        rows.append([f"spawn → first page of {STARS:,}", number(opening, "ms"), "–", "–"])
    with tempfile.TemporaryDirectory() as folder:
        rows.append(across(server, folder))
    table("Stars", ["", "p50", "p99", "each second, pipelined"], rows)


def changes(subject, child, folder):
    """Stars ten thousand movies, then measures single changes. A response means that the disk has the change."""
    numbers = range(STARS)
    seconds = child.pipeline([subject.call(index, "star", movie=movie(index)) for index in numbers], numbers)
    rows = [durable_write(folder)]
    rates = {"star": STARS / seconds}
    times = {"star": [], "unstar": []}
    for index in range(STARS, STARS + ROUND_TRIPS):
        times["star"].append(child.round_trip(subject.call(index, "star", movie=movie(index)), index) * 1e6)
        times["unstar"].append(child.round_trip(subject.call(index, "unstar", id=f"bench:{index}"), index) * 1e6)
    numbers = range(1_000)
    seconds = child.pipeline([subject.call(index, "unstar", id=f"bench:{index}") for index in numbers], numbers)
    rates["unstar"] = len(numbers) / seconds
    child.pipeline([subject.call(index, "star", movie=movie(index)) for index in numbers], numbers)
    for name, taken in times.items():
        p50, p99 = percentiles(taken)
        rows.append([f"`{name}`", number(p50, "µs"), number(p99, "µs"), number(rates[name])])
    return rows


def durable_write(folder):
    """The floor for a change that must survive a power cut: append 4 KB to a file and call `fdatasync`."""
    taken = []
    path = os.path.join(folder, "floor")
    with open(path, "ab", buffering=0) as file:
        for _ in range(ROUND_TRIPS):
            start = time.perf_counter()
            file.write(b"x" * 4096)
            os.fdatasync(file.fileno())
            taken.append((time.perf_counter() - start) * 1e6)
    os.remove(path)
    p50, p99 = percentiles(taken)
    return ["write 4 KB and `fdatasync`", number(p50, "µs"), number(p99, "µs"), "–"]


def lists(subject, child):
    rows = []
    for title, params in LISTS:
        request = subject.call(7, "favorites", **{"limit": 100, **params})
        size = len(json.dumps(child.ask(request, 7)["result"], ensure_ascii=False, separators=(",", ":")))
        echo = peers.Echo("`cat`", Lines, size)
        times, floors, used = [], [], []
        with echo.start() as floor:
            # By turns, because the echo of `cat` takes between 17 and 80 µs here, as the system places the processes.
            for _ in range(ROUNDS):
                floors.append(percentiles([floor.round_trip(echo.request(7), 7) * 1e6 for _ in range(ROUND_TRIPS)]))
                before = child.cpu_seconds()
                times.append(percentiles([child.round_trip(request, 7) * 1e6 for _ in range(ROUND_TRIPS)]))
                used.append((child.cpu_seconds() - before) / ROUND_TRIPS * 1e6)
        p50, p99 = (min(column) for column in zip(*times))
        floor50, floor99 = (min(column) for column in zip(*floors))
        kernel = child.kernel_share(lambda: [child.round_trip(request, 7) for _ in range(10 * ROUND_TRIPS)])
        size = f"{size / 1e3:.1f} KB"
        rows.append([title, size, against(p50, floor50), against(p99, floor99), number(min(used)), kernel])
    head = ["a page of 100", "size", "p50, µs", "p99, µs", "processor time, µs", "in the kernel"]
    table(f"`favorites` with {STARS:,} stars (× `cat` with a line of that size), the best of {ROUNDS} rounds", head, rows)


def across(server, folder):
    """The time from a star's request in one process to the notification in another's output."""
    subject = Favorites(server, folder)
    with subject.start() as writer, subject.start() as listener:
        for child in (writer, listener):
            child.ask(subject.call(0, "favorites"), 0)
        taken = []
        for index in range(1, ROUND_TRIPS + 1):
            start = time.perf_counter()
            writer.send(subject.call(index, "star", movie=movie(index)))
            while not any(b'"favoritesChanged"' in message for message in listener.read()):
                pass
            taken.append((time.perf_counter() - start) * 1e6)
            while not any(writer.is_answer(json.loads(message), index) for message in writer.read()):
                pass
    p50, p99 = percentiles(taken)
    return ["star → `favoritesChanged` in another process", number(p50, "µs"), number(p99, "µs"), "–"]
