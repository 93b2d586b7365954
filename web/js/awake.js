/* Keeps the screen on while somebody is about to act. Where the browser has a wake lock that is it. A
 * server at home without TLS gives no secure context and so no lock, but Chromium and Firefox leave the
 * screen on while a stream is shown as a video, however small and silent, if it is in view: a dot, drawn
 * here. (Safari wants to hear it, and would stop the reader's music for that.) */

let wanted = false;
let asking = false;
/** @type {WakeLockSentinel | null} */
let held = null;
/** @type {{ video: HTMLVideoElement, timer: number } | null} */
let film = null;

/** A picture that stands still may count as no film. @param {CanvasRenderingContext2D} pen @param {number} count */
function drawDot(pen, count) {
  pen.fillStyle = count % 2 ? '#000' : '#111';
  pen.fillRect(0, 0, 2, 2);
}

function makeFilm() {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen || !canvas.captureStream) return null;
  canvas.width = canvas.height = 2;
  let count = 0;
  drawDot(pen, count);
  const video = document.createElement('video');
  video.className = 'awake';
  video.muted = video.playsInline = true;
  video.setAttribute('aria-hidden', 'true');
  video.tabIndex = -1;
  video.srcObject = canvas.captureStream(1);
  document.body.append(video);
  const timer = window.setInterval(() => {
    count += 1;
    drawDot(pen, count);
  }, 1000);
  return { video, timer };
}

/** Who saves power may refuse: the next touch tries again. */
function startFilm() {
  film ??= makeFilm();
  film?.video.play().catch(() => {});
}

function stopFilm() {
  if (!film) return;
  clearInterval(film.timer);
  for (const track of /** @type {MediaStream} */ (film.video.srcObject).getTracks()) track.stop();
  film.video.remove();
  film = null;
}

/** Some browsers want a touch first; until then the film does. */
async function takeLock() {
  asking = true;
  held = await navigator.wakeLock.request('screen').catch(() => null);
  asking = false;
  held?.addEventListener('release', () => {
    held = null;
  });
  if (!wanted) look();
  else if (held) stopFilm();
  else startFilm();
}

function look() {
  if (!wanted || document.visibilityState !== 'visible') {
    held?.release();
    stopFilm();
  } else if (!('wakeLock' in navigator)) startFilm();
  else if (!held && !asking) takeLock();
}
// The browser takes the lock back from a page that is hidden.
for (const event of ['visibilitychange', 'click', 'keydown']) document.addEventListener(event, look);

/** @param {boolean} on */
export function keepAwake(on) {
  wanted = on;
  look();
}
