/**
 * Calls `changed` in the frame after the element changed its size; the returned function ends that. Not at once: what a callback
 * moves would call the observer again within the same frame, which browsers report as an error of the page.
 */
export function observeSize(element: Element, changed: () => void): () => void {
  let frame = 0;
  const observer = new ResizeObserver(() => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      changed();
    });
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}
