// What the dialog “Share” offers: the link with its length and what it fits, code for another page, the scene as text, a QR code, the run as a
// file, a poster, and the sheet of the system.
import '../../styles/share.css';
import { make, setText } from '../dom/elements';
import { actionButton } from '../figure/notices';
import { inThousands } from '../links/link';
import { writeScene } from '../scene-editor/scene-text';
import { sentenceOf } from '../simulation/problems';
import { recordRun, writeRun } from '../simulation/run-file';
import { copyText } from './copy-text';
import type { ViewParts } from './link-view';
import { savePoster } from './poster';
import { presentLink, type PresentLink } from './present-link';
import { saveFile } from './save-file';
import type { Opened } from './scene-opener';
import { kLongestAddress, sharedUrl } from './url-state';

const kLongestInQr = 1000;
const kLongestInDiscord = 2000;

/** What so long a link fits. */
export function fitsWhere(length: number): string {
  const count = `${inThousands(length)} characters`;
  if (length <= kLongestInQr) return `${count}: fits a QR code, a message, any address.`;
  if (length <= kLongestInDiscord) return `${count}: fits a message (Discord: 2,000) and any address, but no QR code.`;
  if (length <= kLongestAddress) return `${count}: fits an address and most messages; Discord takes 2,000.`;
  return `${count}: too long for many programs. “Download run” gives a file that drops into the page and holds the same.`;
}

/** Rejects where there is no run to share. */
export async function writeShare(dialog: HTMLDialogElement, parts: ViewParts, present: Opened): Promise<void> {
  let shared: PresentLink | null = null;
  let why = '';
  try {
    shared = await presentLink(parts, present);
  } catch (error) {
    why = `${sentenceOf(error)} “Download run” gives a file that drops into the page and holds the same.`;
  }
  const { simulation } = parts.figure;
  const { title } = present.text;
  const gallery = shared?.link.gallery ?? null;
  const isStart = shared?.isPlain === true && shared.link.step === 0; // the address of the scene says it all
  const url = shared && sharedUrl(isStart ? null : shared.text, gallery);
  const said = make('p', { class: 'share-said', role: 'status' });
  const drawing = make('div', { class: 'share-qr' });
  const act = (label: string, run: () => Promise<string> | string): HTMLElement =>
    actionButton({
      label,
      run: () => {
        void Promise.resolve()
          .then(run)
          .then(
            (text) => setText(said, text),
            (error: unknown) => setText(said, sentenceOf(error)),
          );
      },
    });
  const copied = async (text: string, what: string): Promise<string> =>
    (await copyText(text)) ? `${what} is on the clipboard.` : 'This browser gives the page no clipboard: mark the text and copy it.';

  const field = make('textarea', { readonly: '', rows: '3', 'aria-label': 'The link' }) as HTMLTextAreaElement;
  field.value = url ?? '';
  field.addEventListener('focus', () => field.select());
  const close = make('button', { type: 'button', class: 'button button-quiet button-round', 'aria-label': 'Close' }, '×');
  close.addEventListener('click', () => dialog.close());

  const buttons = make('div', { class: 'share-actions' });
  if (url !== null) {
    buttons.append(
      act('Copy link', () => copied(url, 'The link')),
      act('Copy embed code', () => copied(embedCode(url, title), 'The code for another page')),
    );
  }
  buttons.append(act('Copy scene as text', () => copied(writeScene(simulation.scene), 'The scene')));
  if (url !== null && url.length <= kLongestInQr)
    buttons.append(
      act('QR code', async () => {
        const { drawQr } = await import('./qr-code');
        drawing.replaceChildren(drawQr(url));
        return '';
      }),
    );
  buttons.append(
    act('Download run', async () => {
      const run = await recordRun(simulation);
      saveFile(`${title}, step ${run.steps}.run.json`, new Blob([writeRun(run)], { type: 'application/json' }));
      return 'The file drops into the page, and opens at its step.';
    }),
    act('Poster', async () => {
      await savePoster(parts.figure, title, shared?.link ?? null);
      return 'A picture of 1200 × 630 points.';
    }),
  );
  if (url !== null && 'share' in navigator)
    buttons.append(
      act('Share…', async () => {
        await navigator.share({ title, url }).catch((error: unknown) => {
          if (!(error instanceof Error && error.name === 'AbortError')) throw error;
        });
        return '';
      }),
    );
  const head = make('div', { class: 'share-head' }, make('h2', { id: 'share-title' }, 'Share'), close);
  const lead =
    url === null
      ? [make('p', {}, why)]
      : [field, make('p', { class: 'share-fits' }, fitsWhere(url.length)), ...proofOf(isStart ? null : shared)];
  dialog.replaceChildren(make('div', { class: 'share-inside' }, head, ...lead, buttons, said, drawing));
}

const proofOf = (shared: PresentLink | null): HTMLElement[] =>
  shared === null
    ? []
    : [make('p', { class: 'share-fits' }, `Opens at step ${inThousands(shared.link.step)}, state ${shared.link.hash ?? 'not known'}.`)];

/** A frame for another page. */
export function embedCode(url: string, title: string): string {
  const [address, hash = ''] = url.split('#');
  const source = `${address}${address!.includes('?') ? '&' : '?'}embed${hash === '' ? '' : `#${hash}`}`;
  const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
  return `<iframe src="${escaped(source)}" width="720" height="480" title="${escaped(title)}" allowfullscreen></iframe>`;
}
