// One line around the selected body, however many shapes it has: each shape a little larger, from behind, and as deep as the body reaches,
// so that within the body its own shapes hide it.
import { BackSide, type BufferGeometry, Matrix4, Mesh, MeshBasicMaterial, type Scene, Vector3 } from 'three';

const kPixels = 2; // CSS pixels, width of the line

/** A shape of a body: its unit geometry, and the matrix that it is drawn with, 16 floats. */
export type DrawnShape = { readonly geometry: BufferGeometry; readonly matrix: Float32Array };

export class SelectionOutline {
  readonly #scene: Scene;
  readonly #uniforms = { uBack: { value: 0 } }; // m, that it lies behind the shapes
  readonly #material = new MeshBasicMaterial({ side: BackSide });
  readonly #grown = new Matrix4();
  readonly #place = new Vector3();
  #meshes: Mesh[] = [];
  #shapes: readonly DrawnShape[] = [];

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.#uniforms);
      shader.vertexShader = shader.vertexShader.replace('void main() {', 'uniform float uBack;\nvoid main() {').replace(
        '#include <project_vertex>',
        /* glsl */ `#include <project_vertex>
  vec4 back = projectionMatrix * (mvPosition - vec4(0.0, 0.0, uBack, 0.0));
  gl_Position.z = back.z / back.w * gl_Position.w;`,
      );
    };
    this.#material.customProgramCacheKey = () => 'outline';
  }

  setColor(color: string): void {
    this.#material.color.set(color);
  }

  /** Goes around these shapes of a body of a radius (m) from now on. */
  hold(shapes: readonly DrawnShape[], radius: number): void {
    for (const mesh of this.#meshes) mesh.removeFromParent();
    this.#shapes = shapes;
    this.#uniforms.uBack.value = shapes.length > 1 ? 2 * radius : 0;
    this.#meshes = shapes.map(({ geometry }) => {
      const mesh = new Mesh(geometry, this.#material);
      mesh.matrixAutoUpdate = false;
      mesh.frustumCulled = false;
      this.#scene.add(mesh);
      return mesh;
    });
  }

  /** `metresPerPixel` at a place. */
  update(metresPerPixel: (place: Vector3) => number): void {
    this.#shapes.forEach(({ matrix }, index) => {
      const width = kPixels * metresPerPixel(this.#place.fromArray(matrix, 12));
      const along = (column: number): number => {
        const half = Math.hypot(matrix[column]!, matrix[column + 1]!, matrix[column + 2]!);
        return half > 0 ? 1 + width / half : 1;
      };
      const mesh = this.#meshes[index]!;
      mesh.matrix.fromArray(matrix).multiply(this.#grown.makeScale(along(0), along(4), along(8)));
      mesh.matrixWorldNeedsUpdate = true;
    });
  }

  dispose(): void {
    this.hold([], 0);
    this.#material.dispose();
  }
}
