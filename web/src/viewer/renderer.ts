// What a stage is drawn with: a renderer on the canvas of the picture. (shared-renderer.ts is another one, for many pictures.)
import { PCFShadowMap, WebGLRenderer, type Camera, type Color, type Scene } from 'three';
import { createContext } from './context';

/** A picture on a canvas. Sizes in CSS pixels. */
export interface Drawing {
  readonly renderer: WebGLRenderer;
  readonly softwareRendering: boolean;
  resize(width: number, height: number, pixelRatio: number): void;
  setBackground(color: Color): void;
  /** `hasMoved`: shadows are drawn anew. */
  draw(scene: Scene, camera: Camera, hasMoved: boolean): void;
  /** Gives back what the scene has on the graphics card. */
  dispose(scene: Scene): void;
}

export function createRenderer(canvas: HTMLCanvasElement): { renderer: WebGLRenderer; softwareRendering: boolean } {
  const { gl, softwareRendering } = createContext(canvas);
  const renderer = new WebGLRenderer({ canvas, context: gl });
  renderer.debug.checkShaderErrors = import.meta.env.DEV; // asking waits for the compiler
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.shadowMap.autoUpdate = false; // only when bodies have moved
  return { renderer, softwareRendering };
}

/** With a graphics context of its own. Throws where the browser has no WebGL 2. */
export function ownDrawing(canvas: HTMLCanvasElement): Drawing {
  const { renderer, softwareRendering } = createRenderer(canvas);
  return {
    renderer,
    softwareRendering,
    resize(width, height, pixelRatio) {
      renderer.setPixelRatio(pixelRatio);
      renderer.setSize(width, height, false);
    },
    setBackground: (color) => renderer.setClearColor(color),
    draw(scene, camera, hasMoved) {
      if (hasMoved) renderer.shadowMap.needsUpdate = true;
      renderer.render(scene, camera);
    },
    dispose: () => renderer.dispose(),
  };
}
