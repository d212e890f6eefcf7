// The versions of the edited scene, for undo and redo.
import { Emitter } from '../simulation/emitter';

const kMost = 200;

export class SceneVersions {
  /** Another scene's versions are here. */
  readonly begun = new Emitter<void>();
  /** A version was made, taken back or made again. */
  readonly edited = new Emitter<void>();
  #versions: readonly unknown[] = [];
  #at = -1;

  get all(): readonly unknown[] {
    return this.#versions;
  }

  /** The place of the current version among all. */
  get at(): number {
    return this.#at;
  }

  get present(): unknown {
    return this.#versions[this.#at];
  }

  get canUndo(): boolean {
    return this.#at > 0;
  }

  get canRedo(): boolean {
    return this.#at < this.#versions.length - 1;
  }

  /** Another scene was opened; `at`: which of its versions is the current one. */
  begin(versions: readonly unknown[], at = 0): void {
    this.#versions = versions;
    this.#at = at;
    this.begun.emit();
  }

  /** Time went to where this version is the scene. */
  goTo(scene: unknown): void {
    const at = this.#versions.indexOf(scene);
    if (at < 0 || at === this.#at) return;
    this.#at = at;
    this.edited.emit();
  }

  add(scene: unknown): void {
    this.#versions = [...this.#versions.slice(0, this.#at + 1), scene].slice(-kMost);
    this.#at = this.#versions.length - 1;
    this.edited.emit();
  }

  /** Goes to the version before, or after; gives it. */
  turn(by: -1 | 1): unknown {
    if (by < 0 ? this.canUndo : this.canRedo) {
      this.#at += by;
      this.edited.emit();
    }
    return this.present;
  }
}
