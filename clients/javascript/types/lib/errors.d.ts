export type ServerReason = import("../protocol").Reason;
/**
 * the last four are the client's own
 */
export type Reason = ServerReason | "serverNotFound" | "serverTooOld" | "serverGone" | "timeout";
/**
 * `program` has never answered `initialize`
 */
export type ErrorData = Partial<import("../protocol").ErrorData> & {
    program?: string;
};
/**
 * What a user can do about a failure: set a key, log in, install or find the server, or try again.
 */
export type Remedy = "setKey" | "logIn" | "getServer" | "retry";
/** An error that the server has answered, or a failure to reach it: `serverNotFound`, `serverTooOld`, `serverGone`. */
export class MovieError extends Error {
    /**
     * @param {{code?: number, message: string, data?: ErrorData}} error
     * @param {{cause?: unknown}} [options]
     */
    constructor({ code, message, data }: {
        code?: number;
        message: string;
        data?: ErrorData;
    }, options?: {
        cause?: unknown;
    } | undefined);
    code: number | undefined;
    /**
     * Branch on this. A newer server may have other reasons.
     * @type {Reason}
     */
    reason: Reason;
    data: ErrorData;
    /**
     * The method of the request that has failed.
     * @type {string | undefined}
     */
    method: string | undefined;
    /** Whether the same request may succeed later. */
    get retryable(): boolean;
    /** Whether the user has caused this by going on; nothing to show. */
    get isCancellation(): boolean;
}
/**
 * The error of an aborted request, which is named as that of `fetch`: only a time limit is not the user's doing.
 * @param {{reason?: any}} [signal]
 */
export function aborted(signal?: {
    reason?: any;
} | undefined): MovieError & {
    name: string;
};
/**
 * Returns a sentence for the user, and what the user can do about the failure. The sentence of a cancellation is empty. The
 * `problem` is the sentence without the advice, for a user who gets a button for the remedy.
 * @param {unknown} error
 * @param {import("./words").Translate} [translate]
 * @returns {{ sentence: string, problem: string, remedy?: Remedy }}
 */
export function explain(error: unknown, translate?: import("./words").Translate | undefined): {
    sentence: string;
    problem: string;
    remedy?: Remedy | undefined;
};
/**
 * The same error for one of the requests that fail with it. Its stack leads to the code that has called the method.
 * @param {unknown} error
 * @param {string} method
 * @param {{stack?: string}} origin where the method was called
 */
export function located(error: unknown, method: string, { stack }: {
    stack?: string;
}): unknown;
/**
 * The error of a program that cannot be started, with the few words of the system for the cause.
 * @param {string} detail the program, and where it is set
 * @param {{message: string, errno?: number}} [cause]
 */
export function unstartable(detail: string, cause?: {
    message: string;
    errno?: number | undefined;
} | undefined): MovieError;
