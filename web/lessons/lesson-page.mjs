// The markup of a lesson. What its source may hold beside plain HTML and maths:
//   <tumble-scene id=… scene=… | src="<a file of scenes/>" gallery=…>   gets its still, and a link into the laboratory (a scene of the gallery near
//                                                                      to it stands there without a script)
//   <answer-field id=… value=… unit=… within=…>                        a field whose number is checked, to `within` percent
//   <lesson-program name=… id=…>                                       a file of programs/ in a field, to edit
//   <momentum-sphere for=… body=… names="x, y, z" label=…>             the sphere of momenta of a body of that figure (momentum-sphere.mjs)
import { escapeHtml } from '../preview/preview-page.mjs';
import { withMaths } from './maths.mjs';
import { momentumSphere } from './momentum-sphere.mjs';

const kSite = 'Tumble';

const attributesOf = (tag) =>
  Object.fromEntries([...tag.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [name, value ?? '']));

const replaceTags = (html, name, make) =>
  html.replace(new RegExp(`<${name}\\s([^>]*)></${name}>`, 'g'), (_, tag) => make(attributesOf(tag), tag));

// Stills have the shape of their figure and a light and a dark face.
function still(name, alt, pictures, up = '../') {
  if (!pictures.has(`${name}.webp`)) return '';
  const dark = pictures.has(`${name}-dark.webp`)
    ? `<source srcset="${up}pictures/${name}-dark.webp" media="(prefers-color-scheme: dark)" />`
    : '';
  return `<picture>${dark}<img src="${up}pictures/${name}.webp" alt="${alt}" loading="lazy" /></picture>`;
}

const figure =
  (lesson, pictures) =>
  ({ src, gallery, ...rest }, where) => {
    const scene = rest.scene ?? gallery;
    if (!rest.id || !rest.alt || !scene)
      throw new Error(`${lesson}: <tumble-scene ${where}> needs id, alt, and scene or src with gallery.`);
    const attributes = { ...rest, ...(src && { src: `../scenes/${src}` }) };
    const text = Object.entries(attributes).map(([name, value]) => (value === '' ? name : `${name}="${value}"`));
    return `<tumble-scene ${text.join(' ')}>${still(`${lesson}-${rest.id}`, rest.alt, pictures)}</tumble-scene>
<p class="to-laboratory"><a href="../../?scene=${scene}" data-laboratory="${rest.id}">Open in the laboratory</a></p>`;
  };

const answerField = ({ id, value, unit, within }) => `<form class="answer" id="${id}" data-value="${value}" data-within="${within}">
<label for="${id}-number">Your answer, to ${within} %</label>
<span class="entry"><input id="${id}-number" inputmode="decimal" autocomplete="off" spellcheck="false" /> ${unit}</span>
<button>Check</button>
<output for="${id}-number" role="status"></output>
</form>`;

function sphere(scene, { for: id, body, names, label }) {
  const found = scene?.bodies.find(({ name }) => name === body);
  if (!found?.inertia) throw new Error(`<momentum-sphere for="${id}">: the figure has no body “${body}” with moments of inertia.`);
  const svg = momentumSphere(
    found.inertia,
    names.split(',').map((name) => name.trim()),
    { id: `${id}-sphere`, label, spin: found.angularVelocity },
  );
  return `<div class="sphere-frame" data-sphere="${id} ${body}" data-moments="${found.inertia.join(' ')}">${svg}</div>`;
}

const way = (lesson, text) => (lesson ? `<a href="../${lesson.id}/">${text(escapeHtml(lesson.title))}</a>` : '');

const page = ({ title, sentence, up, body, scripts = '' }) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${escapeHtml(title)} · ${kSite}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="description" content="${escapeHtml(sentence)}" />
    <link rel="icon" href="${up}icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${up}lessons/lesson.css" />
    ${scripts}
  </head>
  <body>
    ${body}
  </body>
</html>
`;

const programField = (text, { id }) =>
  `<textarea id="${id}" rows="${text.split('\n').length + 1}" spellcheck="false" autocomplete="off" autocapitalize="off" wrap="off">${escapeHtml(text)}</textarea>`;

export function lessonPage({ lesson, source, scenes, pictures, program, before, after }) {
  const { id, title, sentence, minutes } = lesson;
  const sceneOf = (figureId) => scenes[source.match(new RegExp(`<tumble-scene[^>]*\\bid="${figureId}"[^>]*\\bsrc="([^"]+)"`))?.[1]];
  let text = withMaths(source, `lessons/sources/${id}.html`);
  text = replaceTags(text, 'tumble-scene', figure(id, pictures));
  text = replaceTags(text, 'answer-field', answerField);
  text = replaceTags(text, 'lesson-program', (attributes) => programField(program(attributes.name), attributes));
  text = replaceTags(text, 'momentum-sphere', (attributes) => sphere(sceneOf(attributes.for), attributes));
  return page({
    title,
    sentence,
    up: '../../',
    scripts: '<script type="module" src="../../tumble-scene.js"></script>\n    <script type="module" src="../lesson.js"></script>',
    body: `<header class="lesson-head">
      <nav aria-label="Tumble"><a href="../../">${kSite}</a> · <a href="../">Lessons</a></nav>
      <h1>${escapeHtml(title)}</h1>
      <p class="standfirst">${escapeHtml(sentence)}</p>
      <p class="effort">About ${minutes} minutes, with exercises. Every picture can be taken hold of.</p>
    </header>
    <main class="lesson">
${text}
    </main>
    <footer class="lesson-foot">
      <nav aria-label="Lessons">${[way(before, (name) => `← ${name}`), '<a href="../">All lessons</a>', way(after, (name) => `${name} →`)].filter(Boolean).join(' ')}</nav>
    </footer>`,
  });
}

export function lessonList(lessons, pictures) {
  // `picture`: the figure whose still stands for the lesson.
  const item = ({ id, title, sentence, minutes, picture }) =>
    `<li>${still(`${id}-${picture}`, '', pictures, './')}<div><a href="${id}/"><strong>${escapeHtml(title)}</strong></a><p>${escapeHtml(sentence)}</p><p class="effort">About ${minutes} minutes</p></div></li>`;
  const sentence = 'What happens when things turn, explained with figures that run, numbers that live and exercises that are checked.';
  return page({
    title: 'Lessons',
    sentence,
    up: '../',
    body: `<header class="lesson-head">
      <nav aria-label="Tumble"><a href="../">${kSite}</a></nav>
      <h1>Lessons</h1>
      <p class="standfirst">${sentence}</p>
    </header>
    <main class="lesson">
      <ul class="lesson-list">${lessons.map(item).join('')}</ul>
    </main>`,
  });
}
