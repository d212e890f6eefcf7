// A style that could not be loaded is asked for again. What the bundler puts before an import() loads the styles of a module, and where one fails the
// import is refused; but it remembers the style as loaded, and its link stays: the next import came, once the network was back, without its style.

const kHelper = '\0vite/preload-helper.js';
const kChanges = [
  [/seen\[href\] = void 0;(\s*throw err)/, 'delete seen[href];$1'],
  [/if \(e\.type === "error"\) rej/, 'if (e.type === "error") link.remove(), rej'],
];

function transform(code, id) {
  if (id !== kHelper) return null;
  return kChanges.reduce((text, [from, to]) => {
    if (!from.test(text)) throw new Error(`web/lost-styles.mjs: the helper of Vite that loads styles is another one, without ${from}.`);
    return text.replace(from, to);
  }, code);
}

export const lostStyles = () => ({ name: 'lost-styles', apply: 'build', transform });
