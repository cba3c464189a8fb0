import { pathToFileURL } from 'node:url';
import { programFile } from '../../scripts/program.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the built worker script. A thread that loads TypeScript sources would need a second of a core. */
    threadScript: string;
  }
}

/** Builds the worker script before the first test, with the scripts of all processes that tests start. */
export const threadScript = async (): Promise<string> => pathToFileURL(await programFile('thread')).href;
