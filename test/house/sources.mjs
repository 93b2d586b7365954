// The files of the tree that are ours, found by walking: a release may have no git.
import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const FOLDERS = ['src', 'games', 'web', 'test', 'fuzz', 'measure', 'tools', 'docs'];

/** Paths below the root, of files whose name ends so. @param {RegExp} ending */
export function sources(ending) {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && ending.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name))),
  ).sort();
}
