"use strict";

/** What all clients show when a search or a filter finds nothing. */
const nothingFound = "No films found.";

/**
 * @typedef {(sentence: string, values?: Record<string, string | number>) => string} Translate returns a sentence in the
 *   user's language, with the values of its placeholders in braces
 */

/**
 * Leaves a sentence in English.
 * @type {Translate}
 */
const fill = (sentence, values = {}) => sentence.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/**
 * Returns the words for a list's length, as in all clients.
 * @param {{total: number, totalIsExact?: boolean, correctedQuery?: string, stale?: boolean}} page
 * @param {Translate} [translate]
 */
function count({ total, totalIsExact = true, correctedQuery: query, stale }, translate = fill) {
  const number = totalIsExact ? total : `${total}+`;
  const films = number === 1 ? translate("1 film") : translate("{count} films", { count: number });
  const more = [query && translate("Results for “{query}”", { query }), stale && translate("Offline: an earlier result")];
  return [films, ...more].filter(Boolean).join(" · ");
}

/**
 * Returns the signs of a mark in a row: `+` on the watchlist, `✓` or `✓3` the viewings, the rating, `✎` a note.
 * @param {import("../types/protocol").Mark} [mark]
 */
function markOf(mark) {
  const { watchlistedAt, viewings, rating, hasNote } = mark ?? {};
  const seen = viewings && `✓${viewings > 1 ? viewings : ""}`;
  return [watchlistedAt && "+", seen, rating, hasNote && "✎"].filter(Boolean).join(" ");
}

/** @param {string} kind @param {string} name @param {string[]} known */
const unknown = (kind, name, known) => `There is no ${kind} “${name}”. There are: ${known.join(", ") || "none"}.`;

/**
 * Throws an error unless a name is known.
 * @param {string} kind
 * @param {string} name
 * @param {string[]} known
 */
function check(kind, name, known) {
  if (!known.includes(name)) throw new TypeError(unknown(kind, name, known));
}

/** @param {{title: string, year?: number}} [movie] */
const titleWithYear = (movie) => [movie?.title, movie?.year && `(${movie.year})`].filter(Boolean).join(" ");

module.exports = { check, count, fill, markOf, titleWithYear, nothingFound, unknown };
