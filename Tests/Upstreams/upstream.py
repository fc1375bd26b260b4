"""Runs one upstream: python3 Tests/Upstreams/upstream.py tmdb|omdb|naver [--port 0] [--key K]... [--certificate F]

The first line on stdout is the base URL. After that, every line on stdin is a control request, which is answered with
one line (control.py). The program exits at the end of its stdin, so that it never outlives the process that started it.
"""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import sys
import threading

from http_server import Server


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("service", choices=["tmdb", "omdb", "naver"])
    parser.add_argument("--port", type=int, default=0, help="0, the default, chooses a free port")
    parser.add_argument(
        "--key", action="append", default=[], help="a key to accept (for naver, ID:SECRET); may be repeated"
    )
    parser.add_argument("--certificate", help="a file with a key and a certificate, to use TLS")
    options = parser.parse_args()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: os._exit(0))

    module = importlib.import_module(options.service)
    server = Server(module.Upstream(options.key), options.port, options.certificate)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.service.base_url, flush=True)
    for line in sys.stdin.buffer:
        print(server.control.over_line(line), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
