// Watches the running simulation: shows a notice for the flags of the step report, and the pace where time falls behind.
import { bodyName } from '../instruments/body-name';
import { noBody, stepFlags, type BodyInfo, type Frame } from '../simulation/protocol';
import { translatorOf } from '../words/translate';
import type { Notices } from './notices';
import type { PaceWatch } from './pace-watch';

export class SimulationMonitor {
  readonly #root: Element;
  readonly #notices: Notices;
  #pace: PaceWatch | null = null;
  #loading: Promise<void> | null = null;
  #lastStep = -1;
  #lastFlags = 0;

  constructor(root: Element, notices: Notices) {
    this.#root = root;
    this.#notices = notices;
  }

  /** Measures the pace anew: at another speed. */
  restart(): void {
    this.#pace?.restart();
  }

  forgetScene(): void {
    this.#pace?.forgetScene();
    this.#notices.clear('step');
  }

  /** The page took so long to draw, ms. */
  drew(milliseconds: number): void {
    this.#pace?.drew(milliseconds);
  }

  update(frame: Frame, now: number, rate: number, stepsPerSecond: number, bodies: (id: number) => BodyInfo | undefined): void {
    // A paused world repeats the report of its last step: that is announced once.
    const isNew = frame.step !== this.#lastStep || frame.report.flags !== this.#lastFlags;
    this.#lastStep = frame.step;
    this.#lastFlags = frame.report.flags;
    if (isNew && frame.report.flags !== 0) this.#announceFlags(frame, bodies);
    if (frame.droppedSteps > 0) void this.#watchPace();
    this.#pace?.update(frame, now, rate, stepsPerSecond);
  }

  #watchPace(): Promise<void> {
    this.#loading ??= import('./pace-watch').then(
      ({ PaceWatch: Watch }) => void (this.#pace = new Watch(this.#root)),
      () => void (this.#loading = null), // a network may come back
    );
    return this.#loading;
  }

  #announceFlags({ report }: Frame, bodies: (id: number) => BodyInfo | undefined): void {
    const { flags, frozenBody } = report;
    const frozen = frozenBody === noBody ? undefined : bodies(frozenBody);
    const translate = translatorOf(this.#root);
    const texts: string[] = [];
    const name = frozen ? translate('“{name}”', { name: bodyName(frozen, translate) }) : translate('A body');
    if (flags & stepFlags.nonFiniteBody) {
      texts.push(
        translate('{name} met a number that is not finite: it stands still at its last good place. Reset brings it back.', { name }),
      );
    }
    if (flags & stepFlags.bodyStoreFull) texts.push(translate('There is no room for another body.'));
    if (flags & stepFlags.staleBody) texts.push(translate('A command named a body that does not exist any more; it was left out.'));
    if (flags & stepFlags.spinTooFast) {
      texts.push(
        translate('{name} turned faster than a million radians a second: it stands still at its last good place. Reset brings it back.', {
          name,
        }),
      );
    }
    if (flags & stepFlags.pushTooStrong)
      texts.push(translate('A push would have spun its body too fast, or too many forces act at once: it was left out.'));
    if (flags & stepFlags.impactsUnseen) texts.push(translate('Too much moves too fast: some bodies may fly through others.'));
    if (flags & stepFlags.springsRough) texts.push(translate('Too many springs: some may not hold what they should.'));
    if (flags & stepFlags.impactsRough) texts.push(translate('Too much collides at once: some bodies do not bounce as they should.'));
    if (flags & stepFlags.jointsRough) texts.push(translate('Too many joints, or too fast ones: some may not hold what they should.'));
    if (flags & stepFlags.workOverload) texts.push(translate('Too many bodies touch: the simulation stopped before this step.'));
    if (flags & stepFlags.pairOverload) texts.push(translate('Too many bodies overlap: the simulation stopped before this step.'));
    if (texts.length > 0) this.#notices.show('step', { text: texts.join(' ') });
  }
}
