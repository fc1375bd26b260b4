"""What a stranger could put into a service: texts that command whoever shows them, and pictures that are none."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wire import Reply, Service

if TYPE_CHECKING:
    from http_server import Exchange

# Markup of Textual and a modeline of Vim, early because lists cut texts; an action of Textual on a click, an icon of VS
# Code; a title and a clear in the two encodings of escape sequences; an override and an isolate of the direction of
# writing; HTML; expressions of a status line; variables of Emacs.
COMMANDS = (
    "zqzq[/] vim: set textwidth=13 :[@click=app.quit]x[/]$(zap)\x1b]0;owned\x07\x1b[2J\x9b2J\u202e\u2066"
    "<script>%{%'owned'%}`owned`\x00 -*- fill-column: 13 -*- "
)
VARIABLES = "\n\nLocal Variables:\nfill-column: 13\nEnd:\n"
FILE = "file:///etc/passwd"


def strange_texts(exchange: Exchange, service: Service) -> None:
    """Sends the right response with commands for terminals, editors and toolkits around each text that is shown, and a
    file in place of each web page.
    """
    try:
        value = json.loads(exchange.reply.body)
    except ValueError:
        exchange.send_reply(exchange.reply)
        return
    exchange.send_reply(replace(exchange.reply, body=json.dumps(_changed("", value)).encode()))


LONG = {"overview", "content", "biography"}
SHOWN = {"title", "original_title", "name", "tagline", "character", "job", "author", *LONG}


def _changed(name: str, value: Any) -> Any:
    match value:
        case list():
            return [_changed(name, each) for each in value]
        case dict():
            return {name: _changed(name, each) for name, each in value.items()}
        case str() if name in SHOWN and value:
            return COMMANDS + value + (VARIABLES if name in LONG else "")
        case str() if name in {"homepage", "url"}:
            return FILE
    return value


def strange_picture(exchange: Exchange, service: Service, how: str = "postscript") -> None:
    """Sends something else than a picture, declared as one; or a picture that costs much."""
    exchange.send_reply(Reply(200, PICTURES[how], {"Content-Type": "image/png"}))


def _png(width: int, height: int, data: bytes, end: bytes = b"IEND") -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(end, b"")


PICTURES: Mapping[str, bytes] = {
    "postscript": b"%!PSftypavif\n(owned) print\n",
    "tiff": b"II*\0\x08\0\0\0",
    "huge": _png(13_300, 13_300, zlib.compress(bytes(1 << 20))),
    "large": _png(4_000, 4_000, zlib.compress(bytes(4_001 * 4_000))),
    "short": _png(1_000, 1_000, zlib.compress(b"\0")),
    "broken": _png(1_000, 1_000, zlib.compress(b"\0"), b"\xff" * 4),
    "cut": _png(1_000, 1_000, b"")[:40],
    "damaged gif": b"GIF89a\x10\0\x10\0\xff\xff\xff" + b"\xff" * 100,
    # The head of a GIF file, and a whole file of the format IM, which may begin so.
    "im": b"GIF89a\x10\0\x10\0: \r\nImage type: Greyscale image\r\nImage size (x*y): 16*16\r\n\x1a" + bytes(256),
}
