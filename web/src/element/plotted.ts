// What a plot in prose shows: the attribute `show`, in the words that the element's get() knows, as curves of channels. Curves with one unit are in one
// chart.
import type { Figure } from '../figure/figure';
import { channels, type Channel } from '../instruments/channels';
import { jointChannel, quantitiesOfJoint } from '../instruments/joint-quantities';
import type { Strand } from '../instruments/joined-channel';
import type { JointQuantity, PlotName } from '../instruments/plot-names';
import { SpokenError } from '../words/spoken-error';
import { noQuantity, placeOf } from './quantities-of';

const kOfWorld: Readonly<Record<string, readonly [PlotName, number | null]>> = {
  energy: ['worldEnergy', null],
  linearEnergy: ['worldEnergy', 0],
  rotationalEnergy: ['worldEnergy', 1],
  potentialEnergy: ['worldEnergy', 2],
  momentum: ['worldMomentum', null],
  angularMomentum: ['worldAngularMomentum', null],
};
const kParts = ['x', 'y', 'z', 'norm'];
const bodyChannels = channels.filter(({ isOfWorld }) => !isOfWorld);
const channelOf = (id: string): Channel => channels.find((one) => one.id === id)!;

/** Quantities are parted by blanks or commas; a name of a body that holds some stands in quotes with the rest: `"big box.velocity"`. */
export const quantitiesIn = (show: string): string[] => [...show.matchAll(/"([^"]+)"|[^\s,"]+/g)].map(([word, quoted]) => quoted ?? word);

function curveOf(channel: Channel, part: string | undefined, path: string): number | null {
  if (part === undefined) return null;
  const index = kParts.indexOf(/^\[[012]\]$/.test(part) ? kParts[Number(part[1])]! : part);
  const names = channel.curves.map((_, at) => kParts[at]);
  if (index >= 0 && index < names.length && channel.curves[0]?.label === 'x') return index;
  throw new SpokenError('“{path}”: the plot of {quantity} has no part “{part}”.', {
    path: path.slice(0, 80),
    quantity: channel.id,
    part: part.slice(0, 40),
  });
}

function strandOf(path: string, figure: Figure): Strand {
  const place = placeOf(path, figure);
  if (!place) throw noQuantity(path);
  const { body, joint, words } = place;
  const [name = '', part, ...rest] = words;
  if (rest.length > 0) throw new SpokenError('“{path}” is too long.', { path: path.slice(0, 80) });
  if (joint) {
    const channel = jointChannel(name as JointQuantity, joint);
    if (channel) return { channel, body: null, joint, curve: curveOf(channel, part, path) };
    const known = Object.keys(quantitiesOfJoint(joint)).join(', ');
    throw new SpokenError('“{path}”: this joint has {words}, not “{name}”.', {
      path: path.slice(0, 80),
      words: known,
      name: name.slice(0, 40),
    });
  }
  if (body) {
    const channel = bodyChannels.find(({ id }) => id === name);
    if (!channel)
      throw new SpokenError('“{path}”: of a body a plot shows {words}, not “{name}”.', {
        path: path.slice(0, 80),
        words: bodyChannels.map(({ id }) => id).join(', '),
        name: name.slice(0, 40),
      });
    return { channel, body, curve: curveOf(channel, part, path) };
  }
  const [id, curve] = (Object.hasOwn(kOfWorld, name) && kOfWorld[name]) || [];
  if (!id) throw new SpokenError('“{path}” is no quantity to plot over time.', { path: path.slice(0, 80) });
  const channel = channelOf(id);
  return { channel, body: null, curve: curve ?? curveOf(channel, part, path) };
}

/** The charts of a plot, from top to bottom. Throws with a sentence. */
export function plottedIn(show: string, figure: Figure): Strand[][] {
  const words = quantitiesIn(show);
  if (words.length === 0) throw new SpokenError('show: the plot names no quantity, as in show="omega".');
  const byUnit = new Map<string, Strand[]>();
  for (const strand of words.map((path) => strandOf(path, figure))) {
    const { unit } = strand.channel;
    byUnit.set(unit, [...(byUnit.get(unit) ?? []), strand]);
  }
  return [...byUnit.values()];
}
