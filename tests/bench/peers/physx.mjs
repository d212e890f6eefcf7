// PhysX (physx-js-webidl) behind the interface of peer-adapter.mjs, with its defaults (PGS solver, 4 position iterations and
// 1 velocity iteration, no worker threads); no damping, sleeping off unless asked for. Its shapes serve the simulation only:
// nobody casts rays here, and a second tree for them would cost it time.
import { readFileSync } from 'node:fs';
import { peerFile } from '../engines.mjs';
import { jointFrame, kWorldPlace } from '../poses.mjs';

let physx, physics; // once loaded

/** The package is built for browsers and refuses to load where it sees Node, so Node is out of sight while it does. */
async function loadModule() {
  const { default: load } = await import(peerFile('physx', 'physx-js-webidl.mjs'));
  const wasm = readFileSync(peerFile('physx', 'physx-js-webidl.wasm'));
  const { process: node, window: page } = globalThis;
  Object.assign(globalThis, { process: undefined, window: globalThis });
  try {
    return await load({
      locateFile: (file) => file,
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(wasm, imports).then(({ instance, module }) => done(instance, module));
        return {};
      },
    });
  } finally {
    Object.assign(globalThis, { process: node, window: page });
  }
}

const kXOntoY = [0, 0, Math.SQRT1_2, Math.SQRT1_2]; // its capsules, cylinders and cones are about x

const listed = (v) => [v.x, v.y, v.z];

export async function create({ gravity = [0, -9.81, 0], dt = 1 / 60, sleep = false } = {}) {
  if (!physx) {
    physx = await loadModule();
    const foundation = physx.CreateFoundation(physx.PHYSICS_VERSION, new physx.PxDefaultAllocator(), new physx.PxDefaultErrorCallback());
    physics = physx.CreatePhysics(physx.PHYSICS_VERSION, foundation, new physx.PxTolerancesScale());
  }
  const vector = ([x, y, z]) => new physx.PxVec3(x, y, z);
  const transform = ({ position, orientation }) => new physx.PxTransform(vector(position), new physx.PxQuat(...orientation));
  const description = new physx.PxSceneDesc(new physx.PxTolerancesScale());
  description.gravity = vector(gravity);
  description.cpuDispatcher = physx.DefaultCpuDispatcherCreate(0);
  description.filterShader = physx.DefaultFilterShader();
  const scene = physics.createScene(description);
  const everyPairCollides = new physx.PxFilterData(1, 1, 0, 0),
    noPairCollides = new physx.PxFilterData(0, 0, 0, 0);
  const simulated = new physx.PxShapeFlags(physx.PxShapeFlagEnum.eSIMULATION_SHAPE);
  const materials = new Map(),
    hulls = new Map(),
    moving = [],
    places = [],
    all = [],
    joints = [];

  function materialOf(friction, restitution) {
    const key = `${friction} ${restitution}`;
    if (!materials.has(key)) materials.set(key, physics.createMaterial(friction, friction, restitution));
    return materials.get(key);
  }

  /** Equal hulls share a mesh, as is usual. */
  function hullOf(vertices) {
    const key = JSON.stringify(vertices);
    if (!hulls.has(key)) {
      const points = new physx.PxArray_PxVec3(0);
      for (const vertex of vertices) points.pushBack(vector(vertex));
      const description = new physx.PxConvexMeshDesc();
      Object.assign(description.points, { count: vertices.length, stride: 12, data: points.begin() });
      description.flags = new physx.PxConvexFlags(physx.PxConvexFlagEnum.eCOMPUTE_CONVEX);
      hulls.set(key, physx.CreateConvexMesh(new physx.PxCookingParams(new physx.PxTolerancesScale()), description));
    }
    return hulls.get(key);
  }

  function geometryOf({ type, half, radius, halfHeight, vertices }) {
    const cores = physx.PxConvexCoreGeometryFactory.prototype;
    if (type === 'box') return new physx.PxBoxGeometry(...half);
    if (type === 'sphere') return new physx.PxSphereGeometry(radius);
    if (type === 'capsule') return new physx.PxCapsuleGeometry(radius, halfHeight);
    if (type === 'cylinder') return cores.createFromCylinder(new physx.PxConvexCoreCylinder(2 * halfHeight, radius), 0);
    if (type === 'cone') return cores.createFromCone(new physx.PxConvexCoreCone(2 * halfHeight, radius), 0);
    return new physx.PxConvexMeshGeometry(hullOf(vertices));
  }

  function addBody(dimensions, position, orientation, friction, restitution, collides, createBody) {
    const shape = physics.createShape(geometryOf(dimensions), materialOf(friction, restitution), true, simulated);
    if ('halfHeight' in dimensions) shape.setLocalPose(transform({ position: [0, 0, 0], orientation: kXOntoY }));
    shape.setSimulationFilterData(collides ? everyPairCollides : noPairCollides);
    const body = createBody(transform({ position, orientation }));
    body.attachShape(shape);
    shape.release();
    all.push(body);
    return body;
  }

  function join(create, a, b, point, axis) {
    const [first, second] = [a, b].map((index) => transform(jointFrame(index === null ? kWorldPlace : places[index], point, axis)));
    const joint = create(physics, a === null ? null : moving[a], first, moving[b], second);
    joints.push(joint);
    return joint;
  }

  return {
    addStaticBox(half, position, orientation, friction, restitution) {
      const shape = { type: 'box', half };
      scene.addActor(addBody(shape, position, orientation, friction, restitution, true, (pose) => physics.createRigidStatic(pose)));
    },
    addShape(shape, position, orientation, density, friction, restitution, collides = true) {
      const createBody = (pose) => physics.createRigidDynamic(pose);
      const body = addBody(shape, position, orientation, friction, restitution, collides, createBody);
      physx.PxRigidBodyExt.prototype.updateMassAndInertia(body, density);
      body.setLinearDamping(0);
      body.setAngularDamping(0);
      if (!sleep) body.setSleepThreshold(0);
      scene.addActor(body);
      places.push({ position, orientation });
      return moving.push(body) - 1;
    },
    addBallJoint(a, b, point) {
      join(physx.PxTopLevelFunctions.prototype.SphericalJointCreate, a, b, point);
    },
    addHinge(a, b, point, axis, limits) {
      const joint = join(physx.PxTopLevelFunctions.prototype.RevoluteJointCreate, a, b, point, axis);
      if (!limits) return;
      joint.setLimit(new physx.PxJointAngularLimitPair(...limits));
      joint.setRevoluteJointFlag(physx.PxRevoluteJointFlagEnum.eLIMIT_ENABLED, true);
    },
    ready() {},
    step() {
      scene.simulate(dt);
      scene.fetchResults(true);
    },
    readPoses(out) {
      moving.forEach((body, i) => {
        const { p, q } = body.getGlobalPose();
        out.set(listed(p), 7 * i);
        out.set([...listed(q), q.w], 7 * i + 3);
      });
    },
    applyImpulse(i, impulse, point) {
      physx.PxRigidBodyExt.prototype.addForceAtPos(moving[i], vector(impulse), vector(point), physx.PxForceModeEnum.eIMPULSE, true);
    },
    setVel(i, velocity, angularVelocity) {
      moving[i].setLinearVelocity(vector(velocity), true);
      moving[i].setAngularVelocity(vector(angularVelocity), true);
    },
    getVel: (i) => ({ lin: listed(moving[i].getLinearVelocity()), ang: listed(moving[i].getAngularVelocity()) }),
    activeCount: () => moving.filter((body) => !body.isSleeping()).length,
    free() {
      for (const joint of joints) joint.release();
      for (const body of all) {
        scene.removeActor(body, false);
        body.release();
      }
      scene.release();
    },
  };
}
