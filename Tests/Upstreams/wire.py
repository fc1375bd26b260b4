"""What goes over the wire, and what an upstream is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol


@dataclass(frozen=True)
class Request:
    method: str
    target: str  # as it came: path and query, still encoded
    path: str  # decoded once, then resolved, as TMDB's edge does
    query: Mapping[str, str]  # the first value of each; what is no UTF-8 stays visible as surrogates
    headers: Mapping[str, str]  # names in lower case
    body: bytes

    def json(self) -> Any:
        """The body's value, or None where it is no JSON."""
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


def conditional(request: Request, reply: Reply, seconds: int) -> Reply:
    """Adds what a cache needs to a good answer, and sends nothing to one that has it already."""
    if reply.status != 200 or request.method != "GET":
        return reply
    tag = 'W/"' + hashlib.sha1(reply.body).hexdigest()[:32] + '"'
    fresh = {"ETag": tag, "Cache-Control": f"public, max-age={seconds}", "Vary": "accept-encoding"}
    if tag in [each.strip() for each in request.headers.get("if-none-match", "").split(",")]:
        return Reply(304, b"", fresh)
    return replace(reply, headers={**reply.headers, **fresh})


class Service(Protocol):
    """One upstream: what it answers, and how it would refuse."""

    base_path: str
    base_url: str

    def answer(self, request: Request) -> Reply: ...

    def error(self, code: str) -> Reply:
        """The refusal of that code or name, as a body of this upstream."""
        ...

    def refusal(self, status: int) -> Reply:
        """Any body that this upstream would send with that HTTP status."""
        ...
