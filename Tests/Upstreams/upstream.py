"""Runs one upstream: python3 Tests/Upstreams/upstream.py tmdb|omdb|naver [--port 0] [--key K]... [--certificate F]

The first line on stdout is the base URL. Then each line on stdin is a control request, answered by a line (control.py).
Ends with its stdin, so that it never outlives whoever started it.
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
    parser.add_argument("--port", type=int, default=0, help="0, the default, is any that is free")
    parser.add_argument(
        "--key", action="append", default=[], help="a key that is accepted (for naver ID:SECRET); may be repeated"
    )
    parser.add_argument("--certificate", help="key and certificate in one file, to speak TLS with")
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
