/** A comma is a decimal sign in the fields for numbers that `selector` finds, too: Chromium drops it without a word, and makes 5 of 0,5. Lessons,
 *  which are not bundled, take this file as it is (lessons/build-lessons.mjs). */
export function takeDecimalCommas(selector, signal) {
  document.addEventListener(
    'beforeinput',
    (event) => {
      const { data, target } = event;
      if (!data?.includes(',') || !target.matches(selector)) return;
      event.preventDefault();
      document.execCommand('insertText', false, data.replaceAll(',', '.'));
    },
    { signal },
  );
}
