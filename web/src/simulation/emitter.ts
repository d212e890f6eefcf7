// A list of listeners for one kind of event.

export type Listener<Value> = (value: Value) => void;

export class Emitter<Value> {
  #listeners: Listener<Value>[] = [];

  /** Adds a listener; the returned function removes it. */
  on(listener: Listener<Value>): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  /** False when nobody listens. */
  emit(value: Value): boolean {
    for (const listener of this.#listeners) listener(value);
    return this.#listeners.length > 0;
  }

  clear(): void {
    this.#listeners = [];
  }
}
