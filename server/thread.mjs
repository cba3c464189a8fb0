import { tsImport } from 'tsx/esm/api';

const loaded = new Map();

// The server runs from its sources. What reads them is not inherited by a thread from every kind of parent; each file is
// read once a thread, since another time would compile it and all it imports again.
const load = file => {
  if (!loaded.has(file)) loaded.set(file, tsImport(file, import.meta.url));
  return loaded.get(file);
};
const later = (file, name) => async task => (await load(file))[name](task);

export const beginIngest = later('./modules/ingest/worker.ts', 'begin');
export const read = later('./modules/ingest/worker.ts', 'read');
export const cut = later('./modules/ingest/worker.ts', 'cut');
export const drives = later('./modules/ingest/worker.ts', 'drives');
export const judge = later('./modules/ingest/worker.ts', 'judge');
export const writeExport = later('./modules/exports/thread.ts', 'writeExport');
export const readImport = later('./modules/imports/thread.ts', 'readImport');
export const writeDossier = later('./modules/dossier/thread.ts', 'writeDossier');
