// Shapes of many bodies: a few instanced meshes, one for each kind, that behave as one thing.
import type { Material, Scene, Vector3 } from 'three';
import type { WorldInfo } from '../simulation/protocol';
import type { DisplayedPoses } from './displayed-poses';
import { InstancedShapes, type ColorOfShape } from './instanced-shapes';
import { unitGeometry } from './shape-geometry';
import type { FigureMaker } from './look-names';
import type { ShapeGroup } from './shape-table';

export class BodyShapes {
  readonly parts: readonly InstancedShapes[];

  /** `material` by kind: boxes and figures have one of their own. */
  constructor(
    scene: Scene,
    groups: readonly ShapeGroup[],
    material: (group: ShapeGroup) => Material,
    { geometries }: Pick<WorldInfo, 'geometries'>,
    maker: FigureMaker | null = null,
  ) {
    this.parts = groups.map((group) => new InstancedShapes(scene, group, unitGeometry(group, geometries, maker), material(group)));
  }

  get boxes(): InstancedShapes | undefined {
    return this.parts.find(({ group }) => group.kind === 'box');
  }

  get count(): number {
    return this.parts.reduce((sum, { group }) => sum + group.count, 0);
  }

  set isDrawn(drawn: boolean) {
    for (const { mesh } of this.parts) mesh.visible = drawn;
  }

  set castsShadows(casts: boolean) {
    for (const { mesh } of this.parts) mesh.castShadow = casts;
  }

  set receivesShadows(receives: boolean) {
    for (const { mesh } of this.parts) mesh.receiveShadow = receives;
  }

  colorize(colorOf: ColorOfShape): void {
    for (const part of this.parts) part.colorize(colorOf);
  }

  tint(slot: number, fraction: number): void {
    for (const part of this.parts) part.tint(slot, fraction);
  }

  write(poses: DisplayedPoses): void {
    for (const part of this.parts) part.write(poses);
  }

  growBounds(low: Vector3, high: Vector3): void {
    for (const part of this.parts) part.growBounds(low, high);
  }

  some(holds: (centre: Vector3, radius: number) => boolean): boolean {
    return this.parts.some((part) => part.some(holds));
  }

  /** Moves all shapes by an offset, m. */
  setOffset(offset: Vector3): void {
    for (const { mesh } of this.parts) mesh.position.copy(offset);
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
  }
}
