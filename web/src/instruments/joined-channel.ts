// Curves of several channels, or of several bodies, in one plot: a channel that is made of them.
import { bodyName } from './body-name';
import type { Channel, Curve } from './channels';
import { jointName } from './joint-name';
import type { JointInfo } from '../simulation/joints';
import type { BodyInfo } from '../simulation/protocol';
import { english } from '../words/translate';

/** One curve of a channel, by its place there; all of them where `curve` is null. `body` or `joint`: whose they are; neither: of all bodies. */
export type Strand = {
  readonly channel: Channel;
  readonly body: BodyInfo | null;
  readonly joint?: JointInfo | null;
  readonly curve: number | null;
};

const ownerOf = ({ body, joint }: Strand, translate = english): string[] =>
  joint ? [jointName(joint, translate)] : body ? [bodyName(body, translate)] : [];

const kDashes: readonly (readonly number[] | undefined)[] = [undefined, [9, 4], [2, 3], [9, 3, 2, 3]];

/** What the strands are about, in words. */
export function titleOf(strands: readonly Strand[], translate = english): string {
  const titles = [...new Set(strands.map(({ channel }) => translate(channel.title)))].join(', ');
  const names = [...new Set(strands.flatMap((strand) => ownerOf(strand, translate)))];
  return names.length > 0 ? translate('{quantity} of {body}', { quantity: titles, body: names.join(', ') }) : titles;
}

// Lines of one colour differ in their dashes.
function distinct(curves: readonly Curve[]): Curve[] {
  const counts = new Map<string, number>();
  return curves.map(({ dash, ...curve }) => {
    const count = counts.get(curve.colorProperty) ?? 0;
    counts.set(curve.colorProperty, count + 1);
    const own = curves.length === 1 ? undefined : count === 0 ? dash : kDashes[count % kDashes.length];
    return own ? { ...curve, dash: own } : curve;
  });
}

/** All strands as one channel; they have one unit. The pen is lifted where any of the recorded bodies jumps, if it is for one of the strands. */
export function joinedChannel(strands: readonly Strand[], translate = english): Channel {
  const [{ channel: first }] = strands as [Strand];
  const hasOwners = new Set(strands.map(({ body, joint }) => `${body?.id} ${joint?.index}`)).size > 1;
  const hasChannels = new Set(strands.map(({ channel }) => channel.id)).size > 1;
  const labelled = (strand: Strand): Curve[] => {
    const { channel, curve } = strand;
    return (curve === null ? channel.curves : [channel.curves[curve]!]).map((one) => {
      const quantity = hasChannels && !one.isMain ? [translate(channel.title)] : [];
      const label = [...(hasOwners ? ownerOf(strand, translate) : []), ...quantity, translate(one.label)].join(' ');
      return { ...one, label };
    });
  };
  const part: number[] = [];
  return {
    ...first,
    title: titleOf(strands, translate),
    isOfWorld: true,
    jumps: strands.some(({ channel }) => channel.jumps),
    isRate: strands.some(({ channel }) => channel.isRate),
    curves: distinct(strands.flatMap(labelled)),
    read: (history, index, _place, stepsPerSecond, out) => {
      let count = 0;
      for (const { channel, body, joint, curve } of strands) {
        const place = joint ? history.joints.indexOf(joint.index) : body ? history.bodies.indexOf(body.id) : 0;
        part.length = 0;
        if (place >= 0) channel.read(history, index, place, stepsPerSecond, part);
        for (let at = curve ?? 0; at < (curve === null ? channel.curves.length : curve + 1); at += 1) out[count++] = part[at] ?? NaN;
      }
    },
  };
}
