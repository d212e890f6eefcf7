// Finds elements, typed, and makes new ones. A missing element is a mistake of ours and throws at once.

export function find<Kind extends Element = HTMLElement>(id: string): Kind {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no element "${id}"`);
  return element as unknown as Kind;
}

/** A part of a figure (figure/figure.html): it has no id, because a page may hold several figures. */
export function part<Kind extends Element = HTMLElement>(root: Element, name: string): Kind {
  const element = root.querySelector(`[data-part=${name}]`);
  if (!element) throw new Error(`The figure has no part "${name}"`);
  return element as unknown as Kind;
}

/** Sets text only when it differs: writing the same text still costs a layout. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

type Child = Node | string;

export function make(tag: string, attributes: Readonly<Record<string, string>>, ...children: Child[]): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
