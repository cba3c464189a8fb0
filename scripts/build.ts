import { rename, rm } from 'node:fs/promises';
import { build } from 'vite';
import { root } from '../server/root.mjs';
import { cabinetFolder } from './build-cabinet.ts';
import { makeProgram } from './program.mjs';

/** `npm run build [name]`: the cabinet and the server; with a name only a cabinet next to the default one. */
const [name] = process.argv.slice(2);
const folder = cabinetFolder(name);
const unfinished = `${folder}.unfinished`;

// Test runners set NODE_ENV, which would build React's development version, twice as large.
process.env.NODE_ENV = 'production';
try {
  if (name === undefined) await makeProgram();
  await build({ root, logLevel: 'warn', build: { outDir: unfinished, emptyOutDir: true } });
  // An interrupted build leaves the previous one intact.
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
