"""The JSON codec on a page of 20 movies, compared with Python's (which is written in C)."""

import json
import pathlib
import platform
import subprocess
import time

from report import note, number, ratio, table

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(server, environment):
    # The same options as the server's, so that neither build invalidates the other.
    options = ["-Xswiftc", "-static-executable"] if platform.system() == "Linux" else []
    build = ["swift", "build", "-c", "release", "--package-path", str(ROOT), "--product", "json-benchmark", *options]
    if subprocess.run(build, capture_output=True).returncode != 0:
        return note("Skipped: cannot build json-benchmark.")
    program = str(ROOT / ".build/release/json-benchmark")
    text = subprocess.run([program, "--print"], capture_output=True, text=True, check=True).stdout
    page = json.loads(text)
    figures = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
    encode, decode, movies = map(float, figures)
    python_encode = fastest(lambda: json.dumps(page, ensure_ascii=False).encode())
    python_decode = fastest(lambda: json.loads(text))
    table(
        f"JSON: 20 movies, {len(text.encode()) / 1e3:.1f} KB",
        ["", "µs", "Python's `json`, µs", "ratio"],
        [
            ["encode", number(encode), number(python_encode), ratio(encode, python_encode)],
            ["decode to a JSON value", number(decode), number(python_decode), ratio(decode, python_decode)],
            ["decode to movies", number(movies), "–", "–"],
        ],
    )


def fastest(work):
    best = float("inf")
    for _ in range(200):
        start = time.perf_counter()
        for _ in range(10):
            work()
        best = min(best, (time.perf_counter() - start) / 10)
    return best * 1e6
