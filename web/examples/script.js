const figure = document.querySelector('#driven');
const said = document.querySelector('#said');
const button = document.querySelector('#throw');

figure.addEventListener('impact', ({ detail }) => {
  const [{ step, impulse }] = detail.impacts;
  said.textContent = `They met at step ${step}, with ${impulse.toFixed(1)} N s.`;
});
figure.addEventListener('error', ({ detail }) => {
  said.textContent = detail.message;
});

button.addEventListener('click', async () => {
  await figure.reset();
  const impulse = [12, 0, 0]; // N s
  await figure.push({ body: 'left cube', impulse });
  await figure.play(240);
});
