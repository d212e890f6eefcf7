// What every page can do, made from the few things its driver can do.

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const kFramesOfLayout = 3; // the one with the new size, the one in which the page answers it, and one more that has begun by then

// Runs in the page. A page that is not in sight has no frames.
const layOut = async (count) => {
  const frames = async () => {
    for (let left = count; left > 0; left -= 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  };
  await Promise.race([frames(), new Promise((resolve) => setTimeout(resolve, 5000))]);
};

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

    /** And waits until the page has laid out: a browser tells it of its size in a frame that may come after the answer. */
    async resize(width, height) {
      await page.resize(width, height);
      await page.evaluate(layOut, kFramesOfLayout);
    },

    /**
     * Waits until `condition` (a function run in the page) gives something, and gives that: no element, which Firefox cannot give.
     * `seen`: run in the page, too; what it gives in the end is said when the condition did not come.
     */
    async waitFor(condition, { args = [], what = String(condition).slice(0, 80), limit = 15_000, seen = null } = {}) {
      for (const end = Date.now() + limit; ; ) {
        const value = await page.evaluate(condition, ...args);
        if (value) return value;
        if (Date.now() > end) {
          const instead = seen ? `: ${JSON.stringify(await page.evaluate(seen, ...args))}` : '';
          throw new Error(`did not come within ${limit} ms: ${what}${instead}`);
        }
        await pause(50);
      }
    },
  };
}
