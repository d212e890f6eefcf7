// Runs jobs in slices, so that messages are answered in between, in a Worker and in a page without one.

/** One slice of a job; true when the job is done. */
export type Slice = () => boolean;

/** Does jobs one after the other. The first slice of the first job runs at once: a single step needs no waiting. */
export class SlicedWork {
  #jobs: Slice[] = [];
  #channel: MessageChannel | null = null;
  #run: (action: () => void) => void;

  /** `run` calls its argument and handles its exceptions. */
  constructor(run: (action: () => void) => void) {
    this.#run = run;
  }

  get busy(): boolean {
    return this.#jobs.length > 0;
  }

  add(job: Slice): void {
    this.#jobs.push(job);
    if (this.#jobs.length === 1) this.#work();
  }

  cancel(): void {
    this.#jobs = [];
    this.#close();
  }

  #work(): void {
    const job = this.#jobs[0];
    if (job?.()) this.#jobs.shift();
    if (this.#jobs.length === 0) this.#close();
    else this.#later();
  }

  // A message to itself and not a timer: nested timers wait 4 ms each, and those of a hidden page a second.
  #later(): void {
    if (!this.#channel) {
      this.#channel = new MessageChannel();
      this.#channel.port1.onmessage = () => this.#run(() => this.#work());
    }
    this.#channel.port2.postMessage(0);
  }

  #close(): void {
    this.#channel?.port1.close();
    this.#channel = null;
  }
}
