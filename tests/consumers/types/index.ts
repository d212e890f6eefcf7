// A consumer in TypeScript: what the types promise, and what they refuse.
import { EngineError, init, poseLayout, SceneError, stateLayout, type Engine, type World } from 'tumble-physics';
import { connect, fitHeight, type TumbleFrame } from 'tumble-physics/client';
import type { TumbleSceneElement } from 'tumble-physics/element';
import { TumbleScene } from 'tumble-physics/react';
import { TumblePhysics } from 'tumble-physics/three';
import { createElement } from 'react';
import { type Mesh, Vector3 } from 'three';
import scene from 'tumble-physics/scenes/tennis-racket.json' with { type: 'json' };

export async function use(): Promise<number> {
  const engine: Engine = await init({ wasm: new URL('https://host.example/tumble-core.wasm') });
  await init({ wasm: fetch('/tumble-core.wasm') });
  using world: World = engine.createWorld({ tumble: 1, bodies: [{ size: [1, 1, 1] }] });
  const { taken, problems } = world.step(3);
  if (problems.includes('pairOverload')) return taken;
  world.push('racket', [0, 1, 0], [0, 0, 1]);
  world.command({ type: 'explosion', position: [0, 0, 0], impulse: 3, radius: 2 });
  const row: Float32Array = world.poses().subarray(0, poseLayout.stride);
  const [x, y, z] = world.state(world.body('racket').id).angularVelocity;
  const total: number = world.energy().total + world.momentum()[0] + (row[poseLayout.orientation] ?? 0) + x + y + z;
  world.restore(world.snapshot());

  // @ts-expect-error a vector has three numbers
  world.push('racket', [0, 1]);
  // @ts-expect-error no such option
  await init({ url: 'x' });
  // @ts-expect-error the layout has no such field
  stateLayout.acceleration;
  // @ts-expect-error what was read is not to be written
  world.stepCount = 4;
  return total + world.states().length / stateLayout.stride;
}

export function sentence(error: unknown): string {
  return error instanceof SceneError || error instanceof EngineError ? error.message : 'unknown';
}

export async function inThree(mesh: Mesh): Promise<void> {
  const physics = await TumblePhysics({ gravity: new Vector3(0, -1.62, 0) });
  physics.addMesh(mesh, 2, 0.5);
  physics.applyImpulse(mesh, new Vector3(0, 1, 0), 3);
  const steps: number = physics.step(1 / 60);
  physics.setMeshPosition(mesh, { x: 0, y: steps, z: physics.alpha });
  // @ts-expect-error a mesh, not its name
  physics.removeMesh('mesh');
}

export async function inPage(figure: TumbleSceneElement): Promise<void> {
  const { step, hash } = await figure.seek(120);
  figure.addEventListener('impact', ({ detail }) => detail.impacts.map(({ impulse }) => impulse + step + (hash?.length ?? 0)));
  const tagged: TumbleSceneElement | null = document.querySelector('tumble-scene');
  tagged?.pause();
}

export async function inFrame(iframe: HTMLIFrameElement): Promise<void> {
  const framed: TumbleFrame = await connect(iframe, { origin: 'https://host.example' });
  framed.addEventListener('end', ({ detail }) => detail.step);
  await framed.push({ body: 'racket', impulse: [0, 1, 0] });
  fitHeight(iframe)();
  // @ts-expect-error a frame is not named by its address
  await connect('https://host.example/embed.html');
}

export const figure = createElement(TumbleScene, {
  scene,
  paused: true,
  step: 192,
  rate: 0.5,
  onStep: ({ detail }) => console.log(detail.step),
});
// @ts-expect-error no such event
export const wrong = createElement(TumbleScene, { onFlip: () => {} });
