// The keys of a scene (scene-keys.ts) beside the picture: a hint where there is a keyboard, buttons where there is none. Held, they set the targets of
// motors and servos by commands, which are in the log of the run. Where controls are folded, or touched, their keys are there too. It loads with the
// first scene that has some.
import '../../styles/key-pad.css';
import { make } from '../dom/elements';
import type { Command } from '../simulation/protocol';
import type { Area } from '../viewer/orbit-camera';
import type { Translate } from '../words/translate';
import { keysOf } from './control-keys';
import type { Control } from './scene-controls';
import type { KeyDrive, SceneKey } from './scene-keys';

const kSigns: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };

const targetOf = ({ joint, kind }: KeyDrive): string => JSON.stringify([joint, kind]);

export class KeyPad {
  readonly #box: HTMLElement;
  readonly #translate: Translate;
  readonly #send: (command: Command) => void;
  readonly #pressControl: (key: string, isDown: boolean) => void;
  #keys: readonly SceneKey[] = [];
  #held: string[] = []; // the last one pressed last
  #buttons = new Map<string, HTMLElement>();

  /** `pressControl`: a key of a control goes down or up. */
  constructor(
    stage: HTMLElement,
    translate: Translate,
    send: (command: Command) => void,
    pressControl: (key: string, isDown: boolean) => void,
  ) {
    this.#translate = translate;
    this.#send = send;
    this.#pressControl = pressControl;
    this.#box = make('div', { class: 'key-pad', role: 'group', 'aria-label': translate('Keys of the scene'), lang: translate.lang });
    stage.append(this.#box);
  }

  /** Another scene, with other keys, or with none. */
  open(keys: readonly SceneKey[], controls: readonly Control[]): void {
    this.#held = [];
    this.#keys = keys;
    this.#buttons = new Map(keys.map((key) => [key.key, this.#button(key)]));
    const own = (isArrow: boolean): HTMLElement[] =>
      keys.filter(({ key }) => key in kSigns === isArrow).map(({ key }) => this.#buttons.get(key)!);
    const ofControls = controls.flatMap((control) => keysOf(control).map((key) => this.#controlButton(key, control.label)));
    const groups = [own(true), own(false), ofControls];
    this.#box.replaceChildren(
      ...groups
        .map((group) => make('div', { class: `key-group${group === ofControls ? ' of-controls' : ''}` }, ...group))
        .filter((group) => group.childElementCount > 0),
    );
    this.#box.hidden = this.#box.childElementCount === 0;
  }

  /** Stands in the part of the stage that panels leave free. */
  place({ left }: Area): void {
    this.#box.style.setProperty('--free-left', `${Math.round(left)}px`);
  }

  /** A key went down or up. True when it is one of the scene. */
  key(key: string, isDown: boolean): boolean {
    const own = this.#keys.find((one) => one.key === key);
    if (!own) return false;
    if (isDown === this.#held.includes(key)) return true;
    if (isDown) this.#held.push(key);
    else this.#held = this.#held.filter((one) => one !== key);
    this.#buttons.get(key)!.toggleAttribute('data-held', isDown);
    for (const drive of own.drives) this.#drive(drive);
    return true;
  }

  /** Nobody holds a key any more: the page has lost the keyboard. */
  release(): void {
    for (const key of [...this.#held]) this.key(key, false);
  }

  // Of the keys that are held the one that was pressed last counts.
  #drive(drive: KeyDrive): void {
    const target = targetOf(drive);
    const held = this.#held
      .flatMap((key) => this.#keys.find((one) => one.key === key)!.drives.filter((one) => targetOf(one) === target))
      .at(-1);
    const value = held ? held.held : drive.released;
    if (value !== null) this.#send({ type: drive.kind, joint: drive.joint, [drive.quantity]: value });
  }

  #button({ key, drives }: SceneKey): HTMLElement {
    const joints = [...new Set(drives.map(({ joint }) => String(joint)))].join(', ');
    const sign = kSigns[key] ?? key.toUpperCase();
    const label = this.#translate('{key}: {joints}', { key: sign, joints });
    return this.#holdable(key, sign, label, (isDown) => this.key(key, isDown));
  }

  #controlButton(key: string, name: string): HTMLElement {
    const sign = key.toUpperCase();
    const button = this.#holdable(key, sign, this.#translate('{key}: {joints}', { key: sign, joints: name }), (isDown) => {
      if (isDown === button.hasAttribute('data-held')) return;
      button.toggleAttribute('data-held', isDown);
      this.#pressControl(key, isDown);
    });
    return button;
  }

  // A button that is held.
  #holdable(key: string, sign: string, label: string, press: (isDown: boolean) => void): HTMLElement {
    const button = make(
      'button',
      { type: 'button', class: 'key-button', 'data-key': key, 'aria-label': label, title: label },
      make('kbd', {}, sign),
    );
    const hold = (isDown: boolean) => (event: Event) => {
      press(isDown);
      event.preventDefault(); // no menu, no focus
    };
    button.addEventListener('pointerdown', (event) => {
      button.setPointerCapture(event.pointerId);
      hold(true)(event);
    });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture', 'blur']) button.addEventListener(end, hold(false));
    button.addEventListener('contextmenu', (event) => event.preventDefault());
    button.addEventListener('keydown', (event) => {
      if (event.key !== ' ' && event.key !== 'Enter') return;
      hold(true)(event);
      event.stopPropagation(); // it would play
    });
    button.addEventListener('keyup', (event) => (event.key === ' ' || event.key === 'Enter') && hold(false)(event));
    return button;
  }
}
