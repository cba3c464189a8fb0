import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { root } from '../server/root.mjs';

const filesOf = async path => {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
};

/**
 * Returns a hash of the names and contents of these files and folders of the program. Times are not used, because an
 * upgrade, a copy or another branch may bring older files.
 */
export const digestOf = async sources => {
  const files = (await Promise.all(sources.map(name => filesOf(join(root, name))))).flat().sort();
  const hash = createHash('sha256');
  // Reads 50 files at a time, because the number of open files is limited.
  for (let from = 0; from < files.length; from += 50) {
    const some = files.slice(from, from + 50);
    const contents = await Promise.all(some.map(file => readFile(file)));
    for (const [at, file] of some.entries())
      hash.update(`${relative(root, file).replaceAll(sep, '/')}\0${contents[at].length}\0`).update(contents[at]);
  }
  return hash.digest('hex');
};
