// Leaves out the methods of three.js that nothing calls. Its classes bring a few hundred, and bundlers drop none, since any access to a
// property might be the call of one. Here a method goes where its name is written nowhere else in the page, neither after a dot nor as a
// key nor as a string, but in methods that go, too.
//
// A name that is put together while the page runs is not seen: neither three nor the page calls a method in this way.

const kCalledByLanguage = ['constructor', 'toString', 'valueOf'];

/** Calls visit for a node of a syntax tree (ESTree) and those below; where it returns true, not for those below. */
function walk(node, visit) {
  if (Array.isArray(node)) for (const part of node) walk(part, visit);
  else if (typeof node?.type === 'string' && !visit(node)) for (const part of Object.values(node)) walk(part, visit);
}

const isFunction = (node) => /^(ArrowF|F)unctionExpression$/.test(node.type);

/** The method that a node defines, as `name() {}` in a class or as `this.name = function () {};`, or null. */
function methodIn(node) {
  if (node.type === 'MethodDefinition') {
    const isNamed = !node.computed && node.key.type === 'Identifier' && !kCalledByLanguage.includes(node.key.name);
    return isNamed ? { name: node.key.name, body: node.value } : null;
  }
  if (node.type !== 'ExpressionStatement' || node.expression.type !== 'AssignmentExpression') return null;
  const { left, operator, right } = node.expression;
  const isOwn = left.type === 'MemberExpression' && left.object.type === 'ThisExpression' && !left.computed;
  return isOwn && operator === '=' && isFunction(right) ? { name: left.property.name, body: right } : null;
}

/** The name of a property that a node may refer to, or null. */
function nameIn(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  const key = node.type === 'MemberExpression' ? node.property : node.type === 'Property' ? node.key : null;
  return key?.type === 'Identifier' && !node.computed ? key.name : null;
}

/** `code`, whose syntax tree is `program`, without the methods that neither it nor the other programs use. */
export function withoutUnusedMethods(code, program, others) {
  const used = new Set();
  const unused = new Map(); // the methods so far, by name
  const use = (name) => {
    used.add(name);
    const methods = unused.get(name) ?? [];
    unused.delete(name);
    for (const { body } of methods) read(body);
  };
  const read = (part) =>
    walk(part, (node) => {
      const method = methodIn(node);
      const isUnused = method !== null && !used.has(method.name);
      if (isUnused) unused.set(method.name, [...(unused.get(method.name) ?? []), { node, body: method.body }]);
      const name = nameIn(node);
      // What a method that is used defines is its body; the name in `this.name =` is no use of it.
      if (method !== null && !isUnused) read(method.body);
      else if (name !== null && !used.has(name)) use(name);
      return method !== null;
    });
  for (const other of others) {
    walk(other, (node) => {
      const name = nameIn(node);
      if (name !== null) used.add(name);
    });
  }
  read(program);

  let kept = '';
  let at = 0;
  const gaps = [...unused.values()].flat().sort((a, b) => a.node.start - b.node.start);
  for (const { node } of gaps) {
    kept += code.slice(at, node.start);
    at = node.end;
  }
  return kept + code.slice(at);
}

/** For the chunk of this name, which holds three. */
export function unusedMethods(chunkName) {
  return {
    name: 'unused-methods',
    renderChunk(code, chunk, _options, { chunks }) {
      if (chunk.name !== chunkName) return null;
      const others = Object.values(chunks).filter((other) => other.fileName !== chunk.fileName);
      const programs = others.flatMap((other) => Object.values(other.modules)).map((module) => this.parse(module.code ?? ''));
      return { code: withoutUnusedMethods(code, this.parse(code), programs), map: null };
    },
  };
}
