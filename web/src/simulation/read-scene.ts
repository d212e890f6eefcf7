// Parses a scene from bytes or text, where the host runs. Size is limited before and while it is read; an error is one sentence with
// its line. Whether the value is a scene is checked by the engine.
import { readText } from './json-text';

/** Bytes. 20,000 bodies with place, orientation and velocity to the last digit have about as many. */
export const largestScene = 4 << 20;

const megabytes = (bytes: number): string => `${(bytes / (1 << 20)).toFixed(1)} MB`;

export type ReadScene = { readonly scene: unknown; readonly problem: string };

export async function readScene(source: Blob | string): Promise<ReadScene> {
  const size = typeof source === 'string' ? source.length : source.size;
  if (size > largestScene) return refused(`it has ${megabytes(size)}, and a scene at most ${megabytes(largestScene)}`);
  const text = typeof source === 'string' ? source : await textOf(source);
  return text === null ? refused('it is not text in UTF-8') : parseScene(text);
}

/** The same of a text that is no larger. */
export function parseScene(text: string): ReadScene {
  const { value, problem } = readText(text, false);
  if (!problem) return { scene: value, problem: '' };
  const lines = text.slice(0, problem.at).split('\n');
  return refused(`line ${lines.length}, column ${lines.at(-1)!.length + 1}: ${problem.sentence.replace(/\.$/, '')}`);
}

const refused = (why: string): ReadScene => ({ scene: undefined, problem: `${why}.` });

// Null where the bytes are no text, or cannot be read any more.
async function textOf(blob: Blob): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await blob.arrayBuffer());
  } catch {
    return null;
  }
}
