/** A comma is a decimal sign in number fields, too: Chromium drops it without a word, and makes 5 of 0,5. */
export function takeDecimalCommas(signal: AbortSignal): void {
  document.addEventListener(
    'beforeinput',
    (event) => {
      const { data, target } = event;
      if ((target as HTMLInputElement).type !== 'number' || !data?.includes(',')) return;
      event.preventDefault();
      document.execCommand('insertText', false, data.replaceAll(',', '.'));
    },
    { signal },
  );
}
