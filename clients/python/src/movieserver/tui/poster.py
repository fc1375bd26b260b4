"""Posters in the terminal."""

from __future__ import annotations

from typing import Any

from PIL import Image
from rich.color import Color
from rich.style import Style
from rich.text import Text
from textual.widget import Widget
from textual.widgets import Static

WIDTH = 24
HEIGHT = 18


def poster_widget(path: str) -> Widget:
    """Return a widget with the picture, as half-blocks.

    If textual-image is installed, it uses kitty's format or sixel in a terminal that has one of them.
    """
    try:
        from textual_image.widget import Image as TerminalImage
    except ImportError:
        return Static(half_blocks(path))
    widget: Any = TerminalImage(path)
    widget.styles.width, widget.styles.height = WIDTH, HEIGHT
    return widget  # type: ignore[no-any-return]


def half_blocks(path: str) -> Text:
    """Return a picture as text. Each cell is `▀`: its color is the upper pixel, its background the lower one."""
    with Image.open(path) as image:
        image.thumbnail((WIDTH, 2 * HEIGHT))
        pixels = image.convert("RGB")
    text = Text(no_wrap=True)
    for y in range(0, pixels.height - pixels.height % 2, 2):
        for x in range(pixels.width):
            upper, lower = (Color.from_rgb(*_pixel(pixels, x, each)) for each in (y, y + 1))
            text.append("▀", Style(color=upper, bgcolor=lower))
        text.append("\n")
    return text


def _pixel(image: Image.Image, x: int, y: int) -> tuple[int, int, int]:
    pixel = image.getpixel((x, y))
    assert isinstance(pixel, tuple)
    return pixel[0], pixel[1], pixel[2]
