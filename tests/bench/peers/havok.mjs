// Havok (Babylon.js package) behind the interface of peer-adapter.mjs, with its defaults; no damping, sleeping off unless asked for.
import { readFileSync } from 'node:fs';
import { peerFile } from '../engines.mjs';
import { axesOf, jointFrame, kWorldPlace } from '../poses.mjs';
import { coneHull } from '../shapes.mjs';

let havok; // the module, once loaded

/** Every call answers with a result code, alone or before its value. */
function checked(answer) {
  const [code, value] = Array.isArray(answer) ? answer : [answer];
  if (code !== havok.Result.RESULT_OK) throw new Error(`Havok answered ${code?.value ?? code}`);
  return value;
}

export async function create({ gravity = [0, -9.81, 0], dt = 1 / 60, sleep = false } = {}) {
  havok ??= await (await import(peerFile('havok', 'lib/esm/HavokPhysics_es.js'))).default({
    wasmBinary: readFileSync(peerFile('havok', 'lib/esm/HavokPhysics.wasm')),
  });
  const world = checked(havok.HP_World_Create());
  checked(havok.HP_World_SetGravity(world, gravity));
  checked(havok.HP_World_SetIdealStepTime(world, dt));
  const moving = [],
    places = [],
    all = [],
    joints = [],
    shapes = new Map();
  let fixed = null;

  function createHull(vertices) {
    const address = havok._malloc(12 * vertices.length);
    havok.HEAPF32.set(vertices.flat(), address / 4);
    const shape = checked(havok.HP_Shape_CreateConvexHull(address, vertices.length));
    havok._free(address);
    return shape;
  }

  function createShape({ type, half, radius, halfHeight, vertices }) {
    const ends = () => [
      [0, -halfHeight, 0],
      [0, halfHeight, 0],
    ];
    if (type === 'box') {
      const edges = half.map((h) => 2 * h);
      return checked(havok.HP_Shape_CreateBox([0, 0, 0], [0, 0, 0, 1], edges));
    }
    if (type === 'sphere') return checked(havok.HP_Shape_CreateSphere([0, 0, 0], radius));
    if (type === 'capsule') return checked(havok.HP_Shape_CreateCapsule(...ends(), radius));
    if (type === 'cylinder') return checked(havok.HP_Shape_CreateCylinder(...ends(), radius));
    return createHull(type === 'cone' ? coneHull({ radius, halfHeight }).vertices : vertices);
  }

  /** Equal bodies share a shape, as is usual: thousands of them would cost time in every step. */
  function shapeOf(dimensions, density, friction, restitution, collides) {
    const key = JSON.stringify([dimensions, density, friction, restitution, collides]);
    if (!shapes.has(key)) {
      const shape = createShape(dimensions);
      const { GEOMETRIC_MEAN, MAXIMUM } = havok.MaterialCombine;
      checked(havok.HP_Shape_SetMaterial(shape, [friction, friction, restitution, GEOMETRIC_MEAN, MAXIMUM]));
      if (density > 0) checked(havok.HP_Shape_SetDensity(shape, density));
      if (!collides) checked(havok.HP_Shape_SetFilterInfo(shape, [0, 0]));
      shapes.set(key, shape);
    }
    return shapes.get(key);
  }

  function addBody(dimensions, position, orientation, density, friction, restitution, collides = true) {
    const shape = shapeOf(dimensions, density, friction, restitution, collides),
      isMoving = density > 0;
    const body = checked(havok.HP_Body_Create());
    checked(havok.HP_Body_SetShape(body, shape));
    checked(havok.HP_Body_SetMotionType(body, isMoving ? havok.MotionType.DYNAMIC : havok.MotionType.STATIC));
    if (isMoving) {
      checked(havok.HP_Body_SetMassProperties(body, checked(havok.HP_Shape_BuildMassProperties(shape))));
      checked(havok.HP_Body_SetLinearDamping(body, 0));
      checked(havok.HP_Body_SetAngularDamping(body, 0));
      if (!sleep) checked(havok.HP_Body_SetActivationControl(body, havok.ActivationControl.ALWAYS_ACTIVE));
    }
    checked(havok.HP_Body_SetQTransform(body, [position, orientation]));
    checked(havok.HP_World_AddBody(world, body, false));
    all.push(body);
    return body;
  }

  /** A static body without a shape: the world, where something is joined to it. */
  function fixedBody() {
    const body = checked(havok.HP_Body_Create());
    checked(havok.HP_Body_SetMotionType(body, havok.MotionType.STATIC));
    checked(havok.HP_World_AddBody(world, body, false));
    all.push(body);
    return body;
  }

  function join(a, b, point, axis) {
    if (a === null) fixed ??= fixedBody();
    const joint = checked(havok.HP_Constraint_Create());
    checked(havok.HP_Constraint_SetParentBody(joint, a === null ? fixed : moving[a]));
    checked(havok.HP_Constraint_SetChildBody(joint, moving[b]));
    const [parent, child] = [a, b].map((index) => {
      const { position, orientation } = jointFrame(index === null ? kWorldPlace : places[index], point, axis);
      return [position, ...axesOf(orientation).slice(0, 2)];
    });
    checked(havok.HP_Constraint_SetAnchorInParent(joint, ...parent));
    checked(havok.HP_Constraint_SetAnchorInChild(joint, ...child));
    const { LINEAR_X, LINEAR_Y, LINEAR_Z } = havok.ConstraintAxis;
    for (const way of [LINEAR_X, LINEAR_Y, LINEAR_Z]) lock(joint, way);
    checked(havok.HP_Constraint_SetCollisionsEnabled(joint, 0));
    checked(havok.HP_Constraint_SetEnabled(joint, 1));
    joints.push(joint);
    return joint;
  }

  const lock = (joint, axis) => checked(havok.HP_Constraint_SetAxisMode(joint, axis, havok.ConstraintAxisLimitMode.LOCKED));

  return {
    addStaticBox: (half, position, orientation, friction, restitution) => {
      addBody({ type: 'box', half }, position, orientation, 0, friction, restitution);
    },
    addShape(shape, position, orientation, density, friction, restitution, collides) {
      places.push({ position, orientation });
      return moving.push(addBody(shape, position, orientation, density, friction, restitution, collides)) - 1;
    },
    addBallJoint(a, b, point) {
      join(a, b, point);
    },
    addHinge(a, b, point, axis, limits) {
      const joint = join(a, b, point, axis),
        { ANGULAR_X, ANGULAR_Y, ANGULAR_Z } = havok.ConstraintAxis;
      lock(joint, ANGULAR_Y);
      lock(joint, ANGULAR_Z);
      if (!limits) return;
      checked(havok.HP_Constraint_SetAxisMode(joint, ANGULAR_X, havok.ConstraintAxisLimitMode.LIMITED));
      checked(havok.HP_Constraint_SetAxisMinLimit(joint, ANGULAR_X, limits[0]));
      checked(havok.HP_Constraint_SetAxisMaxLimit(joint, ANGULAR_X, limits[1]));
    },
    ready() {},
    step() {
      checked(havok.HP_World_Step(world, dt));
    },
    readPoses(out) {
      moving.forEach((body, i) => {
        const [position, orientation] = checked(havok.HP_Body_GetQTransform(body));
        out.set(position, 7 * i);
        out.set(orientation, 7 * i + 3);
      });
    },
    applyImpulse(i, impulse, point) {
      checked(havok.HP_Body_SetActivationState(moving[i], havok.ActivationState.ACTIVE));
      checked(havok.HP_Body_ApplyImpulse(moving[i], point, impulse));
    },
    setVel(i, velocity, angularVelocity) {
      checked(havok.HP_Body_SetLinearVelocity(moving[i], velocity));
      checked(havok.HP_Body_SetAngularVelocity(moving[i], angularVelocity));
    },
    getVel: (i) => ({
      lin: [...checked(havok.HP_Body_GetLinearVelocity(moving[i]))],
      ang: [...checked(havok.HP_Body_GetAngularVelocity(moving[i]))],
    }),
    activeCount: () => moving.filter((body) => checked(havok.HP_Body_GetActivationState(body)) === havok.ActivationState.ACTIVE).length,
    free() {
      for (const joint of joints) havok.HP_Constraint_Release(joint);
      for (const body of all) {
        havok.HP_World_RemoveBody(world, body);
        havok.HP_Body_Release(body);
      }
      for (const shape of shapes.values()) havok.HP_Shape_Release(shape);
      havok.HP_World_Release(world);
    },
  };
}
