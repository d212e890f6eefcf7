// What the help says: how to push, the keys and their switch, the colours, and where more is told. It loads when the help is first opened.
import '../../styles/dialog.css';
import '../../styles/help.css';
import { make } from '../dom/elements';
import { quantities } from '../instruments/quantities';
import { hasCharacterKeys, setCharacterKeys } from './character-keys';

const pointerRows: readonly (readonly [string, string])[] = [
  ['Press a body, pull, let go', 'push it there'],
  ['With Shift, or the tool Drag', 'pull it on a spring'],
  ['Click a body', 'its numbers and arrows'],
  ['Drag beside the bodies', 'turn the view'],
  ['Right button, or Shift beside', 'move the view'],
  ['Wheel', 'come closer'],
];
const fingerRows: readonly (readonly [string, string])[] = [
  ['Press a body, pull, let go', 'push it there'],
  ['With the tool Drag', 'pull it on a spring'],
  ['Tap a body', 'its numbers and arrows'],
  ['One finger beside the bodies', 'turn the view'],
  ['Two fingers', 'move the view, come closer'],
  ['Pull a panel by its head', 'make it higher, or close it'],
];
const keyRows: readonly (readonly [string, string])[] = [
  ['Space', 'play, pause'],
  ['.', 'one step'],
  [',', 'one step back'],
  ['R', 'reset'],
  ['[ ]', 'slower, faster'],
  ['0', 'normal speed'],
  ['Ctrl + Z', 'undo; with Shift, redo'],
  ['J K', 'next, previous scene'],
  ['1 – 9', 'the first scenes'],
  ['G I L T', 'scenes, numbers, laboratory, push or drag'],
  ['S', 'share'],
  ['Esc', 'cancel, close, deselect'],
  ['?', 'this help'],
];
const pictureRows: readonly (readonly [string, string])[] = [
  ['N P', 'next, previous body'],
  ['← → ↑ ↓', 'push the selected body left, right, away, nearer'],
  ['Page ↑ ↓', 'push it up, down'],
  ['Shift + ← → ↑ ↓', 'turn the view'],
  ['+ −', 'closer, farther'],
  ['F', 'first view'],
];
const addressRows: readonly (readonly [string, string])[] = [
  ['?scene=tennis-racket', 'a scene of the list'],
  ['&step=192', 'run to a step'],
  ['&paused', 'standing still'],
  ['&show=L,omega', 'arrows, by symbol or name'],
  ['&gravity=0,-1.62,0', 'any value of the scene'],
  ['&bodies.racket.mass=2', 'of a body, by its name'],
];

function table(title: string, rows: readonly (readonly [string, string])[]): HTMLElement {
  const body = make('tbody', {});
  for (const [what, does] of rows) body.append(make('tr', {}, make('th', { scope: 'row' }, what), make('td', {}, does)));
  return make('section', {}, make('h3', {}, title), make('table', {}, body));
}

function colors(): HTMLElement {
  const list = make('ul', { class: 'help-colors' });
  for (const { symbol, name, unit, colorProperty } of Object.values(quantities)) {
    const mark = make('i', {}, symbol);
    mark.style.color = `var(${colorProperty})`;
    list.append(make('li', {}, mark, ` ${name}, ${unit}`));
  }
  return make('section', {}, make('h3', {}, 'One colour per quantity'), list);
}

function keySwitch(): HTMLElement {
  const box = make('input', { type: 'checkbox', id: 'character-keys' }) as HTMLInputElement;
  box.checked = hasCharacterKeys();
  box.addEventListener('change', () => setCharacterKeys(box.checked));
  return make('label', { class: 'dialog-check help-switch' }, box, 'Letters, digits and signs are keys');
}

// What the hand is on comes first.
const isTouch = (): boolean => window.matchMedia('(pointer: coarse)').matches;

/** Fills the dialog. */
export function writeHelp(dialog: HTMLDialogElement): void {
  const close = make('button', { type: 'button', class: 'button button-outlined', autofocus: '' }, 'Close');
  close.addEventListener('click', () => dialog.close());
  dialog.append(
    make(
      'div',
      { class: 'dialog-inside' },
      make('div', { class: 'dialog-head' }, make('h2', { id: 'help-title' }, 'How to use this page'), close),
      make(
        'p',
        { class: 'help-about' },
        make('a', { href: 'about.html', target: '_blank', rel: 'noopener' }, 'About Tumble'),
        ': what it is, how right it is, how to cite it. ',
        make('a', { href: 'lessons/', target: '_blank', rel: 'noopener' }, 'Lessons'),
      ),
      make(
        'div',
        { class: 'help-columns' },
        ...(isTouch()
          ? [table('Fingers', fingerRows), table('Mouse', pointerRows)]
          : [table('Mouse', pointerRows), table('Fingers', fingerRows)]),
        make('div', {}, table('Keys', keyRows), keySwitch()),
        make('div', {}, table('Keys, with the picture focused', pictureRows), table('In the address', addressRows)),
        colors(),
      ),
      make(
        'p',
        { class: 'help-foot' },
        'Units are SI; y points up. Arrows that turn have two heads, along the axis by the right-hand rule.',
      ),
    ),
  );
}
