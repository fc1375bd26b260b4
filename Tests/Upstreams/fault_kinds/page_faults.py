"""Lists that never end, or that are too long."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wire import Service

if TYPE_CHECKING:
    from http_server import Exchange

# By the name of its rows, what a page calls its number and its totals.
PAGE_NAMES = {"results": "page", "items": "start", "Search": "page"}
TOTAL_NAMES = {"total_pages", "total_results", "total", "totalResults"}


def repeated_page(exchange: Exchange, service: Service, total: int = 10**18, rows: int | None = None) -> None:
    """Sends the first page for every page, with this total; its rows are repeated up to a number, if there is one."""
    asked = exchange.request
    exchange.request = replace(asked, query={**asked.query, "page": "1", "start": "1"})
    reply = exchange.reply  # computed now, from the changed request
    try:
        page = json.loads(reply.body)
    except ValueError:
        page = None
    name = next((name for name in PAGE_NAMES if isinstance(page, dict) and isinstance(page.get(name), list)), None)
    if page is None or name is None:
        exchange.send_reply(reply)
        return
    number = PAGE_NAMES[name]
    if number in page:
        page[number] = int(asked.query.get(number, 1))
    for each in TOTAL_NAMES & page.keys():
        page[each] = str(total) if isinstance(page[each], str) else total
    if rows is not None:
        page[name] = _repeated(page[name], rows)
    exchange.send_reply(replace(reply, body=json.dumps(page, ensure_ascii=False).encode()))


def _repeated(rows: list[Any], count: int) -> list[Any]:
    return [rows[index % len(rows)] for index in range(count)] if rows else rows
