"""The results as frozen dataclasses. Members that a catalog does not know are None or empty.

Written by Tests/generate from `movie-server schema`; do not edit.
"""

# fmt: off

from __future__ import annotations

from dataclasses import dataclass
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
    starred_at: str | None = None


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
    items: tuple[Movie, ...] = ()
    stale: bool = only(True)


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
class Login(Model):
    """A login that the user must approve."""

    url: str
    request_token: str
    expires_at: str | None = None


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
    recommendations: Related = Related()
    my_rating: float | None = None
    attribution: str | None = None
    stale: bool = only(True)


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
    place_of_birth: str | None = None
    also_known_as: tuple[str, ...] = ()
    profile_url: str | None = None
    imdb_id: str | None = None
    homepage: str | None = None
    department: str | None = None
    cast: tuple[CastCredit, ...] = ()
    crew: tuple[CrewCredit, ...] = ()
    stale: bool = only(True)


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
    content: str | None = None
    truncated: bool = False
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
    notifications: tuple[str, ...] = ()
    favorites: FavoritesState | None = None


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
    starred_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Trailer(Model):
    """A trailer or another video."""

    name: str
    url: str
    kind: str
    language: str | None = None
    official: bool | None = None
    published_at: str | None = None


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
