// The page about the element (element.html): buttons that copy an example.
import { copyText } from '../dom/copy-text';

const kSaid = 2000; // ms

for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) {
  button.hidden = false;
  const own = button.textContent;
  button.addEventListener('click', async () => {
    const isCopied = await copyText(button.parentElement!.querySelector('code')!.textContent!);
    button.textContent = isCopied ? 'Copied' : 'Not copied';
    setTimeout(() => (button.textContent = own), kSaid);
  });
}
