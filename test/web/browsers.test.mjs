// Half of all phones are iPhones, and some people like Firefox: the main moments of every table in WebKit and
// in Firefox. One person sits there; the others are programs, which are told of every move.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join as path } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { connect, sameCards, startServer } from '../site/server.mjs';
import { build, phone } from './browser.mjs';
import { openFirefox, openWebKit } from './drivers.mjs';
import { Finger } from './finger.mjs';
import { overhear } from './overhear.mjs';

const patience = 90000;
/** No turn ends because the machine is busy. */
const unhurried = ['--turn-duration-seconds', '300', '--reconnect-grace-ms', '3600000'];

/** From the first page to the lobby, as Ana. */
async function create(ana, url, game) {
  await ana.browser.go(`${url}/?lang=es`);
  await ana.assertDrawn('.hero h1', '.code-field', `.tile[data-game=${game}]`);
  await ana.type('#name', 'Ana');
  await ana.tap(`button[name=game][value=${game}]`);
  await ana.see('#lobby');
  if (game === 'taboo') await ana.tap('#tutorial-modal button', 'Cerrar');
  await ana.see('.person-name', 'Ana');
  await ana.assertDrawn('.person-name', '#you', '.start-bar');
  return ana.run(() => /rooms\/(\w+)/.exec(location.pathname)[1]);
}

/** Somebody who is a program: sends verbs, and waits for tables. */
async function join(server, roomCode, playerName, teamName) {
  const client = connect(server);
  const { error } = await client.ask('join_room', { roomCode, playerName, teamName, views: true });
  assert.equal(error, undefined, JSON.stringify(error));
  return {
    ...client,
    name: playerName,
    async send(verb, payload = {}) {
      const answer = await client.ask(verb, { roomCode, ...payload });
      assert.equal(answer.error, undefined, `${verb}: ${JSON.stringify(answer.error)}`);
    },
    /** What the table is now, once it is like this. */
    async table(test) {
      for (const end = Date.now() + patience; Date.now() < end; await setTimeout(50)) {
        const now = client.events.findLast(({ name }) => name === 'view')?.data.table;
        if (now && test(now)) return now;
      }
      throw new Error(`${playerName} never saw ${test}`);
    },
  };
}

/** Everybody is here: the host begins, the table comes. */
async function start(ana, guests, table) {
  for (const { name } of guests) await ana.see('.person-name', name);
  await ana.tap('.start-form button');
  await ana.see(table);
}

const roleOf = (ana, table) => ana.run((css) => document.querySelector(css).dataset.role, table);

/** Whatever Ana is in the first turn, she has something to press. */
async function playTaboo(ana, server, url) {
  const code = await create(ana, url, 'taboo');
  await ana.tap('.join-team', 'Equipo B');
  await ana.see('.team[data-team="1"] .person-name', 'Ana');
  const guests = [
    await join(server, code, 'Bea', 'Equipo B'),
    await join(server, code, 'Ciro', 'Equipo A'),
    await join(server, code, 'Dora', 'Equipo A'),
  ];
  await start(ana, guests, '.taboo[data-phase=WAITING_FOR_DESCRIBER]');
  const { describerName } = await guests[0].next('turn_started', undefined, patience);
  const describer = guests.find(({ name }) => name === describerName);
  await (describer ? describer.send('describer_ready') : ana.tap('button', '¡Estoy listo!'));
  await ana.see('.taboo[data-phase=TURN_ACTIVE]');
  const role = await roleOf(ana, '.taboo');
  await ana.assertDrawn('.bar', '.sides', '.taboo-actions', ...(role === 'guesser' ? [] : ['.taboo-card']));
  await ana.shoot('taboo');
  await ana.tap('.taboo-actions button', role === 'buzzer' ? '¡Tabú!' : 'Correcto');
  const { result } = await guests[0].next('card_scored', undefined, patience);
  assert.equal(result, role === 'buzzer' ? 'buzz' : 'correct');
  await ana.see('.sides .points', '1');
  return guests;
}

/** Ana gives the clue; the programs find an agent, then the assassin. */
async function playCodenames(ana, server, url) {
  const code = await create(ana, url, 'codenames');
  await ana.run((room) => {
    fetch(`/rooms/${room}/do/configure_room`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ start: 'red' }),
    });
  }, code);
  const bea = await join(server, code, 'Bea', 'blue');
  const ciro = await join(server, code, 'Ciro', 'red');
  const guests = [bea, ciro, await join(server, code, 'Dora', 'blue')];
  await start(ana, guests, '.codenames[data-role=spymaster] .cn-setup');
  await ana.assertDrawn('.cn-team', '.cn-main');
  await ana.tap('.cn-main.primary');
  await bea.send('ready');
  await ana.type('#cn-clue', 'zigurat');
  await ana.assertDrawn(
    '.cn-head',
    '.cn-card[data-position="0"]',
    '.cn-card[data-position="24"]',
    '.cn-form',
  );
  await ana.shoot('codenames');
  await ana.tap('.cn-form button.primary');
  const { clue } = await ciro.table((table) => table.clue);
  assert.equal(clue.text, 'zigurat');
  const { board } = await bea.table((table) => table.board.some(({ type }) => type === 'assassin'));
  const first = (type) => board.find((card) => card.type === type).position;
  await ciro.send('make_guess', { position: first('red') });
  await ana.see(`.cn-card.open[data-position="${first('red')}"]`);
  await ciro.send('make_guess', { position: first('assassin') });
  await ana.see('.podium');
  await ana.assertDrawn('#over-title', '.podium li', '.over-next .primary');
  await ana.shoot('codenames-over');
  return guests;
}

/** A trick: who leads, leads. */
async function playSantase(ana, server, url) {
  const code = await create(ana, url, 'santase');
  const bea = await join(server, code, 'Bea');
  await start(ana, [bea], '.hand.own button');
  await ana.assertDrawn('.bar', '.stock', '.hand.own button:last-child', '.frame-players .chip');
  const { turn, you, hand } = await bea.table(() => true);
  if (turn === you) await bea.send('play_card', { card: hand.find(({ legal }) => legal).card });
  await ana.shoot('santase');
  await ana.tap('.hand.own button:not([aria-disabled=true])');
  const laid = await bea.table(({ table, lastTrick }) =>
    [...table, ...(lastTrick?.cards ?? [])].some(({ seat }) => seat !== you),
  );
  assert.equal(laid.players.find(({ seat }) => seat !== you).name, 'Ana');
  return [bea];
}

/** A program lays its first cards down, if it is its turn to. Says how many are wanted. */
async function answer(one, wanted) {
  const { may, hand, blackCard, roundId } = await one.table(({ round }) => round === wanted);
  const cardIds = hand.slice(0, blackCard.pick).map(({ id }) => id);
  if (may.includes('submit_response')) await one.send('submit_response', { roundId, cardIds });
  return blackCard.pick;
}

async function judge(ana, guests) {
  for (const one of guests) await answer(one, 1);
  await ana.see('.cah[data-phase=judging]');
  await ana.tapUntil('[data-act=reveal-all]', '.cah:not(:has([data-act=reveal]))');
  await ana.tapUntil('.cah-answers .cah-face-up', '[data-act=choose]:not(:disabled, [aria-disabled=true])');
  await ana.shoot('cah-judge');
  await ana.tapUntil('[data-act=choose]', '.cah[data-phase=completed]');
  await guests[0].next('round-winner', undefined, patience);
}

/** Ana judges if it is her turn to, and answers in any case. */
async function playCards(ana, server, url) {
  const code = await create(ana, url, 'cah');
  const guests = [await join(server, code, 'Bea'), await join(server, code, 'Ciro')];
  await start(ana, guests, '.cah[data-phase=waiting_for_responses]');
  await ana.assertDrawn('.bar', '.cah-black', '.cah-people');
  const isCzar = (await roleOf(ana, '.cah')) === 'czar';
  const wanted = isCzar ? 2 : 1;
  if (isCzar) await judge(ana, guests);
  await ana.see('.cah[data-role=player][data-phase=waiting_for_responses] [data-act=submit]');
  await ana.assertDrawn('.cah-black', '.cah-hand .cah-white');
  await ana.shoot('cah');
  const picks = await Promise.all(guests.map((one) => answer(one, wanted)));
  for (let i = 0; i < picks[0]; i++) await ana.tap('.cah-hand .cah-white[aria-pressed=false]');
  await ana.tapUntil('[data-act=submit]', '.cah:not(:has([data-act=submit]))');
  await guests[0].table(({ round, submitted }) => round === wanted && submitted.length === guests.length);
  return guests;
}

/** The page that is a game: the same dungeons here and there. */
async function playCrypta(ana, server, url) {
  const code = '001234';
  const program = path(build, 'ludoteca');
  await ana.browser.go(`${url}/crypta`);
  await ana.until(() => document.body.dataset.ready);
  const here = await ana.run((one) => globalThis.crypta.line(one), code);
  assert.equal(here, execFileSync(program, ['crypta', code], { encoding: 'utf8' }).trim());
  await ana.tap('#enter-code');
  await ana.type('#code-input', code);
  await ana.tap('#code-form button[type=submit]');
  await ana.assertDrawn(
    '#columns button:first-child',
    '#columns button:last-child',
    '#rows button',
    '#confirm',
  );
  for (const cell of ['columns', 'rows']) await ana.tap(`#${cell} button:last-child`);
  await ana.tap('#confirm');
  await ana.see('#history li', ': ');
  await ana.shoot('crypta');
  return [];
}

for (const open of [openWebKit, openFirefox])
  describe(open.name.slice(4), { timeout: 600000 }, () => {
    let server;
    let door;
    let ana;
    before(async () => {
      server = await startServer({ args: unhurried, env: sameCards(1) });
      door = await overhear(server);
      ana = new Finger(await open(phone));
    });
    after(async () => {
      await ana?.browser.close();
      door?.close();
      await server.stop();
      server.remove();
    });
    for (const [name, play] of Object.entries({
      Taboo: playTaboo,
      Codenames: playCodenames,
      Santase: playSantase,
      'the cards game': playCards,
      Crypta: playCrypta,
    }))
      it(name, async () => {
        const guests = await play(ana, server, door.url).catch(async (error) => {
          await ana.shoot('failed');
          throw error;
        });
        assert.deepEqual(door.problems, []);
        for (const guest of guests) guest.close();
      });
  });
