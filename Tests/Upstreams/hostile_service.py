"""An HTTP/1.1 service whose response never ends, or never helps: python3 Tests/Upstreams/hostile_service.py ACT

With `--certificate` it uses TLS. peer.py describes the first line on stdout and stdin.
"""

from __future__ import annotations

import itertools
import socket
import time

import peer

OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
BLOCK = b"x" * (1 << 16)
RETRY_AFTER = [
    "-9223372036854775808", "-1", "0", "1", "9223372036854775807", "9223372036854775808", "1" + "0" * 30, "soon", "",
    "Fri, 31 Dec 9999 23:59:59 GMT", "Sun, 06 Nov 0001 08:49:37 GMT",
]  # fmt: skip


def drip(client: socket.socket) -> None:
    """A body of one byte at a time."""
    client.sendall(OK + b"Content-Length: 1000000\r\n\r\n")
    while True:
        client.sendall(b" ")
        time.sleep(0.02)


def dripping_head(client: socket.socket) -> None:
    """A header of one byte at a time."""
    for byte in itertools.chain(OK, itertools.repeat(ord("x"))):
        client.sendall(bytes([byte]))
        time.sleep(0.02)


def headers(client: socket.socket) -> None:
    """Endless header fields."""
    client.sendall(OK)
    for number in itertools.count():
        client.sendall(b"X-%d: x\r\n" % number)


def long_header(client: socket.socket) -> None:
    """A header field without end."""
    client.sendall(OK + b"X-Long: ")
    while True:
        client.sendall(BLOCK)


def interim(client: socket.socket) -> None:
    """Endless interim responses."""
    while True:
        client.sendall(b"HTTP/1.1 103 Early Hints\r\n\r\n" * 1_000)


def body(client: socket.socket) -> None:
    """A body whose length is the largest there is."""
    client.sendall(OK + b"Content-Length: 9223372036854775807\r\n\r\n")
    while True:
        client.sendall(BLOCK)


def empty_chunks(client: socket.socket) -> None:
    """A chunk whose extension never ends."""
    client.sendall(OK + b"Transfer-Encoding: chunked\r\n\r\n1;")
    while True:
        client.sendall(BLOCK)


def trailers(client: socket.socket) -> None:
    """Endless trailer fields."""
    client.sendall(OK + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n")
    while True:
        client.sendall(b"X-Trailer: x\r\n" * 1_000)


def redirects(client: socket.socket) -> None:
    """Redirects to another path, forever."""
    for number in itertools.count():
        client.sendall(b"HTTP/1.1 302 Found\r\nLocation: /%d\r\nContent-Length: 0\r\n\r\n" % number)
        if not peer.read_head(client):
            return


def lengths(client: socket.socket) -> None:
    """A length that is not a number that anybody can hold."""
    client.sendall(OK + b"Content-Length: 1" + b"0" * 30 + b"\r\n\r\n{")
    silence(client)


def silence(client: socket.socket) -> None:
    """Nothing."""
    while client.recv(1 << 16):
        pass


def retry_after(value: str) -> peer.Act:
    """Too busy, until a time that makes no sense."""

    def act(client: socket.socket) -> None:
        head = f"HTTP/1.1 503 Busy\r\nRetry-After: {value}\r\nDate: {value}\r\nAge: {value}\r\n"
        while True:
            client.sendall(f"{head}X-RateLimit-Remaining: {value}\r\nContent-Length: 2\r\n\r\n{{}}".encode())
            if not peer.read_head(client):
                return

    return act


ACTS = {
    each.__name__.replace("_", "-"): each
    for each in (
        drip, dripping_head, headers, long_header, interim, body, empty_chunks, trailers, redirects, lengths, silence,
    )
} | {f"retry-after-{number}": retry_after(value) for number, value in enumerate(RETRY_AFTER)}  # fmt: skip


def after_request(act: peer.Act) -> peer.Act:
    return lambda client: act(client) if peer.read_head(client) else None


if __name__ == "__main__":
    peer.run(__doc__ or "", {name: after_request(act) for name, act in ACTS.items()})
