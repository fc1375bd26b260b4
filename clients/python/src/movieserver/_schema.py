"""The protocol as the server describes it: the objects for type checkers, the names for tests.

Written by Tests/generate from `movie-server schema`; do not edit.
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


class CastCredit(TypedDict):
    """A movie in which a person acts."""

    id: str
    title: str
    originalTitle: NotRequired[str]
    originalLanguage: NotRequired[str]
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
    backdropUrl: NotRequired[str]
    link: NotRequired[str]
    imdbId: NotRequired[str]
    adult: NotRequired[Literal[True]]
    isFavorite: bool
    ids: NotRequired[list[str]]
    mark: NotRequired[Mark]
    character: NotRequired[str]


class CastMember(TypedDict):
    """An actor in a movie."""

    name: str
    personId: NotRequired[str]
    character: NotRequired[str]
    profileUrl: NotRequired[str]


class Catalog(TypedDict):
    """A source of movies."""

    name: str
    title: str
    capabilities: list[Literal["search", "home", "genres", "discover", "detail", "reviews", "recommendations", "people", "collections", "poster", "login", "rate", "favoritesSync"]]
    attribution: NotRequired[str]


class Collection(TypedDict):
    """Movies that belong together."""

    id: str
    name: str
    overview: NotRequired[str]
    posterUrl: NotRequired[str]
    backdropUrl: NotRequired[str]
    stale: NotRequired[Literal[True]]
    items: list[Movie]


class CollectionLink(TypedDict):
    """The id and the name of a collection."""

    id: str
    name: str


class Company(TypedDict):
    """A production company."""

    name: str
    logoUrl: NotRequired[str]


class CrewCredit(TypedDict):
    """A movie with one job of a person."""

    id: str
    title: str
    originalTitle: NotRequired[str]
    originalLanguage: NotRequired[str]
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
    backdropUrl: NotRequired[str]
    link: NotRequired[str]
    imdbId: NotRequired[str]
    adult: NotRequired[Literal[True]]
    isFavorite: bool
    ids: NotRequired[list[str]]
    mark: NotRequired[Mark]
    job: str
    department: NotRequired[str]


class CrewMember(TypedDict):
    """A member of a movie's crew."""

    name: str
    personId: NotRequired[str]
    job: str
    department: NotRequired[str]


class DeletedViewing(TypedDict):
    """The outcome of `deleteViewing`."""

    id: str
    mark: Mark
    changed: bool
    revision: int
    previous: Viewing


class Device(TypedDict):
    """A data folder that takes part in a synchronization."""

    name: str
    seenAt: str


class DiaryItem(TypedDict):
    """A viewing with its film."""

    viewing: str
    date: NotRequired[str]
    rating: NotRequired[float]
    note: NotRequired[str]
    rewatch: NotRequired[Literal[True]]
    movie: Movie


class DiaryPage(TypedDict):
    """Viewings by date."""

    total: int
    items: list[DiaryItem]


class Error(TypedDict):
    """An error of JSON-RPC 2.0."""

    code: int
    message: str
    data: ErrorData


class ErrorData(TypedDict):
    """The data of an error, for programs."""

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


class ExportedLibrary(TypedDict):
    """The outcome of `exportLibrary`."""

    path: str
    paths: NotRequired[list[str]]
    entries: int
    viewings: int


class ExternalIds(TypedDict):
    """A movie's ids on other sites."""

    imdb: NotRequired[str]
    tmdb: NotRequired[str]
    wikidata: NotRequired[str]
    facebook: NotRequired[str]
    instagram: NotRequired[str]
    twitter: NotRequired[str]


class FailedSection(TypedDict):
    """A section that could not be loaded."""

    section: str
    title: str
    error: Error


class Favorite(TypedDict):
    """A movie that is a favorite."""

    id: str
    title: str
    originalTitle: NotRequired[str]
    originalLanguage: NotRequired[str]
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
    backdropUrl: NotRequired[str]
    link: NotRequired[str]
    imdbId: NotRequired[str]
    adult: NotRequired[Literal[True]]
    isFavorite: bool
    ids: NotRequired[list[str]]
    mark: NotRequired[Mark]
    starredAt: str


class FavoritesDifference(TypedDict):
    """The changes since a revision."""

    epoch: str
    revision: int
    total: int
    added: list[Favorite]
    removed: list[str]
    fresh: bool
    hasMore: NotRequired[bool]


class FavoritesPage(TypedDict):
    """Favorites in the requested order."""

    epoch: str
    revision: int
    total: int
    items: list[Favorite]


class FavoritesState(TypedDict):
    """The state of the favorites."""

    epoch: str
    revision: int
    total: int


class Genre(TypedDict):
    """A genre of a catalog."""

    id: str
    name: str
    count: NotRequired[int]


class Genres(TypedDict):
    """The genres of a catalog."""

    genres: list[Genre]


class Home(TypedDict):
    """The sections of a catalog."""

    sections: list[SectionPage | FailedSection]


class ImportedLibrary(TypedDict):
    """The outcome of `importLibrary`."""

    format: Literal["json", "csv", "letterboxd", "imdb", "trakt", "tmdb", "movary", "simkl", "notes"]
    read: int
    matched: int
    added: int
    changed: int
    unchanged: int
    unmatched: list[UnmatchedRow]
    unmatchedTotal: NotRequired[int]
    unmatchedPath: NotRequired[str]
    revision: int


class LibraryDifference(TypedDict):
    """The changes of the library since a revision."""

    epoch: str
    revision: int
    total: int
    added: list[Movie]
    removed: list[str]
    fresh: bool
    hasMore: NotRequired[bool]


class LibraryPage(TypedDict):
    """Entries of the library in the requested order."""

    epoch: str
    revision: int
    total: int
    items: list[Movie]


class LibraryState(TypedDict):
    """The state of the library."""

    epoch: str
    revision: int
    total: int


class LoggedViewing(TypedDict):
    """The outcome of `logViewing`."""

    id: str
    viewing: Viewing
    mark: Mark
    changed: bool
    revision: int


class Login(TypedDict):
    """A login that the user must approve."""

    url: str
    requestToken: str
    expiresAt: NotRequired[str]


class Mark(TypedDict):
    """What the user keeps about a film."""

    starredAt: NotRequired[str]
    watchlistedAt: NotRequired[str]
    viewings: NotRequired[int]
    lastViewed: NotRequired[str]
    rating: NotRequired[float]
    tags: NotRequired[list[str]]
    hasNote: NotRequired[Literal[True]]
    note: NotRequired[str]
    diary: NotRequired[list[Viewing]]


class Marked(TypedDict):
    """The outcome of `mark`."""

    id: str
    mark: Mark
    changed: bool
    revision: int
    previous: Mark


class Movie(TypedDict):
    """The data of a movie that lists show."""

    id: str
    title: str
    originalTitle: NotRequired[str]
    originalLanguage: NotRequired[str]
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
    backdropUrl: NotRequired[str]
    link: NotRequired[str]
    imdbId: NotRequired[str]
    adult: NotRequired[Literal[True]]
    isFavorite: bool
    ids: NotRequired[list[str]]
    mark: NotRequired[Mark]


class MovieData(TypedDict):
    """The data of a movie that a client sends."""

    id: str
    title: str
    originalTitle: NotRequired[str]
    originalLanguage: NotRequired[str]
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
    backdropUrl: NotRequired[str]
    link: NotRequired[str]
    imdbId: NotRequired[str]
    adult: NotRequired[Literal[True]]


class MovieDetail(TypedDict):
    """Everything that a catalog knows about one movie."""

    id: str
    title: str
    originalTitle: NotRequired[str]
    originalLanguage: NotRequired[str]
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
    backdropUrl: NotRequired[str]
    link: NotRequired[str]
    imdbId: NotRequired[str]
    adult: NotRequired[Literal[True]]
    isFavorite: bool
    ids: NotRequired[list[str]]
    mark: NotRequired[Mark]
    tagline: NotRequired[str]
    status: NotRequired[str]
    homepage: NotRequired[str]
    languages: list[str]
    countries: list[str]
    originCountries: list[str]
    companies: list[Company]
    castMembers: list[CastMember]
    crewMembers: list[CrewMember]
    ratings: list[SourceRating]
    trailers: list[Trailer]
    releases: list[Release]
    certification: NotRequired[str]
    certificationCountry: NotRequired[str]
    whereToWatch: NotRequired[WhereToWatch]
    collection: NotRequired[CollectionLink]
    keywords: list[str]
    budget: NotRequired[int]
    revenue: NotRequired[int]
    externalIds: ExternalIds
    awards: NotRequired[str]
    reviews: dict[str, Any]
    myRating: NotRequired[float]
    attribution: NotRequired[str]
    stale: NotRequired[Literal[True]]
    recommendations: dict[str, Any]


OpenRPC = TypedDict("OpenRPC", {"openrpc": "str", "info": "dict[str, Any]", "externalDocs": "dict[str, Any]", "methods": "list[dict[str, Any]]", "components": "NotRequired[dict[str, Any]]", "x-reasons": "list[dict[str, Any]]"})
"""An OpenRPC document."""


class Page(TypedDict):
    """A page of a list."""

    list: str
    query: NotRequired[str]
    correctedQuery: NotRequired[str]
    page: int
    offset: int
    total: int
    totalIsExact: NotRequired[Literal[False]]
    hasMore: bool
    items: list[Movie]
    stale: NotRequired[Literal[True]]


class People(TypedDict):
    """The people whose names match a query."""

    people: list[PersonSummary]
    correctedQuery: NotRequired[str]


class Person(TypedDict):
    """Everything that a catalog knows about one person."""

    id: str
    name: str
    biography: NotRequired[str]
    birthday: NotRequired[str]
    deathday: NotRequired[str]
    birthYear: NotRequired[int]
    deathYear: NotRequired[int]
    placeOfBirth: NotRequired[str]
    alsoKnownAs: list[str]
    profileUrl: NotRequired[str]
    imdbId: NotRequired[str]
    homepage: NotRequired[str]
    department: NotRequired[str]
    stale: NotRequired[Literal[True]]
    cast: list[CastCredit]
    crew: list[CrewCredit]


class PersonSummary(TypedDict):
    """A person whom a search has found."""

    id: str
    name: str
    knownFor: list[str]
    profileUrl: NotRequired[str]
    department: NotRequired[str]


class Poster(TypedDict):
    """An image in a file."""

    path: str
    width: NotRequired[int]
    bytes: int
    mimeType: str


class Provider(TypedDict):
    """A service that shows movies."""

    name: str
    logoUrl: NotRequired[str]


class Rating(TypedDict):
    """The user's rating of a movie."""

    id: str
    myRating: NotRequired[float]


class RatingCount(TypedDict):
    """The number of films with a rating."""

    rating: float
    films: int


class RefreshedFavorites(TypedDict):
    """The outcome of `refreshFavorites`."""

    refreshed: int
    failed: list[dict[str, Any]]
    revision: int


class Release(TypedDict):
    """A release of a movie in one country."""

    country: str
    kind: Literal["premiere", "limited", "theatrical", "digital", "physical", "tv"]
    date: str
    certification: NotRequired[str]
    note: NotRequired[str]


class Review(TypedDict):
    """A review of a movie."""

    id: str
    author: str
    avatarUrl: NotRequired[str]
    rating: NotRequired[float]
    preview: str
    truncated: bool
    content: NotRequired[str]
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
    correctedQuery: NotRequired[str]
    page: int
    offset: int
    total: int
    totalIsExact: NotRequired[Literal[False]]
    hasMore: bool
    items: list[Movie]
    stale: NotRequired[Literal[True]]


class Server(TypedDict):
    """The description of the server."""

    protocolVersion: str
    serverInfo: dict[str, Any]
    capabilities: dict[str, Any]
    catalog: str
    catalogs: list[Catalog]
    hint: NotRequired[str]
    notifications: list[str]
    favorites: NotRequired[FavoritesState]
    library: NotRequired[LibraryState]


class Session(TypedDict):
    """The login state of a catalog's account."""

    catalog: str
    loggedIn: bool
    user: NotRequired[User]


class SourceRating(TypedDict):
    """The rating of a movie by another source."""

    source: str
    value: str


class Star(TypedDict):
    """The outcome of `star` or `unstar`."""

    id: str
    isFavorite: bool
    changed: bool
    revision: int
    starredAt: NotRequired[str]


class Statistics(TypedDict):
    """The counts of what was viewed in a span of days."""

    viewings: int
    films: int
    minutes: int
    rewatches: int
    byMonth: list[StatisticsGroup]
    byWeekday: list[StatisticsGroup]
    byDecade: list[StatisticsGroup]
    byGenre: list[StatisticsGroup]
    byCountry: list[StatisticsGroup]
    byLanguage: list[StatisticsGroup]
    directors: list[StatisticsPerson]
    actors: list[StatisticsPerson]
    ratings: list[RatingCount]
    first: NotRequired[Movie]
    last: NotRequired[Movie]


class StatisticsGroup(TypedDict):
    """The viewings of one month, genre or the like."""

    name: str
    viewings: int
    films: int


class StatisticsPerson(TypedDict):
    """A person of films that were viewed."""

    name: str
    personId: NotRequired[str]
    films: int
    meanRating: NotRequired[float]


class SyncStatus(TypedDict):
    """How far this machine agrees with the others."""

    enabled: bool
    state: NotRequired[Literal["inSync", "behind", "offline", "failed"]]
    pending: NotRequired[int]
    lastSyncedAt: NotRequired[str]
    device: NotRequired[str]
    devices: NotRequired[list[Device]]
    error: NotRequired[str]


class Tag(TypedDict):
    """A tag of films."""

    name: str
    count: int


class Tags(TypedDict):
    """The tags of the library."""

    tags: list[Tag]


class Trailer(TypedDict):
    """A trailer or another video."""

    name: str
    url: str
    kind: Literal["trailer", "teaser", "clip", "featurette", "behindTheScenes", "spot", "openingCredits", "recap", "bloopers"]
    language: NotRequired[str]
    official: NotRequired[bool]
    publishedAt: NotRequired[str]


class UnmatchedRow(TypedDict):
    """A row of a file whose film is not found."""

    file: str
    line: int
    title: NotRequired[str]
    year: NotRequired[int]
    reason: Literal["noFilm", "severalFilms", "malformed"]
    candidates: NotRequired[list[Movie]]


class User(TypedDict):
    """A user of a catalog."""

    id: str
    name: str


class Viewing(TypedDict):
    """One viewing of a film."""

    viewing: str
    date: NotRequired[str]
    rating: NotRequired[float]
    note: NotRequired[str]
    rewatch: NotRequired[Literal[True]]


class WhereToWatch(TypedDict):
    """The services that show a movie in one country, best known first."""

    country: str
    link: NotRequired[str]
    stream: list[Provider]
    free: list[Provider]
    ads: list[Provider]
    rent: list[Provider]
    buy: list[Provider]
    attribution: str


class InitializeParams(TypedDict):
    """Describes the server and sets the session's defaults."""

    protocolVersion: NotRequired[str]
    clientInfo: NotRequired[dict[str, Any]]
    processId: NotRequired[int]
    locale: NotRequired[str]
    catalog: NotRequired[str]
    notifications: NotRequired[list[str]]
    debounceMs: NotRequired[int]
    loadingDelayMs: NotRequired[int]


class SearchParams(TypedDict):
    """Searches a catalog; a search supersedes the previous one in the same list."""

    query: str
    list: NotRequired[str]
    catalog: NotRequired[str]
    year: NotRequired[int]
    language: NotRequired[str]
    limit: NotRequired[int]
    debounceMs: NotRequired[int]


class NextPageParams(TypedDict):
    """Returns the next page of a list; concurrent requests for one list share the same page."""

    list: NotRequired[str]


class HomeParams(TypedDict):
    """Returns the first page of each section of a catalog; each is a list named `home:<section>`."""

    catalog: NotRequired[str]
    sections: NotRequired[list[str]]
    language: NotRequired[str]


class RecommendationsParams(TypedDict):
    """Creates a list of movies similar to one movie and returns its first page."""

    id: str
    list: NotRequired[str]
    language: NotRequired[str]


class GenresParams(TypedDict):
    """Returns the genres of a catalog."""

    catalog: NotRequired[str]
    language: NotRequired[str]


class DiscoverParams(TypedDict):
    """Creates a list of the movies that meet criteria and returns its first page."""

    catalog: NotRequired[str]
    list: NotRequired[str]
    genres: NotRequired[list[str]]
    excludeGenres: NotRequired[list[str]]
    yearFrom: NotRequired[int]
    yearTo: NotRequired[int]
    ratingFrom: NotRequired[float]
    votesFrom: NotRequired[int]
    runtimeFrom: NotRequired[int]
    runtimeTo: NotRequired[int]
    originalLanguage: NotRequired[str]
    country: NotRequired[str]
    person: NotRequired[str]
    keyword: NotRequired[str]
    provider: NotRequired[str]
    sort: NotRequired[Literal["popularity", "rating", "releaseDate", "title", "random"]]
    order: NotRequired[Literal["asc", "desc"]]
    seed: NotRequired[int]
    limit: NotRequired[int]
    language: NotRequired[str]


class DetailParams(TypedDict):
    """Returns everything that a catalog knows about one movie."""

    id: str
    reviews: NotRequired[int]
    language: NotRequired[str]


class PeopleParams(TypedDict):
    """Returns the people whose names match a query, best known first."""

    query: str
    limit: NotRequired[int]
    catalog: NotRequired[str]
    language: NotRequired[str]


class PersonParams(TypedDict):
    """Returns everything that a catalog knows about one person, with all films."""

    id: str
    language: NotRequired[str]


class CollectionParams(TypedDict):
    """Returns the movies of a collection, such as a trilogy, in order of release."""

    id: str
    language: NotRequired[str]


class StarParams(TypedDict):
    """Adds a movie to the favorites and stores its data."""

    id: NotRequired[str]
    movie: NotRequired[MovieData]


class UnstarParams(TypedDict):
    """Removes a movie from the favorites."""

    id: str


class FavoritesParams(TypedDict):
    """Returns the favorites, or the changes since a revision."""

    sort: NotRequired[Literal["starredAt", "title", "year", "rating"]]
    order: NotRequired[Literal["asc", "desc"]]
    query: NotRequired[str]
    limit: NotRequired[int]
    offset: NotRequired[int]
    since: NotRequired[int]


class MarkParams(TypedDict):
    """Changes what the user keeps about a film."""

    id: NotRequired[str]
    movie: NotRequired[MovieData]
    starred: NotRequired[bool]
    watchlist: NotRequired[bool]
    rating: NotRequired[float | None]
    note: NotRequired[str | None]
    tags: NotRequired[list[str]]
    addTags: NotRequired[list[str]]
    removeTags: NotRequired[list[str]]


class LogViewingParams(TypedDict):
    """Adds a viewing of a film, or changes one."""

    id: NotRequired[str]
    movie: NotRequired[MovieData]
    viewing: NotRequired[str]
    date: NotRequired[str | None]
    rating: NotRequired[float | None]
    note: NotRequired[str | None]
    rewatch: NotRequired[bool]
    keepOnWatchlist: NotRequired[bool]


class LibraryParams(TypedDict):
    """Returns the entries of the library, or the changes since a revision."""

    filter: NotRequired[Literal["all", "starred", "watchlist", "viewed", "unviewed", "rated", "tagged"]]
    tag: NotRequired[str]
    genre: NotRequired[str]
    yearFrom: NotRequired[int]
    yearTo: NotRequired[int]
    runtimeTo: NotRequired[int]
    query: NotRequired[str]
    sort: NotRequired[Literal["changedAt", "title", "year", "rating", "myRating", "lastViewed", "watchlistedAt", "starredAt", "runtime", "random"]]
    order: NotRequired[Literal["asc", "desc"]]
    seed: NotRequired[int]
    limit: NotRequired[int]
    offset: NotRequired[int]
    since: NotRequired[int]


DiaryParams = TypedDict("DiaryParams", {"from": "NotRequired[str]", "to": "NotRequired[str]", "order": 'NotRequired[Literal["asc", "desc"]]', "limit": "NotRequired[int]", "offset": "NotRequired[int]"})
"""Returns the viewings by date."""


StatisticsParams = TypedDict("StatisticsParams", {"from": "NotRequired[str]", "to": "NotRequired[str]"})
"""Counts what was viewed in a span of days."""


class DeleteViewingParams(TypedDict):
    """Removes a viewing."""

    viewing: str


class ImportLibraryParams(TypedDict):
    """Adds what another service or this program has exported to the library."""

    path: str
    format: NotRequired[Literal["json", "csv", "letterboxd", "imdb", "trakt", "tmdb", "movary", "simkl", "notes"]]
    dryRun: NotRequired[bool]
    overwrite: NotRequired[bool]


class ExportLibraryParams(TypedDict):
    """Writes the library to a file."""

    path: str
    format: NotRequired[Literal["json", "csv", "letterboxd"]]


class ReviewsParams(TypedDict):
    """Returns a page of a movie's reviews with their whole text."""

    id: str
    page: NotRequired[int]
    language: NotRequired[str]


class PosterParams(TypedDict):
    """Downloads a movie's poster into the cache folder and returns the path of the file."""

    id: NotRequired[str]
    url: NotRequired[str]
    width: NotRequired[int]


class LoginParams(TypedDict):
    """Starts a login, which the user approves on the catalog's site."""

    catalog: NotRequired[str]


class CompleteLoginParams(TypedDict):
    """Completes a login that the user has approved."""

    requestToken: str
    catalog: NotRequired[str]


class LogoutParams(TypedDict):
    """Logs the user out, here and at the catalog."""

    catalog: NotRequired[str]


class SessionParams(TypedDict):
    """Returns the login state of a catalog's account."""

    catalog: NotRequired[str]


class RateParams(TypedDict):
    """Sets the user's rating of a movie."""

    id: str
    value: float


class UnrateParams(TypedDict):
    """Removes the user's rating of a movie."""

    id: str


class CancelRequestParams(TypedDict):
    """Cancels a request, which is still answered once; unknown ids are ignored."""

    id: str | float | None


class LoadingParams(TypedDict):
    """Work for which a client may show a spinner has started or ended."""

    kind: Literal["search", "page", "home", "discover", "detail", "reviews", "recommendations", "people", "person", "collection", "favorites", "library", "poster", "login"]
    active: bool
    list: NotRequired[str]
    request: NotRequired[str | float | None]
    done: NotRequired[int]
    total: NotRequired[int]
    outcome: NotRequired[Literal["ok", "empty", "error", "cancelled", "superseded"]]


class FavoritesChangedParams(TypedDict):
    """The favorites have changed, by this process or another."""

    epoch: str
    revision: int
    previousRevision: int
    added: list[Movie]
    updated: list[Movie]
    removed: list[str]
    total: int
    origin: Literal["self", "other", "remote"]


class LibraryChangedParams(TypedDict):
    """What the user keeps about films has changed, on this machine or another."""

    epoch: str
    revision: int
    previousRevision: int
    changed: list[Movie]
    removed: list[str]
    total: int
    origin: Literal["self", "other", "remote"]


class SessionChangedParams(TypedDict):
    """A user has logged in or out at a catalog."""

    catalog: str
    loggedIn: bool
    user: NotRequired[User]


class SyncChangedParams(TypedDict):
    """The state of the synchronization with other machines has changed."""

    enabled: bool
    state: NotRequired[Literal["inSync", "behind", "offline", "failed"]]
    pending: NotRequired[int]
    lastSyncedAt: NotRequired[str]
    device: NotRequired[str]
    devices: NotRequired[list[Device]]
    error: NotRequired[str]


class ResyncParams(TypedDict):
    """Notifications of these topics were dropped because they would be too much to send: request the current state."""

    topics: list[Literal["favorites", "library", "loading", "session", "sync"]]


METHODS: dict[str, Params] = {
    "initialize": Params((), ("protocolVersion", "clientInfo", "processId", "locale", "catalog", "notifications", "debounceMs", "loadingDelayMs")),
    "search": Params(("query",), ("list", "catalog", "year", "language", "limit", "debounceMs")),
    "nextPage": Params((), ("list",)),
    "home": Params((), ("catalog", "sections", "language")),
    "recommendations": Params(("id",), ("list", "language")),
    "genres": Params((), ("catalog", "language")),
    "discover": Params((), ("catalog", "list", "genres", "excludeGenres", "yearFrom", "yearTo", "ratingFrom", "votesFrom", "runtimeFrom", "runtimeTo", "originalLanguage", "country", "person", "keyword", "provider", "sort", "order", "seed", "limit", "language")),
    "detail": Params(("id",), ("reviews", "language")),
    "people": Params(("query",), ("limit", "catalog", "language")),
    "person": Params(("id",), ("language",)),
    "collection": Params(("id",), ("language",)),
    "star": Params((), ("id", "movie")),
    "unstar": Params(("id",), ()),
    "favorites": Params((), ("sort", "order", "query", "limit", "offset", "since")),
    "refreshFavorites": Params((), ()),
    "mark": Params((), ("id", "movie", "starred", "watchlist", "rating", "note", "tags", "addTags", "removeTags")),
    "logViewing": Params((), ("id", "movie", "viewing", "date", "rating", "note", "rewatch", "keepOnWatchlist")),
    "library": Params((), ("filter", "tag", "genre", "yearFrom", "yearTo", "runtimeTo", "query", "sort", "order", "seed", "limit", "offset", "since")),
    "tags": Params((), ()),
    "diary": Params((), ("from", "to", "order", "limit", "offset")),
    "statistics": Params((), ("from", "to")),
    "deleteViewing": Params(("viewing",), ()),
    "importLibrary": Params(("path",), ("format", "dryRun", "overwrite")),
    "exportLibrary": Params(("path",), ("format",)),
    "reviews": Params(("id",), ("page", "language")),
    "poster": Params((), ("id", "url", "width")),
    "login": Params((), ("catalog",)),
    "completeLogin": Params(("requestToken",), ("catalog",)),
    "logout": Params((), ("catalog",)),
    "session": Params((), ("catalog",)),
    "rate": Params(("id", "value"), ()),
    "unrate": Params(("id",), ()),
    "syncStatus": Params((), ()),
    "rpc.discover": Params((), ()),
    "shutdown": Params((), ()),
}
NOTIFICATIONS: dict[str, Params] = {
    "loading": Params(("kind", "active"), ("list", "request", "done", "total", "outcome")),
    "favoritesChanged": Params(("epoch", "revision", "previousRevision", "added", "updated", "removed", "total", "origin"), ()),
    "libraryChanged": Params(("epoch", "revision", "previousRevision", "changed", "removed", "total", "origin"), ()),
    "sessionChanged": Params(("catalog", "loggedIn"), ("user",)),
    "syncChanged": Params(("enabled",), ("state", "pending", "lastSyncedAt", "device", "devices", "error")),
    "resync": Params(("topics",), ()),
}
RESULTS: dict[str, tuple[str, ...]] = {
    "initialize": ("Server",),
    "search": ("Page",),
    "nextPage": ("Page",),
    "home": ("Home",),
    "recommendations": ("Page",),
    "genres": ("Genres",),
    "discover": ("Page",),
    "detail": ("MovieDetail",),
    "people": ("People",),
    "person": ("Person",),
    "collection": ("Collection",),
    "star": ("Star",),
    "unstar": ("Star",),
    "favorites": ("FavoritesPage", "FavoritesDifference"),
    "refreshFavorites": ("RefreshedFavorites",),
    "mark": ("Marked",),
    "logViewing": ("LoggedViewing",),
    "library": ("LibraryPage", "LibraryDifference"),
    "tags": ("Tags",),
    "diary": ("DiaryPage",),
    "statistics": ("Statistics",),
    "deleteViewing": ("DeletedViewing",),
    "importLibrary": ("ImportedLibrary",),
    "exportLibrary": ("ExportedLibrary",),
    "reviews": ("Reviews",),
    "poster": ("Poster",),
    "login": ("Login",),
    "completeLogin": ("Session",),
    "logout": ("Session",),
    "session": ("Session",),
    "rate": ("Rating",),
    "unrate": ("Rating",),
    "syncStatus": ("SyncStatus",),
    "rpc.discover": ("OpenRPC",),
    "shutdown": ("Done",),
}
MEMBERS: dict[str, Params] = {
    "CastCredit": Params(("id", "title", "genres", "directors", "cast", "isFavorite"), ("originalTitle", "originalLanguage", "year", "releaseDate", "overview", "rating", "votes", "runtimeMinutes", "posterUrl", "backdropUrl", "link", "imdbId", "adult", "ids", "mark", "character")),
    "CastMember": Params(("name",), ("personId", "character", "profileUrl")),
    "Catalog": Params(("name", "title", "capabilities"), ("attribution",)),
    "Collection": Params(("id", "name", "items"), ("overview", "posterUrl", "backdropUrl", "stale")),
    "CollectionLink": Params(("id", "name"), ()),
    "Company": Params(("name",), ("logoUrl",)),
    "CrewCredit": Params(("id", "title", "genres", "directors", "cast", "isFavorite", "job"), ("originalTitle", "originalLanguage", "year", "releaseDate", "overview", "rating", "votes", "runtimeMinutes", "posterUrl", "backdropUrl", "link", "imdbId", "adult", "ids", "mark", "department")),
    "CrewMember": Params(("name", "job"), ("personId", "department")),
    "DeletedViewing": Params(("id", "mark", "changed", "revision", "previous"), ()),
    "Device": Params(("name", "seenAt"), ()),
    "DiaryItem": Params(("viewing", "movie"), ("date", "rating", "note", "rewatch")),
    "DiaryPage": Params(("total", "items"), ()),
    "Done": Params((), ()),
    "Error": Params(("code", "message", "data"), ()),
    "ErrorData": Params(("reason", "retryable"), ("retryAfterMs", "catalog", "field", "httpStatus", "upstreamCode", "detail", "limit", "supported")),
    "ExportedLibrary": Params(("path", "entries", "viewings"), ("paths",)),
    "ExternalIds": Params((), ("imdb", "tmdb", "wikidata", "facebook", "instagram", "twitter")),
    "FailedSection": Params(("section", "title", "error"), ()),
    "Favorite": Params(("id", "title", "genres", "directors", "cast", "isFavorite", "starredAt"), ("originalTitle", "originalLanguage", "year", "releaseDate", "overview", "rating", "votes", "runtimeMinutes", "posterUrl", "backdropUrl", "link", "imdbId", "adult", "ids", "mark")),
    "FavoritesDifference": Params(("epoch", "revision", "total", "added", "removed", "fresh"), ("hasMore",)),
    "FavoritesPage": Params(("epoch", "revision", "total", "items"), ()),
    "FavoritesState": Params(("epoch", "revision", "total"), ()),
    "Genre": Params(("id", "name"), ("count",)),
    "Genres": Params(("genres",), ()),
    "Home": Params(("sections",), ()),
    "ImportedLibrary": Params(("format", "read", "matched", "added", "changed", "unchanged", "unmatched", "revision"), ("unmatchedTotal", "unmatchedPath")),
    "LibraryDifference": Params(("epoch", "revision", "total", "added", "removed", "fresh"), ("hasMore",)),
    "LibraryPage": Params(("epoch", "revision", "total", "items"), ()),
    "LibraryState": Params(("epoch", "revision", "total"), ()),
    "LoggedViewing": Params(("id", "viewing", "mark", "changed", "revision"), ()),
    "Login": Params(("url", "requestToken"), ("expiresAt",)),
    "Mark": Params((), ("starredAt", "watchlistedAt", "viewings", "lastViewed", "rating", "tags", "hasNote", "note", "diary")),
    "Marked": Params(("id", "mark", "changed", "revision", "previous"), ()),
    "Movie": Params(("id", "title", "genres", "directors", "cast", "isFavorite"), ("originalTitle", "originalLanguage", "year", "releaseDate", "overview", "rating", "votes", "runtimeMinutes", "posterUrl", "backdropUrl", "link", "imdbId", "adult", "ids", "mark")),
    "MovieData": Params(("id", "title"), ("originalTitle", "originalLanguage", "year", "releaseDate", "genres", "directors", "cast", "overview", "rating", "votes", "runtimeMinutes", "posterUrl", "backdropUrl", "link", "imdbId", "adult")),
    "MovieDetail": Params(("id", "title", "genres", "directors", "cast", "isFavorite", "languages", "countries", "originCountries", "companies", "castMembers", "crewMembers", "ratings", "trailers", "releases", "keywords", "externalIds", "reviews", "recommendations"), ("originalTitle", "originalLanguage", "year", "releaseDate", "overview", "rating", "votes", "runtimeMinutes", "posterUrl", "backdropUrl", "link", "imdbId", "adult", "ids", "mark", "tagline", "status", "homepage", "certification", "certificationCountry", "whereToWatch", "collection", "budget", "revenue", "awards", "myRating", "attribution", "stale")),
    "OpenRPC": Params(("openrpc", "info", "externalDocs", "methods", "x-reasons"), ("components",)),
    "Page": Params(("list", "page", "offset", "total", "hasMore", "items"), ("query", "correctedQuery", "totalIsExact", "stale")),
    "People": Params(("people",), ("correctedQuery",)),
    "Person": Params(("id", "name", "alsoKnownAs", "cast", "crew"), ("biography", "birthday", "deathday", "birthYear", "deathYear", "placeOfBirth", "profileUrl", "imdbId", "homepage", "department", "stale")),
    "PersonSummary": Params(("id", "name", "knownFor"), ("profileUrl", "department")),
    "Poster": Params(("path", "bytes", "mimeType"), ("width",)),
    "Provider": Params(("name",), ("logoUrl",)),
    "Rating": Params(("id",), ("myRating",)),
    "RatingCount": Params(("rating", "films"), ()),
    "RefreshedFavorites": Params(("refreshed", "failed", "revision"), ()),
    "Release": Params(("country", "kind", "date"), ("certification", "note")),
    "Review": Params(("id", "author", "preview", "truncated"), ("avatarUrl", "rating", "content", "createdAt", "url")),
    "Reviews": Params(("id", "page", "total", "hasMore", "items"), ("stale",)),
    "SectionPage": Params(("section", "title", "list", "page", "offset", "total", "hasMore", "items"), ("query", "correctedQuery", "totalIsExact", "stale")),
    "Server": Params(("protocolVersion", "serverInfo", "capabilities", "catalog", "catalogs", "notifications"), ("hint", "favorites", "library")),
    "Session": Params(("catalog", "loggedIn"), ("user",)),
    "SourceRating": Params(("source", "value"), ()),
    "Star": Params(("id", "isFavorite", "changed", "revision"), ("starredAt",)),
    "Statistics": Params(("viewings", "films", "minutes", "rewatches", "byMonth", "byWeekday", "byDecade", "byGenre", "byCountry", "byLanguage", "directors", "actors", "ratings"), ("first", "last")),
    "StatisticsGroup": Params(("name", "viewings", "films"), ()),
    "StatisticsPerson": Params(("name", "films"), ("personId", "meanRating")),
    "SyncStatus": Params(("enabled",), ("state", "pending", "lastSyncedAt", "device", "devices", "error")),
    "Tag": Params(("name", "count"), ()),
    "Tags": Params(("tags",), ()),
    "Trailer": Params(("name", "url", "kind"), ("language", "official", "publishedAt")),
    "UnmatchedRow": Params(("file", "line", "reason"), ("title", "year", "candidates")),
    "User": Params(("id", "name"), ()),
    "Viewing": Params(("viewing",), ("date", "rating", "note", "rewatch")),
    "WhereToWatch": Params(("country", "stream", "free", "ads", "rent", "buy", "attribution"), ("link",)),
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
    "posterUnavailable": (1021, False),
}
