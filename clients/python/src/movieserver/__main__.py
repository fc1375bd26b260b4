"""The command line: `python -m movieserver search parasite`."""

from __future__ import annotations

import argparse
import io
import os
import shlex
import sys
from collections.abc import Callable, Sequence

from . import _commands
from ._version import __version__
from .client import Client
from .errors import MovieServerError

EXAMPLES = """\
examples:
  movieserver search parasite
  movieserver search "the third man" --year 1949 --json | jq -r .title
  movieserver search love --all --tsv | fzf --delimiter='\\t' --with-nth=2.. --preview='movieserver detail {1}'
  movieserver star "$(movieserver search parasite --limit 1 --tsv | cut -f1)"
  movieserver favorites --sort year --order desc
  movieserver watch --json | jq --unbuffered -r '.added[].title'

--tsv prints: id, star, year, title, directors.
The server is --server, else MOVIE_SERVER (a path or a command line), else movie-server on PATH.
exit status: 0 done, 1 nothing found or an error, 2 usage error, 130 interrupted.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # for titles that the locale cannot encode
    try:
        command = shlex.split(options.server) if options.server else None
        with Client(command, data_dir=options.data_dir, catalog=options.catalog) as movies:
            status: int = options.run(movies, options)
            sys.stdout.flush()
            return status
    except BrokenPipeError:  # the reader of the pipe has ended, as `| head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except MovieServerError as error:
        return _commands.print_error(error)


def _parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    form = common.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object per line")
    form.add_argument("--tsv", action="store_true", help="print tab-separated columns, the id first")
    common.add_argument("--catalog", help="use this catalog instead of the default one")
    common.add_argument("--data-dir", metavar="DIR", help="the folder of favorites and logins")
    common.add_argument("--server", metavar="COMMAND", help="the command line of movie-server")

    several = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    amount = several.add_mutually_exclusive_group()
    amount.add_argument("--limit", type=_positive, default=20, metavar="N", help="print at most N movies (default 20)")
    amount.add_argument("--all", action="store_true", help="print the movies of all pages")

    one = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    one.add_argument("id", metavar="ID", help="a movie's id, such as builtin:tt6751668")

    parser = argparse.ArgumentParser(
        prog="movieserver",
        description="Search movies and keep favorites with movie-server.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"movieserver {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(run: Callable[..., int], help: str, *parents: argparse.ArgumentParser) -> argparse.ArgumentParser:
        command = commands.add_parser(
            run.__name__, help=help, description=f"{help.capitalize()}.", parents=parents, allow_abbrev=False
        )
        command.set_defaults(run=run)
        return command

    command = add(_commands.search, "find movies", several, common)
    command.add_argument("query", metavar="QUERY")
    command.add_argument("--year", type=int)
    command.add_argument("--language", help="such as ko or en-US")
    add(_commands.detail, "print the details of a movie", one, common)
    add(_commands.recommendations, "print movies similar to a movie", one, several, common)
    command = add(_commands.home, "print the sections of the home page", several, common)
    command.add_argument("section", nargs="*", metavar="SECTION", help="such as popular; all sections by default")
    add(_commands.star, "add a movie to the favorites", one, common)
    add(_commands.unstar, "remove a movie from the favorites", one, common)
    command = add(_commands.favorites, "print the favorites", several, common)
    command.add_argument("--sort", choices=["starredAt", "title", "year", "rating"])
    command.add_argument("--order", choices=["asc", "desc"])
    command.add_argument("--query", help="print only the favorites that match this text")
    add(_commands.watch, "print changes of the favorites as they happen, made by any program", common)
    return parser


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive integer")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
