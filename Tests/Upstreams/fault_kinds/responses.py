"""Late, incomplete, wrong and huge responses."""

from __future__ import annotations

import email.utils
import random
import time
import zlib
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

import misshapen
from wire import Reply, Service, chunk, json_reply

if TYPE_CHECKING:
    from http_server import Exchange

HTML = b"<!DOCTYPE html>\n<html><head><title>Error</title></head><body><h1>openresty</h1></body></html>\n"
RetryAfter = str | int | Mapping[str, float] | None

# MARK: The right response, late or in pieces


def delay(exchange: Exchange, service: Service, ms: float = 100) -> None:
    exchange.pause(ms / 1000)
    exchange.send_reply(exchange.reply)


def stall(exchange: Exchange, service: Service, at: str = "head", ms: float | None = None) -> None:
    """Stops before the head or within the body until the faults are cleared, or for a time, and then continues."""
    sent = 0
    if at == "body":
        reply = exchange.encoded(exchange.reply)
        whole = exchange.head(reply, len(reply.body)) + reply.body
        sent = len(whole) - len(reply.body) // 2
        exchange.send(whole[:sent])
    exchange.pause(None if ms is None else ms / 1000)
    if at == "body":
        exchange.send(whole[sent:], is_last=True)
    else:
        exchange.send_reply(exchange.reply)


def drip(exchange: Exchange, service: Service, ms: float = 10, bytes: int = 1, head: bool = False) -> None:
    """Sends the body, or the whole response, in small pieces."""
    reply = exchange.encoded(exchange.reply)
    rest = exchange.head(reply, len(reply.body)) + reply.body
    if not head:
        size = len(rest) - len(reply.body)
        exchange.send(rest[:size])
        rest = rest[size:]
    while rest:
        exchange.send(rest[:bytes], is_last=len(rest) <= bytes)
        rest = rest[bytes:]
        if rest:
            exchange.pause(ms / 1000)


def chunked(exchange: Exchange, service: Service, bytes: int = 7) -> None:
    """Sends the body in chunks, with a trailer."""
    reply = exchange.encoded(exchange.reply)
    parts = (reply.body[start : start + bytes] for start in range(0, len(reply.body), bytes))
    exchange.send(exchange.head(reply, None) + b"".join(map(chunk, parts)) + b"0\r\nX-Trailer: end\r\n\r\n", True)


def hang_up(exchange: Exchange, service: Service) -> None:
    """Responds, then closes the connection without having announced it."""
    exchange.send_reply(exchange.reply)
    exchange.hang_up()


# MARK: Incomplete responses


def cut(exchange: Exchange, service: Service, bytes: int | None = None, chunked: bool = False) -> None:
    """Closes the connection after this many bytes of the body, or by default in its middle."""
    reply = exchange.encoded(exchange.reply)
    part = reply.body[: len(reply.body) // 2 if bytes is None else bytes]
    if chunked:
        exchange.send(exchange.head(reply, None) + chunk(part))
    else:
        exchange.send(exchange.head(reply, len(reply.body)) + part)
    exchange.hang_up()


def reset(exchange: Exchange, service: Service, at: str = "head") -> None:
    if at == "body":
        reply = exchange.reply
        exchange.send(exchange.head(reply, len(reply.body)) + reply.body[: len(reply.body) // 2])
        time.sleep(0.05)  # an RST discards data that the client has not read; it should have read the head
    exchange.reset()


def empty(exchange: Exchange, service: Service) -> None:
    exchange.hang_up()


def raw(exchange: Exchange, service: Service, text: str = "SSH-2.0-OpenSSH_9.2\r\n") -> None:
    """Sends something that is not HTTP."""
    exchange.send(text.encode())
    exchange.hang_up()


# MARK: Other responses


def error(exchange: Exchange, service: Service, code: str | int, retry_after: RetryAfter = None) -> None:
    """Sends the upstream's error response with this code."""
    exchange.send_reply(_retry_after(service.error(str(code)), retry_after))


def status(
    exchange: Exchange,
    service: Service,
    status: int = 500,
    body: str = "json",
    content_type: str | None = None,
    retry_after: RetryAfter = None,
) -> None:
    """Sends any status; the body is "json" (this upstream's error format), "html", "empty" or a text."""
    if body == "json":
        reply = service.refusal(status)
    elif body == "html":
        reply = Reply(status, HTML, {"Content-Type": "text/html"})
    else:
        reply = Reply(status, b"" if body == "empty" else body.encode(), {"Content-Type": "text/plain"})
    if content_type is not None:
        reply = reply.with_headers(Content_Type=content_type)
    exchange.send_reply(_retry_after(reply, retry_after))


def redirect(exchange: Exchange, service: Service, to: str = "self", status: int = 302) -> None:
    """Redirects to a URL, to a path of this host, or to the same URL."""
    exchange.send_reply(Reply(status, b"", {"Location": exchange.request.target if to == "self" else to}))


def html(exchange: Exchange, service: Service, content_type: str = "application/json") -> None:
    """Sends an HTML page with status 200, declared as JSON."""
    exchange.send_reply(Reply(200, HTML, {"Content-Type": content_type}))


def garbage(exchange: Exchange, service: Service, bytes: int = 1_000, seed: int = 1) -> None:
    exchange.send_reply(Reply(200, random.Random(seed).randbytes(bytes), {"Content-Type": "application/json"}))


def json(exchange: Exchange, service: Service, value: Any, status: int = 200) -> None:
    """Sends any JSON."""
    exchange.send_reply(json_reply(value, status))


def misshape(exchange: Exchange, service: Service, how: str = "swapped", names: Collection[str] | None = None) -> None:
    """Sends the right response with some values "swapped" for another type, "nulled", "emptied" or "missing"."""
    exchange.send_reply(misshapen.reply(exchange.reply, how, names))


# MARK: Compression and size


def wrong_gzip(exchange: Exchange, service: Service, cut: bool = False) -> None:
    """Declares a compressed body that is not compressed, or whose end is missing."""
    body = exchange.reply.body
    if cut:
        packer = zlib.compressobj(6, zlib.DEFLATED, 31)
        body = (packer.compress(body) + packer.flush())[:-12]
    exchange.send(exchange.head(exchange.reply, len(body), Content_Encoding="gzip") + body, is_last=True)


def gzip_bomb(exchange: Exchange, service: Service, bytes: int = 1 << 30) -> None:
    """Sends a JSON object of this many bytes when decompressed, and about a thousandth of that on the wire."""
    spaces = b" " * (1 << 20)
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    exchange.send(exchange.head(json_reply({}), None, Content_Encoding="gzip"))
    packed = packer.compress(b"{")
    for _ in range(-(-bytes // len(spaces))):
        packed += packer.compress(spaces)
        if len(packed) > 4_096:
            exchange.send(chunk(packed))
            packed = b""
    exchange.send(chunk(packed + packer.compress(b"}") + packer.flush()) + b"0\r\n\r\n", is_last=True)


def endless(exchange: Exchange, service: Service, length: int | None = None) -> None:
    """Sends a body until the client closes the connection, in chunks or with this Content-Length."""
    block = b'{"results":[' + b'"more",' * 9_000
    exchange.send(exchange.head(json_reply({}), length))
    while True:
        exchange.send(chunk(block) if length is None else block)


def huge_head(exchange: Exchange, service: Service, bytes: int = 1 << 20) -> None:
    """Sends the right response after a header of this size."""
    reply = exchange.reply
    padding = {f"X_Padding_{index}": "x" * 980 for index in range(bytes // 1_000)}
    exchange.send(exchange.head(reply, len(reply.body), **padding) + reply.body, is_last=True)


def _retry_after(reply: Reply, when: RetryAfter) -> Reply:
    """What the header says; {"in": seconds} makes it a date."""
    if when is None:
        return reply
    text = email.utils.formatdate(time.time() + when["in"], usegmt=True) if isinstance(when, Mapping) else str(when)
    return reply.with_headers(Retry_After=text)
