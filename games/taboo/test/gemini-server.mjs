/**
 * Speaks models.generateContent as Google documents it, well and badly: the model's name says how.
 * Prints its port, then serves until its standard input ends. Of the model «held» nothing is heard
 * until somebody asks for /let-go, or for /let-fail.
 */
import http from 'node:http';

const KEY = process.env.FAKE_GEMINI_KEY ?? 'a-key-nobody-may-see';

function card(word, more = {}) {
  return {
    word,
    tabooWords: ['primera', 'segunda', 'tercera', 'cuarta', 'quinta'],
    category: 'Prueba',
    difficulty: 'easy',
    ...more,
  };
}

/** @param {unknown} cards */
function answer(cards, finishReason = 'STOP') {
  return {
    candidates: [
      {
        content: { parts: [{ text: JSON.stringify(cards) }], role: 'model' },
        finishReason,
        index: 0,
        avgLogprobs: -0.1,
      },
    ],
    usageMetadata: { promptTokenCount: 200, candidatesTokenCount: 900, totalTokenCount: 1100 },
    modelVersion: 'gemini-2.0-flash',
    responseId: 'abc',
  };
}

const error = (code, status) => ({
  error: {
    code,
    message: `Refused for ${KEY}`,
    status,
    details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo' }],
  },
});

/** What is wrong with a request, or null. */
function problem(request, body) {
  if (request.method !== 'POST') return 'method';
  if (request.headers['x-goog-api-key'] !== KEY) return 'key';
  if (request.url.includes(KEY) || body.includes(KEY)) return 'key in the open';
  if (request.headers['content-type'] !== 'application/json') return 'type';
  let json;
  try {
    json = JSON.parse(body);
  } catch {
    return 'not JSON';
  }
  const { contents, generationConfig: config } = json;
  if (contents?.length !== 1 || contents[0].role !== 'user') return 'contents';
  if (typeof contents[0].parts?.[0]?.text !== 'string') return 'parts';
  if (config?.responseMimeType !== 'application/json') return 'responseMimeType';
  if (config.responseSchema?.type !== 'ARRAY') return 'responseSchema';
  return null;
}

const send = (response, status, body, type = 'application/json; charset=UTF-8') => {
  response.writeHead(status, { 'content-type': type });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

const half = [
  card('Manzana'),
  null,
  17,
  { word: 'PERA' },
  card('uva', { tabooWords: ['a', 'b'] }),
  card('MANZANA'),
  card('Ciruela', { tabooWords: ['a', 'b', 'c', 'd', 'ciruelas'] }),
  card('Cereza', { difficulty: 'Hard' }),
  card('', {}),
  card('higo', { difficulty: 'fácil' }),
  card('CONOCIDA'),
  [],
  'texto',
  card('Níspero', { tabooWords: ['Á', 'B', 'C', 'D', 'E'] }),
];

/** Answers that wait. @type {http.ServerResponse[]} */
const held = [];

/** @type {Record<string, (response: http.ServerResponse) => void>} */
const manners = {
  'gemini-2.0-flash': (r) => send(r, 200, answer(['Sol', 'Luna', 'Mar'].map((w) => card(w)))),
  'gemini-2.5-flash': (r) =>
    send(r, 200, answer(['Gamusino', 'zarzaparrilla', 'TROMPETISTA'].map((w) => card(w)))),
  held: (r) => {
    held.push(r);
  },
  half: (r) => send(r, 200, answer(half)),
  slow: (r) => {
    setTimeout(() => send(r, 200, answer([])), 60000).unref();
  },
  drip: (r) => {
    r.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => r.write(' '), 50);
    r.on('close', () => clearInterval(timer));
  },
  quota: (r) => send(r, 429, error(429, 'RESOURCE_EXHAUSTED')),
  broken: (r) => send(r, 500, error(500, 'INTERNAL')),
  overloaded: (r) => send(r, 503, error(503, 'UNAVAILABLE')),
  forbidden: (r) => send(r, 403, error(403, 'PERMISSION_DENIED')),
  garbage: (r) => send(r, 200, '{"candidates": [{"content"'),
  'bad-cards': (r) =>
    send(
      r,
      200,
      answer([]).candidates && {
        candidates: [{ content: { parts: [{ text: '[{"word": "SOL", "tabooWo' }] }, finishReason: 'STOP' }],
      },
    ),
  'cut-off': (r) => send(r, 200, answer([card('Sol')], 'MAX_TOKENS')),
  blocked: (r) => send(r, 200, { promptFeedback: { blockReason: 'SAFETY' } }),
  truncated: (r) => {
    r.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    r.write('{"candidates":');
    setTimeout(() => r.destroy(), 50);
  },
  html: (r) => send(r, 200, '<html>Please sign in</html>', 'text/html'),
  huge: (r) => send(r, 200, answer([card('x'.repeat(3 << 20))])),
  away: (r) => {
    r.writeHead(302, { location: '/v1beta/models/gemini-2.0-flash:generateContent' });
    r.end();
  },
};

/** How many were waiting is the answer. @param {string} how @param {http.ServerResponse} response */
function release(how, response) {
  const waiting = held.splice(0);
  for (const r of waiting) manners[how](r);
  send(response, 200, { waiting: waiting.length });
}

const server = http.createServer((request, response) => {
  if (request.url === '/let-go') return release('gemini-2.5-flash', response);
  if (request.url === '/let-fail') return release('broken', response);
  const chunks = [];
  request.on('data', (c) => chunks.push(c));
  request.on('end', () => {
    const wrong = problem(request, Buffer.concat(chunks).toString());
    if (wrong) {
      send(response, 400, { error: { code: 400, message: wrong } });
      return;
    }
    const [, model] = /^\/v1beta\/models\/([^/:]+):generateContent$/.exec(request.url) ?? [];
    const act = manners[model];
    if (act) act(response);
    else send(response, 404, error(404, 'NOT_FOUND'));
  });
  return undefined;
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit(0)).resume();
