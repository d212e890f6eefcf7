// Added to the page (no-webgl.html): a browser without WebGL.
{
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
    return /webgl/.test(kind) ? null : getContext.call(this, kind, ...more);
  };
}
