// Havok (Babylon.js package) behind the interface of peer-adapter.mjs, with its defaults; no damping, sleeping off unless asked for.
import { readFileSync } from 'node:fs';
import { peerFile } from '../engines.mjs';

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
    all = [],
    shapes = new Map();

  /** Equal boxes share a shape, as is usual: thousands of them would cost time in every step. */
  function shapeOf(half, density, friction, restitution) {
    const key = [...half, density, friction, restitution].join(' ');
    if (!shapes.has(key)) {
      const shape = checked(
        havok.HP_Shape_CreateBox(
          [0, 0, 0],
          [0, 0, 0, 1],
          half.map((h) => 2 * h),
        ),
      );
      const { GEOMETRIC_MEAN, MAXIMUM } = havok.MaterialCombine;
      checked(havok.HP_Shape_SetMaterial(shape, [friction, friction, restitution, GEOMETRIC_MEAN, MAXIMUM]));
      if (density > 0) checked(havok.HP_Shape_SetDensity(shape, density));
      shapes.set(key, shape);
    }
    return shapes.get(key);
  }

  function addBody(half, position, orientation, density, friction, restitution) {
    const shape = shapeOf(half, density, friction, restitution),
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

  return {
    addStaticBox: (half, position, orientation, friction, restitution) => {
      addBody(half, position, orientation, 0, friction, restitution);
    },
    addBox: (half, position, orientation, density, friction, restitution) =>
      moving.push(addBody(half, position, orientation, density, friction, restitution)) - 1,
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
      for (const body of all) {
        havok.HP_World_RemoveBody(world, body);
        havok.HP_Body_Release(body);
      }
      for (const shape of shapes.values()) havok.HP_Shape_Release(shape);
      havok.HP_World_Release(world);
    },
  };
}
