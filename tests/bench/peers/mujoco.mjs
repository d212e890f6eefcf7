// MuJoCo (DeepMind's package, on one thread) behind the interface of peer-adapter.mjs, with its defaults; it has no damping, no restitution
// and no sleeping unless a model asks for them. Its bodies form trees whose joints are coordinates, so that they cannot come apart; a joint
// that would close a loop becomes a `connect` constraint. It serves scenes with joints; cones and hulls it is not asked for.
import { peerFile } from '../engines.mjs';
import { cross, inverse, kWorldPlace, minus, relative, rotated, scaled } from '../poses.mjs';

const kZOntoY = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2]; // its capsules and cylinders are about z

const kSubsteps = 8; // of about 2 ms, its default

let mujoco; // the module, once loaded

const words = (values) => values.map((x) => String(x)).join(' ');
const quaternion = ([x, y, z, w]) => words([w, x, y, z]);

function sizeOf({ type, half, radius, halfHeight }) {
  if (type === 'box') return half;
  if (type === 'sphere') return [radius];
  if (type === 'capsule' || type === 'cylinder') return [radius, halfHeight];
  throw new Error(`MuJoCo is not asked for a ${type}`);
}

function geomOf({ shape, density, friction, collides }) {
  const turn = 'halfHeight' in shape ? ` quat="${quaternion(kZOntoY)}"` : '';
  const filter = collides ? '' : ' contype="0" conaffinity="0"';
  return `<geom type="${shape.type}" size="${words(sizeOf(shape))}"${turn} density="${density}" friction="${friction} 0 0"${filter}/>`;
}

/** The forest of the joints, grown from the world and then from what is left: { parent, joint } of each body, and the joints that close loops. */
function growForest(bodies, joints) {
  const links = new Map([[null, []], ...bodies.map((_, i) => [i, []])]);
  for (const joint of joints) {
    links.get(joint.a).push({ other: joint.b, joint });
    links.get(joint.b).push({ other: joint.a, joint });
  }
  const placed = new Map([[null, null]]), // body → what holds it
    used = new Set();
  const grow = (root) => {
    const waiting = [root];
    for (const body of waiting) {
      for (const { other, joint } of links.get(body)) {
        if (placed.has(other)) continue;
        placed.set(other, { parent: body, joint });
        used.add(joint);
        waiting.push(other);
      }
    }
  };
  grow(null);
  for (const i of bodies.keys()) {
    if (placed.has(i)) continue;
    placed.set(i, { parent: null, joint: null });
    grow(i);
  }
  return { placed, loops: joints.filter((joint) => !used.has(joint)) };
}

/** The joint of a body to its parent, in the frame of the body. */
function jointOf(body, index, joint) {
  if (joint === null) return '<freejoint/>';
  const back = inverse(body.orientation);
  const place = `pos="${words(relative(body, joint.point, body.orientation).position)}"`;
  if (joint.type === 'ball') return `<joint type="ball" ${place}/>`;
  const axis = scaled(rotated(back, joint.axis), joint.b === index ? 1 : -1);
  const range = joint.limits ? ` range="${words(joint.limits)}"` : '';
  return `<joint type="hinge" ${place} axis="${words(axis)}"${range}/>`;
}

/** MJCF of a scene, and the bodies in its order. */
function modelOf({ gravity, dt, statics, bodies, joints }) {
  const { placed, loops } = growForest(bodies, joints);
  const children = new Map([[null, []], ...bodies.map((_, i) => [i, []])]);
  for (const [index, link] of placed) if (link) children.get(link.parent).push(index);
  const order = [];
  const written = (index, frame) => {
    const body = bodies[index],
      { position, orientation } = relative(frame, body.position, body.orientation);
    order.push(index);
    const inner = [
      jointOf(body, index, placed.get(index).joint),
      geomOf(body),
      ...children.get(index).map((child) => written(child, body)),
    ];
    return `<body name="${index}" pos="${words(position)}" quat="${quaternion(orientation)}">${inner.join('')}</body>`;
  };
  const world = children.get(null).map((index) => written(index, kWorldPlace));
  const blocks = statics.map(
    ({ half, position, orientation, friction }) =>
      `<geom type="box" size="${words(half)}" pos="${words(position)}" quat="${quaternion(orientation)}" friction="${friction} 0 0"/>`,
  );
  const connects = loops.map(({ type, a, b, point }) => {
    if (type !== 'ball') throw new Error('a hinge closes a loop, which MuJoCo is not asked for');
    const anchor = `anchor="${words(relative(bodies[b], point, bodies[b].orientation).position)}"`;
    return `<connect body1="${b}"${a === null ? '' : ` body2="${a}"`} ${anchor}/>`;
  });
  const excludes = loops.filter(({ a }) => a !== null).map(({ a, b }) => `<exclude body1="${a}" body2="${b}"/>`);
  const xml =
    `<mujoco><compiler angle="radian"/><option timestep="${dt / kSubsteps}" gravity="${words(gravity)}"/>` +
    `<worldbody>${blocks.join('')}${world.join('')}</worldbody>` +
    `<equality>${connects.join('')}</equality><contact>${excludes.join('')}</contact></mujoco>`;
  return { xml, order };
}

export async function create({ gravity = [0, -9.81, 0], dt = 1 / 60 } = {}) {
  mujoco ??= await (await import(peerFile('mujoco', 'mujoco.js'))).default();
  const statics = [],
    bodies = [],
    joints = [],
    pushes = [],
    early = []; // velocities set before there is a model
  const velocity = new mujoco.DoubleBuffer(6);
  let model = null,
    data = null,
    idOf = null, // its number of each body
    steps = 0,
    isCurrent = false;

  /** Positions and velocities of bodies from the coordinates: a step leaves those of its beginning. */
  function update() {
    if (isCurrent) return;
    mujoco.mj_kinematics(model, data);
    mujoco.mj_comPos(model, data);
    mujoco.mj_comVel(model, data);
    isCurrent = true;
  }

  function orientationOf(i) {
    const [w, x, y, z] = data.xquat.subarray(4 * idOf[i], 4 * idOf[i] + 4);
    return [x, y, z, w];
  }

  /** Of a body that nothing holds, whose coordinates are its velocity in the world and its spin in its own axes. */
  function setVel(i, linear, angular) {
    const id = idOf[i];
    if (model.jnt_type[model.body_jntadr[id]] !== mujoco.mjtJoint.mjJNT_FREE.value) throw new Error(`body ${i} is not free`);
    update();
    data.qvel.set([...linear, ...rotated(inverse(orientationOf(i)), angular)], model.body_dofadr[id]);
    isCurrent = false;
  }

  return {
    addStaticBox(half, position, orientation, friction) {
      statics.push({ half, position, orientation, friction });
    },
    addShape: (shape, position, orientation, density, friction, _restitution, collides = true) =>
      bodies.push({ shape, position, orientation, density, friction, collides }) - 1,
    addBallJoint(a, b, point) {
      joints.push({ type: 'ball', a, b, point });
    },
    addHinge(a, b, point, axis, limits) {
      joints.push({ type: 'hinge', a, b, point, axis, limits });
    },
    ready() {
      const { xml, order } = modelOf({ gravity, dt, statics, bodies, joints });
      idOf = [];
      for (const [place, index] of order.entries()) idOf[index] = place + 1; // 0 is the world
      model = mujoco.MjModel.from_xml_string(xml);
      data = new mujoco.MjData(model);
      for (const velocities of early) setVel(...velocities);
    },
    step() {
      const wrenches = data.xfrc_applied;
      for (const { id, wrench } of pushes) for (const [k, x] of wrench.entries()) wrenches[6 * id + k] += x;
      for (let i = 0; i < kSubsteps; i++) mujoco.mj_step(model, data);
      wrenches.fill(0);
      pushes.length = 0;
      steps += 1;
      isCurrent = false;
      // It begins again where it finds that a motion has blown up.
      if (Math.abs(data.time - steps * dt) > dt / 2) throw new Error(`MuJoCo gave the motion up at step ${steps}`);
    },
    readPoses(out) {
      update();
      const { xpos } = data;
      for (let i = 0; i < bodies.length; i++) {
        out.set(xpos.subarray(3 * idOf[i], 3 * idOf[i] + 3), 7 * i);
        out.set(orientationOf(i), 7 * i + 3);
      }
    },
    /** By a force that acts for one step. */
    applyImpulse(i, impulse, point) {
      update();
      const id = idOf[i],
        arm = minus(point, [...data.xipos.subarray(3 * id, 3 * id + 3)]);
      pushes.push({ id, wrench: [...impulse, ...cross(arm, impulse)].map((x) => x / dt) });
    },
    setVel(...velocities) {
      if (data) setVel(...velocities);
      else early.push(velocities);
    },
    getVel(i) {
      update();
      mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_BODY.value, idOf[i], velocity, 0);
      const [x, y, z, ...lin] = velocity.GetView();
      return { lin, ang: [x, y, z] };
    },
    activeCount: () => bodies.length,
    free() {
      velocity.delete();
      data?.delete();
      model?.delete();
    },
  };
}
