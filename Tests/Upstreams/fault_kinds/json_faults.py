"""JSON that is valid but expensive, extreme or indiscreet."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wire import Reply, Request, Service

if TYPE_CHECKING:
    from http_server import Exchange

SECRETS_IN_QUERY = ("api_key", "apikey", "session_id")
SECRETS_IN_HEADERS = ("authorization", "x-naver-client-secret")
TEXTS = ("title", "Title", "original_title", "overview", "Plot", "name", "subtitle", "status_message", "Error")


def many_values(exchange: Exchange, service: Service, bytes: int = 8 << 20, value: str = "[0]") -> None:
    """Sends an object whose `results` are so many small values that the body has this size."""
    start, end = b'{"page":1,"total_pages":1,"total_results":1,"results":[', b"]}"
    count = (bytes - len(start) - len(end) + 1) // (len(value) + 1)
    _send(exchange, start + b",".join([value.encode()] * count) + end)


def nested(exchange: Exchange, service: Service, depth: int = 100_000, name: str | None = None) -> None:
    """Sends arrays within arrays; with a name, objects within objects."""
    start, end = ("[", "]") if name is None else (f"{{{json.dumps(name)}:", "}")
    _send(exchange, (start * depth + "0" + end * depth).encode())


def numbers(exchange: Exchange, service: Service, value: str, names: Collection[str] | None = None) -> None:
    """Sends the right response with this text, such as `1e400`, as the value of every number, or of the named ones."""
    mark = "a number"

    def change(name: str, each: Any) -> Any:
        is_number = isinstance(each, int | float) and not isinstance(each, bool)
        return mark if is_number and (names is None or name in names) else each

    reply = _changed(exchange.reply, change)
    exchange.send_reply(replace(reply, body=reply.body.replace(json.dumps(mark).encode(), value.encode())))


def echo(exchange: Exchange, service: Service, names: Collection[str] = TEXTS) -> None:
    """Sends the right response with the secrets of the request in the named texts."""
    secrets = " ".join(_secrets(exchange.request))

    def change(name: str, each: Any) -> Any:
        return f"{each} {secrets}" if name in names and isinstance(each, str) else each

    exchange.send_reply(_changed(exchange.reply, change))


def another_document(exchange: Exchange, service: Service, document: Any) -> None:
    """Sends this JSON with status 200, which may be stored for a day."""
    headers = {"Content-Type": "application/json", "Cache-Control": "public, max-age=86400"}
    exchange.send_reply(Reply(200, json.dumps(document).encode(), headers))


def _changed(reply: Reply, change: Callable[[str, Any], Any]) -> Reply:
    """The reply with changed values of members; a reply that is not JSON, such as an image, stays as it is."""

    def changed(name: str, value: Any) -> Any:
        if isinstance(value, list):
            return [changed(name, each) for each in value]
        if isinstance(value, dict):
            return {name: changed(name, each) for name, each in value.items()}
        return change(name, value)

    try:
        value = json.loads(reply.body)
    except ValueError:
        return reply
    return replace(reply, body=json.dumps(changed("", value), ensure_ascii=False).encode())


def _secrets(request: Request) -> list[str]:
    in_query = [request.query[name] for name in SECRETS_IN_QUERY if name in request.query]
    in_headers = [request.headers[name] for name in SECRETS_IN_HEADERS if name in request.headers]
    return in_query + [text.removeprefix("Bearer ") for text in in_headers]


def _send(exchange: Exchange, body: bytes) -> None:
    exchange.send_reply(Reply(200, body, {"Content-Type": "application/json"}))
