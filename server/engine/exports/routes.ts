import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { exportKeptDays, exportRowsMax, openExportsMax } from '../../../src/contract/limits.ts';
import type { ExportOrder } from '../../../src/contract/shapes/jobs.ts';
import type { ExportFormat } from '../../../src/contract/states.ts';
import { dayMs } from '../../../src/schema/kinds/time.ts';
import type { Binary, Context, HandlersOf, Request } from '../../context.ts';
import { DomainError, notFound } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import type { Dictionaries } from '../dictionaries.ts';
import { readParts } from '../jobs/parts.ts';
import { cancelJob, countOpenJobs, startJob } from '../jobs/service.ts';
import { readRecord } from '../table/records.ts';
import { toRequestContext } from '../table/requestContext.ts';
import type { ExportInput } from './input.ts';
import { countRows, orderOf, readOrder } from './order.ts';
import { auditExport, exportJob, tooLarge } from './service.ts';
import { exportsTable } from './table.ts';

const unpack = promisify(gunzip);

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
async function* parts({ db }: Context, { companyId, id, format }: ExportFile): AsyncGenerator<Buffer> {
  for await (const part of readParts(db, { companyId, id })) yield format === 'csv' ? await unpack(part) : part;
}

const readFile = (context: Context, file: ExportFile): Binary => ({
  contentType: contentTypes[file.format],
  fileName: file.fileName,
  bytes: Readable.from(parts(context, file), { objectMode: false, highWaterMark: 1 }),
});

type Names =
  | 'POST /api/v3/exports'
  | 'POST /api/v3/exports/written'
  | 'POST /api/v3/exports/{id}/again'
  | 'GET /api/v3/exports/{id}'
  | 'GET /api/v3/exports/{id}/file'
  | 'DELETE /api/v3/exports/{id}';

export const exportHandlers = (context: Context, dictionaries: Dictionaries): HandlersOf<Names> => {
  const { db, now } = context;
  type Asker = Parameters<typeof toRequestContext>[2];
  type Export = Awaited<ReturnType<HandlersOf<Names>['GET /api/v3/exports/{id}']>>;
  const readOne = (at: Tx['db'] | typeof db, request: Asker, id: number): Promise<Export> =>
    readRecord<Export>(at, exportsTable, toRequestContext(context, dictionaries, request), id);
  const times = () => ({ at: now(), expiresAt: new Date(now().getTime() + exportKeptDays * dayMs) });
  const requireFits = ({ Format, Locale }: ExportInput, rows: number | undefined): void => {
    if (rows !== undefined && rows > exportRowsMax[Format]) throw tooLarge(Format, rows, Locale);
  };
  const begin = async (
    request: Pick<Request, 'caller' | 'locale' | 'change'> & Asker,
    order: ExportOrder,
  ): Promise<Export> => {
    const { caller, change } = request;
    const input = await readOrder(context, dictionaries, order, request);
    const total = await countRows(context, caller, input);
    requireFits(input, total);
    return change(async tx => {
      if ((await countOpenJobs(tx, caller, exportJob.kind)) >= openExportsMax)
        throw new DomainError('TOO_MANY_EXPORTS', { values: { max: openExportsMax }, retryAfterS: 60 });
      const id = await startJob(tx, caller, { kind: exportJob, input, total, ...times() });
      return readOne(tx.db, request, id);
    });
  };
  return {
    'POST /api/v3/exports': request => begin(request, request.body),
    'POST /api/v3/exports/{id}/again': async request => {
      const { caller, params } = request;
      await readOne(db, request, params.id);
      return begin(request, await orderOf(db, caller.companyId, params.id));
    },
    'POST /api/v3/exports/written': async request => {
      const { Rows, ...order } = request.body;
      const input = await readOrder(context, dictionaries, order, request);
      return request.change(async tx => {
        const finished = { result: { Rows }, done: Rows };
        const id = await startJob(tx, request.caller, { kind: exportJob, input, total: Rows, ...times(), finished });
        await auditExport(tx, id, input, Rows);
        return readOne(tx.db, request, id);
      });
    },
    'GET /api/v3/exports/{id}': request => readOne(db, request, request.params.id),
    'GET /api/v3/exports/{id}/file': async request => {
      const { id } = request.params;
      const { HasFile, FileName, Format } = await readOne(db, request, id);
      if (!HasFile) throw new DomainError('EXPORT_NOT_READY');
      return readFile(context, { companyId: request.caller.companyId, id, fileName: FileName, format: Format });
    },
    'DELETE /api/v3/exports/{id}': async request => {
      const { id } = request.params;
      const { companyId } = request.caller;
      await readOne(db, request, id);
      return request.change(async tx => {
        const wasOpen = await cancelJob(tx, { companyId, id }, now());
        if (!wasOpen) {
          const row = tx.db.deleteFrom('job').where('company_id', '=', companyId).where('id', '=', id);
          // No row is left if another request has removed the export meanwhile.
          if ((await row.executeTakeFirst()).numDeletedRows === 0n) throw notFound();
        }
        await tx.audit({ entity: 'export', entityId: id, action: wasOpen ? 'cancel' : 'remove', changes: [] });
        tx.emit('record', { Resource: 'exports', Id: id, Action: 'remove', ActorId: tx.actorId });
        return { Done: true as const };
      });
    },
  };
};
