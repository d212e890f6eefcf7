// In the preview page of a scene: an address that says more than the scene goes on to the simulator, with all that it says. Chat programs, which
// run no script, see title and picture here.
const { search, hash, pathname } = location;
if (search || hash.length > 1) {
  const scene = decodeURIComponent(pathname.split('/').at(-2));
  const rest = search.slice(1);
  const isWhole = /^#\d+\./.test(hash); // a link that carries its scene
  location.replace(`../../${isWhole ? '' : `?scene=${encodeURIComponent(scene)}${rest ? `&${rest}` : ''}`}${hash}`);
}
