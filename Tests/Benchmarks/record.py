"""The cost of `--record`: one server with it and one without it, both running, measured alternately."""

import contextlib
import os
import tempfile

import peers
from child import Lines
from report import median, number, percentiles, ratio, table
from search import PAGE, Search

ROUNDS = 20
ROUND_TRIPS = 200
PIPELINED = 1_000


def run(server, environment):
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        recording = server + ["--record", os.path.join(folder, "%p.rpc")]
        for title, kind in (("an unknown method", unknown), ("search, a page of 20", page)):
            plain, recorded = measure(kind(server, environment), kind(recording, environment))
            for index, (name, unit) in enumerate(FIGURES):
                a, b = plain[index], recorded[index]
                rows.append([f"{title}: {name}", number(a, unit), number(b, unit), ratio(b, a, 2)])
    table("`--record` (ratio to the server without it)", ["", "without", "with", "ratio"], rows)


def unknown(server, environment):
    return peers.Peer("movie-server", server + ["--no-notifications"], Lines, environment=environment)


def page(server, environment):
    return Search(server, environment, [PAGE])


FIGURES = [
    ("round trip p50", "µs"),
    ("round trip p99", "µs"),
    ("processor time of a round trip", "µs"),
    (f"{PIPELINED:,} pipelined, requests/s", ""),
    ("processor time of one pipelined", "µs"),
]


def measure(*subjects):
    """Returns the figures of each subject, as medians of its rounds."""
    figures = [[] for _ in subjects]
    with contextlib.ExitStack() as stack:
        children = [stack.enter_context(subject.start()) for subject in subjects]
        for subject, child in zip(subjects, children):
            subject.greet(child)
        for turn in range(ROUNDS + 1):
            for subject, child, own in zip(subjects, children, figures):
                figure = measure_round(subject, child)
                # The first round is a warm-up.
                if turn > 0:
                    own.append(figure)
    return [[median(column) for column in zip(*own)] for own in figures]


def measure_round(subject, child):
    numbers = range(100_000, 100_000 + PIPELINED)
    before = child.cpu_seconds()
    times = [child.round_trip(subject.request(index), index) * 1e6 for index in numbers[:ROUND_TRIPS]]
    between = child.cpu_seconds()
    seconds = child.pipeline([subject.request(index) for index in numbers], numbers)
    after = child.cpu_seconds()
    p50, p99 = percentiles(times)
    return p50, p99, (between - before) / ROUND_TRIPS * 1e6, PIPELINED / seconds, (after - between) / PIPELINED * 1e6
