import { api, newIdempotencyKey, send } from '../../../api/client.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import type { ExportFormat } from '../../../contract/states.ts';
import { makeFile, type Sheet } from '../../../exporters/index.ts';
import type { I18n } from '../../../fields/useI18n.ts';
import type { Resource } from '../../../schema/define.ts';
import { columnWidthCh, type OriginLines } from '../../../schema/files/sheet.ts';
import type { DisplayContext, TitleOf } from '../../../schema/kinds/cell.ts';
import { formatNumber } from '../../../schema/kinds/format.ts';
import type { Row } from '../../../schema/kinds/value.ts';
import { exportOriginLines, fileCells, fileColumns, type ListParameters } from '../../../schema/sheet.ts';
import { currentZoneName } from '../../../settings/zone.ts';
import { saveFile } from './saveFile.ts';

interface TableView {
  readonly resource: Resource;
  readonly columns: readonly string[];
  readonly displayContext: DisplayContext;
  readonly title: string;
  readonly originLines: OriginLines;
}

/** Returns the content of an exported file for these rows. Columns, order, labels and language are those on screen. */
export const toSheet = (
  { resource, columns, displayContext, title, originLines }: TableView,
  rows: readonly Row[],
): Sheet => {
  const { locale } = displayContext;
  const fields = fileColumns(resource, columns, displayContext);
  const cells = rows.map(row => fileCells(fields, row, displayContext));
  return {
    title,
    locale,
    originLines,
    columns: fields.map(({ label, align }, column) => ({ label, align, width: columnWidthCh(label, cells, column) })),
    rows: cells,
  };
};

export type Export = AnswerFor<'GET /api/v3/exports/{id}'>;

export interface ExportedList {
  readonly resource: Resource;
  readonly split?: string | undefined;
  readonly columns: readonly string[];
  readonly i18n: I18n;
  readonly query: ListParameters;
}

export const toExportRequest = ({ resource, split, columns, query }: ExportedList, format: ExportFormat) => {
  const { page: _page, pageSize: _size, ...rest } = query;
  const Query = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Record<
    string,
    string | number | boolean
  >;
  return {
    Resource: resource.name,
    ...(split !== undefined && { Split: split }),
    Format: format,
    Columns: [...columns],
    Query,
    TimeZone: currentZoneName(),
  };
};

export interface WrittenFile {
  readonly name: string;
  readonly file: Blob;
}

/** Writes the given rows as a file in the browser, and reports the export to the server for the audit. */
export const writeLoadedRows = async (
  list: ExportedList & { readonly titleOf: TitleOf; readonly matchingCount?: number | undefined },
  format: ExportFormat,
  rows: readonly Row[],
  signal: AbortSignal,
): Promise<WrittenFile> => {
  const { resource, columns, i18n, titleOf, matchingCount = rows.length } = list;
  const body = { ...toExportRequest(list, format), Rows: rows.length };
  const exportInfo = await api('POST /api/v3/exports/written')({ body, key: newIdempotencyKey(), signal });
  const about = {
    listTitle: exportInfo.List,
    filterText: exportInfo.Filter ?? '',
    orderText: exportInfo.Sort ?? '',
    rowCount: rows.length,
    matchingCount,
  };
  const displayContext = { ...i18n, zone: currentZoneName(), titleOf };
  const sheet = toSheet(
    {
      resource,
      columns,
      displayContext,
      title: `${exportInfo.List}: ${formatNumber(rows.length, 0, i18n.locale)}`,
      originLines: exportOriginLines(
        { ...about, authorName: exportInfo.Author, writtenAt: new Date(exportInfo.CreatedAt) },
        displayContext,
      ),
    },
    rows,
  );
  return { name: exportInfo.FileName, file: await makeFile(format, sheet, signal) };
};

/** Orders an export of the list from the server, which writes the file. */
export const requestExport = (list: ExportedList, format: ExportFormat): Promise<Export> =>
  api('POST /api/v3/exports')({ body: toExportRequest(list, format), key: newIdempotencyKey() });

/** Orders an export from the server again, with the settings of an earlier export but with present data. */
export const repeatExport = async (id: number): Promise<void> => {
  await api('POST /api/v3/exports/{id}/again')({ params: { id }, key: newIdempotencyKey() });
};

/** Deletes an export. A running one is cancelled, the file of a finished one is deleted. */
export const deleteExport = async (id: number): Promise<void> => {
  await api('DELETE /api/v3/exports/{id}')({ params: { id } });
};

export const downloadExport = async ({ Id, FileName }: Pick<Export, 'Id' | 'FileName'>): Promise<void> => {
  const response = await send('GET /api/v3/exports/{id}/file', { params: { id: Id } });
  saveFile(FileName, await response.blob());
};

export const isUnfinished = ({ State }: Pick<Export, 'State'>): boolean => State === 'queued' || State === 'running';
