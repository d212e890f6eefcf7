// Waits until an element is to be seen, or nearly.

/** Resolves when the element is first within a window's height of what is seen, in a frame of another origin: when it is seen. */
export const whenNear = (element: Element): Promise<void> =>
  new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: '100% 0px' },
    );
    observer.observe(element);
  });
