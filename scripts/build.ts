import { rename, rm } from 'node:fs/promises';
import { build } from 'vite';
import { cabinetFolder, root } from './build-cabinet.ts';

/** `npm run build [name]`: with a name the cabinet is built next to the default one. */
const [name] = process.argv.slice(2);
const folder = cabinetFolder(name);
const unfinished = `${folder}.unfinished`;

// Test runners set NODE_ENV, which would build React's development version, twice as large.
process.env.NODE_ENV = 'production';
try {
  await build({ root, logLevel: 'warn', build: { outDir: unfinished, emptyOutDir: true } });
  // An interrupted build leaves the previous one intact.
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
