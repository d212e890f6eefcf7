// The link of the dialog: to be read, copied, handed to the system's sheet, or shown as a QR code; with what it fits into.
import '../../styles/link-text.css';
import { make } from '../dom/elements';
import { saveFile } from '../instruments/save-file';
import { copyOrSay, hasShareSheet, openShareSheet } from './hand-over';
import { fitOf, longestForQrCode } from './link-length';
import type { Moment } from './moment';

type Do = (work: (moment: Moment) => Promise<string>) => void;

const kOnDisk = ' This page lies on your disk: the link opens on this machine alone.';

export class LinkSection {
  readonly element: HTMLElement;
  readonly #text = make('textarea', {
    class: 'link-text',
    readonly: '',
    rows: '3',
    spellcheck: 'false',
    'aria-label': 'Link',
    'aria-describedby': 'share-fit',
  }) as HTMLTextAreaElement;
  readonly #fit = make('p', { class: 'share-fit', id: 'share-fit' });
  readonly #copy = make('button', { type: 'button', class: 'button button-main' }, 'Copy link');
  readonly #sheet = make('button', { type: 'button', class: 'button button-outlined' }, 'Send…');
  readonly #qr = make('button', { type: 'button', class: 'button button-outlined', 'aria-expanded': 'false' }, 'QR code');
  readonly #code = make('div', { class: 'share-qr', hidden: '' });

  constructor(act: Do) {
    this.#text.addEventListener('focus', () => this.#text.select());
    this.#copy.addEventListener('click', () => act(() => copyOrSay(this.#text.value, 'The link')));
    this.#sheet.addEventListener('click', () =>
      act(async ({ title }) => {
        await openShareSheet({ title: `${title} · Tumble`, url: this.#text.value });
        return '';
      }),
    );
    this.#qr.addEventListener('click', () => act((moment) => this.#toggleCode(moment)));
    this.element = make(
      'section',
      {},
      make('h3', { class: 'unseen' }, 'Link'),
      this.#text,
      this.#fit,
      make('div', { class: 'share-row' }, this.#copy, this.#sheet, this.#qr),
      this.#code,
    );
  }

  show({ link }: Moment): void {
    const address = typeof link === 'string' ? '' : link.address;
    this.#text.value = address;
    this.#text.hidden = this.#copy.hidden = address === '';
    this.#sheet.hidden = address === '' || !hasShareSheet();
    this.#qr.hidden = address === '' || address.length > longestForQrCode;
    this.#fit.textContent =
      typeof link === 'string'
        ? `${link} The run is a file, too: dropped into the page it opens at its step.`
        : `${fitOf(address.length)}.${/^https?:/.test(address) ? '' : kOnDisk}`;
  }

  focus(): void {
    (this.#copy.hidden ? this.#text.closest('dialog')?.querySelector<HTMLElement>('button') : this.#copy)?.focus();
  }

  clear(): void {
    this.#code.hidden = true;
    this.#code.replaceChildren();
    this.#qr.setAttribute('aria-expanded', 'false');
  }

  async #toggleCode({ title }: Moment): Promise<string> {
    if (!this.#code.hidden) {
      this.clear();
      return '';
    }
    const { qrCode, svgFile } = await import('./qr-code');
    const svg = qrCode(this.#text.value);
    const save = make('button', { type: 'button', class: 'button button-link' }, 'Save as SVG');
    save.addEventListener('click', () => saveFile(`${title}.svg`, svgFile(svg)));
    this.#code.replaceChildren(svg, save);
    this.#code.hidden = false;
    this.#qr.setAttribute('aria-expanded', 'true');
    return '';
  }
}
