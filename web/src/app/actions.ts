// What people do with hands, keys and buttons: play and pause, steps there and back, the start, pushes and drags. A refusal is a
// sentence on the page.
import { bodyName } from '../instruments/body-name';
import { formatOnce } from '../instruments/number-format';
import type { Simulation } from '../simulation/client';
import { sentenceOf } from '../simulation/problems';
import type { BodyInfo, Command, Vector } from '../simulation/protocol';
import type { Notices } from './notices';
import { replacePaused } from './url-state';

/** What follows from it on the page. */
export type Consequences = {
  readonly find: (id: number) => BodyInfo | undefined;
  readonly isPlaying: () => boolean;
  readonly showPlaying: (isPlaying: boolean) => void;
  /** The scene is at its start again. */
  readonly restarted: () => void;
  /** A body was pushed: what was conserved is not any more. */
  readonly pushed: () => void;
  /** Somebody knows how to push. */
  readonly touched: () => void;
  /** To those who do not see the picture. */
  readonly say: (text: string) => void;
  readonly wake: () => void;
};

export class Actions {
  readonly #simulation: Simulation;
  readonly #notices: Notices;
  readonly #then: Consequences;

  constructor(simulation: Simulation, notices: Notices, consequences: Consequences) {
    this.#simulation = simulation;
    this.#notices = notices;
    this.#then = consequences;
  }

  setPlaying(isPlaying: boolean): void {
    if (isPlaying) this.#simulation.play();
    else this.#simulation.pause();
    replacePaused(!isPlaying);
    this.#notices.clear('paused');
    this.#then.wake();
    this.#then.say(isPlaying ? 'Playing' : 'Paused');
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
    this.#then.restarted();
    this.#then.say('Back at the start');
  }

  /** To a step that has been, or one ahead: the same bits come out. */
  async seek(step: number): Promise<void> {
    const present = this.#simulation.frame?.step ?? 0;
    this.setPlaying(false);
    this.#then.showPlaying(false);
    await this.#answer(step <= present ? this.#simulation.rewind(step) : this.#simulation.step(step - present));
  }

  push(push: { body: number; impulse: Vector; point: Vector }): void {
    this.#answer(this.#simulation.push(push));
    this.#then.pushed();
    this.#then.touched();
    const body = this.#then.find(push.body);
    if (body) this.#then.say(`Pushed ${bodyName(body)} with ${formatOnce(Math.hypot(...push.impulse))} N s`);
    this.#tellPaused();
  }

  send(command: Command): void {
    this.#answer(this.#simulation.command(command));
    if (command.type !== 'drag') return;
    this.#then.touched();
    this.#tellPaused();
  }

  // What hands do while time stands still is kept for the next step, and nothing is seen of it.
  #tellPaused(): void {
    if (this.#then.isPlaying()) return;
    this.#notices.show('paused', { tone: 'calm', seconds: 6, text: 'Time stands still: this acts when it goes on.' });
  }

  // True when it was not refused.
  async #answer(asked: Promise<unknown>): Promise<boolean> {
    this.#then.wake();
    try {
      await asked;
      return true;
    } catch (error) {
      this.#notices.show('command', { text: sentenceOf(error), seconds: 8 });
      return false;
    }
  }
}
