import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type RaRecord, useStore } from 'react-admin';
import { fetchTitles } from '../../dataProvider/dictionary.ts';
import { locate } from '../../dataProvider/locate.ts';
import type { ExportFormat } from '../../exporters/index.ts';
import { showFailure } from '../../feedback/notice.ts';
import { reasonOf } from '../../feedback/refusal.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { listColumns } from '../../schema/define.ts';
import { writeLoadedRows } from '../../screens/list/export/order.ts';
import { saveFile } from '../../screens/list/export/saveFile.ts';

/** Exports the selected records of a list with that list's columns. */
export const useBasketExport = (list: string, rows: readonly RaRecord[]) => {
  const client = useQueryClient();
  const { locale, translate } = useI18n();
  const located = locate(list);
  const [columns] = useStore<readonly string[]>(
    `${list}.columns`,
    located ? listColumns(located.resource, located.split) : [],
  );
  const [busy, setBusy] = useState(false);

  const make = async (format: ExportFormat) => {
    if (!located) return;
    const asked = { ids: rows.map(({ id }) => id).join() };
    const titleOf = await fetchTitles(client, located.resource, columns, locale);
    const list = { ...located, columns, locale, asked, titleOf };
    const written = await writeLoadedRows(list, format, rows, new AbortController().signal);
    saveFile(written.name, written.file);
  };
  const write = (format: ExportFormat) => {
    setBusy(true);
    make(format)
      .catch((error: unknown) =>
        showFailure(error, translate('lists.export.failed', { reason: reasonOf(error, translate) })),
      )
      .finally(() => setBusy(false));
  };
  return { write, busy };
};
