// A QR code (ISO/IEC 18004) as a picture, dark on light in both themes, with the quiet zone of four modules. The encoder is the package "qr".
import encodeQR from 'qr';

const kScale = 4; // pixels a module

export function drawQr(text: string): HTMLCanvasElement {
  const modules = encodeQR(text, 'raw', { ecc: 'low', border: 4 });
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = modules.length * kScale;
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', 'The link as a QR code');
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000';
  modules.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) pen.fillRect(x * kScale, y * kScale, kScale, kScale);
    }),
  );
  return canvas;
}
