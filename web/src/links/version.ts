// The version of this Tumble, as links name it.
import { version } from '../../../package.json';

export const kVersion: string = version;
