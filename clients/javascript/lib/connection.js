"use strict";
const { spawn } = require("node:child_process");
const { MovieError, aborted, unstartable } = require("./errors");

const TAIL_BYTES = 8192;
const LAST_LINES = 5;
const GRACE_MS = 2000;
/** How long a server may say nothing while requests wait, and then how long it may take to say that it still runs. */
const SILENCE_MS = 4000;

/**
 * @typedef {object} Call a request that waits for its response
 * @property {string} method
 * @property {object} params
 * @property {(result: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {string} [json] the params as they were when this was sent first
 * @property {boolean} [isRepeated] whether a server has ended before it answered this
 */

/**
 * @typedef {object} Handlers
 * @property {(method: string, params: any) => void} notification
 * @property {(result: any) => void} result called with each result before its call is resolved
 * @property {(method: string, params: any) => Promise<unknown>} [request] answers a request of the server
 * @property {(error: MovieError, unanswered: Call[]) => void} end called once, when the process has ended or is refused
 * @property {(exit: import("../types/events").Exit) => void} [exit] called when the process has ended by itself
 * @property {() => boolean} [isAwaited] whether something waits for notifications
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
  #isHeld = false;
  #isClosing = false;
  #isKept = true;
  #lastId = 0;
  #errors = "";
  /** @type {NodeJS.Timeout | undefined} */
  #silence;
  /** @type {MovieError | undefined} */
  #gone;
  /** @type {(end: {status: number | null, errors: string}) => void} */
  #ended = () => {};
  #child;
  #handlers;
  #label;

  /**
   * @param {{command: string[], label: string}} command what is started, and what errors call it
   * @param {Record<string, string | undefined>} env
   * @param {Handlers} handlers
   */
  constructor({ command: [program, ...args], label }, env, handlers) {
    this.#handlers = handlers;
    this.#label = label;
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
    this.#child.on("error", (error) => this.#end(unstartable(label, error)));
    this.#child.on("close", (status, signal) => {
      const lastLines = this.#errors.trim().split("\n").slice(-LAST_LINES).join("\n");
      const detail = lastLines || (signal ? `killed by ${signal}` : `exit status ${status}`);
      this.#enqueue(() => {
        this.#ended({ status, errors: this.#errors });
        // After a refusal it is the client that has ended it.
        if (!this.#gone && this.#child.pid !== undefined) handlers.exit?.({ pid: this.#child.pid, status, signal });
        const { program } = this;
        const data = { reason: "serverGone", retryable: true, detail: program ? `${program}: ${detail}` : detail, program };
        this.#end(new MovieError({ message: `movie-server has ended: ${data.detail}`, data }));
      });
    });
  }

  /** Whether the process has ended or is refused. */
  get isGone() {
    return this.#gone !== undefined;
  }

  /** The program, until it has answered `initialize`: it may be another than a movie-server. */
  get program() {
    return this.#isHeld ? this.#label : undefined;
  }

  /** The process id, until the process has ended or is refused. */
  get pid() {
    return this.#gone ? undefined : this.#child.pid;
  }

  /**
   * Sends a request. Those after `initialize` wait for `release`: if it is refused, they must not go to another catalog.
   * @param {Call} call
   */
  send(call) {
    call.json ??= JSON.stringify(call.params, plain);
    if (this.#gone) return call.reject(this.#gone);
    this.#pending.set(++this.#lastId, call);
    if (!this.#isHeld) this.#request(this.#lastId, call);
    this.#isHeld ||= call.method === "initialize";
    this.keepAlive();
  }

  /**
   * Cancels a request if the server has not answered it. Its result is not waited for.
   * @param {Call} call
   */
  cancel(call) {
    for (const [id, each] of this.#pending) {
      if (each !== call) continue;
      this.#pending.delete(id);
      if (!this.#isHeld) this.notify("$/cancelRequest", { id });
    }
    this.keepAlive();
  }

  /**
   * Cancels all requests but those of some methods.
   * @param {Set<string>} kept
   */
  cancelAllBut(kept) {
    for (const call of [...this.#pending.values()].filter(({ method }) => !kept.has(method))) {
      this.cancel(call);
      call.reject(aborted());
    }
  }

  /** Sends the requests that wait for the answer of `initialize`. */
  release() {
    this.#isHeld = false;
    for (const [id, call] of this.#pending) this.#request(id, call);
    this.#watch();
    if (this.#isClosing) this.#child.stdin.end();
  }

  /**
   * Ends the server, since it cannot be used: all requests fail with this error.
   * @param {MovieError} error
   * @param {number} [graceMs]
   */
  refuse(error, graceMs) {
    this.#end(error);
    void this.close(graceMs);
  }

  /** Lets Node exit while no request waits for a response and nothing for notifications. The server then ends too. */
  keepAlive() {
    this.#watch();
    const isKept = this.#pending.size > 0 || this.#isClosing || Boolean(this.#handlers.isAwaited?.());
    if (isKept === this.#isKept || this.#gone) return;
    this.#isKept = isKept;
    const { stdin, stdout, stderr } = /** @type {any} */ (this.#child); // they are sockets
    for (const each of [this.#child, stdin, stdout, stderr]) isKept ? each.ref() : each.unref();
  }

  /**
   * While requests wait, asks a server that says nothing for what it answers at once, even during long work, and ends one
   * that does not: it hangs.
   */
  #watch(isAsked = false) {
    if (this.#pending.size === 0 || this.#isHeld || this.#gone) return this.#hear();
    this.#silence ??= setTimeout(() => {
      this.#silence = undefined;
      const data = /** @type {const} */ ({ reason: "timeout", retryable: true });
      if (isAsked) return this.refuse(new MovieError({ message: "movie-server does not answer.", data }), 0);
      this.#request(0, { method: "$/ping", json: "{}" }); // which no server has; the answer is no request's
      this.#watch(true);
    }, SILENCE_MS);
  }

  #hear() {
    clearTimeout(this.#silence);
    this.#silence = undefined;
  }

  /** @param {string} method @param {object} [params] */
  notify(method, params) {
    this.#write(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  /**
   * Lets the server finish and exit; ends it by force if it does not.
   * @param {number} [graceMs]
   */
  close(graceMs = GRACE_MS) {
    this.#isClosing = true;
    this.keepAlive();
    if (!this.#isHeld) this.#child.stdin.end();
    const timers = [
      setTimeout(() => this.#child.kill("SIGTERM"), graceMs),
      setTimeout(() => {
        this.#child.kill("SIGKILL");
        for (const pipe of [this.#child.stdout, this.#child.stderr]) pipe.destroy(); // a child of it may hold them
      }, 2 * graceMs),
    ];
    void this.ended.then(() => timers.forEach(clearTimeout));
    return this.ended;
  }

  /** @param {number} id @param {{method: string, json?: string}} call */
  #request(id, { method, json }) {
    this.#write(`{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(String(method))},"params":${json}}`);
  }

  /** @param {string} line */
  #write(line) {
    this.#handlers.trace?.("-->", line);
    this.#child.stdin.write(line + "\n");
  }

  /**
   * Splits bytes, not text: a chunk may end inside a character, and only \n ends a line.
   * @param {Buffer} chunk
   */
  #receive(chunk) {
    this.#hear();
    this.#watch();
    for (let end; (end = chunk.indexOf(10)) >= 0; chunk = chunk.subarray(end + 1)) {
      const line = Buffer.concat([...this.#pieces, chunk.subarray(0, end)]).toString();
      this.#pieces = [];
      if (line.trim()) this.#enqueue(() => this.#dispatch(line));
    }
    if (chunk.length) this.#pieces.push(chunk);
  }

  /**
   * Handles one message at a time. In between, code that awaits a response runs: it must not see a state that a later
   * notification has changed already. A listener may throw: what comes after is handled all the same.
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
    setImmediate(pump);
  }

  /** @param {string} line */
  #dispatch(line) {
    this.#handlers.trace?.("<--", line);
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return this.#failAll({ message: `${this.program ?? "movie-server"} has sent a line that is not JSON.` });
    }
    const { id, method, params, result, error } = message;
    // A server requests nothing before it has answered: a program such as `cat` sends back what it gets.
    if (method && id !== undefined && this.program) return this.#failAll({ message: `${this.program} does not answer “initialize”.` });
    if (method && id !== undefined) return void this.#answer(id, method, params);
    if (method) return this.#handlers.notification(method, params ?? {});
    // The server could not read the id of a request: it may be any of those that wait.
    if (error && id === null) return this.#failAll(error);
    const call = this.#pending.get(id);
    this.#pending.delete(id);
    this.keepAlive();
    if (error) return call?.reject(new MovieError({ ...error, message: inWordsOfCaller(error.message) }));
    try {
      this.#handlers.result(result);
    } finally {
      call?.resolve(result);
    }
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
    this.#write(JSON.stringify({ jsonrpc: "2.0", id, ...(await answer) }));
  }

  /** @param {{message: string, data?: import("./errors").ErrorData}} error */
  #failAll({ data, ...error }) {
    const failure = new MovieError({ ...error, data: { ...data, program: this.program } });
    for (const { reject } of this.#takeAll()) reject(failure);
  }

  #takeAll() {
    const calls = [...this.#pending.values()];
    this.#pending.clear();
    return calls;
  }

  /** @param {MovieError} error */
  #end(error) {
    if (this.#gone) return; // a program that is refused or cannot be started ends too
    this.#isHeld = false;
    this.#gone = error;
    this.#hear();
    [this.#events, this.#pieces] = [[], []];
    this.#child.stdout?.destroy(); // what is no server may write on and on
    this.#handlers.end(error, this.#takeAll());
  }
}

/**
 * A caller has written params, not the members of a message.
 * @param {string} message
 */
const inWordsOfCaller = (message) => message.replace(/^The member (\S+)/, "“$1”").replace(/^One of the members /, "One of ");

/**
 * Writes a Date as its local day. Refuses what JSON would write as `null`, which means something else in a request.
 * @this {any} the object that has the value; a Date is a text in `value`
 * @param {string} name
 * @param {unknown} value
 */
function plain(name, value) {
  const date = this[name];
  const isLost = date instanceof Date ? Number.isNaN(date.getTime()) : typeof value === "number" && !Number.isFinite(value);
  if (isLost) throw new TypeError(`JSON cannot write ${date} as “${name}”.`);
  if (date instanceof Date) return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  return value;
}

module.exports = { Connection };
