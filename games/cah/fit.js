/* What has to be seen without anybody's help: on a television all answers fit the screen, on a phone what is
 * new comes into sight. */

/** Letters become smaller until nothing is below the screen. @param {HTMLElement} stage */
export function fitTelevision(stage) {
  for (const size of [1, 0.88, 0.76, 0.66, 0.56, 0.48]) {
    stage.style.setProperty('--fit', String(size));
    if (stage.getBoundingClientRect().top + stage.scrollHeight <= window.innerHeight) return;
  }
}

/** @typedef {import('./cah.js').Game} Game */

/** @param {HTMLElement} stage @param {Game | null} before @param {Game} game */
export function bringIntoSight(stage, before, game) {
  if (!before) return;
  if (before.roundId !== game.roundId || before.phase !== game.phase) window.scrollTo(0, 0);
  else if (game.phase === 'judging' && before.revealed < game.revealed)
    [...stage.querySelectorAll('.cah-answer:not(.hidden)')].pop()?.scrollIntoView({ block: 'nearest' });
}
