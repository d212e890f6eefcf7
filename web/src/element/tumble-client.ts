// The one module of dist/tumble-client.js: for a page that holds embed.html in a frame.
export { connect, fitHeight } from './client';
export { driveByProse } from './prose-of-frames';
