// The same C as WebAssembly (all codes), and the plain JavaScript way (a sample: it is slow).
import { readFileSync, statSync } from 'node:fs';
import { dungeonsFrom } from '../../games/crypta/page/dungeon.js';
import { retryRows } from './retry.mjs';

const wasm = readFileSync('build/games/crypta/crypta.wasm');
const { instance } = await WebAssembly.instantiate(wasm);
const { make } = instance.exports;
await dungeonsFrom(wasm.toString('base64')); // the page's own loader takes the same bytes

/** Milliseconds of processor time since the program began. */
const spent = () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000;

const line = (players, rate, slowest, code, more) =>
  console.log(
    `  ${players} players       ${rate.toFixed(rate < 100 ? 2 : 0).padStart(12)} ${more.padStart(18)} ${slowest.padStart(14)} (${String(code).padStart(6, '0')})`,
  );

console.log('\nWebAssembly, all codes layouts/s                           slowest code');
for (const players of [2, 3, 4]) {
  for (let code = 0; code < 20000; code++) make(code, players); // let it be compiled
  const began = spent();
  for (let code = 0; code < 1000000; code++) make(code, players);
  const rate = 1e9 / (spent() - began);
  let slowest = 0;
  let which = 0;
  for (let code = 0; code < 1000000; code++) {
    let took = Infinity;
    for (let run = 0; run < 20 && took > slowest; run++) {
      const start = performance.now();
      make(code, players);
      took = Math.min(took, performance.now() - start);
    }
    if (took > slowest) [slowest, which] = [took, code];
  }
  line(players, rate, `${(slowest * 1000).toFixed(1)} µs`, which, '');
}

const sample = Number(process.argv[2] ?? 100);
console.log(`\nplain JavaScript, generate and retry, ${sample} codes`);
console.log('                     layouts/s    codes that fail        slowest code');
for (const players of [2, 3, 4]) {
  let failed = 0;
  let slowest = 0;
  let which = 0;
  const began = spent();
  for (let i = 0; i < sample; i++) {
    const code = (i * 7919) % 1000000;
    const start = spent();
    if (!retryRows(code, players)) failed++;
    const took = spent() - start;
    if (took > slowest) [slowest, which] = [took, code];
  }
  const rate = (sample - failed) / ((spent() - began) / 1000);
  line(players, rate, `${slowest.toFixed(1)} ms`, which, `${((100 * failed) / sample).toFixed(1)} %`);
}
console.log(
  `\ncrypta.html: ${statSync('build/crypta.html').size} bytes, of which the generator is ${wasm.length} (before base64)`,
);
