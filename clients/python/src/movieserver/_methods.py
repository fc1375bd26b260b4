"""The server's methods, each declared once for both clients.

A declaration names the method and decodes its result; `_declaration` makes the method of each client from it.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterable
from typing import Any, Literal

from ._base import Base, check_names
from ._call import Call, texts
from ._declaration import method
from ._listing import EntryPages, ListPages, Steps, changes_since, checked
from ._model import M, camel
from ._undo import inverse
from .errors import InvalidRequest
from .models import (
    PARAMS,
    Collection,
    DeletedViewing,
    DiaryItem,
    DiaryPage,
    ExportedLibrary,
    FavoritesDelta,
    FavoritesPage,
    Genre,
    ImportedLibrary,
    LibraryDelta,
    LibraryPage,
    LoggedViewing,
    Login,
    Marked,
    Movie,
    MovieDetail,
    Page,
    Person,
    PersonSummary,
    Poster,
    Rating,
    RefreshedFavorites,
    Reviews,
    SectionPage,
    Session,
    Star,
    Statistics,
    SyncStatus,
    Tag,
    Viewing,
)


class _Unchanged:
    def __repr__(self) -> str:
        return "UNCHANGED"


UNCHANGED: Any = _Unchanged()
"""The default of a value that None removes."""
WITH_NONE = ("date", "rating", "note", "id", "movie", "starred_at", "watchlisted_at")
"""The arguments of which None is not the default: it removes a value, or is refused."""
ENTITIES = ("id", "person", "viewing")
LISTS = ("genres", "exclude_genres", "tags", "add_tags", "remove_tags", "sections")


class Methods(Base):
    """The methods of both clients. Pass a movie, person or viewing as its id, or as it is in an earlier result."""

    @method
    def search(
        self,
        query: str,
        *,
        list: str | None = None,
        catalog: str | None = None,
        year: int | None = None,
        language: str | None = None,
        limit: int | None = None,
        debounce_ms: int | None = None,
    ) -> ListPages:
        """Search a catalog. Returns the movies on all pages.

        Searches are independent of each other, unless they name the same `list`. Then a newer search supersedes an
        older one, as suits a pane that shows one search at a time. With `debounce_ms`, the search starts after that
        time, unless a newer one comes first. `limit` is the number of movies that are fetched at a time.
        """
        return self._pages("search", locals())

    @method
    def discover(
        self,
        *,
        list: str | None = None,
        catalog: str | None = None,
        genres: Iterable[str] | None = None,
        exclude_genres: Iterable[str] | None = None,
        year_from: int | None = None,
        year_to: int | None = None,
        rating_from: float | None = None,
        votes_from: int | None = None,
        runtime_from: int | None = None,
        runtime_to: int | None = None,
        original_language: str | None = None,
        country: str | None = None,
        person: str | PersonSummary | Person | None = None,
        keyword: str | None = None,
        provider: str | None = None,
        sort: Literal["popularity", "rating", "releaseDate", "title", "random"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        seed: int | None = None,
        limit: int | None = None,
        language: str | None = None,
    ) -> ListPages:
        """Find the movies that meet all criteria, such as `genres=["Thriller"], year_from=1990`, on all pages.

        `limit` is the number of movies that are fetched at a time.
        """
        return self._pages("discover", locals())

    @method
    def recommendations(self, movie: str | Movie, *, list: str | None = None, language: str | None = None) -> ListPages:
        """Return movies similar to this one, on all pages."""
        return self._pages("recommendations", locals())

    @method
    def next_page(self, list: str) -> Call[Page]:
        """Return the next page of a list, for a UI that pages a list by its name. `Results` does this itself."""
        return Call("nextPage", {"list": list}, Page.from_json)

    @method
    def genres(self, *, catalog: str | None = None, language: str | None = None) -> Call[tuple[Genre, ...]]:
        """Return the genres of the catalog."""
        return Call("genres", _params(locals()), lambda answer: tuple(map(Genre.from_json, answer["genres"])))

    @method
    def detail(
        self, movie: str | Movie, *, reviews: int | None = None, language: str | None = None
    ) -> Call[MovieDetail]:
        """Return all that the catalog knows about a movie, with its first `reviews` reviews."""
        return Call("detail", _params(locals()), MovieDetail.from_json)

    @method
    def people(
        self, query: str, *, limit: int | None = None, catalog: str | None = None, language: str | None = None
    ) -> Call[tuple[PersonSummary, ...]]:
        """Return the people whose names match, best known first, at most `limit`: there are no further pages."""
        return Call("people", _params(locals()), lambda answer: tuple(map(PersonSummary.from_json, answer["people"])))

    @method
    def person(self, person: str | PersonSummary, *, language: str | None = None) -> Call[Person]:
        """Return all that the catalog knows about a person, with all films."""
        return Call("person", _params({"id": person, "language": language}), Person.from_json)

    @method
    def collection(self, collection: str, *, language: str | None = None) -> Call[Collection]:
        """Return the movies of a collection, in order of release."""
        return Call("collection", _params({"id": collection, "language": language}), Collection.from_json)

    @method
    def reviews(self, movie: str | Movie, *, page: int | None = None, language: str | None = None) -> Call[Reviews]:
        """Return a page of a movie's reviews, in full."""
        return Call("reviews", _params(locals()), Reviews.from_json)

    @method
    def poster(
        self, movie: str | Movie | None = None, *, url: str | None = None, width: int | None = None
    ) -> Call[Poster]:
        """Fetch a movie's poster, or the image at a `url` from the server, into a file at least `width` pixels wide."""
        if (movie is None) == (url is None):
            raise TypeError("poster() takes either a movie or a url")
        params = _params({**locals(), "movie": UNCHANGED if movie is None else movie})
        return Call("poster", params, Poster.from_json)

    @method
    def star(self, movie: str | Movie) -> Call[Star]:
        """Add a movie to the favorites. A `Movie` is stored as it is; for an id, the server fetches the data."""
        film = _film(movie)
        return _change("star", film, film, Star)

    @method
    def unstar(self, movie: str | Movie) -> Call[Star]:
        """Remove a movie from the favorites."""
        return _change("unstar", {"id": _id(movie)}, _film(movie), Star)

    @method
    def favorites(
        self,
        *,
        sort: Literal["starredAt", "title", "year", "rating"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        query: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> EntryPages[FavoritesPage, Movie]:
        """Return the favorites, on all pages. `limit` is the number of movies that are fetched at a time."""
        return EntryPages("favorites", FavoritesPage, _params(locals()))

    @method
    def favorites_since(self, revision: int) -> Steps[FavoritesDelta]:
        """Return how the favorites have changed since a revision."""
        return changes_since("favorites", FavoritesDelta, FavoritesPage, "starredAt", revision)

    @method
    def refresh_favorites(self) -> Call[RefreshedFavorites]:
        """Fetch the data of the favorites again from their catalogs."""
        return Call("refreshFavorites", {}, RefreshedFavorites.from_json)

    @method
    def mark(
        self,
        movie: str | Movie,
        *,
        starred: bool | None = None,
        starred_at: datetime.datetime | str | None = UNCHANGED,
        watchlist: bool | None = None,
        watchlisted_at: datetime.datetime | str | None = UNCHANGED,
        rating: float | None = UNCHANGED,
        note: str | None = UNCHANGED,
        tags: Iterable[str] | None = None,
        add_tags: Iterable[str] | None = None,
        remove_tags: Iterable[str] | None = None,
    ) -> Call[Marked]:
        """Change what the user keeps about a film. What is not given stays as it is.

        movie: the film, as an id or as it is in a result. A `Movie` may be one that no catalog has.
        starred: whether it is a favorite.
        starred_at: since when it is one. None removes the star.
        watchlist: whether the user wants to see it.
        watchlisted_at: since when. None takes it off the watchlist.
        rating: the user's own, from 0.5 to 10 in steps of 0.5. None removes it.
        note: a text of one or more lines. None removes it.
        tags: all tags of the film, in place of those it has.
        add_tags: tags to add to those it has.
        remove_tags: tags to remove, whatever their case.

        The result has the `mark` now and the `previous` one. `undo(result)` brings the previous one back.
        """
        return _change("mark", _params(locals(), with_film=True), _film(movie), Marked)

    @method
    def log_viewing(
        self,
        movie: str | Movie | None = None,
        *,
        viewing: str | Viewing | None = None,
        date: str | datetime.date | None = UNCHANGED,
        rating: float | None = UNCHANGED,
        note: str | None = UNCHANGED,
        rewatch: bool | None = None,
        keep_on_watchlist: bool | None = None,
    ) -> Steps[LoggedViewing]:
        """Log that the user has seen a film, or change a viewing. `undo(result)` takes it back.

        movie: the film, as an id or as it is in a result. A viewing that is there needs none.
        viewing: the viewing to change, as an id or as it is in a result; what is not given stays as it is.
        date: the day, as "2026-01-31" or a `datetime.date`, not in the future; by default today. None means that it
            is unknown. In results, days are always texts.
        rating: from 0.5 to 10 in steps of 0.5. It becomes the user's rating of the film, too. None removes it.
        note: a text about this viewing. None removes it.
        rewatch: whether the user had seen the film before.
        keep_on_watchlist: True lets a film stay on the watchlist, which it leaves otherwise.
        """
        if movie is None and viewing is None:
            raise TypeError("log_viewing() needs a movie or a viewing")
        params = _params({**locals(), "movie": UNCHANGED if movie is None else movie}, with_film=True)
        film = {} if movie is None else _film(movie)
        kept = before = None
        try:
            if viewing:  # this changes nothing
                answer: dict[str, Any] = yield Call("logViewing", {"viewing": params["viewing"]}, dict)
                kept, before, film = answer["mark"], answer["viewing"], film or {"id": answer["id"]}
        except InvalidRequest:  # it is the id of a new one
            if not film:
                raise
        if film and kept is None:
            answer = yield Call("mark", film, dict)
            kept = answer["mark"]
        logged: LoggedViewing = yield _change("logViewing", params, film, LoggedViewing, kept, before)
        return logged

    @method
    def delete_viewing(self, viewing: str | Viewing) -> Call[DeletedViewing]:
        """Remove a viewing."""
        film = _film(viewing.movie) if isinstance(viewing, DiaryItem) else None
        return _change("deleteViewing", {"viewing": _id(viewing)}, film, DeletedViewing)

    @method
    def undo(self, result: Star | Marked | LoggedViewing | DeletedViewing) -> Steps[None]:
        """Take back what `star`, `unstar`, `mark`, `log_viewing` or `delete_viewing` has changed, by its result.

        What they have set gets the values from before, and anything else stays. A second time it does nothing. A film
        that no catalog has needs the `Movie`, not its id, in the call that is undone.
        """
        requests = getattr(result, "_undo", None)
        if requests is None:
            raise TypeError(f"the result of a change by this program is needed, not {result!r:.80}")
        while requests:
            name, params = requests[0]
            yield Call(name, params, dict)
            requests.pop(0)

    @method
    def library(
        self,
        *,
        filter: Literal["all", "starred", "watchlist", "viewed", "unviewed", "rated", "tagged"] | None = None,
        tag: str | None = None,
        genre: str | None = None,
        year_from: int | None = None,
        year_to: int | None = None,
        runtime_to: int | None = None,
        query: str | None = None,
        sort: Literal[
            "changedAt",
            "title",
            "year",
            "rating",
            "myRating",
            "lastViewed",
            "watchlistedAt",
            "starredAt",
            "runtime",
            "random",
        ]
        | None = None,
        order: Literal["asc", "desc"] | None = None,
        seed: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> EntryPages[LibraryPage, Movie]:
        """Return the films of the library that fulfil all conditions, on all pages.

        `limit` is the number of films that are fetched at a time.
        """
        return EntryPages("library", LibraryPage, _params(locals()))

    @method
    def library_since(self, revision: int) -> Steps[LibraryDelta]:
        """Return how the library has changed since a revision."""
        return changes_since("library", LibraryDelta, LibraryPage, "changedAt", revision)

    @method
    def diary(
        self,
        *,
        from_: str | datetime.date | None = None,
        to: str | datetime.date | None = None,
        order: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
    ) -> EntryPages[DiaryPage, DiaryItem]:
        """Return the viewings by date, last first by default, on all pages. A day is a text or a `datetime.date`.

        `limit` is the number of viewings that are fetched at a time.
        """
        return EntryPages("diary", DiaryPage, _params(locals()))

    @method
    def import_library(
        self,
        path: str | os.PathLike[str],
        *,
        format: Literal["json", "csv", "letterboxd", "imdb", "trakt", "tmdb", "movary", "simkl", "notes"] | None = None,
        dry_run: bool | None = None,
        overwrite: bool | None = None,
    ) -> Call[ImportedLibrary]:
        """Add what another service or `export_library` has written to the library. A second time it adds nothing."""
        return Call("importLibrary", _params(locals()), ImportedLibrary.from_json)

    @method
    def export_library(
        self, path: str | os.PathLike[str], *, format: Literal["json", "csv", "letterboxd"] | None = None
    ) -> Call[ExportedLibrary]:
        """Write the library to a file: as JSON, or as CSV if the path ends with `.csv`."""
        return Call("exportLibrary", _params(locals()), ExportedLibrary.from_json)

    @method
    def tags(self) -> Call[tuple[Tag, ...]]:
        """Return the tags of the library with the numbers of their films."""
        return Call("tags", {}, lambda answer: tuple(map(Tag.from_json, answer["tags"])))

    @method
    def statistics(
        self, *, from_: str | datetime.date | None = None, to: str | datetime.date | None = None
    ) -> Call[Statistics]:
        """Count what was viewed from one day to another, texts or `datetime.date`s; all by default."""
        return Call("statistics", _params(locals()), Statistics.from_json)

    @method
    def login(self, *, catalog: str | None = None) -> Call[Login]:
        """Start a login. Show `url` to the user, then call `complete_login`."""
        return Call("login", _params(locals()), Login.from_json)

    @method
    def complete_login(self, request_token: str, *, catalog: str | None = None) -> Call[Session]:
        """Complete a login. Raises NotApproved until the user has approved it."""
        return Call("completeLogin", _params(locals()), Session.from_json)

    @method
    def logout(self, *, catalog: str | None = None) -> Call[Session]:
        """Log out."""
        return Call("logout", _params(locals()), Session.from_json)

    @method
    def session(self, *, catalog: str | None = None) -> Call[Session]:
        """Return who is logged in."""
        return Call("session", _params(locals()), Session.from_json)

    @method
    def sync_status(self) -> Call[SyncStatus]:
        """Return how far this machine agrees with others that share its library."""
        return Call("syncStatus", {}, SyncStatus.from_json)

    @method
    def rate(self, movie: str | Movie, value: float) -> Call[Rating]:
        """Rate a movie from 0.5 to 10, in steps of 0.5."""
        return Call("rate", _params(locals()), Rating.from_json)

    @method
    def unrate(self, movie: str | Movie) -> Call[Rating]:
        """Remove the user's rating."""
        return Call("unrate", _params(locals()), Rating.from_json)

    @method
    def describe(self) -> Call[dict[str, Any]]:
        """Return the server's description of the protocol, an OpenRPC document."""
        return Call("rpc.discover", {}, lambda answer: answer)

    @method
    def request(self, method: str, params: dict[str, Any] | None = None) -> Call[dict[str, Any]]:
        """Call any method by its name. Returns the JSON object."""
        check_names("parameter", params or (), PARAMS.get(method, params or ()))
        return Call(method, params or {}, dict)

    @method
    def shutdown(self) -> Call[None]:
        """Let the server finish its work and accept no more requests. `close` does this itself."""
        return Call("shutdown", {}, lambda answer: None)

    def _pages(self, method: str, arguments: dict[str, Any]) -> ListPages:
        """Return the pages of a list, which has a name of its own unless the caller names one."""
        name = arguments["list"] or self._lists.unused_name()
        return ListPages(self._lists, name, Call(method, {**_params(arguments), "list": name}, Page.from_json))

    def _home(
        self, catalog: str | None, sections: Iterable[str] | None, language: str | None
    ) -> Call[list[tuple[SectionPage, ListPages]]]:
        """Return the sections of `home`, each with the list that continues it."""

        def call(names: list[str] | None) -> Call[list[SectionPage]]:
            return Call(
                "home",
                _params({"catalog": catalog, "sections": names, "language": language}),
                lambda answer: [SectionPage.from_json(section) for section in answer["sections"]],
            )

        def pages(page: SectionPage) -> ListPages:
            alone = call([page.section])
            first = Call(alone.method, alone.params, lambda answer: checked(alone.decode(answer)[0]))
            return ListPages(self._lists, page.list or f"home:{page.section}", first)

        whole = call(texts("sections", sections))
        return Call(whole.method, whole.params, lambda answer: [(page, pages(page)) for page in whole.decode(answer)])


def _params(arguments: dict[str, Any], with_film: bool = False) -> dict[str, Any]:
    """Return the parameters of a request: the arguments of a method that were given, by their names in the protocol.

    with_film: send the data of a movie that has them, and not only its id.
    """
    params: dict[str, Any] = {}
    for name, value in arguments.items():
        if name == "self" or value is UNCHANGED or (value is None and name not in WITH_NONE):
            continue
        if name == "movie":
            params |= _film(value) if with_film else {"id": _id(value)}
        elif name in ENTITIES:
            params[name] = _id(value)
        elif name in LISTS:
            params[camel(name)] = texts(name, value)
        elif name.endswith("ed_at") and isinstance(value, datetime.datetime):
            params[camel(name)] = value.astimezone().isoformat()  # one without a zone is in that of this computer
        else:
            params[camel(name.rstrip("_"))] = os.path.abspath(value) if name == "path" else value
    return params


def _id(entity: str | Movie | PersonSummary | Person | Viewing) -> str:
    id = entity.viewing if isinstance(entity, Viewing) else getattr(entity, "id", entity)
    if not isinstance(id, str):
        raise TypeError(f"an id, or a result that has one, is needed, not {entity!r:.80}")
    return id


def _film(movie: str | Movie) -> dict[str, Any]:
    """The film of a change: a movie with its data, or an id."""
    return {"movie": movie.to_json()} if isinstance(movie, Movie) else {"id": _id(movie)}


def _change(
    method: str,
    params: dict[str, Any],
    film: dict[str, Any] | None,
    result: type[M],
    kept: dict[str, Any] | None = None,
    before: dict[str, Any] | None = None,
) -> Call[M]:
    """Return the call of a change, whose result knows how to undo it."""

    def decode(answer: Any) -> M:
        decoded = result.from_json(answer)
        requests = inverse(method, params, answer, film or {"id": answer["id"]}, kept, before)
        object.__setattr__(decoded, "_undo", requests)  # it is frozen
        return decoded

    return Call(method, params, decode)
