// A house in a home network: http://192.168.1.20 is no secure context, so there is no clipboard, no sharing,
// no wake lock and no service worker. Everything that would use them has another way there. (The screen that
// stays on has a test of its own, awake.test.mjs.)
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, startServer, visitor } from './browser.mjs';

const house = '192.168.1.20';
let browser;
let server;
let home;
before(async () => {
  [browser, server] = await Promise.all([
    launch(`--host-resolver-rules=MAP ${house} 127.0.0.1`),
    startServer(),
  ]);
  home = server.url.replace('127.0.0.1', house);
});
after(async () => {
  await browser.close();
  await server.stop();
});

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const toast = (page, text) => page.locator('.toast', { hasText: text }).waitFor();
const focused = (page) => page.evaluate(() => document.activeElement?.textContent?.trim());

/** What the clipboard holds; it can only be pasted here, and is then another text. */
async function pasted(page) {
  await page.evaluate(() => {
    const field = document.createElement('textarea');
    field.id = 'pasted';
    document.body.append(field);
    field.focus();
  });
  await page.keyboard.press('Control+V');
  const text = await page.locator('#pasted').inputValue();
  await page.fill('#pasted', 'something else');
  await page.locator('#pasted').selectText();
  await page.keyboard.press('Control+X');
  await page.evaluate(() => document.getElementById('pasted')?.remove());
  return text;
}

async function phone(path) {
  const page = await visitor(browser, { hasTouch: true });
  await page.goto(home + path);
  return page;
}

/** Ana opens a room of Santase; her page is the lobby then. */
async function openRoom() {
  const page = await phone('/');
  await page.fill('[data-remember="name"]', 'Ana');
  await press(page, 'Crear sala: Santase');
  await page.locator('#invite').waitFor();
  return { page, code: page.url().split('/')[4] };
}

test('the browser gives such an address nothing of all that', async () => {
  const page = await phone('/');
  assert.deepEqual(
    await page.evaluate(() => ({
      secure: isSecureContext,
      has: ['clipboard', 'share', 'wakeLock', 'serviceWorker', 'locks', 'storage'].filter(
        (name) => name in navigator,
      ),
      subtle: Boolean(crypto.subtle),
    })),
    { secure: false, has: [], subtle: false },
  );
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('inviting: the link is copied, the QR code is there, a guest comes by it and a card is played', async () => {
  const { page: ana, code } = await openRoom();
  const link = `${home}/rooms/${code}`;
  const qr = ana.locator('#invite img.qr');
  await qr.scrollIntoViewIfNeeded();
  await ana.waitForFunction(() => document.querySelector('#invite img.qr').naturalWidth > 0);
  assert.ok((await qr.getAttribute('alt')).includes(link), 'the code says where it leads');
  assert.equal(await ana.locator('[data-share]').isHidden(), true, 'nothing is offered that cannot be done');

  await press(ana, 'Copiar enlace');
  await toast(ana, 'Enlace copiado');
  assert.equal(await focused(ana), 'Copiar enlace', 'the focus stays where it was');
  assert.equal(await pasted(ana), link);

  const ben = await phone(new URL(link).pathname);
  await ben.fill('#name', 'Ben');
  await ben.locator('#you form').first().getByRole('button').click();
  await Promise.all([ana, ben].map((page) => page.locator('.person-name', { hasText: 'Ben' }).waitFor()));
  await press(ana, '¡Empezar!');
  await Promise.all([ana, ben].map((page) => page.locator('.hand.own button').first().waitFor()));
  const legal = (page) => page.locator('.hand.own button.legal');
  const leads = await Promise.race(
    [ana, ben].map((page) =>
      legal(page)
        .first()
        .waitFor()
        .then(() => page),
    ),
  );
  await legal(leads).first().click();
  const answers = leads === ana ? ben : ana;
  await legal(answers).first().waitFor();
  await leads.waitForFunction(() => document.querySelectorAll('.hand.own button').length === 5);

  await press(ana, 'Menú');
  await ana.locator('dialog').getByRole('button', { name: 'Invitar a más gente' }).click();
  await press(ana, 'Copiar enlace');
  await toast(ana, 'Enlace copiado');
  assert.equal(await focused(ana), 'Copiar enlace');
  await ana.keyboard.press('Escape');
  await ana.locator('dialog').waitFor({ state: 'detached' });
  assert.equal(await pasted(ana), link, 'from within a dialog too');

  assert.deepEqual([...ana.problems, ...ben.problems], []);
  await ana.context().close();
  await ben.context().close();
});

test('the link to another phone is copied too', async () => {
  const { page, code } = await openRoom();
  await page.goto(`${home}/rooms/${code}/resume`);
  const link = await page.locator('.link-field').inputValue();
  await press(page, 'Copiar enlace');
  await toast(page, 'Enlace copiado');
  assert.equal(await pasted(page), link);
  await page.context().close();
});

test('what could not be copied is not said to be', async () => {
  const { page } = await openRoom();
  await page.evaluate(() => {
    document.execCommand = () => false;
  });
  await press(page, 'Copiar enlace');
  await toast(page, 'No se pudo copiar');
  assert.equal(await page.locator('.toast', { hasText: 'Enlace copiado' }).count(), 0);
  assert.equal(
    await page.locator('#invite .invite-link a').isVisible(),
    true,
    'it is there to be copied by hand',
  );
  await page.context().close();
});

test('a browser that cannot share after all copies', async () => {
  const page = await visitor(browser, { hasTouch: true });
  await page.addInitScript(() => {
    navigator.share = async () => {
      throw new DOMException('not here', 'NotAllowedError');
    };
  });
  await page.goto(home);
  await page.fill('[data-remember="name"]', 'Ana');
  await press(page, 'Crear sala: Santase');
  await press(page, 'Compartir');
  await toast(page, 'Enlace copiado');
  assert.match(await pasted(page), /\/rooms\//);
  await page.context().close();
});

test('a name and a face are remembered', async () => {
  const { page, code } = await openRoom();
  await page.getByRole('button', { name: 'Cambiar de cara' }).click();
  await press(page, 'Cara 3');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.goto(home);
  assert.equal(await page.locator('[data-remember="name"]').inputValue(), 'Ana');
  assert.ok(await page.evaluate(() => localStorage.getItem('ludoteca.avatar')), `chosen in ${code}`);
  await page.context().close();
});

test('nothing is kept for later, and the page for that says why', async () => {
  const page = await phone('/offline');
  await page.getByText('Esta dirección no tiene HTTPS').waitFor();
  await page.goto(`${server.url}/offline`);
  assert.equal(await page.evaluate(() => isSecureContext), true);
  await page.locator('[data-plain][hidden]').waitFor({ state: 'attached' });
  await page.goto(`${home}/crypta`);
  await page.locator('#new-game').click();
  await page.locator('[data-players="3"]').click();
  await page.locator('#copy').click();
  assert.equal(await pasted(page), await page.locator('#code').textContent());
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
