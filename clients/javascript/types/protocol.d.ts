// Written by Tests/generate from `movie-server schema`; do not edit.

/** A movie in which a person acts. */
export interface CastCredit {
  /** The movie's id, `<catalog>:<native id>`. */
  id: string;
  /** The title, in the requested language if the catalog has it. */
  title: string;
  /** The original title, if it differs from `title`. */
  originalTitle?: string;
  /** The code of the original language, such as `ko`. */
  originalLanguage?: string;
  /** The year of release. */
  year?: number;
  /** The day of release. */
  releaseDate?: string;
  /** The names of the genres. */
  genres: string[];
  /** The names of the directors. */
  directors: string[];
  /** The names of the leading actors. */
  cast: string[];
  /** A summary of the plot. */
  overview?: string;
  /** The average rating by the catalog's users. */
  rating?: number;
  /** The number of ratings. */
  votes?: number;
  /** The running time in minutes. */
  runtimeMinutes?: number;
  /** The URL of the poster. */
  posterUrl?: string;
  /** The URL of a wide image for the background. */
  backdropUrl?: string;
  /** The URL of the movie's page on the catalog's site. */
  link?: string;
  /** The IMDb id, such as `tt6751668`. */
  imdbId?: string;
  /** Present if the movie is pornographic. */
  adult?: true;
  /** Whether the movie is a favorite. */
  isFavorite: boolean;
  /** All known ids of a film in the library, first that under which it is kept; absent if there is only one. */
  ids?: string[];
  mark?: Mark;
  /** The name of the character. */
  character?: string;
}

/** An actor in a movie. */
export interface CastMember {
  /** The name of the actor. */
  name: string;
  /** The person's id in the catalog. */
  personId?: string;
  /** The name of the character. */
  character?: string;
  /** The URL of a picture of the actor. */
  profileUrl?: string;
}

/** A source of movies. */
export interface Catalog {
  /** The name of the catalog, with which the ids of its movies begin. */
  name: string;
  /** The display name of the catalog. */
  title: string;
  /** The features that the catalog supports. */
  capabilities: ("search" | "home" | "genres" | "discover" | "detail" | "reviews" | "recommendations" | "people" | "collections" | "poster" | "login" | "rate" | "favoritesSync")[];
  /** A notice that clients must show to the user. */
  attribution?: string;
}

/** Movies that belong together. */
export interface Collection {
  /** The collection's id, `<catalog>:<native id>`. */
  id: string;
  /** The name. */
  name: string;
  /** A description. */
  overview?: string;
  /** The URL of a poster. */
  posterUrl?: string;
  /** The URL of a wide picture. */
  backdropUrl?: string;
  /** Present if the catalog is unreachable and this is an earlier response. */
  stale?: true;
  /** The movies, in order of release. */
  items: Movie[];
}

/** The id and the name of a collection. */
export interface CollectionLink {
  /** The id of the collection, for `collection`. */
  id: string;
  /** The name of the collection. */
  name: string;
}

/** A production company. */
export interface Company {
  /** The name of the company. */
  name: string;
  /** The URL of the company's logo. */
  logoUrl?: string;
}

/** A movie with one job of a person. */
export interface CrewCredit {
  /** The movie's id, `<catalog>:<native id>`. */
  id: string;
  /** The title, in the requested language if the catalog has it. */
  title: string;
  /** The original title, if it differs from `title`. */
  originalTitle?: string;
  /** The code of the original language, such as `ko`. */
  originalLanguage?: string;
  /** The year of release. */
  year?: number;
  /** The day of release. */
  releaseDate?: string;
  /** The names of the genres. */
  genres: string[];
  /** The names of the directors. */
  directors: string[];
  /** The names of the leading actors. */
  cast: string[];
  /** A summary of the plot. */
  overview?: string;
  /** The average rating by the catalog's users. */
  rating?: number;
  /** The number of ratings. */
  votes?: number;
  /** The running time in minutes. */
  runtimeMinutes?: number;
  /** The URL of the poster. */
  posterUrl?: string;
  /** The URL of a wide image for the background. */
  backdropUrl?: string;
  /** The URL of the movie's page on the catalog's site. */
  link?: string;
  /** The IMDb id, such as `tt6751668`. */
  imdbId?: string;
  /** Present if the movie is pornographic. */
  adult?: true;
  /** Whether the movie is a favorite. */
  isFavorite: boolean;
  /** All known ids of a film in the library, first that under which it is kept; absent if there is only one. */
  ids?: string[];
  mark?: Mark;
  /** The job in English, such as `Director`. */
  job: string;
  /** The department in English, such as `Directing`. */
  department?: string;
}

/** A member of a movie's crew. */
export interface CrewMember {
  /** The name of the crew member. */
  name: string;
  /** The person's id in the catalog. */
  personId?: string;
  /** The job in English, such as `Director`. */
  job: string;
  /** The department in English, such as `Writing`. */
  department?: string;
}

/** The outcome of `deleteViewing`. */
export interface DeletedViewing {
  /** The id under which the film is kept, which may differ from the requested id. */
  id: string;
  mark: Mark;
  /** Whether the request changed anything. */
  changed: boolean;
  /** The revision of the library. */
  revision: number;
  previous: Viewing;
}

/** A data folder that takes part in a synchronization. */
export interface Device {
  /** The name of its machine. */
  name: string;
  /** When it was last connected, in ISO 8601 and UTC. */
  seenAt: string;
}

/** A viewing with its film. */
export interface DiaryItem {
  /** The id of the viewing. */
  viewing: string;
  /** The day; absent if it is unknown. */
  date?: string;
  /** The rating given with it. */
  rating?: number;
  /** A text. */
  note?: string;
  /** Present if the user had seen the film before. */
  rewatch?: true;
  movie: Movie;
}

/** Viewings by date. */
export interface DiaryPage {
  /** The number of viewings that match. */
  total: number;
  /** The viewings; `total` and `offset` tell where to go on. */
  items: DiaryItem[];
}

/** An empty result. */
export interface Done {}

/** An error of JSON-RPC 2.0. */
export interface Error {
  /** The error code of the reason. */
  code: number;
  /** A sentence for people. */
  message: string;
  data: ErrorData;
}

/** The data of an error, for programs. */
export interface ErrorData {
  /** The reason, by which clients distinguish errors. */
  reason: string;
  /** Whether the same request may succeed later. */
  retryable: boolean;
  /** The time to wait before a retry, in milliseconds. */
  retryAfterMs?: number;
  /** The name of the catalog. */
  catalog?: string;
  /** The member of `params` that is invalid or missing. */
  field?: string;
  /** The HTTP status of the catalog's service. */
  httpStatus?: number;
  /** The error code of the catalog's service. */
  upstreamCode?: string;
  /** The underlying error, for debugging. */
  detail?: string;
  /** With `messageTooLarge`: the maximum size of a message in bytes. */
  limit?: number;
  /** With `protocolVersionUnsupported`: the supported versions. */
  supported?: string[];
}

/** The outcome of `exportLibrary`. */
export interface ExportedLibrary {
  /** The path of the file. */
  path: string;
  /** The paths of all files, if there are several. */
  paths?: string[];
  /** The number of films. */
  entries: number;
  /** The number of viewings. */
  viewings: number;
}

/** A movie's ids on other sites. */
export interface ExternalIds {
  /** The IMDb id, such as `tt6751668`. */
  imdb?: string;
  /** The number at The Movie Database. */
  tmdb?: string;
  /** The Wikidata id, such as `Q61448040`. */
  wikidata?: string;
  /** The name of the Facebook page. */
  facebook?: string;
  /** The name of the Instagram account. */
  instagram?: string;
  /** The name of the Twitter account. */
  twitter?: string;
}

/** A section that could not be loaded. */
export interface FailedSection {
  /** The name of the section. */
  section: string;
  /** The display name of the section. */
  title: string;
  error: Error;
}

/** A movie that is a favorite. */
export interface Favorite {
  /** The movie's id, `<catalog>:<native id>`. */
  id: string;
  /** The title, in the requested language if the catalog has it. */
  title: string;
  /** The original title, if it differs from `title`. */
  originalTitle?: string;
  /** The code of the original language, such as `ko`. */
  originalLanguage?: string;
  /** The year of release. */
  year?: number;
  /** The day of release. */
  releaseDate?: string;
  /** The names of the genres. */
  genres: string[];
  /** The names of the directors. */
  directors: string[];
  /** The names of the leading actors. */
  cast: string[];
  /** A summary of the plot. */
  overview?: string;
  /** The average rating by the catalog's users. */
  rating?: number;
  /** The number of ratings. */
  votes?: number;
  /** The running time in minutes. */
  runtimeMinutes?: number;
  /** The URL of the poster. */
  posterUrl?: string;
  /** The URL of a wide image for the background. */
  backdropUrl?: string;
  /** The URL of the movie's page on the catalog's site. */
  link?: string;
  /** The IMDb id, such as `tt6751668`. */
  imdbId?: string;
  /** Present if the movie is pornographic. */
  adult?: true;
  /** Whether the movie is a favorite. */
  isFavorite: boolean;
  /** All known ids of a film in the library, first that under which it is kept; absent if there is only one. */
  ids?: string[];
  mark?: Mark;
  /** The time at which the movie was starred. */
  starredAt: string;
}

/** The changes since a revision. */
export interface FavoritesDifference {
  /** The id of the favorites file; revisions of different epochs cannot be compared. */
  epoch: string;
  /** The revision, which every change by any process increases by one. */
  revision: number;
  /** The number of favorites, or of those that match the query. */
  total: number;
  /** Favorites that are new or have newer data. */
  added: Favorite[];
  /** All known ids of movies that are no longer favorites. */
  removed: string[];
  /** Whether `added` lists all favorites because the changes are unknown or too many. */
  fresh: boolean;
  /** True if there are too many favorites for one message; `added` then lists the first ones. */
  hasMore?: boolean;
}

/** Favorites in the requested order. */
export interface FavoritesPage {
  /** The id of the favorites file; revisions of different epochs cannot be compared. */
  epoch: string;
  /** The revision, which every change by any process increases by one. */
  revision: number;
  /** The number of favorites, or of those that match the query. */
  total: number;
  /** The favorites; `total` and `offset` tell where to go on. */
  items: Favorite[];
}

/** The state of the favorites. */
export interface FavoritesState {
  /** The id of the favorites file; revisions of different epochs cannot be compared. */
  epoch: string;
  /** The revision, which every change by any process increases by one. */
  revision: number;
  /** The number of favorites, or of those that match the query. */
  total: number;
}

/** A genre of a catalog. */
export interface Genre {
  /** The genre's id in the catalog. */
  id: string;
  /** The display name of the genre. */
  name: string;
  /** The number of movies of the genre; absent if the catalog does not tell. */
  count?: number;
}

/** The genres of a catalog. */
export interface Genres {
  /** All genres. */
  genres: Genre[];
}

/** The sections of a catalog. */
export interface Home {
  /** The sections, in the order of the request, or else of the catalog. */
  sections: (SectionPage | FailedSection)[];
}

/** The outcome of `importLibrary`. */
export interface ImportedLibrary {
  /** The format of the file. */
  format: "json" | "csv" | "letterboxd" | "imdb" | "trakt" | "tmdb" | "movary" | "simkl" | "notes";
  /** The number of rows in the file. */
  read: number;
  /** The number of films that were found. */
  matched: number;
  /** The number of films that are new in the library. */
  added: number;
  /** The number of films of which more is kept now. */
  changed: number;
  /** The number of films that the file tells nothing new of. */
  unchanged: number;
  /** The rows that were left out, 1,000 at most. */
  unmatched: UnmatchedRow[];
  /** The number of rows that were left out, if there are more than these. */
  unmatchedTotal?: number;
  /** The file with all rows that were left out. */
  unmatchedPath?: string;
  /** The revision of the library. */
  revision: number;
}

/** The changes of the library since a revision. */
export interface LibraryDifference {
  /** The id of the favorites file; revisions of different epochs cannot be compared. */
  epoch: string;
  /** The revision, which every change of an entry increases by one. */
  revision: number;
  /** The number of entries, or of those that match the query. */
  total: number;
  /** Entries that are new or have changed. */
  added: Movie[];
  /** All known ids of the films that are no longer in the library. */
  removed: string[];
  /** Whether `added` lists all entries because the changes are unknown or too many. */
  fresh: boolean;
  /** True if there are too many entries for one message; `added` then lists the first ones. */
  hasMore?: boolean;
}

/** Entries of the library in the requested order. */
export interface LibraryPage {
  /** The id of the favorites file; revisions of different epochs cannot be compared. */
  epoch: string;
  /** The revision, which every change of an entry increases by one. */
  revision: number;
  /** The number of entries, or of those that match the query. */
  total: number;
  /** The entries; `total` and `offset` tell where to go on. */
  items: Movie[];
}

/** The state of the library. */
export interface LibraryState {
  /** The id of the favorites file; revisions of different epochs cannot be compared. */
  epoch: string;
  /** The revision, which every change of an entry increases by one. */
  revision: number;
  /** The number of entries, or of those that match the query. */
  total: number;
}

/** The outcome of `logViewing`. */
export interface LoggedViewing {
  /** The id under which the film is kept, which may differ from the requested id. */
  id: string;
  viewing: Viewing;
  mark: Mark;
  /** Whether the request changed anything. */
  changed: boolean;
  /** The revision of the library. */
  revision: number;
}

/** A login that the user must approve. */
export interface Login {
  /** The URL to open in a browser. */
  url: string;
  /** The token to pass to `completeLogin`. */
  requestToken: string;
  /** The time at which the token expires. */
  expiresAt?: string;
}

/** What the user keeps about a film. */
export interface Mark {
  /** The time of the star. */
  starredAt?: string;
  /** The time at which the film was put on the watchlist. */
  watchlistedAt?: string;
  /** The number of viewings. */
  viewings?: number;
  /** The day of the last viewing. */
  lastViewed?: string;
  /** The user's rating. */
  rating?: number;
  /** The tags. */
  tags?: string[];
  /** Present if there is a note. */
  hasNote?: true;
  /** The note; only in a detail, and in results of a change. */
  note?: string;
  /** The viewings, last first; only in a detail. */
  diary?: Viewing[];
}

/** The outcome of `mark`. */
export interface Marked {
  /** The id under which the film is kept, which may differ from the requested id. */
  id: string;
  mark: Mark;
  /** Whether the request changed anything. */
  changed: boolean;
  /** The revision of the library. */
  revision: number;
  previous: Mark;
}

/** The data of a movie that lists show. */
export interface Movie {
  /** The movie's id, `<catalog>:<native id>`. */
  id: string;
  /** The title, in the requested language if the catalog has it. */
  title: string;
  /** The original title, if it differs from `title`. */
  originalTitle?: string;
  /** The code of the original language, such as `ko`. */
  originalLanguage?: string;
  /** The year of release. */
  year?: number;
  /** The day of release. */
  releaseDate?: string;
  /** The names of the genres. */
  genres: string[];
  /** The names of the directors. */
  directors: string[];
  /** The names of the leading actors. */
  cast: string[];
  /** A summary of the plot. */
  overview?: string;
  /** The average rating by the catalog's users. */
  rating?: number;
  /** The number of ratings. */
  votes?: number;
  /** The running time in minutes. */
  runtimeMinutes?: number;
  /** The URL of the poster. */
  posterUrl?: string;
  /** The URL of a wide image for the background. */
  backdropUrl?: string;
  /** The URL of the movie's page on the catalog's site. */
  link?: string;
  /** The IMDb id, such as `tt6751668`. */
  imdbId?: string;
  /** Present if the movie is pornographic. */
  adult?: true;
  /** Whether the movie is a favorite. */
  isFavorite: boolean;
  /** All known ids of a film in the library, first that under which it is kept; absent if there is only one. */
  ids?: string[];
  mark?: Mark;
}

/** The data of a movie that a client sends. */
export interface MovieData {
  /** The movie's id, `<catalog>:<native id>`. */
  id: string;
  /** The title, in the requested language if the catalog has it. */
  title: string;
  /** The original title, if it differs from `title`. */
  originalTitle?: string;
  /** The code of the original language, such as `ko`. */
  originalLanguage?: string;
  /** The year of release. */
  year?: number;
  /** The day of release. */
  releaseDate?: string;
  /** The names of the genres. */
  genres?: string[];
  /** The names of the directors. */
  directors?: string[];
  /** The names of the leading actors. */
  cast?: string[];
  /** A summary of the plot. */
  overview?: string;
  /** The average rating by the catalog's users. */
  rating?: number;
  /** The number of ratings. */
  votes?: number;
  /** The running time in minutes. */
  runtimeMinutes?: number;
  /** The URL of the poster. */
  posterUrl?: string;
  /** The URL of a wide image for the background. */
  backdropUrl?: string;
  /** The URL of the movie's page on the catalog's site. */
  link?: string;
  /** The IMDb id, such as `tt6751668`. */
  imdbId?: string;
  /** Present if the movie is pornographic. */
  adult?: true;
}

/** Everything that a catalog knows about one movie. */
export interface MovieDetail {
  /** The movie's id, `<catalog>:<native id>`. */
  id: string;
  /** The title, in the requested language if the catalog has it. */
  title: string;
  /** The original title, if it differs from `title`. */
  originalTitle?: string;
  /** The code of the original language, such as `ko`. */
  originalLanguage?: string;
  /** The year of release. */
  year?: number;
  /** The day of release. */
  releaseDate?: string;
  /** The names of the genres. */
  genres: string[];
  /** The names of the directors. */
  directors: string[];
  /** The names of the leading actors. */
  cast: string[];
  /** A summary of the plot. */
  overview?: string;
  /** The average rating by the catalog's users. */
  rating?: number;
  /** The number of ratings. */
  votes?: number;
  /** The running time in minutes. */
  runtimeMinutes?: number;
  /** The URL of the poster. */
  posterUrl?: string;
  /** The URL of a wide image for the background. */
  backdropUrl?: string;
  /** The URL of the movie's page on the catalog's site. */
  link?: string;
  /** The IMDb id, such as `tt6751668`. */
  imdbId?: string;
  /** Present if the movie is pornographic. */
  adult?: true;
  /** Whether the movie is a favorite. */
  isFavorite: boolean;
  /** All known ids of a film in the library, first that under which it is kept; absent if there is only one. */
  ids?: string[];
  mark?: Mark;
  /** The tagline. */
  tagline?: string;
  /** The production status, in the catalog's words, such as `Released`. */
  status?: string;
  /** The URL of the movie's own site. */
  homepage?: string;
  /** The names of the spoken languages, in English unless the catalog translates them. */
  languages: string[];
  /** The names of the countries of production, in English unless the catalog translates them. */
  countries: string[];
  /** The countries that the movie comes from, as codes of ISO 3166-1. */
  originCountries: string[];
  /** The production companies. */
  companies: Company[];
  /** The actors, in billing order. */
  castMembers: CastMember[];
  /** The crew, in order of rank. */
  crewMembers: CrewMember[];
  /** Ratings by other sources. */
  ratings: SourceRating[];
  /** The trailers and other videos, best first. */
  trailers: Trailer[];
  /** The releases in all countries, in order of their dates. */
  releases: Release[];
  /** The age rating in the user's country, such as `PG-13`. */
  certification?: string;
  /** The country of `certification`, as a code of ISO 3166-1. */
  certificationCountry?: string;
  whereToWatch?: WhereToWatch;
  collection?: CollectionLink;
  /** Words that describe the movie, in English. */
  keywords: string[];
  /** The budget in US dollars. */
  budget?: number;
  /** The receipts in US dollars. */
  revenue?: number;
  externalIds: ExternalIds;
  /** Awards and nominations, in one sentence. */
  awards?: string;
  /** The first reviews. */
  reviews: {
    /** The number of reviews. */
    total: number;
    /** The first reviews, as many as requested. */
    items: Review[];
  };
  /** The user's rating: that of the library, else that of the account. */
  myRating?: number;
  /** A notice that clients must show to the user. */
  attribution?: string;
  /** Present if the catalog is unreachable and this is an earlier response. */
  stale?: true;
  /** Similar movies. */
  recommendations: {
    /** The first of them. */
    items: Movie[];
  };
}

/** An OpenRPC document. */
export interface OpenRPC {
  /** The version of the OpenRPC specification. */
  openrpc: string;
  /** The name and the version of the protocol. */
  info: { [member: string]: any };
  /** The URL of the base protocol's specification. */
  externalDocs: { [member: string]: any };
  /** The methods and notifications; those without a `result` are notifications. */
  methods: { [member: string]: any }[];
  /** The shared schemas and errors. */
  components?: { [member: string]: any };
  /** All error reasons with their codes. */
  "x-reasons": { [member: string]: any }[];
}

/** A page of a list. */
export interface Page {
  /** The name of the list, for `nextPage`. */
  list: string;
  /** The query, if the list is a search. */
  query?: string;
  /** The query for which these movies were found, if `query` has typing errors. */
  correctedQuery?: string;
  /** The number of this page. */
  page: number;
  /** The index in the list at which the items of this page begin. */
  offset: number;
  /** The number of movies in the list. */
  total: number;
  /** Present if `total` is a lower bound. */
  totalIsExact?: false;
  /** Whether there is another page. */
  hasMore: boolean;
  /** The movies. */
  items: Movie[];
  /** Present if the catalog is unreachable and this is an earlier response. */
  stale?: true;
}

/** The people whose names match a query. */
export interface People {
  /** The people, best known first. */
  people: PersonSummary[];
  /** The query for which these people were found, if `query` has typing errors. */
  correctedQuery?: string;
}

/** Everything that a catalog knows about one person. */
export interface Person {
  /** The person's id, `<catalog>:<native id>`. */
  id: string;
  /** The name. */
  name: string;
  /** An account of the person's life. */
  biography?: string;
  /** The day of birth. */
  birthday?: string;
  /** The day of death. */
  deathday?: string;
  /** The year of birth, if the day is unknown. */
  birthYear?: number;
  /** The year of death, if the day is unknown. */
  deathYear?: number;
  /** The place of birth. */
  placeOfBirth?: string;
  /** Other names and spellings. */
  alsoKnownAs: string[];
  /** The URL of a photo. */
  profileUrl?: string;
  /** The IMDb id, such as `nm0094435`. */
  imdbId?: string;
  /** The URL of the person's own site. */
  homepage?: string;
  /** The department in English, such as `Directing`. */
  department?: string;
  /** Present if the catalog is unreachable and this is an earlier response. */
  stale?: true;
  /** The films as an actor, newest first. */
  cast: CastCredit[];
  /** The films in other jobs, newest first. */
  crew: CrewCredit[];
}

/** A person whom a search has found. */
export interface PersonSummary {
  /** The person's id, for `person` and `discover`. */
  id: string;
  /** The name. */
  name: string;
  /** Titles of the person's best-known films. */
  knownFor: string[];
  /** The URL of a photo. */
  profileUrl?: string;
  /** The department in English, such as `Directing`. */
  department?: string;
}

/** An image in a file. */
export interface Poster {
  /** The absolute path of the file in the cache folder. */
  path: string;
  /** The width in pixels, if known. */
  width?: number;
  /** The size of the file in bytes. */
  bytes: number;
  /** The MIME type, such as `image/jpeg`. */
  mimeType: string;
}

/** A service that shows movies. */
export interface Provider {
  /** The name of the service. */
  name: string;
  /** The URL of the service's logo. */
  logoUrl?: string;
}

/** The user's rating of a movie. */
export interface Rating {
  /** The id of the movie. */
  id: string;
  /** The rating; absent after `unrate`. */
  myRating?: number;
}

/** The number of films with a rating. */
export interface RatingCount {
  /** The rating. */
  rating: number;
  /** The number of films. */
  films: number;
}

/** The outcome of `refreshFavorites`. */
export interface RefreshedFavorites {
  /** The number of films whose data was fetched. */
  refreshed: number;
  /** The films whose data could not be fetched. */
  failed: {
    /** The id of the movie. */
    id: string;
    /** The error reason. */
    reason: string;
  }[];
  /** The revision of the favorites. */
  revision: number;
}

/** A release of a movie in one country. */
export interface Release {
  /** The country, as a code of ISO 3166-1. */
  country: string;
  /** The kind of the release. */
  kind: "premiere" | "limited" | "theatrical" | "digital" | "physical" | "tv";
  /** The day of the release. */
  date: string;
  /** The age rating, such as `PG-13`. */
  certification?: string;
  /** More about the release, such as the name of a festival. */
  note?: string;
}

/** A review of a movie. */
export interface Review {
  /** The review's id in the catalog. */
  id: string;
  /** The name of the author. */
  author: string;
  /** The URL of a picture of the author. */
  avatarUrl?: string;
  /** The author's rating. */
  rating?: number;
  /** The beginning as plain text on one line: at most 300 characters, cut at a word. */
  preview: string;
  /** Whether the preview is shorter than the text. */
  truncated: boolean;
  /** The whole text, which may be Markdown; only in results of `reviews`. */
  content?: string;
  /** The time of writing in ISO 8601. */
  createdAt?: string;
  /** The URL of the review's page. */
  url?: string;
}

/** A page of a movie's reviews. */
export interface Reviews {
  /** The id of the movie. */
  id: string;
  /** The number of this page. */
  page: number;
  /** The number of reviews. */
  total: number;
  /** Whether there is another page. */
  hasMore: boolean;
  /** The reviews with their `content`. */
  items: Review[];
  /** Present if the catalog is unreachable and this is an earlier response. */
  stale?: true;
}

/** The first page of a section. */
export interface SectionPage {
  /** The name of the section. */
  section: string;
  /** The display name of the section. */
  title: string;
  /** The name of the list, for `nextPage`. */
  list: string;
  /** The query, if the list is a search. */
  query?: string;
  /** The query for which these movies were found, if `query` has typing errors. */
  correctedQuery?: string;
  /** The number of this page. */
  page: number;
  /** The index in the list at which the items of this page begin. */
  offset: number;
  /** The number of movies in the list. */
  total: number;
  /** Present if `total` is a lower bound. */
  totalIsExact?: false;
  /** Whether there is another page. */
  hasMore: boolean;
  /** The movies. */
  items: Movie[];
  /** Present if the catalog is unreachable and this is an earlier response. */
  stale?: true;
}

/** The description of the server. */
export interface Server {
  /** The protocol version of the server. */
  protocolVersion: string;
  /** The server's name and version, for display. */
  serverInfo: {
    /** The name of the server. */
    name: string;
    /** The version of the server. */
    version: string;
  };
  /** Always empty. Client frameworks for LSP reject a server without this member. */
  capabilities: { [member: string]: any };
  /** The default catalog. */
  catalog: string;
  /** All catalogs. */
  catalogs: Catalog[];
  /** A sentence for people: how to find more films than those of the default catalog. */
  hint?: string;
  /** The names of the notifications that are sent. */
  notifications: string[];
  favorites?: FavoritesState;
  library?: LibraryState;
}

/** The login state of a catalog's account. */
export interface Session {
  /** The name of the catalog. */
  catalog: string;
  /** Whether a user is logged in. */
  loggedIn: boolean;
  user?: User;
}

/** The rating of a movie by another source. */
export interface SourceRating {
  /** The name of the source. */
  source: string;
  /** The rating on the source's own scale, such as `7.4/10` or `93%`. */
  value: string;
}

/** The outcome of `star` or `unstar`. */
export interface Star {
  /** The id under which the movie is stored, which may differ from the requested id. */
  id: string;
  /** Whether the movie is a favorite now. */
  isFavorite: boolean;
  /** Whether the request changed anything. */
  changed: boolean;
  /** The revision of the favorites. */
  revision: number;
  /** The time of the star that is there, or was removed. */
  starredAt?: string;
}

/** The counts of what was viewed in a span of days. */
export interface Statistics {
  /** The number of viewings. */
  viewings: number;
  /** The number of films. */
  films: number;
  /** The running time of the viewings, as far as it is known. */
  minutes: number;
  /** The number of viewings of films that had been seen before. */
  rewatches: number;
  /** By month, `YYYY-MM`. */
  byMonth: StatisticsGroup[];
  /** By weekday, `monday` to `sunday`. */
  byWeekday: StatisticsGroup[];
  /** By decade of release, such as `1990s`. */
  byDecade: StatisticsGroup[];
  /** By genre, the most viewings first. */
  byGenre: StatisticsGroup[];
  /** By country of origin, as far as it is known, the most viewings first. */
  byCountry: StatisticsGroup[];
  /** By code of the original language, the most viewings first. */
  byLanguage: StatisticsGroup[];
  /** The directors of the most films, at most 20. */
  directors: StatisticsPerson[];
  /** The leading actors in the most films, at most 20. */
  actors: StatisticsPerson[];
  /** How many films have which rating by the user. */
  ratings: RatingCount[];
  first?: Movie;
  last?: Movie;
}

/** The viewings of one month, genre or the like. */
export interface StatisticsGroup {
  /** The month, the genre or the like. */
  name: string;
  /** The number of viewings. */
  viewings: number;
  /** The number of films. */
  films: number;
}

/** A person of films that were viewed. */
export interface StatisticsPerson {
  /** The name. */
  name: string;
  /** The person's id in a catalog, for `person`. */
  personId?: string;
  /** The number of films. */
  films: number;
  /** The mean of the user's ratings of these films. */
  meanRating?: number;
}

/** How far this machine agrees with the others. */
export interface SyncStatus {
  /** Whether a database is configured. */
  enabled: boolean;
  /** Whether this machine and the database agree; absent before the first attempt to connect. */
  state?: "inSync" | "behind" | "offline" | "failed";
  /** The number of changes that the database does not have yet, up to 10,000; absent if it is unknown. */
  pending?: number;
  /** When everything was last exchanged, in ISO 8601 and UTC. */
  lastSyncedAt?: string;
  /** The id of this data folder. */
  device?: string;
  /** The devices of the library, that seen last first. */
  devices?: Device[];
  /** Why the state is `offline` or `failed`, for people. */
  error?: string;
}

/** A tag of films. */
export interface Tag {
  /** The name as it was first written. */
  name: string;
  /** The number of films that have it. */
  count: number;
}

/** The tags of the library. */
export interface Tags {
  /** The tags. */
  tags: Tag[];
}

/** A trailer or another video. */
export interface Trailer {
  /** The title of the video. */
  name: string;
  /** The URL of the page that plays the video. */
  url: string;
  /** The kind of the video. */
  kind: "trailer" | "teaser" | "clip" | "featurette" | "behindTheScenes" | "spot" | "openingCredits" | "recap" | "bloopers";
  /** The code of the language, such as `ko`. */
  language?: string;
  /** Whether the makers of the movie have published it. */
  official?: boolean;
  /** The time of publication. */
  publishedAt?: string;
}

/** A row of a file whose film is not found. */
export interface UnmatchedRow {
  /** The name of the file in its archive or folder. */
  file: string;
  /** The line, from 1; in JSON, the position of the item. */
  line: number;
  /** The title in the file. */
  title?: string;
  /** The year in the file. */
  year?: number;
  /** `noFilm`: no film fits; `severalFilms`: several do; `malformed`: a value of the row cannot be read. */
  reason: "noFilm" | "severalFilms" | "malformed";
  /** Films that it may be, the best first. */
  candidates?: Movie[];
}

/** A user of a catalog. */
export interface User {
  /** The user's id in the catalog. */
  id: string;
  /** The user's display name. */
  name: string;
}

/** One viewing of a film. */
export interface Viewing {
  /** The id of the viewing. */
  viewing: string;
  /** The day; absent if it is unknown. */
  date?: string;
  /** The rating given with it. */
  rating?: number;
  /** A text. */
  note?: string;
  /** Present if the user had seen the film before. */
  rewatch?: true;
}

/** The services that show a movie in one country, best known first. */
export interface WhereToWatch {
  /** The country, as a code of ISO 3166-1. */
  country: string;
  /** The URL of a page with links to the services. */
  link?: string;
  /** Services with a subscription. */
  stream: Provider[];
  /** Services without a price. */
  free: Provider[];
  /** Services without a price that show advertisements. */
  ads: Provider[];
  /** Services that rent the movie. */
  rent: Provider[];
  /** Services that sell the movie. */
  buy: Provider[];
  /** A notice that clients must show with this data. */
  attribution: string;
}

/** The reasons of errors. */
export type Reason =
  | "parseError"
  | "invalidRequest"
  | "messageTooLarge"
  | "duplicateId"
  | "methodNotFound"
  | "invalidParams"
  | "internalError"
  | "cancelled"
  | "superseded"
  | "movieNotFound"
  | "listNotReady"
  | "catalogUnknown"
  | "catalogNotConfigured"
  | "unsupportedByCatalog"
  | "upstreamUnreachable"
  | "upstreamTimeout"
  | "upstreamRateLimited"
  | "upstreamQuotaExceeded"
  | "upstreamUnauthorized"
  | "upstreamFailed"
  | "upstreamInvalidResponse"
  | "queryTooBroad"
  | "catalogDiscontinued"
  | "notLoggedIn"
  | "notApproved"
  | "storageFailed"
  | "overloaded"
  | "shuttingDown"
  | "protocolVersionUnsupported"
  | "posterUnavailable";

/** The params of `initialize`. */
export interface InitializeParams {
  /** The protocol version that the client uses. */
  protocolVersion?: string;
  /** The client's name and version, for display. */
  clientInfo?: {
    /** The name of the client. */
    name?: string;
    /** The version of the client. */
    version?: string;
  };
  /** The client's process id: the server exits when that process ends. */
  processId?: number;
  /** The user's language and region, such as `ko-KR` or `ko_KR.UTF-8`. */
  locale?: string;
  /** The default catalog of the session. */
  catalog?: string;
  /** The names of the notifications to send; all by default. */
  notifications?: string[];
  /** The default debounce of `search`, in milliseconds. */
  debounceMs?: number;
  /** Work that finishes within this many milliseconds sends no `loading`. */
  loadingDelayMs?: number;
}

/** The params of `search`. */
export interface SearchParams {
  /** Words of a title in any of its languages or of a name, or a year. */
  query: string;
  /** The name of the list. */
  list?: string;
  /** The name of the catalog to search. */
  catalog?: string;
  /** The year of release. */
  year?: number;
  /** The language of the texts, such as `ko` or `ko-KR`; the session's by default. */
  language?: string;
  /** The number of movies in a page. */
  limit?: number;
  /** The time to wait for a newer search in the same list, in milliseconds. */
  debounceMs?: number;
}

/** The params of `nextPage`. */
export interface NextPageParams {
  /** The name of the list to continue. */
  list?: string;
}

/** The params of `home`. */
export interface HomeParams {
  /** The name of the catalog. */
  catalog?: string;
  /** The names of the sections to return, at most 100; all by default. */
  sections?: string[];
  /** The language of the texts, such as `ko` or `ko-KR`; the session's by default. */
  language?: string;
}

/** The params of `recommendations`. */
export interface RecommendationsParams {
  /** The id of the movie. */
  id: string;
  /** The name of the list; `recommendations:<id>` by default. */
  list?: string;
  /** The language of the texts, such as `ko` or `ko-KR`; the session's by default. */
  language?: string;
}

/** The params of `genres`. */
export interface GenresParams {
  /** The name of the catalog. */
  catalog?: string;
  /** The language of the texts, such as `ko` or `ko-KR`; the session's by default. */
  language?: string;
}

/** The params of `discover`. */
export interface DiscoverParams {
  /** The name of the catalog; by default that of `person`, or else the session's. */
  catalog?: string;
  /** The name of the list. */
  list?: string;
  /** Ids or names of genres, all of which a movie has. */
  genres?: string[];
  /** Ids or names of genres, none of which a movie has. */
  excludeGenres?: string[];
  /** The first year of release. */
  yearFrom?: number;
  /** The last year of release. */
  yearTo?: number;
  /** The lowest rating by the catalog's users. */
  ratingFrom?: number;
  /** The lowest number of ratings. */
  votesFrom?: number;
  /** The shortest running time in minutes. */
  runtimeFrom?: number;
  /** The longest running time in minutes. */
  runtimeTo?: number;
  /** The original language, ISO 639, such as `ko`. */
  originalLanguage?: string;
  /** The country of production, ISO 3166-1, such as `KR`. */
  country?: string;
  /** The id of somebody who took part in the movie. */
  person?: string;
  /** The id or the name of a keyword of the catalog. */
  keyword?: string;
  /** The id or the name of a streaming provider, in the country of the language. */
  provider?: string;
  /** The sort key; `popularity` by default. */
  sort?: "popularity" | "rating" | "releaseDate" | "title" | "random";
  /** The sort order; by default `asc` for titles, else `desc` (newest or best first). */
  order?: "asc" | "desc";
  /** With `random`: the same seed gives the same order. */
  seed?: number;
  /** The number of movies in a page. */
  limit?: number;
  /** The language of the texts, such as `ko` or `ko-KR`; the session's by default. */
  language?: string;
}

/** The params of `detail`. */
export interface DetailParams {
  /** The id of the movie. */
  id: string;
  /** The maximum number of reviews in the result. */
  reviews?: number;
  /** The language of the texts, such as `ko` or `ko-KR`; the session's by default. */
  language?: string;
}

/** The params of `people`. */
export interface PeopleParams {
  /** Words of a name. */
  query: string;
  /** The maximum number of people in the result. */
  limit?: number;
  /** The name of the catalog to search. */
  catalog?: string;
  /** The language of the texts, such as `ko` or `ko-KR`; the session's by default. */
  language?: string;
}

/** The params of `person`. */
export interface PersonParams {
  /** The id of the person. */
  id: string;
  /** The language of the texts, such as `ko` or `ko-KR`; the session's by default. */
  language?: string;
}

/** The params of `collection`. */
export interface CollectionParams {
  /** The id of the collection. */
  id: string;
  /** The language of the texts, such as `ko` or `ko-KR`; the session's by default. */
  language?: string;
}

/** The params of `star`. */
export interface StarParams {
  /** The id of the movie; its catalog provides the data. */
  id?: string;
  movie?: MovieData;
}

/** The params of `unstar`. */
export interface UnstarParams {
  /** The id of the movie. */
  id: string;
}

/** The params of `favorites`. */
export interface FavoritesParams {
  /** The sort key; `starredAt` by default. */
  sort?: "starredAt" | "title" | "year" | "rating";
  /** The sort order; by default `asc` for titles, else `desc` (newest or best first). */
  order?: "asc" | "desc";
  /** Text that a title or a name must contain. */
  query?: string;
  /** The maximum number of favorites in the result. */
  limit?: number;
  /** The number of favorites to skip. */
  offset?: number;
  /** A revision: only the changes since then are returned. */
  since?: number;
}

/** The params of `mark`. */
export interface MarkParams {
  /** The id of the movie; its catalog provides the data. */
  id?: string;
  movie?: MovieData;
  /** Star the film; false removes the star. */
  starred?: boolean;
  /** Star the film as of then; null removes the star. */
  starredAt?: string | null;
  /** Put the film on the watchlist; false takes it off. */
  watchlist?: boolean;
  /** Put the film on the watchlist as of then; null takes it off. */
  watchlistedAt?: string | null;
  /** A rating; null removes it. */
  rating?: number | null;
  /** A note; null or an empty text removes it. */
  note?: string | null;
  /** All tags of the film. */
  tags?: string[];
  /** Tags to add. */
  addTags?: string[];
  /** Tags to remove. */
  removeTags?: string[];
}

/** The params of `logViewing`. */
export interface LogViewingParams {
  /** The id of the movie; its catalog provides the data. */
  id?: string;
  movie?: MovieData;
  /** The id of the viewing to change, or of the new one. */
  viewing?: string;
  /** The day, not in the future; today by default, and null for an unknown one. */
  date?: string | Date | null;
  /** A rating, which becomes that of the film. */
  rating?: number | null;
  /** A text; null or an empty text removes it. */
  note?: string | null;
  /** Log a rewatch; false logs a first viewing. */
  rewatch?: boolean;
  /** Keep the film on the watchlist; false, the default, takes it off. */
  keepOnWatchlist?: boolean;
}

/** The params of `library`. */
export interface LibraryParams {
  /** Which entries; `all` by default. */
  filter?: "all" | "starred" | "watchlist" | "viewed" | "unviewed" | "rated" | "tagged";
  /** A tag that they have. */
  tag?: string;
  /** The name of a genre that they have, in any language. */
  genre?: string;
  /** The first year of release. */
  yearFrom?: number;
  /** The last year of release. */
  yearTo?: number;
  /** The longest running time in minutes. */
  runtimeTo?: number;
  /** Text that a title or a name must contain. */
  query?: string;
  /** The sort key; `changedAt` by default. */
  sort?: "changedAt" | "title" | "year" | "rating" | "myRating" | "lastViewed" | "watchlistedAt" | "starredAt" | "runtime" | "random";
  /** The sort order; by default `asc` for titles, else `desc` (newest or best first). */
  order?: "asc" | "desc";
  /** With `random`: the same seed gives the same order. */
  seed?: number;
  /** The maximum number of favorites in the result. */
  limit?: number;
  /** The number of favorites to skip. */
  offset?: number;
  /** A revision: only the changes since then are returned. */
  since?: number;
}

/** The params of `diary`. */
export interface DiaryParams {
  /** The first day. */
  from?: string | Date;
  /** The last day. */
  to?: string | Date;
  /** The order; `desc`, last first, by default. */
  order?: "asc" | "desc";
  /** The maximum number of viewings in the result. */
  limit?: number;
  /** The number of viewings to skip. */
  offset?: number;
}

/** The params of `statistics`. */
export interface StatisticsParams {
  /** The first day. */
  from?: string | Date;
  /** The last day. */
  to?: string | Date;
}

/** The params of `deleteViewing`. */
export interface DeleteViewingParams {
  /** The id of the viewing. */
  viewing: string;
}

/** The params of `importLibrary`. */
export interface ImportLibraryParams {
  /** The path of a file, a ZIP archive or a folder. */
  path: string;
  /** The only format to read; by default the one that the contents have. */
  format?: "json" | "csv" | "letterboxd" | "imdb" | "trakt" | "tmdb" | "movary" | "simkl" | "notes";
  /** Whether only to tell what would happen. */
  dryRun?: boolean;
  /** Whether the file replaces what was set before, also what the user has removed since. */
  overwrite?: boolean;
}

/** The params of `exportLibrary`. */
export interface ExportLibraryParams {
  /** The path of the file, which is replaced if it exists. */
  path: string;
  /** The format; by default `csv` if the path ends with `.csv`, else `json`. */
  format?: "json" | "csv" | "letterboxd";
}

/** The params of `reviews`. */
export interface ReviewsParams {
  /** The id of the movie. */
  id: string;
  /** The number of the page. */
  page?: number;
  /** The language of the texts, such as `ko` or `ko-KR`; the session's by default. */
  language?: string;
}

/** The params of `poster`. */
export interface PosterParams {
  /** The id of the movie. */
  id?: string;
  /** An image URL that this server has returned, instead of `id`. */
  url?: string;
  /** The minimum width in pixels. */
  width?: number;
}

/** The params of `login`. */
export interface LoginParams {
  /** The name of the catalog; by default the first that has accounts. */
  catalog?: string;
}

/** The params of `completeLogin`. */
export interface CompleteLoginParams {
  /** The token that `login` returned. */
  requestToken: string;
  /** The name of the catalog; by default the first that has accounts. */
  catalog?: string;
}

/** The params of `logout`. */
export interface LogoutParams {
  /** The name of the catalog; by default the first that has accounts. */
  catalog?: string;
}

/** The params of `session`. */
export interface SessionParams {
  /** The name of the catalog; by default the first that has accounts. */
  catalog?: string;
}

/** The params of `rate`. */
export interface RateParams {
  /** The id of the movie. */
  id: string;
  /** The rating. */
  value: number;
}

/** The params of `unrate`. */
export interface UnrateParams {
  /** The id of the movie. */
  id: string;
}

/** The params and the result of each method. */
export interface Methods {
  /** Describes the server and sets the session's defaults. */
  initialize: { params: InitializeParams; result: Server };
  /** Searches a catalog; a search supersedes the previous one in the same list. */
  search: { params: SearchParams; result: Page };
  /** Returns the next page of a list; concurrent requests for one list share the same page. */
  nextPage: { params: NextPageParams; result: Page };
  /** Returns the first page of each section of a catalog; each is a list named `home:<section>`. */
  home: { params: HomeParams; result: Home };
  /** Creates a list of movies similar to one movie and returns its first page. */
  recommendations: { params: RecommendationsParams; result: Page };
  /** Returns the genres of a catalog. */
  genres: { params: GenresParams; result: Genres };
  /** Creates a list of the movies that meet criteria and returns its first page. */
  discover: { params: DiscoverParams; result: Page };
  /** Returns everything that a catalog knows about one movie. */
  detail: { params: DetailParams; result: MovieDetail };
  /** Returns the people whose names match a query, best known first. */
  people: { params: PeopleParams; result: People };
  /** Returns everything that a catalog knows about one person, with all films. */
  person: { params: PersonParams; result: Person };
  /** Returns the movies of a collection, such as a trilogy, in order of release. */
  collection: { params: CollectionParams; result: Collection };
  /** Adds a movie to the favorites and stores its data. */
  star: { params: StarParams; result: Star };
  /** Removes a movie from the favorites. */
  unstar: { params: UnstarParams; result: Star };
  /** Returns the favorites, or the changes since a revision. */
  favorites: { params: FavoritesParams; result: FavoritesPage | FavoritesDifference };
  /** Fetches the data of all kept films again; data that cannot be fetched stays as it is. */
  refreshFavorites: { params: {}; result: RefreshedFavorites };
  /** Changes what the user keeps about a film. */
  mark: { params: MarkParams; result: Marked };
  /** Adds a viewing of a film, or changes one. */
  logViewing: { params: LogViewingParams; result: LoggedViewing };
  /** Returns the entries of the library, or the changes since a revision. */
  library: { params: LibraryParams; result: LibraryPage | LibraryDifference };
  /** Returns the tags of the library. */
  tags: { params: {}; result: Tags };
  /** Returns the viewings by date. */
  diary: { params: DiaryParams; result: DiaryPage };
  /** Counts what was viewed in a span of days. */
  statistics: { params: StatisticsParams; result: Statistics };
  /** Removes a viewing. */
  deleteViewing: { params: DeleteViewingParams; result: DeletedViewing };
  /** Adds what another service or this program has exported to the library. */
  importLibrary: { params: ImportLibraryParams; result: ImportedLibrary };
  /** Writes the library to a file. */
  exportLibrary: { params: ExportLibraryParams; result: ExportedLibrary };
  /** Returns a page of a movie's reviews with their whole text. */
  reviews: { params: ReviewsParams; result: Reviews };
  /** Downloads a movie's poster into the cache folder and returns the path of the file. */
  poster: { params: PosterParams; result: Poster };
  /** Starts a login, which the user approves on the catalog's site. */
  login: { params: LoginParams; result: Login };
  /** Completes a login that the user has approved. */
  completeLogin: { params: CompleteLoginParams; result: Session };
  /** Logs the user out, here and at the catalog. */
  logout: { params: LogoutParams; result: Session };
  /** Returns the login state of a catalog's account. */
  session: { params: SessionParams; result: Session };
  /** Sets the user's rating of a movie. */
  rate: { params: RateParams; result: Rating };
  /** Removes the user's rating of a movie. */
  unrate: { params: UnrateParams; result: Rating };
  /** Tells how far the library of this machine agrees with those of others. */
  syncStatus: { params: {}; result: SyncStatus };
  /** Returns the OpenRPC document of this protocol, as `movie-server schema` prints it. */
  "rpc.discover": { params: {}; result: OpenRPC };
  /** Waits until all accepted requests are answered; later requests fail with `shuttingDown`. */
  shutdown: { params: {}; result: Done };
}

/** The params of each notification to the client. */
export interface Notifications {
  /** Work for which a client may show a spinner has started or ended. */
  loading: {
    /** The kind of work. */
    kind: "search" | "page" | "home" | "discover" | "detail" | "reviews" | "recommendations" | "people" | "person" | "collection" | "favorites" | "library" | "poster" | "login";
    /** Whether the work is in progress. */
    active: boolean;
    /** The name of the list that is loading. */
    list?: string;
    /** The id of the request that causes the work. */
    request?: string | number | null;
    /** The number of films that are done, in an import. */
    done?: number;
    /** The number of films of the import. */
    total?: number;
    /** The outcome; `empty` means that nothing was found. */
    outcome?: "ok" | "empty" | "error" | "cancelled" | "superseded";
  };
  /** The favorites have changed, by this process or another. */
  favoritesChanged: {
    /** The id of the favorites file; revisions of different epochs cannot be compared. */
    epoch: string;
    /** The current revision. */
    revision: number;
    /** The revision to which the changes apply. */
    previousRevision: number;
    /** New favorites. */
    added: Movie[];
    /** Favorites with newer data. */
    updated: Movie[];
    /** All known ids of movies that are no longer favorites. */
    removed: string[];
    /** The number of favorites. */
    total: number;
    /** Who made the changes: this process, another one on this machine, or another machine or an account. */
    origin: "self" | "other" | "remote";
  };
  /** What the user keeps about films has changed, on this machine or another. */
  libraryChanged: {
    /** The id of the favorites file; revisions of different epochs cannot be compared. */
    epoch: string;
    /** The current revision of the library. */
    revision: number;
    /** The revision to which the changes apply. */
    previousRevision: number;
    /** Entries that are new or have changed. */
    changed: Movie[];
    /** All known ids of films that are no longer in the library. */
    removed: string[];
    /** The number of entries. */
    total: number;
    /** Who made the changes: this process, another one on this machine, or another machine or an account. */
    origin: "self" | "other" | "remote";
  };
  /** A user has logged in or out at a catalog. */
  sessionChanged: {
    /** The name of the catalog. */
    catalog: string;
    /** Whether a user is logged in. */
    loggedIn: boolean;
    user?: User;
  };
  /** The state of the synchronization with other machines has changed. */
  syncChanged: {
    /** Whether a database is configured. */
    enabled: boolean;
    /** Whether this machine and the database agree; absent before the first attempt to connect. */
    state?: "inSync" | "behind" | "offline" | "failed";
    /** The number of changes that the database does not have yet, up to 10,000; absent if it is unknown. */
    pending?: number;
    /** When everything was last exchanged, in ISO 8601 and UTC. */
    lastSyncedAt?: string;
    /** The id of this data folder. */
    device?: string;
    /** The devices of the library, that seen last first. */
    devices?: Device[];
    /** Why the state is `offline` or `failed`, for people. */
    error?: string;
  };
  /** Notifications of these topics were dropped because they would be too much to send: request the current state. */
  resync: {
    /** The topics to request again. */
    topics: ("favorites" | "library" | "loading" | "session" | "sync")[];
  };
}
