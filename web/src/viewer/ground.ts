// The ground: where a scene has a floor, a disc at its top that takes the shadows and fades into the background before it
// ends, cut to the floor's own edges; and the grid, which stays as a measure of distance in empty space.
import { CircleGeometry, Color, Mesh, ShadowMaterial, Vector2, Vector3, type Scene } from 'three';
import { Grid, type GridArea } from './grid';
import type { Floor } from './shape-table';
import { shadowLookup } from './soft-shadow';
import type { StageTheme } from './theme';

const kFadeInRadii = 7; // the ground reaches this many radii of the scene
const kFadeLimits = [24, 400] as const; // m
const kDepthInSpace = 1.6; // without a floor the grid lies this many radii below the bodies
const kGoAlong = 0.08; // of its radius: how far one goes before the grid in empty space follows
const kEverywhere = { x: 0, z: 0, halfX: 1e9, halfZ: 1e9 };
const endless: GridArea = { minX: -1e9, maxX: 1e9, minZ: -1e9, maxZ: 1e9 };

const fragmentUniforms = /* glsl */ `
uniform vec3 uFloor;
uniform float uStrength;
uniform vec3 uCentre;
uniform float uFade;
uniform vec2 uMiddle;
uniform vec2 uHalf;
uniform vec3 uShade;
varying vec3 vWorld;
`;

// Two layers, floor and shadow, composed to one colour with one alpha. The shadow is looked up only where one can fall:
// lookups are most of the work of a picture.
const fragmentColor = /* glsl */ `
  vec2 beyond = abs(vWorld.xz - uMiddle) - uHalf;
  float edge = max(beyond.x, beyond.y);
  float inside = 1.0 - smoothstep(0.0, fwidth(edge), edge);
  float fade = inside * (1.0 - smoothstep(0.3 * uFade, uFade, distance(vWorld, uCentre)));
  float floorAlpha = fade * uStrength;
  float shadowAlpha = 0.0;
  if (fade > 0.004 && distance(vWorld.xz, uShade.xy) < uShade.z) shadowAlpha = fade * opacity * (1.0 - getShadowMask());
  float alpha = 1.0 - (1.0 - floorAlpha) * (1.0 - shadowAlpha);
  gl_FragColor = vec4(mix(uFloor * floorAlpha, color, shadowAlpha) / max(alpha, 1e-4), alpha);
`;

export class Ground {
  readonly #disc: Mesh;
  readonly #material = new ShadowMaterial({ depthWrite: false });
  readonly #grid: Grid;
  #isEndless = false;
  readonly #uniforms = {
    uFloor: { value: new Color() },
    uStrength: { value: 1 },
    uCentre: { value: new Vector3() }, // of the fading, world
    uFade: { value: 1 }, // m, radius at which nothing is left
    uMiddle: { value: new Vector2() }, // of the floor, x and z
    uHalf: { value: new Vector2() }, // half widths of the floor
    uShade: { value: new Vector3(0, 0, 1e9) }, // circle (x, z, radius) in which shadows fall
  };

  constructor(scene: Scene, softwareRendering: boolean) {
    this.#material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.#uniforms);
      shader.vertexShader = shader.vertexShader
        .replace('void main() {', 'varying vec3 vWorld;\nvoid main() {')
        .replace('#include <begin_vertex>', '#include <begin_vertex>\nvWorld = (modelMatrix * vec4(position, 1.0)).xyz;');
      shader.fragmentShader = shader.fragmentShader
        .replace('void main() {', `${fragmentUniforms}\nvoid main() {`)
        .replace('#include <shadowmap_pars_fragment>', shadowLookup(softwareRendering))
        .replace(/gl_FragColor = [^;]+;/, fragmentColor);
    };
    this.#disc = new Mesh(new CircleGeometry(1, 40).rotateX(-Math.PI / 2), this.#material);
    this.#disc.receiveShadow = true;
    this.#disc.renderOrder = -2;
    this.#disc.frustumCulled = false;
    this.#disc.visible = false; // until there is a floor: its program takes time to build
    scene.add(this.#disc);
    this.#grid = new Grid(scene);
  }

  /** A ball holds all bodies that cast shadows; the sun stands in a direction. */
  shadeBelow(centre: Vector3, radius: number, sun: Vector3): void {
    const drop = Math.max(0, centre.y - this.#disc.position.y) / sun.y;
    const halfAxis = radius / sun.y; // a ball's shadow on a level floor is an ellipse with this half axis
    this.#uniforms.uShade.value.set(centre.x - sun.x * drop, centre.z - sun.z * drop, halfAxis);
  }

  /** In empty space: the grid reaches as far from here, whole steps at a time. */
  goAlong(target: Vector3): void {
    const centre = this.#uniforms.uCentre.value;
    if (!this.#isEndless || Math.hypot(target.x - centre.x, target.z - centre.z) < this.#uniforms.uFade.value * kGoAlong) return;
    centre.set(target.x, centre.y, target.z);
    this.#grid.place(centre, this.#uniforms.uFade.value * 0.8, endless);
  }

  /** Whether there is something that takes shadows. */
  get hasFloor(): boolean {
    return this.#disc.visible;
  }

  /** False where graph paper takes its place. */
  set isShown(isShown: boolean) {
    this.#grid.isShown = isShown;
    this.#material.visible = isShown;
  }

  setTheme(theme: StageTheme): void {
    this.#uniforms.uFloor.value.set(theme.floor);
    this.#uniforms.uStrength.value = theme.floorStrength;
    this.#material.color.set(theme.shadow);
    this.#material.opacity = theme.shadowStrength;
    this.#grid.setTheme(theme.grid, theme.gridStrength);
  }

  /** Lies under a scene whose moving bodies have this centre and radius. Gives the height one cannot look from below. */
  place(floor: Floor | null, centre: Vector3, radius: number): number {
    const height = floor ? floor.y : centre.y - kDepthInSpace * Math.max(radius, 1);
    const fade = Math.min(kFadeLimits[1], Math.max(kFadeLimits[0], radius * kFadeInRadii));
    const { x, z, halfX, halfZ } = floor ?? kEverywhere;
    const { uFade, uCentre, uMiddle, uHalf } = this.#uniforms;
    uFade.value = fade;
    uCentre.value.set(centre.x, height, centre.z);
    uMiddle.value.set(x, z);
    uHalf.value.set(halfX, halfZ);
    this.#disc.position.copy(uCentre.value);
    this.#disc.scale.setScalar(fade);
    this.#disc.visible = floor !== null;
    this.#isEndless = floor === null;
    this.#grid.place(uCentre.value, fade * 0.8, { minX: x - halfX, maxX: x + halfX, minZ: z - halfZ, maxZ: z + halfZ });
    return floor ? height : -Infinity;
  }
}
