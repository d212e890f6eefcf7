// Rendered on the server, which runs the engine itself, imports all of the package, and leaves its hash in the markup.
import 'tumble-physics/element';
import 'tumble-physics/three';
import { init } from 'tumble-physics';
import scene from 'tumble-physics/scenes/tennis-racket.json';
import { Figure } from './figure.js';

export default async function Page() {
  const engine = await init();
  const world = engine.createWorld(scene);
  world.step(120);
  return (
    <main>
      <p data-server={world.hash()}>On the server.</p>
      <Figure />
    </main>
  );
}
