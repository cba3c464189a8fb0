import { useDataProvider, useListContext } from 'ra-core';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type ExportFormat, makeFile } from '../../../exporters/index.ts';
import { reasonOf } from '../../../exporters/reason.ts';
import { nounFor } from '../count.ts';
import { useListView } from '../view.tsx';
import { pullRows } from './pullRows.ts';
import { fileName, saveFile } from './saveFile.ts';
import { sheetOf } from './sheetOf.ts';

/** Maximum rows exported in a browser. */
export const rowLimit = 10_000;

export type ExportState =
  | { readonly at: 'idle' }
  | { readonly at: 'tooMany'; readonly total: number }
  | { readonly at: 'reading'; readonly done: number; readonly total: number }
  | { readonly at: 'writing' }
  | { readonly at: 'ready'; readonly name: string; readonly file: Blob }
  | { readonly at: 'failed'; readonly reason: string };

interface Exporting {
  readonly state: ExportState;
  readonly start: (format: ExportFormat) => Promise<void>;
  /** Cancels the export and removes its message. */
  readonly dismiss: () => void;
}

const ExportContext = createContext<Exporting | undefined>(undefined);

export const useExport = (): Exporting => {
  const exporting = useContext(ExportContext);
  if (!exporting) throw new Error('Exports are started within ExportProvider');
  return exporting;
};

const idle: ExportState = { at: 'idle' };

export const ExportProvider = ({ children }: { children: ReactNode }) => {
  const provider = useDataProvider();
  const { resource: name, total = 0, sort, filterValues } = useListContext();
  const { resource, columns, i18n } = useListView();
  const [state, setState] = useState<ExportState>(idle);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const exporting = useMemo<Exporting>(() => {
    const run = async (format: ExportFormat, signal: AbortSignal) => {
      setState({ at: 'reading', done: 0, total });
      const query = { sort, filter: filterValues, signal };
      const rows = await pullRows(provider.getList, name, query, (done, all) =>
        setState({ at: 'reading', done, total: all }),
      );
      setState({ at: 'writing' });
      const noun = nounFor(resource, rows.length, i18n);
      const title = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: ${rows.length}`;
      const file = await makeFile(format, sheetOf({ resource, columns, i18n, title }, rows), signal);
      signal.throwIfAborted();
      const ready = { at: 'ready', name: fileName(name, format, new Date()), file } as const;
      setState(ready);
      saveFile(ready.name, file);
    };
    return {
      state,
      start: async format => {
        running.current?.abort();
        if (total > rowLimit) return setState({ at: 'tooMany', total });
        const controller = new AbortController();
        running.current = controller;
        await run(format, controller.signal).catch((error: unknown) => {
          if (!controller.signal.aborted) setState({ at: 'failed', reason: reasonOf(error, i18n.translate) });
        });
      },
      dismiss: () => {
        running.current?.abort();
        setState(idle);
      },
    };
  }, [state, provider, name, total, sort, filterValues, resource, columns, i18n]);

  return <ExportContext.Provider value={exporting}>{children}</ExportContext.Provider>;
};
