// The material of shapes other than boxes: matt, with every other eighth a little darker, so that one sees a ball turn.
import { MeshLambertMaterial } from 'three';
import { shadowLookup } from './soft-shadow';

const kDarker = '0.82'; // of the darker eighths

export function createRoundMaterial(softwareRendering: boolean): MeshLambertMaterial {
  const material = new MeshLambertMaterial({ color: 0xffffff });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('void main() {', 'varying vec3 vUnit;\nvoid main() {')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvUnit = position;');
    shader.fragmentShader = shader.fragmentShader
      .replace('void main() {', 'varying vec3 vUnit;\nvoid main() {')
      .replace('#include <shadowmap_pars_fragment>', shadowLookup(softwareRendering))
      .replace(
        '#include <color_fragment>',
        /* glsl */ `#include <color_fragment>
  vec3 wide = max(fwidth(vUnit), vec3(1e-4));
  vec3 side = clamp(vUnit / wide, -1.0, 1.0);
  diffuseColor.rgb *= mix(${kDarker}, 1.0, 0.5 + 0.5 * side.x * side.y * side.z);`,
      );
  };
  material.customProgramCacheKey = () => 'round';
  return material;
}
