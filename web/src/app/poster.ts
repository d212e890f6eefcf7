// A poster of the picture: 1200 × 630 points, as link previews want it, with title and badge.
import type { Figure } from '../figure/figure';
import { cssColor } from '../instruments/quantities';
import type { Link } from '../links/link';
import { SceneError } from '../simulation/problems';
import { saveFile } from './save-file';

const kSize = { width: 1200, height: 630 } as const;
const kMargin = 40;
const kTitleHeight = 44;
const kBadgeHeight = 22;

/** Saves it as a PNG. Rejects with SceneError where there is no picture. */
export async function savePoster(figure: Figure, title: string, link: Link | null): Promise<void> {
  const canvas = drawPoster(figure, title, link);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new SceneError('This browser could not make the picture.');
  saveFile(`${title}.png`, blob);
}

export function drawPoster({ viewer, picture, simulation }: Figure, title: string, link: Link | null): HTMLCanvasElement {
  if (!viewer) throw new SceneError('There is no picture here to make a poster of.');
  const canvas = document.createElement('canvas');
  Object.assign(canvas, kSize);
  const pen = canvas.getContext('2d')!;
  // Drawn and copied in one go, before the browser clears it.
  viewer.resize(kSize.width, kSize.height, { left: 0, top: kMargin + kTitleHeight, right: 0, bottom: kMargin });
  viewer.redraw();
  pen.drawImage(viewer.stage.renderer.domElement, 0, 0, kSize.width, kSize.height);
  picture.fit();
  viewer.redraw();
  const family = getComputedStyle(document.body).fontFamily;
  pen.fillStyle = cssColor('--ink');
  pen.textBaseline = 'top';
  pen.font = `700 ${kTitleHeight}px ${family}`;
  pen.fillText(title, kMargin, kMargin, kSize.width - 2 * kMargin);
  pen.textBaseline = 'bottom';
  pen.font = `${kBadgeHeight}px ${family}`;
  const seconds = link ? (link.step / (simulation.info?.stepsPerSecond ?? 60)).toFixed(2) : '';
  const badge = link ? `Tumble · t = ${seconds} s · step ${link.step} · ${link.hash ?? ''}` : 'Tumble';
  pen.fillText(badge, kMargin, kSize.height - kMargin, kSize.width - 2 * kMargin);
  return canvas;
}
