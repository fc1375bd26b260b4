"""The commands of the command line. Each returns the exit status."""

from __future__ import annotations

import shutil
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from . import _output as output
from .client import Client
from .errors import MovieServerError
from .models import FavoritesDelta, Movie, Star
from .notifications import FavoritesChanged, Resync


def search(movies: Client, options: Namespace) -> int:
    limit = 100 if options.all else min(options.limit, 100)
    return _show(movies.search(options.query, year=options.year, language=options.language, limit=limit), options)


def recommendations(movies: Client, options: Namespace) -> int:
    return _show(movies.recommendations(options.id), options)


def favorites(movies: Client, options: Namespace) -> int:
    limit = 1000 if options.all else min(options.limit, 1000)
    return _show(movies.favorites(sort=options.sort, order=options.order, query=options.query, limit=limit), options)


def home(movies: Client, options: Namespace) -> int:
    status = 0
    for section in movies.home(sections=options.section or None):
        if not (options.json or options.tsv):
            print(f"{output.clean(section.title)}:")
        try:
            _show(section, options, section.section)
        except MovieServerError as error:
            status = print_error(error)
    return status


def detail(movies: Client, options: Namespace) -> int:
    movie = movies.detail(options.id)
    if options.json:
        print(output.json_line(movie.to_json()))
    elif options.tsv:
        print(output.tab_separated(movie))
    else:
        print("\n".join(output.detail(movie)))
    return 0


def star(movies: Client, options: Namespace) -> int:
    return _show_star(movies.star(options.id), options)


def unstar(movies: Client, options: Namespace) -> int:
    return _show_star(movies.unstar(options.id), options)


def watch(movies: Client, options: Namespace) -> int:
    notes = movies.notifications()  # opened before `favorites` is called, so that no change is missed
    known = movies.favorites(limit=1).page
    print(f"watching {known.total} favorites; press Ctrl-C to stop", file=sys.stderr, flush=True)
    epoch, revision = known.epoch, known.revision
    for note in notes:
        change: FavoritesChanged | FavoritesDelta
        match note:
            case FavoritesChanged() if (note.epoch, note.previous_revision) == (epoch, revision):
                change = note
            case FavoritesChanged() if note.epoch == epoch and note.revision <= revision:
                continue
            case FavoritesChanged() | Resync():
                change = movies.favorites(since=revision)
                if change.epoch != epoch:  # another file, to which the revision does not apply
                    change = movies.favorites(since=0)
            case _:
                continue
        epoch, revision = change.epoch, change.revision
        for line in _change_lines(change, options):
            print(line, flush=True)
    return 0


def _change_lines(change: FavoritesChanged | FavoritesDelta, options: Namespace) -> Iterator[str]:
    if options.json:
        yield output.json_line(change.to_json())
        return
    space = "\t" if options.tsv else "  "
    updated = change.updated if isinstance(change, FavoritesChanged) else ()
    for sign, changed in (("+", change.added), ("~", updated)):
        for movie in changed:
            yield space.join((sign, movie.id, output.clean(movie.title)))
    for id in change.removed:
        yield space.join(("-", id))


def _show(movies: Iterable[Movie], options: Namespace, *more: str) -> int:
    """Print the movies in the requested format. `more` contains the name of a section, if there is one."""
    wanted = iter(movies) if options.all else islice(movies, options.limit)
    first = next(wanted, None)
    if first is None:
        print("movieserver: nothing found", file=sys.stderr)
        return 1
    found = chain((first,), wanted)
    lines: Iterator[str]
    if options.json:
        lines = (output.json_line({**movie.to_json(), **({"section": more[0]} if more else {})}) for movie in found)
    elif options.tsv:
        lines = (output.tab_separated(movie, *more) for movie in found)
    else:
        lines = output.table(found, shutil.get_terminal_size().columns if sys.stdout.isatty() else None)
    for line in lines:
        print(line)
    return 0


def _show_star(done: Star, options: Namespace) -> int:
    if options.json:
        print(output.json_line(done.to_json()))
    elif options.tsv:
        print(done.id, output.STAR if done.is_favorite else "", sep="\t")
    elif done.is_favorite:
        print(done.id, "is now a favorite" if done.changed else "was already a favorite")
    else:
        print(done.id, "is no longer a favorite" if done.changed else "was not a favorite")
    return 0


def print_error(error: MovieServerError) -> int:
    print(f"movieserver: {error} ({error.reason})", file=sys.stderr)
    return 1
