import { tsImport } from 'tsx/esm/api';

/*
 * thread.ts for a server that runs from its sources, as in tests: what reads them is not inherited by a thread from
 * every kind of parent. Where the server runs from `dist`, a thread.mjs made of thread.ts stands there in place of this
 * one.
 */
export const { run } = await tsImport('./thread.ts', import.meta.url);
