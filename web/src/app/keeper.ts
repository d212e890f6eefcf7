// Keeps what a person made: edited scenes with their versions in the storage of this browser, each under an id that its address names. It loads with the first edit, file or kept scene. Nothing of it leaves the machine.
import type { Figure } from '../figure/figure';
import { sceneText } from '../figure/scene-look';
import { Emitter } from '../simulation/emitter';
import { sentenceOf } from '../simulation/problems';
import { exactText } from '../simulation/run-file';
import type { SceneVersions } from '../simulation/scene-versions';
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

const emptyScene = (): object => ({
  tumble: 1,
  title: 'New scene',
  gravity: [0, -9.81, 0],
  camera: { position: [3, 2.5, 6], target: [0, 0.8, 0] },
  bodies: [{ name: 'floor', type: 'static', size: [60, 1, 60], position: [0, -0.5, 0] }],
});

export class Keeper {
  /** Another list of edited scenes. */
  readonly changed = new Emitter<void>();
  readonly #figure: Figure;
  readonly #scenes: SceneOpener;
  readonly #edited = new KeptScenes(storageOf('localStorage'));
  readonly #opened = new KeptScenes(storageOf('sessionStorage')); // from files
  #isTold = false;
  #written: (SceneVersions & { readonly id: string }) | null = null;

  constructor(figure: Figure, scenes: SceneOpener) {
    this.#figure = figure;
    this.#scenes = scenes;
    figure.revised.on(() => {
      if (scenes.present?.kept != null) this.keep();
    });
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

  /** Opens a scene that has a floor alone. As one from a file it is kept in this browser once it is edited. */
  async openNew(isLatest: () => boolean): Promise<boolean> {
    this.#figure.simulation.pause(); // else it runs until it is told that it does not
    if (!(await this.#figure.load(Promise.resolve(emptyScene()), isLatest))) return false;
    const id = this.holdOpened();
    pushScene(null, id);
    this.#scenes.begin(null, id, { mayPlay: false }); // what is put there stays there until Play
    return true;
  }

  /** The scene on display, opened by a link, is a version of a kept one, which may have others before and behind those of the link. Where it is
   *  not kept here, it is a scene of its own. */
  adopt(id: string, from: string | null): void {
    let kept: KeptScene | null = null;
    try {
      kept = this.#edited.read(id) ?? this.#opened.read(id);
    } catch {
      // what is damaged is not kept
    }
    const { simulation } = this.#figure;
    const { all, at } = simulation.versions;
    const [own, others] = [all.slice(0, at + 1).map(exactText), kept?.versions.map(exactText) ?? []];
    const last = others.lastIndexOf(own.at(-1)!);
    if (!kept || last < 0) return replaceScene(from, true);
    let first = last;
    for (let back = 1; back < own.length && others[first - 1] === own.at(-1 - back); back += 1) first -= 1;
    simulation.adoptVersions(kept.versions.slice(0, first), kept.versions.slice(last + 1));
    if (this.#scenes.present) this.#scenes.present = { ...this.#scenes.present, kept: id };
  }

  /** Keeps the scene that was just loaded, from a file or a new one, for as long as the tab is open. Gives its id. */
  holdOpened(): string {
    const { scene } = this.#figure.simulation;
    const id = newId();
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
    this.#report(this.#edited.put(id, text));
    this.changed.emit();
  }

  async #load({ id, from, versions, present }: KeptScene, isLatest: () => boolean): Promise<boolean> {
    await Promise.allSettled(versions.map((version) => this.#figure.opening.read(version))); // an undo shows them
    if (!(await this.#figure.load(Promise.resolve(versions[present]), isLatest))) return false;
    this.#figure.simulation.adoptVersions(versions.slice(0, present), versions.slice(present + 1));
    this.#scenes.begin(from !== null && isKnown(from) ? from : null, id);
    return true;
  }

  /** Keeps the scene on display with its versions: in its place, or under an id of its own, which is a step in the history of the page. */
  keep(): void {
    const { present } = this.#scenes;
    if (!present) return;
    const versions = this.#figure.simulation.versions;
    const { all, at } = versions;
    const { scene } = present;
    const id = present.kept ?? newId();
    const last = this.#written;
    if (last?.id === id && last.at === at && last.all.length === all.length && last.all.every((one, index) => one === all[index])) return;
    this.#written = { ...versions, id };
    this.#report(this.#edited.write({ id, from: scene, title: sceneText(all[at]).title, versions: all, present: at }));
    this.#opened.remove(id);
    if (present.kept === null) {
      pushScene(scene, id);
      this.#scenes.present = { ...present, kept: id };
    }
    this.changed.emit();
  }

  #report(isStored: boolean): void {
    if (isStored || this.#isTold) return;
    this.#isTold = true;
    this.#figure.notices.show('storage', { text: kNotStored });
  }
}
