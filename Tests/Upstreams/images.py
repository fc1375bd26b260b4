"""TMDB's images: tiny, but valid."""

from __future__ import annotations

import re
import struct
import zlib
from typing import Any

from wire import Reply, Request

SIZES = {
    "backdrop_sizes": ["w300", "w780", "w1280", "original"],
    "logo_sizes": ["w45", "w92", "w154", "w185", "w300", "w500", "original"],
    "poster_sizes": ["w92", "w154", "w185", "w342", "w500", "w780", "original"],
    "profile_sizes": ["w45", "w185", "h632", "original"],
    "still_sizes": ["w92", "w185", "w300", "original"],
}
LISTED = {size for sizes in SIZES.values() for size in sizes}
# Not listed in the configuration, but served.
TOLERATED = {"w200", "w400"}


def configuration(host: str) -> dict[str, Any]:
    """The `images` member of /configuration, with URLs of this server."""
    return {"base_url": f"{host}/t/p/", "secure_base_url": f"{host}/t/p/", **SIZES}


def answer(request: Request) -> Reply:
    found = re.fullmatch(r"/t/p/(\w+)/([0-9a-f]{27})\.(jpg|png)", request.path)
    if found is None or found[1] not in LISTED | TOLERATED:
        return Reply(404, b"<h1>File not Found</h1>", {"Content-Type": "text/html"})
    colour = int(found[2][:6], 16)
    body = png(colour) if found[3] == "png" else JPEG
    kind = "image/png" if found[3] == "png" else "image/jpeg"
    return Reply(200, body, {"Content-Type": kind, "Cache-Control": "public, max-age=31536000"})


def png(colour: int) -> bytes:
    """An image of one pixel."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    pixel = b"\0" + colour.to_bytes(3, "big")
    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(pixel)) + chunk(b"IEND", b"")


def _jpeg() -> bytes:
    """A block of eight by eight grey pixels, with the smallest tables that a decoder needs."""

    def segment(marker: int, data: bytes) -> bytes:
        return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data

    def table(number: int, symbol: int) -> bytes:
        return bytes([number, 1] + [0] * 15 + [symbol])  # one code, "0", of one bit

    return b"".join(
        [
            b"\xff\xd8",
            segment(0xE0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0"),
            segment(0xDB, b"\0" + b"\x01" * 64),
            segment(0xC0, struct.pack(">BHHB", 8, 8, 8, 1) + bytes([1, 0x11, 0])),
            segment(0xC4, table(0x00, 0)),
            segment(0xC4, table(0x10, 0)),
            segment(0xDA, bytes([1, 1, 0, 0, 63, 0])),
            # No difference from grey, end of block, then padding with ones.
            b"\x3f\xff\xd9",
        ]
    )


JPEG = _jpeg()
