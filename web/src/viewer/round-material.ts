// The material of shapes other than boxes: matt, with every other eighth a little darker, so that one sees a ball turn.
import type { MeshLambertMaterial } from 'three';
import { paintedMaterial } from './painted-material';

const kDarker = '0.82'; // of the darker eighths

export const createRoundMaterial = (softwareRendering: boolean): MeshLambertMaterial =>
  paintedMaterial('round', softwareRendering, {
    vertexHead: 'varying vec3 vUnit;',
    fragmentHead: 'varying vec3 vUnit;',
    vertex: 'vUnit = position;',
    color: /* glsl */ `
  vec3 wide = max(fwidth(vUnit), vec3(1e-4));
  vec3 side = clamp(vUnit / wide, -1.0, 1.0);
  diffuseColor.rgb *= mix(${kDarker}, 1.0, 0.5 + 0.5 * side.x * side.y * side.z);`,
  });
