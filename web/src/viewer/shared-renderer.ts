// One graphics context for all figures of a page, of which a browser gives a page about 16, and a phone 8: a canvas that nobody sees. Each
// figure is drawn into its corner and copied to the figure's own canvas, which keeps the picture whatever happens to the context.
import { Color, Mesh, type DirectionalLight, type Scene, type WebGLRenderer } from 'three';
import { Emitter } from '../simulation/emitter';
import { createRenderer, type Drawing } from './renderer';

export class SharedRenderer {
  /** The context is there again after the browser dropped it: all must be drawn anew. */
  readonly restored = new Emitter<void>();
  readonly #renderer: WebGLRenderer;
  readonly #softwareRendering: boolean;
  readonly #canvas: HTMLCanvasElement;
  #width = 1;
  #height = 1;

  /** Throws where the browser has no WebGL 2. */
  constructor() {
    this.#canvas = document.createElement('canvas');
    const { renderer, softwareRendering } = createRenderer(this.#canvas);
    this.#renderer = renderer;
    this.#softwareRendering = softwareRendering;
    this.#canvas.addEventListener('webglcontextrestored', () => this.restored.emit());
  }

  /** Draws into this canvas. */
  drawingOn(canvas: HTMLCanvasElement): Drawing {
    const renderer = this.#renderer;
    const copy = canvas.getContext('2d', { alpha: false });
    const background = new Color();
    return {
      renderer,
      softwareRendering: this.#softwareRendering,
      resize(width, height, pixelRatio) {
        canvas.width = Math.max(1, Math.floor(width * pixelRatio));
        canvas.height = Math.max(1, Math.floor(height * pixelRatio));
      },
      setBackground: (color) => void background.copy(color),
      draw: (scene, camera, hasMoved) => {
        if (!copy || renderer.getContext().isContextLost()) return; // the picture before stays
        const { width, height } = canvas;
        this.#makeRoom(width, height);
        renderer.setViewport(0, 0, width, height);
        renderer.setClearColor(background);
        renderer.shadowMap.needsUpdate = hasMoved;
        renderer.render(scene, camera);
        copy.drawImage(this.#canvas, 0, this.#height - height, width, height, 0, 0, width, height);
      },
      dispose: disposeScene,
    };
  }

  #makeRoom(width: number, height: number): void {
    if (width <= this.#width && height <= this.#height) return;
    this.#width = Math.max(width, this.#width);
    this.#height = Math.max(height, this.#height);
    this.#renderer.setSize(this.#width, this.#height, false);
  }
}

// The renderer stays for others.
function disposeScene(scene: Scene): void {
  scene.traverse((part) => {
    if ((part as DirectionalLight).isDirectionalLight) (part as DirectionalLight).shadow.dispose();
    if (!(part instanceof Mesh)) return;
    part.geometry.dispose();
    for (const material of [part.material].flat()) material.dispose();
  });
}
