// A link as a QR code (ISO/IEC 18004; encoded by uqr): an SVG that is sharp at any size, black on white in every theme, since many readers
// take no other.
import { encode } from 'uqr';

const kQuiet = 4; // modules of white around it, as the standard asks
const kSvg = 'http://www.w3.org/2000/svg';

/** An SVG element, one unit for each module. */
export function qrCode(text: string): SVGSVGElement {
  const { size, data } = encode(text, { ecc: text.length > 300 ? 'L' : 'M', border: kQuiet });
  // A rectangle for each run of dark modules in a row.
  const runs = data.flatMap((row, y) => {
    let path = '';
    for (let x = 0; x < size; x += 1) {
      if (!row[x] || row[x - 1]) continue;
      let end = x + 1;
      while (row[end]) end += 1;
      path += `M${x} ${y}h${end - x}v1H${x}z`;
    }
    return path;
  });
  const svg = document.createElementNS(kSvg, 'svg');
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  svg.setAttribute('shape-rendering', 'crispEdges');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', 'QR code of the link');
  const shape = (tag: string, attributes: Readonly<Record<string, string>>): void => {
    const element = document.createElementNS(kSvg, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    svg.append(element);
  };
  shape('rect', { width: `${size}`, height: `${size}`, fill: '#fff' });
  shape('path', { d: runs.join(''), fill: '#000' });
  return svg;
}

export const svgFile = (svg: SVGSVGElement): Blob => new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
