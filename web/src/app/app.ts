// The page: joins simulation, picture, controls and numbers. Each of them knows only itself; the connections between them are here.
import { find } from '../dom/elements';
import { bodyName } from '../instruments/body-name';
import type { Failure, Simulation } from '../simulation/client';
import type { BodyInfo, Frame, Vector, WorldInfo } from '../simulation/protocol';
import type { WorldChange } from '../simulation/world-change';
import type { Viewer } from '../viewer/viewer';
import { Actions } from './actions';
import { acceptFiles } from './file-drop';
import { FrameLoop } from './frame-loop';
import type { Gallery } from './gallery';
import { Help } from './help';
import { Hint } from './hint';
import { Laboratory } from './laboratory';
import type { Notices } from './notices';
import type { Panels } from './panels';
import type { PictureActions } from './picture';
import { showHeading } from './scene-heading';
import { SceneIllustration } from './scene-illustration';
import { entries, neighbourOf } from './scene-library';
import { sceneLook, type SceneText } from './scene-look';
import { SceneSession } from './scene-session';
import { Selection } from './selection';
import { listenForShortcuts } from './shortcuts';
import { SimulationMonitor } from './simulation-monitor';
import type { Parts } from './start';
import { TextAlternative } from './text-alternative';
import { TimeControls } from './time-controls';
import { ToolChoice } from './tool-choice';
import { readUrl } from './url-state';

const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)');
const kDefaultStepsPerSecond = 60;

export class App {
  /** When the first frame of a running scene was drawn, in ms since the page was opened; null before. */
  firstFrameAt: number | null = null;
  readonly simulation: Simulation;
  readonly viewer: Viewer | null;
  readonly session: SceneSession;
  readonly #end: AbortController;
  readonly #actions: Actions;
  readonly #notices: Notices;
  readonly #panels: Panels;
  readonly #gallery: Gallery;
  readonly #illustration: SceneIllustration;
  readonly #time: TimeControls;
  readonly #monitor: SimulationMonitor;
  readonly #laboratory: Laboratory;
  readonly #selection: Selection;
  readonly #liveRegion = new TextAlternative();
  readonly #hint = new Hint();
  readonly #loop: FrameLoop;
  #stepsPerSecond = kDefaultStepsPerSecond;
  #shownStep = 0;
  #point: Vector | null = null; // where a body was clicked: m from its centre of mass, body axes

  constructor(simulation: Simulation, { viewer, pictureActions, panels, gallery, notices, end }: Parts) {
    const { signal } = end;
    this.#end = end;
    this.simulation = simulation;
    this.viewer = viewer;
    this.#panels = panels;
    this.#gallery = gallery;
    this.#illustration = new SceneIllustration(viewer);
    this.#notices = notices;
    this.#selection = new Selection(simulation);
    this.#selection.onChanged = (body, isChosen) => this.#showSelection(body, isChosen);
    const selectNext = (by: 1 | -1): void => this.#selection.selectNext(by);
    this.#actions = new Actions(simulation, notices, {
      find: (id) => this.#selection.find(id),
      isPlaying: () => this.#time.isPlaying,
      showPlaying: (isPlaying) => this.#time.setPlaying(isPlaying),
      restarted: () => {
        this.#monitor.forgetScene();
        this.#laboratory.restartMeters();
        viewer?.goBack();
      },
      pushed: () => this.#laboratory.restartMeters(),
      touched: () => this.#hint.hide(true),
      announce: (text) => this.#liveRegion.announce(text),
      wake: () => this.#loop.wake(),
    });
    Object.assign(pictureActions, {
      push: (push) => this.#actions.push(push),
      command: (command) => this.#actions.send(command),
      select: (id, point) => {
        this.#point = point;
        this.#selection.select(id);
      },
      selectNext,
    } satisfies PictureActions);
    this.#monitor = new SimulationMonitor(notices);
    this.#laboratory = new Laboratory(simulation, viewer, panels, {
      next: selectNext,
      find: (id) => this.#selection.find(id),
      openScene: (scene) => this.session.openEdited(scene),
      seek: (step) => this.#actions.seek(step),
      announce: (text) => notices.show('command', { text, seconds: 8 }),
      wake: () => this.#loop.wake(),
    }, signal);
    this.#time = new TimeControls(
      {
        play: () => this.#actions.setPlaying(true),
        pause: () => this.#actions.setPlaying(false),
        step: () => this.#actions.step(),
        stepBack: () => this.#actions.stepBack(),
        reset: () => void this.#actions.reset(),
        setRate: (rate) => {
          simulation.setRate(rate);
          this.#monitor.restart();
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
    this.#loop = new FrameLoop(find('stage'), (now, asks) => this.#drawFrame(now, asks));
    this.#listen(signal);
    if (simulation.where === 'page') {
      const why = simulation.workerProblem ? ` (${simulation.workerProblem})` : '';
      const text = `No Worker can start here${why}, so the simulation runs in the page itself: heavy scenes may make it stutter.`;
      notices.show('worker', { tone: 'calm', text });
    }
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

  // ---- input ----

  #listen(signal: AbortSignal): void {
    const help = new Help(signal);
    const tools = new ToolChoice(this.viewer, signal);
    listenForShortcuts(
      {
        toggle: () => this.#time.toggle(),
        step: () => this.#time.step(),
        stepBack: () => this.#time.stepBack(),
        reset: () => void this.#actions.reset(),
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
        toggleTool: () => tools.toggle(),
        help: () => help.open(),
        escape: () => this.viewer?.pointerTools.cancel() || this.#selection.select(null),
      },
      signal,
    );
    acceptFiles(
      {
        open: (file, name) => void this.session.openFile(file, name),
        refuse: (text) => this.#notices.show('scene', { text }),
      },
      signal,
    );
  }

  // ---- output ----

  #drawFrame(now: number, asks: boolean): void {
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
    this.#liveRegion.showFrame(frame, now, this.#stepsPerSecond, this.#selection.body);
    this.#monitor.update(frame, now, this.#time.rate, this.#stepsPerSecond, (id) => this.#selection.find(id));
  }

  #showWorld(info: WorldInfo, change: WorldChange): void {
    this.#stepsPerSecond = info.stepsPerSecond;
    this.#liveRegion.bodyCount = info.bodies.length;
    this.viewer?.setWorld(info, change === 'bodies' ? null : { ...sceneLook(this.simulation.scene, info), keepsView: change !== 'scene' });
    this.#selection.setWorld(info, change);
    this.#laboratory.setWorld(info, change);
    this.#loop.wake();
  }

  #showOpened({ title, expect }: SceneText, id: string | null, isEdit: boolean): void {
    showHeading({ title, expect }, id);
    this.#gallery.mark(id);
    this.#panels.onChanged(); // the heading has another height
    this.#liveRegion.title = title;
    this.#monitor.forgetScene();
    if (isEdit) {
      this.#laboratory.restartMeters();
      return;
    }
    void this.#illustration.show(id);
    const plays = !readUrl().isPaused && !reducedMotion.matches;
    if (plays) this.simulation.play();
    else this.simulation.pause();
    this.#time.hasScene = true;
    this.#time.setPlaying(plays);
    this.#liveRegion.announce(`${title}. ${expect}`);
    if (this.viewer) this.#hint.show();
    this.simulation.requestFrame(performance.now()); // do not wait for the next displayed frame
  }

  #showSelection(body: BodyInfo | null, isChosen: boolean): void {
    this.viewer?.select(body);
    this.#laboratory.select(body, this.#point);
    this.#point = null;
    this.#loop.wake();
    if (body && isChosen) this.#panels.open('numbers', false);
    if (isChosen) this.#liveRegion.announce(body ? `Selected ${bodyName(body)}` : 'No body selected');
  }

  #showFailure({ message, recovered }: Failure): void {
    this.#notices.show('engine', {
      text: message,
      ...(recovered ? { seconds: 20 } : { action: { label: 'Open the first scene', run: () => void this.openScene(entries[0].id) } }),
    });
    this.#loop.wake();
  }
}
