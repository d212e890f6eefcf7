// The panel "Laboratory": a few pages behind tabs. It loads when it is first opened; each page is made when it is first shown.
import '../../styles/lab.css';
import { find, make } from '../dom/elements';
import type { BodyInfo, Frame, WorldInfo } from '../simulation/protocol';
import type { WorldChange } from '../simulation/world-change';
import { CollisionPage } from './collision-page';
import { ComparePage } from './compare-page';
import { showHints } from '../dom/hint-tips';
import type { LabContext, LabPage, LabTools } from './lab-context';
import { PlotsPage } from './plots-page';
import { PushPage } from './push-page';
import { ScenePage } from './scene-page';

const pages = [
  ['plots', 'Plots', (context: LabContext): LabPage => new PlotsPage(context)],
  ['push', 'Push', (context: LabContext): LabPage => new PushPage(context)],
  ['collision', 'Impact', (context: LabContext): LabPage => new CollisionPage(context)],
  ['scene', 'Scene', (context: LabTools): LabPage => new ScenePage(context)],
  ['compare', 'Compare', (context: LabContext): LabPage => new ComparePage(context)],
] as const;

export type LabPageName = (typeof pages)[number][0];

export class LabPanel {
  readonly #context: LabContext;
  readonly #inside = find('lab-inside');
  readonly #tabs = new Map<LabPageName, HTMLButtonElement>();
  readonly #made = new Map<LabPageName, LabPage>();
  #shown: LabPageName | null = null;

  constructor(context: LabContext) {
    showHints(context.signal);
    this.#context = context;
    const list = find('lab-tabs');
    for (const [name, title] of pages) {
      const tab = make(
        'button',
        {
          type: 'button',
          role: 'tab',
          class: 'lab-tab',
          id: `lab-tab-${name}`,
          'aria-selected': 'false',
          'aria-controls': 'lab-inside',
          tabindex: '-1',
        },
        title,
      ) as HTMLButtonElement;
      tab.addEventListener('click', () => this.open(name), { signal: context.signal });
      this.#tabs.set(name, tab);
      list.append(tab);
    }
    list.addEventListener('keydown', (event) => this.#key(event), { signal: context.signal });
  }

  /** The page that was shown last. */
  get shown(): LabPageName | null {
    return this.#shown;
  }

  get plots(): PlotsPage {
    return this.#page('plots') as PlotsPage;
  }

  open(name: LabPageName = this.#shown ?? 'plots'): void {
    if (this.#shown !== name) {
      if (this.#shown) this.#made.get(this.#shown)?.setShown(false);
      this.#shown = name;
      for (const [own, tab] of this.#tabs) {
        tab.setAttribute('aria-selected', String(own === name));
        tab.tabIndex = own === name ? 0 : -1;
      }
      this.#inside.setAttribute('aria-labelledby', `lab-tab-${name}`);
      this.#inside.replaceChildren(this.#page(name).element);
    }
    this.#page(name).setShown(true);
  }

  /** The panel was closed: pages may rest. */
  close(): void {
    if (this.#shown) this.#made.get(this.#shown)?.setShown(false);
  }

  showFrame(frame: Frame, now: number): void {
    for (const page of this.#made.values()) page.showFrame(frame, now);
  }

  setWorld(info: WorldInfo, change: WorldChange): void {
    for (const page of this.#made.values()) page.setWorld(info, change);
  }

  select(body: BodyInfo | null, isChosen: boolean): void {
    for (const page of this.#made.values()) page.select(body, isChosen);
  }

  #page(name: LabPageName): LabPage {
    let page = this.#made.get(name);
    if (!page) {
      const plotOfJoint: LabTools['plotOfJoint'] = (quantity, index) => {
        this.open('plots');
        this.plots.addOfJoint(quantity, index);
      };
      page = pages.find(([own]) => own === name)![2]({ ...this.#context, plotOfJoint });
      this.#made.set(name, page);
    }
    return page;
  }

  #key(event: KeyboardEvent): void {
    const names = [...this.#tabs.keys()];
    const at = names.indexOf(this.#shown ?? 'plots');
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const name = names[(to + names.length) % names.length]!;
    this.open(name);
    this.#tabs.get(name)?.focus();
  }
}
