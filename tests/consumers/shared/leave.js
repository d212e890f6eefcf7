// Leaves a word in the page for the test.
export const leave = (name, text) => document.documentElement.setAttribute(`data-${name}`, text);

/** Goes to step 120 in a figure, and leaves the hash there and where its engine runs. */
export async function leaveFigure(figure) {
  const { hash } = await figure.seek(120);
  leave('where', figure.running.figure.simulation.where);
  leave('element', hash);
}

globalThis.window?.addEventListener('unhandledrejection', ({ reason }) => leave('trouble', String(reason?.message ?? reason)));
