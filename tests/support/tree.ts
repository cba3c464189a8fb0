import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runScript } from './command.ts';
import { root } from './imports.ts';

/** Files that the program is built and run from, and files that `npm run generate` writes. */
const parts = [
  'src',
  'server',
  'scripts',
  'public',
  'docs/api.md',
  'docs/architecture.md',
  'docs/roles.md',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];

/** A built copy of the program with additional files. Packages are shared with the original. */
export interface Tree {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

const run = async (folder: string, script: string, ...args: string[]): Promise<void> => {
  const { code, output } = await runScript([join('scripts', script), ...args], {}, undefined, folder);
  if (code !== 0) throw new Error(`${script} ended with ${code}:\n${output}`);
};

/** Replacements in one file of the copy. Each `text` occurs once in the file. */
interface Edit {
  readonly file: string;
  readonly replaced: readonly (readonly [text: string, by: string])[];
}

/**
 * Copies the tree, adds the files of these folders, edits one file, builds the cabinet and writes the docs, as a
 * developer would.
 */
export const treeWith = async (added: readonly string[], { file, replaced }: Edit): Promise<Tree> => {
  const folder = await mkdtemp(join(tmpdir(), 'drivedesk-tree-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  // Files are copied one by one, because newer Node versions fail with `errorOnExist` on existing folders.
  for (const from of added)
    for (const entry of await readdir(from, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) {
        const path = join(entry.parentPath, entry.name);
        await cp(path, join(folder, relative(from, path)), { errorOnExist: true, force: false });
      }
  let source = await readFile(join(folder, file), 'utf8');
  for (const [text, by] of replaced) {
    if (source.split(text).length !== 2) throw new Error(`${file} should have this once: ${text}`);
    source = source.replace(text, by);
  }
  await writeFile(join(folder, file), source);
  await Promise.all([run(folder, 'build.ts'), run(folder, 'generate.ts', 'docs')]).catch(async error => {
    await remove();
    throw error;
  });
  return { folder, remove };
};
