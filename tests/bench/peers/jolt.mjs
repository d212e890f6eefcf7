// Jolt (jolt-physics, its build for one thread, which has no SIMD) behind the interface of peer-adapter.mjs, with its defaults;
// no damping, sleeping off unless asked for. Only its capacities follow the scene.
import { readFileSync } from 'node:fs';
import { peerFile } from '../engines.mjs';
import { axesOf, turnOfX } from '../poses.mjs';
import { coneHull } from '../shapes.mjs';

const kStaticLayer = 0,
  kMovingLayer = 1,
  kGhostLayer = 2; // meets nothing
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
  const pairs = new jolt.ObjectLayerPairFilterTable(3);
  pairs.EnableCollision(kStaticLayer, kMovingLayer);
  pairs.EnableCollision(kMovingLayer, kMovingLayer);
  const layers = new jolt.BroadPhaseLayerInterfaceTable(3, 3);
  for (const layer of [kStaticLayer, kMovingLayer, kGhostLayer]) layers.MapObjectToBroadPhaseLayer(layer, new jolt.BroadPhaseLayer(layer));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 3, pairs, 3);
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
  let fixed = null, // the world, where something is joined to it
    filter = null;

  function shapeSettings({ type, half, radius, halfHeight, vertices }) {
    if (type === 'box') return new jolt.BoxShapeSettings(filled(a, half));
    if (type === 'sphere') return new jolt.SphereShapeSettings(radius);
    if (type === 'capsule') return new jolt.CapsuleShapeSettings(halfHeight, radius);
    if (type === 'cylinder') return new jolt.CylinderShapeSettings(halfHeight, radius);
    const settings = new jolt.ConvexHullShapeSettings();
    for (const vertex of type === 'cone' ? coneHull({ radius, halfHeight }).vertices : vertices)
      settings.mPoints.push_back(filled(a, vertex));
    return settings;
  }

  /** Equal bodies share a shape, as is usual. */
  function shapeOf(dimensions, density) {
    const key = JSON.stringify([dimensions, density]);
    if (!shapes.has(key)) {
      const settings = shapeSettings(dimensions);
      if (density > 0) settings.mDensity = density;
      const shape = settings.Create().Get();
      shape.AddRef();
      shapes.set(key, shape);
    }
    return shapes.get(key);
  }

  function addBody(dimensions, position, orientation, density, friction, restitution, collides = true) {
    const isMoving = density > 0,
      layer = isMoving ? kMovingLayer : kStaticLayer;
    const settings = new jolt.BodyCreationSettings(
      shapeOf(dimensions, density),
      filled(place, position),
      filled(turn, orientation),
      isMoving ? jolt.EMotionType_Dynamic : jolt.EMotionType_Static,
      collides ? layer : kGhostLayer,
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

  /** Bodies of one group with a table that says which of them collide. */
  function keepApart(first, second) {
    filter ??= new jolt.GroupFilterTable(capacity);
    for (const index of [first, second]) {
      const group = new jolt.CollisionGroup(filter, 0, index);
      bodies.SetCollisionGroup(moving[index].GetID(), group);
      jolt.destroy(group);
    }
    filter.DisableCollision(first, second);
  }

  function join(settings, first, second) {
    if (first === null) fixed ??= addBody({ type: 'box', half: [1, 1, 1] }, [0, 0, 0], [0, 0, 0, 1], 0, 0, 0, false);
    else keepApart(first, second);
    system.AddConstraint(settings.Create(first === null ? fixed : moving[first], moving[second]));
    jolt.destroy(settings);
  }

  return {
    addStaticBox: (half, position, orientation, friction, restitution) => {
      addBody({ type: 'box', half }, position, orientation, 0, friction, restitution);
    },
    addShape: (shape, position, orientation, density, friction, restitution, collides) =>
      moving.push(addBody(shape, position, orientation, density, friction, restitution, collides)) - 1,
    addBallJoint(first, second, point) {
      const settings = new jolt.PointConstraintSettings();
      settings.mPoint1 = settings.mPoint2 = filled(place, point);
      join(settings, first, second);
    },
    addHinge(first, second, point, axis, limits) {
      const settings = new jolt.HingeConstraintSettings();
      settings.mPoint1 = settings.mPoint2 = filled(place, point);
      settings.mHingeAxis1 = settings.mHingeAxis2 = filled(a, axis);
      settings.mNormalAxis1 = settings.mNormalAxis2 = filled(b, axesOf(turnOfX(axis))[1]);
      if (limits) [settings.mLimitsMin, settings.mLimitsMax] = limits;
      join(settings, first, second);
    },
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
