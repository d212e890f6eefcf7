// The shadow lookup: four bilinear comparisons at fixed places, or one with software rendering.
// three's own five places are turned by a noise for each pixel, which costs ten sines and grains the edge.
import { ShaderChunk } from 'three';

const kPlaces = ['vec2(-0.9, -0.4)', 'vec2(0.4, -0.9)', 'vec2(0.9, 0.4)', 'vec2(-0.4, 0.9)'];

/** The replacement of `#include <shadowmap_pars_fragment>`; three's own text where a new version has another. */
export function shadowLookup(softwareRendering: boolean): string {
  const places = softwareRendering ? ['vec2(0.0)'] : kPlaces;
  const sum = places.map((place) => `texture(shadowMap, vec3(shadowCoord.xy + ${place} * radius, shadowCoord.z))`).join(' + ');
  const own = `shadow = (${sum}) / ${places.length}.0;`;
  return ShaderChunk.shadowmap_pars_fragment.replace(/float phi = interleavedGradientNoise[^;]+;\s*shadow = \([\s\S]*?\) \* 0\.2;/, own);
}
