/**
 * Returns the words for a list's length, as in all clients.
 * @param {{total: number, totalIsExact?: boolean, stale?: boolean}} page
 */
export function count({ total, totalIsExact, stale }: {
    total: number;
    totalIsExact?: boolean;
    stale?: boolean;
}): string;
/** @param {{title: string, year?: number}} movie */
export function titleWithYear({ title, year }: {
    title: string;
    year?: number;
}): string;
/** What all clients show when a search or a filter finds nothing. */
export const nothingFound: "No films found.";
