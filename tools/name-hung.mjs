// Loaded before a test program. When it is told to end, node's test runner first reports the tests
// that have not ended, as it does when nothing is left to wait for. And a test that failed half-way
// may leave a browser or a server open: the program has some seconds to end, then it is ended.
import { after } from 'node:test';

process.on('SIGTERM', () => {
  process.emit('beforeExit', 1);
  setTimeout(() => process.exit(1), 1000);
});
after(() => {
  setTimeout(() => process.exit(), 15000).unref();
});
