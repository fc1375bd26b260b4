"use strict";

/** What all clients show when a search or a filter finds nothing. */
const nothingFound = "No films found.";

/**
 * Returns the words for a list's length, as in all clients.
 * @param {{total: number, totalIsExact?: boolean, stale?: boolean}} page
 */
function count({ total, totalIsExact = true, stale }) {
  const films = totalIsExact && total === 1 ? "1 film" : `${total}${totalIsExact ? "" : "+"} films`;
  return stale ? `${films} · Offline: an earlier result` : films;
}

/** @param {{title: string, year?: number}} movie */
const titleWithYear = ({ title, year }) => (year ? `${title} (${year})` : title);

module.exports = { count, titleWithYear, nothingFound };
