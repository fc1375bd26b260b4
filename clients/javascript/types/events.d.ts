import { MovieError } from "./lib/errors";
import { Notifications, Server } from "./protocol";

/** The listeners to the events of `Movies`. The server may have more notifications: all of them are a `notification`. */
export type MoviesListeners = { [Name in keyof Notifications]: (params: Notifications[Name]) => void } & {
  notification: (method: string, params: any) => void;
  start: (server: Server) => void;
  end: (error: MovieError) => void;
  exit: (exit: Exit) => void;
};

/** How a process of the server has ended: with an exit status, or by a signal. */
export type Exit = { pid: number; status: number | null; signal: string | null };

/** The listeners to the events of `Stars` and `Library`. */
export type ReplicaListeners<Topic extends string> = { change: (ids: Set<string>) => void } & { [Name in Topic]: () => void };

/** What the classes have of Node's EventEmitter. A program that uses them needs no types of Node. */
export class EventEmitter<Listeners extends { [Name in keyof Listeners]: (...values: any[]) => void }> {
  on<Name extends keyof Listeners>(event: Name, listener: Listeners[Name]): this;
  once<Name extends keyof Listeners>(event: Name, listener: Listeners[Name]): this;
  off<Name extends keyof Listeners>(event: Name, listener: Listeners[Name]): this;
  addListener<Name extends keyof Listeners>(event: Name, listener: Listeners[Name]): this;
  removeListener<Name extends keyof Listeners>(event: Name, listener: Listeners[Name]): this;
  removeAllListeners(event?: keyof Listeners): this;
  emit<Name extends keyof Listeners>(event: Name, ...values: Parameters<Listeners[Name]>): boolean;
  listenerCount(event: keyof Listeners): number;
}

declare global {
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}
