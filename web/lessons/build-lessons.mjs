// Part of the build: dist/lessons/, a page for each lesson and a list of them. A lesson is an HTML fragment that people edit, sources/<id>.html, with
// maths between dollar signs (maths.mjs) and a few tags of our own (lesson-page.mjs); its scenes are scenes/*.json, its stills pictures/*.webp.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withPolicy } from '../../build-scripts/lib/policy.mjs';
import { interpreterFiles } from './interpreter/build-interpreter.mjs';
import { lessonList, lessonPage } from './lesson-page.mjs';

/** Names and contents of all files but the interpreter's, below dist/. `root`: web/. */
export function lessonFiles(root) {
  const here = (...parts) => join(root, 'lessons', ...parts);
  const text = (...parts) => readFileSync(here(...parts), 'utf8');
  const { lessons } = JSON.parse(text('lessons.json'));
  const namesIn = (folder) => (existsSync(here(folder)) ? readdirSync(here(folder)).sort() : []);
  const scenes = Object.fromEntries(namesIn('scenes').map((name) => [name, JSON.parse(text('scenes', name))]));
  const pictures = new Set(namesIn('pictures').filter((name) => name !== 'manifest.json'));
  const styles = ['tokens', 'base'].map((name) => readFileSync(join(root, 'styles', `${name}.css`), 'utf8'));
  return [
    ['lessons/index.html', withPolicy(lessonList(lessons, pictures))],
    ...lessons.map((lesson, at) => [
      `lessons/${lesson.id}/index.html`,
      withPolicy(
        lessonPage({
          lesson,
          source: text('sources', `${lesson.id}.html`),
          scenes,
          pictures,
          program: (name) => text('programs', `${name}.js`).trimEnd(),
          before: lessons[at - 1],
          after: lessons[at + 1],
        }),
      ),
    ]),
    ['lessons/lesson.css', [...styles, text('page', 'lesson.css')].join('\n').replace(/\/\*[\s\S]*?\*\//g, '')],
    ...namesIn('page')
      .filter((name) => /\.(js|html)$/.test(name))
      .map((name) => [`lessons/${name}`, text('page', name)]),
    ['lessons/decimal-comma.js', readFileSync(join(root, 'src', 'dom', 'decimal-comma.js'), 'utf8')],
    ...namesIn('scenes').map((name) => [`lessons/scenes/${name}`, JSON.stringify(scenes[name])]),
    ...[...pictures].map((name) => [`lessons/pictures/${name}`, readFileSync(here('pictures', name))]),
  ];
}

export function lessonPages(root) {
  return {
    name: 'lesson-pages',
    apply: 'build',
    async generateBundle() {
      for (const [fileName, source] of [...lessonFiles(root), ...(await interpreterFiles(root))])
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
