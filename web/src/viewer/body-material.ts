// The material of boxes: matt, with edges rounded and a quiet dot on each face by the shader, so that a plain 12-triangle box looks solid and
// its turning is seen. The geometry is the cube from -1 to 1; the instance matrix carries the half extents as column lengths.
//
// Rounding: with half extents h and bevel b, a rounded box is the box h - b grown by b, so the normal at a surface point p
// is along sign(p) max(|p| - (h - b), 0). On the middle of a face only the face's own component is left.
import type { MeshLambertMaterial } from 'three';
import { paintedMaterial } from './painted-material';

const bevelFraction = '0.10'; // of the smallest half extent; larger: softer cubes; 0: paper boxes
const bevelLimit = '0.045'; // m, so that big slabs stay crisp

// The dot on each face, in halves of its shorter side.
const dotInset = '0.34'; // of its middle from both edges
const dotRadius = '0.11';
const slimmest = '0.3'; // shorter over longer side of a face that has one
const dotStrength = '0.84';

const vertexVaryings = /* glsl */ `
varying vec3 vSurface;
flat out vec3 vHalf;
flat out mat3 vToView;
`;

const vertexBody = /* glsl */ `
#ifdef USE_INSTANCING
  vHalf = vec3(length(instanceMatrix[0].xyz), length(instanceMatrix[1].xyz), length(instanceMatrix[2].xyz));
  vToView = mat3(modelViewMatrix) * mat3(instanceMatrix[0].xyz / vHalf.x, instanceMatrix[1].xyz / vHalf.y,
                                         instanceMatrix[2].xyz / vHalf.z);
  vSurface = position * vHalf;
#endif
`;

const fragmentVaryings = /* glsl */ `
varying vec3 vSurface;
flat in vec3 vHalf;
flat in mat3 vToView;
`;

const fragmentColor = /* glsl */ `
  float bevel = min(min(vHalf.x, min(vHalf.y, vHalf.z)) * ${bevelFraction}, ${bevelLimit});
  vec3 inward = vHalf - abs(vSurface);
  // Of the three distances to faces the smallest is 0 (the face itself); the middle one is the distance to the nearest edge.
  float toEdge = max(min(inward.x, inward.y), min(max(inward.x, inward.y), inward.z));
  float soft = max(bevel * 0.5, fwidth(toEdge));
  diffuseColor.rgb *= mix(0.86, 1.0, smoothstep(0.0, soft, toEdge));
  // A dot in one corner of each face, opposite ones in opposite corners: without it a cube looks alike after a quarter of a turn.
  vec3 unit = vSurface / vHalf;
  vec3 size = abs(unit);
  bool isX = size.x >= size.y && size.x >= size.z, isY = !isX && size.y >= size.z;
  vec2 onFace = isX ? vSurface.yz : isY ? vSurface.zx : vSurface.xy;
  vec2 halfFace = isX ? vHalf.yz : isY ? vHalf.zx : vHalf.xy;
  float outward = sign(isX ? unit.x : isY ? unit.y : unit.z);
  float narrow = min(halfFace.x, halfFace.y);
  float toDot = distance(onFace * outward, halfFace - ${dotInset} * narrow) - ${dotRadius} * narrow;
  float isBroad = step(${slimmest} * max(halfFace.x, halfFace.y), narrow); // none on laths
  diffuseColor.rgb *= mix(${dotStrength}, 1.0, max(1.0 - isBroad, smoothstep(-0.5, 0.5, toDot / max(fwidth(toDot), 1e-5))));
`;

const fragmentNormal = /* glsl */ `
  vec3 rounded = sign(vSurface) * max(abs(vSurface) - (vHalf - bevel), 0.0);
  vec3 normal = normalize(vToView * rounded);
  vec3 nonPerturbedNormal = normal;
`;

export const createBodyMaterial = (softwareRendering: boolean): MeshLambertMaterial =>
  paintedMaterial('box', softwareRendering, {
    vertexHead: vertexVaryings,
    fragmentHead: fragmentVaryings,
    vertex: vertexBody,
    color: fragmentColor,
    normal: fragmentNormal,
  });
