"use strict";
const { getSystemErrorMap } = require("node:util");
const { fill } = require("./words");

/** @typedef {import("../types/protocol").Reason} ServerReason */
/** @typedef {ServerReason | "serverNotFound" | "serverTooOld" | "serverGone" | "timeout"} Reason the last four are the client's own */
/** @typedef {Partial<import("../types/protocol").ErrorData> & {program?: string}} ErrorData `program` has never answered `initialize` */

/** An error that the server has answered, or a failure to reach it: `serverNotFound`, `serverTooOld`, `serverGone`. */
class MovieError extends Error {
  /**
   * @param {{code?: number, message: string, data?: ErrorData}} error
   * @param {{cause?: unknown}} [options]
   */
  constructor({ code, message, data }, options) {
    super(message, options);
    this.name = "MovieError";
    if (code !== undefined) this.code = code;
    /**
     * Branch on this. A newer server may have other reasons.
     * @type {Reason}
     */
    this.reason = /** @type {Reason} */ (data?.reason ?? "internalError");
    this.data = data ?? {};
    /**
     * The method of the request that has failed.
     * @type {string | undefined}
     */
    this.method = undefined;
  }

  /** Whether the same request may succeed later. */
  get retryable() {
    return this.data.retryable ?? false;
  }

  /** Whether the user has caused this by going on; nothing to show. */
  get isCancellation() {
    return this.reason === "cancelled" || this.reason === "superseded";
  }
}

/**
 * The same error for one of the requests that fail with it. Its stack leads to the code that has called the method.
 * @param {unknown} error
 * @param {string} method
 * @param {{stack?: string}} origin where the method was called
 */
function located(error, method, { stack = "" }) {
  if (!(error instanceof MovieError)) return error;
  const { name, message, cause } = error;
  const same = Object.assign(new MovieError(error, cause === undefined ? {} : { cause }), { name, method });
  same.stack = `${name}: ${message}${stack.slice(stack.indexOf("\n"))}`;
  return same;
}

/**
 * The error of an aborted request, which is named as that of `fetch`: only a time limit is not the user's doing.
 * @param {{reason?: any}} [signal]
 */
function aborted(signal) {
  const cause = signal?.reason;
  const isLate = cause?.name === "TimeoutError";
  const message = isLate ? "The request was not answered within its time limit." : "The request was cancelled.";
  /** @type {ErrorData} */
  const data = isLate ? { reason: "timeout", retryable: true } : { reason: "cancelled" };
  return Object.assign(new MovieError({ message, data }, { cause }), { name: isLate ? "TimeoutError" : "AbortError" });
}

/**
 * The error of a program that cannot be started, with the few words of the system for the cause.
 * @param {string} detail the program, and where it is set
 * @param {{message: string, errno?: number}} [cause]
 */
function unstartable(detail, cause) {
  const why = cause && (getSystemErrorMap().get(cause.errno ?? 0)?.[1] ?? cause.message);
  const message = why ? `${detail} cannot be started: ${why}` : fill(cannotStart, { detail });
  return new MovieError({ message, data: { reason: "serverNotFound", detail } }, { cause });
}

/**
 * What a user can do about a failure: set a key, log in, install or find the server, or try again.
 * @typedef {"setKey" | "logIn" | "getServer" | "retry"} Remedy
 */

/** What a user does without a button for the remedy. */
const advice = "Run “movie-server auth {catalog}” in a terminal, then restart the server.";
const getServer = "movie-server was not found. Install it, or set MOVIE_SERVER to its path.";
const cannotStart = "{detail} cannot be started.";
const update = "This movie-server has another protocol version. Update it.";

/**
 * The sentences that all clients share. Other reasons show the error's message.
 * @type {Record<string, [sentence: string, remedy?: Remedy]>}
 */
const sentences = {
  serverNotFound: [getServer, "getServer"],
  serverTooOld: [update, "getServer"],
  protocolVersionUnsupported: [update, "getServer"],
  serverGone: ["movie-server has ended: {detail}", "retry"],
  catalogNotConfigured: ["{catalog} needs a key.", "setKey"],
  upstreamUnauthorized: ["{catalog} rejects the key.", "setKey"],
  upstreamUnreachable: ["{catalog} cannot be reached. Check the network."],
  upstreamTimeout: ["{catalog} did not answer in time. Try again."],
  upstreamRateLimited: ["Too many requests to {catalog}. Try again in a moment."],
  upstreamQuotaExceeded: ["The quota of the key for {catalog} is used up.", "setKey"],
  upstreamFailed: ["{catalog} has failed. Try again later."],
  upstreamInvalidResponse: ["{catalog} has failed. Try again later."],
  queryTooBroad: ["Too many films match. Type more."],
  movieNotFound: ["{catalog} does not have this film."],
  unsupportedByCatalog: ["{catalog} cannot do this."],
  posterUnavailable: ["There is no poster."],
  notLoggedIn: ["Log in first.", "logIn"],
};

/**
 * Returns a sentence for the user, and what the user can do about the failure. The sentence of a cancellation is empty. The
 * `problem` is the sentence without the advice, for a user who gets a button for the remedy.
 * @param {unknown} error
 * @param {import("./words").Translate} [translate]
 * @returns {{ sentence: string, problem: string, remedy?: Remedy }}
 */
function explain(error, translate = fill) {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof MovieError)) return { sentence: message, problem: message };
  if (error.isCancellation) return { sentence: "", problem: "" };
  const [known, remedy] = sentences[error.reason] ?? [message, error.retryable ? "retry" : undefined];
  const text = known === getServer && error.data.detail ? cannotStart : known;
  const values = { catalog: error.data.catalog ?? translate("The catalog"), detail: error.data.detail ?? message };
  const problem = sentences[error.reason] ? translate(text, values) : message;
  const needsAdvice = text.endsWith("key."); // one that is missing or wrong, not one whose quota is used up
  const sentence = needsAdvice ? `${problem} ${translate(advice, values)}` : problem;
  const isVain = remedy === "retry" && !error.retryable; // the client was closed, or the server ends at each start
  return { sentence, problem, remedy: error.data.program ? "getServer" : isVain ? undefined : remedy };
}

module.exports = { MovieError, aborted, explain, located, unstartable };
