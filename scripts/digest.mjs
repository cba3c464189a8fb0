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
 * What something is made of: names and contents of these files and folders of the program. By contents and not by times, as an
 * upgrade, a copy or another branch brings files that are older than what was made of those before.
 */
export const digestOf = async sources => {
  const files = (await Promise.all(sources.map(name => filesOf(join(root, name))))).flat().sort();
  const hash = createHash('sha256');
  // Some at a time: a process may not have all of them open.
  for (let from = 0; from < files.length; from += 50) {
    const some = files.slice(from, from + 50);
    const contents = await Promise.all(some.map(file => readFile(file)));
    for (const [at, file] of some.entries())
      hash.update(`${relative(root, file).replaceAll(sep, '/')}\0${contents[at].length}\0`).update(contents[at]);
  }
  return hash.digest('hex');
};
