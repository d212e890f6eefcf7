// The controls that a scene brings along: its key `controls` (web/scenes/README.md). Sliders, switches and choices for any value of the
// scene by its path, and buttons for commands. Checked as `show` is (scene-show.ts).
import { asObject, pathOf, valueAt, type Path } from '../simulation/scene-path';
import { listAt, numberAt, objectAt, booleanAt, referenceAt, refuse, refuseValue, textAt, type Loose } from './scene-checks';

type Named = { readonly label: string };
type Valued = Named & {
  readonly path: Path;
  /** The scene begins again with the new value; else it goes on. */
  readonly restarts: boolean;
  /** The value while a key is held. */
  readonly keys: ReadonlyMap<string, number | boolean>;
};
export type Slider = Valued & {
  readonly kind: 'slider';
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
};
export type Switch = Valued & { readonly kind: 'switch' };
export type Choice = Valued & { readonly kind: 'choice'; readonly choices: readonly string[] };
/** `command`: as in the scene's list, without its step. */
export type CommandButton = Named & { readonly kind: 'button'; readonly command: Loose; readonly key: string | null };
export type Control = Slider | Switch | Choice | CommandButton;

const kMostControls = 12;
const kMostChoices = 12;
const kLongestLabel = 40;
const kSliderSteps = 100; // of a slider that says nothing of its own
const kMostKeys = 4; // of one control
const keys = ['label', 'path', 'unit', 'min', 'max', 'step', 'choices', 'restart', 'command', 'key', 'keys'];

// A letter, whatever case it is typed in. Others are keys of the page or of the picture.
function letterAt(value: unknown, place: string): string {
  if (typeof value !== 'string' || !/^[a-z]$/.test(value)) refuseValue(value, place, 'is not a letter from a to z');
  return value;
}

function keysAt(value: unknown, place: string, at: (held: unknown, place: string) => number | boolean): Valued['keys'] {
  if (value === undefined) return new Map();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuseValue(value, place, 'is not an object');
  const entries = Object.entries(value);
  if (entries.length > kMostKeys) refuse(place, `has ${entries.length} keys, more than ${kMostKeys}`);
  return new Map(entries.map(([key, held]) => [letterAt(key, `${place}.${key.slice(0, 40)}`), at(held, `${place}.${key}`)]));
}

function sliderAt(spec: Loose, place: string, valued: Valued): Slider {
  const min = numberAt(spec.min, `${place}.min`, -1e12, 1e12);
  const max = numberAt(spec.max, `${place}.max`, -1e12, 1e12);
  if (max <= min) refuse(`${place}.max`, `${max} is not above min`);
  const step = spec.step === undefined ? (max - min) / kSliderSteps : numberAt(spec.step, `${place}.step`, 0, max - min);
  if (step === 0) refuse(`${place}.step`, 'is 0');
  return {
    ...valued,
    kind: 'slider',
    unit: spec.unit === undefined ? '' : textAt(spec.unit, `${place}.unit`, kLongestLabel),
    min,
    max,
    step,
    keys: keysAt(spec.keys, `${place}.keys`, (held, at) => numberAt(held, at, min, max)),
  };
}

function controlAt(value: unknown, place: string, scene: unknown): Control {
  const spec = objectAt(value, place, keys);
  const label = textAt(spec.label, `${place}.label`, kLongestLabel);
  if (spec.command !== undefined) {
    if (spec.path !== undefined) refuse(place, 'has a path and a command');
    const command = asObject(spec.command);
    textAt(command.type, `${place}.command.type`, kLongestLabel);
    if (command.body !== undefined) referenceAt(command.body, `${place}.command.body`, asObject(scene));
    return { kind: 'button', label, command, key: spec.key === undefined ? null : letterAt(spec.key, `${place}.key`) };
  }
  const text = textAt(spec.path, `${place}.path`, 200);
  const path = pathOf(text, scene);
  const present = path && valueAt(scene, path);
  if (!path || present === undefined) refuse(`${place}.path`, `this scene has no value at “${text}”`);
  const valued: Valued = {
    label,
    path,
    restarts: spec.restart === undefined ? false : booleanAt(spec.restart, `${place}.restart`),
    keys: new Map(),
  };
  if (typeof present === 'number') return sliderAt(spec, place, valued);
  if (typeof present === 'boolean') return { ...valued, kind: 'switch', keys: keysAt(spec.keys, `${place}.keys`, booleanAt) };
  if (typeof present !== 'string') refuse(`${place}.path`, 'is neither a number, nor true or false, nor a word');
  const choices = listAt(spec.choices, `${place}.choices`, kMostChoices).map((choice, index) =>
    textAt(choice, `${place}.choices[${index}]`, kLongestLabel),
  );
  return { ...valued, kind: 'choice', choices };
}

/** The controls of a scene. Throws a SceneError with the sentence of a refusal. */
export function readControls(document: unknown): readonly Control[] {
  const { controls } = asObject(document);
  if (controls === undefined) return [];
  return listAt(controls, 'controls', kMostControls).map((control, index) => controlAt(control, `controls[${index}]`, document));
}
