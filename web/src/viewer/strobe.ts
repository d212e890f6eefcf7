// Strobe: where bodies were at even times, as pale copies of their shapes, one draw call for each kind of shape of a body. A copy stands at its
// time to the eye: between the picture before and the one after it lies on the line.
import { Color, InstancedMesh, type Scene } from 'three';
import type { BodyInfo } from '../simulation/protocol';
import type { OverlayScene } from './mark-painter';
import type { PartOfBody } from './selection-outline';

const kInterval = 0.25; // s, simulated
const kMostCopies = 48; // of a body
const kMostBodies = 8;
const kPaleness = 0.62; // towards the paper
const floatsPerMatrix = 16;

/** The pictures of the past of one part of a body: `floats` numbers each. */
class Copies {
  readonly #own: PartOfBody;
  readonly #mesh: InstancedMesh;
  readonly #floats: number;
  readonly #before: Float32Array;
  readonly #now: Float32Array;
  #count = 0; // times

  constructor(scene: Scene, own: PartOfBody, paper: Color) {
    this.#own = own;
    const { geometry, material, instanceColor } = own.part.mesh;
    const each = own.indices.length;
    this.#floats = each * floatsPerMatrix;
    this.#before = new Float32Array(this.#floats);
    this.#now = new Float32Array(this.#floats);
    this.#mesh = new InstancedMesh(geometry, material, each * kMostCopies);
    this.#mesh.frustumCulled = false;
    // The material is the body's: only while copies are drawn they are behind what lies in the same planes.
    this.#mesh.onBeforeRender = () => Object.assign(material, { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 4 });
    this.#mesh.onAfterRender = () => Object.assign(material, { polygonOffset: false });
    const color = new Color();
    for (let copy = 0; copy < each * kMostCopies; copy += 1) {
      color.fromArray(instanceColor!.array, 3 * own.indices[copy % each]!).lerp(paper, kPaleness);
      this.#mesh.setColorAt(copy, color);
    }
    this.#mesh.count = 0;
    scene.add(this.#mesh);
  }

  read(): void {
    this.#before.set(this.#now);
    this.#own.indices.forEach((index, place) => {
      const at = index * floatsPerMatrix;
      this.#now.set(this.#own.part.matrices.subarray(at, at + floatsPerMatrix), place * floatsPerMatrix);
    });
  }

  /** A copy, `share` of the way from the picture before to this one. When all are there the oldest goes. */
  add(share: number): void {
    const { array } = this.#mesh.instanceMatrix;
    if (this.#count === kMostCopies) {
      array.copyWithin(0, this.#floats);
      this.#count -= 1;
    }
    const at = this.#count * this.#floats;
    for (let part = 0; part < this.#floats; part += 1)
      array[at + part] = this.#before[part]! + share * (this.#now[part]! - this.#before[part]!);
    this.keep(this.#count + 1);
  }

  /** The oldest ones, and no others. */
  keep(count: number): void {
    this.#count = count;
    this.#mesh.count = count * this.#own.indices.length;
    this.#mesh.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.#mesh.removeFromParent();
    this.#mesh.dispose(); // geometry and material are the body's
  }
}

export class Strobe {
  readonly #scene: Scene;
  readonly #paper = new Color();
  #copies: Copies[] = [];
  #times: number[] = []; // multiples of the interval
  #parts: readonly unknown[] = []; // what the copies are of
  #seconds = 0; // of the picture before

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  setPaper(paper: Color): void {
    this.#paper.copy(paper);
    this.hide();
  }

  show(bodies: readonly BodyInfo[], { seconds, partsOf }: OverlayScene): void {
    const parts = bodies.slice(0, kMostBodies).flatMap(({ slot }) => partsOf(slot));
    const isSame = parts.length === this.#parts.length && parts.every(({ part }, index) => part === this.#parts[index]);
    if (!isSame) this.#begin(parts);
    for (const copies of this.#copies) copies.read();
    this.#forgetAfter(seconds);
    const [first, last] = [Math.floor(this.#seconds / kInterval), Math.floor(seconds / kInterval)];
    const isNew = this.#times.length === 0 && isSame === false;
    if (isNew && seconds < kInterval / 2)
      this.#add(0, 1); // the start
    else if (last === first + 1) this.#add(last, (last * kInterval - this.#seconds) / (seconds - this.#seconds));
    this.#seconds = seconds;
  }

  /** Without copies; what they were is forgotten. */
  hide(): void {
    for (const copies of this.#copies) copies.dispose();
    this.#copies = [];
    this.#times = [];
    this.#parts = [];
  }

  #begin(parts: readonly PartOfBody[]): void {
    this.hide();
    this.#parts = parts.map(({ part }) => part);
    this.#copies = parts.map((own) => new Copies(this.#scene, own, this.#paper));
  }

  #add(time: number, share: number): void {
    for (const copies of this.#copies) copies.add(share);
    this.#times.push(time);
    if (this.#times.length > kMostCopies) this.#times.shift();
  }

  // Where time went back.
  #forgetAfter(seconds: number): void {
    if (seconds >= this.#seconds) return;
    this.#times = this.#times.filter((time) => time * kInterval <= seconds);
    for (const copies of this.#copies) copies.keep(this.#times.length);
  }
}
