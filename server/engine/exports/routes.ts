import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { exportRetentionDays, exportRowsMax, openExportsMax } from '../../../src/contract/limits.ts';
import type { ExportOrder } from '../../../src/contract/shapes/jobs.ts';
import type { ExportFormat } from '../../../src/contract/states.ts';
import { dayMs } from '../../../src/schema/kinds/time.ts';
import { wallClock } from '../../../src/schema/kinds/zone.ts';
import type { Binary, Context, HandlersOf, Request } from '../../context.ts';
import { DomainError, notFound } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import type { Dictionaries } from '../dictionaries.ts';
import { readParts } from '../jobs/parts.ts';
import { cancelJob, countOpenJobs, startJob } from '../jobs/service.ts';
import { readRecord } from '../table/records.ts';
import { toRequestContext } from '../table/requestContext.ts';
import type { ExportInput } from './input.ts';
import { countRows, fileName, readOrder, readStoredOrder, requireZone } from './order.ts';
import { auditExport, exportJob, exportTooLarge } from './service.ts';
import { exportsTable } from './table.ts';

const gunzipAsync = promisify(gunzip);

const contentTypes: { readonly [Format in ExportFormat]: string } = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

interface ExportFile {
  readonly companyId: number;
  readonly id: number;
  readonly fileName: string;
  readonly format: ExportFormat;
}

/** Yields a stored file in parts, as fast as the client reads. */
async function* readFileParts(
  { db }: Pick<Context, 'db'>,
  { companyId, id, format }: ExportFile,
): AsyncGenerator<Buffer> {
  for await (const part of readParts(db, { companyId, id })) yield format === 'csv' ? await gunzipAsync(part) : part;
}

export const readExportFile = (context: Pick<Context, 'db'>, file: ExportFile): Binary & { bytes: Readable } => ({
  contentType: contentTypes[file.format],
  fileName: file.fileName,
  bytes: Readable.from(readFileParts(context, file), { objectMode: false, highWaterMark: 1 }),
});

type RouteName =
  | 'POST /api/v3/exports'
  | 'POST /api/v3/exports/written'
  | 'POST /api/v3/exports/table'
  | 'POST /api/v3/exports/{id}/again'
  | 'GET /api/v3/exports/{id}'
  | 'GET /api/v3/exports/{id}/file'
  | 'DELETE /api/v3/exports/{id}';

/** Cancels an export that is queued or running. Deletes a finished one with its file. */
const removeExport = (
  { caller: { companyId }, change, params: { id } }: Request<'DELETE /api/v3/exports/{id}'>,
  at: Date,
) =>
  change(async tx => {
    const wasOpen = await cancelJob(tx, { companyId, id }, at);
    if (!wasOpen) {
      const row = tx.db.deleteFrom('job').where('company_id', '=', companyId).where('id', '=', id);
      // The row is missing if another request has removed the export meanwhile.
      if ((await row.executeTakeFirst()).numDeletedRows === 0n) throw notFound();
    }
    await tx.audit({ entity: 'export', entityId: id, action: wasOpen ? 'cancel' : 'remove', changes: [] });
    tx.emit('record', { Resource: 'exports', Id: id, Action: 'remove', ActorId: tx.actorId });
    return { Done: true as const };
  });

export const exportHandlers = (context: Context, dictionaries: Dictionaries): HandlersOf<RouteName> => {
  const { db, now } = context;
  type ContextRequest = Parameters<typeof toRequestContext>[2];
  type ExportAnswer = Awaited<ReturnType<HandlersOf<RouteName>['GET /api/v3/exports/{id}']>>;
  const readExport = (connection: Tx['db'] | typeof db, request: ContextRequest, id: number): Promise<ExportAnswer> =>
    readRecord<ExportAnswer>(connection, exportsTable, toRequestContext(context, dictionaries, request), id);
  const jobTimes = () => ({ at: now(), expiresAt: new Date(now().getTime() + exportRetentionDays * dayMs) });
  const requireRowLimit = ({ Format, Locale }: ExportInput, rows: number | undefined): void => {
    if (rows !== undefined && rows > exportRowsMax[Format]) throw exportTooLarge(Format, rows, Locale);
  };
  const startExport = async (
    request: Pick<Request, 'caller' | 'locale' | 'change'> & ContextRequest,
    order: ExportOrder,
  ): Promise<ExportAnswer> => {
    const { caller, change } = request;
    const input = await readOrder(context, dictionaries, order, request);
    const total = await countRows(context, caller, input);
    requireRowLimit(input, total);
    return change(async tx => {
      if ((await countOpenJobs(tx, caller, exportJob.kind)) >= openExportsMax)
        throw new DomainError('TOO_MANY_EXPORTS', { values: { max: openExportsMax }, retryAfterS: 60 });
      const id = await startJob(tx, caller, { kind: exportJob, input, total, ...jobTimes() });
      return readExport(tx.db, request, id);
    });
  };
  /** Records a file that a program wrote without the server. */
  const recordWritten = (
    request: Pick<Request, 'caller' | 'change'> & ContextRequest,
    input: ExportInput,
    rows: number,
  ): Promise<ExportAnswer> =>
    request.change(async tx => {
      const finished = { result: { Rows: rows }, done: rows };
      const id = await startJob(tx, request.caller, { kind: exportJob, input, total: rows, ...jobTimes(), finished });
      await auditExport(tx, id, input, rows);
      return readExport(tx.db, request, id);
    });
  return {
    'POST /api/v3/exports': request => startExport(request, request.body),
    'POST /api/v3/exports/{id}/again': async request => {
      const { caller, params } = request;
      await readExport(db, request, params.id);
      return startExport(request, await readStoredOrder(db, caller.companyId, params.id));
    },
    'POST /api/v3/exports/written': async request => {
      const { Rows, ...order } = request.body;
      const input = await readOrder(context, dictionaries, order, request);
      return recordWritten(request, input, Rows);
    },
    'POST /api/v3/exports/table': request => {
      const { Name, Rows, ...table } = request.body;
      requireZone(table);
      const FileName = fileName({ Resource: Name, Format: table.Format }, wallClock(now(), table.TimeZone ?? 'UTC'));
      // The table is no list of a resource, so the name of its resource is empty. The page of exports then shows the
      // stored texts.
      const input = { ...table, Resource: '', Locale: request.locale, Sort: '', FileName };
      requireRowLimit(input, Rows);
      return recordWritten(request, input, Rows);
    },
    'GET /api/v3/exports/{id}': request => readExport(db, request, request.params.id),
    'GET /api/v3/exports/{id}/file': async request => {
      const { id } = request.params;
      const { HasFile, FileName, Format } = await readExport(db, request, id);
      if (!HasFile) throw new DomainError('EXPORT_NOT_READY');
      return readExportFile(context, { companyId: request.caller.companyId, id, fileName: FileName, format: Format });
    },
    'DELETE /api/v3/exports/{id}': async request => {
      await readExport(db, request, request.params.id);
      return removeExport(request, now());
    },
  };
};
