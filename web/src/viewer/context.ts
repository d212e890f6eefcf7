// The WebGL 2 context. Where only the processor can draw (no graphics card, a virtual machine) the picture has a
// smaller shadow map and simpler lookups. Smoothing of edges stays: it was measured to cost little there.

export type Context = { readonly gl: WebGL2RenderingContext; readonly softwareRendering: boolean };

const drawnByProcessor = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Throws where the browser has no WebGL 2 for this page. */
export function createContext(canvas: HTMLCanvasElement): Context {
  const gl = canvas.getContext('webgl2', { alpha: false, antialias: true, stencil: false, powerPreference: 'high-performance' });
  if (!gl) throw new Error('This browser gives the page no WebGL 2.');
  return { gl, softwareRendering: drawnByProcessor.test(rendererName(gl)) };
}

// Firefox tells the name outright and warns when asked by the extension; others tell only the extension.
function rendererName(gl: WebGL2RenderingContext): string {
  const name = String(gl.getParameter(gl.RENDERER));
  if (!/^webkit/i.test(name)) return name;
  const extension = gl.getExtension('WEBGL_debug_renderer_info');
  return extension ? String(gl.getParameter(extension.UNMASKED_RENDERER_WEBGL)) : name;
}
