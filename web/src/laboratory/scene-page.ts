// The page that edits the scene: by fields or as text, with undo and redo, saving and opening. An accepted change takes effect at
// once, and everything else goes on. A refusal is shown in place, and the scene before it runs on.
import { find, make } from '../dom/elements';
import type { Figure } from '../figure/figure';
import type { Action } from '../figure/notices';
import { saveText } from '../instruments/plot-view';
import { goneText } from '../scene-editor/gone-text';
import { SceneForm, type Edit } from '../scene-editor/scene-form';
import { writeScene } from '../scene-editor/scene-text';
import { TextEditor } from '../scene-editor/text-editor';
import { sentenceOf } from '../simulation/problems';
import { recordRun, writeRun } from '../simulation/run-file';
import type { BodyInfo, Frame, WorldInfo } from '../simulation/protocol';
import type { WorldChange } from '../simulation/world-change';
import { asList, asObject } from '../simulation/scene-path';
import type { LabPage, LabTools } from './lab-context';
import { Connecting } from './connecting';
import { JointMeter } from './joint-meter';
import { JointPreview } from './joint-preview';
import { BodiesBeside } from './new-body';

const kLargestText = 400_000; // characters: more is slow to edit in a text area

export class ScenePage implements LabPage {
  readonly element = make('div', { class: 'lab-page lab-page-full' });
  readonly #figure: Figure;
  readonly #edited: () => void;
  readonly #form: SceneForm;
  readonly #preview: JointPreview;
  readonly #connecting: Connecting;
  readonly #meter: JointMeter;
  readonly #status = make('p', { class: 'unseen', role: 'status' });
  readonly #editor = new TextEditor();
  readonly #undo = this.#button('Undo', () => void this.#exchange(-1)) as HTMLButtonElement;
  readonly #redo = this.#button('Redo', () => void this.#exchange(1)) as HTMLButtonElement;
  readonly #refusal = make('p', { class: 'form-refusal', role: 'alert', hidden: '' });
  readonly #asText = make('input', { type: 'checkbox', role: 'switch' }) as HTMLInputElement;
  #scene: unknown = null;
  #joint: number | null = null; // whose fields are in sight: its index
  #hasSelected = false; // a body, in the picture
  #offersUndo = false; // of an edit, in a note
  #note = ''; // on the joint that is about to be made
  #waiting = 0; // edits that the engine has not answered yet
  #isShown = false;

  constructor({ figure, edited, plotOfJoint, signal }: LabTools) {
    this.#figure = figure;
    this.#edited = edited;
    this.#preview = new JointPreview(figure, signal);
    this.#connecting = new Connecting(figure, this.#preview);
    this.#meter = new JointMeter(figure);
    this.#form = new SceneForm(new BodiesBeside(figure), [this.#connecting.form.element, this.#meter.element]);
    this.#form.connects.on(() => this.#connecting.begin());
    this.#connecting.cancelled.on(() => this.#form.focusConnect());
    this.#form.jointShown.on((index) => {
      this.#joint = index;
      this.#showJoint();
    });
    this.#meter.plots.on(({ quantity, joint }) => plotOfJoint(quantity, joint));
    this.#connecting.made.on(({ joint, note }) => {
      this.#note = note;
      this.#form.addJoint(joint);
    });
    figure.simulation.onHistory(() => this.#showHistory());
    this.select(figure.selection.body, true);
    this.#form.edits.on((edit) => void this.#change(edit));
    this.#form.unread.on((path) => {
      this.#form.markRefused(path);
      this.#refuse(`${path}: this is not a number; write it as 0.35`);
    });
    this.#editor.edits.on(async (scene) => this.#editor.answer(scene, await this.#run(scene, 'text')));
    this.#asText.addEventListener('change', () => {
      this.#takeBack();
      this.#showKind();
    });
    const save = this.#button('Save', () => saveText(`${titleOf(this.#scene)}.json`, `${writeScene(this.#scene)}\n`, 'application/json'));
    const saveRun = this.#button('Save run', () => void this.#saveRun());
    saveRun.title = 'Scene, everything done to it until now, and the step: opens here at that step';
    const open = this.#button('Open…', () => find('file').click());
    const newScene = this.#button('New', () => find('new-scene').click());
    this.element.append(
      make(
        'div',
        { class: 'lab-row scene-bar' },
        this.#undo,
        this.#redo,
        save,
        saveRun,
        open,
        newScene,
        make('label', { class: 'lab-check' }, this.#asText, ' as text'),
      ),
      this.#refusal,
      this.#status,
      this.#form.element,
      this.#editor.element,
    );
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.#showKind();
    this.#showHistory();
  }

  setShown(isShown: boolean): void {
    this.#isShown = isShown;
    if (isShown) this.#adopt();
    else {
      this.#editor.rest();
      this.#connecting.end();
    }
    this.#showJoint();
  }

  showFrame(frame: Frame, now: number): void {
    this.#connecting.showFrame(frame);
    if (this.#isShown) this.#meter.showFrame(frame, now);
  }

  setWorld(_info: WorldInfo, change: WorldChange): void {
    if (change === 'scene') this.#connecting.end();
    if (change === 'scene' || change === 'edit') this.#figure.notices.clear('command'); // what it said of the scene before
    if ((change === 'scene' || change === 'edit') && this.#isShown) this.#adopt();
    this.#connecting.update();
  }

  // The body in the form is chosen apart from the one in the picture, which is said anew after each edit.
  select(body: BodyInfo | null, isChosen: boolean): void {
    if (body && (isChosen || !this.#hasSelected)) this.#form.selectEntry(body.entry);
    this.#hasSelected = body !== null;
  }

  // Another scene was opened elsewhere, this one was changed there, or time went to where it was another one.
  #adopt(): void {
    const { scene } = this.#figure.simulation;
    if (scene === undefined || scene === this.#scene || this.#waiting > 0) return;
    this.#show(scene, null);
    this.#takeBack();
  }

  // What was refused in the form is no longer to be seen.
  #takeBack(): void {
    this.#refuse(null);
    this.#form.markRefused(null);
    this.#form.show(this.#scene);
  }

  #showJoint(): void {
    this.#preview.chosen = this.#meter.joint = this.#isShown ? this.#joint : null;
  }

  #showHistory(): void {
    if (this.#offersUndo) this.#figure.notices.clear('command'); // it would undo something else
    this.#offersUndo = false;
    const { undoes, redoes } = this.#figure.simulation;
    this.#undo.disabled = undoes === null;
    this.#redo.disabled = redoes === null;
    this.#undo.title = undoes === null ? '' : `Undo ${undoes}`;
    this.#redo.title = redoes === null ? '' : `Redo ${redoes}`;
  }

  #show(scene: unknown, by: 'text' | 'form' | null): void {
    this.#scene = scene;
    this.#form.show(scene);
    if (by !== 'text')
      this.#editor.show(
        writeScene(scene).length <= kLargestText ? scene : { tooLarge: 'This scene is too large to be edited as text here.' },
      );
  }

  async #change({ scene, path, added, joint }: Edit): Promise<void> {
    const before = forcesOf(this.#scene);
    const told = goneText(this.#scene, scene, path);
    const refusal = await this.#run(scene, 'form');
    this.#form.markRefused(refusal ? (refusal.split(': ')[0] ?? path) : null);
    if (refusal !== null) this.#form.restoreChoices();
    const { aids, marks, selection, simulation } = this.#figure;
    if (refusal !== null || simulation.scene !== scene) return;
    // What is new is seen.
    const body = simulation.info?.bodies.find(({ entry }) => entry === added);
    if (body) selection.show(body, null);
    if (forcesOf(scene) > before) marks.toggle('appliedForces', true);
    if (told) {
      this.#report(told, { label: 'Undo', run: () => void this.#exchange(-1) });
      this.#offersUndo = true;
    }
    if (joint === undefined) return;
    aids.toggle('joints', true);
    this.#connecting.end();
    this.#form.selectJoint(joint, true);
    const { name } = asObject(asList(asObject(scene).joints)[joint]);
    if (this.#note) this.#report(this.#note);
    this.#status.textContent = `${String(name)} is there. ${this.#note}`;
    this.#note = '';
  }

  #report(text: string, action?: Action): void {
    this.#status.textContent = text;
    this.#figure.notices.show('command', { tone: 'calm', text, ...(action && { action }) });
  }

  // Null when the engine accepts it; else the sentence of the refusal.
  async #run(scene: unknown, by: 'text' | 'form'): Promise<string | null> {
    this.#scene = scene; // the next edit starts from this scene, also before the answer has come
    this.#waiting += 1;
    try {
      await this.#figure.revise(scene);
    } catch (error) {
      if (this.#scene === scene) this.#scene = this.#figure.simulation.scene;
      if (by === 'form') this.#form.scene = this.#scene;
      const sentence = sentenceOf(error);
      if (by === 'form') this.#refuse(sentence);
      return sentence;
    } finally {
      this.#waiting -= 1;
    }
    if (this.#figure.simulation.scene !== scene) {
      this.#adopt(); // another one was opened meanwhile
      return null;
    }
    this.#edited();
    this.#refuse(null);
    if (this.#scene === scene) this.#show(scene, by);
    return null;
  }

  async #saveRun(): Promise<void> {
    const { simulation } = this.#figure;
    try {
      const run = await recordRun(simulation);
      saveText(`${titleOf(simulation.scene)}, step ${run.steps}.run.json`, writeRun(run), 'application/json');
    } catch (error) {
      this.#figure.notices.refuse(sentenceOf(error));
    }
  }

  // The history of the run, of which edits are a part.
  async #exchange(by: -1 | 1): Promise<void> {
    await this.#figure.actions.exchange(by);
    if (this.#isShown) this.#adopt();
  }

  #refuse(sentence: string | null): void {
    this.#refusal.textContent = sentence ?? '';
    this.#refusal.hidden = sentence === null;
  }

  #showKind(): void {
    this.#form.element.hidden = this.#asText.checked;
    this.#editor.element.hidden = !this.#asText.checked;
  }

  #key(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || this.#editor.hasFocus) return;
    event.preventDefault();
    void this.#exchange(event.shiftKey ? 1 : -1);
  }

  #button(text: string, act: () => void): HTMLElement {
    const button = make('button', { type: 'button', class: 'button button-outlined' }, text);
    button.addEventListener('click', act);
    return button;
  }
}

const forcesOf = (scene: unknown): number => asList(asObject(scene).forces).length;
const titleOf = (scene: unknown): string => {
  const title = (scene as { title?: unknown } | null)?.title;
  return typeof title === 'string' && title.trim() !== '' ? title : 'scene';
};
