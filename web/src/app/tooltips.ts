// A button without words says what it does where the pointer rests on it.

export function showTooltips(signal: AbortSignal): void {
  document.addEventListener(
    'pointerover',
    ({ target }) => {
      const button = (target as Element).closest('button');
      const words = button?.querySelector('span');
      const text = button?.getAttribute('aria-label') ?? (words && words.offsetWidth < 2 ? words.textContent : null); // clipped
      if (button && text !== null) button.title = text;
    },
    { signal },
  );
}
