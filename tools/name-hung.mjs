// Loaded before a test program: when it is told to end, node's test runner first reports the tests
// that have not ended, as it does when nothing is left to wait for.
process.on('SIGTERM', () => {
  process.emit('beforeExit', 1);
  setTimeout(() => process.exit(1), 1000);
});
