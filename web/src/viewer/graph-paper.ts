// Graph paper behind a scene that is looked at along z: lines at round distances, as many as the zoom has room for, the axes through the origin,
// and numbers along the lower and the left edge of the free part of the stage.
import { Color, Mesh, MeshBasicMaterial, PlaneGeometry, Vector2, Vector3, type Scene } from 'three';
import { toPixel } from './labels';
import type { OrbitCamera } from './orbit-camera';

const kLeastPixels = 64; // CSS, between two numbers
const kInset = 4; // CSS pixels of a number from the edge
const kMostNumbers = 40; // along an axis
const kNameRoom = 54; // CSS pixels at the right, for the name of the axis and half a number

const vertex = /* glsl */ `
#include <begin_vertex>
vPaper = (modelMatrix * vec4(position, 1.0)).xy;
`;
const fragment = /* glsl */ `
#include <color_fragment>
vec2 pixel = fwidth(vPaper);
float fine = lineAt(uStep / 10.0, pixel, 0.5);
float half5 = lineAt(uStep / 2.0, pixel, 0.5);
float whole = lineAt(uStep, pixel, 0.6);
vec2 toAxis = abs(vPaper) / pixel;
float axis = 1.0 - smoothstep(0.7, 1.5, min(toAxis.x, toAxis.y));
float ink = max(max(0.06 * fine, 0.11 * half5), max(0.24 * whole, 0.6 * axis));
diffuseColor.rgb = mix(diffuseColor.rgb, uInk, ink);
`;
const lineAt = /* glsl */ `
varying vec2 vPaper;
uniform float uStep;
uniform vec3 uInk;
float lineAt(float spacing, vec2 pixel, float width) {
  vec2 away = abs(fract(vPaper / spacing + 0.5) - 0.5) * spacing / pixel;
  return 1.0 - smoothstep(width, width + 0.8, min(away.x, away.y));
}
`;

/** The smallest of 1, 2, 5 times a power of ten that is not below a distance. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((digit) => digit * power >= least * (1 - 1e-9)) ?? 10) * power;
}

export class GraphPaper {
  readonly #camera: OrbitCamera;
  readonly #material = new MeshBasicMaterial({ depthTest: false, depthWrite: false });
  readonly #mesh = new Mesh(new PlaneGeometry(1, 1), this.#material);
  readonly #uniforms = { uStep: { value: 1 }, uInk: { value: new Color() } };
  readonly #layer: HTMLElement;
  readonly #numbers: HTMLElement[] = [];
  readonly #place = new Vector3();
  readonly #pixels = new Vector2();

  constructor(scene: Scene, camera: OrbitCamera, layer: HTMLElement) {
    this.#camera = camera;
    this.#layer = layer;
    this.#material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.#uniforms);
      shader.vertexShader = shader.vertexShader
        .replace('void main() {', 'varying vec2 vPaper;\nvoid main() {')
        .replace('#include <begin_vertex>', vertex);
      shader.fragmentShader = shader.fragmentShader
        .replace('void main() {', `${lineAt}\nvoid main() {`)
        .replace('#include <color_fragment>', fragment);
    };
    this.#material.customProgramCacheKey = () => 'paper';
    this.#mesh.renderOrder = -10; // before all bodies
    this.#mesh.frustumCulled = false;
    this.#mesh.visible = false;
    scene.add(this.#mesh);
  }

  setTheme(paper: string, ink: string): void {
    this.#material.color.set(paper);
    this.#uniforms.uInk.value.set(ink);
  }

  set isShown(isShown: boolean) {
    this.#mesh.visible = isShown;
    if (!isShown) for (const number of this.#numbers) number.hidden = true;
  }

  /** For the next picture. */
  update(): void {
    if (!this.#mesh.visible) return;
    const { target, width, height, freeArea } = this.#camera;
    const metres = this.#camera.metresPerPixel(target);
    this.#mesh.position.copy(target);
    this.#mesh.scale.set(3 * width * metres, 3 * height * metres, 1);
    const step = roundStep(kLeastPixels * metres);
    this.#uniforms.uStep.value = step;
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const origin = this.#project(0, 0).clone();
    let used = 0;
    const put = (text: string, x: number, y: number, share: string): void => {
      const number = (this.#numbers[used] ??= this.#make());
      used += 1;
      number.hidden = false;
      number.textContent = text;
      number.style.transform = `${toPixel(Math.round(x), Math.round(y))} ${share}`;
    };
    const pixels = step / metres;
    const written = (at: number): string => (at * step).toFixed(digits).replace('-', '−');
    const first = Math.ceil((freeArea.left + 40 - origin.x) / pixels);
    for (let at = first; origin.x + at * pixels < freeArea.right - kNameRoom && at - first < kMostNumbers; at += 1)
      put(written(at), origin.x + at * pixels, freeArea.bottom - kInset, 'translate(-50%, -100%)');
    const lowest = Math.ceil((origin.y - freeArea.bottom + 34) / pixels);
    for (let at = lowest; origin.y - at * pixels > freeArea.top + 30 && at - lowest < kMostNumbers; at += 1)
      put(written(at), freeArea.left + kInset, origin.y - at * pixels, 'translate(0, -50%)');
    put('x, m', freeArea.right - kInset, freeArea.bottom - kInset, 'translate(-100%, -100%)');
    put('y, m', freeArea.left + kInset, freeArea.top + kInset, '');
    for (; used < this.#numbers.length; used += 1) this.#numbers[used]!.hidden = true;
  }

  // CSS pixels.
  #project(x: number, y: number): Vector2 {
    const { camera, width, height, target } = this.#camera;
    this.#place.set(x, y, target.z).project(camera);
    return this.#pixels.set(((this.#place.x + 1) / 2) * width, ((1 - this.#place.y) / 2) * height);
  }

  #make(): HTMLElement {
    const number = document.createElement('div');
    number.className = 'label label-paper';
    this.#layer.append(number);
    return number;
  }
}
