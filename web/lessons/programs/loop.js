// A racket in free flight: state, derivative, step. Units are m, kg, s; quaternions are x, y, z, w.
const I = [0.01254127, 0.00100547, 0.01351962]; // moments about x, y, z of the racket, kg m²
const perFrame = 1; // steps in a frame, of which there are 60 in a second
const h = 1 / (60 * perFrame); // s
const seconds = 10;

// ---- vectors and quaternions ----
const sum = (a, b, scale = 1) => a.map((x, i) => x + scale * b[i]);
const product = ([ax, ay, az, aw], [bx, by, bz, bw]) => [
  aw * bx + ax * bw + ay * bz - az * by,
  aw * by - ax * bz + ay * bw + az * bx,
  aw * bz + ax * by - ay * bx + az * bw,
  aw * bw - ax * bx - ay * by - az * bz,
];
const opposite = ([x, y, z, w]) => [-x, -y, -z, w];
const turned = (q, v) => product(product(q, [...v, 0]), opposite(q)).slice(0, 3);
const normal = (q) => q.map((x) => x / Math.hypot(...q));

// ---- the state: what is kept from one step to the next ----
const thrown = [6, 0.01, 0.03]; // rad/s
let state = { q: [0, 0, 0, 1], L: thrown.map((w, i) => I[i] * w) };

// ---- what follows from it: ω in the axes of the racket ----
const spinInBody = ({ q, L }) => turned(opposite(q), L).map((part, i) => part / I[i]);

// ---- its derivative: what changes it ----
const torque = () => [0, 0, 0]; // N m; it may take (state, t)
const slope = (state, t) => {
  const omega = turned(state.q, spinInBody(state));
  return { q: product([...omega, 0], state.q).map((x) => x / 2), L: torque(state, t) };
};

// ---- steps: three ways to go on ----
const moved = (s, d, h) => ({ q: sum(s.q, d.q, h), L: sum(s.L, d.L, h) });

const euler = (s, t) => moved(s, slope(s, t), h);

const midpoint = (s, t) => moved(s, slope(moved(s, slope(s, t), h / 2), t + h / 2), h);

const rungeKutta4 = (s, t) => {
  const a = slope(s, t);
  const b = slope(moved(s, a, h / 2), t + h / 2);
  const c = slope(moved(s, b, h / 2), t + h / 2);
  const d = slope(moved(s, c, h), t + h);
  return [a, b, b, c, c, d].reduce((to, part) => moved(to, part, h / 6), s);
};

const step = { euler, midpoint, rungeKutta4 }.euler; // try .midpoint, then .rungeKutta4

// ---- the loop ----
const frames = [];
for (let n = 0; n <= 60 * seconds; n += 1) {
  frames.push({ orientation: state.q, spin: spinInBody(state) });
  for (let k = 0; k < perFrame; k += 1) {
    state = step(state, (n * perFrame + k) * h);
    state.q = normal(state.q);
  }
}
