// What pointer, keys and buttons do: play and pause, steps forward and back, reset, pushes and drags. A refusal is a sentence on the
// page.
import { bodyName } from '../instruments/body-name';
import { formatOnce } from '../instruments/number-format';
import type { Simulation } from '../simulation/client';
import { sentenceOf } from '../simulation/problems';
import type { BodyInfo, Command, Vector } from '../simulation/protocol';
import type { Notices } from './notices';
import { replacePaused } from './url-state';

/** What an action changes on the page. */
export type PageCallbacks = {
  readonly find: (id: number) => BodyInfo | undefined;
  readonly isPlaying: () => boolean;
  readonly showPlaying: (isPlaying: boolean) => void;
  /** The scene is at its start again. */
  readonly restarted: () => void;
  /** A body was pushed: energy and momentum have another reference. */
  readonly pushed: () => void;
  /** The hint about pushing is not needed any more. */
  readonly touched: () => void;
  /** Writes to the live region. */
  readonly announce: (text: string) => void;
  readonly wake: () => void;
};

export class Actions {
  readonly #simulation: Simulation;
  readonly #notices: Notices;
  readonly #page: PageCallbacks;

  constructor(simulation: Simulation, notices: Notices, page: PageCallbacks) {
    this.#simulation = simulation;
    this.#notices = notices;
    this.#page = page;
  }

  setPlaying(isPlaying: boolean): void {
    if (isPlaying) this.#simulation.play();
    else this.#simulation.pause();
    replacePaused(!isPlaying);
    this.#notices.clear('paused');
    this.#page.wake();
    this.#page.announce(isPlaying ? 'Playing' : 'Paused');
  }

  step(): void {
    this.#answer(this.#simulation.step(1));
    replacePaused(true);
  }

  stepBack(): void {
    const step = this.#simulation.frame?.step ?? 0;
    if (step > 0) this.#answer(this.#simulation.rewind(step - 1));
    else this.#simulation.pause();
    replacePaused(true);
  }

  async reset(): Promise<void> {
    if (!(await this.#answer(this.#simulation.reset()))) return;
    this.#page.restarted();
    this.#page.announce('Back at the start');
  }

  /** Goes to an earlier or later step; the state is the same to the bit. */
  async seek(step: number): Promise<void> {
    const present = this.#simulation.frame?.step ?? 0;
    this.setPlaying(false);
    this.#page.showPlaying(false);
    await this.#answer(step <= present ? this.#simulation.rewind(step) : this.#simulation.step(step - present));
  }

  push(push: { body: number; impulse: Vector; point: Vector }): void {
    this.#answer(this.#simulation.push(push));
    this.#page.pushed();
    this.#page.touched();
    const body = this.#page.find(push.body);
    if (body) this.#page.announce(`Pushed ${bodyName(body)} with ${formatOnce(Math.hypot(...push.impulse))} N s`);
    this.#announcePaused();
  }

  send(command: Command): void {
    this.#answer(this.#simulation.command(command));
    if (command.type !== 'drag') return;
    this.#page.touched();
    this.#announcePaused();
  }

  // A push in a paused scene acts with the next step; until then nothing is seen of it.
  #announcePaused(): void {
    if (this.#page.isPlaying()) return;
    this.#notices.show('paused', { tone: 'calm', seconds: 6, text: 'Time stands still: this acts when it goes on.' });
  }

  // False when the request was refused.
  async #answer(asked: Promise<unknown>): Promise<boolean> {
    this.#page.wake();
    try {
      await asked;
      return true;
    } catch (error) {
      this.#notices.show('command', { text: sentenceOf(error), seconds: 8 });
      return false;
    }
  }
}
