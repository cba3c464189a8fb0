import { rename, rm } from 'node:fs/promises';
import { build } from 'vite';
import { cabinetFolder, root } from './build-cabinet.ts';

/** `npm run build`; a name after it has the cabinet built beside the usual one, under that name. */
const [name] = process.argv.slice(2);
const folder = cabinetFolder(name);
const unfinished = `${folder}.unfinished`;

// A test runner names itself there, and the cabinet would be built with React's development half: twice as large.
process.env.NODE_ENV = 'production';
try {
  await build({ root, logLevel: 'warn', build: { outDir: unfinished, emptyOutDir: true } });
  // A build that is broken off leaves the one before as it was.
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
