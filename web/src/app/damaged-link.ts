// What is shown in the place of a link that cannot be read: why, its text to be copied, and a scene to go on with.
import '../../styles/link-text.css';
import '../../styles/damaged-link.css';
import { entries, entryOf } from '../catalog/scene-library';
import { copyText } from '../dom/copy-text';
import { make } from '../dom/elements';
import { actionButton } from '../figure/notices';
import type { ViewParts } from './link-view';
import type { SceneOpener } from './scene-opener';
import { readUrl } from './url-state';

const kNotCopied = 'This browser does not let the page copy: select the text and copy it by hand.';

export function showDamagedLink({ figure: { notices } }: ViewParts, scenes: SceneOpener, why: string, link: string): void {
  const field = make('textarea', {
    readonly: '',
    rows: '4',
    class: 'link-text card-link',
    spellcheck: 'false',
    'aria-label': 'The text of the link',
  });
  (field as HTMLTextAreaElement).value = link;
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(link);
    notices.show('scene', isCopied ? { tone: 'calm', text: 'The text of the link is in the clipboard.' } : { text: kNotCopied });
  };
  const { id, title } = entryOf(readUrl().scene) ?? entries[0]; // a link that was cut off still names its scene
  const row = make('div', { class: 'card-row' });
  row.append(
    actionButton({ label: `Open “${title}”`, run: () => void scenes.open(id) }),
    actionButton({ label: 'Copy the text', run: () => void copy() }),
  );
  notices.showCard('This link cannot be opened', why, field, row);
}
