"""The wire: figures for any JSON-RPC server over stdio, with a request that costs nothing else."""

import dataclasses
import signal
import time

import peers
from child import Headers, Lines
from report import against, median, note, number, percentiles, table

FLOOR = "`cat`"
SERVER = "movie-server"
ROUNDS = 5
SPAWNS = 10
ROUND_TRIPS = 1_000
PIPELINED = 10_000
MILLION = 1_000_000
# A million requests are only sent to a server that answers them in less than this many seconds.
MILLION_SECONDS = 15


@dataclasses.dataclass
class Figures:
    spawn: list = dataclasses.field(default_factory=list)
    p50: list = dataclasses.field(default_factory=list)
    p99: list = dataclasses.field(default_factory=list)
    rate: list = dataclasses.field(default_factory=list)
    idle: float = 0
    after_pipeline: float = 0
    after_million: float | None = None


def run(server, environment):
    """Prints a table for each framing, with the peers that use it."""
    for framing in (Lines, Headers):
        subjects = [
            peers.Echo(FLOOR, framing),
            peers.Peer(SERVER, server + ["--no-notifications"], framing, environment=environment),
            *(peer for peer in peers.installed() if peer.framing is framing),
        ]
        figures = {subject.name: Figures() for subject in subjects}
        # Round by round, so that a busy minute of the machine affects all of them.
        for _ in range(ROUNDS):
            for subject in [subject for subject in subjects if subject.name in figures]:
                attempt(measure, subject, figures)
        for subject in [subject for subject in subjects if subject.name in figures]:
            attempt(measure_million, subject, figures)
        show(framing, figures)
    if absent := peers.missing():
        note(f"Skipped, because they are not installed: {', '.join(absent)}.")


def attempt(measurement, subject, figures):
    """Leaves out a peer that fails or does not respond; a failure of the server itself is an error."""

    def stop(*_):
        raise TimeoutError("no response for a minute")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(60)
    try:
        measurement(subject, figures[subject.name])
    except (EOFError, OSError, TimeoutError) as error:
        if subject.name in (FLOOR, SERVER):
            raise
        del figures[subject.name]
        note(f"Skipped: {subject.name} failed ({error}).")
    finally:
        signal.alarm(0)


def measure(subject, figures):
    for _ in range(1 if subject.is_slow else SPAWNS):
        start = time.perf_counter()
        with subject.start() as child:
            subject.greet(child)
            figures.spawn.append((time.perf_counter() - start) * 1e3)
    with subject.start() as child:
        subject.greet(child)
        time.sleep(0.3)
        figures.idle = child.resident_megabytes()
        for index in range(100):
            child.round_trip(subject.request(index), index)
        times = [child.round_trip(subject.request(index), index) * 1e6 for index in range(100, 100 + ROUND_TRIPS)]
        p50, p99 = percentiles(times)
        figures.p50.append(p50)
        figures.p99.append(p99)
        figures.rate.append(PIPELINED / pipeline(subject, child))
        figures.after_pipeline = child.resident_megabytes()


def measure_million(subject, figures):
    if MILLION / median(figures.rate) > MILLION_SECONDS:
        return
    with subject.start() as child:
        subject.greet(child)
        for _ in range(MILLION // PIPELINED):
            pipeline(subject, child)
        figures.after_million = child.resident_megabytes()


def pipeline(subject, child):
    numbers = range(100_000, 100_000 + PIPELINED)
    return child.pipeline([subject.request(index) for index in numbers], numbers)


def show(framing, figures):
    floor = figures[FLOOR]
    rows = []
    for name, own in figures.items():
        rows.append([
            name,
            against(median(own.spawn), median(floor.spawn)),
            against(median(own.p50), median(floor.p50)),
            against(median(own.p99), median(floor.p99)),
            number(median(own.rate)),
            number(own.idle),
            number(own.after_pipeline),
            number(own.after_million),
        ])  # fmt: skip
    head = [
        f"{framing.name}: an unknown method", "spawn → first response, ms", "round trip p50, µs", "p99, µs",
        "10,000 pipelined, requests/s", "MB idle", "after 10,000", "after 1,000,000",
    ]  # fmt: skip
    table(f"The wire, {framing.name} (× `cat`)", head, rows)
