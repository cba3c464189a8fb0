import { tsImport } from 'tsx/esm/api';

// The server runs from its sources. What reads them is not inherited by a thread from every kind of parent.
export const { read, cut } = await tsImport('./modules/ingest/worker.ts', import.meta.url);
