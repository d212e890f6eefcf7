// Matt materials that a shader of ours paints: parts of GLSL in the places of three's Lambert shader, with the shadow that fits the machine.
import { MeshLambertMaterial } from 'three';
import { shadowLookup } from './soft-shadow';

/** Text of the shader. */
export type Paint = {
  /** Declarations before `main`, of the vertices and of the fragments. */
  readonly vertexHead: string;
  readonly fragmentHead: string;
  /** Behind <begin_vertex>. */
  readonly vertex: string;
  /** Behind <color_fragment>: what it does to `diffuseColor`. */
  readonly color: string;
  /** In place of <normal_fragment_begin>. */
  readonly normal?: string;
};

/** `name`: of the program, which materials of one name share on one machine. */
export function paintedMaterial(name: string, softwareRendering: boolean, paint: Paint): MeshLambertMaterial {
  const material = new MeshLambertMaterial({ color: 0xffffff });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('void main() {', `${paint.vertexHead}\nvoid main() {`)
      .replace('#include <begin_vertex>', `#include <begin_vertex>\n${paint.vertex}`);
    shader.fragmentShader = shader.fragmentShader
      .replace('void main() {', `${paint.fragmentHead}\nvoid main() {`)
      .replace('#include <shadowmap_pars_fragment>', shadowLookup(softwareRendering))
      .replace('#include <color_fragment>', `#include <color_fragment>\n${paint.color}`);
    if (paint.normal) shader.fragmentShader = shader.fragmentShader.replace('#include <normal_fragment_begin>', paint.normal);
  };
  material.customProgramCacheKey = () => `${name} ${softwareRendering}`;
  return material;
}
