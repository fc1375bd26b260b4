"""What the hostile peers share: a listener on loopback, with or without TLS, one thread for each connection.

The first line on stdout is the port. Every line on stdin is answered with a line of JSON: the number of connections so
far. The program exits at the end of its stdin.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import ssl
import sys
import threading
from collections.abc import Callable, Mapping

Act = Callable[[socket.socket], None]


def read_head(connection: socket.socket) -> bytes:
    """Reads a request up to the empty line; empty if the client leaves before."""
    head = b""
    while b"\r\n\r\n" not in head:
        if not (part := connection.recv(1 << 16)):
            return b""
        head += part
    return head


def run(description: str, acts: Mapping[str, Act], alpn: str = "http/1.1") -> None:
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("act", choices=acts)
    parser.add_argument("--certificate", help="a file with a key and a certificate, for TLS")
    options = parser.parse_args()
    context = None
    if options.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate)
        context.set_alpn_protocols([alpn])
    listener = socket.create_server(("127.0.0.1", 0), backlog=128)
    connections = 0

    def attend(connection: socket.socket) -> None:
        try:
            if context:
                connection = context.wrap_socket(connection, server_side=True)
            with connection:
                acts[options.act](connection)
        except OSError:
            pass

    def listen() -> None:
        nonlocal connections
        while True:
            connection, _ = listener.accept()
            connections += 1
            threading.Thread(target=attend, args=(connection,), daemon=True).start()

    threading.Thread(target=listen, daemon=True).start()
    print(listener.getsockname()[1], flush=True)
    for _ in sys.stdin.buffer:
        print(json.dumps({"result": connections}), flush=True)
    os._exit(0)
