// Gives things to the rest of the machine: the clipboard, image files, the system's share sheet.
import { copyText } from '../dom/copy-text';

const kNotCopied = 'This browser does not let the page copy: select the text and copy it by hand.';

/** Copies a text, and gives the sentence that says so. */
export const copyOrSay = async (text: string, what: string): Promise<string> =>
  (await copyText(text)) ? `${what} is in the clipboard.` : kNotCopied;

/** The canvas as a file of an image type. */
export const imageOf = (canvas: HTMLCanvasElement, type = 'image/png', quality?: number): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large for this browser.'))), type, quality),
  );

/** Whether there is a sheet of the system that takes a link. */
export const hasShareSheet = (): boolean => typeof navigator.share === 'function';

/** Opens the sheet; nothing when a person closes it. */
export async function openShareSheet(data: ShareData): Promise<void> {
  try {
    await navigator.share(data);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
