"use strict";
const { EventEmitter } = require("node:events");

/** @typedef {{id: string, ids?: string[], title?: string, isFavorite?: boolean, mark?: import("../types/protocol").Mark}} Film */

/**
 * @template T
 * @typedef {object} Source where the values of films come from
 * @property {"favorites" | "library"} topic the method that lists the films, and their member in the result of `initialize`
 * @property {string} notification says which films have changed
 * @property {T} nothing the value of a film that is not listed
 * @property {(film: Film) => T | undefined} valueOf the value in an object of a result; undefined if it has none
 */

/**
 * What is kept about films, according to all results and notifications. Emits `change` with the ids of the films whose
 * value has changed, whoever has changed it, and its topic when the list of films has changed in any way.
 * @template T
 * @template {"favorites" | "library"} Topic
 */
class Replica extends EventEmitter {
  /** @type {Map<string, T>} */
  #known = new Map();
  #epoch = "";
  #revision = 0;
  #movies;
  #source;

  /** @param {import("./movies").Movies} movies @param {Source<T>} source */
  constructor(movies, source) {
    super();
    this.setMaxListeners(0);
    this.#movies = movies;
    this.#source = source;
  }

  /**
   * Takes over the changes in a notification.
   * @param {string} method
   * @param {any} params
   */
  hear(method, params) {
    if (method === "resync" && params.topics.includes(this.#source.topic)) return void this.#catchUp(true);
    if (method !== this.#source.notification) return;
    const isSameFile = this.#epoch === "" || params.epoch === this.#epoch;
    const isNext = this.#epoch === "" || params.previousRevision === this.#revision;
    if (!isSameFile || !isNext) return void this.#catchUp(isSameFile);
    this.#remember(params);
    this.#apply(params.changed ?? [...params.added, ...params.updated], params.removed);
  }

  /**
   * Returns whether a result or a notification has had the value of a film.
   * @param {string} id
   */
  knows(id) {
    return this.#known.has(id);
  }

  /** @param {string} id */
  valueFor(id) {
    return this.#known.get(id) ?? this.#source.nothing;
  }

  /** Returns the ids of the films that have a value. */
  listed() {
    return [...this.#known.keys()].filter((id) => this.valueFor(id) !== this.#source.nothing);
  }

  /**
   * Takes over the values in a result, and in that of `initialize` the state of the list.
   * @param {any} result
   */
  learn(result) {
    /** @type {Set<string>} */
    const changed = new Set();
    /** @param {any} object */
    const walk = (object) => {
      if (Array.isArray(object)) return object.forEach(walk);
      if (!object || typeof object !== "object") return;
      const value = typeof object.id === "string" ? this.#source.valueOf(object) : undefined;
      if (value !== undefined) this.#set(object, value, changed);
      Object.values(object).forEach(walk);
    };
    walk(result);
    const state = result.protocolVersion && result[this.#source.topic];
    if (result.protocolVersion && this.#epoch !== "") void this.#catchUp(state?.epoch === this.#epoch);
    else if (state) this.#remember(state);
    if (changed.size) this.emit("change", changed);
  }

  /** @param {{epoch: string, revision: number}} state */
  #remember({ epoch, revision }) {
    this.#epoch = epoch;
    this.#revision = revision;
  }

  /** @param {Film} film @param {T} value @param {Set<string>} changed */
  #set({ id, ids = [id] }, value, changed) {
    for (const each of ids) {
      const isOther = this.#known.has(each) && JSON.stringify(this.#known.get(each)) !== JSON.stringify(value);
      this.#known.set(each, value);
      if (isOther) changed.add(each);
    }
  }

  /**
   * Takes over changes. Those of films that were never seen are changes, too, while a first look at a film in a result is none.
   * @param {Film[]} listed
   * @param {string[]} removed
   * @param {{has: (id: string) => boolean}} [seen] the films that were seen before
   */
  #apply(listed, removed, seen = this.#known) {
    // An id that is removed may name a film that is listed under another id now.
    const still = new Set(listed.flatMap(({ id, ids = [id] }) => ids));
    const changed = new Set([...still, ...removed].filter((id) => !seen.has(id)));
    for (const id of removed) if (!still.has(id)) this.#set({ id }, this.#source.nothing, changed);
    for (const film of listed) this.#set(film, this.#source.valueOf(film) ?? this.#source.nothing, changed);
    if (changed.size) this.emit("change", changed);
    this.emit(this.#source.topic);
  }

  /**
   * Requests the changes that were missed. A revision means nothing in another file.
   * @param {boolean} isSameFile
   */
  async #catchUp(isSameFile) {
    const { topic } = this.#source;
    const seen = new Set(this.#known.keys()); // before `learn` takes over the results
    try {
      /** @type {any} */
      const difference = isSameFile ? await this.#movies.request(topic, { since: this.#revision }) : undefined;
      if (difference?.fresh === false && difference.epoch === this.#epoch) {
        this.#remember(difference);
        this.#apply(difference.added, difference.removed, seen);
      } else await this.#replaceAll(seen);
    } catch {
      this.emit(topic); // a view that shows the list requests it again, and shows the error
    }
  }

  /** @param {Set<string>} seen */
  async #replaceAll(seen) {
    /** @type {Film[]} */
    const all = [];
    for (let total = 1; all.length < total; ) {
      /** @type {any} */
      const page = await this.#movies.request(this.#source.topic, all.length ? { offset: all.length } : {});
      if (!page.items?.length) break;
      all.push(...page.items);
      total = page.total;
      this.#remember(page);
    }
    const ids = new Set(all.flatMap(({ id, ids = [id] }) => ids));
    this.#apply(all, this.listed().filter((id) => !ids.has(id)), seen);
  }
}

module.exports = { Replica };
