// The scheme of Runge and Kutta of fourth order, for equations of motion that closed forms do not solve.

const after = (state, rates, time) => state.map((part, at) => part.map((x, i) => x + time * rates[at][i]));

/** The state (a list of vectors) a time `h` later; `change`: its rates, of the same shape. */
export function rungeKutta4(state, change, h) {
  const one = change(state);
  const two = change(after(state, one, h / 2));
  const three = change(after(state, two, h / 2));
  const four = change(after(state, three, h));
  return after(after(after(after(state, one, h / 6), two, h / 3), three, h / 3), four, h / 6);
}
