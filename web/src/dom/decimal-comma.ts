/** A comma is a decimal sign in the fields for numbers that `selector` finds, too: Chromium drops it without a word, and makes 5 of 0,5. */
export function takeDecimalCommas(selector: string, signal?: AbortSignal): void {
  document.addEventListener(
    'beforeinput',
    (event) => {
      const { data, target } = event;
      if (!data?.includes(',') || !(target as Element).matches(selector)) return;
      event.preventDefault();
      document.execCommand('insertText', false, data.replaceAll(',', '.'));
    },
    { signal },
  );
}
