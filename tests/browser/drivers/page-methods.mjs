// What every page can do, made from the few things its driver can do.

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export function pageMethods(page) {
  return {
    click: (x, y) => page.pointerPath([[x, y]]),

    /** A real drag: press, several moves, release. */
    drag(from, to, { moves = 6, hold = 0 } = {}) {
      const path = Array.from({ length: moves + 1 }, (_, index) =>
        [0, 1].map((axis) => Math.round(from[axis] + ((to[axis] - from[axis]) * index) / moves)),
      );
      return page.pointerPath(path, { hold });
    },

    /** Clicks the middle of what a selector finds. */
    async clickOn(selector) {
      const place = await page.evaluate((wanted) => {
        const element = document.querySelector(wanted);
        element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const box = element?.getBoundingClientRect();
        return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
      }, selector);
      if (!place) throw new Error(`there is no ${selector}`);
      await page.pointerPath([place.map(Math.round)]);
    },

    /** Waits until `condition` (a function run in the page) gives something, and gives that: no element, which Firefox cannot give. */
    async waitFor(condition, { args = [], what = String(condition).slice(0, 80), limit = 15_000 } = {}) {
      for (const end = Date.now() + limit; ; ) {
        const value = await page.evaluate(condition, ...args);
        if (value) return value;
        if (Date.now() > end) throw new Error(`did not come within ${limit} ms: ${what}`);
        await pause(50);
      }
    },
  };
}
