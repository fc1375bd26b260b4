/**
 * returns a sentence in the
 *   user's language, with the values of its placeholders in braces
 */
export type Translate = (sentence: string, values?: Record<string, string | number>) => string;
/**
 * Throws an error unless a name is known.
 * @param {string} kind
 * @param {string} name
 * @param {string[]} known
 */
export function check(kind: string, name: string, known: string[]): void;
/**
 * Returns the words for a list's length, as in all clients.
 * @param {{total: number, totalIsExact?: boolean, correctedQuery?: string, stale?: boolean}} page
 * @param {Translate} [translate]
 */
export function count({ total, totalIsExact, correctedQuery: query, stale }: {
    total: number;
    totalIsExact?: boolean;
    correctedQuery?: string;
    stale?: boolean;
}, translate?: Translate | undefined): string;
/**
 * Leaves a sentence in English.
 * @type {Translate}
 */
export const fill: Translate;
/**
 * Returns the signs of a mark in a row: `+` on the watchlist, `✓` or `✓3` the viewings, the rating, `✎` a note.
 * @param {import("../protocol").Mark} [mark]
 */
export function markOf(mark?: import("../protocol").Mark | undefined): string;
/** @param {{title: string, year?: number}} [movie] */
export function titleWithYear(movie?: {
    title: string;
    year?: number | undefined;
} | undefined): string;
/** What all clients show when a search or a filter finds nothing. */
export const nothingFound: "No films found.";
/** @param {string} kind @param {string} name @param {string[]} known */
export function unknown(kind: string, name: string, known: string[]): string;
