"""The terminal user interface, `movieserver tui`. It needs the extra `tui`: Textual, and Pillow for posters."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Sequence


def run(command: Sequence[str]) -> int:
    """Run the interface with a server that is started by this command."""
    try:
        import textual  # noqa: F401
    except ImportError:
        print("movieserver: the terminal interface needs Textual: pip install 'movieserver[tui]'", file=sys.stderr)
        return 1
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print("movieserver: the terminal interface needs a terminal", file=sys.stderr)
        return 2
    if "NO_COLOR" not in os.environ:
        with contextlib.suppress(Exception):  # it fails in a terminal without a size
            import textual_image.widget  # noqa: F401  It asks the terminal what it can show, before Textual reads.
    gc.disable()  # the start makes much and leaves nothing; `MoviesApp` enables it again
    from .app import MoviesApp

    MoviesApp(command).run()
    return 0
