"""Posters in the terminal."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

import sys
from typing import Any

from PIL import Image
from rich.color import Color
from rich.style import Style
from rich.text import Text
from textual.widget import Widget
from textual.widgets import Static

WIDTH = 24
HEIGHT = 18
# A picture comes from a stranger. Other formats of Pillow, such as EPS, would run a program on it.
FORMATS = ("AVIF", "GIF", "JPEG", "PNG", "WEBP")
MAX_PIXELS = 16_000_000


def read_poster(path: str) -> Image.Image | None:
    """Return the small picture of a file, or None if the file is damaged, too large or of another format.

    This takes long with a large picture, so an interface calls it in a thread.
    """
    Image.init()
    formats = [each for each in FORMATS if each in Image.OPEN]
    try:
        with open(path, "rb") as file, Image.open(file, formats=formats) as image:
            if image.width * image.height > MAX_PIXELS:
                return None
            image.thumbnail((WIDTH * 16, 2 * HEIGHT * 16))
            return image.convert("RGB")
    except Exception:  # decoders raise errors of many types
        return None


def poster_widget(picture: Image.Image) -> Widget:
    """Return a widget with the picture, as half-blocks.

    If textual-image was imported at the start, it uses kitty's format or sixel.
    """
    if not (textual_image := sys.modules.get("textual_image.widget")):
        return Static(half_blocks(picture))
    widget: Any = textual_image.Image(picture)
    widget.styles.width, widget.styles.height = WIDTH, HEIGHT
    return widget  # type: ignore[no-any-return]


def half_blocks(picture: Image.Image) -> Text:
    """Return a picture as text. Each cell is `▀`: its color is the upper pixel, its background the lower one."""
    pixels = picture.copy()
    pixels.thumbnail((WIDTH, 2 * HEIGHT))
    data, length = pixels.tobytes(), 3 * pixels.width
    text = Text(no_wrap=True)
    for row in range(0, len(data) - length, 2 * length):
        for upper in range(row, row + length, 3):
            color, below = (Color.from_rgb(*data[start : start + 3]) for start in (upper, upper + length))
            text.append("▀", Style(color=color, bgcolor=below))
        text.append("\n")
    return text
