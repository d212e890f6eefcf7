// Changes of the joints of a scene: add, remove, rename one. What names them is kept right: gears and racks, commands, keys, controls, and what the scene
// shows; it goes with the joint that it names.
import { asList, asObject, valueAt, withValue } from '../simulation/scene-path';
import { freeName } from './free-name';

type Loose = Record<string, unknown>;

/** What a reference becomes; undefined: its joint is gone. */
type Change = (reference: unknown) => unknown;

/** Adds a joint behind all others, with a name of its own. Where the scene lists the joints that it shows, it is one of them. */
export function withJoint(scene: unknown, joint: Readonly<Loose>): unknown {
  const joints = asList(asObject(scene).joints);
  const name = freeName(joints, String(joint.type));
  const { type, ...rest } = joint;
  const next = withValue(scene, ['joints'], [...joints, { type, name, ...rest }]);
  const shown = valueAt(scene, ['show', 'joints']);
  return Array.isArray(shown) ? withValue(next, ['show', 'joints'], [...shown, name]) : next;
}

/** Removes the joints that are gone, and the gears and racks between them. */
export function withoutJoints(scene: unknown, isGone: (joint: Loose, index: number) => boolean): unknown {
  const all = asList(asObject(scene).joints).map(asObject);
  const gone = new Set(all.flatMap((joint, index) => (isGone(joint, index) ? [index] : [])));
  const indexOf = (reference: unknown): number =>
    typeof reference === 'number' ? reference : all.findIndex(({ name }) => name === reference);
  all.forEach(({ joints: pair }, index) => asList(pair).some((one) => gone.has(indexOf(one))) && gone.add(index));
  if (gone.size === 0) return scene;
  const rest = all.filter((_, index) => !gone.has(index));
  return withReferences(withValue(scene, ['joints'], rest.length > 0 ? rest : undefined), (reference) => {
    if (gone.has(indexOf(reference))) return undefined;
    return typeof reference === 'number' ? reference - [...gone].filter((index) => index < reference).length : reference;
  });
}

/** Removes a joint, and the gears and racks that it has a part in. */
export const withoutJoint = (scene: unknown, index: number): unknown => withoutJoints(scene, (_, at) => at === index);

/** Gives a joint another name, or (undefined) none: then it is named by its index. */
export function withJointName(scene: unknown, index: number, name: string | undefined): unknown {
  const { name: old } = asObject(valueAt(scene, ['joints', index]));
  const next = withValue(scene, ['joints', index, 'name'], name);
  return typeof old === 'string' ? withReferences(next, (reference) => (reference === old ? (name ?? index) : reference)) : next;
}

function withReferences(scene: unknown, change: Change): unknown {
  const next = { ...asObject(scene) };
  const ofItems = (list: unknown): unknown[] =>
    asList(list).flatMap((item) => {
      const { joint } = asObject(item);
      if (typeof joint !== 'string' && typeof joint !== 'number') return [item];
      const changed = change(joint);
      return changed === undefined ? [] : [{ ...asObject(item), joint: changed }];
    });
  const put = (key: string, value: unknown, isEmpty: boolean): void => {
    if (isEmpty) delete next[key];
    else next[key] = value;
  };
  if ('joints' in next)
    next.joints = asList(next.joints).map((joint) => {
      const { joints: pair } = asObject(joint);
      return Array.isArray(pair) ? { ...asObject(joint), joints: pair.map(change) } : joint;
    });
  if ('commands' in next) {
    const commands = ofItems(next.commands);
    put('commands', commands, commands.length === 0);
  }
  if ('keys' in next) {
    const keys = Object.entries(asObject(next.keys)).flatMap(([key, value]) => {
      const drives = ofItems(Array.isArray(value) ? value : [value]);
      return drives.length > 0 ? [[key, Array.isArray(value) ? drives : drives[0]] as const] : [];
    });
    put('keys', Object.fromEntries(keys), keys.length === 0);
  }
  if ('controls' in next) {
    const controls = asList(next.controls).flatMap((control) => {
      const { path, command } = asObject(control);
      if (command !== undefined) return ofItems([command]).map((one) => ({ ...asObject(control), command: one }));
      const [whole, index] = (typeof path === 'string' && /^joints\[(\d+)\]/.exec(path)) || [];
      if (whole === undefined) return [control];
      const changed = change(Number(index));
      return changed === undefined ? [] : [{ ...asObject(control), path: `joints[${String(changed)}]${String(path).slice(whole.length)}` }];
    });
    put('controls', controls, controls.length === 0);
  }
  const show = asObject(next.show);
  if (Array.isArray(show.joints) || Array.isArray(show.plots))
    next.show = {
      ...show,
      ...(Array.isArray(show.joints) && { joints: show.joints.map(change).filter((reference) => reference !== undefined) }),
      ...(Array.isArray(show.plots) && { plots: ofItems(show.plots) }),
    };
  return next;
}
