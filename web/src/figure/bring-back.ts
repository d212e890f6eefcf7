// When nothing that moves is in the picture any more, it can be brought back.
import type { Viewer } from '../viewer/viewer';
import type { Translate } from '../words/translate';
import type { Notices } from './notices';

const kPatience = 800; // ms; a body that only passes the rim comes back by itself

export function offerBringBack(viewer: Viewer, notices: Notices, translate: Translate, signal: AbortSignal): void {
  let timer = 0;
  const wait = (isInView: boolean): void => {
    window.clearTimeout(timer);
    notices.clear('away');
    if (!isInView) timer = window.setTimeout(offer, kPatience);
  };
  const offer = (): void =>
    notices.show('away', {
      tone: 'calm',
      text: translate('Nothing that moves is in view.'),
      action: { label: translate('Bring it back'), run: () => viewer.bringBack() },
    });
  viewer.inView.on(wait);
  signal.addEventListener('abort', () => wait(true));
}
