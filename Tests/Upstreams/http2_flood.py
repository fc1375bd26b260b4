"""An HTTP/2 server that floods its client: python3 Tests/Upstreams/http2_flood.py FRAME --certificate FILE

After the first request it sends frames of one kind without end, none of which answers the request. peer.py describes
the first line on stdout and stdin.
"""

from __future__ import annotations

import contextlib
import itertools
import select
import socket
import ssl
import struct
from collections.abc import Iterator

import peer

DATA, HEADERS, PRIORITY, SETTINGS, PUSH_PROMISE, PING, WINDOW_UPDATE, CONTINUATION = 0, 1, 2, 4, 5, 6, 8, 9
WOULD_BLOCK = (ssl.SSLWantReadError, ssl.SSLWantWriteError, BlockingIOError)
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
# Indexed fields of HPACK's static table: `:status: 200`, `:status: 204`.
STATUS_200, STATUS_204 = b"\x88", b"\x89"


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def repeated(one: bytes) -> Iterator[bytes]:
    return itertools.repeat(one * max(1, (1 << 15) // len(one)))


def interim(stream: int) -> Iterator[bytes]:
    # A literal field without indexing: `:status: 103`.
    return repeated(frame(HEADERS, 4, stream, b"\x08\x03103"))


def body(stream: int, data: bytes) -> Iterator[bytes]:
    yield frame(HEADERS, 4, stream, STATUS_200)
    yield from repeated(frame(DATA, 0, stream, data))


def field_block(stream: int) -> Iterator[bytes]:
    """Header fields that never end: HEADERS without END_HEADERS, then CONTINUATION frames."""
    yield frame(HEADERS, 0, stream, STATUS_200)
    yield from repeated(frame(CONTINUATION, 0, stream, b"\x00\x01a\x7f\x81\x06" + b"b" * 900))


FLOODS = {
    "window-update": lambda stream: repeated(frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", 0x1))),
    "stream-window-update": lambda stream: repeated(frame(WINDOW_UPDATE, 0, stream, struct.pack(">I", 1))),
    "priority": lambda stream: repeated(frame(PRIORITY, 0, stream, struct.pack(">IB", 0, 1))),
    "empty-data": lambda stream: body(stream, b""),
    "settings": lambda stream: repeated(frame(SETTINGS, 0, 0, struct.pack(">HI", 0x3, 100))),
    "ping": lambda stream: repeated(frame(PING, 0, 0, b"12345678")),
    "unknown": lambda stream: repeated(frame(0xAA, 0, 0, b"x" * 16)),
    "interim": interim,
    "field-block": field_block,
    "data": lambda stream: body(stream, b"x" * 1_000),
}


def flood(name: str) -> peer.Act:
    def act(client: socket.socket) -> None:
        client.sendall(frame(SETTINGS, 0, 0))
        received = b""
        while True:
            if not (part := client.recv(1 << 16)):
                return
            received += part
            if stream := first_request(received):
                break
        client.sendall(frame(SETTINGS, 1, 0))
        send_all(client, FLOODS[name](stream))

    return act


def first_request(received: bytes) -> int | None:
    """The stream of the first HEADERS frame."""
    rest = received[len(PREFACE) :]
    while len(rest) >= 9:
        length, kind = int.from_bytes(rest[:3], "big"), rest[3]
        if kind == HEADERS:
            return int.from_bytes(rest[5:9], "big")
        rest = rest[9 + length :]
    return None


def send_all(client: socket.socket, parts: Iterator[bytes]) -> None:
    """Sends parts and reads what comes, which must not fill the client's own buffers: that would stop it. Both happen on
    one thread, because two must not use one TLS connection."""
    client.setblocking(False)
    for part in parts:
        rest = memoryview(part)
        while rest:
            with contextlib.suppress(*WOULD_BLOCK):
                rest = rest[client.send(rest) :]
            with contextlib.suppress(*WOULD_BLOCK):
                if not client.recv(1 << 16):
                    return
            if rest:
                select.select([client], [client], [], 1)


if __name__ == "__main__":
    peer.run(__doc__ or "", {name: flood(name) for name in FLOODS}, alpn="h2")
