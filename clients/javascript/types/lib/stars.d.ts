/**
 * a movie, and its other ids if it has any
 */
export type Film = {
    id: string;
    ids?: string[];
};
/** @typedef {{id: string, ids?: string[]}} Film a movie, and its other ids if it has any */
/**
 * Which movies are favorites, according to all results and notifications. Emits `change` with the ids of the movies whose
 * star has changed, whoever has changed it, and `favorites` when the list of favorites has changed in any way.
 */
export class Stars extends EventEmitter {
    /** @param {import("./movies").Movies} movies */
    constructor(movies: import("./movies").Movies);
    /** @param {string} id */
    has(id: string): boolean;
    /** Returns the ids that are known to be favorites. */
    starred(): string[];
    /**
     * Takes over every `isFavorite` in a result, and the state of the favorites in the first that has it.
     * @param {any} result
     */
    learn(result: any): void;
    #private;
}
import { EventEmitter } from "../events";
