"""The terminal user interface, `movieserver tui`. It needs the extra `tui`: Textual, and Pillow for posters."""

# mypy: disable-error-code="import-not-found"

from __future__ import annotations

import contextlib
import gc
import os
import re
import select
import sys
import termios
import tty
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from itertools import chain, pairwise

from .._process import ServerProcess
from .._terminal import for_terminal
from .._version import __version__
from ..errors import ServerNotFound
from ..words import t, use_locale

HELP = """movieserver tui: searches and keeps films in the terminal

usage: movieserver tui [--catalog NAME] [--data-dir FOLDER] [--config FILE] [--locale LOCALE]

The options are those of movie-server, as `movie-server --help` describes them. In the interface, ? shows all keys.
Your own keys and colors: ~/.config/movieserver/tui.json, such as {"keys": {"star": "asterisk", "close": "q,backspace"}}
The names of keys: theme, order, filter, close, help, search, star, watch, log, mark, undo, favorites, watchlist, diary,
home, discover, statistics, trailers, where, recommendations, browser, copy, edit, delete, reload, open, down, up,
page_down, page_up, first, last, select, select_all, unselect"""
MISSING = """movieserver: the terminal interface needs Textual: pip install 'textual>=8,<9' pillow
In the folder of movie-server's source: pip install './clients/python[tui]'"""


def run(command: Sequence[str]) -> int:
    """Run the interface with a server that is started by this command."""
    if {"--help", "-h"} & {*command}:
        print(HELP)
        return 0
    if "--version" in command:
        print(f"movieserver {__version__}")
        return 0
    try:
        import textual  # noqa: F401
    except ImportError:
        print(MISSING, file=sys.stderr)
        return 1
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print("movieserver: the terminal interface needs a terminal", file=sys.stderr)
        return 2
    for option, value in pairwise([*chain.from_iterable(word.split("=", 1) for word in command), ""]):
        if option == "--locale":
            use_locale(value)  # before the other modules are imported, which have sentences
    gc.disable()  # the start makes much and leaves nothing; `MoviesApp` enables it again
    process = None
    with contextlib.suppress(ServerNotFound):  # the first screen says so
        process = ServerProcess(command, {})
    with _pictures() as typed:
        from .app import MoviesApp
    from textual._xterm_parser import XTermParser

    app = MoviesApp(command, process, XTermParser().feed("".join(typed)))
    app.run()
    if app.refusal:
        print(app.refusal, file=sys.stderr)
    if app.lost:
        print(for_terminal(t("The last change may not have been saved: {detail}", detail=app.lost)), file=sys.stderr)
    return app.return_code or int(not app.server)


@contextlib.contextmanager
def _pictures() -> Iterator[list[str]]:
    """Import textual-image if the terminal can show pictures, which the terminal is asked before Textual reads.

    The answer comes during the imports in the block. textual-image itself would wait 0.1 s for each kind of picture.
    What the user has typed until then comes with the answer. The list has it after the block.
    """
    if os.environ.get("NO_COLOR") or not find_spec("textual_image"):
        yield []
        return
    typed: list[str] = []
    mode = termios.tcgetattr(0)
    tty.setcbreak(0, termios.TCSANOW)
    os.write(1, b"\x1b[c")
    try:
        yield typed
        answer = b""
        while not re.search(rb"\x1b\[\?[\d;]*c", answer) and select.select([0], [], [], 0.1)[0]:
            answer += os.read(0, 100)
        typed.append(re.sub(rb"\x1b\[\?[\d;]*c", b"", answer).decode(errors="ignore"))
    finally:
        termios.tcsetattr(0, termios.TCSANOW, mode)
    if re.search(rb"\[\?(\d+;)*4[;c]", answer) or re.search("kitty|ghostty", os.environ.get("TERM", "")):
        with contextlib.suppress(Exception):  # it fails in a terminal without a size
            import textual_image.widget  # noqa: F401
