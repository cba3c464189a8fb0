import { api, newKey, send } from '../../../api/client.ts';
import type { AnswerFor } from '../../../contract/index.ts';
import type { ExportFormat } from '../../../contract/states.ts';
import { makeFile, type Sheet } from '../../../exporters/index.ts';
import type { I18n } from '../../../fields/useI18n.ts';
import type { Resource } from '../../../schema/define.ts';
import { type About, widthOf } from '../../../schema/files/sheet.ts';
import type { Reader, TitleOf } from '../../../schema/kinds/cell.ts';
import { formatNumber } from '../../../schema/kinds/format.ts';
import type { Row } from '../../../schema/kinds/value.ts';
import { exportOriginLines, fileCells, fileColumns, type ListParameters } from '../../../schema/sheet.ts';
import { currentZone } from '../../../settings/zone.ts';
import { saveFile } from './saveFile.ts';

interface TableView {
  readonly resource: Resource;
  readonly columns: readonly string[];
  readonly reader: Reader;
  readonly title: string;
  readonly about: About;
}

/** Returns the rows as shown on screen: columns, order, labels, language. */
export const sheetOf = ({ resource, columns, reader, title, about }: TableView, rows: readonly Row[]): Sheet => {
  const { locale } = reader;
  const fields = fileColumns(resource, columns, reader);
  const cells = rows.map(row => fileCells(fields, row, reader));
  return {
    title,
    locale,
    about,
    columns: fields.map(({ label, align }, column) => ({ label, align, width: widthOf(label, cells, column) })),
    rows: cells,
  };
};

export type Export = AnswerFor<'GET /api/v3/exports/{id}'>;

/** A list as shown on screen, with the data that an export needs. */
export interface ExportedList {
  readonly resource: Resource;
  readonly split?: string | undefined;
  readonly columns: readonly string[];
  readonly i18n: I18n;
  /** Filters and order, as query parameters of the list call. */
  readonly asked: ListParameters;
}

const zone = (): string => currentZone() || Intl.DateTimeFormat().resolvedOptions().timeZone;

const orderOf = ({ resource, split, columns, asked }: ExportedList, format: ExportFormat) => {
  const { page: _page, pageSize: _size, ...rest } = asked;
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
    TimeZone: zone(),
  };
};

export interface WrittenFile {
  readonly name: string;
  readonly file: Blob;
}

/** Writes loaded rows as a file, and reports the export to the server for the audit. */
export const writeLoadedRows = async (
  list: ExportedList & { readonly titleOf: TitleOf },
  format: ExportFormat,
  rows: readonly Row[],
  signal: AbortSignal,
): Promise<WrittenFile> => {
  const { resource, columns, i18n, titleOf } = list;
  const body = { ...orderOf(list, format), Rows: rows.length };
  const noted = await api('POST /api/v3/exports/written')({ body, key: newKey(), signal });
  const about = { list: noted.List, filter: noted.Filter ?? '', order: noted.Sort ?? '', rows: rows.length };
  const reader = { ...i18n, zone: zone(), titleOf };
  const sheet = sheetOf(
    {
      resource,
      columns,
      reader,
      title: `${noted.List}: ${formatNumber(rows.length, 0, i18n.locale)}`,
      about: exportOriginLines({ ...about, author: noted.Author, at: new Date(noted.CreatedAt) }, reader),
    },
    rows,
  );
  return { name: noted.FileName, file: await makeFile(format, sheet, signal) };
};

/** Orders an export from the server. */
export const orderFile = (list: ExportedList, format: ExportFormat): Promise<Export> =>
  api('POST /api/v3/exports')({ body: orderOf(list, format), key: newKey() });

/** Orders an export from the server with the settings of an earlier one and present data. */
export const orderAgain = async (id: number): Promise<void> => {
  await api('POST /api/v3/exports/{id}/again')({ params: { id }, key: newKey() });
};

/** Cancels a running export. Deletes the file of a finished one. */
export const dropExport = async (id: number): Promise<void> => {
  await api('DELETE /api/v3/exports/{id}')({ params: { id } });
};

export const downloadExport = async ({ Id, FileName }: Pick<Export, 'Id' | 'FileName'>): Promise<void> => {
  const answer = await send('GET /api/v3/exports/{id}/file', { params: { id: Id } });
  saveFile(FileName, await answer.blob());
};

/** Returns true if the export is queued or running. */
export const isOpen = ({ State }: Pick<Export, 'State'>): boolean => State === 'queued' || State === 'running';
