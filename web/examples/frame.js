// Of your own copy, or of the frame's server.
import { connect, fitHeight } from '../tumble-client.js';

const iframe = document.querySelector('#frame');
const stands = document.querySelector('#stands');
const button = document.querySelector('#turn');
fitHeight(iframe);

try {
  const figure = await connect(iframe);
  figure.addEventListener('step', ({ detail: { step, hash } }) => {
    stands.textContent = `step ${step}, hash ${hash}`;
  });
  button.addEventListener('click', async () => {
    await figure.seek(120);
    await figure.play(192);
  });
  stands.textContent = 'Connected.';
} catch (error) {
  stands.textContent = error.message;
}
