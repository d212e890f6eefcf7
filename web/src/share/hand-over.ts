// Gives things to the rest of the machine: the clipboard, image files, the system's share sheet.

/** Rejects where the browser does not let the page write there. */
export async function copyText(text: string, within: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copySelected(text, within); // no secure context, or a frame without the right
  }
}

// The way before there was a clipboard to write to: `within` an open dialog, outside of which nothing can be selected.
function copySelected(text: string, within: HTMLElement): void {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  within.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new Error('This browser does not let the page copy: select the text and copy it by hand.');
}

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
