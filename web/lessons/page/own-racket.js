// The reader's own racket: from the numbers that makers print on it to its three moments, to what they foretell, and into the figure.
import { flipInterval, growthRate } from './free-rotation.js';

const kGrip = 0.1; // m: makers measure the swing weight about an axis this far from the end of the handle
const kError = Math.PI / 180; // rad, between the spin and the middle axis at the throw

/** Moments about the centre of mass, kg m²: x across the handle in the plane of the face, y the handle, z through the face. A racket is flat, so that
 *  the third is the sum of the other two. mass: kg; balance: m from the end of the handle; swing, twist: kg m². */
export function momentsOf({ mass, balance, swing, twist }) {
  const across = swing - mass * (balance - kGrip) ** 2;
  return [across, twist, across + twist];
}

const three = (value) => String(Number(value.toPrecision(3)));

export function watchOwnRacket() {
  const form = document.querySelector('#own-racket');
  const figure = document.getElementById('own');
  const number = (name) => form.elements[name].valueAsNumber;
  const show = (name, text) => (form.querySelector(`[data-out=${name}]`).textContent = text);

  const read = () => {
    const moments = momentsOf({
      mass: number('mass') / 1000,
      balance: number('balance') / 100,
      swing: number('swing') / 10_000,
      twist: number('twist') / 10_000,
    });
    const spin = number('spin') * 2 * Math.PI;
    const omega = [spin * Math.cos(kError), spin * Math.sin(kError) * Math.SQRT1_2, spin * Math.sin(kError) * Math.SQRT1_2];
    return { moments, omega };
  };

  const foretell = () => {
    const { moments, omega } = read();
    const isBody = moments.every((moment) => moment > 0) && moments[0] > moments[1];
    show(
      'trouble',
      isBody ? '' : 'No racket has these numbers: the swing weight is too small for this mass and balance, or the twist weight too large.',
    );
    moments.forEach((moment, axis) => show(`moment-${axis}`, isBody ? three(moment * 1e4) : '–'));
    show('growth', isBody ? three(Math.exp(2 * Math.PI * growthRate(moments))) : '–');
    show('interval', isBody ? three(flipInterval(moments, omega)) : '–');
    return isBody;
  };

  form.addEventListener('input', foretell);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!foretell()) return;
    const { moments, omega } = read();
    try {
      await figure.reset();
      await figure.set('bodies.racket.mass', number('mass') / 1000);
      await figure.set('bodies.racket.inertia', moments);
      await figure.set('bodies.racket.angularVelocity', omega);
      await figure.play();
    } catch (error) {
      show('trouble', error.message);
    }
  });
  foretell();
}
