// The client of a figure in a frame (element/client.ts), as a part of the package.
export { connect, fitHeight } from '../element/client';
export { driveByProse } from '../element/prose-of-frames';
