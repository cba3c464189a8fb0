import { pathToFileURL } from 'node:url';
import { programFile } from '../../scripts/program.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the threads' work as `npm start` makes it: a thread that reads the sources needs a second of a core for it. */
    threadScript: string;
  }
}

/** Made before the first test, with all that processes run which tests start. */
export const threadScript = async (): Promise<string> => pathToFileURL(await programFile('thread')).href;
