// WebKit and Firefox, as Debian has them, each told what to do by its own protocol: WebKit by WebDriver (HTTP
// and JSON), Firefox by WebDriver BiDi (a WebSocket; Debian has no other driver for it). Both give
// `go(url)`, `run(expression)`, whose value is a string, `act(actions)` for fingers and keys, which both spell
// alike, `picture()` (PNG in base64) and `close()`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { WebSocket } from 'ws';

const patience = 120000;

/** The programs of one browser, with a home of their own; nothing of either is left when it ends. */
class Household {
  constructor() {
    this.home = mkdtempSync(join(tmpdir(), 'ludoteca-browser-'));
    this.children = [];
    this.clear = () => {
      for (const child of this.children) child.kill('SIGKILL');
    };
    process.on('exit', this.clear);
  }

  /** Starts a program; says what it answers to `says`, by its standard error or a third pipe. */
  start(program, args, { says, pipe = 2, ...more }) {
    const env = { PATH: process.env.PATH, HOME: this.home, XDG_RUNTIME_DIR: this.home, ...more };
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], env });
    this.children.push(child);
    for (const each of [2, 3]) child.stdio[each].resume();
    let text = '';
    return new Promise((found, fail) => {
      setTimeout(patience, null, { ref: false }).then(() =>
        fail(new Error(`${program} says only «${text}»`)),
      );
      child.on('error', ({ message }) => fail(new Error(`${message}: tools/setup installs it`)));
      child.on('exit', (code) => fail(new Error(`${program} ended with ${code}: ${text}`)));
      child.stdio[pipe].on('data', (bytes) => {
        text += bytes;
        const heard = says?.exec(text);
        if (heard) found(heard[1]);
      });
      if (!says) child.on('spawn', found);
    });
  }

  async end() {
    for (const child of this.children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    process.off('exit', this.clear);
    rmSync(this.home, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** A command of WebDriver: `path` is below the session's. */
async function command(base, method, path, body) {
  const answer = await fetch(base + path, {
    method,
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(patience),
  });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${value.error}, ${value.message}`);
  return value;
}

/** The bar above the page is as small as GTK can make it: else no window is as narrow as a phone. */
const slim = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0; font-size: 1px }';

export async function openWebKit({ width, height }) {
  const house = new Household();
  mkdirSync(join(house.home, '.config/gtk-3.0'), { recursive: true });
  writeFileSync(join(house.home, '.config/gtk-3.0/gtk.css'), slim);
  const screen = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const display = await house.start('Xvfb', screen, { says: /(\d+)\n/, pipe: 3 });
  const port = await freePort();
  await house.start('WebKitWebDriver', [`--port=${port}`], {
    DISPLAY: `:${display}`,
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', // our own pages; a container allows no sandbox in it
  });
  const driver = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + patience; ; await setTimeout(100))
    try {
      await command(driver, 'GET', '/status');
      break;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  const { sessionId } = await command(driver, 'POST', '/session', { capabilities: { alwaysMatch: {} } });
  const say = (method, path, body) => command(`${driver}/session/${sessionId}`, method, path, body);
  const run = (script) => say('POST', '/execute/sync', { script: `return ${script}`, args: [] });
  await say('POST', '/window/rect', { width, height });
  const bar = height - Number(await run('String(innerHeight)'));
  await say('POST', '/window/rect', { width, height: height + bar });
  return {
    name: 'WebKit',
    run,
    go: (url) => say('POST', '/url', { url }),
    act: (actions) => say('POST', '/actions', { actions }),
    picture: () => say('GET', '/screenshot'),
    async close() {
      await say('DELETE', '').catch(() => {}); // who does not close is ended
      await house.end();
    },
  };
}

/** One WebSocket, on which commands are numbered and so are their answers. */
async function speak(url) {
  const socket = new WebSocket(url);
  const waiting = new Map();
  await new Promise((open, fail) => {
    socket.onopen = open;
    socket.onerror = ({ message }) => fail(new Error(message));
  });
  socket.onmessage = ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(data);
    const { done, fail } = waiting.get(id) ?? {};
    if (type === 'success') done?.(result);
    else if (type === 'error') fail?.(new Error(`${error}, ${message}`));
  };
  let last = 0;
  return (method, params) =>
    new Promise((done, fail) => {
      last += 1;
      waiting.set(last, { done, fail });
      socket.send(JSON.stringify({ id: last, method, params }));
      setTimeout(patience, null, { ref: false }).then(() => fail(new Error(`${method}: no answer`)));
    });
}

/** No list of names typed before, which would lie over the page; a touch meets the page as it was scrolled. */
const habits = `user_pref('browser.formfill.enable', false);
user_pref('remote.events.async.enabled', false);
`;

export async function openFirefox({ width, height }) {
  const house = new Household();
  writeFileSync(join(house.home, 'user.js'), habits);
  const args = ['--headless', '--no-remote', '--profile', house.home, '--remote-debugging-port', '0'];
  const url = await house.start('firefox-esr', args, { says: /BiDi listening on (ws:\S+)/ });
  const say = await speak(`${url}/session`);
  await say('session.new', { capabilities: {} });
  const { context } = await say('browsingContext.create', { type: 'tab' });
  await say('browsingContext.setViewport', { context, viewport: { width, height } });
  return {
    name: 'Firefox',
    async run(script) {
      const target = { context };
      const { exceptionDetails, result } = await say('script.evaluate', {
        expression: script,
        target,
        awaitPromise: false,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value;
    },
    go: (address) => say('browsingContext.navigate', { context, url: address, wait: 'complete' }),
    act: (actions) => say('input.performActions', { context, actions }),
    picture: async () => (await say('browsingContext.captureScreenshot', { context })).data,
    async close() {
      await say('browser.close', {}).catch(() => {});
      await house.end();
    },
  };
}
