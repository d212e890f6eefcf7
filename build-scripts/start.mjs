// npm start: sets up what is missing, builds what has changed, serves the page on this machine and prints its address.
import { buildPage } from './build-page.mjs';
import { runMain } from './lib/problem.mjs';
import { seconds, say } from './lib/progress.mjs';
import { serve, wantedPort } from './serve.mjs';

await runMain(async () => {
  const start = performance.now();
  const port = wantedPort();
  await buildPage();
  const { url } = await serve({ port });
  say(`Ready after ${seconds(performance.now() - start)}; Ctrl-C ends it.`);
  process.stdout.write(`Tumble is at ${url}\n`);
});
