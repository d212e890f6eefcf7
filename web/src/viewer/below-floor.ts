// Marks are drawn over the bodies, so that none hides them; the floor hides them all the same. A material that takes part leaves out what
// the eye would see through the floor.
import { Vector2, Vector3, type Material } from 'three';
import type { Floor } from './shape-table';

const kFar = -1e9; // m: no floor

export class BelowFloor {
  readonly #uniforms = {
    uEye: { value: new Vector3() },
    uFloorTop: { value: new Vector3(0, kFar, 0) }, // middle of its top
    uFloorHalf: { value: new Vector2() }, // half widths
  };

  set(floor: Floor | null, eye: Vector3): void {
    this.#uniforms.uEye.value.copy(eye);
    this.#uniforms.uFloorTop.value.set(floor?.x ?? 0, floor?.y ?? kFar, floor?.z ?? 0);
    this.#uniforms.uFloorHalf.value.set(floor?.halfX ?? 0, floor?.halfZ ?? 0);
  }

  /** A built-in material, or one of its own whose vertex shader gives `transformed` and includes `project_vertex`. */
  hide<Kind extends Material>(material: Kind): Kind {
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.#uniforms);
      shader.vertexShader = shader.vertexShader
        .replace('void main() {', 'varying vec3 vPlace;\nvoid main() {')
        .replace('#include <project_vertex>', `#include <project_vertex>\n${vertexBody}`);
      shader.fragmentShader = shader.fragmentShader.replace('void main() {', `${fragmentUniforms}\nvoid main() {\n${fragmentBody}`);
    };
    material.customProgramCacheKey = () => 'below-floor';
    return material;
  }
}

const vertexBody = /* glsl */ `
  vec4 place = vec4(transformed, 1.0);
#ifdef USE_INSTANCING
  place = instanceMatrix * place;
#endif
  vPlace = (modelMatrix * place).xyz;`;

const fragmentUniforms = /* glsl */ `
varying vec3 vPlace;
uniform vec3 uEye;
uniform vec3 uFloorTop;
uniform vec2 uFloorHalf;`;

// Where the line of sight meets the floor's plane some pixels before the mark, and within its edges: contacts lie on it.
const fragmentBody = /* glsl */ `
  float above = uEye.y - uFloorTop.y, below = vPlace.y - uFloorTop.y;
  if (above > 0.0 && below < -0.004 * distance(uEye, vPlace)) {
    vec2 meeting = mix(uEye.xz, vPlace.xz, above / (above - below));
    if (all(lessThan(abs(meeting - uFloorTop.xz), uFloorHalf))) discard;
  }`;
