// The stage: renderer, light, ground and canvas size. It draws on demand and knows nothing of bodies or time.
import { Color, DirectionalLight, HemisphereLight, Scene, Vector3, type Camera, type WebGLRenderer } from 'three';
import { Ground } from './ground';
import type { Drawing } from './renderer';
import type { StageTheme } from './theme';

const kShadowMapSizes = { usual: 1024, softwareRendering: 512 } as const; // texels
const kSunDirection = new Vector3(-0.42, 0.9, 0.5).normalize();
const kShadowRadii = 1.6; // the shadow camera covers this many radii of the scene
const kShadowLimits = [3, 90] as const; // m

export class Stage {
  readonly scene = new Scene();
  readonly renderer: WebGLRenderer;
  readonly ground: Ground;
  readonly softwareRendering: boolean;
  readonly #clearColor = new Color();
  readonly #ambient = new HemisphereLight();
  readonly #sun = new DirectionalLight();
  readonly #shadowCentre = new Vector3();
  #shadowRadius = 0;
  readonly #drawing: Drawing;
  #width = 0;
  #height = 0;
  #pixelRatio = 0;
  #hasMoved = true; // shadows must be drawn anew

  constructor(drawing: Drawing) {
    this.#drawing = drawing;
    this.renderer = drawing.renderer;
    const { softwareRendering } = drawing;
    this.softwareRendering = softwareRendering;
    this.#sun.castShadow = true;
    this.#sun.position.copy(kSunDirection); // where nothing receives shadows it stays there
    this.#sun.shadow.mapSize.setScalar(softwareRendering ? kShadowMapSizes.softwareRendering : kShadowMapSizes.usual);
    this.#sun.shadow.radius = 2.5;
    this.#sun.shadow.bias = -0.0004;
    this.scene.add(this.#ambient, this.#sun, this.#sun.target);
    this.ground = new Ground(this.scene, softwareRendering);
  }

  setTheme(theme: StageTheme): void {
    this.#drawing.setBackground(this.#clearColor.set(theme.paper));
    this.#ambient.color.set(theme.skyLight);
    this.#ambient.groundColor.set(theme.groundLight);
    this.#ambient.intensity = theme.ambient;
    this.#sun.color.set(theme.sun);
    this.#sun.intensity = theme.sunStrength;
    this.ground.setTheme(theme);
  }

  /** Size in CSS pixels, and drawn pixels per CSS pixel. */
  resize(width: number, height: number, pixelRatio: number): void {
    if (width === this.#width && height === this.#height && pixelRatio === this.#pixelRatio) return;
    this.#width = width;
    this.#height = height;
    this.#pixelRatio = pixelRatio;
    this.#drawing.resize(width, height, pixelRatio);
  }

  /** Fits the shadow around a ball. It moves only when the ball has left it or shrunk, so that edges do not crawl. */
  fitShadow(centre: Vector3, radius: number): void {
    this.ground.shadeBelow(centre, radius, kSunDirection);
    const wanted = Math.min(kShadowLimits[1], Math.max(kShadowLimits[0], radius * kShadowRadii));
    const covered = this.#shadowCentre.distanceTo(centre) + Math.min(radius, kShadowLimits[1]) <= this.#shadowRadius;
    if (covered && wanted > this.#shadowRadius / 2.5) return;
    this.#shadowCentre.copy(centre);
    this.#shadowRadius = wanted;
    const { camera } = this.#sun.shadow;
    camera.left = camera.bottom = -wanted;
    camera.right = camera.top = wanted;
    camera.near = wanted * 0.2;
    camera.far = wanted * 5;
    camera.updateProjectionMatrix();
    this.#sun.shadow.normalBias = (wanted / this.#sun.shadow.mapSize.x) * 2.5;
    this.#sun.target.position.copy(centre);
    this.#sun.position.copy(centre).addScaledVector(kSunDirection, wanted * 2.5);
    this.bodiesMoved();
  }

  /** Shadows are drawn anew with the next picture. */
  bodiesMoved(): void {
    this.#hasMoved = true;
  }

  /** Gives the graphics context back to the browser; the canvas tells when it is gone. False where a browser cannot. */
  giveContextBack(): boolean {
    this.renderer.forceContextLoss();
    return this.renderer.getContext().isContextLost();
  }

  /** Takes a context that was given back; the canvas tells when it is there. */
  takeContext(): void {
    this.renderer.forceContextRestore();
  }

  /** The context is there again: three has made anew what it keeps on the graphics card, but for the colour of the background. */
  contextRestored(): void {
    this.#drawing.setBackground(this.#clearColor);
    this.bodiesMoved();
  }

  draw(camera: Camera): void {
    this.#drawing.draw(this.scene, camera, this.#hasMoved);
    this.#hasMoved = false;
  }

  dispose(): void {
    this.#drawing.dispose(this.scene);
  }
}
