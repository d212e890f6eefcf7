// The fixed markup of a figure in the language of its page: its texts, and the attributes that are read aloud or shown.
import type { Translate } from './translate';

export const translatedAttributes = ['aria-label', 'aria-description', 'title', 'placeholder'] as const;

export function translateMarkup(root: Element, translate: Translate): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { data } = node as Text;
    const words = data.trim();
    if (words !== '') (node as Text).data = data.replace(words, () => translate(words)); // spaces around it keep words apart
  }
  for (const name of translatedAttributes)
    for (const element of root.querySelectorAll(`[${name}]`)) element.setAttribute(name, translate(element.getAttribute(name)!));
}
