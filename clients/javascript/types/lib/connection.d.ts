/**
 * a request that waits for its response
 */
export type Call = {
    method: string;
    params: object;
    resolve: (result: any) => void;
    reject: (error: Error) => void;
    /**
     * whether a server has ended before it answered this
     */
    isRepeated?: boolean | undefined;
};
export type Handlers = {
    notification: (method: string, params: any) => void;
    /**
     * called with each result before its call is resolved
     */
    result: (result: any) => void;
    /**
     * answers a request of the server
     */
    request?: ((method: string, params: any) => Promise<unknown>) | undefined;
    /**
     * called once, when the process has ended
     */
    end: (error: MovieError, unanswered: Call[]) => void;
    stderr?: ((text: string) => void) | undefined;
    trace?: ((direction: "-->" | "<--", line: string) => void) | undefined;
};
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
export class Connection {
    /**
     * @param {string[]} command
     * @param {Record<string, string | undefined>} env
     * @param {Handlers} handlers
     */
    constructor([program, ...args]: string[], env: Record<string, string | undefined>, handlers: Handlers);
    /**
     * Resolves when the process has ended and all of its output was read.
     * @type {Promise<{status: number | null, errors: string}>}
     */
    ended: Promise<{
        status: number | null;
        errors: string;
    }>;
    get pid(): number | undefined;
    /**
     * Sends a request and returns its id.
     * @param {Call} call
     */
    send(call: Call): number;
    /** @param {string} method @param {object} [params] */
    notify(method: string, params?: object | undefined): void;
    /** Lets the server finish and exit; ends it by force if it does not. */
    close(): Promise<{
        status: number | null;
        errors: string;
    }>;
    #private;
}
import { MovieError } from "./errors";
