// A small static server for dist/: right MIME types and the strict content security policy, so that what is used is what is tested.
import { createReadStream, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { distRoot } from './lib/paths.mjs';
import { kContentSecurityPolicy, kWithOwnPolicy } from './lib/policy.mjs';
import { Problem, runMain } from './lib/problem.mjs';

const kHost = '127.0.0.1'; // this machine only
const kFirstPort = 8080;
const kPortsToTry = 100;

const kTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

const statOrNull = (path) => {
  try {
    return statSync(path);
  } catch {
    return null;
  }
};

// The file a request means, or null: a folder means its index.html, and nothing outside root is a file.
function fileOf(root, base, url) {
  let path;
  try {
    path = decodeURIComponent(new URL(url, 'http://host').pathname);
  } catch {
    return null;
  }
  if (path.includes('\0') || !path.startsWith(base)) return null;
  let file = join(root, path.slice(base.length));
  if (statOrNull(file)?.isDirectory() && path.endsWith('/')) file = join(file, 'index.html');
  if (!statOrNull(file)?.isFile()) return null;
  const real = realpathSync(file);
  return real.startsWith(root + sep) ? real : null;
}

function answerRequest(request, response, { root, base, headers, onRequest }) {
  const send = (status, more = {}) => {
    for (const [name, value] of Object.entries({ ...headers, ...more })) {
      if (value !== null && value !== undefined) response.setHeader(name, value);
    }
    response.writeHead(status);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    send(405, { Allow: 'GET, HEAD' });
    response.end();
    return;
  }
  const file = fileOf(root, base, request.url);
  onRequest?.(file ? relative(root, file) : request.url.split(/[?#]/)[0].slice(base.length));
  if (!file) {
    send(404, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end('Not found\n');
    return;
  }
  const { size, mtimeMs } = statSync(file);
  const tag = `"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`;
  const ownPolicy = kWithOwnPolicy.includes(basename(file)) ? { 'Content-Security-Policy': null } : {};
  if (request.headers['if-none-match'] === tag) {
    send(304, { ETag: tag, ...ownPolicy });
    response.end();
    return;
  }
  send(200, { 'Content-Type': kTypes[extname(file)] ?? 'application/octet-stream', 'Content-Length': size, ETag: tag, ...ownPolicy });
  if (request.method === 'HEAD') response.end();
  else
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
}

const listen = (server, port) =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, kHost, () => {
      server.removeListener('error', reject);
      resolve(server.address().port);
    });
  });

async function listenOnFirstFree(server, port) {
  if (port !== undefined) return listen(server, port);
  for (let candidate = kFirstPort; candidate < kFirstPort + kPortsToTry; candidate += 1) {
    try {
      return await listen(server, candidate);
    } catch (error) {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    }
  }
  return listen(server, 0);
}

// Serves root under base ("/" or "/some/folder/"). port: a number (0 = any free one) or undefined for 8080 or the next free one.
// headers are added to every answer; a null value takes a default header away. Gives { url, port, close() }.
// onRequest(path): is told of each file that is asked for, from the root, whether there is one or not.
export async function serve({ root = distRoot, port, base = '/', headers = {}, onRequest } = {}) {
  const settings = {
    root: realpathSync(root),
    base,
    onRequest,
    headers: {
      'Content-Security-Policy': kContentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
      ...headers,
    },
  };
  const server = createServer((request, response) => answerRequest(request, response, settings));
  let taken;
  try {
    taken = await listenOnFirstFree(server, port);
  } catch (error) {
    throw new Problem(
      `The page cannot be served on port ${port}: ${error.code === 'EADDRINUSE' ? 'something else uses it' : error.message}.`,
    );
  }
  return {
    port: taken,
    url: `http://${kHost}:${taken}${base}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

// The port somebody asked for, or undefined.
export function wantedPort(text = process.env.PORT) {
  if (text === undefined || text === '') return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Problem(`PORT is "${text}" but must be a whole number from 0 to 65535.`);
  return port;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    const { url } = await serve({ root: process.argv[2] ?? distRoot, port: wantedPort() });
    process.stdout.write(`${url}\n`);
  });
}
