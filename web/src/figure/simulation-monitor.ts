// Watches the running simulation and shows a notice for the flags of the step report, and where the machine is too slow for the
// scene.
import { bodyName } from '../instruments/body-name';
import { noBody, stepFlags, type BodyInfo, type Frame } from '../simulation/protocol';
import type { Notices } from './notices';
import { rateText } from './speed-scale';

const kWindowMilliseconds = 1500; // over which speed is measured
const kSlow = 0.9; // of the wanted speed: a notice follows two successive windows below it
const kSlowSeconds = 15; // how long the notice stands
const kWell = 0.96; // of the wanted speed: from here on the notice is cleared

export class SimulationMonitor {
  readonly #notices: Notices;
  #start = 0;
  #startStep = 0;
  #dropped = 0;
  #slowWindows = 0;
  #isSlowAnnounced = false; // once, until it runs well again
  #lastStep = -1;
  #lastFlags = 0;

  constructor(notices: Notices) {
    this.#notices = notices;
  }

  /** Starts the measurement anew: in another scene, at another speed, after a pause. */
  restart(): void {
    this.#start = 0;
    this.#slowWindows = 0;
  }

  forgetScene(): void {
    this.restart();
    this.#isSlowAnnounced = false;
    this.#notices.clear('slow');
    this.#notices.clear('step');
  }

  update(frame: Frame, now: number, rate: number, stepsPerSecond: number, bodies: (id: number) => BodyInfo | undefined): void {
    // A paused world repeats the report of its last step: that is announced once.
    const isNew = frame.step !== this.#lastStep || frame.report.flags !== this.#lastFlags;
    this.#lastStep = frame.step;
    this.#lastFlags = frame.report.flags;
    if (isNew && frame.report.flags !== 0) this.#announceFlags(frame, bodies);
    if (!frame.playing) return this.restart();
    if (this.#start === 0 || frame.step < this.#startStep) {
      this.#start = now;
      this.#startStep = frame.step;
      this.#dropped = 0;
      return;
    }
    this.#dropped += frame.droppedSteps;
    const elapsed = now - this.#start;
    if (elapsed < kWindowMilliseconds) return;
    const reached = (frame.step - this.#startStep) / ((elapsed / 1000) * stepsPerSecond);
    const isSlow = reached < kSlow * rate && this.#dropped > 0;
    this.#slowWindows = isSlow ? this.#slowWindows + 1 : 0;
    this.#start = 0;
    if (this.#slowWindows >= 2 && !this.#isSlowAnnounced) {
      this.#isSlowAnnounced = true;
      const instead = rate === 1 ? '' : ` instead of ${rateText(rate)}`;
      this.#notices.show('slow', {
        tone: 'calm',
        seconds: kSlowSeconds,
        text: `Running at ${rateText(reached)}${instead}: too heavy for this machine.`,
      });
    } else if (reached > kWell * rate) {
      this.#isSlowAnnounced = false;
      this.#notices.clear('slow');
    }
  }

  #announceFlags({ report }: Frame, bodies: (id: number) => BodyInfo | undefined): void {
    const { flags, frozenBody } = report;
    const frozen = frozenBody === noBody ? undefined : bodies(frozenBody);
    const texts: string[] = [];
    if (flags & stepFlags.nonFiniteBody) {
      const name = frozen ? `“${bodyName(frozen)}”` : 'A body';
      texts.push(`${name} met a number that is not finite: it stands still at its last good place. Reset brings it back.`);
    }
    if (flags & stepFlags.bodyStoreFull) texts.push('There is no room for another body.');
    if (flags & stepFlags.staleBody) texts.push('A command named a body that does not exist any more; it was left out.');
    if (flags & stepFlags.spinTooFast) {
      texts.push(
        `${frozen ? `“${bodyName(frozen)}”` : 'A body'} turned faster than a million radians a second: it stands still at its last good place. Reset brings it back.`,
      );
    }
    if (flags & stepFlags.pushTooStrong)
      texts.push('A push would have spun its body too fast, or too many forces act at once: it was left out.');
    if (flags & stepFlags.impactsUnseen) texts.push('Too much moves too fast: some bodies may fly through others.');
    if (flags & stepFlags.springsRough) texts.push('Too many springs: some may not hold what they should.');
    if (flags & stepFlags.workOverload) texts.push('Too many bodies touch: the simulation stopped before this step.');
    if (flags & stepFlags.pairOverload) texts.push('Too many bodies overlap: the simulation stopped before this step.');
    if (texts.length > 0) this.#notices.show('step', { text: texts.join(' ') });
  }
}
