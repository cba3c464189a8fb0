import { build } from 'vite';
import { root } from '../server/root.mjs';
import { replaceCabinet } from './build-cabinet.ts';
import { programFile } from './program.mjs';

/**
 * `npm run build [name]`: builds the web application and the server. With a name, only a second build of the web
 * application is made, next to the default one.
 */
const [name] = process.argv.slice(2);

// Test runners set NODE_ENV, which would build React's development version of twice the size.
process.env.NODE_ENV = 'production';
try {
  if (name === undefined) await programFile('serve');
  await replaceCabinet(name, outDir => build({ root, logLevel: 'warn', build: { outDir, emptyOutDir: true } }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
