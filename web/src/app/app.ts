// The page: joins simulation, picture, controls and numbers. Each of them knows only itself; what follows from what is here.
import { bodyName } from '../instruments/body-name';
import { formatOnce } from '../instruments/number-format';
import type { Failure, Simulation } from '../simulation/client';
import type { BodyInfo, Command, Frame, Vector, WorldInfo } from '../simulation/protocol';
import type { Viewer } from '../viewer/viewer';
import { find, setText } from './elements';
import { acceptFiles } from './file-drop';
import { FrameLoop } from './frame-loop';
import { Gallery } from './gallery';
import { Health } from './health';
import { Help } from './help';
import { Hint } from './hint';
import { Laboratory } from './laboratory';
import type { Notices } from './notices';
import { Panels } from './panels';
import { createPicture, noActions, type PictureActions } from './picture';
import { checkOf, entries, neighbourOf } from './scene-library';
import { sceneLook, type SceneText } from './scene-look';
import { SceneSession, sentenceOf, type WorldChange } from './scene-session';
import { Selection } from './selection';
import { listenForShortcuts } from './shortcuts';
import { TextAlternative } from './text-alternative';
import { TimeControls } from './time-controls';
import { readUrl, replacePaused, wholePageUrl, type UrlState } from './url-state';

const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
const kDefaultStepsPerSecond = 60;

/** What stands before the engine is there. */
type Parts = {
  readonly viewer: Viewer | null;
  readonly actions: PictureActions;
  readonly panels: Panels;
  readonly gallery: Gallery;
  readonly notices: Notices;
  readonly end: AbortController;
};

export class App {
  /** When the first frame of a running scene was drawn, in ms since the page was opened; null before. */
  firstFrameAt: number | null = null;
  readonly simulation: Simulation;
  readonly viewer: Viewer | null;
  readonly session: SceneSession;
  readonly #end: AbortController;
  readonly #notices: Notices;
  readonly #panels: Panels;
  readonly #gallery: Gallery;
  readonly #time: TimeControls;
  readonly #health: Health;
  readonly #laboratory: Laboratory;
  readonly #selection: Selection;
  readonly #words = new TextAlternative();
  readonly #hint = new Hint();
  readonly #loop: FrameLoop;
  #stepsPerSecond = kDefaultStepsPerSecond;
  #shownStep = 0;
  #point: Vector | null = null; // where a body was clicked: m from its centre of mass, body axes

  private constructor(simulation: Simulation, { viewer, actions, panels, gallery, notices, end }: Parts) {
    const { signal } = end;
    this.#end = end;
    this.simulation = simulation;
    this.viewer = viewer;
    this.#panels = panels;
    this.#gallery = gallery;
    this.#notices = notices;
    this.#selection = new Selection(simulation);
    this.#selection.onChanged = (body, isChosen) => this.#showSelection(body, isChosen);
    const selectNext = (by: 1 | -1): void => this.#selection.selectNext(by);
    actions.push = (push) => this.#push(push);
    actions.command = (command) => this.#send(command);
    actions.select = (id, point) => {
      this.#point = point;
      this.#selection.select(id);
    };
    actions.selectNext = selectNext;
    this.#health = new Health(notices);
    this.#laboratory = new Laboratory(simulation, viewer, panels, {
      next: selectNext,
      find: (id) => this.#selection.find(id),
      openScene: (scene) => this.session.openEdited(scene),
      seek: (step) => this.#seek(step),
      say: (text) => notices.show('command', { text, seconds: 8 }),
      wake: () => this.#loop.wake(),
    }, signal);
    this.#time = new TimeControls(
      {
        play: () => this.#setPlaying(true),
        pause: () => this.#setPlaying(false),
        step: () => this.#step(),
        stepBack: () => this.#stepBack(),
        reset: () => void this.#reset(),
        setRate: (rate) => {
          simulation.setRate(rate);
          this.#health.restart();
        },
      },
      signal,
    );
    this.session = new SceneSession(
      simulation,
      notices,
      {
        showWorld: (info, change) => this.#showWorld(info, change),
        opened: (text, id, isEdit) => this.#showOpened(text, id, isEdit),
        showGallery: () => this.#panels.open('gallery'),
      },
      signal,
    );
    simulation.onFrame((frame) => this.#showFrame(frame));
    simulation.onFailed((failure) => this.#showFailure(failure));
    this.#loop = new FrameLoop(find('stage'), (now, asks) => this.#beat(now, asks));
    this.#listen(signal);
    if (simulation.where === 'page') {
      const why = simulation.workerProblem ? ` (${simulation.workerProblem})` : '';
      const text = `No Worker can start here${why}, so the simulation runs in the page itself: heavy scenes may make it stutter.`;
      notices.show('worker', { tone: 'calm', text });
    }
  }

  /** Makes the picture ready while the engine starts, then joins them. Rejects when there is no engine. */
  static async start(starting: Promise<Simulation>, notices: Notices, url: UrlState): Promise<App> {
    const end = new AbortController();
    const panels = new Panels(end.signal, url.isEmbed);
    const actions = noActions();
    let app: App | null = null;
    const gallery = new Gallery((id) => {
      void app?.openScene(id);
      return app !== null;
    }, end.signal);
    const viewer = createPicture(actions, window.self !== window.top, panels, notices, end.signal);
    viewer?.warmUp();
    app = new App(await starting, { viewer, actions, panels, gallery, notices, end });
    return app;
  }

  /** A scene of the list. True when it is open. */
  openScene(id: string): Promise<boolean> {
    if (this.#panels.isNarrow) this.#panels.close('gallery');
    return this.session.open(id);
  }

  dispose(): void {
    this.#end.abort();
    this.#loop.dispose();
    this.viewer?.dispose();
    this.simulation.dispose();
  }

  // ---- what people ask for ----

  #listen(signal: AbortSignal): void {
    const help = new Help(signal);
    const tools = [...find('tools').querySelectorAll<HTMLInputElement>('input')];
    const useTool = (): void => {
      const tool = tools.find((input) => input.checked)?.value;
      if (this.viewer) this.viewer.hands.tool = tool === 'drag' ? 'drag' : 'push';
    };
    useTool(); // a reload keeps the radio buttons as they were
    find('tools').addEventListener('change', useTool, { signal });
    listenForShortcuts(
      {
        toggle: () => this.#time.toggle(),
        step: () => this.#time.step(),
        stepBack: () => this.#time.stepBack(),
        reset: () => void this.#reset(),
        faster: (by) => this.#time.faster(by),
        normalSpeed: () => this.#time.setRate(1),
        openScene: (index) => entries[index] && void this.openScene(entries[index].id),
        openNext: (by) => void this.openScene(neighbourOf(readUrl().scene ?? entries[0].id, by)),
        toggleGallery: () => {
          this.#panels.toggle('gallery');
          if (this.#panels.isOpen('gallery')) this.#gallery.focus();
        },
        toggleNumbers: () => this.#panels.toggle('numbers'),
        toggleLab: () => this.#panels.toggle('lab'),
        toggleTool: () => {
          const other = tools.find((input) => !input.checked);
          if (other) other.checked = true;
          useTool();
        },
        help: () => help.open(),
        escape: () => this.viewer?.hands.cancel() || this.#selection.select(null),
      },
      signal,
    );
    acceptFiles(
      {
        open: (scene, fileName) => void this.session.openOther(scene, fileName),
        refuse: (text) => this.#notices.show('scene', { text }),
      },
      signal,
    );
  }

  #setPlaying(isPlaying: boolean): void {
    if (isPlaying) this.simulation.play();
    else this.simulation.pause();
    replacePaused(!isPlaying);
    this.#notices.clear('paused');
    this.#loop.wake();
    this.#words.say(isPlaying ? 'Playing' : 'Paused');
  }

  #step(): void {
    this.#answer(this.simulation.step(1));
    replacePaused(true);
  }

  #stepBack(): void {
    const step = this.simulation.frame?.step ?? 0;
    if (step > 0) this.#answer(this.simulation.rewind(step - 1));
    else this.simulation.pause();
    replacePaused(true);
  }

  async #reset(): Promise<void> {
    if (!(await this.#answer(this.simulation.reset()))) return;
    this.#health.forgetScene();
    this.#laboratory.restartMeters();
    this.viewer?.goBack();
    this.#words.say('Back at the start');
  }

  // To a step that has been, or one ahead: the same bits come out.
  async #seek(step: number): Promise<void> {
    const present = this.simulation.frame?.step ?? 0;
    this.#setPlaying(false);
    this.#time.setPlaying(false);
    await this.#answer(step <= present ? this.simulation.rewind(step) : this.simulation.step(step - present));
  }

  #push(push: { body: number; impulse: Vector; point: Vector }): void {
    this.#answer(this.simulation.push(push));
    this.#laboratory.restartMeters();
    this.#hint.hide(true);
    const body = this.#selection.find(push.body);
    const size = formatOnce(Math.hypot(...push.impulse));
    if (body) this.#words.say(`Pushed ${bodyName(body)} with ${size} N s`);
    this.#tellPaused();
  }

  // What hands do while time stands still is kept for the next step, and nothing is seen of it.
  #tellPaused(): void {
    if (this.#time.isPlaying) return;
    this.#notices.show('paused', { tone: 'calm', seconds: 6, text: 'Time stands still: this acts when it goes on.' });
  }

  #send(command: Command): void {
    this.#answer(this.simulation.command(command));
    if (command.type !== 'drag') return;
    this.#hint.hide(true);
    this.#tellPaused();
  }

  // A refusal is a sentence on the page; true when there was none.
  async #answer(asked: Promise<unknown>): Promise<boolean> {
    this.#loop.wake();
    try {
      await asked;
      return true;
    } catch (error) {
      this.#notices.show('command', { text: sentenceOf(error), seconds: 8 });
      return false;
    }
  }

  // ---- what is to be seen ----

  #beat(now: number, asks: boolean): void {
    const hasDrawn = this.viewer?.draw(now) ?? true;
    if (hasDrawn && this.firstFrameAt === null && this.#shownStep > 0) this.firstFrameAt = performance.now();
    if (asks) this.simulation.requestFrame(now);
  }

  #showFrame(frame: Frame): void {
    const now = performance.now();
    if (this.viewer) this.viewer.showFrame(frame);
    this.#loop.isMoving = frame.playing || frame.step !== this.#shownStep;
    this.#shownStep = frame.step;
    this.#time.showFrame(frame, this.#stepsPerSecond);
    this.#laboratory.showFrame(frame, now, this.#stepsPerSecond);
    this.#words.showFrame(frame, now, this.#stepsPerSecond, this.#selection.body);
    this.#health.look(frame, now, this.#time.rate, this.#stepsPerSecond, (id) => this.#selection.find(id));
  }

  #showWorld(info: WorldInfo, change: WorldChange): void {
    this.#stepsPerSecond = info.stepsPerSecond;
    this.#words.bodyCount = info.bodies.length;
    this.viewer?.setWorld(info, change === 'bodies' ? null : { ...sceneLook(this.simulation.scene, info), keepsView: change === 'edit' });
    this.#selection.setWorld(info, change === 'scene');
    this.#laboratory.setWorld(info, change);
    this.#loop.wake();
  }

  #showOpened({ title, expect }: SceneText, id: string | null, isEdit: boolean): void {
    setText(find('title'), title);
    setText(find('expect'), expect);
    setText(find('check'), checkOf(id));
    document.title = `${title} · Tumble`;
    this.#gallery.mark(id);
    this.#panels.onChanged(); // the heading has another height
    this.#words.title = title;
    this.#health.forgetScene();
    if (isEdit) {
      this.#laboratory.restartMeters();
      return;
    }
    find<HTMLAnchorElement>('open-whole').href = wholePageUrl();
    const plays = !readUrl().isPaused && !reducedMotion.matches;
    if (plays) this.simulation.play();
    else this.simulation.pause();
    this.#time.hasScene = true;
    this.#time.setPlaying(plays);
    this.#words.say(`${title}. ${expect}`);
    if (this.viewer) this.#hint.show();
    this.simulation.requestFrame(performance.now()); // do not wait for the next beat
  }

  #showSelection(body: BodyInfo | null, isChosen: boolean): void {
    this.viewer?.select(body);
    this.#laboratory.select(body, this.#point);
    this.#point = null;
    this.#loop.wake();
    if (body && isChosen) this.#panels.open('numbers', false);
    if (isChosen) this.#words.say(body ? `Selected ${bodyName(body)}` : 'No body selected');
  }

  #showFailure({ message, recovered }: Failure): void {
    this.#notices.show('engine', {
      text: message,
      ...(recovered ? { seconds: 20 } : { action: { label: 'Open the first scene', run: () => void this.openScene(entries[0].id) } }),
    });
    this.#loop.wake();
  }
}
