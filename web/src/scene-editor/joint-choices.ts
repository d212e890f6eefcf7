// What is chosen of joints before their fields: which one, and in which frames it says its place.
import { make } from '../dom/elements';
import { asObject } from '../simulation/scene-path';
import { formRow, jointLabel } from './form-field';
import { framesOf, inFrames, type Frames } from './joint-frames';

/** The joints by name, or index, and type. */
export function jointChoice(joints: readonly unknown[], chosen: number, choose: (index: number) => void): HTMLSelectElement {
  const select = make('select', { 'aria-label': 'Which joint' }) as HTMLSelectElement;
  joints.forEach((joint, index) => {
    const { name, type } = asObject(joint);
    const label = jointLabel(String(name ?? index));
    select.append(make('option', { value: String(index) }, label.startsWith(String(type)) ? label : `${label}: ${String(type)}`));
  });
  select.value = String(chosen);
  select.addEventListener('change', () => choose(Number(select.value)));
  return select;
}

/** In which frames a joint says its place; null where it cannot say it in the other ones. */
export function framesChoice(
  joint: Readonly<Record<string, unknown>>,
  scene: unknown,
  choose: (frames: Frames) => void,
): HTMLElement | null {
  const now = framesOf(joint);
  if (Array.isArray(joint.joints) || !inFrames(joint, scene, now === 'world' ? 'bodies' : 'world')) return null;
  const select = make('select', { 'aria-label': 'Place and axis in the frame of' }) as HTMLSelectElement;
  select.append(make('option', { value: 'world' }, 'the world, at the start'), make('option', { value: 'bodies' }, 'its bodies'));
  select.value = now;
  select.addEventListener('change', () => choose(select.value as Frames));
  return formRow('place in the frame of', '', select);
}
