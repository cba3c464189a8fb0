import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useEffect, useRef } from 'react';
import { api, newIdempotencyKey } from '../../api/client.ts';
import { type ExportFormat, exportFormats } from '../../contract/states.ts';
import { makeFile } from '../../exporters/index.ts';
import { showFailure } from '../../feedback/failures.ts';
import { reasonOf } from '../../feedback/refusal.ts';
import { showToast } from '../../feedback/toasts.ts';
import { type I18n, useI18n } from '../../fields/useI18n.ts';
import { columnWidthCh } from '../../schema/files/sheet.ts';
import { formatNumber } from '../../schema/kinds/format.ts';
import { exportOriginLines } from '../../schema/sheet.ts';
import { currentZoneName } from '../../settings/zone.ts';
import { saveFile } from '../list/export/saveFile.ts';
import type { ExportedTable } from './columns.ts';

/** Records the export on the server for the history, writes the file and saves it. Returns the name of the file. */
const exportTable = async <Row,>(
  { name, title, about, columns, readRows }: ExportedTable<Row>,
  format: ExportFormat,
  i18n: I18n,
  signal: AbortSignal,
): Promise<string> => {
  const displayContext = { ...i18n, zone: currentZoneName() };
  const rows = await readRows(signal);
  const cells = rows.map(row => columns.map(({ cell }) => cell(row, displayContext)));
  const { FileName, Author, CreatedAt } = await api('POST /api/v3/exports/table')({
    body: {
      Name: name,
      List: title,
      Filter: about,
      Format: format,
      Columns: columns.map(({ label }) => label),
      Rows: rows.length,
      TimeZone: displayContext.zone,
    },
    key: newIdempotencyKey(),
    signal,
  });
  const file = await makeFile(
    format,
    {
      title: `${title}: ${formatNumber(rows.length, 0, i18n.locale)}`,
      locale: i18n.locale,
      columns: columns.map(({ label, align = 'start' }, column) => ({
        label,
        align,
        width: columnWidthCh(label, cells, column),
      })),
      rows: cells,
      originLines: exportOriginLines(
        {
          listTitle: title,
          filterText: about,
          rowCount: rows.length,
          authorName: Author,
          writtenAt: new Date(CreatedAt),
        },
        displayContext,
      ),
    },
    signal,
  );
  saveFile(FileName, file);
  return FileName;
};

interface Props {
  readonly anchor: HTMLElement | undefined;
  readonly table: ExportedTable<unknown>;
  readonly onClose: () => void;
  readonly onBusy: (busy: boolean) => void;
}

/** Menu of file formats of a table. Loaded when its button is first pressed. */
export const TableExportMenu = ({ anchor, table, onClose, onBusy }: Props) => {
  const i18n = useI18n();
  const { translate } = i18n;
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = (format: ExportFormat) => {
    onClose();
    onBusy(true);
    const controller = new AbortController();
    running.current = controller;
    exportTable(table, format, i18n, controller.signal)
      .then(file => showToast({ kind: 'success', heading: translate('exports.ready', { file }) }))
      .catch((error: unknown) => {
        if (!controller.signal.aborted)
          showFailure(error, translate('exports.failed', { reason: reasonOf(error, translate) }));
      })
      .finally(() => onBusy(false));
  };
  return (
    <Menu open={anchor !== undefined} anchorEl={anchor} onClose={onClose}>
      {exportFormats.map(format => (
        <MenuItem key={format} onClick={() => start(format)}>
          {translate(`exports.${format}`)}
        </MenuItem>
      ))}
    </Menu>
  );
};
