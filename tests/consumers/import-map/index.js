import { run } from './main.js';
import { runThree } from './with-three.js';

await run(await (await fetch('./scene.json')).json());
await runThree();
