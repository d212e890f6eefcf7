// A scene from a file: dropped anywhere on the page, or chosen with a button. What is not JSON is refused here, in one
// sentence; whether it is a scene is for the engine to say.
import { find } from './elements';

const kLargest = 32 * 1024 * 1024; // bytes; a scene of 100,000 bodies has about half of that

export type FileActions = {
  readonly open: (scene: unknown, fileName: string) => void;
  readonly refuse: (sentence: string) => void;
};

export function acceptFiles({ open, refuse }: FileActions, signal: AbortSignal): void {
  const veil = find('drop');
  const input = find<HTMLInputElement>('file');

  const read = async (files: FileList | null | undefined): Promise<void> => {
    const file = files?.[0];
    if (!file) return refuse('Nothing was dropped that this page can open: drop a scene, a .json file.');
    if (files.length > 1) return refuse(`One scene at a time, please: ${files.length} files were dropped.`);
    if (file.size > kLargest) return refuse(`“${file.name}” is larger than 32 MB: that is no scene for this page.`);
    try {
      open(parse(await file.text()), file.name);
    } catch (error) {
      refuse(`“${file.name}” is not a scene: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  find('open-file').addEventListener('click', () => input.click(), { signal });
  input.addEventListener('change', () => {
    void read(input.files).finally(() => (input.value = '')); // the same file can be chosen again
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
    void read(event.dataTransfer?.files);
  }, { signal });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`it is not JSON (${error instanceof Error ? error.message : String(error)}).`);
  }
}
