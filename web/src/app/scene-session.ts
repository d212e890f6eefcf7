// Opens scenes: from the address, the list, the history, a file or the console. A refusal is shown in place, and the scene before it
// runs on.
import type { Simulation } from '../simulation/client';
import { sentenceOf } from '../simulation/problems';
import type { WorldInfo } from '../simulation/protocol';
import type { WorldChange } from '../simulation/world-change';
import { actionButton, type Notices } from './notices';
import { entries, fetchScene, isKnown } from './scene-library';
import { sceneText, type SceneText } from './scene-look';
import { pushScene, readUrl } from './url-state';

export type SessionEvents = {
  /** A world to draw: of another scene, or the same one with other bodies. */
  readonly showWorld: (info: WorldInfo, change: WorldChange) => void;
  /** A scene is loaded and may run. */
  readonly opened: (text: SceneText, id: string | null, isEdit: boolean) => void;
  readonly showGallery: () => void;
};

export class SceneSession {
  readonly #simulation: Simulation;
  readonly #notices: Notices;
  readonly #events: SessionEvents;
  #scene: unknown = undefined; // the one on display
  #edited: unknown = undefined; // a scene that was loaded because it was changed
  #entries = new Map<number, number>(); // of the scene, by the slot of the body
  #openings = 0; // counts requests: only the last one is opened

  constructor(simulation: Simulation, notices: Notices, events: SessionEvents, signal: AbortSignal) {
    this.#simulation = simulation;
    this.#notices = notices;
    this.#events = events;
    simulation.onChanged((info) => {
      const isNew = simulation.scene !== this.#scene;
      this.#scene = simulation.scene;
      events.showWorld(info, this.#changeTo(info, isNew));
    });
    window.addEventListener('popstate', () => void this.openFromUrl(), { signal });
  }

  /** The scene that the address names, or the first of the list. True when it is open. */
  openFromUrl(): Promise<boolean> {
    return this.#openId(readUrl().scene ?? entries[0].id);
  }

  /** A scene of the list, by a person's choice: one step in the history. */
  open(id: string): Promise<boolean> {
    pushScene(id);
    return this.#openId(id);
  }

  /** A scene from elsewhere: the console. */
  openOther(scene: unknown): Promise<boolean> {
    return this.#load(async () => scene, 'The scene was refused: ', null);
  }

  /** A scene as JSON: a file. It is read where the engine runs. */
  openFile(file: Blob, name: string): Promise<boolean> {
    return this.#load(() => this.#simulation.read(file), `“${name}” was refused: `, null);
  }

  /** A scene as JSON from a page around this one. Rejects with the sentence when it is refused. */
  openText(text: string): Promise<boolean> {
    return this.#open(() => this.#simulation.read(text), null);
  }

  /** Goes on as an edited scene, from the current state. Rejects with the sentence of a refusal; then the scene before runs on. */
  async openEdited(scene: unknown): Promise<void> {
    const opening = ++this.#openings;
    this.#edited = scene;
    await this.#simulation.revise(scene);
    if (opening !== this.#openings) return;
    pushScene(null);
    this.#notices.clear('scene');
    this.#notices.clearCard();
    this.#events.opened(sceneText(scene), null, true);
  }

  #changeTo(info: WorldInfo, isNew: boolean): WorldChange {
    const ofScene = info.bodies.filter(({ entry }) => entry >= 0);
    const isMoved = ofScene.some(({ slot, entry }) => this.#entries.get(slot) !== entry);
    if (isNew || isMoved) this.#entries = new Map(ofScene.map(({ slot, entry }) => [slot, entry]));
    if (isNew) return this.#scene === this.#edited ? 'edit' : 'scene';
    return isMoved ? 'slots' : 'bodies';
  }

  async #openId(id: string): Promise<boolean> {
    if (isKnown(id)) return this.#load(() => fetchScene(id), 'This scene cannot be opened: ', id);
    this.#openings += 1;
    const text = `The address asks for the scene “${id.slice(0, 60)}”, which is not in the list. The link may be damaged or from another version.`;
    this.#notices.showCard(
      'No such scene',
      text,
      actionButton({ label: 'Show all scenes', run: this.#events.showGallery }),
      actionButton({ label: `Open “${entries[0].title}”`, run: () => void this.open(entries[0].id) }),
    );
    return false;
  }

  // False when the scene was refused (a notice says why), or another one was requested meanwhile.
  async #load(fetched: () => Promise<unknown>, prefix: string, id: string | null): Promise<boolean> {
    const opening = this.#openings + 1;
    try {
      return await this.#open(fetched, id);
    } catch (error) {
      if (opening === this.#openings) this.#notices.show('scene', { text: prefix + sentenceOf(error) });
      return false;
    }
  }

  async #open(fetched: () => Promise<unknown>, id: string | null): Promise<boolean> {
    const opening = ++this.#openings;
    const scene = await fetched();
    if (opening !== this.#openings) return false;
    await this.#simulation.load(scene);
    if (opening !== this.#openings) return false;
    if (id === null) pushScene(null); // a file has no address
    this.#notices.clear('scene');
    this.#notices.clearCard();
    this.#events.opened(sceneText(scene), id, false);
    return true;
  }
}
