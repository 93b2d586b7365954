// Two browsers play a whole match through the real pages: a phone and a desk. Reloads, a killed
// server, a false claim, a failed close, one side by keyboard alone. Every byte that reaches either
// of them is kept and searched for cards that it had no right to see.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { violations } from '../../../test/web/axe.mjs';
import { build, desk, launch, phone, visitor } from '../../../test/web/browser.mjs';
import { sameCards, startServer } from '../../../test/site/server.mjs';

const LONG = 60000;
const shots = process.env.LUDOTECA_SHOTS; // a folder, for those who want to look
let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const WORTH = { 9: 0, J: 2, Q: 3, K: 4, 10: 10, A: 11 };
const worth = (card) => WORTH[card.slice(0, -1)];
const CARD = /(?<![\w-])((?:9|10|J|Q|K|A)[HDCS])(?!\w)/g;
const cardsIn = (text) => new Set([...text.matchAll(CARD)].map((found) => found[1]));

/** A visitor whose bytes, views and spoken sentences are kept. */
async function watched(size, more = {}) {
  const page = await visitor(browser, {
    size,
    language: 'en',
    serviceWorkers: 'block',
    bypassCSP: true,
    ...more,
  });
  page.context().setDefaultTimeout(LONG);
  // A test has no eyes: no trick is held for it.
  await page.addInitScript(() => localStorage.setItem('ludoteca.prefs', JSON.stringify({ pace: 'quick' })));
  const seat = { page, bytes: [], views: [], said: [], waiting: new Set() };
  /** @param {string} from @param {string} text */
  const keep = (from, text) => {
    for (const packet of text.split('\x1e')) {
      const event = /^42(\[.*\])$/s.exec(packet);
      const [name, data] = event ? JSON.parse(event[1]) : [];
      seat.bytes.push({ from, text: packet, seq: data?.seq });
      if (name === 'view') seat.views.push(data);
    }
    for (const look of [...seat.waiting]) look();
  };
  // Pages and polls are fetched here and handed on; what is the same for everybody is left alone.
  await page.route(
    (url) => !/^\/(v|css|js|font|icons|vendor|art|games|lang|sse|avatar)\//.test(url.pathname),
    async (route) => {
      if (/[?&]EIO=.*websocket/.test(route.request().url())) return route.continue();
      try {
        const answer = await route.fetch({ maxRedirects: 0 });
        keep(new URL(route.request().url()).pathname, await answer.text());
        return await route.fulfill({ response: answer });
      } catch {
        return route.abort().catch(() => {});
      }
    },
  );
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => keep('websocket', String(payload))),
  );
  const wires = await page.context().newCDPSession(page);
  await wires.send('Network.enable');
  wires.on('Network.eventSourceMessageReceived', ({ data }) => keep('stream', data));
  await page.exposeFunction('heard', (text) => {
    seat.said.push(text);
  });
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      for (const id of ['live', 'alert']) {
        const region = document.getElementById(id);
        if (region)
          new MutationObserver((list) => {
            for (const one of list) for (const node of one.addedNodes) window.heard(node.textContent);
          }).observe(region, { childList: true });
      }
    }),
  );
  seat.view = () => seat.views.at(-1);
  seat.table = () => seat.view()?.table;
  /** Waits for a view; nothing else moves this test on. */
  seat.until = (test, what) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        seat.waiting.delete(look);
        reject(new Error(`no view: ${what}; last ${JSON.stringify(seat.view())}`));
      }, LONG);
      function look() {
        if (!seat.view() || !test(seat.view())) return;
        seat.waiting.delete(look);
        clearTimeout(timer);
        resolve(seat.view());
      }
      seat.waiting.add(look);
      look();
    });
  return seat;
}

/** Nothing is wrong with what is on the screen, by day and by night; pictures for who wants them. */
async function inspect(seat, name, themes = ['light', 'dark']) {
  for (const theme of themes) {
    await seat.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    if (shots)
      await seat.page.screenshot({
        path: join(shots, `${name}-${seat.page.viewportSize().width}-${theme}.png`),
      });
    assert.deepEqual(await violations(seat.page), [], `${name}, ${theme}`);
  }
  const wide = await seat.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  assert.ok(wide <= 0, `${name} is ${wide} px too wide`);
}

// ---- through the lobby ----
const codeOf = (page) => /rooms\/(\w{6})/.exec(page.url())[1];
async function introduce(page, name) {
  await page.fill('#name', name);
  await page.locator('#you form button').first().click();
  await page.locator('.person-name', { hasText: name }).first().waitFor();
}
async function create(seat, server, name) {
  await seat.page.goto(`${server.url}/`);
  await seat.page.locator('button[name=game][value=santase]').click();
  await seat.page.waitForURL(/\/lobby$/);
  await introduce(seat.page, name);
  return codeOf(seat.page);
}
async function choose(page, key, value) {
  const more = page.locator('details', { has: page.locator(`input[name=${key}]`) });
  if ((await more.count()) && (await more.getAttribute('open')) === null)
    await more.locator('summary').click();
  const saved = page.waitForResponse(/configure_room/);
  await page.locator(`.option:has(input[name=${key}][value="${value}"])`).click();
  assert.equal((await saved).status(), 200);
}

// ---- at the table, by hand or by keyboard ----
const ownCards = (page) =>
  page.locator('.hand.own button').evaluateAll((cards) => cards.map((card) => card.dataset.key));
const cardAt = (page, card) => page.locator(`.hand.own button[data-key="${card}"]`);
/** Both see what the server has said last. */
async function settled(...seats) {
  const seq = Math.max(...seats.map((seat) => seat.view()?.seq ?? 0));
  await Promise.all(seats.map((seat) => seat.until((view) => view.seq >= seq, `sequence ${seq}`)));
  await Promise.all(
    seats.map(async (seat) => {
      const { phase, hand } = seat.table();
      if (phase !== 'play') return seat.page.locator('.review').waitFor();
      return seat.page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('.hand.own button')].map((card) => card.dataset.key).join() ===
          wanted,
        hand.map((one) => one.card).join(),
      );
    }),
  );
}
const hands = {
  async card(seat, card) {
    await cardAt(seat.page, card).click();
  },
  async press(seat, name) {
    await seat.page.getByRole('button', { name }).click();
  },
  async confirm(seat) {
    await seat.page.getByRole('dialog').locator('button.primary').click();
  },
};
/** The page has drawn what the server said: a mouse or a key would not wait for it. */
const ready = (page, card) => page.locator(`.hand.own button.legal[data-key="${card}"]`).waitFor();
const drags = {
  ...hands,
  async card(seat, card) {
    const { page } = seat;
    await ready(page, card);
    const box = await cardAt(page, card).boundingBox();
    const [x, y] = [box.x + box.width / 4, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 10, y - 150, { steps: 4 });
    await page.mouse.up();
  },
};
const keys = {
  async to(page, test) {
    for (let i = 0; i < 60; i++) {
      if (await page.evaluate(test)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab never came to ${test}`);
  },
  async card(seat, card) {
    const { page } = seat;
    await ready(page, card);
    await this.to(page, 'document.activeElement.matches(".hand.own button")');
    for (let i = 0; i < 6 && (await page.evaluate(() => document.activeElement.dataset.key)) !== card; i++)
      await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.key), card);
    await page.keyboard.press('Enter');
  },
  async press(seat, name) {
    await this.to(
      seat.page,
      `${name}.test(document.activeElement.textContent) && document.activeElement.matches("button")`,
    );
    await seat.page.keyboard.press('Enter');
  },
  async confirm(seat) {
    await seat.page.getByRole('dialog').waitFor();
    await this.to(seat.page, 'document.activeElement.matches("dialog button.primary")');
    await seat.page.keyboard.press('Enter');
  },
};

/** What somebody does with a table: a false claim first, then a failed close, then to win. */
function plan(table, done) {
  if (table.can.confirm) return ['next'];
  if (table.phase !== 'play') return null;
  const failing = done.has('false_claim') && !done.has('closer_failed');
  if (table.can.claim && (table.points >= 66 ? !failing : !done.has('false_claim') && table.stock.count <= 8))
    return ['claim'];
  if (table.turn !== table.you) return null;
  if (table.can.exchange) return ['exchange'];
  if (table.can.close && failing) return ['close'];
  if (table.can.marriages.length && !failing) return ['marriage', table.can.marriages[0]];
  const legal = table.hand
    .filter((one) => one.legal)
    .map((one) => one.card)
    .sort((a, b) => worth(a) - worth(b));
  const generous = failing && table.stock.closedBy === table.you;
  return ['card', table.table.length && !generous ? legal.at(-1) : legal[0]];
}

async function act(seat, [what, which], way) {
  switch (what) {
    case 'next': // the table goes on by itself after half a minute, which is as good
      return way.press(seat, /Next deal/).catch((error) => {
        if (seat.table().phase === 'review') throw error;
      });
    case 'exchange':
      return way.press(seat, /Exchange the nine/);
    case 'marriage':
      return way.press(seat, new RegExp(`Marriage.*${which}`));
    case 'close':
      await way.press(seat, /Close the stock/);
      return way.confirm(seat);
    case 'claim':
      await way.press(seat, /Claim 66/);
      return way.confirm(seat);
    default:
      return way.card(seat, which);
  }
}

// ---- secrets ----
/**
 * What a seat may have seen, step by step: its own hand (which has to be its own: never more than six,
 * never a card that the other one holds), cards played, shown or turned. Anything else that the bytes
 * of a deal name is a leak; once a deal is over, all of it is open.
 */
function checkSecrets(seat, other, log) {
  const theirs = new Map(
    other.views
      .filter((view) => view.table?.phase === 'play')
      .map((view) => [view.seq, new Set(view.table.hand.map((one) => one.card))]),
  );
  const mayBy = new Map();
  const played = new Map(log.filter((line) => line.card).map((line) => [line.seq, line.card]));
  let known = new Set();
  let deal = 0;
  let last = 0;
  let hidden = 0;
  for (const { seq, table } of seat.views) {
    if (!table || seq <= last) continue;
    if (table.deal !== deal) [deal, known] = [table.deal, new Set()];
    for (let n = last + 1; n <= seq; n++) if (played.has(n)) known.add(played.get(n));
    last = seq;
    if (table.phase !== 'play') {
      mayBy.set(seq, null);
      continue;
    }
    assert.ok(table.hand.length <= 6);
    for (const { card } of table.hand) {
      assert.ok(!theirs.get(seq)?.has(card), `${card} is in both hands at ${seq}`);
      known.add(card);
    }
    if (table.trump.card) known.add(table.trump.card);
    for (const { suit } of table.marriages)
      for (const rank of ['K', 'Q']) known.add(rank + suit[0].toUpperCase());
    mayBy.set(seq, new Set(known));
    hidden += [...(theirs.get(seq) ?? [])].filter((card) => !known.has(card)).length;
  }
  let named = 0;
  for (const { from, text, seq } of seat.bytes) {
    const cards = cardsIn(text);
    if (!cards.size) continue;
    assert.ok(mayBy.has(seq), `${from} names ${[...cards]} outside a step: ${text.slice(0, 300)}`);
    const may = mayBy.get(seq);
    if (may === null) continue;
    for (const card of cards)
      assert.ok(may.has(card), `${card} at ${seq} by ${from}: ${text.slice(0, 2000)}`);
    named += cards.size;
  }
  assert.ok(named > 100 && hidden > 50, `compared ${named} named and ${hidden} hidden`);
}

/** The room's log as the program prints it: which card was played by which step. */
function readLog(server, code) {
  const text = execFileSync(join(build, 'ludoteca'), ['log', '--data', server.data, code], {
    encoding: 'utf8',
  });
  return text
    .trim()
    .split('\n')
    .map((line, i) => ({ seq: i + 1, card: /"card":\s*"(\w+)"/.exec(line)?.[1] }));
}

test('two browsers play a match', { timeout: 500000 }, async () => {
  // the same cards every time: in rare matches some of what is asked for below never comes up
  let server = await startServer({ env: sameCards(1) });
  const ana = await watched(phone, { hasTouch: true, fair: false });
  const boris = await watched(desk, { fair: false });
  const seats = [ana, boris];
  const code = await create(ana, server, 'Ana');
  await boris.page.goto(`${server.url}/rooms/${code}`);
  await boris.page.locator('#you form[hx-post]').first().waitFor();
  await introduce(boris.page, 'Boris');
  await choose(ana.page, 'matchTo', '7');
  await ana.page.locator('#start button').click();
  for (const { page } of seats) await page.waitForURL(`**/rooms/${code}/game`);
  await Promise.all(seats.map((seat) => seat.until((view) => view.table, 'the table')));
  await settled(...seats);
  const place = async (seat) => seat.page.locator('.placed .place figcaption').innerText();
  const names = seats.map((seat) => seat.table().players[seat.table().turn].name);
  for (const [i, seat] of seats.entries())
    assert.equal(await place(seat), seat.table().turn === seat.table().you ? 'You' : names[i]);

  const done = new Set();
  const once = new Set();
  const first = (what) => !once.has(what) && Boolean(once.add(what));
  let steps = 0;
  while (ana.table().phase !== 'over') {
    assert.ok(++steps < 400, 'the match does not end');
    const table = ana.table();
    for (const line of table.paper) done.add(line.reason);
    const tricks = table.players[0].tricks + table.players[1].tricks;
    if (table.phase === 'play' && tricks === 1 && first('reload')) {
      for (const seat of seats) {
        const before = await ownCards(seat.page);
        const seen = seat.views.length;
        await seat.page.reload();
        await seat.until(() => seat.views.length > seen, 'after a reload');
        await settled(...seats);
        assert.deepEqual(await ownCards(seat.page), before);
      }
    }
    if (table.table.length === 1 && tricks === 2 && first('kill')) server = await kill(server, seats);
    if (table.phase === 'review' && !once.has('review') && (await reviewed(seats))) once.add('review');
    const now = seats.find((seat) => plan(seat.table(), done));
    assert.ok(now, `nobody knows what to do: ${JSON.stringify(table)}`);
    const move = plan(now.table(), done);
    if (
      move[0] === 'card' &&
      now.table().strict &&
      !once.has('dark') &&
      (await explains(now)) &&
      first('dark')
    )
      await inspect(now, 'strict', ['dark']);
    if (move[0] === 'card' && tricks === 3 && first('look')) await look(seats, now);
    if (tricks === 2 && !now.table().table.length && first('last')) await lastTrick(now);
    if (now.table().paper.length && now.table().phase === 'play' && first('paper')) await paper(now);
    const { seq } = now.view();
    await act(now, move, now === ana ? hands : table.deal === 2 ? keys : drags);
    await Promise.all(seats.map((seat) => seat.until((view) => view.seq > seq, `after ${move}`)));
    await settled(...seats);
  }
  assert.ok(
    boris.views.some((view) => view.table?.deal === 2 && view.table.phase === 'review'),
    'a deal by keyboard alone',
  );
  const { table } = ana.view();
  const reasons = table.paper.map((line) => line.reason);
  assert.ok(reasons.includes('false_claim') && reasons.includes('closer_failed'), `${reasons}`);
  assert.ok(table.players[table.winner].score >= 7);
  for (const what of ['reload', 'kill', 'look', 'last', 'paper', 'dark'])
    assert.ok(once.has(what), `never came to ${what}`);
  for (const seat of seats) {
    await seat.page
      .getByRole('heading', { name: new RegExp(`${table.players[table.winner].name} wins`) })
      .first()
      .waitFor();
    await inspect(seat, 'over');
  }

  const strict = [hears(ana, 'Boris'), hears(boris, 'Ana')];
  assert.ok(strict.includes(true), 'nobody had to follow');
  const log = readLog(server, code);
  checkSecrets(ana, boris, log);
  checkSecrets(boris, ana, log);
  const {
    seq,
    table: {
      hand: [{ card }],
    },
  } = boris.views.find((view) => view.table && ana.views.some((other) => other.seq === view.seq));
  assert.throws(
    () =>
      checkSecrets({ ...ana, bytes: [...ana.bytes, { from: 'spy', seq, text: `["${card}"]` }] }, boris, log),
    /by spy/,
    'a leak would be noticed',
  );
  for (const { page } of seats) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
  await server.stop();
  server.remove();
});

/** In the middle of a trick the server dies; both pages heal by themselves. */
async function kill(server, seats) {
  const before = await Promise.all(seats.map((seat) => ownCards(seat.page)));
  const lying = await seats[0].page.locator('.placed .playing-card').getAttribute('aria-label');
  await server.stop('SIGKILL');
  for (const { page } of seats) await page.locator('.bar .pill').waitFor();
  const seen = seats.map((seat) => seat.views.length);
  const next = await startServer({ data: server.data, port: server.port });
  await Promise.all(seats.map((seat, i) => seat.until(() => seat.views.length > seen[i], 'after the kill')));
  for (const [i, { page }] of seats.entries()) {
    await page.locator('.bar .pill').waitFor({ state: 'detached' });
    assert.deepEqual(await ownCards(page), before[i]);
    assert.equal(await page.locator('.placed .playing-card').getAttribute('aria-label'), lying);
  }
  return next;
}

/** True if both were looked at in time: a review lasts half a minute. The end of the match shows the same. */
async function reviewed(seats) {
  const { deal } = seats[0].table();
  const themes = deal % 2 ? ['light', 'dark'] : ['dark', 'light'];
  await Promise.all(seats.map((seat, i) => inspect(seat, 'review', [themes[i]])));
  return seats.every((seat) => seat.table().deal === deal);
}

/** A card that may not be played is dark and says why when it is touched; nothing is sent. */
async function explains(seat) {
  const dark = seat.table().hand.find((one) => one.why);
  if (!dark) return false;
  const { seq } = seat.view();
  const said = seat.said.length;
  await cardAt(seat.page, dark.card).click({ force: true }); // aria-disabled, yet it answers
  const toast = await seat.page.locator('.toast').last().innerText();
  assert.match(
    toast,
    {
      follow: /^Follow suit/,
      beat: /^Beat the card/,
      trump: /^You have to trump/,
      marriage: /^After a marriage/,
    }[dark.why],
  );
  assert.equal(seat.view().seq, seq);
  assert.deepEqual(seat.said.slice(said), [toast]);
  await seat.page.locator('.toast').last().waitFor({ state: 'detached' });
  return true;
}

/** Both sides of the table while a deal is played; also small and lying on its side. */
async function look(seats, now) {
  for (const seat of seats) await inspect(seat, seat === now ? 'turn' : 'wait');
  const own = now.page.viewportSize();
  for (const [width, height] of [
    [320, 568],
    [844, 390],
  ]) {
    await now.page.setViewportSize({ width, height });
    const hidden = await now.page
      .locator('.hand.own')
      .evaluate((hand) => hand.getBoundingClientRect().bottom - window.innerHeight);
    assert.ok(hidden <= 0, `the hand is ${hidden} px below the fold of ${width}×${height}`);
    await inspect(now, 'small', ['light']);
    const small = await now.page.locator('#table button').evaluateAll((all) =>
      all
        .map((one) => [one.textContent || one.ariaLabel, one.getBoundingClientRect()])
        .filter(([, box]) => box.width < 40 || box.height < 43.5)
        .map(([name, box]) => `${name} ${box.width}×${box.height}`),
    );
    assert.deepEqual(small, []);
  }
  await now.page.setViewportSize(own);
}

async function lastTrick(seat) {
  const { cards, winner } = seat.table().lastTrick;
  await seat.page.getByRole('button', { name: 'Last trick' }).click();
  const dialog = seat.page.getByRole('dialog');
  await dialog.waitFor();
  assert.deepEqual(
    await dialog
      .locator('.playing-card use')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href').split('#card-')[1])),
    cards.map((one) => one.card),
  );
  const names = seat.table().players.map(({ name }, i) => (i === seat.table().you ? 'You' : name));
  assert.deepEqual(
    await dialog.locator('figcaption').allInnerTexts(),
    cards.map((one) => names[one.seat]),
  );
  await dialog
    .getByText(
      winner === seat.table().you
        ? 'You win the trick'
        : `${seat.table().players[winner].name} wins the trick`,
    )
    .waitFor();
  await seat.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

/** The score as it is kept on paper: sums, the own column first. */
async function paper(seat) {
  const { you, paper: deals } = seat.table();
  await seat.page.getByRole('button', { name: 'Score sheet' }).click();
  const dialog = seat.page.getByRole('dialog');
  await dialog.waitFor();
  const sums = [0, 0];
  const wanted = deals.map(({ winner, points }) => {
    if (winner !== null) sums[winner] += points;
    return [you, 1 - you].map((one) => (one === winner ? String(sums[one]) : '–'));
  });
  assert.deepEqual(
    await dialog
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent))),
    wanted,
  );
  await seat.page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

/** A lead of the other one is said, and right after it what to answer; true if that was strict once. */
function hears(seat, other) {
  const card = '(nine|ten|jack|queen|king|ace) of (hearts|diamonds|clubs|spades)';
  const lead = new RegExp(`^${other} leads the ${card}\\.$`);
  const must = new RegExp(
    `^Your turn: (follow suit|beat the card|you have to trump)\\. You may play: ${card}( or ${card}|(, ${card})+,? or ${card})?$`,
  );
  const heard = `heard:\n${seat.said.join('\n')}`;
  const answers = seat.said.filter((text, i) => lead.test(seat.said[i - 1]));
  assert.ok(answers.length > 3 && answers.filter((text) => text.startsWith('Your turn: ')).length > 3, heard);
  assert.ok(
    seat.said.some((text) => new RegExp(`^You draw the ${card}\\.$`).test(text)),
    heard,
  );
  assert.ok(seat.said.includes('Your turn: lead any card'), heard);
  return answers.some((text) => must.test(text));
}

test('one person plays a deal with the computer', { timeout: 300000 }, async () => {
  const server = await startServer({ args: ['--bot-pause-ms', '50'] });
  const ana = await watched(phone);
  await create(ana, server, 'Ana');
  await ana.page.selectOption('#bot-level', '1');
  await ana.page.locator('.bot-row button').click();
  await ana.page.locator('#start button').click();
  await ana.page.waitForURL('**/game');
  const mine = (view) => view.table && (view.table.phase !== 'play' || view.table.turn === view.table.you);
  for (let steps = 0; ; steps++) {
    assert.ok(steps < 60, 'the deal does not end');
    await ana.until(mine, 'my turn');
    await settled(ana);
    if (ana.table().phase !== 'play') break;
    const { seq } = ana.view();
    await act(ana, plan(ana.table(), new Set(['false_claim', 'closer_failed'])), hands);
    await ana.until((view) => view.seq > seq, 'after a move');
  }
  const { review } = ana.table();
  await ana.page.locator('.review').waitFor();
  assert.deepEqual(
    (await ana.page.locator('.totals dd').allTextContents()).map(Number),
    [0, 1].map((i) => review.totals[i ? 1 - ana.table().you : ana.table().you]),
  );
  assert.equal(await ana.page.locator('.trick-list li').count(), review.tricks.length);
  assert.deepEqual(ana.page.problems, []);
  await ana.page.context().close();
  await server.stop();
  server.remove();
});

test('a computer plays for the host who went away, until she is back', { timeout: 300000 }, async () => {
  const server = await startServer({ args: ['--bot-pause-ms', '50', '--reconnect-grace-ms', '600000'] });
  const ana = { page: await visitor(browser, { size: phone, language: 'en' }) }; // nobody else holds its connections
  const boris = await watched(desk);
  const code = await create(ana, server, 'Ana');
  await boris.page.goto(`${server.url}/rooms/${code}`);
  await boris.page.locator('#you form[hx-post]').first().waitFor();
  await introduce(boris.page, 'Boris');
  await ana.page.locator('#start button').click();
  await ana.page.waitForURL('**/game');
  await boris.page.waitForURL('**/game');
  await ana.page.locator('.hand.own button').first().waitFor();
  await boris.until((view) => view.table, 'the table');
  const host = (view) => view.table.players[1 - view.table.you];
  await ana.page.goto(`${server.url}/join`);
  await boris.until((view) => host(view).away, 'Ana is away');
  if (boris.table().turn === boris.table().you) await act(boris, ['card', boris.table().hand[0].card], hands);
  await boris.page.locator('.prompt', { hasText: 'Ana is away' }).waitFor();
  await inspect(boris, 'away', ['light']);
  await boris.page.getByRole('button', { name: 'Let the computer play' }).click();
  await boris.until(
    (view) => !host(view).away && view.table.turn === view.table.you,
    'the computer has played',
  );
  await boris.page.getByRole('button', { name: 'Let the computer play' }).waitFor({ state: 'detached' });
  await ana.page.goto(`${server.url}/rooms/${code}/game`);
  await boris.until(
    (view) => view.room.players.every((player) => player.online && !player.bot),
    'Ana plays for herself again',
  );
  for (const { page } of [ana, boris]) {
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
  await server.stop();
  server.remove();
});
