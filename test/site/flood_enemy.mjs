/* A flood in a process of its own. usage: node enemy.mjs PORT KIND CONNECTIONS ADDRESS READS [ROOM] */
import { startFlood } from './flood.mjs';

const [port, kind, connections, from, reads, room] = process.argv.slice(2);
const wanted = Number(connections);
const { flood } = startFlood(
  { port: Number(port) },
  { kind, connections: wanted, from, reads: reads === 'true', room },
);
const timer = setInterval(() => {
  if (flood.opened < wanted) return;
  clearInterval(timer);
  console.log('begun');
}, 20);
