// A scene from a file: dropped anywhere on the page, or chosen with a button. It is read where the engine runs (simulation/read-scene.ts).
import { find } from '../dom/elements';
import { Emitter } from '../simulation/emitter';
import { hasUnseen, withoutUnseen } from '../dom/seen-text';

const kLongestName = 60; // letters that are shown of it

/** A file to open, with its name as it is shown. */
export type Dropped = { readonly file: File; readonly name: string };

export class FileDrop {
  readonly dropped = new Emitter<Dropped>();
  /** What was dropped cannot be opened: one sentence. */
  readonly refused = new Emitter<string>();

  constructor(signal: AbortSignal) {
    const veil = find('drop');
    const input = find<HTMLInputElement>('file');

    const read = (files: FileList | null | undefined): unknown => {
      const file = files?.[0];
      if (!file) return this.refused.emit('Nothing was dropped that this page can open: drop a scene, a .json file.');
      if (files.length > 1) return this.refused.emit(`One scene at a time, please: ${files.length} files were dropped.`);
      const name = file.name.length > kLongestName ? `${file.name.slice(0, kLongestName)}…` : file.name;
      if (hasUnseen(file.name))
        return this.refused.emit(
          `“${withoutUnseen(name)}”: the name of this file holds letters that cannot be seen or that turn what follows. Please give it another name.`,
        );
      return this.dropped.emit({ file, name });
    };

    find('open-file').addEventListener('click', () => input.click(), { signal });
    input.addEventListener(
      'change',
      () => {
        read(input.files);
        input.value = ''; // the same file can be chosen again
      },
      { signal },
    );
    window.addEventListener(
      'dragover',
      (event) => {
        event.preventDefault();
        veil.hidden = !event.dataTransfer?.types.includes('Files');
      },
      { signal },
    );
    window.addEventListener(
      'dragleave',
      (event) => {
        if (event.relatedTarget === null) veil.hidden = true;
      },
      { signal },
    );
    window.addEventListener(
      'drop',
      (event) => {
        event.preventDefault();
        veil.hidden = true;
        read(event.dataTransfer?.files);
      },
      { signal },
    );
  }
}
