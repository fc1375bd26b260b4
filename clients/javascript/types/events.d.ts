/** What the classes have of Node's EventEmitter. A program that uses them needs no types of Node. */
export class EventEmitter {
  on(event: string, listener: (...values: any[]) => void): this;
  once(event: string, listener: (...values: any[]) => void): this;
  off(event: string, listener: (...values: any[]) => void): this;
  addListener(event: string, listener: (...values: any[]) => void): this;
  removeListener(event: string, listener: (...values: any[]) => void): this;
  removeAllListeners(event?: string): this;
  emit(event: string, ...values: any[]): boolean;
  listenerCount(event: string): number;
}

declare global {
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}
