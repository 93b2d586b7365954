// «Perdón, me he equivocado»: a move is taken back when the others agree, by thumb, also over a kill.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, visitor } from './browser.mjs';
import { openHouse, patient, sitAtSantase } from './house.mjs';
import { shoot, violations } from './phones.mjs';

const { browser, server } = await openHouse(...patient);

/** Two people at Santase: who leads comes first. */
async function sitDown() {
  const [ana, eva] = await sitAtSantase(browser, server.url);
  const leads = await Promise.race(
    [ana, eva].map((page) =>
      page
        .locator('.hand.own .legal')
        .first()
        .waitFor()
        .then(() => page),
    ),
  );
  return leads === ana ? [ana, eva] : [eva, ana];
}

const hand = (page) =>
  page
    .locator('.hand.own button use')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href').split('#card-')[1]).sort());
const handHas = (page, count) =>
  page.waitForFunction((wanted) => document.querySelectorAll('.hand.own button').length === wanted, count);
const onTable = (page, count) =>
  page.waitForFunction(
    (wanted) => document.querySelectorAll('.placed .playing-card use').length === wanted,
    count,
  );

async function lead(page) {
  await page.locator('.hand.own .legal').first().click();
  await handHas(page, 5);
}

async function ask(page, label = 'Perdón, me he equivocado') {
  await page.getByRole('button', { name: 'Menú' }).click();
  await page.getByRole('dialog').getByRole('button', { name: label }).click();
  await page.locator('.undo-card').waitFor();
}
const done = async (...pages) => {
  for (const page of pages) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
};

test('the other agrees, and it is as if it had not been', async () => {
  const [who, other] = await sitDown();
  const held = await hand(who);
  await lead(who);
  await onTable(other, 1);
  await ask(who);
  const card = other.locator('.undo-card');
  await card.getByText('se ha equivocado y pide deshacer su última jugada').waitFor();
  assert.equal(await who.locator('.undo-card button').count(), 0);
  for (const page of [who, other]) assert.deepEqual(await violations({ page }), []);
  await shoot({ page: other }, 'undo-asked');
  await shoot({ page: who }, 'undo-asks');

  await server.kill(); // what was asked is asked still
  await server.start();
  await other.waitForFunction(() => !document.querySelector('main.lost'));
  await card.getByRole('button', { name: 'De acuerdo' }).click();
  await handHas(who, 6);
  assert.deepEqual(await hand(who), held);
  for (const page of [who, other]) {
    await onTable(page, 0);
    await page.locator('.undo-card').waitFor({ state: 'detached' });
    await page.getByText(/La jugada de .* se ha deshecho/).waitFor();
  }
  await lead(who); // and it goes on
  await onTable(other, 1);
  await done(who, other);
});

test('the other does not, or plays on', async () => {
  const [who, other] = await sitDown();
  await lead(who);
  await ask(who);
  await other.locator('.undo-card').getByRole('button', { name: 'No, se queda' }).click();
  await who.getByText(/La jugada de .* se queda como está/).waitFor();
  await who.locator('.undo-card').waitFor({ state: 'detached' });
  await who.getByRole('button', { name: 'Menú' }).click();
  assert.equal(await who.getByRole('button', { name: 'Perdón, me he equivocado' }).count(), 0);
  await who.keyboard.press('Escape');
  await other.locator('.hand.own .legal').first().click();
  await handHas(who, 6); // both have drawn
  await done(who, other);
});

/** Plays against the computer until the reader leads and may close: who deals, wins and closes is chance. */
async function reachClose(page, close) {
  for (let match = 0; match < 20; match++) {
    await page.goto(`${server.url}/`);
    await page.getByRole('button', { name: 'Contra la máquina: Santase' }).click();
    for (let trick = 0; trick < 3; trick++) {
      await page.locator('.hand.own .legal').first().waitFor();
      if (await close.count()) return;
      const card = await page.locator('.hand.own .legal').first().getAttribute('aria-label');
      await page.getByRole('button', { name: card, exact: true }).click();
      await page.locator(`.hand.own [aria-label="${card}"]`).waitFor({ state: 'detached' });
    }
  }
  throw new Error('never might the stock be closed');
}

test('against the computer at once; what was drawn stays drawn', async () => {
  const page = await visitor(browser, { serviceWorkers: 'block', size: desk });
  const menu = page.getByRole('dialog');
  const sorry = menu.getByRole('button', { name: 'Perdón, me he equivocado' });
  const close = page.getByRole('button', { name: 'Cerrar el mazo' });
  await reachClose(page, close);
  await close.click();
  await menu.getByRole('button', { name: 'Cerrar el mazo' }).click();
  await page.getByText('Cierras el mazo.').first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Menú' }).click();
  await sorry.click();
  await page.getByText(/se ha deshecho/).waitFor();
  await close.and(page.locator(':enabled')).waitFor();

  await page.locator('.hand.own .legal').first().click();
  await close.waitFor({ state: 'detached' });
  await page.locator('.hand.own .legal').first().waitFor(); // the trick is over, and both have drawn
  await page.getByRole('button', { name: 'Menú' }).click();
  await menu.getByRole('button', { name: 'Pausa' }).waitFor();
  assert.equal(await sorry.count(), 0);
  await done(page);
});
