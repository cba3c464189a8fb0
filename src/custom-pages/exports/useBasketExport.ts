import { type RaRecord, useStore } from 'ra-core';
import { useState } from 'react';
import { locate } from '../../dataProvider/locate.ts';
import { type ExportFormat, makeFile } from '../../exporters/index.ts';
import { reasonOf } from '../../exporters/reason.ts';
import { showToast } from '../../feedback/toasts.ts';
import { useI18n } from '../../fields/useI18n.ts';
import { fileName, saveFile } from '../../screens/list/export/saveFile.ts';
import { sheetOf } from '../../screens/list/export/sheetOf.ts';

/** Exports the selected records of a list with that list's columns. */
export const useBasketExport = (list: string, rows: readonly RaRecord[]) => {
  const i18n = useI18n();
  const located = locate(list);
  const [columns] = useStore<readonly string[]>(`${list}.columns`, located?.resource.list.columns ?? []);
  const [busy, setBusy] = useState(false);

  const make = async (format: ExportFormat) => {
    if (!located) return;
    const title = i18n.translate('frame.basket.title');
    const sheet = sheetOf({ resource: located.resource, columns, i18n, title }, rows);
    saveFile(fileName(list, format, new Date()), await makeFile(format, sheet, new AbortController().signal));
  };
  const write = (format: ExportFormat) => {
    setBusy(true);
    make(format)
      .catch((error: unknown) =>
        showToast({
          kind: 'error',
          heading: i18n.translate('lists.export.failed', { reason: reasonOf(error, i18n.translate) }),
        }),
      )
      .finally(() => setBusy(false));
  };
  return { write, busy };
};
