"""Requests, replies, and the interface of an upstream."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol


@dataclass(frozen=True)
class Request:
    method: str
    target: str  # path and query, percent-encoded as received
    path: str  # decoded once, then normalized, as TMDB's edge servers do
    query: Mapping[str, str]  # the first value of each name; invalid UTF-8 is kept as surrogates
    headers: Mapping[str, str]  # names in lower case
    body: bytes

    def json(self) -> Any:
        """The value of the body; None if it is not JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None


@dataclass(frozen=True)
class Reply:
    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)

    def with_headers(self, **more: str) -> Reply:
        return replace(self, headers={**self.headers, **{name.replace("_", "-"): text for name, text in more.items()}})


def json_reply(value: Any, status: int = 200, content_type: str = "application/json;charset=utf-8") -> Reply:
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return Reply(status, body, {"Content-Type": content_type})


def chunk(data: bytes) -> bytes:
    """One chunk of a chunked body; nothing for no data, because an empty chunk ends the body."""
    return f"{len(data):x}\r\n".encode() + data + b"\r\n" if data else b""


def conditional(request: Request, reply: Reply, seconds: int) -> Reply:
    """Adds caching headers to a successful reply; returns 304 if the client has it already."""
    if reply.status != 200 or request.method != "GET":
        return reply
    tag = 'W/"' + hashlib.sha1(reply.body).hexdigest()[:32] + '"'
    fresh = {"ETag": tag, "Cache-Control": f"public, max-age={seconds}", "Vary": "accept-encoding"}
    if tag in [each.strip() for each in request.headers.get("if-none-match", "").split(",")]:
        return Reply(304, b"", fresh)
    return replace(reply, headers={**reply.headers, **fresh})


class Service(Protocol):
    """One upstream: its replies and its errors."""

    base_path: str
    base_url: str

    def answer(self, request: Request) -> Reply: ...

    def error(self, code: str) -> Reply:
        """The error reply with this code or name, in this upstream's format."""
        ...

    def refusal(self, status: int) -> Reply:
        """An error reply with this HTTP status, in this upstream's format."""
        ...
