"""Each way in which an answer can go wrong, by its name."""

from __future__ import annotations

import email.utils
import random
import time
import zlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import misshapen
from wire import Reply, Service, json_reply

if TYPE_CHECKING:
    from http_server import Exchange

HTML = b"<!DOCTYPE html>\n<html><head><title>Error</title></head><body><h1>openresty</h1></body></html>\n"


# MARK: The true answer, late or in pieces


def delay(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    exchange.pause(with_.get("ms", 100) / 1000)
    exchange.send_reply(exchange.reply)


def stall(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    """Stops before the head or within the body until the faults are cleared, or for `ms`; then goes on."""
    reply = exchange.encoded(exchange.reply)
    whole = exchange.head(reply, len(reply.body)) + reply.body
    sent = len(whole) - len(reply.body) // 2 if with_.get("at", "head") == "body" else 0
    exchange.send(whole[:sent])
    exchange.pause(with_["ms"] / 1000 if "ms" in with_ else None)
    exchange.send(whole[sent:])


def drip(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    """`bytes` of the body each `ms`; with `head` also of the head."""
    reply = exchange.encoded(exchange.reply)
    head = exchange.head(reply, len(reply.body))
    rest = reply.body
    if with_.get("head"):
        rest = head + rest
    else:
        exchange.send(head)
    size = with_.get("bytes", 1)
    while rest:
        exchange.send(rest[:size])
        rest = rest[size:]
        if rest:
            exchange.pause(with_.get("ms", 10) / 1000)


def chunked(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    """In chunks of `bytes`, with a trailer."""
    reply = exchange.encoded(exchange.reply)
    size = with_.get("bytes", 7)
    exchange.send(exchange.head(reply, None))
    for start in range(0, len(reply.body), size):
        exchange.send(_chunk(reply.body[start : start + size]))
    exchange.send(b"0\r\nX-Trailer: end\r\n\r\n")


def hang_up(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    """Answers, then closes the connection though it said nothing of that."""
    exchange.send_reply(exchange.reply)
    exchange.hang_up()


# MARK: Broken off


def cut(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    """Closes after `bytes` of the body, else in its middle; with `chunked` after a chunk."""
    reply = exchange.encoded(exchange.reply)
    part = reply.body[: with_.get("bytes", len(reply.body) // 2)]
    if with_.get("chunked"):
        exchange.send(exchange.head(reply, None) + _chunk(part))
    else:
        exchange.send(exchange.head(reply, len(reply.body)) + part)
    exchange.hang_up()


def reset(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    if with_.get("at", "head") == "body":
        reply = exchange.reply
        exchange.send(exchange.head(reply, len(reply.body)) + reply.body[: len(reply.body) // 2])
        time.sleep(0.05)  # an RST discards what the client has not read yet; it should have seen the head
    exchange.reset()


def empty(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    exchange.hang_up()


# MARK: Another answer


def error(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    """The upstream's own refusal of that `code`."""
    exchange.send_reply(_retry_after(service.error(str(with_["code"])), with_))


def status(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    """Any `status` with a body that is "json" (this upstream's), "html", "empty" or such a text."""
    number = with_.get("status", 500)
    body = with_.get("body", "json")
    if body == "json":
        reply = service.refusal(number)
    elif body == "html":
        reply = Reply(number, HTML, {"Content-Type": with_.get("content_type", "text/html")})
    else:
        text = b"" if body == "empty" else body.encode()
        reply = Reply(number, text, {"Content-Type": with_.get("content_type", "text/plain")})
    exchange.send_reply(_retry_after(reply, with_))


def redirect(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    """`to` a URL, a path of this host, or "self"."""
    to = with_.get("to", "self")
    target = exchange.request.target if to == "self" else to
    exchange.send_reply(Reply(with_.get("status", 302), b"", {"Location": target}))


def html(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    """A page with 200, called JSON unless `content_type` says otherwise."""
    exchange.send_reply(Reply(200, HTML, {"Content-Type": with_.get("content_type", "application/json")}))


def garbage(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    noise = random.Random(with_.get("seed", 1)).randbytes(with_.get("bytes", 1_000))
    exchange.send_reply(Reply(200, noise, {"Content-Type": "application/json"}))


def json(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    """A `value` that a test has thought of."""
    exchange.send_reply(json_reply(with_.get("value"), with_.get("status", 200)))


def misshape(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    """The true answer with the types of its values `swapped`, `nulled` or `emptied`, or its members `missing`."""
    exchange.send_reply(misshapen.reply(exchange.reply, with_.get("how", "swapped"), with_.get("names")))


def raw(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    """Any `text` where an HTTP response should be; then the connection is closed."""
    exchange.send(with_.get("text", "SSH-2.0-OpenSSH_9.2\r\n").encode())
    exchange.hang_up()


# MARK: Too much


def wrong_gzip(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    """Says that it is compressed; it is not, or with `cut` its end is missing."""
    reply = exchange.reply
    body = reply.body
    if with_.get("cut"):
        packer = zlib.compressobj(6, zlib.DEFLATED, 31)
        body = (packer.compress(body) + packer.flush())[:-12]
    exchange.send(exchange.head(reply, len(body), Content_Encoding="gzip") + body)


def gzip_bomb(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    """A JSON object of `bytes` unpacked, a thousandth of that on the wire."""
    left = with_.get("bytes", 1 << 30)
    spaces = b" " * (1 << 20)
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    exchange.send(exchange.head(json_reply({}), None, Content_Encoding="gzip"))
    packed = packer.compress(b"{")
    while left > 0:
        packed += packer.compress(spaces)
        left -= len(spaces)
        if len(packed) > 4_096:
            exchange.send(_chunk(packed))
            packed = b""
    exchange.send(_chunk(packed + packer.compress(b"}") + packer.flush()) + b"0\r\n\r\n")


def endless(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    """A body that goes on until the client goes, in chunks, or with `length` as one of that Content-Length."""
    block = b'{"results":[' + b'"more",' * 9_000
    length = with_.get("length")
    exchange.send(exchange.head(json_reply({}), length))
    while True:
        exchange.send(block if length is not None else _chunk(block))


def huge_head(exchange: Exchange, service: Service, with_: Mapping[str, Any]) -> None:
    """The true answer behind headers of `bytes`."""
    reply = exchange.reply
    number = with_.get("bytes", 1 << 20) // 1_000
    padding = {f"X_Padding_{index}": "x" * 980 for index in range(number)}
    exchange.send(exchange.head(reply, len(reply.body), **padding) + reply.body)


def _chunk(data: bytes) -> bytes:
    return f"{len(data):x}\r\n".encode() + data + b"\r\n" if data else b""


def _retry_after(reply: Reply, with_: Mapping[str, Any]) -> Reply:
    """`retry_after` is what the header says; {"in": seconds} makes it a date."""
    when = with_.get("retry_after")
    if when is None:
        return reply
    text = email.utils.formatdate(time.time() + when["in"], usegmt=True) if isinstance(when, dict) else str(when)
    return reply.with_headers(Retry_After=text)


KINDS: Mapping[str, Callable[[Exchange, Service, Mapping[str, Any]], None]] = {
    each.__name__: each
    for each in (
        delay, stall, drip, chunked, hang_up, cut, reset, empty, error, status, redirect, html, garbage, json, misshape,
        raw, wrong_gzip, gzip_bomb, endless, huge_head,
    )
}  # fmt: skip
