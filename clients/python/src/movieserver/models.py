"""What the server answers, as frozen dataclasses. What a catalog does not know is None or empty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._model import Model


@dataclass(frozen=True, slots=True, kw_only=True)
class Movie(Model):
    id: str
    title: str
    original_title: str | None = None
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
    link: str | None = None
    imdb_id: str | None = None
    is_favorite: bool = False
    starred_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Model):
    """One page of a list; `offset` says where its items go."""

    list: str = ""
    query: str | None = None
    page: int = 1
    offset: int = 0
    total: int = 0
    total_is_exact: bool = True
    has_more: bool = False
    stale: bool = False
    items: tuple[Movie, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionPage(Page):
    """The first page of a section of `home`, or the `error` that is in its place."""

    section: str
    title: str
    error: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Genre(Model):
    id: str | int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Company(Model):
    name: str
    logo_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CastMember(Model):
    name: str
    character: str | None = None
    profile_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewMember(Model):
    name: str
    job: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingSource(Model):
    source: str
    value: str | int | float


@dataclass(frozen=True, slots=True, kw_only=True)
class Trailer(Model):
    name: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Review(Model):
    """`preview` is at most 300 characters; `truncated` says that `content` has more."""

    id: str
    author: str
    rating: float | None = None
    preview: str = ""
    content: str | None = None
    truncated: bool = False
    created_at: str | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviews(Model):
    """A page of the reviews of the movie `id`; in a detail, the first few of them."""

    id: str | None = None
    page: int = 1
    total: int = 0
    has_more: bool = False
    stale: bool = False
    items: tuple[Review, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Related(Model):
    items: tuple[Movie, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MovieDetail(Movie):
    tagline: str | None = None
    status: str | None = None
    homepage: str | None = None
    languages: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    companies: tuple[Company, ...] = ()
    cast_members: tuple[CastMember, ...] = ()
    crew_members: tuple[CrewMember, ...] = ()
    ratings: tuple[RatingSource, ...] = ()
    trailers: tuple[Trailer, ...] = ()
    certification: str | None = None
    awards: str | None = None
    reviews: Reviews = Reviews()
    recommendations: Related = Related()
    my_rating: float | None = None
    attribution: str | None = None
    stale: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster(Model):
    """A picture in the server's cache folder."""

    path: str
    bytes: int
    mime_type: str
    width: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Star(Model):
    """What `star` or `unstar` did; `changed` is false where it was so already."""

    id: str
    is_favorite: bool
    changed: bool
    revision: int
    starred_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FavoritesState(Model):
    epoch: str | int
    revision: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FavoritesPage(FavoritesState):
    offset: int = 0
    items: tuple[Movie, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FavoritesDelta(FavoritesState):
    """What changed since a revision. Where `fresh`, `added` is everything: forget what you had."""

    added: tuple[Movie, ...] = ()
    removed: tuple[str, ...] = ()
    fresh: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedRefresh(Model):
    id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshedFavorites(Model):
    refreshed: int
    revision: int
    failed: tuple[FailedRefresh, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Login(Model):
    """The page at `url` is for the user to approve; `complete_login(request_token)` comes after."""

    url: str
    request_token: str
    expires_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class User(Model):
    id: str | int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Session(Model):
    catalog: str
    logged_in: bool
    user: User | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating(Model):
    id: str
    my_rating: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog(Model):
    name: str
    title: str
    capabilities: tuple[str, ...] = ()
    attribution: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerInfo(Model):
    name: str
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Server(Model):
    """Who answers: the result of `initialize`. `favorites` is None where they cannot be read."""

    protocol_version: str
    server_info: ServerInfo
    catalog: str
    catalogs: tuple[Catalog, ...] = ()
    favorites: FavoritesState | None = None
