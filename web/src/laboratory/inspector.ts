// The panel of numbers: the selected body with the switches of its arrows, marks in the picture, a point, meters, and all
// bodies together. It is updated ten times a second: nobody reads faster, and digits stay still.
import '../../styles/numbers.css';
import { find, setText } from '../dom/elements';
import type { Figure } from '../figure/figure';
import { AboutReadout } from '../instruments/about-readout';
import { bodyName } from '../instruments/body-name';
import { BodyReadout } from '../instruments/body-readout';
import { MarkReadout } from '../instruments/mark-readout';
import { MeterReadout } from '../instruments/meter-readout';
import { formatShort } from '../instruments/number-format';
import { PointReadout } from '../instruments/point-readout';
import { quantities } from '../instruments/quantities';
import { showHints } from '../dom/hint-tips';
import { TransformReadout } from './transform-readout';
import { WorldReadout } from '../instruments/world-readout';
import type { NumbersSection } from '../figure/scene-show';
import { Emitter } from '../simulation/emitter';
import type { BodyInfo, Frame } from '../simulation/protocol';
import type { Scale } from '../viewer/mark-painter';
import { marks as markNames, type Mark } from '../viewer/readouts';

const kReadMilliseconds = 100;

export class Inspector {
  /** A quantity is to be plotted. */
  readonly plots = new Emitter<string>();
  readonly #name = find('body-name');
  readonly #about = find('body-about');
  readonly #body: BodyReadout;
  readonly #marks: MarkReadout;
  readonly #point: PointReadout;
  readonly #aboutPoint: AboutReadout;
  readonly #transform = new TransformReadout();
  readonly #meters: MeterReadout;
  readonly #world: WorldReadout;
  readonly #emptyText = this.#about.textContent ?? '';
  readonly #viewer: Figure['viewer'];
  readonly #simulation: Figure['simulation'];
  readonly #figureMarks: Figure['marks'];
  readonly #follow: HTMLInputElement;
  #selected: BodyInfo | null = null;
  #lastRead = 0;
  #lastStep = -1;

  constructor({ marks, viewer, aids, simulation, worlds }: Figure, signal: AbortSignal) {
    showHints(signal);
    this.#viewer = viewer;
    this.#simulation = simulation;
    this.#figureMarks = marks;
    this.#body = new BodyReadout(find('body-rows'), this.#about);
    this.#marks = new MarkReadout(find('mark-rows'));
    this.#point = new PointReadout(find('point-place'), find('point-rows'));
    this.#aboutPoint = new AboutReadout(find('about-place'), find('about-rows'));
    this.#meters = new MeterReadout(find('meter-rows'));
    this.#world = new WorldReadout(find('world-rows'), find('world-counts'));
    find('body-rows').parentElement!.after(this.#transform.element);
    this.#transform.element.addEventListener('toggle', () => (this.#lastRead = 0), { signal });
    for (const readout of [this.#body, this.#meters, this.#world]) readout.plots.on((quantity) => this.plots.emit(quantity));
    this.#body.marks.on(({ mark, isShown }) => marks.toggle(mark, isShown));
    this.#marks.marks.on(({ mark, isShown }) => marks.toggle(mark, isShown));
    this.#point.marked.on((isShown) => marks.toggle('point', isShown));
    this.#point.points.on((point) => (marks.point = point));
    this.#aboutPoint.marked.on((isShown) => marks.toggle('about', isShown));
    this.#aboutPoint.points.on((point) => (marks.about = point));
    marks.aboutPoints.on((point) => this.#aboutPoint.setPoint(point));
    this.#aboutPoint.setPoint(marks.about);
    marks.switched.on(({ mark, isOn }) => this.#setMark(mark, isOn));
    for (const mark of markNames) this.#setMark(mark, marks.isOn(mark));
    marks.points.on((point) => this.#point.setPoint(point));
    marks.scaled.on((scale) => this.#showScale(scale));
    marks.scales.forEach((perMetre, name) => this.#showScale({ name, perMetre }));
    if (marks.point) this.#point.setPoint(marks.point);
    const bind = (id: string, isOn: boolean, act: (isOn: boolean) => unknown): HTMLInputElement => {
      const box = find<HTMLInputElement>(id);
      box.checked = isOn; // a reload keeps boxes as they were
      box.addEventListener('change', () => act(box.checked), { signal });
      return box;
    };
    this.#follow = bind('follow', viewer?.follows ?? false, (follows) => viewer && (viewer.follows = follows));
    const allBodies = bind('all-bodies', marks.isForAll, (isForAll) => (marks.isForAll = isForAll));
    const switches = {
      energyBars: bind('energy-bars', aids.isOn('energyBars'), (isOn) => aids.toggle('energyBars', isOn)),
      graphPaper: bind('graph-paper', aids.isOn('graphPaper'), (isOn) => aids.toggle('graphPaper', isOn)),
      joints: bind('joints', aids.isOn('joints'), (isOn) => aids.toggle('joints', isOn)),
    };
    const offerJoints = (): void => {
      switches.joints.parentElement!.hidden = (simulation.info?.jointNames.length ?? 0) === 0;
    };
    offerJoints();
    worlds.on(offerJoints);
    aids.switched.on(({ name, isOn }) => (switches[name].checked = isOn));
    marks.widened.on((isForAll) => (allBodies.checked = isForAll));
  }

  select(body: BodyInfo | null): void {
    this.#selected = body;
    find('numbers').toggleAttribute('data-empty', body === null);
    setText(this.#name, body ? bodyName(body) : 'No body selected');
    if (body) this.#body.describe(body);
    else {
      setText(this.#about, this.#emptyText);
      for (const part of [this.#body, this.#marks, this.#transform, this.#point, this.#aboutPoint, this.#meters]) part.showNothing();
    }
    this.#meters.restart();
    this.#lastRead = 0;
  }

  /** Opens sections, and shows the first of them. */
  unfold(sections: readonly NumbersSection[]): void {
    for (const name of sections) find<HTMLDetailsElement>(name).open = true;
    if (sections[0] !== undefined) find(sections[0]).scrollIntoView({ block: 'start' });
  }

  /** Conserved quantities have a new reference: after a push, or in another scene. */
  restartMeters(): void {
    this.#meters.restart();
  }

  showFrame(frame: Frame, now: number, stepsPerSecond: number): void {
    if (frame.step === this.#lastStep && now - this.#lastRead < kReadMilliseconds * 5) return;
    if (frame.playing && now - this.#lastRead < kReadMilliseconds) return;
    this.#lastRead = now;
    this.#lastStep = frame.step;
    this.#follow.checked = this.#viewer?.follows ?? false;
    const { state, details } = frame;
    const body = this.#selected;
    if (body && state?.id === body.id) {
      this.#body.show(body, state, details, stepsPerSecond);
      this.#marks.show(body, state, details);
      this.#meters.show(state);
      this.#transform.show(state);
      if (details) this.#point.show(body, details, stepsPerSecond);
      if (details) this.#aboutPoint.show(body, details, stepsPerSecond, this.#figureMarks.about);
    }
    this.#world.show(frame.measures, frame.report, this.#simulation.info?.bodies.length ?? 0); // before the first step its report knows none
  }

  #setMark(mark: Mark, isOn: boolean): void {
    if (mark === 'point') this.#point.setMark(isOn);
    else if (mark === 'about') this.#aboutPoint.setMark(isOn);
    else for (const readout of [this.#body, this.#marks]) readout.setMark(mark, isOn);
  }

  #showScale({ name, perMetre }: Scale): void {
    if (name === 'impulse') return;
    this.#body.showScale(name, perMetre > 0 ? `1 m ≙ ${formatShort(perMetre)} ${quantities[name].unit}` : '');
  }
}
