/* The evening's picture as one that every messenger shows. */
import { loadLang } from './lang.js';
import './shell.js';
import { toast } from './toast.js';

const picture = /** @type {HTMLImageElement} */ (document.getElementById('recap'));

/** @returns {Promise<Blob | null>} */
async function asPng() {
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

document.getElementById('recap-png')?.addEventListener('click', async () => {
  const [lang, blob] = await Promise.all([loadLang(), asPng().catch(() => null)]);
  if (!blob) return toast(lang.t('recap.failed'), { bad: true });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = 'ludoteca.png';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  return undefined;
});
