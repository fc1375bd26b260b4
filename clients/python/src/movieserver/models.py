"""The results as frozen dataclasses. Members that a catalog does not know are None or empty.

Written by Tests/generate from `movie-server schema`; do not edit.
"""

# fmt: off

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ._model import Model, only, optional_list


@dataclass(frozen=True, slots=True, kw_only=True)
class Related(Model):
    """Similar movies."""

    items: tuple[Movie, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedRefresh(Model):
    """The favorites whose data could not be fetched."""

    id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerInfo(Model):
    """The server's name and version, for display."""

    name: str
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Movie(Model):
    """The data of a movie that lists show."""

    id: str
    title: str
    original_title: str | None = None
    original_language: str | None = None
    year: int | None = None
    release_date: str | None = None
    genres: tuple[str, ...] = ()
    directors: tuple[str, ...] = ()
    cast: tuple[str, ...] = ()
    overview: str | None = None
    rating: float | None = None
    votes: int | None = None
    runtime_minutes: int | None = None
    poster_url: str | None = None
    backdrop_url: str | None = None
    link: str | None = None
    imdb_id: str | None = None
    adult: bool = only(True)
    is_favorite: bool = False
    ids: tuple[str, ...] = optional_list()
    mark: Mark | None = None
    starred_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CastCredit(Movie):
    """A movie in which a person acts."""

    character: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CastMember(Model):
    """An actor in a movie."""

    name: str
    person_id: str | None = None
    character: str | None = None
    profile_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog(Model):
    """A source of movies."""

    name: str
    title: str
    capabilities: tuple[str, ...] = ()
    attribution: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection(Model):
    """Movies that belong together."""

    id: str
    name: str
    overview: str | None = None
    poster_url: str | None = None
    backdrop_url: str | None = None
    stale: bool = only(True)
    items: tuple[Movie, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionLink(Model):
    """The id and the name of a collection."""

    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Company(Model):
    """A production company."""

    name: str
    logo_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewCredit(Movie):
    """A movie with one job of a person."""

    job: str
    department: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewMember(Model):
    """A member of a movie's crew."""

    name: str
    person_id: str | None = None
    job: str
    department: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletedViewing(Model):
    """The outcome of `deleteViewing`."""

    id: str
    mark: Mark
    changed: bool
    revision: int
    previous: Viewing


@dataclass(frozen=True, slots=True, kw_only=True)
class Device(Model):
    """A data folder that takes part in a synchronization."""

    name: str
    seen_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewing(Model):
    """One viewing of a film."""

    viewing: str
    date: str | None = None
    rating: float | None = None
    note: str | None = None
    rewatch: bool = only(True)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiaryItem(Viewing):
    """A viewing with its film."""

    movie: Movie


@dataclass(frozen=True, slots=True, kw_only=True)
class DiaryPage(Model):
    """Viewings by date."""

    total: int
    items: tuple[DiaryItem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedLibrary(Model):
    """The outcome of `exportLibrary`."""

    path: str
    paths: tuple[str, ...] = optional_list()
    entries: int
    viewings: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalIds(Model):
    """A movie's ids on other sites."""

    imdb: str | None = None
    tmdb: str | None = None
    wikidata: str | None = None
    facebook: str | None = None
    instagram: str | None = None
    twitter: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FavoritesState(Model):
    """The state of the favorites."""

    epoch: str
    revision: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FavoritesDelta(FavoritesState):
    """The changes since a revision."""

    added: tuple[Movie, ...] = ()
    removed: tuple[str, ...] = ()
    fresh: bool = False
    has_more: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FavoritesPage(FavoritesState):
    """Favorites in the requested order."""

    items: tuple[Movie, ...] = ()
    offset: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Genre(Model):
    """A genre of a catalog."""

    id: str
    name: str
    count: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedLibrary(Model):
    """The outcome of `importLibrary`."""

    format: str
    read: int
    matched: int
    added: int
    changed: int
    unchanged: int
    unmatched: tuple[UnmatchedRow, ...] = ()
    unmatched_total: int | None = None
    unmatched_path: str | None = None
    revision: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryState(Model):
    """The state of the library."""

    epoch: str
    revision: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryDelta(LibraryState):
    """The changes of the library since a revision."""

    added: tuple[Movie, ...] = ()
    removed: tuple[str, ...] = ()
    fresh: bool
    has_more: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryPage(LibraryState):
    """Entries of the library in the requested order."""

    items: tuple[Movie, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedViewing(Model):
    """The outcome of `logViewing`."""

    id: str
    viewing: Viewing
    mark: Mark
    changed: bool
    revision: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Login(Model):
    """A login that the user must approve."""

    url: str
    request_token: str
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark(Model):
    """What the user keeps about a film."""

    starred_at: datetime | None = None
    watchlisted_at: datetime | None = None
    viewings: int | None = None
    last_viewed: str | None = None
    rating: float | None = None
    tags: tuple[str, ...] = optional_list()
    has_note: bool = only(True)
    note: str | None = None
    diary: tuple[Viewing, ...] = optional_list()


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked(Model):
    """The outcome of `mark`."""

    id: str
    mark: Mark
    changed: bool
    revision: int
    previous: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviews(Model):
    """A page of a movie's reviews."""

    id: str | None = None
    page: int = 1
    total: int = 0
    has_more: bool = False
    items: tuple[Review, ...] = ()
    stale: bool = only(True)


@dataclass(frozen=True, slots=True, kw_only=True)
class MovieDetail(Movie):
    """Everything that a catalog knows about one movie."""

    tagline: str | None = None
    status: str | None = None
    homepage: str | None = None
    languages: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    origin_countries: tuple[str, ...] = ()
    companies: tuple[Company, ...] = ()
    cast_members: tuple[CastMember, ...] = ()
    crew_members: tuple[CrewMember, ...] = ()
    ratings: tuple[RatingSource, ...] = ()
    trailers: tuple[Trailer, ...] = ()
    releases: tuple[Release, ...] = ()
    certification: str | None = None
    certification_country: str | None = None
    where_to_watch: WhereToWatch | None = None
    collection: CollectionLink | None = None
    keywords: tuple[str, ...] = ()
    budget: int | None = None
    revenue: int | None = None
    external_ids: ExternalIds = ExternalIds()
    awards: str | None = None
    reviews: Reviews = Reviews()
    my_rating: float | None = None
    attribution: str | None = None
    stale: bool = only(True)
    recommendations: Related = Related()


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Model):
    """A page of a list."""

    list: str = ""
    query: str | None = None
    corrected_query: str | None = None
    page: int = 1
    offset: int = 0
    total: int = 0
    total_is_exact: bool = only(False)
    has_more: bool = False
    items: tuple[Movie, ...] = ()
    stale: bool = only(True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Person(Model):
    """Everything that a catalog knows about one person."""

    id: str
    name: str
    biography: str | None = None
    birthday: str | None = None
    deathday: str | None = None
    birth_year: int | None = None
    death_year: int | None = None
    place_of_birth: str | None = None
    also_known_as: tuple[str, ...] = ()
    profile_url: str | None = None
    imdb_id: str | None = None
    homepage: str | None = None
    department: str | None = None
    stale: bool = only(True)
    cast: tuple[CastCredit, ...] = ()
    crew: tuple[CrewCredit, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonSummary(Model):
    """A person whom a search has found."""

    id: str
    name: str
    known_for: tuple[str, ...] = ()
    profile_url: str | None = None
    department: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster(Model):
    """An image in a file."""

    path: str
    width: int | None = None
    bytes: int
    mime_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider(Model):
    """A service that shows movies."""

    name: str
    logo_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating(Model):
    """The user's rating of a movie."""

    id: str
    my_rating: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingCount(Model):
    """The number of films with a rating."""

    rating: float
    films: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshedFavorites(Model):
    """The outcome of `refreshFavorites`."""

    refreshed: int
    failed: tuple[FailedRefresh, ...] = ()
    revision: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Release(Model):
    """A release of a movie in one country."""

    country: str
    kind: str
    date: str
    certification: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Review(Model):
    """A review of a movie."""

    id: str
    author: str
    avatar_url: str | None = None
    rating: float | None = None
    preview: str = ""
    truncated: bool = False
    content: str | None = None
    created_at: str | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionPage(Page):
    """The first page of a section."""

    section: str
    title: str
    error: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Server(Model):
    """The description of the server."""

    protocol_version: str
    server_info: ServerInfo
    capabilities: dict[str, Any] | None = None
    catalog: str
    catalogs: tuple[Catalog, ...] = ()
    hint: str | None = None
    notifications: tuple[str, ...] = ()
    favorites: FavoritesState | None = None
    library: LibraryState | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Session(Model):
    """The login state of a catalog's account."""

    catalog: str
    logged_in: bool
    user: User | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingSource(Model):
    """The rating of a movie by another source."""

    source: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Star(Model):
    """The outcome of `star` or `unstar`."""

    id: str
    is_favorite: bool
    changed: bool
    revision: int
    starred_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics(Model):
    """The counts of what was viewed in a span of days."""

    viewings: int
    films: int
    minutes: int
    rewatches: int
    by_month: tuple[StatisticsGroup, ...] = ()
    by_weekday: tuple[StatisticsGroup, ...] = ()
    by_decade: tuple[StatisticsGroup, ...] = ()
    by_genre: tuple[StatisticsGroup, ...] = ()
    by_country: tuple[StatisticsGroup, ...] = ()
    by_language: tuple[StatisticsGroup, ...] = ()
    directors: tuple[StatisticsPerson, ...] = ()
    actors: tuple[StatisticsPerson, ...] = ()
    ratings: tuple[RatingCount, ...] = ()
    first: Movie | None = None
    last: Movie | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsGroup(Model):
    """The viewings of one month, genre or the like."""

    name: str
    viewings: int
    films: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsPerson(Model):
    """A person of films that were viewed."""

    name: str
    person_id: str | None = None
    films: int
    mean_rating: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncStatus(Model):
    """How far this machine agrees with the others."""

    enabled: bool
    state: str | None = None
    pending: int | None = None
    last_synced_at: str | None = None
    device: str | None = None
    devices: tuple[Device, ...] = optional_list()
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag(Model):
    """A tag of films."""

    name: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trailer(Model):
    """A trailer or another video."""

    name: str
    url: str
    kind: str
    language: str | None = None
    official: bool | None = None
    published_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnmatchedRow(Model):
    """A row of a file whose film is not found."""

    file: str
    line: int
    title: str | None = None
    year: int | None = None
    reason: str
    candidates: tuple[Movie, ...] = optional_list()


@dataclass(frozen=True, slots=True, kw_only=True)
class User(Model):
    """A user of a catalog."""

    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WhereToWatch(Model):
    """The services that show a movie in one country, best known first."""

    country: str
    link: str | None = None
    stream: tuple[Provider, ...] = ()
    free: tuple[Provider, ...] = ()
    ads: tuple[Provider, ...] = ()
    rent: tuple[Provider, ...] = ()
    buy: tuple[Provider, ...] = ()
    attribution: str
