// Rapier (SIMD package) behind the interface of peer-adapter.mjs, with its defaults; no damping, sleeping off unless asked for.
import { peerFile } from '../engines.mjs';
import { jointFrame, kWorldPlace } from '../poses.mjs';

const vector = ([x, y, z]) => ({ x, y, z });
const quaternion = ([x, y, z, w]) => ({ x, y, z, w });
const listed = ({ x, y, z }) => [x, y, z];

export async function create({ gravity = [0, -9.81, 0], dt = 1 / 60, sleep = false } = {}) {
  const { default: rapier } = await import(peerFile('rapier', 'dist/rapier.mjs'));
  await rapier.init();
  const world = new rapier.World(vector(gravity));
  world.timestep = dt;
  const moving = [],
    places = [];
  let fixed = null; // the world, where something is joined to it

  function colliderOf({ type, half, radius, halfHeight, vertices }) {
    const { ColliderDesc } = rapier;
    if (type === 'box') return ColliderDesc.cuboid(...half);
    if (type === 'sphere') return ColliderDesc.ball(radius);
    if (type === 'hull') return ColliderDesc.convexHull(Float32Array.from(vertices.flat()));
    return ColliderDesc[type](halfHeight, radius);
  }

  function addBody(description, shape, position, orientation, density, friction, restitution, collides = true) {
    const body = world.createRigidBody(description.setTranslation(...position).setRotation(quaternion(orientation)));
    const collider = colliderOf(shape)
      .setCollisionGroups(collides ? 0xffffffff : 0)
      .setDensity(density)
      .setFriction(friction)
      .setRestitution(restitution);
    world.createCollider(collider, body);
    return body;
  }

  function join(data, a, b, point, axis) {
    if (a === null) fixed ??= world.createRigidBody(rapier.RigidBodyDesc.fixed());
    const joint = world.createImpulseJoint(data, a === null ? fixed : moving[a], moving[b], true);
    const frames = [a, b].map((index) => jointFrame(index === null ? kWorldPlace : places[index], point, axis));
    joint.setLocalFrame1(vector(frames[0].position), quaternion(frames[0].orientation));
    joint.setLocalFrame2(vector(frames[1].position), quaternion(frames[1].orientation));
    joint.setContactsEnabled(false);
    return joint;
  }

  const origin = vector([0, 0, 0]),
    xAxis = vector([1, 0, 0]);

  return {
    addStaticBox(half, position, orientation, friction, restitution) {
      addBody(rapier.RigidBodyDesc.fixed(), { type: 'box', half }, position, orientation, 1, friction, restitution);
    },
    addShape(shape, position, orientation, density, friction, restitution, collides) {
      const description = rapier.RigidBodyDesc.dynamic().setLinearDamping(0).setAngularDamping(0).setCanSleep(sleep);
      places.push({ position, orientation });
      return moving.push(addBody(description, shape, position, orientation, density, friction, restitution, collides)) - 1;
    },
    addBallJoint(a, b, point) {
      join(rapier.JointData.spherical(origin, origin), a, b, point);
    },
    addHinge(a, b, point, axis, limits) {
      const joint = join(rapier.JointData.revolute(origin, origin, xAxis), a, b, point, axis);
      if (limits) joint.setLimits(...limits);
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
