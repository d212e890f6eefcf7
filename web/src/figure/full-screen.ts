// The button that shows the figure, or what stands around it as `data-whole`, on the full screen. Where that is not allowed there is none.
import { part } from '../dom/elements';
import { translatorOf } from '../words/translate';

export function offerFullScreen(root: Element, signal: AbortSignal): void {
  const button = part<HTMLButtonElement>(root, 'full-screen');
  const translate = translatorOf(root);
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener(
    'click',
    () => {
      const changing = document.fullscreenElement ? document.exitFullscreen() : (root.closest('[data-whole]') ?? root).requestFullscreen();
      changing.catch(() => (button.hidden = true)); // allowed in name only
    },
    { signal },
  );
  document.addEventListener(
    'fullscreenchange',
    () => button.setAttribute('aria-label', document.fullscreenElement ? translate('Leave the full screen') : translate('Full screen')),
    { signal },
  );
}
