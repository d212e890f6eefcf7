// The dialog "Share": the link and what it fits into, code for another page, files, and a video. It loads when it is first opened, and so does
// each part of it that few people use.
import '../../styles/dialog.css';
import '../../styles/share.css';
import { make } from '../dom/elements';
import { saveFile } from '../instruments/save-file';
import { writeScene } from '../scene-editor/scene-text';
import { sentenceOf } from '../simulation/problems';
import { writeRun } from '../simulation/run-file';
import { figureCode, frameCode } from './embed-code';
import { makeFigurePage } from './figure-page';
import { copyOrSay, imageOf } from './hand-over';
import { LinkSection } from './link-section';
import { aboutOf, readMoment, type Moment } from './moment';
import type { SharedLink, ShareSource } from './share-source';

export class ShareDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #source: ShareSource;
  readonly #status = make('p', { class: 'share-status', role: 'status' });
  readonly #about = make('p', { class: 'share-about' });
  readonly #link = new LinkSection((work) => void this.#do(work));
  readonly #poster = make('div', { class: 'share-poster', hidden: '' });
  readonly #video = make('details', { class: 'share-video' }, make('summary', {}, 'Video of a stretch of time')) as HTMLDetailsElement;
  #moment: Moment | null = null;
  #openings = 0;
  #endVideo: (() => void) | null = null;

  constructor(dialog: HTMLDialogElement, source: ShareSource) {
    this.#dialog = dialog;
    this.#source = source;
    const close = make('button', { type: 'button', class: 'button button-outlined' }, 'Close');
    close.addEventListener('click', () => dialog.close());
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close(); // the veil around it
    });
    dialog.addEventListener('close', () => this.#end());
    this.#video.addEventListener('toggle', () => this.#video.open && void this.#do(() => this.#openVideo()));
    dialog.append(
      make(
        'div',
        { class: 'dialog-inside' },
        make('div', { class: 'dialog-head' }, make('h2', { id: 'share-title' }, 'Share'), close),
        this.#about,
        this.#link.element,
        this.#row(
          'For another page',
          ['Copy embed code', (moment) => this.#copyCode(moment, ({ figure }) => figureCode(figure, moment.title))],
          ['Copy frame code', (moment) => this.#copyCode(moment, ({ embedAddress }) => frameCode(embedAddress, moment.title))],
          ['Copy scene as text', (moment) => this.#copy(`${writeScene(moment.scene)}\n`, 'The scene')],
        ),
        this.#row(
          'Files',
          ['Picture, 1200 × 630', (moment) => this.#savePoster(moment)],
          ['Run, to replay', (moment) => this.#saveRun(moment)],
          ['Page, works offline', (moment) => this.#savePage(moment)],
        ),
        this.#poster,
        this.#video,
        this.#status,
      ),
    );
  }

  /** Opens for what is seen now. Rejects with a sentence. */
  async open(): Promise<void> {
    if (this.#dialog.open) return;
    const opening = ++this.#openings;
    const moment = await readMoment(this.#source);
    if (opening !== this.#openings || this.#dialog.open) return;
    this.#moment = moment;
    this.#about.textContent = aboutOf(moment);
    this.#status.textContent = '';
    this.#link.show(moment);
    this.#dialog.showModal();
    this.#link.focus();
  }

  #end(): void {
    this.#endVideo?.();
    this.#endVideo = null;
    this.#video.open = false;
    this.#video.querySelector('.share-video-form')?.remove();
    this.#poster.replaceChildren();
    this.#poster.hidden = true;
    this.#link.clear();
  }

  #row(title: string, ...actions: readonly (readonly [string, (moment: Moment) => Promise<string>])[]): HTMLElement {
    const buttons = actions.map(([label, act]) => {
      const button = make('button', { type: 'button', class: 'button button-outlined' }, label) as HTMLButtonElement;
      button.addEventListener('click', async () => {
        if (button.getAttribute('aria-busy') === 'true') return;
        button.setAttribute('aria-busy', 'true');
        await this.#do(act);
        button.removeAttribute('aria-busy');
      });
      return button;
    });
    return make('section', {}, make('h3', {}, title), make('div', { class: 'share-row' }, ...buttons));
  }

  // Says what became of it: a sentence of the work, or of what went wrong.
  async #do(work: (moment: Moment) => Promise<string>): Promise<void> {
    const moment = this.#moment;
    if (!moment) return;
    this.#status.textContent = '';
    try {
      const said = await work(moment);
      if (this.#moment === moment) this.#status.textContent = said;
    } catch (error) {
      if (this.#moment === moment) this.#status.textContent = sentenceOf(error);
    }
  }

  async #copyCode({ link }: Moment, codeOf: (link: SharedLink) => string): Promise<string> {
    return typeof link === 'string' ? link : this.#copy(codeOf(link), 'The code');
  }

  async #copy(text: string, what: string): Promise<string> {
    return copyOrSay(text, what);
  }

  async #saveRun({ run, title }: Moment): Promise<string> {
    saveFile(`${title}, step ${run.steps}.run.json`, new Blob([writeRun(run)], { type: 'application/json' }));
    return 'The run was saved: dropped into the page it opens at its step.';
  }

  async #savePage({ link, title }: Moment): Promise<string> {
    if (typeof link === 'string') return link;
    saveFile(`${title}.html`, await makeFigurePage(link.figure, title));
    return 'The page was saved: it opens in a browser without a network.';
  }

  async #savePoster({ run, course, title }: Moment): Promise<string> {
    this.#status.textContent = 'Rendering the picture…';
    const { renderPoster } = await import('./poster');
    const { canvas } = await renderPoster(this.#source.figure, course, run.steps);
    const file = await imageOf(canvas);
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `The picture of ${title}`);
    this.#poster.replaceChildren(canvas);
    this.#poster.hidden = !this.#dialog.open;
    saveFile(`${title}, step ${run.steps}.png`, file);
    return 'The picture was saved.';
  }

  async #openVideo(): Promise<string> {
    if (!this.#moment || this.#video.querySelector('.share-video-form')) return '';
    const { VideoForm } = await import('./video-form');
    if (!this.#dialog.open || !this.#video.open) return '';
    const form = new VideoForm(this.#source.figure, this.#moment);
    this.#endVideo = () => form.end();
    this.#video.append(form.element);
    return '';
  }
}
