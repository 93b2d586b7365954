// The tutorial says what is true for its reader: the buttons by their names, keys only where there are any, and
// nobody who is in a room is told to make one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../../../test/site/server.mjs';
import { openAll } from '../../../test/web/house.mjs';
import { desk, launch, person, phone, shoot, violations } from '../../../test/web/phones.mjs';

const small = { width: 360, height: 640 };
const [browser, server] = await openAll(launch(), startServer());

const create = 'Crea una sala o únete con un código de 6 letras'; // the specification's words
const modal = ({ page }) => page.locator('#tutorial-modal');

async function read(who, slide) {
  for (let i = 1; i < slide; i++) await modal(who).getByRole('button', { name: 'Siguiente' }).click();
  await modal(who)
    .getByRole('img', { name: `Página ${slide} de 5` })
    .waitFor();
  const texts = await modal(who).locator('.slide p').allInnerTexts();
  return texts.filter(Boolean);
}

for (const [kind, options, keys] of [
  ['phone', { size: phone, isMobile: true, hasTouch: true }, 0],
  ['desk', { size: desk }, 1],
])
  test(`in a lobby, on a ${kind}`, async () => {
    const ana = await person(browser, 'Ana', options);
    await ana.page.goto(server.url);
    await ana.page.getByRole('button', { name: 'Cómo se juega a Tabú' }).click();
    assert.equal((await read(ana, 5))[0], create);
    await modal(ana).getByRole('button', { name: 'Cerrar' }).first().click();
    await ana.page.evaluate(() => localStorage.removeItem('taboo_tutorial_seen'));
    await ana.page.getByRole('button', { name: 'Crear sala: Tabú' }).click();
    const points = await read(ana, 4);
    assert.match(points.join(' '), /¡Prohibida!: -1 punto.*pulsa «¡Tabú!»/);
    await shoot(ana, `tutorial-points-${kind}`, { [kind]: options.size, small });
    await modal(ana).getByRole('button', { name: 'Siguiente' }).click();
    await modal(ana).getByRole('heading', { name: '¡A jugar!' }).waitFor();
    const texts = await modal(ana).locator('.slide p').allInnerTexts();
    const [first, ...hints] = texts.filter(Boolean);
    assert.match(first, /^Ya estás en la sala/);
    assert.ok(hints[0].includes(create));
    assert.equal(hints.filter((text) => text.includes('Con teclado')).length, keys);
    await shoot(ana, `tutorial-play-${kind}`, { [kind]: options.size, small });
    assert.deepEqual(await violations(ana), []);
    assert.deepEqual(ana.problems, []);
    await ana.context.close();
  });
