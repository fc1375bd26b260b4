"""Faults of the stream of bytes, at any place in it and without an end."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

from wire import Service

if TYPE_CHECKING:
    from http_server import Exchange


def cut_anywhere(exchange: Exchange, service: Service, seed: int = 1, reset: bool = False) -> None:
    """Ends the connection, by a close or an RST, after a random number of the response's bytes."""
    reply = exchange.encoded(exchange.reply)
    whole = exchange.head(reply, len(reply.body)) + reply.body
    exchange.send(whole[: random.Random(seed).randrange(len(whole))])
    if reset:
        time.sleep(0.05)  # an RST discards data that the client has not read
        exchange.reset()
    else:
        exchange.hang_up()


def interim(exchange: Exchange, service: Service, status: int = 103, count: int | None = None, ms: float = 0) -> None:
    """Sends interim responses, and after this many of them, if there is a number, the right one."""
    sent = 0
    while count is None or sent < count:
        exchange.send(b"HTTP/1.1 %d Interim\r\nLink: </style.css>\r\n\r\n" % status)
        sent += 1
        if ms:
            exchange.pause(ms / 1000)
    exchange.send_reply(exchange.reply)


def endless_head(exchange: Exchange, service: Service, ms: float = 0, name: str = "X-Padding") -> None:
    """Sends header fields until the client closes the connection."""
    exchange.send(b"HTTP/1.1 200 OK\r\n")
    while True:
        exchange.send(f"{name}: {'x' * 60}\r\n".encode())
        if ms:
            exchange.pause(ms / 1000)


def surplus(
    exchange: Exchange, service: Service, text: str = "HTTP/1.1 500 Another\r\nContent-Length: 0\r\n\r\n"
) -> None:
    """Sends the right response and more than it has announced, on the same connection."""
    reply = exchange.encoded(exchange.reply)
    exchange.send(exchange.head(reply, len(reply.body)) + reply.body + text.encode(), is_last=True)
