// The renderer of a stage, on a canvas of its own.
import { PCFShadowMap, WebGLRenderer } from 'three';
import { createContext } from './context';

export type Drawing = { readonly renderer: WebGLRenderer; readonly softwareRendering: boolean };

/** Throws where the browser has no WebGL 2. */
export function createRenderer(canvas: HTMLCanvasElement): Drawing {
  const { gl, softwareRendering } = createContext(canvas);
  const renderer = new WebGLRenderer({ canvas, context: gl });
  renderer.debug.checkShaderErrors = import.meta.env.DEV; // asking waits for the compiler
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.shadowMap.autoUpdate = false; // only when bodies have moved
  return { renderer, softwareRendering };
}
