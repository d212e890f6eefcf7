// Round marks of constant size on the screen, over the bodies: centres of mass and contact points. One draw call.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Points, ShaderMaterial, type Color, type Scene } from 'three';
import type { BelowFloor } from './below-floor';

const kOrder = 12; // over the arrows
const kFirstCapacity = 64;

const vertexShader = /* glsl */ `
attribute vec4 paint; // rgb, and the size in CSS pixels; a negative size is a ring
varying vec4 vPaint;
uniform float pixelRatio;
void main() {
  vPaint = paint;
  #include <begin_vertex>
  #include <project_vertex>
  gl_PointSize = (abs(paint.a) + 3.0) * pixelRatio;
}`;

const fragmentShader = /* glsl */ `
varying vec4 vPaint;
uniform vec3 halo;
uniform float pixelRatio;
void main() {
  float size = abs(vPaint.a);
  float radius = length(gl_PointCoord - 0.5) * (size + 3.0);
  float soft = 0.5 / pixelRatio;
  float outer = 1.0 - smoothstep(size * 0.5 + 1.5 - soft, size * 0.5 + 1.5 + soft, radius);
  if (outer <= 0.0) discard;
  float ink = 1.0 - smoothstep(size * 0.5 - soft, size * 0.5 + soft, radius);
  if (vPaint.a < 0.0) {
    vec2 side = gl_PointCoord - 0.5;
    if (radius < size * 0.5 - 1.6 && side.x * side.y > 0.0) ink = 0.0; // quartered, as a centre of mass is drawn
  }
  gl_FragColor = vec4(mix(halo, vPaint.rgb, ink), outer);
  #include <colorspace_fragment>
}`;

export class Dots {
  readonly #material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    transparent: true,
    depthTest: false,
    depthWrite: false,
    uniforms: { halo: { value: null }, pixelRatio: { value: 1 } },
  });
  readonly #geometry = new BufferGeometry();
  readonly #points = new Points(this.#geometry, this.#material);
  #places = new Float32Array(0);
  #paints = new Float32Array(0);
  #count = 0;

  constructor(scene: Scene, halo: Color, belowFloor: BelowFloor) {
    belowFloor.hide(this.#material);
    this.#material.uniforms.halo!.value = halo;
    this.#points.frustumCulled = false;
    this.#points.renderOrder = kOrder;
    this.#grow(kFirstCapacity);
    scene.add(this.#points);
  }

  begin(pixelRatio: number): void {
    this.#count = 0;
    this.#material.uniforms.pixelRatio!.value = pixelRatio;
  }

  /** `size` in CSS pixels; `quartered`: as the sign of a centre of mass. */
  add(x: number, y: number, z: number, size: number, color: Color, quartered = false): void {
    if (3 * this.#count >= this.#places.length) this.#grow(this.#count * 2);
    this.#places.set([x, y, z], 3 * this.#count);
    this.#paints.set([color.r, color.g, color.b, quartered ? -size : size], 4 * this.#count);
    this.#count += 1;
  }

  end(): void {
    this.#geometry.setDrawRange(0, this.#count);
    this.#points.visible = this.#count > 0;
    if (this.#count === 0) return;
    this.#geometry.attributes.position!.needsUpdate = true;
    this.#geometry.attributes.paint!.needsUpdate = true;
  }

  dispose(): void {
    this.#points.removeFromParent();
    this.#geometry.dispose();
    this.#material.dispose();
  }

  #grow(capacity: number): void {
    const [places, paints] = [this.#places, this.#paints];
    this.#places = new Float32Array(capacity * 3);
    this.#paints = new Float32Array(capacity * 4);
    this.#places.set(places);
    this.#paints.set(paints);
    this.#geometry.dispose(); // the old buffers on the graphics card
    this.#geometry.setAttribute('position', new BufferAttribute(this.#places, 3).setUsage(DynamicDrawUsage));
    this.#geometry.setAttribute('paint', new BufferAttribute(this.#paints, 4).setUsage(DynamicDrawUsage));
  }
}
