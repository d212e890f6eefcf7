// Leaves a word in the page for the test.
export const leave = (name, text) => document.documentElement.setAttribute(`data-${name}`, text);

globalThis.window?.addEventListener('unhandledrejection', ({ reason }) => leave('trouble', String(reason?.message ?? reason)));
