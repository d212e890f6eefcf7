// The versions of the edited scene, for undo and redo.

const kMost = 200;

export class SceneVersions {
  #versions: unknown[] = [];
  #at = -1;

  /** The current version. */
  get present(): unknown {
    return this.#versions[this.#at];
  }

  get canUndo(): boolean {
    return this.#at > 0;
  }

  get canRedo(): boolean {
    return this.#at < this.#versions.length - 1;
  }

  /** Another scene was opened. */
  begin(scene: unknown): void {
    this.#versions = [scene];
    this.#at = 0;
  }

  add(scene: unknown): void {
    this.#versions.splice(this.#at + 1);
    this.#versions.push(scene);
    if (this.#versions.length > kMost) this.#versions.shift();
    this.#at = this.#versions.length - 1;
  }

  undo(): unknown {
    if (this.canUndo) this.#at -= 1;
    return this.#versions[this.#at];
  }

  redo(): unknown {
    if (this.canRedo) this.#at += 1;
    return this.#versions[this.#at];
  }
}
