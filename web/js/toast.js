/* A sentence that appears for a while, and is said once to those who listen. */

/** @param {string} text @param {{ bad?: boolean }} [options] */
export function toast(text, { bad = false } = {}) {
  const place = document.getElementById('toasts');
  if (!place) return;
  for (const old of place.querySelectorAll('.toast')) if (old.textContent === text) old.remove();
  const element = document.createElement('p');
  element.className = bad ? 'toast bad' : 'toast';
  element.setAttribute('role', bad ? 'alert' : 'status');
  element.textContent = text;
  place.append(element);
  setTimeout(() => element.remove(), 3000 + 60 * text.length);
}
