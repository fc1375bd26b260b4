"""The command line: `python -m movieserver search parasite` is `movie-server search parasite`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches

from . import tui
from ._process import cannot_start, find_command
from ._terminal import for_terminal
from .errors import ServerNotFound

OPTION = "--server"
HELP = """movieserver: runs movie-server, or its terminal interface

usage: movieserver [--server COMMAND] tui [OPTION…]
       movieserver [--server COMMAND] SUBCOMMAND…

  tui          searches and keeps films in the terminal; the options are those of movie-server
  SUBCOMMAND   is passed to movie-server
"""
MISSING = "The subcommands need movie-server, which is not here: install it, or set MOVIE_SERVER to its path."


def main(arguments: Sequence[str] | None = None) -> int:
    """Replace this process by movie-server with the same arguments. Return only if that fails.

    `tui` is the terminal user interface; options after it are the server's.

    `--server COMMAND` names another program or command line than `MOVIE_SERVER` or the one on `PATH`.
    """
    asks_for_help = False
    try:
        command, rest = _server(list(sys.argv[1:] if arguments is None else arguments))
        asks_for_help = rest[:1] in (["--help"], ["-h"])
        if asks_for_help:
            print(HELP, flush=True)
        words = find_command(command)
        if rest[:1] == ["tui"]:
            return tui.run([*words, *rest[1:]])
        if rest and get_close_matches(rest[0], ["tui"]):  # which movie-server does not know
            print(for_terminal(f"movieserver: unknown subcommand “{rest[0]}”; did you mean tui?"), file=sys.stderr)
            return 2
        words = _with_subcommand(words, rest)
        try:
            os.execvp(words[0], words)
        except OSError as error:
            raise cannot_start(words[0], error) from error
    except (ServerNotFound, ValueError) as error:
        if asks_for_help:
            print(MISSING)
            return 0
        reason = getattr(error, "reason", None)
        text = f"{error} ({reason})" if reason else f"cannot start movie-server: {error}"
        print(for_terminal(f"movieserver: {text}"), file=sys.stderr)
    return 1


def _with_subcommand(words: list[str], rest: list[str]) -> list[str]:
    """Return a command line with a subcommand before the options of the server, which may follow “serve”."""
    if "serve" in words:
        end = words.index("serve")
        return [*words[:end], *rest, *words[end + 1 :]]
    end = next((index for index, word in enumerate(words, 1) if os.path.basename(word) == "movie-server"), len(words))
    return [*words[:end], *rest, *words[end:]]


def serve_assistant() -> int:
    """Replace this process by `movie-server mcp`: the command movieserver-mcp, for programs that start it by name."""
    return main(["mcp", *sys.argv[1:]])


def _server(arguments: list[str]) -> tuple[str | None, list[str]]:
    """Split off `--server COMMAND`."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    for index, argument in enumerate(arguments[:end]):
        name, sign, value = argument.partition("=")
        if name == OPTION:
            command = value if sign else "".join(arguments[index + 1 : index + 2])
            if not command.strip():
                raise ValueError("--server needs a command")
            return command, arguments[:index] + arguments[index + (1 if sign else 2) :]
    return None, arguments


if __name__ == "__main__":
    sys.exit(main())
