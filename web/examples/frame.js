import { connect, fitHeight } from '../tumble-client.js'; // of your copy, or of the server of the frame

const iframe = document.querySelector('#frame');
const stands = document.querySelector('#stands');
fitHeight(iframe);

try {
  const figure = await connect(iframe);
  figure.addEventListener('step', ({ detail }) => {
    stands.textContent = `step ${detail.step}, hash ${detail.hash}`;
  });
  document.querySelector('#turn').addEventListener('click', async () => {
    await figure.seek(120);
    await figure.play(192);
  });
  stands.textContent = 'Connected.';
} catch (error) {
  stands.textContent = error.message;
}
