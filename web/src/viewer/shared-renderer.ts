// One graphics context for all figures of a page, of which a browser gives a page about 16, and a phone 8: a canvas that nobody sees. Each
// figure is drawn into its corner and copied to the figure's own canvas, which keeps the picture whatever happens to the context.
import type { Camera, Color, Scene, WebGLRenderer } from 'three';
import { Emitter } from '../simulation/emitter';
import { createRenderer } from './renderer';

export type Take = {
  readonly scene: Scene;
  readonly camera: Camera;
  readonly background: Color;
  /** Shadows are drawn anew. */
  readonly hasMoved: boolean;
};

export class SharedRenderer {
  /** The context is there again after the browser dropped it: all must be drawn anew. */
  readonly restored = new Emitter<void>();
  readonly renderer: WebGLRenderer;
  readonly softwareRendering: boolean;
  readonly #canvas: HTMLCanvasElement;
  #width = 1;
  #height = 1;

  /** Throws where the browser has no WebGL 2. */
  constructor() {
    this.#canvas = document.createElement('canvas');
    const { renderer, softwareRendering } = createRenderer(this.#canvas);
    this.renderer = renderer;
    this.softwareRendering = softwareRendering;
    this.#canvas.addEventListener('webglcontextrestored', () => this.restored.emit());
  }

  /** Draws into the canvas of a figure, as large as it is. False while there is no context. */
  draw(to: CanvasRenderingContext2D, { scene, camera, background, hasMoved }: Take): boolean {
    const { renderer } = this;
    if (renderer.getContext().isContextLost()) return false;
    const { width, height } = to.canvas;
    if (width > this.#width || height > this.#height) {
      this.#width = Math.max(width, this.#width);
      this.#height = Math.max(height, this.#height);
      renderer.setSize(this.#width, this.#height, false);
    }
    renderer.setViewport(0, 0, width, height);
    renderer.setClearColor(background);
    renderer.shadowMap.needsUpdate = hasMoved;
    renderer.render(scene, camera);
    to.drawImage(this.#canvas, 0, this.#height - height, width, height, 0, 0, width, height);
    return true;
  }
}
