// What pointer, keys and buttons do: play and pause, steps forward and back, going to any time, reset, commands, undo and redo. A refusal is a sentence in the figure.
import type { Simulation } from '../simulation/client';
import { Emitter } from '../simulation/emitter';
import { sentenceOf } from '../simulation/problems';
import type { Command } from '../simulation/protocol';
import type { Translate } from '../words/translate';
import type { Notices } from './notices';
import type { ScrubBar } from './scrub-bar';
import type { TimeControls } from './time-controls';
import type { Travel } from './travel';

export class Actions {
  /** A person let time run (true) or stand. */
  readonly played = new Emitter<boolean>();
  /** A single step was taken: time stands. */
  readonly stepped = new Emitter<void>();
  /** A person went to another time of the run. */
  readonly travelled = new Emitter<void>();
  /** Something was undone (-1) or redone (1): what. */
  readonly exchanged = new Emitter<{ readonly by: -1 | 1; readonly what: string }>();
  /** The scene is at its start again. */
  readonly restarted = new Emitter<void>();
  /** A command was sent. */
  readonly commanded = new Emitter<Command>();
  /** Something was asked of the simulation: its next frame will differ. */
  readonly asked = new Emitter<void>();
  readonly #simulation: Simulation;
  readonly #notices: Notices;
  readonly #time: TimeControls;
  readonly #travel: Travel;
  readonly #translate: Translate;

  constructor(simulation: Simulation, notices: Notices, time: TimeControls, scrub: ScrubBar, travel: Travel, translate: Translate) {
    this.#translate = translate;
    this.#simulation = simulation;
    this.#notices = notices;
    this.#time = time;
    this.#travel = travel;
    let playsOn = false; // once the bar is let go
    scrub.held.on((isHeld) => {
      if (isHeld) {
        playsOn = time.isPlaying;
        if (playsOn) this.#hold();
      } else if (playsOn) void this.#travel.settled().then(() => this.setPlaying(true));
      if (!isHeld) this.travelled.emit();
    });
    scrub.sought.on((step) => void this.seek(step));
    travel.arrived.on(() => this.asked.emit());
    travel.refused.on((error) => notices.refuse(sentenceOf(error)));
    time.exchanged.on((by) => void this.exchange(by));
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
    else if (step > 0) void this.#travel.to(step - 1);
    else this.#simulation.pause();
    this.stepped.emit();
  }

  async reset(): Promise<void> {
    if (await this.#answer(this.#simulation.reset())) this.restarted.emit();
  }

  /** Runs from the start of the scene. */
  async rerun(): Promise<void> {
    await this.reset();
    this.#time.setPlaying(true);
    this.setPlaying(true);
  }

  /** Goes to an earlier or later step; the state is the same to the bit. */
  async seek(step: number): Promise<void> {
    if (this.#time.isPlaying) this.#hold();
    this.#notices.clear('paused');
    this.asked.emit();
    await this.#travel.to(step);
    this.travelled.emit();
  }

  /** Undoes (-1) or redoes (1) what was done last. */
  async exchange(by: -1 | 1): Promise<void> {
    const { undoes, redoes } = this.#simulation;
    const what = by < 0 ? undoes : redoes;
    if (what === null) return;
    this.#notices.clear('paused');
    const asked = by < 0 ? this.#simulation.undo() : this.#simulation.redo();
    if (await this.#answer(asked)) this.exchanged.emit({ by, what });
    this.asked.emit();
  }

  // Time stands while it is led.
  #hold(): void {
    this.#simulation.pause();
    this.#time.setPlaying(false);
  }

  command(command: Command): void {
    this.#answer(this.#simulation.command(command));
    this.commanded.emit(command);
    // In a paused scene it acts with the next step; until then nothing is seen of it.
    if (command.type === 'release' || this.#time.isPlaying) return;
    this.#notices.show('paused', { tone: 'calm', seconds: 6, text: this.#translate('Time stands still: this acts when it goes on.') });
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
