// The class World of the module (world.d.ts), over the functions of world_binding.cpp, which take the number of a world first.
// (Embind's own classes would be a third of the glue.) What a world tells comes as a view into wasm memory; what it is told goes
// as one block of bytes.
{
  // Nesting and values beyond what the engine takes (scene/limits.h): it says the sentence, and never looks at what comes after.
  const kDeepest = 32, kMost = 1 << 20;
  const encoder = new TextEncoder(), decoder = new TextDecoder();

  /** A value as JSON.parse makes it, as bytes: see json_from_bytes.h. What JSON does not have is null. */
  const flatten = (value) => {
    const numbers = [], strings = [], places = new Map();
    let values = 0;
    const placeOf = (text) => {
      let place = places.get(text);
      if (place === undefined) places.set(text, place = strings.push(encoder.encode(text)) - 1);
      return place;
    };
    const add = (item, depth) => {
      ++values;
      if (typeof item === 'number') numbers.push(3, item);
      else if (typeof item === 'string') numbers.push(4, placeOf(item));
      else if (typeof item === 'boolean') numbers.push(item ? 2 : 1);
      else if (typeof item !== 'object' || item === null) numbers.push(0);
      else if (depth > kDeepest) numbers.push(7);
      else if (Array.isArray(item)) {
        numbers.push(5, item.length);
        for (let i = 0; i < item.length && values <= kMost; ++i) add(item[i], depth + 1);
      } else {
        const keys = Object.keys(item);
        numbers.push(6, keys.length);
        for (let i = 0; i < keys.length && values <= kMost; ++i) {
          const key = keys[i];
          numbers.push(placeOf(key));
          add(item[key], depth + 1);
        }
      }
    };
    add(value, 0);
    const head = 8 + 8 * numbers.length + 4 * strings.length;
    const bytes = new Uint8Array(strings.reduce((sum, text) => sum + text.length, head));
    new Uint32Array(bytes.buffer, 0, 2).set([numbers.length, strings.length]);
    new Float64Array(bytes.buffer, 8, numbers.length).set(numbers);
    new Uint32Array(bytes.buffer, 8 + 8 * numbers.length, strings.length).set(strings.map((text) => text.length));
    let at = head;
    for (const text of strings) {
      bytes.set(text, at);
      at += text.length;
    }
    return bytes;
  };

  const call = (name, world, ...values) => {
    if (world.handle === 0) throw new Error('This World was deleted.');
    return Module[name](world.handle, ...values);
  };
  const view = (Type, name, world, ...values) => {
    const at = call(name, world, ...values) >> 2;
    return new Type(HEAPU8.buffer, HEAPU32[at], HEAPU32[at + 1]);
  };
  const text = (name, world, ...values) => decoder.decode(view(Uint8Array, name, world, ...values));
  /** Hands bytes over, then calls. */
  const tell = (name, world, bytes) => {
    const at = call('inbox', world, bytes.length);
    HEAPU8.set(bytes, at);
    return text(name, world);
  };
  const kindOf = { poses: Float32Array, ids: Uint32Array, shapes: Float32Array, geometry: Float32Array, states: Float64Array,
    bodyState: Float64Array, pointState: Float64Array, measures: Float64Array, report: Float64Array, contacts: Float32Array,
    forces: Float64Array, joints: Float64Array, jointStates: Float64Array, impacts: Float64Array, snapshot: Uint8Array };

  class World {
    constructor() { this.handle = Module['create'](); }
    delete() {
      call('destroy', this);
      this.handle = 0;
    }
    get stepCount() { return call('stepCount', this); }
    get seconds() { return call('seconds', this); }
    get stepsPerSecond() { return call('stepsPerSecond', this); }
    get slotCount() { return call('slotCount', this); }
    get bodiesVersion() { return call('bodiesVersion', this); }
    get jointCount() { return call('jointCount', this); }
    load(scene) { return tell('load', this, flatten(scene)); }
    revise(scene, kept) { return tell('revise', this, flatten([scene, kept])); }
    command(command) { return tell('command', this, flatten(command)); }
    step() { return call('step', this); }
    recordImpacts(enabled) { call('recordImpacts', this, enabled); }
    hash() { return text('hash', this); }
    jointName(index) { return text('jointName', this, index); }
    restore(bytes) {
      return bytes instanceof Uint8Array ? tell('restore', this, bytes) : 'a snapshot is a Uint8Array';
    }
    bodyInfo(id) {
      const n = [...view(Float64Array, 'bodyInfo', this, id)];
      if (n.length === 0) return null;
      return {
        id, slot: n[0], name: text('bodyName', this, id), type: ['dynamic', 'static', 'kinematic'][n[1]],
        motion: text('motionSchemeName', this, n[2]), mass: n[3], planar: n[4] === 1, entry: n[5],
        inertia: n.slice(6, 9), centerOfMass: n.slice(9, 12), inertiaTensor: n.slice(12, 21),
      };
    }
  }
  for (const [name, Type] of Object.entries(kindOf)) World.prototype[name] = function (...values) { return view(Type, name, this, ...values); };
  Module['World'] = World;
}
