// A scene from a file: dropped anywhere on the page, or chosen with a button. It is read where the engine runs (simulation/read-scene.ts).
import { find } from '../dom/elements';
import { hasUnseen, withoutUnseen } from '../dom/seen-text';

const kLongestName = 60; // letters that are shown of it

export type FileActions = {
  readonly open: (file: File, name: string) => void;
  readonly refuse: (sentence: string) => void;
};

export function acceptFiles({ open, refuse }: FileActions, signal: AbortSignal): void {
  const veil = find('drop');
  const input = find<HTMLInputElement>('file');

  const read = (files: FileList | null | undefined): void => {
    const file = files?.[0];
    if (!file) return refuse('Nothing was dropped that this page can open: drop a scene, a .json file.');
    if (files.length > 1) return refuse(`One scene at a time, please: ${files.length} files were dropped.`);
    const name = file.name.length > kLongestName ? `${file.name.slice(0, kLongestName)}…` : file.name;
    if (hasUnseen(file.name)) return refuse(`“${withoutUnseen(name)}”: the name of this file holds letters that cannot be seen or that turn what follows. Please give it another name.`);
    open(file, name);
  };

  find('open-file').addEventListener('click', () => input.click(), { signal });
  input.addEventListener('change', () => {
    read(input.files);
    input.value = ''; // the same file can be chosen again
  }, { signal });
  window.addEventListener('dragover', (event) => {
    event.preventDefault();
    veil.hidden = !event.dataTransfer?.types.includes('Files');
  }, { signal });
  window.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) veil.hidden = true;
  }, { signal });
  window.addEventListener('drop', (event) => {
    event.preventDefault();
    veil.hidden = true;
    read(event.dataTransfer?.files);
  }, { signal });
}
