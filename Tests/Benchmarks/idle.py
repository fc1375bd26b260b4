"""The cost of an idle server."""

import tempfile
import time

from favorites import Favorites, movie
from report import number, table

SECONDS = 10


def run(server, environment):
    rows = []
    for title, work in (("just started", False), ("after searches and a star", True)):
        with tempfile.TemporaryDirectory() as folder:
            subject = Favorites(server, folder)
            with subject.start() as child:
                subject.greet(child)
                if work:
                    for index in range(1, 101):
                        child.ask(subject.call(index, "search", query="star"), index)
                    child.ask(subject.call(101, "star", movie=movie(1)), 101)
                    # After a change the server may poll for some seconds; only the time after that counts.
                    time.sleep(SECONDS)
                before = child.cpu_seconds()
                time.sleep(SECONDS)
                spent = child.cpu_seconds() - before
                rows.append([title, f"{spent * 1e3:.2f} ms", number(child.resident_megabytes(), "MB")])
    table(f"Idle for {SECONDS} s", ["", "processor time", "resident"], rows)
