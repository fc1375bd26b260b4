/**
 * Which movies are favorites, according to all results and notifications. Emits `change` with the ids of the movies whose
 * star has changed, whoever has changed it, and `favorites` when the list of favorites has changed in any way.
 * @extends {Replica<boolean, "favorites">}
 */
export class Stars extends Replica<boolean, "favorites"> {
    /** @param {import("./movies").Movies} movies */
    constructor(movies: import("./movies").Movies);
    /** @param {string} id */
    has(id: string): boolean;
}
import { Replica } from "./replica";
