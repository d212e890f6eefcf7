// The script of tumble-figure.html (figure-page.mjs): unpacks what stands in the page, and runs it.
import { bytesOf } from './seven-bits.mjs';
import { unpackLzma } from './unpack-lzma.mjs';

const packed = document.getElementById('packed');
const bytes = unpackLzma(bytesOf(packed.textContent));
const engineSize = Number(packed.dataset.engine);
globalThis.tumbleEngine = bytes.subarray(0, engineSize); // WebAssembly
const program = new Blob([bytes.subarray(engineSize)], { type: 'text/javascript' });
document.head.append(Object.assign(document.createElement('script'), { src: URL.createObjectURL(program) }));
