// A figure: a simulation with its picture, bar of time, marks, notices and live region, in one element of any page. It has no gallery,
// no panels and no address; it knows no key outside its picture and no id. Its element holds the markup of figure.html.
//
// A page puts scenes into it (`load`, `begin`, `revise`), and listens to its events and to those of its parts.
import { part } from '../dom/elements';
import { bodyName } from '../instruments/body-name';
import { formatOnce } from '../instruments/number-format';
import { Simulation, type Engine, type Failure } from '../simulation/client';
import { Emitter } from '../simulation/emitter';
import type { Accepted, Command, Frame, LogEntry, Vector } from '../simulation/protocol';
import type { MakeIllustration } from '../viewer/illustration';
import type { Viewer } from '../viewer/viewer';
import { translatorOf, type Translate } from '../words/translate';
import { Actions } from './actions';
import { FrameLoop } from './frame-loop';
import { offerFullScreen } from './full-screen';
import { Hint } from './hint';
import { Latest } from './latest';
import { Marks } from './marks';
import { Notices } from './notices';
import { OpeningView } from './opening-view';
import { PictureAids } from './picture-aids';
import { Picture, type PictureOptions } from './picture';
import { runMarks, ImpactPeaks, type RunMark } from './run-marks';
import { SceneIllustration } from './scene-illustration';
import { addedLooks, linksOf, sceneLook, sceneText, type SceneText } from './scene-look';
import { ScrubBar } from './scrub-bar';
import { Selection, type Selected } from './selection';
import { SimulationMonitor } from './simulation-monitor';
import { StillFrame } from './still-frame';
import { TextAlternative } from './text-alternative';
import { TimeControls } from './time-controls';
import { ToolChoice } from './tool-choice';
import { Travel } from './travel';
import { WatchRequests } from './watch-requests';
import { WorldChanges, type World } from './world-changes';

const kKeptImpacts = 50; // frames with impacts

/** How a loaded scene begins. */
export type Beginning = {
  readonly plays: boolean;
  /** Where it stands if it does not play: a step, 0 for the start. */
  readonly still: number;
  readonly illustration: Promise<MakeIllustration | null>;
};

export class Figure {
  /** When the first frame of a running scene was drawn, in ms since the page was opened; null before. */
  firstFrameAt: number | null = null;
  /** The last impacts of this scene that were watched (impactLayout), one list a frame. */
  readonly impacts: Float64Array[] = [];
  /** The last impulse given in this scene. */
  lastPush: Accepted | null = null;
  readonly simulation: Simulation;
  readonly translate: Translate;
  /** In which the scene has its title and its labels. */
  sceneLang = 'en';
  readonly picture: Picture;
  readonly notices: Notices;
  readonly time: TimeControls;
  readonly tools: ToolChoice;
  readonly selection: Selection;
  readonly marks: Marks;
  readonly aids: PictureAids;
  readonly watches: WatchRequests;
  readonly actions: Actions;
  readonly opening: OpeningView;
  /** Of the requests for a scene, only the last one counts. */
  readonly requests = new Latest();
  /** A frame is on display. */
  readonly shown = new Emitter<Frame>();
  /** Another world is on display. */
  readonly worlds = new Emitter<World>();
  /** An edited scene goes on. */
  readonly revised = new Emitter<SceneText>();
  readonly #end: AbortController;
  readonly #worldChanges: WorldChanges;
  readonly #illustration: SceneIllustration;
  readonly #monitor: SimulationMonitor;
  readonly #liveRegion: TextAlternative;
  readonly #hint: Hint;
  readonly #loading: Element;
  readonly #loop: FrameLoop;
  readonly #scrub: ScrubBar;
  readonly peaks = new ImpactPeaks(); // of the run
  #runMarks: readonly RunMark[] = [];
  #markedCount = 0; // entries of the log that are marked
  #isMarkedAnew = false;
  readonly #still = new StillFrame();
  #shownStep = 0;
  #steppedFrom: number | null = null; // whose next step is to be announced

  /** Draws the empty picture while the engine still loads. Rejects when there is no engine. */
  static async create(root: Element, starting: Promise<Simulation>, options: PictureOptions): Promise<Figure> {
    const end = new AbortController();
    const notices = new Notices(root);
    const picture = new Picture(root, options, notices, end.signal);
    picture.viewer?.warmUp();
    return new Figure(root, await starting, picture, notices, end);
  }

  private constructor(root: Element, simulation: Simulation, picture: Picture, notices: Notices, end: AbortController) {
    const { viewer } = picture;
    const { signal } = end;
    const translate = translatorOf(root);
    this.#end = end;
    this.translate = translate;
    this.simulation = simulation;
    this.picture = picture;
    this.notices = notices;
    this.#illustration = new SceneIllustration(viewer);
    this.#monitor = new SimulationMonitor(root, notices);
    this.#liveRegion = new TextAlternative(root);
    this.#hint = new Hint(root, signal);
    this.#loading = part(root, 'loading');
    this.#worldChanges = new WorldChanges(simulation);
    this.selection = new Selection(simulation);
    this.watches = new WatchRequests(simulation);
    this.marks = new Marks(root, viewer, this.watches);
    this.aids = new PictureAids(root, viewer, this.watches);
    this.aids.covered.on(() => this.picture.fit());
    this.time = new TimeControls(root, signal);
    this.tools = new ToolChoice(root, viewer, signal);
    offerFullScreen(root, signal);
    this.#scrub = new ScrubBar(root, signal);
    this.actions = new Actions(simulation, notices, this.time, this.#scrub, new Travel(root, simulation, signal), translate);
    this.opening = new OpeningView(this, root);
    // Not the stage: in WebKit that is never seen inside a shadow root far down a page.
    this.#loop = new FrameLoop(root, (now, asks) => this.#drawFrame(now, asks));
    this.viewer?.invalidated.on(() => {
      this.#still.forget();
      this.#loop.nudge();
    });
    this.#listen();
    if (simulation.where === 'page') {
      const why = simulation.workerProblem ? ` (${simulation.workerProblem})` : '';
      const text = translate(
        'No Worker can start here{why}, so the simulation runs in the page itself: heavy scenes may make it stutter.',
        {
          why,
        },
      );
      notices.show('worker', { tone: 'calm', text });
    }
  }

  get viewer(): Viewer | null {
    return this.picture.viewer;
  }

  /** Aborted when the figure ends. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  get stepsPerSecond(): number {
    return this.simulation.info?.stepsPerSecond ?? 60;
  }

  /** Loads a scene, with what will be done to it, into the engine of this page or another one; `begin` lets it begin. False when another one was asked for meanwhile. Rejects with the sentence of a refusal; then the
   *  scene before runs on. */
  async load(
    fetched: Promise<unknown>,
    isLatest = this.requests.begin(),
    log: readonly LogEntry[] = [],
    engine: Engine | null = null,
  ): Promise<boolean> {
    const scene = await fetched;
    if (!isLatest()) return false;
    const edits = log.flatMap(({ command }) => (command.type === 'revise' ? [command.scene] : []));
    for (const one of [scene, ...edits]) await this.#read(one);
    if (!isLatest()) return false;
    await this.simulation.useEngine(engine);
    await this.simulation.load(scene, log);
    return isLatest();
  }

  /** The loaded scene plays, or stands still. */
  begin({ plays, still, illustration }: Beginning): SceneText {
    const text = this.#entitle();
    void this.#illustration.show(illustration);
    if (plays) this.simulation.play();
    else this.simulation.pause();
    this.time.firstStep = still;
    if (!plays && still > 0) this.simulation.step(still).catch(() => {}); // another scene came between
    this.time.hasScene = true;
    this.time.setPlaying(plays);
    this.#liveRegion.announce(`${text.title}. ${text.expect}`, this.sceneLang);
    if (this.viewer) this.#hint.show();
    this.simulation.requestFrame(performance.now()); // do not wait for the next displayed frame
    return text;
  }

  /** A scene from before is on display again, where it stood: something was undone or redone. */
  resume(illustration: Beginning['illustration']): SceneText {
    void this.#illustration.show(illustration);
    return this.#entitle();
  }

  // What is shown or set may be missing for a fault that the engine finds: its sentence comes first.
  async #read(scene: unknown): Promise<void> {
    try {
      await this.opening.read(scene);
    } catch (refusal) {
      const other = await Simulation.start().catch(() => null);
      try {
        await other?.load(scene);
      } finally {
        other?.dispose();
      }
      throw refusal;
    }
  }

  /** Goes on as an edited scene, from the current state; successive edits of one `gesture` are undone together. Rejects with the sentence of a refusal; then the scene before runs on. */
  async revise(scene: unknown, gesture: string | null = null): Promise<void> {
    await this.#read(scene);
    const isLatest = this.requests.begin();
    await this.simulation.revise(scene, gesture);
    if (isLatest()) this.revised.emit(this.#entitle());
  }

  /** Something must be drawn, or asked of the simulation. */
  wake(): void {
    this.#loop.wake();
  }

  dispose(): void {
    this.#end.abort();
    this.#loop.dispose();
    this.viewer?.dispose();
    this.simulation.dispose();
  }

  // ---- input ----

  #listen(): void {
    const { simulation, viewer, actions, selection, time, translate } = this;
    viewer?.pointerTools.commands.on((command) => actions.command(command));
    viewer?.pointerTools.clicks.on(({ body, point }) => selection.select(body, point));
    viewer?.pointerTools.turns.on((by) => selection.selectNext(by));
    time.rates.on((rate) => {
      simulation.setRate(rate);
      this.#monitor.restart();
    });
    this.tools.toggled.on((sentence) => this.#liveRegion.announce(sentence));
    time.quickened.on((sentence) => this.#liveRegion.announce(sentence));
    actions.stepped.on(() => (this.#steppedFrom = this.#shownStep));
    actions.asked.on(() => this.wake());
    actions.played.on((isPlaying) => this.#liveRegion.announce(isPlaying ? translate('Playing') : translate('Paused')));
    actions.commanded.on((command) => this.#acknowledge(command));
    actions.restarted.on(() => {
      this.#monitor.forgetScene();
      viewer?.goBack();
      this.#liveRegion.announce(translate('Back at the start'));
    });
    actions.exchanged.on(({ by, what }) => {
      const label = translate(what);
      this.#liveRegion.announce(by < 0 ? translate('Undone: {what}', { what: label }) : translate('Redone: {what}', { what: label }));
      if (what === 'edit') this.revised.emit(this.#entitle());
    });
    simulation.onHistory(() => time.showHistory(simulation.undoes, simulation.redoes));
    simulation.onBranched((step) => {
      this.peaks.cutAfter(step);
      this.#isMarkedAnew = true;
    });
    simulation.onCut((sentence) => this.notices.show('scene', { text: sentence, lang: 'en' }));
    selection.changed.on((selected) => this.#showSelection(selected));
    this.marks.changed.on(() => this.wake());
    this.aids.switched.on(() => this.wake());
    this.#worldChanges.changed.on((world) => this.#showWorld(world));
    simulation.onFrame((frame) => this.#showFrame(frame));
    simulation.onFailed((failure) => this.#showFailure(failure));
    simulation.onAccepted((accepted) => {
      if (accepted.command.type === 'impulse') this.lastPush = accepted;
    });
  }

  // A push or a drag: the invitation to push is not needed any more.
  #acknowledge({ type, body: id, impulse }: Command): void {
    if (type === 'release') return;
    const { translate } = this;
    this.#hint.hide(true);
    const body = this.selection.find(id as number);
    if (type === 'impulse' && body) {
      const places = { name: bodyName(body, translate), impulse: formatOnce(Math.hypot(...(impulse as Vector))) };
      this.#liveRegion.announce(translate('Pushed {name} with {impulse} N s', places));
    }
  }

  // ---- output ----

  #drawFrame(now: number, asks: boolean): boolean {
    const start = performance.now();
    const hasDrawn = this.picture.draw(now);
    this.#monitor.drew(performance.now() - start);
    if (hasDrawn) this.#loading.remove();
    if (hasDrawn && this.firstFrameAt === null && this.#shownStep > 0) this.firstFrameAt = performance.now();
    if (asks) this.simulation.requestFrame(now);
    return hasDrawn && this.viewer !== null;
  }

  #showFrame(frame: Frame): void {
    const now = performance.now();
    if (!this.#still.repeats(frame)) {
      this.viewer?.showFrame(frame);
      this.#still.keep(frame, this.#loop.isIdle); // after all that showing it has invalidated
    }
    this.#loop.isMoving = frame.playing || frame.step !== this.#shownStep;
    this.#shownStep = frame.step;
    if (frame.impacts && frame.impacts.length > 0) this.#keep(frame.impacts);
    this.time.showFrame(frame);
    this.#showRun(frame, now);
    this.aids.showFrame(frame);
    this.shown.emit(frame);
    this.#liveRegion.showFrame(frame, now, this.selection.body);
    this.#monitor.update(frame, now, this.time.rate, this.stepsPerSecond, (id) => this.selection.find(id));
  }

  #showRun({ step, impactPeaks, playing }: Frame, now: number): void {
    const { simulation } = this;
    if (impactPeaks) this.peaks.add(impactPeaks);
    const { log, end } = simulation.run;
    if (this.#markedCount !== log.length || this.#isMarkedAnew) {
      this.#runMarks = runMarks(log);
      this.#markedCount = log.length;
      this.#isMarkedAnew = false;
    }
    const { secondsAt, stepAt } = simulation;
    this.#scrub.show({ step, end, secondsAt, stepAt }, this.#runMarks, this.peaks, now);
    if (this.#steppedFrom === null || this.#steppedFrom === step) return;
    this.#steppedFrom = null;
    if (!playing) this.#liveRegion.announce(this.#scrub.text);
  }

  #keep(impacts: Float64Array): void {
    this.impacts.push(impacts);
    if (this.impacts.length > kKeptImpacts) this.impacts.shift();
  }

  // It takes no time once it is loaded: nothing is drawn before.
  async #dressAdded(): Promise<void> {
    const { addedBodies } = await import('./added-bodies');
    const { viewer, simulation } = this;
    if (!viewer) return;
    const looks = (): ReturnType<typeof addedLooks> => addedLooks(addedBodies(simulation.run));
    if ([...looks().values()].some(({ figure }) => figure)) viewer.bodies.figureMaker = await import('../viewer/figures');
    viewer.dressAdded(looks());
  }

  #showWorld(world: World): void {
    const { info, change } = world;
    this.#liveRegion.bodyCount = info.bodies.length;
    this.viewer?.setWorld(info, change === 'bodies' ? null : { ...sceneLook(this.simulation.scene, info), keepsView: change !== 'scene' });
    if (change === 'bodies') this.viewer?.setLinks(linksOf(this.simulation.scene, info));
    if (info.bodies.some(({ entry }) => entry < 0)) void this.#dressAdded();
    this.selection.setWorld(info, change);
    if (change === 'scene') {
      this.lastPush = null;
      this.impacts.length = 0;
      this.marks.forgetBodies();
      this.watches.forgetBodies();
    }
    if (change === 'scene' || change === 'edit') this.opening.open(this.simulation.scene, info, change === 'scene');
    if (change !== 'bodies') this.aids.restart();
    this.worlds.emit(world);
    this.wake();
  }

  #entitle(): SceneText {
    const text = sceneText(this.simulation.scene, this.translate);
    this.notices.clear('scene');
    this.notices.clear('proof');
    this.notices.clearCard();
    this.#liveRegion.title = text.title;
    this.#monitor.forgetScene();
    return text;
  }

  #showSelection({ body, isChosen, point }: Selected): void {
    const { translate } = this;
    this.viewer?.select(body);
    this.marks.select(body, point);
    this.wake();
    if (isChosen)
      this.#liveRegion.announce(body ? translate('Selected {name}', { name: bodyName(body, translate) }) : translate('No body selected'));
  }

  #showFailure({ message, recovered }: Failure): void {
    this.notices.show('engine', { text: message, lang: 'en', ...(recovered ? { seconds: 20 } : {}) });
    this.wake();
  }
}
