import { tsImport } from 'tsx/esm/api';

// The server runs from its sources. What reads them is not inherited by a thread from every kind of parent.
const load = file => tsImport(file, import.meta.url);
const later = (file, name) => {
  let loaded;
  return async task => {
    loaded ??= load(file);
    return (await loaded)[name](task);
  };
};

export const read = later('./modules/ingest/worker.ts', 'read');
export const cut = later('./modules/ingest/worker.ts', 'cut');
export const drives = later('./modules/ingest/worker.ts', 'drives');
export const writeExport = later('./modules/exports/thread.ts', 'writeExport');
export const readImport = later('./modules/imports/thread.ts', 'readImport');
export const writeDossier = later('./modules/dossier/thread.ts', 'writeDossier');
