// Installable: the worker keeps the shell and Crypta for when there is no network, never a page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitor } from './browser.mjs';
import { openHouse } from './house.mjs';

const { browser, server } = await openHouse();

const ready = (page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done));
  });

test('without network: Crypta opens, other pages say so, and come back with the network', async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/`);
  await ready(page);
  await server.kill();
  await page.goto(`${server.url}/crypta`);
  assert.match(await page.title(), /crypta/i);
  await page.goto(`${server.url}/`);
  await page.getByRole('heading', { name: 'No hay conexión' }).waitFor();
  await server.start();
  await page.goto(`${server.url}/`);
  await page.getByRole('heading', { name: '¿A qué jugamos hoy?' }).waitFor();
  await page.context().close();
});

test('a new version throws away what the old one kept', async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/`);
  await ready(page);
  await page.evaluate(async () => {
    const old = await caches.open('ludoteca-0000');
    await old.put('/crypta', new Response('an old page'));
    await (await navigator.serviceWorker.ready).unregister();
  });
  await page.reload();
  await ready(page);
  await page.waitForFunction(async () => !(await caches.keys()).includes('ludoteca-0000'));
  const kept = await page.evaluate(async () =>
    (
      await Promise.all(
        (await caches.keys()).map(async (name) =>
          (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname),
        ),
      )
    ).flat(),
  );
  assert.ok(kept.includes('/crypta') && kept.includes('/offline'), kept.join(' '));
  assert.deepEqual(kept.filter((path) => !path.startsWith('/v/')).sort(), ['/crypta', '/offline']);
  await page.context().close();
});

test('the manifest and its icons are served', async () => {
  const manifest = await (await fetch(`${server.url}/manifest.webmanifest`)).json();
  for (const icon of manifest.icons) assert.equal((await fetch(server.url + icon.src)).status, 200, icon.src);
});
