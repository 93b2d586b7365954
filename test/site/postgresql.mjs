/* A private PostgreSQL for a test program, shared with whoever started that under tools/with-postgresql. */
import { execFileSync, spawn } from 'node:child_process';
import { rmSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const psql = join(process.env.POSTGRESQL_BIN || '/usr/lib/postgresql/15/bin', 'psql');

/** Says something to a database. @param {string} address @param {string} sql */
export const say = (address, sql) =>
  execFileSync(psql, ['-qXAt', '-v', 'ON_ERROR_STOP=1', address, '-c', sql], {
    encoding: 'utf8',
    env: { ...process.env, PGOPTIONS: '-cclient_min_messages=error' },
  }).trim();

/** A house of its own in a database: the address of a schema, which is made if it is not there. */
export function schemaIn(address, name) {
  const schema = name.replace(/\W/g, '_');
  say(address, `CREATE SCHEMA IF NOT EXISTS ${schema}`);
  return `${address}&options=-csearch_path%3D${schema}`;
}

/** Starts one, and ends it with this program at the latest. */
export async function startPostgresql() {
  const child = spawn(
    'tools/with-postgresql',
    ['sh', '-c', 'echo "$LUDOTECA_TEST_POSTGRESQL $LUDOTECA_TEST_POSTGRESQL_FOLDER"; cat'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const ended = new Promise((resolve) => {
    child.on('close', resolve);
  });
  const line = await new Promise((resolve, reject) => {
    child.stdout.once('data', (bytes) => resolve(String(bytes).trim()));
    child.on('close', (code) => reject(new Error(`PostgreSQL did not start (${code})`)));
  });
  const [address, folder] = line.split(' ');
  const hold = join(folder, 'hold');
  return {
    address,
    folder,
    house: (name) => schemaIn(address, name),
    /** Gone at once, as after a crash; it stays away until `comeBack`. */
    kill() {
      writeFileSync(hold, '');
      process.kill(
        Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]),
        'SIGKILL',
      );
    },
    comeBack: () => rmSync(hold),
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
