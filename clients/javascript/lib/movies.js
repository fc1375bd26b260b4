"use strict";
const { EventEmitter, setMaxListeners } = require("node:events");
const { locate } = require("./command");
const { Connection } = require("./connection");
const { MovieError, aborted, located } = require("./errors");
const { Library } = require("./library");
const schema = require("./schema");
const { Stars } = require("./stars");
const { check, unknown } = require("./words");

/** The protocol version of this client: major and minor. The server's minor number may be larger, not smaller. */
const PROTOCOL_VERSION = [1, 0];

/** The events for which Node does not wait while no request is in flight. */
const silent = new Set(["start", "end", "exit", "newListener", "removeListener"]);
/** The events of any emitter. `once` of `node:events` listens to errors, too. */
const ofAll = new Set(["error", "newListener", "removeListener"]);

/** The events. The server may have more notifications. */
const events = ["loading", "favoritesChanged", "libraryChanged", "sessionChanged", "syncChanged", "resync", "notification", "start", "end", "exit"];
const optionNames = ["command", "settingName", "env", "initialize", "startTimeoutMs", "stderr", "trace"];

/** The methods that change something, and how a session begins and ends. `close` waits for them, and cancels all others. */
const finished = new Set([
  ...["star", "unstar", "mark", "logViewing", "deleteViewing", "importLibrary", "exportLibrary"],
  ...["rate", "unrate", "completeLogin", "logout", "initialize", "shutdown"],
]);

/** The methods of lists whose further pages are those of `nextPage`, and of those whose pages have an offset. */
const lists = ["search", "recommendations", "discover"];
const offsets = ["favorites", "library", "diary"];

/** @typedef {(type: "abort", listener: () => void, options?: {once?: boolean}) => void} Listen */
/** @typedef {(type: "abort", listener: () => void) => void} Unlisten */
/** @typedef {{aborted: boolean, reason?: unknown, addEventListener: Listen, removeEventListener: Unlisten}} Signal an AbortSignal */
/** @typedef {{signal?: Signal | null}} RequestOptions */
/** @typedef {import("../types/protocol").Methods} Methods */
/**
 * What follows the name of a method: its params, unless it requires none, and options.
 * @template {keyof Methods} M
 * @typedef {M extends keyof Methods
 *   ? {} extends Methods[M]["params"] ? [params?: Methods[M]["params"], options?: RequestOptions] : [params: Methods[M]["params"], options?: RequestOptions]
 *   : never} Arguments
 */
/** @typedef {import("../types/protocol").Movie} Movie */
/** @typedef {import("../types/protocol").Page} Page */
/** @typedef {import("../types/protocol").DiaryItem} DiaryItem */
/** @typedef {import("../types/protocol").Server} Server */
/** @typedef {import("../types/protocol").InitializeParams} InitializeParams */
/** @typedef {import("../types/protocol").Notifications["loading"]} LoadingParams */
/** @typedef {import("../types/protocol").Catalog["capabilities"][number]} Capability */

/**
 * @typedef {object} Options
 * @property {string | string[]} [command] the server's program and its arguments, or a command line as in the variable
 *   `MOVIE_SERVER`, which is the default
 * @property {string} [settingName] how the user calls the setting that `command` comes from, for errors
 * @property {Record<string, string | undefined>} [env] variables for the server, in addition to those of this process
 * @property {InitializeParams} [initialize] the client's name, locale and defaults
 * @property {number} [startTimeoutMs] how long the server may take to start, 10 s by default
 * @property {(text: string) => void} [stderr] receives what the server says to people
 * @property {(direction: "-->" | "<--", line: string) => void} [trace] receives every message
 */

/**
 * A server and the conversation with it. The server starts with the first request. If its process ends unexpectedly, it
 * is started again and gets the unanswered requests again, which is safe because all of them are idempotent. A request
 * is repeated only once. A server that ends before it has answered `initialize` is not started again by itself, nor is one
 * that was started again and ends before it has answered anything else.
 *
 * Emits each notification under its name, with its params. Also emits `start` with the result of `initialize` after
 * every start, and `end` with an error when the process has ended and is not started again; the next request starts it.
 * So it does after a refused `initialize`, with whose error all requests fail. Emits `exit` for each process that has
 * ended by itself, also if it is started again: its `pid`, and its exit `status` or the `signal` that has ended it.
 *
 * Node exits while no request is in flight and there are no listeners, except for `start`, `end` and `exit`.
 */
class Movies extends EventEmitter {
  /** @type {Connection | undefined} */
  #connection;
  /** @type {Promise<Server> | undefined} */
  #started;
  /** @type {EventEmitter[]} */
  #emitters;
  /** @type {Promise<unknown>} until all processes have ended, also those that were refused */
  #ends = Promise.resolve();
  #isClosed = false;
  #lastList = 0;
  #options;

  /** @param {Options} [options] */
  constructor(options = {}) {
    super();
    this.setMaxListeners(0);
    for (const name of Object.keys(options)) check("option", name, optionNames);
    for (const name of Object.keys(options.initialize ?? {})) check("param", name, schema.params.initialize);
    const { command } = options;
    const isWords = Array.isArray(command) && command.length > 0 && command.every((word) => typeof word === "string");
    if (command !== undefined && typeof command !== "string" && !isWords) {
      throw new TypeError("options.command must be a command line, or a list of the program and its arguments.");
    }
    this.#options = options;
    /** What is known about stars, from all results and notifications. */
    this.stars = new Stars(this);
    /** The library: what is known about marks, and its methods. */
    this.library = new Library(this);
    this.#emitters = [this, this.stars, this.library];
    const known = [events, ["change", "favorites"], ["change", "library"]];
    for (const [index, emitter] of this.#emitters.entries()) {
      emitter.on("newListener", (name) => {
        const isOther = typeof name !== "string" || ofAll.has(name) || (index === 0 && this.description?.notifications?.includes(name));
        if (!isOther) check("event", name, known[index]);
      });
      for (const event of ["newListener", "removeListener"]) {
        emitter.on(event, () => queueMicrotask(() => this.#connection?.keepAlive()));
      }
    }
  }

  /**
   * What the server has said about itself and its catalogs: the last result of `initialize`.
   * @type {Server | undefined}
   */
  description;

  /**
   * The requests that take long now: the params of their `loading`, by their ids.
   * @type {Map<unknown, LoadingParams>}
   */
  loading = new Map();

  /**
   * Whether a catalog can do something: the one of an id, or else the session's. Known as soon as a request has settled.
   * @param {Capability} capability
   * @param {string} [id]
   */
  can(capability, id) {
    const { catalog = "", catalogs } = this.description ?? {};
    const able = (catalogs ?? []).filter(({ capabilities }) => capabilities.includes(capability)).map(({ name }) => name);
    if (able.length === 0) check("capability", capability, schema.capabilities);
    return able.includes(id?.split(":")[0] ?? catalog);
  }

  /** The process id of the server that runs. */
  get pid() {
    return this.#connection?.pid;
  }

  /**
   * Starts the server if it does not run, and returns its description.
   * @returns {Promise<Server>}
   */
  async start() {
    const origin = here(this.start);
    try {
      this.#connect();
      return await /** @type {Promise<Server>} */ (this.#started);
    } catch (error) {
      throw located(error, "initialize", origin);
    }
  }

  /**
   * Calls a method. Aborting the signal cancels the request, which fails at once with an `AbortError` of the reason
   * `cancelled`, unless it is done already; a signal with a time limit fails it with a `TimeoutError` of the reason `timeout`.
   * The `cause` is the reason of the signal. The error of a request names its `method`, and its stack leads to this call.
   * @template {keyof Methods} M
   * @param {M} method
   * @param {Arguments<M>} values
   * @returns {Promise<Methods[M]["result"]>}
   */
  request(method, ...values) {
    const origin = here(this.request);
    const [params, options] = values;
    const signal = options?.signal ?? undefined;
    if (signal !== undefined && typeof signal.addEventListener !== "function") {
      return Promise.reject(new TypeError("options.signal must be an AbortSignal."));
    }
    /** @type {() => void} */
    let cancel = () => {};
    /** @type {Promise<any>} */
    const response = new Promise((resolve, refuse) => {
      const reject = (/** @type {any} */ error) => {
        if (error.reason === "methodNotFound") error.message = unknown("method", method, Object.keys(schema.params));
        refuse(located(error, method, origin));
      };
      for (const name of Object.keys(options ?? {})) check("option", name, ["signal"]);
      if (typeof (params ?? {}) !== "object" || Array.isArray(params)) throw new TypeError("The params must be an object.");
      const known = /** @type {Record<string, string[]>} */ (schema.params)[method]; // an untyped program may name a method of a newer server
      for (const name of known ? Object.keys(params ?? {}) : []) check("param", name, known);
      const call = { method, params: params ?? {}, resolve, reject };
      cancel = () => {
        this.#connection?.cancel(call);
        reject(aborted(signal));
      };
      if (signal?.aborted) return cancel();
      try {
        this.#connect().send(call);
      } catch (error) {
        return reject(error); // there is no program to start: that too is the error of this request
      }
      if (signal instanceof EventTarget) setMaxListeners(0, signal); // as many requests as one likes may have the same one
      signal?.addEventListener("abort", cancel, { once: true });
    });
    return response.finally(() => signal?.removeEventListener("abort", cancel));
  }

  /**
   * Iterates over the movies of all pages of a list that `method` starts, of the favorites or of the library, or over the
   * viewings of the diary. Aborting the signal ends it with the error of an aborted request.
   * @template {"search" | "recommendations" | "discover" | "favorites" | "library" | "diary"} M
   * @param {M} method
   * @param {Arguments<M>} values
   * @returns {AsyncGenerator<M extends "diary" ? DiaryItem : Movie, void, undefined>}
   */
  async *all(method, ...values) {
    const [params, options] = values;
    check("list", method, [...lists, ...offsets]);
    const items = offsets.includes(method) ? this.#allFrom(method, params, options) : this.#allOfList(method, params, options);
    for await (const item of items) {
      if (options?.signal?.aborted) throw aborted(options.signal);
      yield /** @type {any} */ (item);
    }
  }

  /** @param {any} method @param {any} params @param {RequestOptions} [options] @returns {AsyncGenerator<Movie>} */
  async *#allOfList(method, params, options) {
    const list = params?.list ?? `all:${++this.#lastList}`; // a list of its own: no other request supersedes it
    /** @type {() => Promise<Page>} */
    const load = () => this.request(method, { ...params, list }, options);
    const given = new Set();
    for (let [page, before] = [await load(), -1]; ; ) {
      const movies = page.items.filter(({ id }) => !given.has(id));
      for (const { id } of movies) given.add(id);
      yield* movies;
      if (!page.hasMore) return;
      try {
        page = await this.request("nextPage", { list }, options);
      } catch (error) {
        // The server has started again, or has dropped the list: load it again, unless that has just been in vain.
        if (/** @type {any} */ (error).reason !== "listNotReady" || given.size === before) throw error;
        before = given.size;
        page = await load();
      }
    }
  }

  /**
   * What the user keeps is no list of the session: each page has an offset.
   * @param {any} method
   * @param {any} params
   * @param {RequestOptions} [options]
   */
  async *#allFrom(method, params, options) {
    let offset = params?.offset ?? 0;
    for (;;) {
      /** @type {any} */
      const { items, total } = await this.request(method, { ...params, offset }, options);
      yield* items;
      offset += items.length;
      if (offset >= total || items.length === 0) return; // another program may have removed some meanwhile
    }
  }

  /**
   * Stars a movie that is not a favorite, and unstars one that is.
   * @param {string | {id: string}} movie its id, or as it is in a result
   */
  async toggle(movie) {
    const id = typeof movie === "object" ? movie.id : movie;
    // Such a `mark` sets nothing, and tells what is kept about a movie that no result has had yet.
    const isStarred = this.stars.knows(id) ? this.stars.has(id) : "starredAt" in (await this.request("mark", { id })).mark;
    return this.request(isStarred ? "unstar" : "star", { id });
  }

  /**
   * Ends the server after it has answered the requests that change something; all others are cancelled. Resolves when the
   * process has ended.
   * @returns {Promise<{status: number | null, errors: string} | undefined>}
   */
  async close() {
    this.#isClosed = true;
    this.#connection?.cancelAllBut(finished);
    const end = this.#connection?.close();
    await this.#ends;
    return end;
  }

  /** Does the same for `await using`. */
  async [Symbol.asyncDispose]() {
    await this.close();
  }

  /** @param {boolean} [isAgain] whether this server replaces one that has ended */
  #connect(isAgain = false) {
    if (this.#isClosed) throw new MovieError({ message: "The client is closed.", data: { reason: "serverGone" } });
    if (this.#connection && !this.#connection.isGone) return this.#connection;
    const { command, env, settingName, stderr, trace } = this.#options;
    const program = Array.isArray(command)
      ? { command, label: settingName ? `${command[0]} (${settingName})` : command[0] }
      : locate(command, { ...process.env, ...env }, settingName);
    let canRestart = false;
    /** @type {Connection} */
    const connection = new Connection(program, { ...process.env, ...env }, {
      notification: (method, params) => {
        this.#track(method, params);
        try {
          this.emit("notification", method, params); // the stars and marks are still those from before
        } finally {
          this.stars.hear(method, params);
          this.library.hear(method, params);
        }
        if (method !== "error") this.emit(method, params); // an unheard `error` would throw
      },
      result: (result) => {
        canRestart ||= !isAgain || !("protocolVersion" in result); // it has answered more than `initialize`
        this.stars.learn(result);
        this.library.learn(result);
      },
      end: (error, unanswered) => this.#ended(error, unanswered, canRestart && error.reason === "serverGone" && !this.#isClosed),
      exit: (exit) => void (this.#isClosed || this.emit("exit", exit)),
      isAwaited: () => this.#emitters.some((emitter) => emitter.eventNames().some((name) => !silent.has(String(name)))),
      stderr,
      trace,
    });
    this.#connection = connection;
    this.#ends = Promise.all([this.#ends, connection.ended]);
    this.#started = this.#initialize(connection);
    this.#started.catch(() => {}); // callers of `start` receive it
    return connection;
  }

  /** @param {string} method @param {any} params */
  #track(method, params) {
    if (method === "resync" && params.topics.includes("loading")) this.loading.clear();
    if (method !== "loading") return;
    if (params.active) this.loading.set(params.request, params);
    else this.loading.delete(params.request);
  }

  /** @param {Connection} connection @returns {Promise<Server>} */
  async #initialize(connection) {
    const { initialize, startTimeoutMs = 10_000 } = this.#options;
    const params = {
      protocolVersion: PROTOCOL_VERSION.join("."),
      clientInfo: { name: "movie-server-client" },
      processId: process.pid,
      loadingDelayMs: 150,
      ...initialize,
    };
    /** @type {Server} */
    let server;
    const timer = setTimeout(() => {
      const { program } = connection;
      const message = `${program} has not answered “initialize” within ${startTimeoutMs / 1000} s.`;
      connection.refuse(new MovieError({ message, data: { reason: "timeout", retryable: true, detail: program, program } }), 0);
    }, startTimeoutMs);
    try {
      server = await new Promise((resolve, reject) => connection.send({ method: "initialize", params, resolve, reject }));
      const [major, minor] = server.protocolVersion.split(".").map(Number);
      if (major !== PROTOCOL_VERSION[0] || minor < PROTOCOL_VERSION[1]) {
        const message = `It speaks version ${server.protocolVersion} of the protocol, not ${PROTOCOL_VERSION.join(".")}.`;
        throw new MovieError({ message, data: { reason: "serverTooOld" } });
      }
    } catch (error) {
      connection.refuse(/** @type {MovieError} */ (error));
      throw error;
    } finally {
      clearTimeout(timer);
    }
    this.description = server;
    connection.release();
    this.emit("start", server);
    return server;
  }

  /** @param {MovieError} error @param {import("./connection").Call[]} unanswered @param {boolean} canRestart */
  #ended(error, unanswered, canRestart) {
    this.loading.clear();
    if (!canRestart && error.reason === "serverGone") error.data.retryable = false; // it ends at each start
    let [next, failure] = [/** @type {Connection | undefined} */ (undefined), error];
    try {
      if (canRestart) next = this.#connect(true);
    } catch (other) {
      failure = /** @type {MovieError} */ (other); // the program was removed meanwhile
    }
    for (const call of unanswered) {
      if (next && !call.isRepeated) next.send(Object.assign(call, { isRepeated: true }));
      else call.reject(failure);
    }
    if (!next && !this.#isClosed) this.emit("end", failure);
  }
}

/**
 * Notes where a method of this client was called.
 * @param {Function} method
 * @returns {{stack?: string}}
 */
function here(method) {
  const place = {};
  Error.captureStackTrace(place, method);
  return place;
}

module.exports = { Movies };
