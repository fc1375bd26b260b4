"use strict";
const { EventEmitter } = require("node:events");

/** @typedef {{id: string, ids?: string[]}} Film a movie, and its other ids if it has any */

/**
 * Which movies are favorites, according to all results and notifications. Emits `change` with the ids of the movies whose
 * star has changed, whoever has changed it, and `favorites` when the list of favorites has changed in any way.
 */
class Stars extends EventEmitter {
  /** @type {Map<string, boolean>} */
  #known = new Map();
  #epoch = "";
  #revision = 0;
  #movies;

  /** @param {import("./movies").Movies} movies */
  constructor(movies) {
    super();
    this.setMaxListeners(0);
    this.#movies = movies;
    movies.on("favoritesChanged", (change) => {
      const isSameFile = this.#epoch === "" || change.epoch === this.#epoch;
      const isNext = this.#epoch === "" || change.previousRevision === this.#revision;
      if (!isSameFile || !isNext) return void this.#catchUp(isSameFile);
      this.#remember(change);
      this.#apply([...change.added, ...change.updated], change.removed);
    });
    movies.on("resync", ({ topics }) => topics.includes("favorites") && void this.#catchUp(true));
  }

  /** @param {string} id */
  has(id) {
    return this.#known.get(id) ?? false;
  }

  /** Returns the ids that are known to be favorites. */
  starred() {
    return [...this.#known.keys()].filter((id) => this.has(id));
  }

  /**
   * Takes over every `isFavorite` in a result, and the state of the favorites in the first that has it.
   * @param {any} result
   */
  learn(result) {
    /** @type {Set<string>} */
    const changed = new Set();
    /** @param {any} value */
    const walk = (value) => {
      if (Array.isArray(value)) return value.forEach(walk);
      if (!value || typeof value !== "object") return;
      if (typeof value.id === "string" && typeof value.isFavorite === "boolean") this.#set(value, value.isFavorite, changed);
      Object.values(value).forEach(walk);
    };
    walk(result);
    const isRestarted = result.protocolVersion && this.#epoch !== "";
    if (isRestarted) void this.#catchUp(result.favorites?.epoch === this.#epoch);
    else if (this.#epoch === "") this.#remember(result.favorites ?? result);
    if (changed.size) this.emit("change", changed);
  }

  /** @param {{epoch?: string, revision?: number}} state */
  #remember({ epoch, revision }) {
    this.#epoch = epoch ?? "";
    this.#revision = revision ?? 0;
  }

  /** @param {Film} film @param {boolean} isFavorite @param {Set<string>} changed */
  #set({ id, ids = [id] }, isFavorite, changed) {
    for (const each of ids) {
      const before = this.#known.get(each);
      this.#known.set(each, isFavorite);
      if (before !== undefined && before !== isFavorite) changed.add(each);
    }
  }

  /** @param {Film[]} starred @param {string[]} unstarred */
  #apply(starred, unstarred) {
    /** @type {Set<string>} */
    const changed = new Set();
    // An id that is removed may name a film that is starred under another id now.
    const favorites = new Set(starred.flatMap(({ id, ids = [id] }) => ids));
    for (const id of unstarred) if (!favorites.has(id)) this.#set({ id }, false, changed);
    for (const film of starred) this.#set(film, true, changed);
    if (changed.size) this.emit("change", changed);
    this.emit("favorites");
  }

  /**
   * Requests the changes that were missed. A revision means nothing in another file.
   * @param {boolean} isSameFile
   */
  async #catchUp(isSameFile) {
    try {
      const difference = isSameFile ? await this.#movies.request("favorites", { since: this.#revision }) : undefined;
      if (difference && "fresh" in difference && difference.epoch === this.#epoch && !difference.fresh) {
        this.#remember(difference);
        this.#apply(difference.added, difference.removed);
      } else await this.#replaceAll();
    } catch {
      this.emit("favorites"); // a view that shows the favorites requests them again, and shows the error
    }
  }

  async #replaceAll() {
    /** @type {Film[]} */
    const all = [];
    for (let total = 1; all.length < total; ) {
      const page = await this.#movies.request("favorites", all.length ? { offset: all.length } : {});
      if (!("items" in page) || page.items.length === 0) break;
      all.push(...page.items);
      total = page.total;
      this.#remember(page);
    }
    const starred = new Set(all.flatMap(({ id, ids = [id] }) => ids));
    this.#apply(all, [...this.#known.keys()].filter((id) => this.has(id) && !starred.has(id)));
  }
}

module.exports = { Stars };
