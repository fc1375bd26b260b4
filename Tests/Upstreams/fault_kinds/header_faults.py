"""Header fields with extreme numbers, and validators that are none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from wire import Reply, Service

if TYPE_CHECKING:
    from http_server import Exchange


def headers(exchange: Exchange, service: Service, fields: Mapping[str, str | None], status: int | None = None) -> None:
    """Sends the right response with these header fields, without those that are null; or an empty one with a status."""
    reply = exchange.reply if status is None else Reply(status)
    exchange.send_reply(_with(reply, fields))


def refused_conditions(
    exchange: Exchange, service: Service, status: int = 400, fields: Mapping[str, str | None] | None = None
) -> None:
    """Refuses every conditional request with a status; others get the right response with these header fields."""
    request = exchange.request
    if "if-none-match" in request.headers or "if-modified-since" in request.headers:
        exchange.send_reply(service.refusal(status))
    else:
        exchange.send_reply(_with(exchange.reply, fields or {}))


def _with(reply: Reply, fields: Mapping[str, str | None]) -> Reply:
    names = {name.lower() for name in fields}
    kept = {name: text for name, text in reply.headers.items() if name.lower() not in names}
    return replace(reply, headers={**kept, **{name: text for name, text in fields.items() if text is not None}})
