// A complete client for Node, without dependencies. Copy it.
import { spawn } from "node:child_process";
import { EventEmitter } from "node:events";

export class MovieError extends Error {
  constructor({ code, message, data }) {
    super(message);
    Object.assign(this, { code, reason: data.reason, data });
  }
}

/** Starts a server. Emits an event with the name and the params of each notification, and `notification` with both. */
export class Movies extends EventEmitter {
  #pending = new Map();
  #lastId = 0;
  #pieces = [];
  #errors = "";
  #gone = null;

  /** @param {string[]} command the server's program and its arguments */
  constructor(command = [process.env.MOVIE_SERVER || "movie-server"]) {
    super();
    this.server = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "pipe"] });
    this.server.stdin.on("error", () => {}); // `close` reports a server that has exited
    this.server.stdout.on("data", (chunk) => this.#receive(chunk));
    this.server.stderr.on("data", (chunk) => (this.#errors = (this.#errors + chunk).slice(-8192)));
    /** Resolves with `{status, errors}` when the server has exited and all of its output was read. */
    this.ended = new Promise((resolve) => {
      this.server.on("error", (error) => this.#end(null, error.message, resolve)); // the program does not exist
      this.server.on("close", (status) => this.#end(status, this.#errors, resolve));
    });
  }

  /** Calls a method. The promise has the `id` of the request, which `cancel` needs. */
  request(method, params = {}) {
    const id = ++this.#lastId;
    const response = new Promise((resolve, reject) => {
      if (this.#gone) return reject(this.#gone);
      this.#pending.set(id, { resolve, reject });
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
    return Object.assign(response, { id });
  }

  notify(method, params = {}) {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  cancel(id) {
    this.notify("$/cancelRequest", { id });
  }

  /** Shuts the server down and returns `ended`. */
  async close() {
    if (!this.#gone) await this.request("shutdown").catch(() => {});
    this.notify("exit");
    this.server.stdin.end();
    return this.ended;
  }

  #send(message) {
    this.server.stdin.write(JSON.stringify(message) + "\n");
  }

  // Splits bytes, not text: a chunk may end inside a character, and only \n ends a line.
  #receive(chunk) {
    for (let end; (end = chunk.indexOf(10)) >= 0; chunk = chunk.subarray(end + 1)) {
      const line = Buffer.concat([...this.#pieces, chunk.subarray(0, end)]);
      this.#pieces = [];
      this.#dispatch(JSON.parse(line));
    }
    if (chunk.length) this.#pieces.push(chunk);
  }

  #dispatch({ id, method, params, result, error }) {
    if (method) {
      this.emit("notification", method, params);
      if (method !== "error") this.emit(method, params);
      return;
    }
    // The server could not read the id of a request: it may be any of those that wait.
    if (error && id === null) return this.#failAll(new MovieError(error));
    const request = this.#pending.get(id);
    this.#pending.delete(id);
    if (error) request?.reject(new MovieError(error));
    else request?.resolve(result);
  }

  #failAll(error) {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  #end(status, errors, resolve) {
    this.#gone ??= new Error(`the server exited: ${errors || status}`);
    this.#failAll(this.#gone);
    resolve({ status, errors });
  }
}
