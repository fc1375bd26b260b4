"""Makes texts of others harmless on a terminal."""

from __future__ import annotations

import re

_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def for_terminal(text: str) -> str:
    """Escape characters that a terminal would obey. Line feeds and tabs remain."""
    return _CONTROLS.sub(lambda match: match[0] if match[0] in "\n\t" else f"\\u{ord(match[0]):04x}", text)
