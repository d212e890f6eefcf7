// Keeps what a person made: the versions of the scene on display, and edited scenes in the storage of this browser, each under an id that
// its address names. It loads with the first edit, file or kept scene. Nothing of it leaves the machine.
import type { Figure } from '../figure/figure';
import { sceneText } from '../figure/scene-look';
import { SceneVersions } from '../scene-editor/scene-versions';
import { Emitter } from '../simulation/emitter';
import { sentenceOf } from '../simulation/problems';
import { exactText } from '../simulation/run-file';
import { storageOf } from './browser-storage';
import { KeptScenes, type KeptScene, type KeptTitle } from './kept-scenes';
import { fetchScene, isKnown } from '../catalog/scene-library';
import type { SceneOpener } from './scene-opener';
import { pushScene, replaceScene } from './url-state';
import { YourScenes } from './your-scenes';

const kNotStored =
  'This browser does not keep what you edit (its storage is full or switched off, or the scene is too large): it lasts until the page is closed. “Save” gives it as a file.';
const kMissing = 'The edited scene of this address is not kept in this browser: what is edited stays on its machine, and the oldest goes.';

const newId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('');

export class Keeper {
  readonly versions = new SceneVersions();
  /** Another list of edited scenes. */
  readonly changed = new Emitter<void>();
  readonly #figure: Figure;
  readonly #scenes: SceneOpener;
  readonly #edited = new KeptScenes(storageOf('localStorage'));
  readonly #opened = new KeptScenes(storageOf('sessionStorage')); // from files
  #isTold = false;

  constructor(figure: Figure, scenes: SceneOpener) {
    this.#figure = figure;
    this.#scenes = scenes;
    const begin = (): void => this.versions.begin([figure.simulation.scene]);
    if (figure.simulation.scene !== undefined) begin();
    scenes.opened.on((opened) => {
      if (opened.kept === null) begin();
    });
    this.versions.edited.on(() => this.#keep());
    new YourScenes(this, scenes);
  }

  /** Edited scenes, the newest first. */
  list(): readonly KeptTitle[] {
    return this.#edited.list();
  }

  /** Opens a kept scene; `from`: the scene of the gallery that it was made from, which is opened where it is not kept, or cannot be read. */
  async open(id: string, from: string | null, isLatest: () => boolean): Promise<boolean> {
    let why = kMissing;
    try {
      const kept = this.#edited.read(id) ?? this.#opened.read(id);
      if (kept) return await this.#load(kept, isLatest);
    } catch (error) {
      why = `Your edited scene cannot be opened: ${sentenceOf(error)}`;
    }
    if (!isLatest()) return false;
    if (from === null || !isKnown(from)) {
      this.#scenes.showMissing(why);
      return false;
    }
    if (!(await this.#figure.load(fetchScene(from), isLatest))) return false;
    replaceScene(from);
    this.#scenes.begin(from);
    this.#figure.notices.show('scene', { text: `${why} This is the scene it was made from.` });
    return true;
  }

  /** The scene on display, opened by a link, is a version of a kept one; where it is not kept here, it begins its versions. */
  adopt(id: string, from: string | null): void {
    let kept: KeptScene | null = null;
    try {
      kept = this.#edited.read(id) ?? this.#opened.read(id);
    } catch {
      // what is damaged is not kept
    }
    const text = exactText(this.#figure.simulation.scene);
    const present = kept?.versions.findLastIndex((version) => exactText(version) === text) ?? -1;
    const scenes = this.#scenes;
    if (kept && present >= 0) {
      this.versions.begin(kept.versions, present);
      if (scenes.present) scenes.present = { ...scenes.present, kept: id };
    } else replaceScene(from, true);
  }

  /** Keeps the scene from a file that was just loaded, for as long as the tab is open. Gives its id. */
  holdOpened(): string {
    const { scene } = this.#figure.simulation;
    const id = newId();
    this.versions.begin([scene]);
    this.#opened.write({ id, from: null, title: sceneText(scene).title, versions: [scene], present: 0 });
    return id;
  }

  /** Gives back what `restore` takes. */
  remove(id: string): string | null {
    const text = this.#edited.text(id);
    this.#edited.remove(id);
    this.changed.emit();
    return text;
  }

  restore(id: string, text: string): void {
    this.#tell(this.#edited.put(id, text));
    this.changed.emit();
  }

  async #load({ id, from, versions, present }: KeptScene, isLatest: () => boolean): Promise<boolean> {
    if (!(await this.#figure.load(Promise.resolve(versions[present]), isLatest))) return false;
    this.versions.begin(versions, present);
    this.#scenes.begin(from !== null && isKnown(from) ? from : null, id);
    return true;
  }

  #keep(): void {
    const { present } = this.#scenes;
    if (!present) return;
    const { all, at } = this.versions;
    const { scene } = present;
    const id = present.kept ?? newId();
    this.#tell(this.#edited.write({ id, from: scene, title: sceneText(all[at]).title, versions: all, present: at }));
    this.#opened.remove(id);
    if (present.kept === null) {
      pushScene(scene, id);
      this.#scenes.present = { ...present, kept: id };
    }
    this.changed.emit();
  }

  #tell(isStored: boolean): void {
    if (isStored || this.#isTold) return;
    this.#isTold = true;
    this.#figure.notices.show('storage', { text: kNotStored });
  }
}
