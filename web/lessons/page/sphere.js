// The sphere of momenta beside a figure: a point on it goes where the angular momentum of the body goes, in the axes of the body.
import { isNear, kRadius, placeOf } from './sphere-view.js';

const kTrace = 900; // points

function follow(frame) {
  const [id, body] = frame.dataset.sphere.split(' ');
  const moments = frame.dataset.moments.split(' ').map(Number);
  const figure = document.getElementById(id);
  const [trace, present] = [frame.querySelector('.trace'), frame.querySelector('.present')];
  let points = [];
  let isAsking = false;

  const show = (omega) => {
    const momentum = omega.map((part, axis) => part * moments[axis]);
    const size = Math.hypot(...momentum);
    if (size === 0) return;
    const u = momentum.map((part) => part / size);
    const [x, y] = placeOf(u);
    const last = points.at(-1);
    if (last && Math.hypot(last.x - x, last.y - y) > kRadius / 2) points = []; // thrown anew
    points.push({ x, y, isFront: isNear(u) });
    if (points.length > kTrace) points.shift();
    present.setAttribute('cx', x.toFixed(1));
    present.setAttribute('cy', y.toFixed(1));
    present.classList.toggle('far', !isNear(u));
    trace.setAttribute(
      'd',
      points
        .map((point, at) => `${at > 0 && point.isFront && points[at - 1].isFront ? 'L' : 'M'}${point.x.toFixed(1)} ${point.y.toFixed(1)}`)
        .join(''),
    );
  };
  const renew = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      show(await figure.get(`${body}.bodyAngularVelocity`));
    } catch {
      // It went out of sight meanwhile: the point stays where it is.
    }
    isAsking = false;
  };
  for (const type of ['ready', 'step', 'change']) figure.addEventListener(type, () => void renew());
  figure.addEventListener('change', ({ detail }) => detail.what === 'reset' && (points = []));
}

export function watchSpheres() {
  for (const frame of document.querySelectorAll('[data-sphere]')) follow(frame);
}
