// Thirty figures below each other.
const article = document.querySelector('article');
for (let index = 0; index < 30; index += 1) {
  const figure = document.createElement('tumble-scene');
  figure.id = `figure-${index}`;
  figure.scene = index % 2 ? 'push-a-cube' : 'tennis-racket';
  figure.alt = `Figure ${index}`;
  figure.className = 'small';
  article.append(figure);
}
