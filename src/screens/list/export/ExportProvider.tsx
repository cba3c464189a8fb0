import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useDataProvider, useListContext } from 'react-admin';
import { browserExportMaxRows } from '../../../contract/limits.ts';
import type { ExportFormat } from '../../../contract/states.ts';
import { fetchTitles } from '../../../dataProvider/dictionary.ts';
import { tableQuery } from '../../../dataProvider/query.ts';
import { handleFailure } from '../../../feedback/failures.ts';
import { reasonOf } from '../../../feedback/refusal.ts';
import { fetchChunk } from '../../../fetchChunk.ts';
import { useListView } from '../view.tsx';
import type { ExportedList, WrittenFile } from './order.ts';
import { saveFile } from './saveFile.ts';

export type ExportState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'reading' }
  | { readonly phase: 'writing' }
  | ({ readonly phase: 'ready' } & WrittenFile)
  /** The server is writing the file. `id` is the export's id, under which the server reports the progress. */
  | { readonly phase: 'ordered'; readonly id: number }
  | { readonly phase: 'failed'; readonly reason: string };

/**
 * Which rows of a list are exported. `ids`: only these. `first`: only so many, in the order of the list, at most
 * `browserExportMaxRows`. Neither: all matching rows.
 */
export interface ExportedRows {
  readonly ids?: readonly unknown[];
  readonly first?: number;
}

interface ExportContextValue {
  readonly state: ExportState;
  readonly start: (format: ExportFormat, exportedRows: ExportedRows) => Promise<void>;
  /** Stops an export that this browser writes, and hides the message about the export. */
  readonly dismiss: () => void;
}

const ExportContext = createContext<ExportContextValue | undefined>(undefined);

export const useExport = (): ExportContextValue => {
  const contextValue = useContext(ExportContext);
  if (!contextValue) throw new Error('Exports are started within ExportProvider');
  return contextValue;
};

const idleState: ExportState = { phase: 'idle' };

export const ExportProvider = ({ children }: { children: ReactNode }) => {
  const client = useQueryClient();
  const provider = useDataProvider();
  const { resource: name, total = 0, sort, filterValues } = useListContext();
  const { resource, split, columns, i18n, fixedParams } = useListView();
  const [state, setState] = useState<ExportState>(idleState);
  const runningExport = useRef<AbortController>(undefined);
  useEffect(() => () => runningExport.current?.abort(), []);

  const contextValue = useMemo<ExportContextValue>(() => {
    const runExport = async (format: ExportFormat, { ids, first }: ExportedRows, signal: AbortSignal) => {
      // Selected rows are exported without the filters, because selected rows need not match the present filters.
      const filter = { ...(ids ? { ids: ids.join() } : filterValues), ...fixedParams };
      const exportedList: ExportedList = {
        resource,
        split,
        columns,
        i18n,
        query: tableQuery(resource, { sort, filter }),
      };
      setState({ phase: 'reading' });
      const { requestExport, writeLoadedRows } = await fetchChunk(() => import('./order.ts'));
      // The server is not asked for a file if the user dismissed the export while the code was loading.
      signal.throwIfAborted();
      if ((first ?? ids?.length ?? total) > browserExportMaxRows) {
        const { Id } = await requestExport(exportedList, format);
        void client.invalidateQueries({ queryKey: ['export'] });
        if (!signal.aborted) setState({ phase: 'ordered', id: Id });
        return;
      }
      const { data, total: matchingCount } = await provider.getList(name, {
        sort,
        filter,
        signal,
        pagination: { page: 1, perPage: first ?? browserExportMaxRows },
      });
      setState({ phase: 'writing' });
      const titleOf = await fetchTitles(client, resource, columns, i18n.locale);
      const writtenFile = await writeLoadedRows({ ...exportedList, titleOf, matchingCount }, format, data, signal);
      signal.throwIfAborted();
      setState({ phase: 'ready', ...writtenFile });
      saveFile(writtenFile.name, writtenFile.file);
    };
    return {
      state,
      start: async (format, exportedRows) => {
        runningExport.current?.abort();
        const controller = new AbortController();
        runningExport.current = controller;
        await runExport(format, exportedRows, controller.signal).catch((error: unknown) => {
          if (controller.signal.aborted) return;
          handleFailure(error);
          setState({ phase: 'failed', reason: reasonOf(error, i18n.translate) });
        });
      },
      dismiss: () => {
        runningExport.current?.abort();
        setState(idleState);
      },
    };
  }, [state, provider, client, name, total, sort, filterValues, fixedParams, resource, split, columns, i18n]);

  return <ExportContext.Provider value={contextValue}>{children}</ExportContext.Provider>;
};
