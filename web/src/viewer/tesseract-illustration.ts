// A row of rods and balls: tesseract, square and cube, in the order of the bodies of the scene, which give position and orientation in three
// dimensions. tesseract-shape.ts gives the corners of the tesseract at the shown time; square and cube turn as their bodies do.
import {
  Color,
  CylinderGeometry,
  DynamicDrawUsage,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
  type BufferGeometry,
  type Scene,
} from 'three';
import type { Illustration } from './illustration';
import type { MarkColors } from './readouts';
import { cornerCount, cubeEdges, cornersOfCube, edges, projectCorners } from './tesseract-shape';

const kTurn = (2 * Math.PI) / 12; // rad/s, in the plane xw
const kSecondTurn = (2 * Math.PI) / 24; // rad/s, in the plane yz
const kHalfEdge = 1; // m, of the near cube
const kRodRadius = 0.035; // m, of a rod of the near cube

// Corners and edges of a figure, and which of the edges are along the axis that the one before does not have.
type Shape = { readonly corners: Float32Array; readonly edges: typeof edges; readonly isNewAxis: (from: number, to: number) => boolean };

const up = new Vector3(0, 1, 0);

export class TesseractIllustration implements Illustration {
  readonly replacesBodies = true;
  readonly #material = new MeshLambertMaterial();
  readonly #rods: InstancedMesh;
  readonly #balls: InstancedMesh;
  readonly #tesseract = new Float32Array(4 * cornerCount);
  readonly #shapes: readonly Shape[] = [
    { corners: this.#tesseract, edges, isNewAxis: (from, to) => to - from === 8 },
    { corners: cornersOfCube(2), edges: cubeEdges(2), isNewAxis: (from, to) => to - from === 2 },
    { corners: cornersOfCube(3), edges: cubeEdges(3), isNewAxis: (from, to) => to - from === 4 },
  ];
  readonly #places = Array.from({ length: cornerCount }, () => new Vector3());
  readonly #centre = new Vector3();
  readonly #turn = new Quaternion();
  readonly #along = new Vector3();
  readonly #middle = new Vector3();
  readonly #rodTurn = new Quaternion();
  readonly #stretch = new Vector3();
  readonly #matrix = new Matrix4();

  constructor(scene: Scene) {
    const make = (geometry: BufferGeometry, count: number): InstancedMesh => {
      const mesh = new InstancedMesh(geometry, this.#material, count);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      scene.add(mesh);
      return mesh;
    };
    const count = (of: (shape: Shape) => number): number => this.#shapes.reduce((sum, shape) => sum + of(shape), 0);
    this.#rods = make(
      new CylinderGeometry(1, 1, 1, 12, 1, true),
      count((shape) => shape.edges.length),
    );
    this.#balls = make(
      new SphereGeometry(1, 16, 12),
      count(({ corners }) => corners.length / 4),
    );
  }

  setLook(_info: unknown, isDark: boolean, colors: MarkColors): void {
    const known = new Color(isDark ? '#6b9fdd' : '#4f86c6');
    const joining = new Color(colors.angularMomentum); // the edges along the axis that is new
    let rod = 0;
    for (const { edges: own, isNewAxis } of this.#shapes)
      for (const [from, to] of own) this.#rods.setColorAt(rod++, isNewAxis(from, to) ? joining : known);
    for (let ball = 0; ball < this.#balls.count; ball += 1) this.#balls.setColorAt(ball, known);
    this.#rods.instanceColor!.needsUpdate = this.#balls.instanceColor!.needsUpdate = true;
  }

  show(seconds: number, poses: Float32Array): void {
    projectCorners(kTurn * seconds, kSecondTurn * seconds, this.#tesseract);
    let [rod, ball] = [0, 0];
    this.#shapes.forEach(({ corners, edges: own }, slot) => {
      if (8 * slot >= poses.length) return;
      this.#centre.fromArray(poses, 8 * slot);
      this.#turn.fromArray(poses, 8 * slot + 4);
      const radius = (corner: number): number => kRodRadius * corners[4 * corner + 3]!;
      for (let corner = 0; 4 * corner < corners.length; corner += 1) {
        const place = this.#places[corner]!.fromArray(corners, 4 * corner)
          .multiplyScalar(kHalfEdge)
          .applyQuaternion(this.#turn)
          .add(this.#centre);
        this.#balls.setMatrixAt(ball++, this.#matrix.compose(place, this.#turn, this.#stretch.setScalar(1.5 * radius(corner))));
      }
      for (const [from, to] of own) {
        this.#along.subVectors(this.#places[to]!, this.#places[from]!);
        const length = this.#along.length();
        this.#rodTurn.setFromUnitVectors(up, this.#along.divideScalar(length));
        const wide = (radius(from) + radius(to)) / 2;
        this.#middle.addVectors(this.#places[from]!, this.#places[to]!).divideScalar(2);
        this.#rods.setMatrixAt(rod++, this.#matrix.compose(this.#middle, this.#rodTurn, this.#stretch.set(wide, length, wide)));
      }
    });
    [this.#rods.count, this.#balls.count] = [rod, ball];
    this.#rods.instanceMatrix.needsUpdate = this.#balls.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    for (const mesh of [this.#rods, this.#balls]) {
      mesh.removeFromParent();
      mesh.geometry.dispose();
      mesh.dispose();
    }
    this.#material.dispose();
  }
}

export const makeIllustration = (scene: Scene): Illustration => new TesseractIllustration(scene);
