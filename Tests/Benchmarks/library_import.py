#!/usr/bin/env python3
"""Measures the import of a library, and prints a table in Markdown.

usage: Tests/Benchmarks/library_import.py [--server COMMAND] [--entries N] [FOLDER]

FOLDER has IMDb's files of titles, plain; without it, 100,000 films are made. The films are imported as the catalog. Then
N of them (10,000) are imported as an account of Letterboxd, by title and year, and as ratings of IMDb, by id.
"""

import argparse
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from report import table

ROOT = HERE.parents[1]


def catalog_maker(films):
    """The maker of files of IMDb's format, from the measurement of that import."""
    loader = importlib.machinery.SourceFileLoader("catalog_import", str(HERE / "import"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("catalog_import", loader))
    loader.exec_module(module)
    return module.Maker(films)


def films(folder, count):
    """Some films with their ids, titles and years."""
    rows = []
    with open(folder / "title.basics.tsv", encoding="utf-8") as file:
        next(file)
        for line in file:
            fields = line.rstrip("\n").split("\t")
            if fields[1] == "movie" and fields[5].isdigit():
                rows.append((fields[0], fields[2], fields[5]))
    return random.Random(7).sample(rows, min(count, len(rows)))


def quoted(text):
    return '"' + text.replace('"', '""') + '"'


def measure(server, home, path):
    """Imports a file. Returns the result and the seconds."""
    start = time.monotonic()
    environment = dict(os.environ, XDG_DATA_HOME=str(home))
    output = subprocess.run(
        [*server, "library", "import", str(path), "--json"], env=environment, capture_output=True, text=True, check=True
    )
    return json.loads(output.stdout), time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default=os.environ.get("MOVIE_SERVER", str(ROOT / ".build/release/movie-server")))
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    options = parser.parse_args()
    server = shlex.split(options.server)
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(temporary)
        folder = options.folder
        if folder is None:
            folder = work / "imdb"
            folder.mkdir()
            catalog_maker(100_000).write(folder)
        home = work / "data"
        environment = dict(os.environ, XDG_DATA_HOME=str(home))
        command = [*server, "import", "imdb", str(folder), "--accept-imdb-terms"]
        subprocess.run(command, env=environment, check=True, capture_output=True)
        chosen = films(folder, options.entries)
        ratings = work / "ratings.csv"
        ratings.write_text(
            "Const,Your Rating,Date Rated,Title,Year\n"
            + "".join(f"{id},8,2024-03-01,{quoted(title)},{year}\n" for id, title, year in chosen)
        )
        diary = work / "diary.csv"
        diary.write_text(
            "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n"
            + "".join(f"2024-03-02,{quoted(title)},{year},https://boxd.it/x,4,,,2024-03-01\n" for _, title, year in chosen)
        )
        rows = []
        for name, path in [("ratings of IMDb, by id", ratings), ("diary of Letterboxd, by title and year", diary)]:
            result, seconds = measure(server, home, path)
            rows.append([name, str(result["read"]), str(result["matched"]), f"{seconds:.2f} s"])
        table("Import of a library", ["file", "rows", "films found", "time with the start of the program"], rows)


if __name__ == "__main__":
    main()
