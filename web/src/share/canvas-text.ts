// Text drawn into pictures: the labels over the stage as they stand there, and lines of a composition, each with a halo of the paper's colour.
import { cssColor } from '../instruments/quantities';

const kHalo = 5; // CSS pixels around letters

export type Line = { readonly text: string; readonly x: number; readonly y: number };

/** The lines that fit into a width, in the context's font; the last of `most` is cut with an ellipsis. */
export function wrap(measure: (text: string) => number, text: string, width: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const shown = lines.slice(0, most);
  if (shown.length === 0) return shown;
  const isCut = lines.length > most;
  const fits = (line: string): boolean => measure(isCut ? `${line}…` : line) <= width;
  let last = shown.at(-1)!;
  while (last.length > 1 && !fits(last)) last = isCut && last.includes(' ') ? last.slice(0, last.lastIndexOf(' ')) : last.slice(0, -1);
  shown[shown.length - 1] = isCut ? `${last.replace(/[,;:.]$/, '')}…` : last;
  return shown;
}

/** Draws a line of text whose baseline starts at a place. */
export function paintText(context: CanvasRenderingContext2D, { text, x, y }: Line, color: string, halo = cssColor('--panel-solid')): void {
  context.lineJoin = 'round';
  context.lineWidth = kHalo;
  context.strokeStyle = halo;
  context.strokeText(text, x, y);
  context.fillStyle = color;
  context.fillText(text, x, y);
}

/** Draws the labels of a stage. `context` has the scale of CSS pixels. */
export function paintLabels(context: CanvasRenderingContext2D, layer: HTMLElement): void {
  const origin = layer.getBoundingClientRect();
  for (const label of layer.querySelectorAll<HTMLElement>('.label-symbol, .label-name')) {
    if (label.hidden) continue;
    const style = getComputedStyle(label);
    context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.textAlign = 'left';
    for (const { text, x, y } of linesOf(context, label)) paintText(context, { text, x: x - origin.x, y: y - origin.y }, style.color);
  }
}

// The lines that a browser has made of an element's text: words side by side, with their baseline in the window.
function linesOf(context: CanvasRenderingContext2D, label: HTMLElement): Line[] {
  const lines: Line[] = [];
  const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = context.measureText('x');
  const node = label.firstChild;
  if (!node?.textContent) return lines;
  const range = document.createRange();
  for (const { 0: word, index } of node.textContent.matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const { left, top, height } = range.getBoundingClientRect();
    const y = top + (height + above - below) / 2;
    const last = lines.at(-1);
    if (last && Math.abs(last.y - y) < 2) lines[lines.length - 1] = { ...last, text: `${last.text} ${word}` };
    else lines.push({ text: word, x: left, y });
  }
  return lines;
}
