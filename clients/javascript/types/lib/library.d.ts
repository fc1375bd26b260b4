export type Methods = import("../protocol").Methods;
export type Mark = import("../protocol").Mark;
export type Viewing = import("../protocol").Viewing;
/**
 * a method
 */
export type Change = "star" | "unstar" | "mark" | "rate" | "unrate" | "logViewing" | "deleteViewing";
/**
 * What the user keeps about films: stars, a watchlist, viewings, ratings, notes and tags. Emits `change` with the ids of
 * the films whose mark has changed, whoever has changed it, and `library` when the library has changed in any way.
 * @extends {Replica<Mark, "library">}
 */
export class Library extends Replica<import("../protocol").Mark, "library"> {
    /** @param {import("./movies").Movies} movies */
    constructor(movies: import("./movies").Movies);
    /**
     * What is kept about a movie, as its rows have it; empty if nothing is, or if the movie was not seen yet.
     * @param {string} id
     */
    get(id: string): import("../protocol").Mark;
    /** @param {Methods["mark"]["params"]} params */
    mark(params: Methods["mark"]["params"]): Promise<import("../protocol").Marked>;
    /** @param {Methods["logViewing"]["params"]} params */
    logViewing(params: Methods["logViewing"]["params"]): Promise<import("../protocol").LoggedViewing>;
    /** @param {string | {viewing: string}} viewing its id, or as it is in the diary or another result */
    deleteViewing(viewing: string | {
        viewing: string;
    }): Promise<import("../protocol").DeletedViewing>;
    /**
     * Iterates over the movies of the library.
     * @param {Omit<Methods["library"]["params"], "since" | "offset">} [params]
     * @param {import("./movies").RequestOptions} [options]
     */
    all(params?: Omit<import("../protocol").LibraryParams, "since" | "offset"> | undefined, options?: import("./movies").RequestOptions | undefined): AsyncGenerator<import("../protocol").Movie, void, undefined>;
    /**
     * Iterates over the viewings, each with its movie, the last first.
     * @param {Omit<Methods["diary"]["params"], "offset">} [params]
     * @param {import("./movies").RequestOptions} [options]
     */
    diary(params?: Omit<import("../protocol").DiaryParams, "offset"> | undefined, options?: import("./movies").RequestOptions | undefined): AsyncGenerator<import("../protocol").DiaryItem, void, undefined>;
    tags(): Promise<import("../protocol").Tag[]>;
    /** @param {Methods["statistics"]["params"]} [params] */
    statistics(params?: import("../protocol").StatisticsParams | undefined): Promise<import("../protocol").Statistics>;
    /** @param {Methods["importLibrary"]["params"]} params */
    import(params: Methods["importLibrary"]["params"]): Promise<import("../protocol").ImportedLibrary>;
    /** @param {Methods["exportLibrary"]["params"]} params */
    export(params: Methods["exportLibrary"]["params"]): Promise<import("../protocol").ExportedLibrary>;
    /**
     * Calls a method that changes what is kept about a movie, and returns a function that undoes exactly that change, unless
     * nothing has changed. A second call does nothing; after an error, it goes on where that was.
     * @template {Change} M
     * @param {M} method
     * @param {Methods[M]["params"]} params
     * @param {Viewing} [before] the viewing as it was, if `logViewing` changes one
     * @returns {Promise<{result: Methods[M]["result"], undo?: () => Promise<void>}>}
     */
    change<M extends Change>(method: M, params: import("../protocol").Methods[M]["params"], before?: import("../protocol").Viewing | undefined): Promise<{
        result: import("../protocol").Methods[M]["result"];
        undo?: (() => Promise<void>) | undefined;
    }>;
    #private;
}
import { Replica } from "./replica";
