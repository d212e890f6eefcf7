// What pointer, keys and buttons do: play and pause, steps forward and back, reset, commands. A refusal is a sentence in the figure.
import type { Simulation } from '../simulation/client';
import { Emitter } from '../simulation/emitter';
import { sentenceOf } from '../simulation/problems';
import type { Command } from '../simulation/protocol';
import type { Notices } from './notices';
import type { TimeControls } from './time-controls';

export class Actions {
  /** A person let time run (true) or stand. */
  readonly played = new Emitter<boolean>();
  /** A single step was taken: time stands. */
  readonly stepped = new Emitter<void>();
  /** The scene is at its start again. */
  readonly restarted = new Emitter<void>();
  /** A command was sent. */
  readonly commanded = new Emitter<Command>();
  /** Something was asked of the simulation: its next frame will differ. */
  readonly asked = new Emitter<void>();
  readonly #simulation: Simulation;
  readonly #notices: Notices;
  readonly #time: TimeControls;

  constructor(simulation: Simulation, notices: Notices, time: TimeControls) {
    this.#simulation = simulation;
    this.#notices = notices;
    this.#time = time;
    time.played.on((isPlaying) => this.setPlaying(isPlaying));
    time.stepped.on((by) => this.step(by));
    time.resets.on(() => void this.reset());
  }

  setPlaying(isPlaying: boolean): void {
    if (isPlaying) this.#simulation.play();
    else this.#simulation.pause();
    this.#notices.clear('paused');
    this.asked.emit();
    this.played.emit(isPlaying);
  }

  /** A single step forward or back. */
  step(by: 1 | -1): void {
    const step = this.#simulation.frame?.step ?? 0;
    if (by > 0) this.#answer(this.#simulation.step(1));
    else if (step > 0) this.#answer(this.#simulation.seek(step - 1));
    else this.#simulation.pause();
    this.stepped.emit();
  }

  async reset(): Promise<void> {
    if (await this.#answer(this.#simulation.reset())) this.restarted.emit();
  }

  /** Goes to an earlier or later step; the state is the same to the bit. */
  async seek(step: number): Promise<void> {
    this.setPlaying(false);
    this.#time.setPlaying(false);
    await this.#answer(this.#simulation.seek(step));
  }

  command(command: Command): void {
    this.#answer(this.#simulation.command(command));
    this.commanded.emit(command);
    // In a paused scene it acts with the next step; until then nothing is seen of it.
    if (command.type === 'release' || this.#time.isPlaying) return;
    this.#notices.show('paused', { tone: 'calm', seconds: 6, text: 'Time stands still: this acts when it goes on.' });
  }

  // False when the request was refused.
  async #answer(asked: Promise<unknown>): Promise<boolean> {
    this.asked.emit();
    try {
      await asked;
      return true;
    } catch (error) {
      this.#notices.refuse(sentenceOf(error));
      return false;
    }
  }
}
