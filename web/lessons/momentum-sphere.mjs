// The sphere of all directions that an angular momentum of fixed size can have in the axes of a body, with the curves on which the energy is constant
// (Binet; Landau & Lifshitz, Mechanics, §37), as an SVG seen without perspective. Each curve is an ellipse seen along one of its axes, in closed form.

import { isNear, kRadius, placeOf } from './page/sphere-view.js';

const kMargin = 34;
const kPoints = 180;

// Around `axis`, on both sides of the body: the curve that crosses the great circle towards the middle axis at `angle` from it.
function curve(inverse, axis, middle, other, angle, side) {
  const excess = [0, 1, 2].map((k) => inverse[k] - inverse[axis]);
  const level = excess[middle] * Math.sin(angle) ** 2;
  return Array.from({ length: kPoints + 1 }, (_, at) => {
    const phase = (2 * Math.PI * at) / kPoints;
    const u = [0, 0, 0];
    u[middle] = Math.sqrt(level / excess[middle]) * Math.sin(phase);
    u[other] = Math.sqrt(level / excess[other]) * Math.cos(phase);
    u[axis] = side * Math.sqrt(Math.max(0, 1 - u[middle] ** 2 - u[other] ** 2));
    return u;
  });
}

// The two great circles through the middle axis that part the curves around one axis from those around the other.
function separatrix(inverse, least, middle, most, side) {
  const slope = Math.atan(Math.sqrt((inverse[middle] - inverse[most]) / (inverse[least] - inverse[middle])));
  return Array.from({ length: kPoints + 1 }, (_, at) => {
    const phase = (2 * Math.PI * at) / kPoints;
    const u = [0, 0, 0];
    u[middle] = Math.cos(phase);
    u[least] = side * Math.sin(slope) * Math.sin(phase);
    u[most] = Math.cos(slope) * Math.sin(phase);
    return u;
  });
}

// A line of points as a path, in front of the sphere or behind it.
function path(points, isFront) {
  let text = '';
  let isDown = false;
  for (const u of points) {
    const fits = isNear(u) === isFront;
    if (fits) {
      const [x, y] = placeOf(u);
      text += `${isDown ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    }
    isDown = fits;
  }
  return text;
}

/** `moments`: principal moments about the axes x, y, z of the body, kg m²; `names`: what stands at the axes; `spin`: where the point is at first, rad/s in
 *  those axes. */
export function momentumSphere(moments, names, { id, label, spin }) {
  const inverse = moments.map((moment) => 1 / moment);
  const [least, middle, most] = [0, 1, 2].sort((a, b) => moments[a] - moments[b]);
  const lines = [
    ...[0.16, 0.4, 0.68, 1].flatMap((angle) => [1, -1].map((side) => ['least', curve(inverse, least, middle, most, angle, side)])),
    ...[0.3, 0.7, 1.1].flatMap((angle) => [1, -1].map((side) => ['most', curve(inverse, most, middle, least, angle, side)])),
    ...[1, -1].map((side) => ['middle', separatrix(inverse, least, middle, most, side)]),
  ];
  const size = kRadius + kMargin;
  const momentum = spin.map((part, axis) => part * moments[axis]);
  const begin = placeOf(momentum.map((part) => part / Math.hypot(...momentum)));
  const paths = [false, true].flatMap((isFront) =>
    lines.map(([kind, points]) => `<path class="${kind} ${isFront ? 'near' : 'far'}" d="${path(points, isFront)}" />`),
  );
  const axes = [0, 1, 2].map((axis) => {
    const u = [0, 0, 0].map((_, k) => (k === axis ? 1 : 0));
    const [x, y] = placeOf(u);
    const long = Math.max(Math.hypot(x, y), 1);
    const [tx, ty] = [x + (x / long) * 18, y + (y / long) * 18];
    const anchor = tx > 30 ? 'start' : tx < -30 ? 'end' : 'middle';
    return `<circle class="pole" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3.5" /><text x="${tx.toFixed(1)}" y="${(ty + 5).toFixed(1)}" text-anchor="${anchor}">${names[axis]}</text>`;
  });
  return `<svg class="sphere" id="${id}" viewBox="${-size} ${-size} ${2 * size} ${2 * size}" role="img" aria-label="${label}">
<circle class="ball" r="${kRadius}" />
${paths.join('\n')}
${axes.join('\n')}
<path class="trace" d="" /><circle class="present" r="7" cx="${begin[0].toFixed(1)}" cy="${begin[1].toFixed(1)}" />
</svg>`;
}
