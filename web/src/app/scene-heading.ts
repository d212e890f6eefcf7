// The heading of the open scene: its title, its "expect" sentence, the number to check where only the picture shows it (others: check-line.ts), and the link out of a frame.
import { find, setText } from '../dom/elements';
import { entryOf } from '../catalog/scene-library';
import type { SceneText } from '../figure/scene-look';
import { wholePageUrl } from './url-state';

export function showHeading({ title, expect }: SceneText, id: string | null): void {
  setText(find('title'), title);
  setText(find('expect'), expect);
  find('check').textContent = entryOf(id)?.check ?? ''; // also where numbers of the scene before stand that have no text yet
  document.title = `${title} · Tumble`;
  find<HTMLAnchorElement>('open-whole').href = wholePageUrl();
}
