// A line around the selected body, one for all its shapes together: their back faces, grown by a few pixels on the screen. What lies before
// another shape of the body is hidden by that shape.
import { BackSide, BufferGeometry, DynamicDrawUsage, InstancedMesh, MeshBasicMaterial, Vector2, type Color, type Scene } from 'three';
import type { InstancedShapes } from './instanced-shapes';

const kPixels = 2.2; // CSS
const floatsPerMatrix = 16;

/** Some of the instances of a mesh. */
export type PartOfBody = { readonly part: InstancedShapes; readonly indices: readonly number[] };

// Shapes grow away from their middle, figures along their normals.
const grow = /* glsl */ `
#include <project_vertex>
{
  vec3 sizes = vec3(length(instanceMatrix[0].xyz), length(instanceMatrix[1].xyz), length(instanceMatrix[2].xyz));
  vec3 away = uAlongNormals > 0.5 ? normal / sizes : sign(position) * max(abs(position) - 0.02, 0.0);
  away = mat3(instanceMatrix[0].xyz / sizes.x, instanceMatrix[1].xyz / sizes.y, instanceMatrix[2].xyz / sizes.z) * away;
  vec2 across = (projectionMatrix * vec4(mat3(modelViewMatrix) * away, 0.0)).xy * uHalfView;
  gl_Position.xy += across / max(length(across), 1e-6) * uPixels / uHalfView * gl_Position.w;
}
`;

export class SelectionOutline {
  readonly #scene: Scene;
  readonly #materials: readonly [ofShapes: MeshBasicMaterial, ofFigures: MeshBasicMaterial];
  readonly #halfView = { value: new Vector2(1, 1) };
  #meshes: { readonly mesh: InstancedMesh; readonly own: PartOfBody }[] = [];

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#materials = [this.#makeMaterial(0), this.#makeMaterial(1)];
  }

  setColor(color: Color): void {
    for (const material of this.#materials) material.color.copy(color);
  }

  /** Goes around these shapes from now on. */
  hold(parts: readonly PartOfBody[]): void {
    for (const { mesh } of this.#meshes) {
      mesh.removeFromParent();
      mesh.geometry.dispose();
      mesh.dispose();
    }
    this.#meshes = parts.map((own) => {
      const { geometry } = own.part.mesh;
      const shape = new BufferGeometry().setIndex(geometry.index);
      for (const name of ['position', 'normal']) shape.setAttribute(name, geometry.getAttribute(name));
      const { outlined } = geometry.userData;
      if (outlined !== undefined) shape.setDrawRange(0, outlined);
      const mesh = new InstancedMesh(shape, this.#materials[outlined === undefined ? 0 : 1], own.indices.length);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      this.#scene.add(mesh);
      return { mesh, own };
    });
  }

  /** Where the shapes are now; size of the picture in CSS pixels. */
  update(width: number, height: number): void {
    this.#halfView.value.set(width / 2, height / 2);
    for (const { mesh, own } of this.#meshes) {
      own.indices.forEach((index, place) => {
        const at = index * floatsPerMatrix;
        mesh.instanceMatrix.array.set(own.part.matrices.subarray(at, at + floatsPerMatrix), place * floatsPerMatrix);
      });
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  dispose(): void {
    this.hold([]);
    for (const material of this.#materials) material.dispose();
  }

  #makeMaterial(alongNormals: number): MeshBasicMaterial {
    const material = new MeshBasicMaterial({ side: BackSide });
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, {
        uHalfView: this.#halfView,
        uPixels: { value: kPixels },
        uAlongNormals: { value: alongNormals },
      });
      shader.vertexShader = shader.vertexShader
        .replace('void main() {', 'uniform vec2 uHalfView;\nuniform float uPixels;\nuniform float uAlongNormals;\nvoid main() {')
        .replace('#include <project_vertex>', grow);
    };
    material.customProgramCacheKey = () => 'outline';
    return material;
  }
}
