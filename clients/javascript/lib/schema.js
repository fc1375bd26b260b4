// Written by Tests/generate from `movie-server schema`; do not edit.
"use strict";
const capabilities = ["search", "home", "genres", "discover", "detail", "reviews", "recommendations", "people", "collections", "poster", "login", "rate", "favoritesSync"];

const params = {
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
};

module.exports = { capabilities, params };
