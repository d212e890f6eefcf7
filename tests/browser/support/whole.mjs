// Whether all browser tests run in each browser, as long as they take: `npm run test:browsers`.
export const isWhole = process.env.TUMBLE_BROWSERS === 'whole';
