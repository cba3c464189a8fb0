import { tsImport } from 'tsx/esm/api';

// The server runs from TypeScript sources; worker threads do not always inherit the loader.
export const { read, cut } = await tsImport('./modules/ingest/worker.ts', import.meta.url);
