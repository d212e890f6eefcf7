// Links from a figure into the laboratory at the state that it shows, and buttons that throw a body anew.

/** A button's data-throw: the figure, a path of its scene and the JSON value that it begins with. */
async function throwAnew(button) {
  const [, id, path, value] = /^(\S+) (\S+) (.+)$/.exec(button.dataset.throw);
  const figure = document.getElementById(id);
  await figure.reset();
  await figure.set(path, JSON.parse(value));
  await figure.play();
}

async function openInLaboratory(link) {
  const figure = document.getElementById(link.dataset.laboratory);
  try {
    location.assign(await figure.link());
  } catch {
    location.assign(link.href); // the figure cannot run here: its scene from the gallery
  }
}

export function watchFigures() {
  document.addEventListener('click', (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest('a[data-laboratory]');
    if (link) {
      event.preventDefault();
      void openInLaboratory(link);
    }
    const button = event.target.closest('button[data-throw]');
    if (button) void throwAnew(button).catch((error) => (button.title = error.message));
  });
}
