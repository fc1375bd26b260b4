"use strict";
const { resolve } = require("node:path");
const { Replica } = require("./replica");
const { check } = require("./words");

/** @typedef {import("../types/protocol").Methods} Methods */
/** @typedef {import("../types/protocol").Mark} Mark */
/** @typedef {import("../types/protocol").Viewing} Viewing */
/** @typedef {"star" | "unstar" | "mark" | "rate" | "unrate" | "logViewing" | "deleteViewing"} Change a method */

/** @type {Change[]} */
const changes = ["star", "unstar", "mark", "rate", "unrate", "logViewing", "deleteViewing"];

/** @type {Mark} */
const NOTHING = {};

/**
 * The mark of a row, which is the same wherever the film is shown.
 * @param {Mark} mark
 * @returns {Mark}
 */
const ofRow = ({ note, diary, ...mark }) => mark;

/**
 * What the user keeps about films: stars, a watchlist, viewings, ratings, notes and tags. Emits `change` with the ids of
 * the films whose mark has changed, whoever has changed it, and `library` when the library has changed in any way.
 * @extends {Replica<Mark, "library">}
 */
class Library extends Replica {
  #movies;

  /** @param {import("./movies").Movies} movies */
  constructor(movies) {
    // Only a movie has a title: the results of `star` and `rate` have no mark.
    const valueOf = (/** @type {import("./replica").Film} */ { title, mark }) => (mark ? ofRow(mark) : title ? NOTHING : undefined);
    super(movies, { topic: "library", notification: "libraryChanged", nothing: NOTHING, valueOf });
    this.#movies = movies;
  }

  /**
   * What is kept about a movie, as its rows have it; empty if nothing is, or if the movie was not seen yet.
   * @param {string} id
   */
  get(id) {
    return this.valueFor(id);
  }

  /** @param {Methods["mark"]["params"]} params */
  mark(params) {
    return this.#movies.request("mark", params);
  }

  /** @param {Methods["logViewing"]["params"]} params */
  logViewing(params) {
    return this.#movies.request("logViewing", params);
  }

  /** @param {string | {viewing: string}} viewing its id, or as it is in the diary or another result */
  deleteViewing(viewing) {
    return this.#movies.request("deleteViewing", typeof viewing === "object" ? { viewing: viewing.viewing } : { viewing });
  }

  /**
   * Iterates over the movies of the library.
   * @param {Omit<Methods["library"]["params"], "since" | "offset">} [params]
   * @param {import("./movies").RequestOptions} [options]
   */
  all(params, options) {
    return this.#movies.all("library", params, options);
  }

  /**
   * Iterates over the viewings, each with its movie, the last first.
   * @param {Omit<Methods["diary"]["params"], "offset">} [params]
   * @param {import("./movies").RequestOptions} [options]
   */
  diary(params, options) {
    return this.#movies.all("diary", params, options);
  }

  async tags() {
    return (await this.#movies.request("tags")).tags;
  }

  /** @param {Methods["statistics"]["params"]} [params] */
  statistics(params) {
    return this.#movies.request("statistics", params);
  }

  /** @param {Methods["importLibrary"]["params"]} params */
  import(params) {
    return this.#movies.request("importLibrary", withWholePath(params));
  }

  /** @param {Methods["exportLibrary"]["params"]} params */
  export(params) {
    return this.#movies.request("exportLibrary", withWholePath(params));
  }

  /**
   * Calls a method that changes what is kept about a movie, and returns a function that undoes exactly that change, unless
   * nothing has changed. A second call does nothing; after an error, it goes on where that was.
   * @template {Change} M
   * @param {M} method
   * @param {Methods[M]["params"]} params
   * @param {Viewing} [before] the viewing as it was, if `logViewing` changes one
   * @returns {Promise<{result: Methods[M]["result"], undo?: () => Promise<void>}>}
   */
  async change(method, params, before) {
    check("change", method, changes);
    const { id, movie, viewing } = /** @type {any} */ (params);
    const needsKept = (method === "logViewing" && (id || movie)) || method === "rate" || method === "unrate";
    const refuse = (/** @type {object} */ error) => { throw Object.assign(error, { method }); }; // prettier-ignore
    const kept = needsKept ? (await this.mark(movie ? { movie } : { id }).catch(refuse)).mark : {}; // sets nothing
    /** @type {any} */
    const result = await this.#movies.request(method, .../** @type {any} */ ([params]));
    if (result.changed === false || (viewing && method === "logViewing" && !before)) return { result };
    const requests = inverse(method, params, result, kept, before);
    const rest = async () => {
      for (; requests.length > 0; requests.shift()) await this.#movies.request(...requests[0]);
    };
    /** @type {Promise<void> | undefined} */
    let undoing; // a change is undone once: what is done later stays
    return { result, undo: () => (undoing ??= rest().finally(() => (undoing = undefined))) };
  }
}

/**
 * The server's folder is another than the client's. It refuses what is no path itself.
 * @template {{path: string}} P
 * @param {P} params
 * @returns {P}
 */
const withWholePath = (params) => (typeof params?.path === "string" ? { ...params, path: resolve(params.path) } : params);

/**
 * Returns the requests that undo a change.
 * @param {Change} method
 * @param {any} params
 * @param {any} result
 * @param {Mark} kept what was kept about the movie before
 * @param {Viewing} [before]
 * @returns {[method: Change, params: any][]}
 */
function inverse(method, params, { id, mark, previous, viewing, starredAt }, kept, before) {
  const { rating = null } = kept;
  switch (method) {
    case "star":
    case "unstar":
      return [["mark", { id, starredAt: method === "unstar" ? starredAt : null }]];
    case "mark":
      return [["mark", { id, ...former(params, previous) }]];
    case "rate":
    case "unrate":
      return [rating ? ["rate", { id, value: rating }] : ["unrate", { id }]];
    case "deleteViewing":
      return [["logViewing", { id, keepOnWatchlist: true, ...whole(previous) }], ["mark", { id, rating: mark.rating ?? null }]];
    case "logViewing":
      if (before) return [["logViewing", { keepOnWatchlist: true, ...whole(before) }], ["mark", { id, rating }]];
      return [["deleteViewing", { viewing: viewing.viewing }], ["mark", { id, rating, watchlistedAt: kept.watchlistedAt ?? null }]];
  }
}

/**
 * The members of `mark` that the params have set, with the values from before.
 * @param {any} params
 * @param {any} mark
 */
function former(params, { starredAt = null, watchlistedAt = null, rating = null, note = null, tags = [] }) {
  const { starred = params.starredAt, watchlist = params.watchlistedAt, addTags, removeTags = addTags } = params;
  const set = { ...params, starredAt: starred, watchlistedAt: watchlist, tags: params.tags ?? removeTags };
  const values = { starredAt, watchlistedAt, rating, note, tags };
  return Object.fromEntries(Object.entries(values).filter(([name]) => set[name] !== undefined));
}

/**
 * A viewing with all its members: one that is absent would stay as it is.
 * @param {any} viewing
 */
function whole({ viewing, date = null, rating = null, note = null, rewatch = false }) {
  return { viewing, date, rating, note, rewatch };
}

module.exports = { Library };
