const figure = document.querySelector('#driven');
const said = document.querySelector('#said');

figure.addEventListener('impact', ({ detail }) => {
  said.textContent = `They met at step ${detail.impacts[0].step}, with ${detail.impacts[0].impulse.toFixed(1)} N s.`;
});
figure.addEventListener('error', ({ detail }) => {
  said.textContent = detail.message;
});

document.querySelector('#throw').addEventListener('click', async () => {
  await figure.reset();
  await figure.push({ body: 'left cube', impulse: [12, 0, 0] });
  await figure.play(240);
});
