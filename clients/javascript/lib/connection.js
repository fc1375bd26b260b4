"use strict";
const { spawn } = require("node:child_process");
const { MovieError } = require("./errors");

const TAIL_BYTES = 8192;
const GRACE_MS = 2000;

/**
 * @typedef {object} Call a request that waits for its response
 * @property {string} method
 * @property {object} params
 * @property {(result: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {boolean} [isRepeated] whether a server has ended before it answered this
 */

/**
 * @typedef {object} Handlers
 * @property {(method: string, params: any) => void} notification
 * @property {(result: any) => void} result called with each result before its call is resolved
 * @property {(method: string, params: any) => Promise<unknown>} [request] answers a request of the server
 * @property {(error: MovieError, unanswered: Call[]) => void} end called once, when the process has ended
 * @property {(text: string) => void} [stderr]
 * @property {(direction: "-->" | "<--", line: string) => void} [trace]
 */

/** One server process and the requests that wait for it. */
class Connection {
  /** @type {Map<number, Call>} */
  #pending = new Map();
  /** @type {Buffer[]} */
  #pieces = [];
  /** @type {(() => void)[]} */
  #events = [];
  #isPumping = false;
  #lastId = 0;
  #errors = "";
  /** @type {MovieError | undefined} */
  #gone;
  /** @type {(end: {status: number | null, errors: string}) => void} */
  #ended = () => {};
  #child;
  #handlers;

  /**
   * @param {string[]} command
   * @param {Record<string, string | undefined>} env
   * @param {Handlers} handlers
   */
  constructor([program, ...args], env, handlers) {
    this.#handlers = handlers;
    /**
     * Resolves when the process has ended and all of its output was read.
     * @type {Promise<{status: number | null, errors: string}>}
     */
    this.ended = new Promise((resolve) => (this.#ended = resolve));
    this.#child = spawn(program, args, { env, stdio: ["pipe", "pipe", "pipe"] });
    this.#child.stdin.on("error", () => {}); // `close` reports a server that has exited
    this.#child.stdout.on("data", (chunk) => this.#receive(chunk));
    this.#child.stderr.setEncoding("utf8").on("data", (text) => {
      this.#errors = (this.#errors + text).slice(-TAIL_BYTES);
      handlers.stderr?.(text);
    });
    this.#child.on("error", (error) => this.#end(null, "serverNotFound", error.message)); // it cannot be started
    this.#child.on("close", (status, signal) => {
      const lastLine = this.#errors.trim().split("\n").pop();
      const detail = lastLine || (signal ? `killed by ${signal}` : `exit status ${status}`);
      this.#enqueue(() => this.#end(status, "serverGone", `movie-server has ended: ${detail}`, detail));
    });
  }

  get pid() {
    return this.#child.pid;
  }

  /**
   * Sends a request and returns its id.
   * @param {Call} call
   */
  send(call) {
    const id = ++this.#lastId;
    if (this.#gone) call.reject(this.#gone);
    else {
      this.#pending.set(id, call);
      this.#write({ jsonrpc: "2.0", id, method: call.method, params: call.params });
    }
    return id;
  }

  /** @param {string} method @param {object} [params] */
  notify(method, params) {
    this.#write({ jsonrpc: "2.0", method, params });
  }

  /** Lets the server finish and exit; ends it by force if it does not. */
  close() {
    this.#child.stdin.end();
    if (!this.#gone) {
      const timers = [
        setTimeout(() => this.#child.kill("SIGTERM"), GRACE_MS),
        setTimeout(() => this.#child.kill("SIGKILL"), 2 * GRACE_MS),
      ];
      void this.ended.then(() => timers.forEach(clearTimeout));
    }
    return this.ended;
  }

  /** @param {object} message */
  #write(message) {
    const line = JSON.stringify(message);
    this.#handlers.trace?.("-->", line);
    this.#child.stdin.write(line + "\n");
  }

  /**
   * Splits bytes, not text: a chunk may end inside a character, and only \n ends a line.
   * @param {Buffer} chunk
   */
  #receive(chunk) {
    for (let end; (end = chunk.indexOf(10)) >= 0; chunk = chunk.subarray(end + 1)) {
      const line = Buffer.concat([...this.#pieces, chunk.subarray(0, end)]).toString();
      this.#pieces = [];
      if (line.trim()) this.#enqueue(() => this.#dispatch(line));
    }
    if (chunk.length) this.#pieces.push(chunk);
  }

  /**
   * Handles one message at a time. In between, code that awaits a response runs: it must not see a state that a later
   * notification has changed already.
   * @param {() => void} event
   */
  #enqueue(event) {
    this.#events.push(event);
    if (this.#isPumping) return;
    this.#isPumping = true;
    const pump = () => {
      const next = this.#events.shift();
      if (!next) return void (this.#isPumping = false);
      setImmediate(pump);
      next();
    };
    pump();
  }

  /** @param {string} line */
  #dispatch(line) {
    this.#handlers.trace?.("<--", line);
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return this.#failAll(new MovieError({ message: "movie-server has sent a line that is not JSON." }));
    }
    const { id, method, params, result, error } = message;
    if (method && id !== undefined) return void this.#answer(id, method, params);
    if (method) return this.#handlers.notification(method, params ?? {});
    // The server could not read the id of a request: it may be any of those that wait.
    if (error && id === null) return this.#failAll(new MovieError(error));
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    if (error) return call?.reject(new MovieError(error));
    this.#handlers.result(result);
    call?.resolve(result);
  }

  /** @param {unknown} id @param {string} method @param {any} params */
  async #answer(id, method, params) {
    const unknown = async () => {
      throw new Error(`There is no method ${method}.`);
    };
    const answer = (this.#handlers.request ?? unknown)(method, params).then(
      (result) => ({ result: result ?? null }),
      ({ message }) => ({ error: { code: -32601, message } }),
    );
    this.#write({ jsonrpc: "2.0", id, ...(await answer) });
  }

  /** @param {MovieError} error */
  #failAll(error) {
    for (const { reject } of this.#takeAll()) reject(error);
  }

  #takeAll() {
    const calls = [...this.#pending.values()];
    this.#pending.clear();
    return calls;
  }

  /** @param {number | null} status @param {string} reason @param {string} message @param {string} [detail] */
  #end(status, reason, message, detail) {
    if (this.#gone) return; // a program that cannot be started ends too
    this.#gone = new MovieError({ message, data: { reason, retryable: reason === "serverGone", detail } });
    this.#ended({ status, errors: this.#errors });
    this.#handlers.end(this.#gone, this.#takeAll());
  }
}

module.exports = { Connection };
