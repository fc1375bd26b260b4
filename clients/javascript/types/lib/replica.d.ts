export type Film = {
    id: string;
    ids?: string[];
    title?: string;
    isFavorite?: boolean;
    mark?: import("../protocol").Mark;
};
/**
 * where the values of films come from
 */
export type Source<T> = {
    /**
     * the method that lists the films, and their member in the result of `initialize`
     */
    topic: "favorites" | "library";
    /**
     * says which films have changed
     */
    notification: string;
    /**
     * the value of a film that is not listed
     */
    nothing: T;
    /**
     * the value in an object of a result; undefined if it has none
     */
    valueOf: (film: Film) => T | undefined;
};
/**
 * What is kept about films, according to all results and notifications. Emits `change` with the ids of the films whose
 * value has changed, whoever has changed it, and its topic when the list of films has changed in any way.
 * @template T
 * @template {"favorites" | "library"} Topic
 */
export class Replica<T, Topic extends "favorites" | "library"> extends EventEmitter<import("../events").ReplicaListeners<Topic>> {
    /** @param {import("./movies").Movies} movies @param {Source<T>} source */
    constructor(movies: import("./movies").Movies, source: Source<T>);
    /**
     * Takes over the changes in a notification.
     * @param {string} method
     * @param {any} params
     */
    hear(method: string, params: any): undefined;
    /**
     * Returns whether a result or a notification has had the value of a film.
     * @param {string} id
     */
    knows(id: string): boolean;
    /** @param {string} id */
    valueFor(id: string): T;
    /** Returns the ids of the films that have a value. */
    listed(): string[];
    /**
     * Takes over the values in a result, and in that of `initialize` the state of the list.
     * @param {any} result
     */
    learn(result: any): void;
    #private;
}
import { EventEmitter } from "../events";
