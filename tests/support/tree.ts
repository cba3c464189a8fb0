import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runScript } from './command.ts';
import { root } from './imports.ts';

/** What the program is built and run from, and what `npm run docs` writes. */
const parts = [
  'src',
  'server',
  'scripts',
  'public',
  'docs/api.md',
  'index.html',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
];

/** A built copy of the program with additional files; packages are shared with the original. */
export interface Tree {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

const run = async (folder: string, script: string): Promise<void> => {
  const { code, output } = await runScript([join('scripts', script)], {}, undefined, folder);
  if (code !== 0) throw new Error(`${script} ended with ${code}:\n${output}`);
};

/** Copies the tree, adds the files, builds the cabinet and writes the docs, as a developer would. */
export const treeWith = async (added: string): Promise<Tree> => {
  const folder = await mkdtemp(join(tmpdir(), 'drivedesk-tree-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  // Per file, since newer Nodes fail with `errorOnExist` on existing folders.
  for (const file of await readdir(added, { recursive: true, withFileTypes: true }))
    if (file.isFile()) {
      const path = join(file.parentPath, file.name);
      await cp(path, join(folder, relative(added, path)), { errorOnExist: true, force: false });
    }
  await Promise.all([run(folder, 'build.ts'), run(folder, 'reference.ts')]).catch(async error => {
    await remove();
    throw error;
  });
  return { folder, remove };
};
