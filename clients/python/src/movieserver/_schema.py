"""The protocol as the server describes it: the objects for type checkers, the names for tests.

Written by Tests/generate from `movie-server schema`; not to be edited.
"""

# fmt: off

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class Params(NamedTuple):
    """The names of an object's members."""

    required: tuple[str, ...]
    optional: tuple[str, ...]


class CastMember(TypedDict):
    """Somebody who plays in a movie."""

    name: str
    character: NotRequired[str]
    profileUrl: NotRequired[str]


class Catalog(TypedDict):
    """A source of movies."""

    name: str
    title: str
    capabilities: list[Literal["search", "home", "genres", "detail", "reviews", "recommendations", "poster", "login", "rate", "favoritesSync"]]
    attribution: NotRequired[str]


class Company(TypedDict):
    """A production company."""

    name: str
    logoUrl: NotRequired[str]


class CrewMember(TypedDict):
    """Somebody who made a movie."""

    name: str
    job: str


class Error(TypedDict):
    """An error of JSON-RPC 2.0."""

    code: int
    message: str
    data: ErrorData


class ErrorData(TypedDict):
    """What programs go by."""

    reason: str
    retryable: bool
    retryAfterMs: NotRequired[int]
    catalog: NotRequired[str]
    field: NotRequired[str]
    httpStatus: NotRequired[int]
    upstreamCode: NotRequired[str]
    detail: NotRequired[str]
    limit: NotRequired[int]
    supported: NotRequired[list[str]]


class FailedSection(TypedDict):
    """A section that could not be had, in its place."""

    section: str
    title: str
    error: Error


class Favorite(TypedDict):
    """A movie that is starred."""

    id: str
    title: str
    originalTitle: NotRequired[str]
    year: NotRequired[int]
    releaseDate: NotRequired[str]
    genres: list[str]
    directors: list[str]
    cast: list[str]
    overview: NotRequired[str]
    rating: NotRequired[float]
    votes: NotRequired[int]
    runtimeMinutes: NotRequired[int]
    posterUrl: NotRequired[str]
    link: NotRequired[str]
    imdbId: NotRequired[str]
    isFavorite: bool
    starredAt: str


class FavoritesDifference(TypedDict):
    """What has become different since a revision."""

    epoch: str
    revision: int
    total: int
    added: list[Favorite]
    removed: list[str]
    fresh: bool


class FavoritesPage(TypedDict):
    """Favorites in the order asked for."""

    epoch: str
    revision: int
    total: int
    items: list[Favorite]


class FavoritesState(TypedDict):
    """Where the favorites stand."""

    epoch: str
    revision: int
    total: int


class Genre(TypedDict):
    """A genre of a catalog."""

    id: str
    name: str


class Genres(TypedDict):
    """A catalog's genres."""

    genres: list[Genre]


class Home(TypedDict):
    """The sections of a catalog."""

    sections: list[SectionPage | FailedSection]


class Login(TypedDict):
    """What the user has to approve."""

    url: str
    requestToken: str
    expiresAt: NotRequired[str]


class Movie(TypedDict):
    """What every list shows of a movie."""

    id: str
    title: str
    originalTitle: NotRequired[str]
    year: NotRequired[int]
    releaseDate: NotRequired[str]
    genres: list[str]
    directors: list[str]
    cast: list[str]
    overview: NotRequired[str]
    rating: NotRequired[float]
    votes: NotRequired[int]
    runtimeMinutes: NotRequired[int]
    posterUrl: NotRequired[str]
    link: NotRequired[str]
    imdbId: NotRequired[str]
    isFavorite: bool


class MovieData(TypedDict):
    """A movie as a client hands it over."""

    id: str
    title: str
    originalTitle: NotRequired[str]
    year: NotRequired[int]
    releaseDate: NotRequired[str]
    genres: NotRequired[list[str]]
    directors: NotRequired[list[str]]
    cast: NotRequired[list[str]]
    overview: NotRequired[str]
    rating: NotRequired[float]
    votes: NotRequired[int]
    runtimeMinutes: NotRequired[int]
    posterUrl: NotRequired[str]
    link: NotRequired[str]
    imdbId: NotRequired[str]


class MovieDetail(TypedDict):
    """All that is known of one movie."""

    id: str
    title: str
    originalTitle: NotRequired[str]
    year: NotRequired[int]
    releaseDate: NotRequired[str]
    genres: list[str]
    directors: list[str]
    cast: list[str]
    overview: NotRequired[str]
    rating: NotRequired[float]
    votes: NotRequired[int]
    runtimeMinutes: NotRequired[int]
    posterUrl: NotRequired[str]
    link: NotRequired[str]
    imdbId: NotRequired[str]
    isFavorite: bool
    tagline: NotRequired[str]
    status: NotRequired[str]
    homepage: NotRequired[str]
    languages: list[str]
    countries: list[str]
    companies: list[Company]
    castMembers: list[CastMember]
    crewMembers: list[CrewMember]
    ratings: list[SourceRating]
    trailers: list[Trailer]
    certification: NotRequired[str]
    awards: NotRequired[str]
    reviews: dict[str, Any]
    recommendations: dict[str, Any]
    myRating: NotRequired[float]
    attribution: NotRequired[str]
    stale: NotRequired[Literal[True]]


OpenRPC = TypedDict("OpenRPC", {"openrpc": "str", "info": "dict[str, Any]", "methods": "list[dict[str, Any]]", "components": "NotRequired[dict[str, Any]]", "x-reasons": "list[dict[str, Any]]"})
"""An OpenRPC document."""


class Page(TypedDict):
    """A page of a list."""

    list: str
    query: NotRequired[str]
    page: int
    offset: int
    total: int
    totalIsExact: NotRequired[Literal[False]]
    hasMore: bool
    items: list[Movie]
    stale: NotRequired[Literal[True]]


class Poster(TypedDict):
    """A picture as a file."""

    path: str
    width: NotRequired[int]
    bytes: int
    mimeType: str


class Rating(TypedDict):
    """The user's own rating of a movie."""

    id: str
    myRating: NotRequired[float]


class RefreshedFavorites(TypedDict):
    """What became of the favorites' data."""

    refreshed: int
    failed: list[dict[str, Any]]
    revision: int


class Review(TypedDict):
    """What somebody wrote about a movie."""

    id: str
    author: str
    rating: NotRequired[float]
    preview: str
    content: NotRequired[str]
    truncated: bool
    createdAt: NotRequired[str]
    url: NotRequired[str]


class Reviews(TypedDict):
    """A page of a movie's reviews."""

    id: str
    page: int
    total: int
    hasMore: bool
    items: list[Review]
    stale: NotRequired[Literal[True]]


class SectionPage(TypedDict):
    """The first page of a section."""

    section: str
    title: str
    list: str
    query: NotRequired[str]
    page: int
    offset: int
    total: int
    totalIsExact: NotRequired[Literal[False]]
    hasMore: bool
    items: list[Movie]
    stale: NotRequired[Literal[True]]


class Server(TypedDict):
    """Who answers."""

    protocolVersion: str
    serverInfo: dict[str, Any]
    catalog: str
    catalogs: list[Catalog]
    favorites: NotRequired[FavoritesState]


class Session(TypedDict):
    """Who is logged in at a catalog."""

    catalog: str
    loggedIn: bool
    user: NotRequired[User]


class SourceRating(TypedDict):
    """What some source makes of a movie."""

    source: str
    value: str


class Star(TypedDict):
    """What became of a star."""

    id: str
    isFavorite: bool
    changed: bool
    revision: int
    starredAt: NotRequired[str]


class Trailer(TypedDict):
    """A trailer."""

    name: str
    url: str


class User(TypedDict):
    """Somebody who is logged in."""

    id: str
    name: str


class InitializeParams(TypedDict):
    """Tells what the server can do and sets the session's defaults."""

    protocolVersion: NotRequired[str]
    clientInfo: NotRequired[dict[str, Any]]
    processId: NotRequired[int]
    locale: NotRequired[str]
    catalog: NotRequired[str]
    notifications: NotRequired[list[str]]
    debounceMs: NotRequired[int]
    loadingDelayMs: NotRequired[int]


class SearchParams(TypedDict):
    """Searches a catalog; a newer search into the same list supersedes an older one."""

    query: str
    list: NotRequired[str]
    catalog: NotRequired[str]
    year: NotRequired[int]
    language: NotRequired[str]
    limit: NotRequired[int]
    debounceMs: NotRequired[int]


class NextPageParams(TypedDict):
    """Gives the next page of a list; asked for again while it is on its way, it is the same page."""

    list: NotRequired[str]


class HomeParams(TypedDict):
    """Gives the first page of each section of a catalog; each is a list `home:<section>`."""

    catalog: NotRequired[str]
    sections: NotRequired[list[str]]


class RecommendationsParams(TypedDict):
    """Makes a list of movies like the one named."""

    id: str
    list: NotRequired[str]


class GenresParams(TypedDict):
    """Gives a catalog's genres."""

    catalog: NotRequired[str]
    language: NotRequired[str]


class DetailParams(TypedDict):
    """Gives all that is known about one movie."""

    id: str
    reviews: NotRequired[int]


class StarParams(TypedDict):
    """Makes a movie a favorite and keeps its data."""

    id: NotRequired[str]
    movie: NotRequired[MovieData]


class UnstarParams(TypedDict):
    """Makes a movie a favorite no more."""

    id: str


class FavoritesParams(TypedDict):
    """Gives the starred movies, or what has become different since a revision."""

    sort: NotRequired[Literal["starredAt", "title", "year", "rating"]]
    order: NotRequired[Literal["asc", "desc"]]
    query: NotRequired[str]
    limit: NotRequired[int]
    offset: NotRequired[int]
    since: NotRequired[int]


class ReviewsParams(TypedDict):
    """Gives a page of a movie's reviews, whole."""

    id: str
    page: NotRequired[int]


class PosterParams(TypedDict):
    """Fetches a movie's poster into the cache and tells where it is."""

    id: NotRequired[str]
    url: NotRequired[str]
    width: NotRequired[int]


class LoginParams(TypedDict):
    """Begins a login: the user opens the address and approves."""

    catalog: NotRequired[str]


class CompleteLoginParams(TypedDict):
    """Completes a login that the user has approved."""

    requestToken: str
    catalog: NotRequired[str]


class LogoutParams(TypedDict):
    """Ends the session with a catalog's account."""

    catalog: NotRequired[str]


class SessionParams(TypedDict):
    """Tells whether the user is logged in."""

    catalog: NotRequired[str]


class RateParams(TypedDict):
    """Rates a movie for the user who is logged in."""

    id: str
    value: float


class UnrateParams(TypedDict):
    """Takes the user's rating of a movie back."""

    id: str


class CancelRequestParams(TypedDict):
    """Takes a request back, which still gets its one answer; unknown ids are ignored."""

    id: str | float | None


class LoadingParams(TypedDict):
    """Work that a spinner may show has begun or ended."""

    kind: Literal["search", "page", "home", "detail", "reviews", "recommendations", "favorites", "poster", "login"]
    active: bool
    list: NotRequired[str]
    request: NotRequired[str | float | None]
    outcome: NotRequired[Literal["ok", "empty", "error", "cancelled", "superseded"]]


class FavoritesChangedParams(TypedDict):
    """The favorites are different now, by this process or another."""

    epoch: str
    revision: int
    previousRevision: int
    added: list[Movie]
    updated: list[Movie]
    removed: list[str]
    total: int
    origin: Literal["self", "other"]


class SessionChangedParams(TypedDict):
    """Somebody has logged in or out at a catalog."""

    catalog: str
    loggedIn: bool
    user: NotRequired[User]


class ResyncParams(TypedDict):
    """Notifications of these topics were dropped, because the client did not read: ask for the present state."""

    topics: list[Literal["favorites", "loading", "session"]]


METHODS: dict[str, Params] = {
    "initialize": Params((), ("protocolVersion", "clientInfo", "processId", "locale", "catalog", "notifications", "debounceMs", "loadingDelayMs")),
    "search": Params(("query",), ("list", "catalog", "year", "language", "limit", "debounceMs")),
    "nextPage": Params((), ("list",)),
    "home": Params((), ("catalog", "sections")),
    "recommendations": Params(("id",), ("list",)),
    "genres": Params((), ("catalog", "language")),
    "detail": Params(("id",), ("reviews",)),
    "star": Params((), ("id", "movie")),
    "unstar": Params(("id",), ()),
    "favorites": Params((), ("sort", "order", "query", "limit", "offset", "since")),
    "refreshFavorites": Params((), ()),
    "reviews": Params(("id",), ("page",)),
    "poster": Params((), ("id", "url", "width")),
    "login": Params((), ("catalog",)),
    "completeLogin": Params(("requestToken",), ("catalog",)),
    "logout": Params((), ("catalog",)),
    "session": Params((), ("catalog",)),
    "rate": Params(("id", "value"), ()),
    "unrate": Params(("id",), ()),
    "rpc.discover": Params((), ()),
    "shutdown": Params((), ()),
}
NOTIFICATIONS: dict[str, Params] = {
    "loading": Params(("kind", "active"), ("list", "request", "outcome")),
    "favoritesChanged": Params(("epoch", "revision", "previousRevision", "added", "updated", "removed", "total", "origin"), ()),
    "sessionChanged": Params(("catalog", "loggedIn"), ("user",)),
    "resync": Params(("topics",), ()),
}
RESULTS: dict[str, tuple[str, ...]] = {
    "initialize": ("Server",),
    "search": ("Page",),
    "nextPage": ("Page",),
    "home": ("Home",),
    "recommendations": ("Page",),
    "genres": ("Genres",),
    "detail": ("MovieDetail",),
    "star": ("Star",),
    "unstar": ("Star",),
    "favorites": ("FavoritesPage", "FavoritesDifference"),
    "refreshFavorites": ("RefreshedFavorites",),
    "reviews": ("Reviews",),
    "poster": ("Poster",),
    "login": ("Login",),
    "completeLogin": ("Session",),
    "logout": ("Session",),
    "session": ("Session",),
    "rate": ("Rating",),
    "unrate": ("Rating",),
    "rpc.discover": ("OpenRPC",),
    "shutdown": ("Done",),
}
MEMBERS: dict[str, Params] = {
    "CastMember": Params(("name",), ("character", "profileUrl")),
    "Catalog": Params(("name", "title", "capabilities"), ("attribution",)),
    "Company": Params(("name",), ("logoUrl",)),
    "CrewMember": Params(("name", "job"), ()),
    "Done": Params((), ()),
    "Error": Params(("code", "message", "data"), ()),
    "ErrorData": Params(("reason", "retryable"), ("retryAfterMs", "catalog", "field", "httpStatus", "upstreamCode", "detail", "limit", "supported")),
    "FailedSection": Params(("section", "title", "error"), ()),
    "Favorite": Params(("id", "title", "genres", "directors", "cast", "isFavorite", "starredAt"), ("originalTitle", "year", "releaseDate", "overview", "rating", "votes", "runtimeMinutes", "posterUrl", "link", "imdbId")),
    "FavoritesDifference": Params(("epoch", "revision", "total", "added", "removed", "fresh"), ()),
    "FavoritesPage": Params(("epoch", "revision", "total", "items"), ()),
    "FavoritesState": Params(("epoch", "revision", "total"), ()),
    "Genre": Params(("id", "name"), ()),
    "Genres": Params(("genres",), ()),
    "Home": Params(("sections",), ()),
    "Login": Params(("url", "requestToken"), ("expiresAt",)),
    "Movie": Params(("id", "title", "genres", "directors", "cast", "isFavorite"), ("originalTitle", "year", "releaseDate", "overview", "rating", "votes", "runtimeMinutes", "posterUrl", "link", "imdbId")),
    "MovieData": Params(("id", "title"), ("originalTitle", "year", "releaseDate", "genres", "directors", "cast", "overview", "rating", "votes", "runtimeMinutes", "posterUrl", "link", "imdbId")),
    "MovieDetail": Params(("id", "title", "genres", "directors", "cast", "isFavorite", "languages", "countries", "companies", "castMembers", "crewMembers", "ratings", "trailers", "reviews", "recommendations"), ("originalTitle", "year", "releaseDate", "overview", "rating", "votes", "runtimeMinutes", "posterUrl", "link", "imdbId", "tagline", "status", "homepage", "certification", "awards", "myRating", "attribution", "stale")),
    "OpenRPC": Params(("openrpc", "info", "methods", "x-reasons"), ("components",)),
    "Page": Params(("list", "page", "offset", "total", "hasMore", "items"), ("query", "totalIsExact", "stale")),
    "Poster": Params(("path", "bytes", "mimeType"), ("width",)),
    "Rating": Params(("id",), ("myRating",)),
    "RefreshedFavorites": Params(("refreshed", "failed", "revision"), ()),
    "Review": Params(("id", "author", "preview", "truncated"), ("rating", "content", "createdAt", "url")),
    "Reviews": Params(("id", "page", "total", "hasMore", "items"), ("stale",)),
    "SectionPage": Params(("section", "title", "list", "page", "offset", "total", "hasMore", "items"), ("query", "totalIsExact", "stale")),
    "Server": Params(("protocolVersion", "serverInfo", "catalog", "catalogs"), ("favorites",)),
    "Session": Params(("catalog", "loggedIn"), ("user",)),
    "SourceRating": Params(("source", "value"), ()),
    "Star": Params(("id", "isFavorite", "changed", "revision"), ("starredAt",)),
    "Trailer": Params(("name", "url"), ()),
    "User": Params(("id", "name"), ()),
}
REASONS: dict[str, tuple[int, bool]] = {
    "parseError": (-32700, False),
    "invalidRequest": (-32600, False),
    "messageTooLarge": (-32600, False),
    "duplicateId": (-32600, False),
    "methodNotFound": (-32601, False),
    "invalidParams": (-32602, False),
    "internalError": (-32603, False),
    "cancelled": (-32800, False),
    "superseded": (-32800, False),
    "movieNotFound": (1001, False),
    "listNotReady": (1002, False),
    "catalogUnknown": (1003, False),
    "catalogNotConfigured": (1004, False),
    "unsupportedByCatalog": (1005, False),
    "upstreamUnreachable": (1006, True),
    "upstreamTimeout": (1007, True),
    "upstreamRateLimited": (1008, True),
    "upstreamQuotaExceeded": (1009, False),
    "upstreamUnauthorized": (1010, False),
    "upstreamFailed": (1011, True),
    "upstreamInvalidResponse": (1012, False),
    "queryTooBroad": (1013, False),
    "catalogDiscontinued": (1014, False),
    "notLoggedIn": (1015, False),
    "notApproved": (1016, True),
    "storageFailed": (1017, False),
    "overloaded": (1018, True),
    "shuttingDown": (1019, False),
    "protocolVersionUnsupported": (1020, False),
}
