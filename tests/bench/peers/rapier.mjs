// Rapier (SIMD package) behind the interface of peer-adapter.mjs, with its defaults; no damping, sleeping off unless asked for.
import { peerFile } from '../engines.mjs';

const vector = ([x, y, z]) => ({ x, y, z });
const quaternion = ([x, y, z, w]) => ({ x, y, z, w });
const listed = ({ x, y, z }) => [x, y, z];

export async function create({ gravity = [0, -9.81, 0], dt = 1 / 60, sleep = false } = {}) {
  const { default: rapier } = await import(peerFile('rapier', 'dist/rapier.mjs'));
  await rapier.init();
  const world = new rapier.World(vector(gravity));
  world.timestep = dt;
  const moving = [];

  function addBody(description, half, position, orientation, density, friction, restitution) {
    const body = world.createRigidBody(description.setTranslation(...position).setRotation(quaternion(orientation)));
    const collider = rapier.ColliderDesc.cuboid(...half)
      .setDensity(density)
      .setFriction(friction)
      .setRestitution(restitution);
    world.createCollider(collider, body);
    return body;
  }

  return {
    addStaticBox(half, position, orientation, friction, restitution) {
      addBody(rapier.RigidBodyDesc.fixed(), half, position, orientation, 1, friction, restitution);
    },
    addBox(half, position, orientation, density, friction, restitution) {
      const description = rapier.RigidBodyDesc.dynamic().setLinearDamping(0).setAngularDamping(0).setCanSleep(sleep);
      return moving.push(addBody(description, half, position, orientation, density, friction, restitution)) - 1;
    },
    ready() {},
    step() {
      world.step();
    },
    readPoses(out) {
      moving.forEach((body, i) => {
        const { x, y, z, w } = body.rotation();
        out.set(listed(body.translation()), 7 * i);
        out.set([x, y, z, w], 7 * i + 3);
      });
    },
    applyImpulse(i, impulse, point) {
      moving[i].applyImpulseAtPoint(vector(impulse), vector(point), true);
    },
    setVel(i, velocity, angularVelocity) {
      moving[i].setLinvel(vector(velocity), true);
      moving[i].setAngvel(vector(angularVelocity), true);
    },
    getVel: (i) => ({ lin: listed(moving[i].linvel()), ang: listed(moving[i].angvel()) }),
    activeCount: () => moving.filter((body) => !body.isSleeping()).length,
    free() {
      world.free();
    },
  };
}
