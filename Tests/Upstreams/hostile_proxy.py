"""A proxy that answers CONNECT with something that never ends: python3 Tests/Upstreams/hostile_proxy.py ACT

peer.py describes the first line on stdout and stdin.
"""

from __future__ import annotations

import itertools
import socket
import time

import peer

REFUSAL = b'HTTP/1.1 407 Who is it?\r\nProxy-Authenticate: Basic realm="tests"\r\n'
BLOCK = b"x" * (1 << 16)


def length(client: socket.socket) -> None:
    """A body whose length is the largest there is."""
    client.sendall(REFUSAL + b"Content-Length: 9223372036854775807\r\n\r\n")
    while True:
        client.sendall(BLOCK)


def chunked(client: socket.socket) -> None:
    """A body of endless chunks."""
    client.sendall(REFUSAL + b"Transfer-Encoding: chunked\r\n\r\n")
    while True:
        client.sendall(b"%x\r\n" % len(BLOCK) + BLOCK + b"\r\n")


def drip(client: socket.socket) -> None:
    """A body of one byte at a time."""
    client.sendall(REFUSAL + b"Content-Length: 1000000\r\n\r\n")
    while True:
        client.sendall(b"x")
        time.sleep(0.05)


def headers(client: socket.socket) -> None:
    """Endless header fields."""
    client.sendall(b"HTTP/1.1 200 OK\r\n")
    for number in itertools.count():
        client.sendall(b"X-%d: " % number + b"x" * 1_000 + b"\r\n")


def interim(client: socket.socket) -> None:
    """Endless interim responses."""
    while True:
        client.sendall(b"HTTP/1.1 100 Continue\r\n\r\n" * 1_000)


def tunnel(client: socket.socket) -> None:
    """A tunnel to something that is not TLS."""
    client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
    while True:
        client.sendall(BLOCK)


def silence(client: socket.socket) -> None:
    """Nothing."""
    while client.recv(1 << 16):
        pass


ACTS = {each.__name__: each for each in (length, chunked, drip, headers, interim, tunnel, silence)}


def after_request(act: peer.Act) -> peer.Act:
    return lambda client: act(client) if peer.read_head(client) else None


if __name__ == "__main__":
    peer.run(__doc__ or "", {name: after_request(act) for name, act in ACTS.items()})
