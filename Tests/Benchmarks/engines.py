#!/usr/bin/env python3
"""Compares the search index with the search engines that are installed here, on the same films and queries.

Films and queries come from `search-benchmark`, which makes them of IMDb's files. All text is folded, so that no engine
wins or loses by that. SQLite's FTS5 comes with Python; tantivy and Xapian are measured if Python can import them.
"""

import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

from report import against, number, table

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = 10


def films(folder):
    """The folded titles of each film, by rank."""
    with open(folder / "films.tsv", encoding="utf-8") as lines:
        for line in lines:
            yield line.rstrip("\n").split("\t")


def spaceless(titles):
    return " ".join(title.replace(" ", "") for title in titles)


class FTS5:
    """FTS5 as it comes: bm25, and the last word as a prefix."""

    def __init__(self, folder):
        import sqlite3

        self.connection = sqlite3.connect(folder / f"{type(self).__name__}.db", isolation_level=None)
        self.connection.execute("PRAGMA journal_mode = OFF")

    columns, options, order = "titles", "", "rank"

    def build(self, rows):
        self.connection.execute(f"CREATE VIRTUAL TABLE film USING fts5({self.columns}{self.options})")
        self.connection.execute("BEGIN")
        marks = ",".join("?" * (1 + self.columns.count(",") + 1))
        self.connection.executemany(
            f"INSERT INTO film(rowid, {self.columns}) VALUES ({marks})",
            ((rank + 1, *self.row(titles)) for rank, titles in enumerate(rows)),
        )
        self.connection.execute("COMMIT")

    def row(self, titles):
        return [" ".join(titles)]

    def match(self, words):
        return " ".join(f'"{word}"' for word in words) + "*"

    def search(self, words):
        query = f"SELECT rowid - 1 FROM film WHERE film MATCH ? ORDER BY {self.order} LIMIT {PAGE}"
        return [rank for (rank,) in self.connection.execute(query, [self.match(words)])]


class TunedFTS5(FTS5):
    """FTS5 with the popularity rank as rowid, an index of prefixes, and titles without spaces."""

    columns, options, order = "titles, spaceless", ", prefix='1 2 3'", "rowid"

    def row(self, titles):
        return [" ".join(titles), spaceless(titles)]

    def match(self, words):
        return f'(titles: {super().match(words)}) OR (spaceless: "{"".join(words)}"*)'


class Tantivy:
    """Exact words and the last one as a prefix, by popularity; if that finds fewer than three, with one typing error."""

    def __init__(self, folder):
        import tantivy

        self.tantivy = tantivy
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("titles")
        builder.add_unsigned_field("rank", stored=True, indexed=True, fast=True)
        self.schema = builder.build()
        path = folder / "tantivy"
        path.mkdir()
        self.index = tantivy.Index(self.schema, str(path))

    def build(self, rows):
        writer = self.index.writer(256 << 20, 1)
        for rank, titles in enumerate(rows):
            document = self.tantivy.Document(titles=" ".join(titles))
            document.add_unsigned("rank", rank)
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()
        self.index.reload()
        self.searcher = self.index.searcher()

    def search(self, words):
        found = []
        for distance in (0, 1):
            parts = [
                (self.tantivy.Occur.Must, self.term(word, distance, position == len(words) - 1))
                for position, word in enumerate(words)
            ]
            hits = self.searcher.search(
                self.tantivy.Query.boolean_query(parts), PAGE, count=False, order_by_field="rank",
                order=self.tantivy.Order.Asc,
            )  # fmt: skip
            for _, address in hits.hits:
                rank = self.searcher.doc(address)["rank"][0]
                if rank not in found:
                    found.append(rank)
            if len(found) >= 3:
                break
        return found[:PAGE]

    def term(self, word, distance, is_prefix):
        return self.tantivy.Query.fuzzy_term_query(
            self.schema, "titles", word, distance=distance, transposition_cost_one=True, prefix=is_prefix
        )


class Xapian:
    """The query parser with partial words, and its spelling correction if nothing is found, by popularity."""

    def __init__(self, folder):
        import xapian

        self.xapian = xapian
        self.database = xapian.WritableDatabase(str(folder / "xapian"), xapian.DB_CREATE_OR_OPEN)

    def build(self, rows):
        generator = self.xapian.TermGenerator()
        generator.set_database(self.database)
        generator.set_flags(self.xapian.TermGenerator.FLAG_SPELLING)
        for rank, titles in enumerate(rows):
            document = self.xapian.Document()
            generator.set_document(document)
            generator.index_text(" ".join(titles))
            document.add_value(0, self.xapian.sortable_serialise(rank))
            document.set_data(str(rank))
            self.database.add_document(document)
        self.database.commit()
        self.parser = self.xapian.QueryParser()
        self.parser.set_database(self.database)
        self.parser.set_default_op(self.xapian.Query.OP_AND)
        self.enquire = self.xapian.Enquire(self.database)
        self.enquire.set_sort_by_value(0, False)

    def search(self, words):
        found = self.run(" ".join(words))
        corrected = self.parser.get_corrected_query_string()
        return found if found or not corrected else self.run(corrected.decode())

    def run(self, text):
        flags = self.xapian.QueryParser.FLAG_PARTIAL | self.xapian.QueryParser.FLAG_SPELLING_CORRECTION
        self.enquire.set_query(self.parser.parse_query(text, flags))
        return [int(match.document.get_data()) for match in self.enquire.get_mset(0, PAGE)]


ENGINES = {"SQLite FTS5": FTS5, "SQLite FTS5, tuned": TunedFTS5, "tantivy": Tantivy, "Xapian": Xapian}


def measure(name, folder):
    """Prints the figures of one engine, in a process of its own, as JSON."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        place = pathlib.Path(place)
        start = time.process_time()
        engine = ENGINES[name](place)
        engine.build(films(folder))
        building = time.process_time() - start
        size = sum(os.path.getsize(file) for file in place.rglob("*") if file.is_file())
        times, answers = [], []
        for line in open(folder / "queries.tsv", encoding="utf-8"):
            kind, film, text = line.rstrip("\n").split("\t")
            start = time.process_time()
            ranks = engine.search(text.split())
            times.append((time.process_time() - start) * 1e3)
            answers.append((kind, int(film), ranks))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    titles = [row[0] for row in films(folder)]
    # Another film of that name is as good.
    found = [(kind, any(titles[rank] == titles[film] for rank in ranks)) for kind, film, ranks in answers]
    errors = [is_found for kind, is_found in found if "error" in kind]
    json.dump(
        {"times": times, "found": sum(is_found for _, is_found in found), "errors": [sum(errors), len(errors)],
         "building": building, "megabytes": size / 1e6, "memory": memory}, sys.stdout)  # fmt: skip


def row(name, figures, own):
    def percentile(part):
        def of(figures):
            return sorted(figures["times"])[min(len(figures["times"]) - 1, int(len(figures["times"]) * part))]

        return against(of(figures), of(own))

    return [
        name, f"{figures['found']} of {len(figures['times'])}", "{} of {}".format(*figures["errors"]),
        *map(percentile, (0.5, 0.99, 0.999, 1)), f"{figures['building']:.1f}", number(figures["megabytes"]),
        number(figures["memory"]),
    ]  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="IMDb's files, unpacked")
    parser.add_argument("--benchmark", default=str(ROOT / ".build/release/search-benchmark"), metavar="PROGRAM")
    parser.add_argument("--engine", choices=ENGINES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.engine:
        measure(options.engine, pathlib.Path(options.folder))
        return
    with tempfile.TemporaryDirectory() as exported:
        result = subprocess.run([options.benchmark, options.folder, exported], check=True, stdout=subprocess.PIPE)
        own = json.loads(result.stdout)
        rows = [row("movie-server", own, own)]
        for name in ENGINES:
            child = subprocess.run(
                [sys.executable, __file__, exported, "--engine", name], stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
            if child.returncode == 0:
                rows.append(row(name, json.loads(child.stdout), own))
            else:
                print(f"{name} is not measured: {child.stderr.decode().strip().splitlines()[-1]}", file=sys.stderr)
    columns = ["engine", "found in the first 10", "with a typing error", "p50 ms (× movie-server)", "p99", "p99.9", "max"]
    table("Search engines, processor time", [*columns, "build s", "index MB", "peak memory MB"], rows)


main()
