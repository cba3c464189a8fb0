import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useDataProvider, useListContext } from 'react-admin';
import { browserExportRows } from '../../../contract/limits.ts';
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
  | { readonly at: 'idle' }
  | { readonly at: 'reading' }
  | { readonly at: 'writing' }
  | ({ readonly at: 'ready' } & WrittenFile)
  /** The server writes the file. `id` is the export's id, under which the server reports the progress. */
  | { readonly at: 'ordered'; readonly id: number }
  | { readonly at: 'failed'; readonly reason: string };

interface Exporting {
  readonly state: ExportState;
  /** `ids`: exports only these rows. Absent: all matching rows. */
  readonly start: (format: ExportFormat, ids?: readonly unknown[]) => Promise<void>;
  /** Stops a running export of this browser and hides the message. */
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
  const client = useQueryClient();
  const provider = useDataProvider();
  const { resource: name, total = 0, sort, filterValues } = useListContext();
  const { resource, split, columns, i18n, asked } = useListView();
  const [state, setState] = useState<ExportState>(idle);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const exporting = useMemo<Exporting>(() => {
    const run = async (format: ExportFormat, ids: readonly unknown[] | undefined, signal: AbortSignal) => {
      // Selected rows need not match the present filters.
      const filter = { ...(ids ? { ids: ids.join() } : filterValues), ...asked };
      const list: ExportedList = {
        resource,
        split,
        columns,
        i18n,
        asked: tableQuery(resource, { sort, filter }),
      };
      setState({ at: 'reading' });
      const { orderFile, writeLoadedRows } = await fetchChunk(() => import('./order.ts'));
      // No file is ordered if the user dismissed the export while the code was loading.
      signal.throwIfAborted();
      if ((ids?.length ?? total) > browserExportRows) {
        const { Id } = await orderFile(list, format);
        void client.invalidateQueries({ queryKey: ['export'] });
        if (!signal.aborted) setState({ at: 'ordered', id: Id });
        return;
      }
      const { data } = await provider.getList(name, {
        sort,
        filter,
        signal,
        pagination: { page: 1, perPage: browserExportRows },
      });
      setState({ at: 'writing' });
      const titleOf = await fetchTitles(client, resource, columns, i18n.locale);
      const written = await writeLoadedRows({ ...list, titleOf }, format, data, signal);
      signal.throwIfAborted();
      setState({ at: 'ready', ...written });
      saveFile(written.name, written.file);
    };
    return {
      state,
      start: async (format, ids) => {
        running.current?.abort();
        const controller = new AbortController();
        running.current = controller;
        await run(format, ids, controller.signal).catch((error: unknown) => {
          if (controller.signal.aborted) return;
          handleFailure(error);
          setState({ at: 'failed', reason: reasonOf(error, i18n.translate) });
        });
      },
      dismiss: () => {
        running.current?.abort();
        setState(idle);
      },
    };
  }, [state, provider, client, name, total, sort, filterValues, asked, resource, split, columns, i18n]);

  return <ExportContext.Provider value={exporting}>{children}</ExportContext.Provider>;
};
