// Jolt (jolt-physics, its build for one thread, which has no SIMD) behind the interface of peer-adapter.mjs, with its defaults;
// no damping, sleeping off unless asked for. Only its capacities follow the scene.
import { readFileSync } from 'node:fs';
import { peerFile } from '../engines.mjs';

const kStaticLayer = 0,
  kMovingLayer = 1;
// Its 10 MB for temporary data cannot be set from JavaScript and hold about 20,000 contacts of 472 bytes.
const kMaxContacts = 14000,
  kMaxPairs = 65536;

let jolt; // the module, once loaded

function createInterface(capacity) {
  const settings = new jolt.JoltSettings();
  settings.mMaxBodies = capacity + 256;
  settings.mMaxBodyPairs = Math.min(kMaxPairs, Math.max(8192, 8 * capacity));
  settings.mMaxContactConstraints = Math.min(kMaxContacts, Math.max(8192, 6 * capacity));
  settings.mMaxWorkerThreads = 0;
  const pairs = new jolt.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(kStaticLayer, kMovingLayer);
  pairs.EnableCollision(kMovingLayer, kMovingLayer);
  const layers = new jolt.BroadPhaseLayerInterfaceTable(2, 2);
  for (const layer of [kStaticLayer, kMovingLayer]) layers.MapObjectToBroadPhaseLayer(layer, new jolt.BroadPhaseLayer(layer));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2);
  const result = new jolt.JoltInterface(settings);
  jolt.destroy(settings);
  return result;
}

const listed = (v) => [v.GetX(), v.GetY(), v.GetZ()];

export async function create({ gravity = [0, -9.81, 0], dt = 1 / 60, sleep = false, capacity = 1000 } = {}) {
  jolt ??= await (await import(peerFile('jolt', 'dist/jolt-physics.wasm.js'))).default({
    wasmBinary: readFileSync(peerFile('jolt', 'dist/jolt-physics.wasm.wasm')),
  });
  const world = createInterface(capacity),
    system = world.GetPhysicsSystem(),
    bodies = system.GetBodyInterface();
  // The bindings take objects by reference; these are filled anew for each call.
  const a = new jolt.Vec3(0, 0, 0),
    b = new jolt.Vec3(0, 0, 0),
    place = new jolt.RVec3(0, 0, 0),
    turn = new jolt.Quat(0, 0, 0, 1);
  const filled = (target, values) => {
    target.Set(...values);
    return target;
  };
  system.SetGravity(filled(a, gravity));
  const moving = [],
    shapes = new Map();

  /** Equal boxes share a shape, as is usual. */
  function shapeOf(half, density) {
    const key = [...half, density].join(' ');
    if (!shapes.has(key)) {
      const settings = new jolt.BoxShapeSettings(filled(a, half));
      if (density > 0) settings.mDensity = density;
      const shape = settings.Create().Get();
      shape.AddRef();
      shapes.set(key, shape);
    }
    return shapes.get(key);
  }

  function addBody(half, position, orientation, density, friction, restitution) {
    const isMoving = density > 0;
    const settings = new jolt.BodyCreationSettings(
      shapeOf(half, density),
      filled(place, position),
      filled(turn, orientation),
      isMoving ? jolt.EMotionType_Dynamic : jolt.EMotionType_Static,
      isMoving ? kMovingLayer : kStaticLayer,
    );
    Object.assign(settings, {
      mFriction: friction,
      mRestitution: restitution,
      mLinearDamping: 0,
      mAngularDamping: 0,
      mAllowSleeping: sleep,
    });
    const body = bodies.CreateBody(settings);
    bodies.AddBody(body.GetID(), isMoving ? jolt.EActivation_Activate : jolt.EActivation_DontActivate);
    jolt.destroy(settings);
    return body;
  }

  return {
    addStaticBox: (half, position, orientation, friction, restitution) => {
      addBody(half, position, orientation, 0, friction, restitution);
    },
    addBox: (half, position, orientation, density, friction, restitution) =>
      moving.push(addBody(half, position, orientation, density, friction, restitution)) - 1,
    ready() {
      system.OptimizeBroadPhase();
    }, // its manual asks for it after many bodies were added
    step() {
      world.Step(dt, 1);
    },
    readPoses(out) {
      moving.forEach((body, i) => {
        out.set(listed(body.GetPosition()), 7 * i);
        const q = body.GetRotation();
        out.set([...listed(q), q.GetW()], 7 * i + 3);
      });
    },
    applyImpulse(i, impulse, point) {
      bodies.AddImpulse(moving[i].GetID(), filled(a, impulse), filled(place, point));
    },
    setVel(i, velocity, angularVelocity) {
      bodies.SetLinearAndAngularVelocity(moving[i].GetID(), filled(a, velocity), filled(b, angularVelocity));
    },
    getVel: (i) => ({ lin: listed(moving[i].GetLinearVelocity()), ang: listed(moving[i].GetAngularVelocity()) }),
    activeCount: () => system.GetNumActiveBodies(jolt.EBodyType_RigidBody),
    free() {
      for (const shape of shapes.values()) shape.Release();
      jolt.destroy(world);
    },
  };
}
