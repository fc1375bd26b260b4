"""The results and notifications as frozen dataclasses. Members that a catalog does not know are None or empty.

Written by Tests/generate from `movie-server schema`; do not edit.
"""

# fmt: off

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from ._model import Model, only, optional_list


@dataclass(frozen=True, slots=True, kw_only=True)
class Related(Model):
    """Similar movies.

    items: The first of them.
    """

    items: tuple[Movie, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedRefresh(Model):
    """The films whose data could not be fetched.

    id: The id of the movie.
    reason: The error reason.
    """

    id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerInfo(Model):
    """The server's name and version, for display.

    name: The name of the server.
    version: The version of the server.
    """

    name: str
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Movie(Model):
    """The data of a movie that lists show.

    id: The movie's id, `<catalog>:<native id>`.
    title: The title, in the requested language if the catalog has it.
    original_title: The original title, if it differs from `title`.
    original_language: The code of the original language, such as `ko`.
    year: The year of release.
    release_date: The day of release.
    genres: The names of the genres.
    directors: The names of the directors.
    cast: The names of the leading actors.
    overview: A summary of the plot.
    rating: The average rating by the catalog's users.
    votes: The number of ratings.
    runtime_minutes: The running time in minutes.
    poster_url: The URL of the poster.
    backdrop_url: The URL of a wide image for the background.
    link: The URL of the movie's page on the catalog's site.
    imdb_id: The IMDb id, such as `tt6751668`.
    adult: Present if the movie is pornographic.
    is_favorite: Whether the movie is a favorite.
    ids: All known ids of a film in the library, first that under which it is kept; absent if there is only one.
    mark: What the user keeps about a film.
    starred_at: The time at which the movie was starred.
    """

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
    """A movie in which a person acts.

    character: The name of the character.
    """

    character: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CastMember(Model):
    """An actor in a movie.

    name: The name of the actor.
    person_id: The person's id in the catalog.
    character: The name of the character.
    profile_url: The URL of a picture of the actor.
    """

    name: str
    person_id: str | None = None
    character: str | None = None
    profile_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog(Model):
    """A source of movies.

    name: The name of the catalog, with which the ids of its movies begin.
    title: The display name of the catalog.
    capabilities: The features that the catalog supports.
    attribution: A notice that clients must show to the user.
    """

    name: str
    title: str
    capabilities: tuple[str, ...] = ()
    attribution: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection(Model):
    """Movies that belong together.

    id: The collection's id, `<catalog>:<native id>`.
    name: The name.
    overview: A description.
    poster_url: The URL of a poster.
    backdrop_url: The URL of a wide picture.
    stale: Present if the catalog is unreachable and this is an earlier response.
    items: The movies, in order of release.
    """

    id: str
    name: str
    overview: str | None = None
    poster_url: str | None = None
    backdrop_url: str | None = None
    stale: bool = only(True)
    items: tuple[Movie, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionLink(Model):
    """The id and the name of a collection.

    id: The id of the collection, for `collection`.
    name: The name of the collection.
    """

    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Company(Model):
    """A production company.

    name: The name of the company.
    logo_url: The URL of the company's logo.
    """

    name: str
    logo_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewCredit(Movie):
    """A movie with one job of a person.

    job: The job in English, such as `Director`.
    department: The department in English, such as `Directing`.
    """

    job: str
    department: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CrewMember(Model):
    """A member of a movie's crew.

    name: The name of the crew member.
    person_id: The person's id in the catalog.
    job: The job in English, such as `Director`.
    department: The department in English, such as `Writing`.
    """

    name: str
    person_id: str | None = None
    job: str
    department: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletedViewing(Model):
    """The outcome of `deleteViewing`.

    id: The id under which the film is kept, which may differ from the requested id.
    mark: What the user keeps about a film.
    changed: Whether the request changed anything.
    revision: The revision of the library.
    previous: One viewing of a film.
    """

    id: str
    mark: Mark
    changed: bool
    revision: int
    previous: Viewing


@dataclass(frozen=True, slots=True, kw_only=True)
class Device(Model):
    """A data folder that takes part in a synchronization.

    name: The name of its machine.
    seen_at: When it was last connected, in ISO 8601 and UTC.
    """

    name: str
    seen_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewing(Model):
    """One viewing of a film.

    viewing: The id of the viewing.
    date: The day; absent if it is unknown.
    rating: The rating given with it.
    note: A text.
    rewatch: Present if the user had seen the film before.
    """

    viewing: str
    date: str | None = None
    rating: float | None = None
    note: str | None = None
    rewatch: bool = only(True)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiaryItem(Viewing):
    """A viewing with its film.

    movie: The data of a movie that lists show.
    """

    movie: Movie


@dataclass(frozen=True, slots=True, kw_only=True)
class DiaryPage(Model):
    """Viewings by date.

    total: The number of viewings that match.
    items: The viewings; `total` and `offset` tell where to go on.
    """

    total: int
    items: tuple[DiaryItem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedLibrary(Model):
    """The outcome of `exportLibrary`.

    path: The path of the file.
    paths: The paths of all files, if there are several.
    entries: The number of films.
    viewings: The number of viewings.
    """

    path: str
    paths: tuple[str, ...] = optional_list()
    entries: int
    viewings: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalIds(Model):
    """A movie's ids on other sites.

    imdb: The IMDb id, such as `tt6751668`.
    tmdb: The number at The Movie Database.
    wikidata: The Wikidata id, such as `Q61448040`.
    facebook: The name of the Facebook page.
    instagram: The name of the Instagram account.
    twitter: The name of the Twitter account.
    """

    imdb: str | None = None
    tmdb: str | None = None
    wikidata: str | None = None
    facebook: str | None = None
    instagram: str | None = None
    twitter: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FavoritesState(Model):
    """The state of the favorites.

    epoch: The id of the favorites file; revisions of different epochs cannot be compared.
    revision: The revision, which every change by any process increases by one.
    total: The number of favorites, or of those that match the query.
    """

    epoch: str
    revision: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FavoritesDelta(FavoritesState):
    """The changes since a revision.

    added: Favorites that are new or have newer data.
    removed: All known ids of movies that are no longer favorites.
    fresh: Whether `added` lists all favorites because the changes are unknown or too many.
    has_more: True if there are too many favorites for one message; `added` then lists the first ones.
    """

    added: tuple[Movie, ...] = ()
    removed: tuple[str, ...] = ()
    fresh: bool = False
    has_more: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FavoritesPage(FavoritesState):
    """Favorites in the requested order.

    items: The favorites; `total` and `offset` tell where to go on.
    """

    items: tuple[Movie, ...] = ()
    offset: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Genre(Model):
    """A genre of a catalog.

    id: The genre's id in the catalog.
    name: The display name of the genre.
    count: The number of movies of the genre; absent if the catalog does not tell.
    """

    id: str
    name: str
    count: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedLibrary(Model):
    """The outcome of `importLibrary`.

    format: The format of the file.
    read: The number of rows in the file.
    matched: The number of films that were found.
    added: The number of films that are new in the library.
    changed: The number of films of which more is kept now.
    unchanged: The number of films that the file tells nothing new of.
    unmatched: The rows that were left out, 1,000 at most.
    unmatched_total: The number of rows that were left out, if there are more than these.
    unmatched_path: The file with all rows that were left out.
    revision: The revision of the library.
    """

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
    """The state of the library.

    epoch: The id of the favorites file; revisions of different epochs cannot be compared.
    revision: The revision, which every change of an entry increases by one.
    total: The number of entries, or of those that match the query.
    """

    epoch: str
    revision: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryDelta(LibraryState):
    """The changes of the library since a revision.

    added: Entries that are new or have changed.
    removed: All known ids of the films that are no longer in the library.
    fresh: Whether `added` lists all entries because the changes are unknown or too many.
    has_more: True if there are too many entries for one message; `added` then lists the first ones.
    """

    added: tuple[Movie, ...] = ()
    removed: tuple[str, ...] = ()
    fresh: bool
    has_more: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryPage(LibraryState):
    """Entries of the library in the requested order.

    items: The entries; `total` and `offset` tell where to go on.
    """

    items: tuple[Movie, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedViewing(Model):
    """The outcome of `logViewing`.

    id: The id under which the film is kept, which may differ from the requested id.
    viewing: One viewing of a film.
    mark: What the user keeps about a film.
    changed: Whether the request changed anything.
    revision: The revision of the library.
    """

    id: str
    viewing: Viewing
    mark: Mark
    changed: bool
    revision: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Login(Model):
    """A login that the user must approve.

    url: The URL to open in a browser.
    request_token: The token to pass to `completeLogin`.
    expires_at: The time at which the token expires.
    """

    url: str
    request_token: str
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark(Model):
    """What the user keeps about a film.

    starred_at: The time of the star.
    watchlisted_at: The time at which the film was put on the watchlist.
    viewings: The number of viewings.
    last_viewed: The day of the last viewing.
    rating: The user's rating.
    tags: The tags.
    has_note: Present if there is a note.
    note: The note; only in a detail, and in results of a change.
    diary: The viewings, last first; only in a detail.
    """

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
    """The outcome of `mark`.

    id: The id under which the film is kept, which may differ from the requested id.
    mark: What the user keeps about a film.
    changed: Whether the request changed anything.
    revision: The revision of the library.
    previous: What the user keeps about a film.
    """

    id: str
    mark: Mark
    changed: bool
    revision: int
    previous: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviews(Model):
    """A page of a movie's reviews.

    id: The id of the movie.
    page: The number of this page.
    total: The number of reviews.
    has_more: Whether there is another page.
    items: The reviews with their `content`.
    stale: Present if the catalog is unreachable and this is an earlier response.
    """

    id: str | None = None
    page: int = 1
    total: int = 0
    has_more: bool = False
    items: tuple[Review, ...] = ()
    stale: bool = only(True)


@dataclass(frozen=True, slots=True, kw_only=True)
class MovieDetail(Movie):
    """Everything that a catalog knows about one movie.

    tagline: The tagline.
    status: The production status, in the catalog's words, such as `Released`.
    homepage: The URL of the movie's own site.
    languages: The names of the spoken languages, in English unless the catalog translates them.
    countries: The names of the countries of production, in English unless the catalog translates them.
    origin_countries: The countries that the movie comes from, as codes of ISO 3166-1.
    companies: The production companies.
    cast_members: The actors, in billing order.
    crew_members: The crew, in order of rank.
    ratings: Ratings by other sources.
    trailers: The trailers and other videos, best first.
    releases: The releases in all countries, in order of their dates.
    certification: The age rating in the user's country, such as `PG-13`.
    certification_country: The country of `certification`, as a code of ISO 3166-1.
    where_to_watch: The services that show a movie in one country, best known first.
    collection: The id and the name of a collection.
    keywords: Words that describe the movie, in English.
    budget: The budget in US dollars.
    revenue: The receipts in US dollars.
    external_ids: A movie's ids on other sites.
    awards: Awards and nominations, in one sentence.
    reviews: The first reviews.
    my_rating: The user's rating: that of the library, else that of the account.
    attribution: A notice that clients must show to the user.
    stale: Present if the catalog is unreachable and this is an earlier response.
    recommendations: Similar movies.
    """

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
    """A page of a list.

    list: The name of the list, for `nextPage`.
    query: The query, if the list is a search.
    corrected_query: The query for which these movies were found, if `query` has typing errors.
    page: The number of this page.
    offset: The index in the list at which the items of this page begin.
    total: The number of movies in the list.
    total_is_exact: Present if `total` is a lower bound.
    has_more: Whether there is another page.
    items: The movies.
    stale: Present if the catalog is unreachable and this is an earlier response.
    """

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
    """Everything that a catalog knows about one person.

    id: The person's id, `<catalog>:<native id>`.
    name: The name.
    biography: An account of the person's life.
    birthday: The day of birth.
    deathday: The day of death.
    birth_year: The year of birth, if the day is unknown.
    death_year: The year of death, if the day is unknown.
    place_of_birth: The place of birth.
    also_known_as: Other names and spellings.
    profile_url: The URL of a photo.
    imdb_id: The IMDb id, such as `nm0094435`.
    homepage: The URL of the person's own site.
    department: The department in English, such as `Directing`.
    stale: Present if the catalog is unreachable and this is an earlier response.
    cast: The films as an actor, newest first.
    crew: The films in other jobs, newest first.
    """

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
    """A person whom a search has found.

    id: The person's id, for `person` and `discover`.
    name: The name.
    known_for: Titles of the person's best-known films.
    profile_url: The URL of a photo.
    department: The department in English, such as `Directing`.
    """

    id: str
    name: str
    known_for: tuple[str, ...] = ()
    profile_url: str | None = None
    department: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster(Model):
    """An image in a file.

    path: The absolute path of the file in the cache folder.
    width: The width in pixels, if known.
    bytes: The size of the file in bytes.
    mime_type: The MIME type, such as `image/jpeg`.
    """

    path: str
    width: int | None = None
    bytes: int
    mime_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider(Model):
    """A service that shows movies.

    name: The name of the service.
    logo_url: The URL of the service's logo.
    """

    name: str
    logo_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating(Model):
    """The user's rating of a movie.

    id: The id of the movie.
    my_rating: The rating; absent after `unrate`.
    """

    id: str
    my_rating: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingCount(Model):
    """The number of films with a rating.

    rating: The rating.
    films: The number of films.
    """

    rating: float
    films: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshedFavorites(Model):
    """The outcome of `refreshFavorites`.

    refreshed: The number of films whose data was fetched.
    failed: The films whose data could not be fetched.
    revision: The revision of the favorites.
    """

    refreshed: int
    failed: tuple[FailedRefresh, ...] = ()
    revision: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Release(Model):
    """A release of a movie in one country.

    country: The country, as a code of ISO 3166-1.
    kind: The kind of the release.
    date: The day of the release.
    certification: The age rating, such as `PG-13`.
    note: More about the release, such as the name of a festival.
    """

    country: str
    kind: str
    date: str
    certification: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Review(Model):
    """A review of a movie.

    id: The review's id in the catalog.
    author: The name of the author.
    avatar_url: The URL of a picture of the author.
    rating: The author's rating.
    preview: The beginning as plain text on one line: at most 300 characters, cut at a word.
    truncated: Whether the preview is shorter than the text.
    content: The whole text, which may be Markdown; only in results of `reviews`.
    created_at: The time of writing in ISO 8601.
    url: The URL of the review's page.
    """

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
    """The first page of a section.

    section: The name of the section.
    title: The display name of the section.
    error: An error of JSON-RPC 2.0.
    """

    section: str
    title: str
    error: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Server(Model):
    """The description of the server.

    protocol_version: The protocol version of the server.
    server_info: The server's name and version, for display.
    capabilities: Always empty. Client frameworks for LSP reject a server without this member.
    catalog: The default catalog.
    catalogs: All catalogs.
    hint: A sentence for people: how to find more films than those of the default catalog.
    notifications: The names of the notifications that are sent.
    favorites: The state of the favorites.
    library: The state of the library.
    """

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
    """The login state of a catalog's account.

    catalog: The name of the catalog.
    logged_in: Whether a user is logged in.
    user: A user of a catalog.
    """

    catalog: str
    logged_in: bool
    user: User | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingSource(Model):
    """The rating of a movie by another source.

    source: The name of the source.
    value: The rating on the source's own scale, such as `7.4/10` or `93%`.
    """

    source: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Star(Model):
    """The outcome of `star` or `unstar`.

    id: The id under which the movie is stored, which may differ from the requested id.
    is_favorite: Whether the movie is a favorite now.
    changed: Whether the request changed anything.
    revision: The revision of the favorites.
    starred_at: The time of the star that is there, or was removed.
    """

    id: str
    is_favorite: bool
    changed: bool
    revision: int
    starred_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics(Model):
    """The counts of what was viewed in a span of days.

    viewings: The number of viewings.
    films: The number of films.
    minutes: The running time of the viewings, as far as it is known.
    rewatches: The number of viewings of films that had been seen before.
    by_month: By month, `YYYY-MM`.
    by_weekday: By weekday, `monday` to `sunday`.
    by_decade: By decade of release, such as `1990s`.
    by_genre: By genre, the most viewings first.
    by_country: By country of origin, as far as it is known, the most viewings first.
    by_language: By code of the original language, the most viewings first.
    directors: The directors of the most films, at most 20.
    actors: The leading actors in the most films, at most 20.
    ratings: How many films have which rating by the user.
    first: The data of a movie that lists show.
    last: The data of a movie that lists show.
    """

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
    """The viewings of one month, genre or the like.

    name: The month, the genre or the like.
    viewings: The number of viewings.
    films: The number of films.
    """

    name: str
    viewings: int
    films: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StatisticsPerson(Model):
    """A person of films that were viewed.

    name: The name.
    person_id: The person's id in a catalog, for `person`.
    films: The number of films.
    mean_rating: The mean of the user's ratings of these films.
    """

    name: str
    person_id: str | None = None
    films: int
    mean_rating: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncStatus(Model):
    """How far this machine agrees with the others.

    enabled: Whether a database is configured.
    state: Whether this machine and the database agree; absent before the first attempt to connect.
    pending: The number of changes that the database does not have yet, up to 10,000; absent if it is unknown.
    last_synced_at: When everything was last exchanged, in ISO 8601 and UTC.
    device: The id of this data folder.
    devices: The devices of the library, that seen last first.
    error: Why the state is `offline` or `failed`, for people.
    """

    enabled: bool
    state: str | None = None
    pending: int | None = None
    last_synced_at: str | None = None
    device: str | None = None
    devices: tuple[Device, ...] = optional_list()
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag(Model):
    """A tag of films.

    name: The name as it was first written.
    count: The number of films that have it.
    """

    name: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trailer(Model):
    """A trailer or another video.

    name: The title of the video.
    url: The URL of the page that plays the video.
    kind: The kind of the video.
    language: The code of the language, such as `ko`.
    official: Whether the makers of the movie have published it.
    published_at: The time of publication.
    """

    name: str
    url: str
    kind: str
    language: str | None = None
    official: bool | None = None
    published_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnmatchedRow(Model):
    """A row of a file whose film is not found.

    file: The name of the file in its archive or folder.
    line: The line, from 1; in JSON, the position of the item.
    title: The title in the file.
    year: The year in the file.
    reason: `noFilm`: no film fits; `severalFilms`: several do; `malformed`: a value of the row cannot be read.
    candidates: Films that it may be, the best first.
    """

    file: str
    line: int
    title: str | None = None
    year: int | None = None
    reason: str
    candidates: tuple[Movie, ...] = optional_list()


@dataclass(frozen=True, slots=True, kw_only=True)
class User(Model):
    """A user of a catalog.

    id: The user's id in the catalog.
    name: The user's display name.
    """

    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WhereToWatch(Model):
    """The services that show a movie in one country, best known first.

    country: The country, as a code of ISO 3166-1.
    link: The URL of a page with links to the services.
    stream: Services with a subscription.
    free: Services without a price.
    ads: Services without a price that show advertisements.
    rent: Services that rent the movie.
    buy: Services that sell the movie.
    attribution: A notice that clients must show with this data.
    """

    country: str
    link: str | None = None
    stream: tuple[Provider, ...] = ()
    free: tuple[Provider, ...] = ()
    ads: tuple[Provider, ...] = ()
    rent: tuple[Provider, ...] = ()
    buy: tuple[Provider, ...] = ()
    attribution: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Loading(Model):
    """Work for which a client may show a spinner has started or ended.

    kind: The kind of work.
    active: Whether the work is in progress.
    list: The name of the list that is loading.
    request: The id of the request that causes the work.
    done: The number of films that are done, in an import.
    total: The number of films of the import.
    outcome: The outcome; `empty` means that nothing was found.
    """

    method: ClassVar[str] = "loading"
    topic: ClassVar[str] = "loading"
    kind: str
    active: bool
    list: str | None = None
    request: int | str | None = None
    done: int | None = None
    total: int | None = None
    outcome: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FavoritesChanged(Model):
    """The favorites have changed, by this process or another.

    epoch: The id of the favorites file; revisions of different epochs cannot be compared.
    revision: The current revision.
    previous_revision: The revision to which the changes apply.
    added: New favorites.
    updated: Favorites with newer data.
    removed: All known ids of movies that are no longer favorites.
    total: The number of favorites.
    origin: Who made the changes: this process, another one on this machine, or another machine or an account.
    """

    method: ClassVar[str] = "favoritesChanged"
    topic: ClassVar[str] = "favorites"
    epoch: str
    revision: int
    previous_revision: int
    added: tuple[Movie, ...] = ()
    updated: tuple[Movie, ...] = ()
    removed: tuple[str, ...] = ()
    total: int
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryChanged(Model):
    """What the user keeps about films has changed, on this machine or another.

    epoch: The id of the favorites file; revisions of different epochs cannot be compared.
    revision: The current revision of the library.
    previous_revision: The revision to which the changes apply.
    changed: Entries that are new or have changed.
    removed: All known ids of films that are no longer in the library.
    total: The number of entries.
    origin: Who made the changes: this process, another one on this machine, or another machine or an account.
    """

    method: ClassVar[str] = "libraryChanged"
    topic: ClassVar[str] = "library"
    epoch: str
    revision: int
    previous_revision: int
    changed: tuple[Movie, ...] = ()
    removed: tuple[str, ...] = ()
    total: int
    origin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionChanged(Session):
    """A user has logged in or out at a catalog."""

    method: ClassVar[str] = "sessionChanged"
    topic: ClassVar[str] = "session"


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncChanged(SyncStatus):
    """The state of the synchronization with other machines has changed."""

    method: ClassVar[str] = "syncChanged"
    topic: ClassVar[str] = "sync"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resync(Model):
    """Notifications of these topics were dropped because they would be too much to send: request the current state.

    topics: The topics to request again.
    """

    method: ClassVar[str] = "resync"
    topic: ClassVar[str] = "resync"
    topics: tuple[str, ...] = ()


PARAMS: dict[str, list[str]] = {
    "initialize": ["protocolVersion", "clientInfo", "processId", "locale", "catalog", "notifications", "debounceMs", "loadingDelayMs"],
    "search": ["query", "list", "catalog", "year", "language", "limit", "debounceMs"],
    "nextPage": ["list"],
    "home": ["catalog", "sections", "language"],
    "recommendations": ["id", "list", "language"],
    "genres": ["catalog", "language"],
    "discover": ["catalog", "list", "genres", "excludeGenres", "yearFrom", "yearTo", "ratingFrom", "votesFrom", "runtimeFrom", "runtimeTo", "originalLanguage", "country", "person", "keyword", "provider", "sort", "order", "seed", "limit", "language"],
    "detail": ["id", "reviews", "language"],
    "people": ["query", "limit", "catalog", "language"],
    "person": ["id", "language"],
    "collection": ["id", "language"],
    "star": ["id", "movie"],
    "unstar": ["id"],
    "favorites": ["sort", "order", "query", "limit", "offset", "since"],
    "refreshFavorites": [],
    "mark": ["id", "movie", "starred", "starredAt", "watchlist", "watchlistedAt", "rating", "note", "tags", "addTags", "removeTags"],
    "logViewing": ["id", "movie", "viewing", "date", "rating", "note", "rewatch", "keepOnWatchlist"],
    "library": ["filter", "tag", "genre", "yearFrom", "yearTo", "runtimeTo", "query", "sort", "order", "seed", "limit", "offset", "since"],
    "tags": [],
    "diary": ["from", "to", "order", "limit", "offset"],
    "statistics": ["from", "to"],
    "deleteViewing": ["viewing"],
    "importLibrary": ["path", "format", "dryRun", "overwrite"],
    "exportLibrary": ["path", "format"],
    "reviews": ["id", "page", "language"],
    "poster": ["id", "url", "width"],
    "login": ["catalog"],
    "completeLogin": ["requestToken", "catalog"],
    "logout": ["catalog"],
    "session": ["catalog"],
    "rate": ["id", "value"],
    "unrate": ["id"],
    "syncStatus": [],
    "rpc.discover": [],
    "shutdown": [],
}
"""The parameters of each method."""
