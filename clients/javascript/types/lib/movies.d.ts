export type Listen = (type: "abort", listener: () => void, options?: {
    once?: boolean;
}) => void;
export type Unlisten = (type: "abort", listener: () => void) => void;
/**
 * an AbortSignal
 */
export type Signal = {
    aborted: boolean;
    reason?: unknown;
    addEventListener: Listen;
    removeEventListener: Unlisten;
};
export type RequestOptions = {
    signal?: Signal | null;
};
export type Methods = import("../protocol").Methods;
/**
 * What follows the name of a method: its params, unless it requires none, and options.
 */
export type Arguments<M extends keyof import("../protocol").Methods> = M extends keyof Methods ? {} extends Methods[M]["params"] ? [params?: Methods[M]["params"], options?: RequestOptions] : [params: Methods[M]["params"], options?: RequestOptions] : never;
export type Movie = import("../protocol").Movie;
export type Page = import("../protocol").Page;
export type DiaryItem = import("../protocol").DiaryItem;
export type Server = import("../protocol").Server;
export type InitializeParams = import("../protocol").InitializeParams;
export type LoadingParams = import("../protocol").Notifications["loading"];
export type Capability = import("../protocol").Catalog["capabilities"][number];
export type Options = {
    /**
     * the server's program and its arguments, or a command line as in the variable
     * `MOVIE_SERVER`, which is the default
     */
    command?: string | string[] | undefined;
    /**
     * how the user calls the setting that `command` comes from, for errors
     */
    settingName?: string | undefined;
    /**
     * variables for the server, in addition to those of this process
     */
    env?: Record<string, string | undefined> | undefined;
    /**
     * the client's name, locale and defaults
     */
    initialize?: import("../protocol").InitializeParams | undefined;
    /**
     * how long the server may take to start, 10 s by default
     */
    startTimeoutMs?: number | undefined;
    /**
     * receives what the server says to people
     */
    stderr?: ((text: string) => void) | undefined;
    /**
     * receives every message
     */
    trace?: ((direction: "-->" | "<--", line: string) => void) | undefined;
};
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
export class Movies extends EventEmitter<import("../events").MoviesListeners> {
    /** @param {Options} [options] */
    constructor(options?: Options | undefined);
    /** What is known about stars, from all results and notifications. */
    stars: Stars;
    /** The library: what is known about marks, and its methods. */
    library: Library;
    /**
     * What the server has said about itself and its catalogs: the last result of `initialize`.
     * @type {Server | undefined}
     */
    description: Server | undefined;
    /**
     * The requests that take long now: the params of their `loading`, by their ids.
     * @type {Map<unknown, LoadingParams>}
     */
    loading: Map<unknown, LoadingParams>;
    /**
     * Whether a catalog can do something: the one of an id, or else the session's. Known as soon as a request has settled.
     * @param {Capability} capability
     * @param {string} [id]
     */
    can(capability: Capability, id?: string | undefined): boolean;
    /** The process id of the server that runs. */
    get pid(): number | undefined;
    /**
     * Starts the server if it does not run, and returns its description.
     * @returns {Promise<Server>}
     */
    start(): Promise<Server>;
    /**
     * Calls a method. Aborting the signal cancels the request, which fails at once with an `AbortError` of the reason
     * `cancelled`, unless it is done already; a signal with a time limit fails it with a `TimeoutError` of the reason `timeout`.
     * The `cause` is the reason of the signal. The error of a request names its `method`, and its stack leads to this call.
     * @template {keyof Methods} M
     * @param {M} method
     * @param {Arguments<M>} values
     * @returns {Promise<Methods[M]["result"]>}
     */
    request<M extends keyof import("../protocol").Methods>(method: M, ...values: Arguments<M>): Promise<import("../protocol").Methods[M]["result"]>;
    /**
     * Iterates over the movies of all pages of a list that `method` starts, of the favorites or of the library, or over the
     * viewings of the diary. Aborting the signal ends it with the error of an aborted request.
     * @template {"search" | "recommendations" | "discover" | "favorites" | "library" | "diary"} M
     * @param {M} method
     * @param {Arguments<M>} values
     * @returns {AsyncGenerator<M extends "diary" ? DiaryItem : Movie, void, undefined>}
     */
    all<M_1 extends "favorites" | "library" | "search" | "recommendations" | "discover" | "diary">(method: M_1, ...values: Arguments<M_1>): AsyncGenerator<M_1 extends "diary" ? import("../protocol").DiaryItem : import("../protocol").Movie, void, undefined>;
    /**
     * Stars a movie that is not a favorite, and unstars one that is.
     * @param {string | {id: string}} movie its id, or as it is in a result
     */
    toggle(movie: string | {
        id: string;
    }): Promise<import("../protocol").Star>;
    /**
     * Ends the server after it has answered the requests that change something; all others are cancelled. Resolves when the
     * process has ended.
     * @returns {Promise<{status: number | null, errors: string} | undefined>}
     */
    close(): Promise<{
        status: number | null;
        errors: string;
    } | undefined>;
    /** Does the same for `await using`. */
    [Symbol.asyncDispose](): Promise<void>;
    #private;
}
import { aborted } from "./errors";
import { EventEmitter } from "../events";
import { Stars } from "./stars";
import { Library } from "./library";
