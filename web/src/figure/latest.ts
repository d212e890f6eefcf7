// Requests of which only the last one counts.

export class Latest {
  #count = 0;

  /** Begins a request; the returned function tells whether it is still the last one. */
  begin(): () => boolean {
    const own = ++this.#count;
    return () => own === this.#count;
  }
}
