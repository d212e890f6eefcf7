// The readable spelling of a link: what an author writes becomes scene, step and view; of what is wrong nothing is applied, and a sentence says it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { importWebModules } from './support/bundle.mjs';

const { readReadableAddress } = await importWebModules('app/readable-address.ts');
const racket = JSON.parse(await readFile(new URL('../../web/scenes/tennis-racket.json', import.meta.url), 'utf8'));
const read = (query, scene = racket) => readReadableAddress(new URLSearchParams(query), scene);

/** Nothing but a sentence comes of it. */
function refused(query, sentence, scene = racket) {
  const before = JSON.stringify(scene);
  const { problems, scene: after } = read(query, scene);
  assert.equal(problems.length, 1, `${query}: ${problems}`);
  assert.match(problems[0], sentence);
  assert.equal(after, scene, query);
  assert.equal(JSON.stringify(scene), before);
}

test('step, marks by symbol or name, and values by path', () => {
  const { scene, step, view, problems } = read('step=192&show=L,omega,follow&bodies.racket.angularVelocity=0,5,0.01&gravity=0,-1.62,0');
  assert.deepEqual(problems, []);
  assert.equal(step, 192);
  assert.deepEqual(view, { marks: ['angularVelocity', 'angularMomentum'], follow: true });
  const wanted = structuredClone(racket);
  wanted.bodies.find(({ name }) => name === 'racket').angularVelocity = [0, 5, 0.01];
  wanted.gravity = [0, -1.62, 0];
  assert.deepEqual(scene, wanted);
});

test('numbers as people write them; one part of a list; words; what is not said yet', () => {
  const scene = { tumble: 1, bodies: [{ name: 'a.b', size: [1, 1, 1], color: '#ffffff', position: [0, 0, 0] }] };
  const { scene: changed, problems } = read(
    'bodies.a.b.position[1]=-1.5e+2&bodies[0].color=12&bodies[0].continuous=true&bodies[0].friction=.5&show.rate=0.25&quality=precise',
    scene,
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(changed, {
    tumble: 1,
    bodies: [{ name: 'a.b', size: [1, 1, 1], color: '12', position: [0, -150, 0], continuous: true, friction: 0.5 }],
    show: { rate: 0.25 },
    quality: 'precise',
  });
});

test('the scene is the very one where nothing of it is said', () => {
  const { scene, view, step, problems } = read('step=5&utm_source=mail&fbclid=x');
  assert.equal(scene, racket);
  assert.deepEqual([view, step, problems], [{}, 5, []]);
  assert.deepEqual(read('show=').view, { marks: [] });
});

test('what is wrong has one sentence that names it and where', () => {
  refused('bodies.raket.mass=2', /^“bodies\.raket\.mass”: no body of this scene is called “raket”\.$/);
  refused('bodies[7].mass=2', /^“bodies\[7\]\.mass”: there is no bodies\[7\] in this scene\.$/);
  refused('omega-x=2', /^“omega-x”: the address takes scene, paused, embed, step, show and values of the scene/);
  refused('bodies.racket.angularVelocity=0,x,1', /^“bodies\.racket\.angularVelocity”: “x” is no number\.$/);
  refused('bodies.racket.angularVelocity=0,1', /takes 3 numbers, and “0,1” has 2\.$/);
  refused('bodies.racket.angularVelocity[1]=1,2', /“1,2” is not one number\.$/);
  refused('bodies.racket.angularVelocity[1]=1e999', /“1e999” is too large\.$/);
  refused('bodies.racket=3', /^“bodies\.racket”: /);
  refused('gravity=1,2,3&bodies.racket.angularVelocity=nothing', /“nothing” is no number\.$/);
  refused('step=1.5', /^“step”: “1\.5” is no whole number from 0 to 100,000\.$/);
  refused('step=100001', /^“step”: “100001” is no whole number/);
  refused('step=', /^“step”: “” is no whole number/);
  refused('show=L,Q', /^“show”: “Q” is nothing that can be shown; it takes v, a, p, F, omega, L, tau, velocity, /);
  refused('show=constructor', /“constructor” is nothing that can be shown/);
});

test('a name twice: the last counts, and it is said', () => {
  const { scene, problems } = read('gravity=0,-1,0&gravity=0,-2,0');
  assert.deepEqual(problems, ['“gravity” stands twice in the address; the last one counts.']);
  assert.deepEqual(scene.gravity, [0, -2, 0]);
});

test('no prototype is reached', () => {
  for (const name of ['constructor.prototype.polluted', '__proto__.polluted', 'bodies[0].constructor.prototype.polluted'])
    read(`${name}=1`);
  assert.equal({}.polluted, undefined);
  assert.equal(Object.polluted, undefined);
});
