// The tesseract as rods and balls. tesseract-shape.ts gives its corners at the shown time, the first body of the scene its position and
// orientation in three dimensions.
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
import { cornerCount, edges, projectCorners } from './tesseract-shape';

const kTurn = (2 * Math.PI) / 12; // rad/s, in the plane xw
const kSecondTurn = (2 * Math.PI) / 24; // rad/s, in the plane yz
const kHalfEdge = 1; // m, of the near cube
const kRodRadius = 0.035; // m, of a rod of the near cube
const kEdgesAlongW = edges.length - cornerCount / 2; // the first of them

const up = new Vector3(0, 1, 0);

export class TesseractIllustration implements Illustration {
  readonly replacesBodies = true;
  readonly #material = new MeshLambertMaterial();
  readonly #rods: InstancedMesh;
  readonly #balls: InstancedMesh;
  readonly #corners = new Float32Array(4 * cornerCount);
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
    this.#rods = make(new CylinderGeometry(1, 1, 1, 12, 1, true), edges.length);
    this.#balls = make(new SphereGeometry(1, 16, 12), cornerCount);
  }

  setLook(_info: unknown, isDark: boolean, colors: MarkColors): void {
    const cube = new Color(isDark ? '#6b9fdd' : '#4f86c6');
    const joining = new Color(colors.angularMomentum); // the edges along the fourth axis
    edges.forEach((_, index) => this.#rods.setColorAt(index, index < kEdgesAlongW ? cube : joining));
    for (let corner = 0; corner < cornerCount; corner += 1) this.#balls.setColorAt(corner, cube);
    this.#rods.instanceColor!.needsUpdate = this.#balls.instanceColor!.needsUpdate = true;
  }

  show(seconds: number, poses: Float32Array): void {
    projectCorners(kTurn * seconds, kSecondTurn * seconds, this.#corners);
    this.#centre.fromArray(poses);
    this.#turn.fromArray(poses, 4);
    const radius = (corner: number): number => kRodRadius * this.#corners[4 * corner + 3];
    this.#places.forEach((place, corner) => {
      place
        .fromArray(this.#corners, 4 * corner)
        .multiplyScalar(kHalfEdge)
        .applyQuaternion(this.#turn)
        .add(this.#centre);
      this.#balls.setMatrixAt(corner, this.#matrix.compose(place, this.#turn, this.#stretch.setScalar(1.5 * radius(corner))));
    });
    edges.forEach(([from, to], index) => {
      this.#along.subVectors(this.#places[to], this.#places[from]);
      const length = this.#along.length();
      this.#rodTurn.setFromUnitVectors(up, this.#along.divideScalar(length));
      const wide = (radius(from) + radius(to)) / 2;
      this.#middle.addVectors(this.#places[from], this.#places[to]).divideScalar(2);
      this.#rods.setMatrixAt(index, this.#matrix.compose(this.#middle, this.#rodTurn, this.#stretch.set(wide, length, wide)));
    });
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
