/** The browsers that runs are recorded and replayed in. */
export const kEngines = ['chromium', 'firefox', 'webkit'];
