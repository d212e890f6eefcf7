// PhysX (physx-js-webidl) behind the interface of peer-adapter.mjs, with its defaults (PGS solver, 4 position iterations and
// 1 velocity iteration, no worker threads); no damping, sleeping off unless asked for. Its shapes serve the simulation only:
// nobody casts rays here, and a second tree for them would cost it time.
import { readFileSync } from 'node:fs';
import { peerFile } from '../engines.mjs';

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

const listed = (v) => [v.x, v.y, v.z];

export async function create({ gravity = [0, -9.81, 0], dt = 1 / 60, sleep = false } = {}) {
  if (!physx) {
    physx = await loadModule();
    const foundation = physx.CreateFoundation(physx.PHYSICS_VERSION, new physx.PxDefaultAllocator(), new physx.PxDefaultErrorCallback());
    physics = physx.CreatePhysics(physx.PHYSICS_VERSION, foundation, new physx.PxTolerancesScale());
  }
  const vector = ([x, y, z]) => new physx.PxVec3(x, y, z);
  const description = new physx.PxSceneDesc(new physx.PxTolerancesScale());
  description.gravity = vector(gravity);
  description.cpuDispatcher = physx.DefaultCpuDispatcherCreate(0);
  description.filterShader = physx.DefaultFilterShader();
  const scene = physics.createScene(description);
  const everyPairCollides = new physx.PxFilterData(1, 1, 0, 0);
  const simulated = new physx.PxShapeFlags(physx.PxShapeFlagEnum.eSIMULATION_SHAPE);
  const materials = new Map(),
    moving = [],
    all = [];

  function materialOf(friction, restitution) {
    const key = `${friction} ${restitution}`;
    if (!materials.has(key)) materials.set(key, physics.createMaterial(friction, friction, restitution));
    return materials.get(key);
  }

  function addBody(half, position, orientation, friction, restitution, createBody) {
    const pose = new physx.PxTransform(vector(position), new physx.PxQuat(...orientation));
    const shape = physics.createShape(new physx.PxBoxGeometry(...half), materialOf(friction, restitution), true, simulated);
    shape.setSimulationFilterData(everyPairCollides);
    const body = createBody(pose);
    body.attachShape(shape);
    shape.release();
    all.push(body);
    return body;
  }

  return {
    addStaticBox(half, position, orientation, friction, restitution) {
      scene.addActor(addBody(half, position, orientation, friction, restitution, (pose) => physics.createRigidStatic(pose)));
    },
    addBox(half, position, orientation, density, friction, restitution) {
      const body = addBody(half, position, orientation, friction, restitution, (pose) => physics.createRigidDynamic(pose));
      physx.PxRigidBodyExt.prototype.updateMassAndInertia(body, density);
      body.setLinearDamping(0);
      body.setAngularDamping(0);
      if (!sleep) body.setSleepThreshold(0);
      scene.addActor(body);
      return moving.push(body) - 1;
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
      for (const body of all) {
        scene.removeActor(body, false);
        body.release();
      }
      scene.release();
    },
  };
}
