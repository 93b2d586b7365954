/* The file of a saved game: the server looks at it and says where it can be watched. */
import { loadLang } from './lang.js';
import { refusalText } from './parts.js';
import './shell.js';

const input = /** @type {HTMLInputElement} */ (document.getElementById('saved-file'));
const problem = /** @type {HTMLElement} */ (document.getElementById('saved-problem'));

/** @param {Response} answer */
async function refusal(answer) {
  const said = await answer.json().catch(() => ({}));
  if (answer.status === 413) return { code: 'FILE_TOO_LARGE' };
  return said.error ?? { code: 'FILE_NOT_OURS' };
}

/** @param {File} file */
async function open(file) {
  const headers = { 'Content-Type': 'application/octet-stream', Accept: 'application/json' };
  const answer = await fetch('/replay', { method: 'POST', headers, body: file });
  if (!answer.ok) return { error: await refusal(answer) };
  return answer.json();
}

/** @param {File} file */
async function show(file) {
  problem.textContent = '';
  input.disabled = true;
  const [lang, said] = await Promise.all([
    loadLang(),
    open(file).catch(() => ({ error: { code: 'OFFLINE' } })),
  ]);
  if (said.address) return window.location.assign(said.address);
  problem.textContent = refusalText(lang, said.error);
  input.disabled = false;
  input.value = '';
  return undefined;
}

input.addEventListener('change', () => input.files?.[0] && show(input.files[0]));
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file && !input.disabled) show(file);
});
