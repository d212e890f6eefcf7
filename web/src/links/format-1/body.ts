// The body of a link of format 1: what the checksum is of, before it is compressed. What only takes room where it is compressed, the digits of
// numbers.ts, stands beside it. It is read for ever, so nothing here changes: another
// layout is another format, in a folder of its own.
//
//   scene   0, value | 1, word, digest: of the gallery | 2, word, digest, changes: of the gallery, changed
//   step    count
//   hash    0 | 1, 8 bytes | 2, 8 bytes, count, a byte for each checkpoint before the step
//   log     column of [issuedAtStep, step - issuedAtStep, form, command]; form 1: an edit as its changes to the scene before
//   view    value
import { exactText } from '../../simulation/run-file';
import type { Command, LogEntry } from '../../simulation/protocol';
import { ByteReader, ByteWriter, damaged } from '../bytes';
import { checksum } from '../checksum';
import { LinkError, linkLimits, type Link } from '../link';
import { applyChanges, ChangeBudget, changesBetween } from './changes';
import { ValueReader, writeColumn, writeWord } from './values';
import { readView, writeView } from './view';

const kWhole = 0;
const kGallery = 1;
const kChanged = 2;

const kNoHash = 0;
const kHash = 1;
const kHashAndCheckpoints = 2;
const kMostCheckpoints = 16;

const kGiven = 0;
const kEdit = 1;

/** A scene of the gallery of the version that made the link, or a promise of it. */
type SceneOf = (id: string) => unknown;
type Loose = Readonly<Record<string, unknown>>;
type Row = readonly [number, number, number, unknown];

/** What a scene of the gallery was when the link was made, in four bytes. */
function digest(scene: unknown): Uint8Array {
  const [low] = checksum(new TextEncoder().encode(exactText(scene)));
  return Uint8Array.from([low, low >> 8, low >> 16, low >> 24]);
}

export type Body = { readonly bytes: Uint8Array; readonly dense: Uint8Array };

export async function writeBody(link: Link, sceneOf: SceneOf): Promise<Body> {
  const writer = new ByteWriter();
  await writeScene(link, sceneOf, writer);
  writer.count(link.step);
  writeHash(link, writer);
  writer.count(link.log.length);
  writeColumn(rowsOf(link.log, link.scene), writer);
  writeView(link.view, writer);
  return { bytes: writer.bytes, dense: writer.dense.bytes };
}

function writeHash({ hash, checkpoints = '' }: Link, writer: ByteWriter): void {
  const kind = hash === null ? kNoHash : checkpoints === '' ? kHash : kHashAndCheckpoints;
  writer.byte(kind);
  if (hash !== null) writer.raw(bytesOf(hash));
  if (kind !== kHashAndCheckpoints) return;
  writer.count(checkpoints.length / 2);
  writer.raw(bytesOf(checkpoints));
}

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16));

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

async function writeScene({ gallery, scene }: Link, sceneOf: SceneOf, writer: ByteWriter): Promise<void> {
  const original = gallery === null ? null : ((await sceneOf(gallery)) ?? null);
  const changes = original === null ? null : changesBetween(original, scene);
  if (changes === null) {
    writer.byte(kWhole);
    return writeColumn([scene], writer);
  }
  writer.byte(changes.length === 0 ? kGallery : kChanged);
  writeWord(gallery!, writer);
  writer.raw(digest(original));
  if (changes.length > 0) writeColumn([changes], writer);
}

function rowsOf(log: readonly LogEntry[], base: unknown): Row[] {
  let scene = base;
  return log.map(({ issuedAtStep, step, command }): Row => {
    const edit = command.type === 'revise' ? editOf(command, scene) : null;
    if (command.type === 'revise') scene = command.scene;
    return [issuedAtStep, step - issuedAtStep, edit ? kEdit : kGiven, edit ?? command];
  });
}

// [changes, kept]: kept in pairs of an entry and the parts of its state.
function editOf(command: Command, before: unknown): readonly unknown[] | null {
  if (Object.keys(command).join() !== 'type,scene,kept') return null;
  const changes = changesBetween(before, command.scene);
  if (changes === null) return null;
  const { kept } = command;
  if (!Array.isArray(kept) || kept.length % 2 !== 0) return null;
  return [changes, Array.from({ length: kept.length / 2 }, (_, index) => [kept[2 * index], kept[2 * index + 1]] as const)];
}

/** Throws LinkError. */
export async function readBody({ bytes, dense }: Body, sceneOf: SceneOf): Promise<Link> {
  const reader = new ByteReader(bytes, dense);
  const values = new ValueReader(reader);
  const { gallery, scene } = await readScene(reader, values, sceneOf);
  const step = reader.count();
  const proof = readHash(reader);
  const log = entriesOf(values.column(countOf(reader), 0), scene);
  const view = readView(reader, values);
  if (reader.left > 0 || !reader.dense.isAtEnd) throw damaged();
  if (step > linkLimits.steps) throw new LinkError(`This link asks for step ${step}: at most ${linkLimits.steps} steps are run.`);
  return { gallery, scene, log, step, ...proof, view };
}

async function readScene(reader: ByteReader, values: ValueReader, sceneOf: SceneOf): Promise<Pick<Link, 'gallery' | 'scene'>> {
  const kind = reader.byte();
  if (kind === kWhole) return { gallery: null, scene: values.column(1)[0] };
  if (kind !== kGallery && kind !== kChanged) throw damaged();
  const gallery = values.word();
  const expected = reader.raw(4);
  const changes = kind === kChanged ? values.column(1)[0] : [];
  if (!Array.isArray(changes)) throw damaged();
  const original = (await sceneOf(gallery)) ?? null;
  if (original === null) throw new LinkError(`This link is about the scene “${gallery.slice(0, 60)}”, which is not in this gallery.`);
  if (digest(original).some((byte, index) => byte !== expected[index]))
    throw new LinkError(`The scene “${gallery.slice(0, 60)}” has changed since this link was made, so it would show something else.`);
  return { gallery, scene: changes.length === 0 ? original : applyChanges(original, changes) };
}

function readHash(reader: ByteReader): Pick<Link, 'hash' | 'checkpoints'> {
  const kind = reader.byte();
  if (kind > kHashAndCheckpoints) throw damaged();
  if (kind === kNoHash) return { hash: null };
  const hash = hexOf(reader.raw(8));
  if (kind === kHash) return { hash };
  const count = reader.count();
  if (count > kMostCheckpoints) throw damaged();
  return { hash, checkpoints: hexOf(reader.raw(count)) };
}

function countOf(reader: ByteReader): number {
  const count = reader.count();
  if (count > linkLimits.commands) throw new LinkError(`This link holds ${count} commands: at most ${linkLimits.commands} are run.`);
  return count;
}

function entriesOf(rows: readonly unknown[], base: unknown): LogEntry[] {
  let scene = base;
  const budget = new ChangeBudget();
  return rows.map((row): LogEntry => {
    if (!Array.isArray(row) || row.length !== 4) throw damaged();
    const [issuedAtStep, wait, form, given] = row as [number, number, number, unknown];
    const isTime = [issuedAtStep, wait].every((count) => Number.isSafeInteger(count) && count >= 0);
    if (!isTime || typeof given !== 'object' || given === null) throw damaged();
    const command = form === kEdit ? commandOf(given, scene, budget) : (given as Command);
    if (typeof command.type !== 'string') throw damaged();
    if (command.type === 'revise') scene = command.scene;
    return { issuedAtStep, step: issuedAtStep + wait, command };
  });
}

function commandOf(given: object, before: unknown, budget: ChangeBudget): Command {
  const [changes, kept] = given as readonly unknown[];
  if (!Array.isArray(changes)) throw damaged();
  if (!Array.isArray(kept) || kept.some((pair) => !Array.isArray(pair) || pair.length !== 2)) throw damaged();
  return { type: 'revise', scene: applyChanges(before, changes, budget), kept: kept.flat() };
}

/** The scene, and what edits make of it, has so few bodies that the engine may be asked. */
export function checkSize({ scene, log }: Link): void {
  for (const one of [scene, ...log.map(({ command }) => command.scene)]) {
    const { bodies } = (typeof one === 'object' && one !== null ? one : {}) as Loose;
    if (Array.isArray(bodies) && bodies.length > linkLimits.bodies)
      throw new LinkError(`This link holds ${bodies.length} bodies: at most ${linkLimits.bodies} are run.`);
  }
}
