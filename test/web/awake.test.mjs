// The screen of whoever is about to act stays on: with a wake lock where the browser gives one, and on a home
// network without TLS by a tiny film. Ana describes in a browser, the others are programs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect, startServer } from '../site/server.mjs';
import { launch, patience, person } from './phones.mjs';

const server = await startServer({
  args: ['--turn-duration-seconds', '3', '--turn-end-pause-ms', '0'],
});
const browser = await launch('--host-resolver-rules=MAP ludoteca 127.0.0.1');
test.after(async () => {
  await browser.close();
  await server.stop();
  server.remove();
});

/** Ana's page in a room with three programs, before the first turn, which is hers. */
async function begin(address) {
  const ana = await person(browser, 'Ana');
  const { page } = ana;
  await ana.context.addInitScript(() => {
    localStorage.setItem('taboo_tutorial_seen', 'true');
    globalThis.locks = [];
    const asked = globalThis.navigator.wakeLock?.request;
    if (asked)
      globalThis.navigator.wakeLock.request = async function request(kind) {
        const lock = await asked.call(this, kind);
        globalThis.locks.push(lock);
        return lock;
      };
  });
  await page.goto(address);
  await page.getByRole('button', { name: 'Crear sala: Tabú' }).click();
  await page.locator('.teams').waitFor();
  const roomCode = page.url().split('/')[4];
  const guests = [];
  for (const [playerName, team] of [
    ['Ben', 'Equipo A'],
    ['Cleo', 'Equipo B'],
    ['Dan', 'Equipo B'],
  ]) {
    const guest = connect(server);
    await guest.ask('join_room', { roomCode, playerName, team });
    guests.push(guest);
  }
  await page.getByRole('button', { name: '¡Empezar!' }).click();
  await page.locator('.taboo[data-role="describer"]').waitFor();
  return { ...ana, guests };
}

const until = ({ page }, check) => page.waitForFunction(check, undefined, { timeout: patience });
const press = ({ page }, name) => page.getByRole('button', { name }).click();

const pause = (ana) => press(ana, 'Pausa');

test('with a wake lock', async () => {
  const ana = await begin(server.url);
  assert.equal(await ana.page.evaluate(() => globalThis.isSecureContext), true);
  const on = () => globalThis.locks.at(-1)?.released === false;
  const off = () => globalThis.locks.length > 0 && globalThis.locks.every((lock) => lock.released);
  await until(ana, on);
  await pause(ana);
  await until(ana, off);
  await press(ana, 'Seguir jugando');
  await until(ana, on);
  assert.equal(await ana.page.locator('video.awake').count(), 0, 'no film where there is a lock');
  await press(ana, '¡Estoy listo!');
  await ana.page.locator('.taboo[data-role="buzzer"][data-phase="WAITING_FOR_DESCRIBER"]').waitFor();
  await until(ana, off);
  assert.deepEqual(ana.problems, []);
  for (const guest of ana.guests) guest.close();
});

test('without a secure context, by a film', async () => {
  const ana = await begin(server.url.replace('127.0.0.1', 'ludoteca'));
  assert.deepEqual(
    await ana.page.evaluate(() => [globalThis.isSecureContext, 'wakeLock' in globalThis.navigator]),
    [false, false],
  );
  const film = ana.page.locator('video.awake');
  await until(ana, () => {
    const video = document.querySelector('video.awake');
    return video && !video.paused && video.muted && video.videoWidth > 0 && video.currentTime > 1;
  });
  const seen = await film.evaluate(
    (video) =>
      new Promise((resolve) => {
        new IntersectionObserver(([entry]) => resolve(entry.intersectionRatio)).observe(video);
      }),
  );
  assert.equal(seen, 1, 'in view: a browser does not count what nobody can see');
  await pause(ana);
  await film.waitFor({ state: 'detached' });
  await press(ana, 'Seguir jugando');
  await film.waitFor({ state: 'attached' });
  await press(ana, '¡Estoy listo!');
  await ana.page.locator('.taboo[data-role="buzzer"][data-phase="WAITING_FOR_DESCRIBER"]').waitFor();
  await film.waitFor({ state: 'detached' });
  assert.deepEqual(ana.problems, []);
  for (const guest of ana.guests) guest.close();
});
