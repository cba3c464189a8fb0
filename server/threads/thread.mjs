import { tsImport } from 'tsx/esm/api';

/*
 * Loads thread.ts if the server runs from its TypeScript sources, for example in tests. A worker thread does not
 * inherit the TypeScript loader from every kind of parent.
 * In `dist` the build puts a compiled thread.mjs in this place.
 */
export const { run } = await tsImport('./thread.ts', import.meta.url);
