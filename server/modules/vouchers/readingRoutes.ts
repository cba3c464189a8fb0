import type { VoucherRecord } from '../../../src/contract/shapes/voucher.ts';
import { isStorable } from '../../../src/schema/kinds/storable.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { reading } from '../../db/read.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import type { Row } from '../../engine/table/define.ts';
import { companyRows } from '../../engine/table/query.ts';
import { readRecord } from '../../engine/table/records.ts';
import { fillTitles } from '../../engine/table/references.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import { equals, rowsStatement } from '../../engine/table/statement.ts';
import { invalid } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import { explainVoucher, voucherFigures } from '../statistics/service.ts';
import { readHistory } from './history.ts';
import { judgeNumber, pickClients, pickDevices, pickVouchers } from './options.ts';
import { contractOf, readAccidents, readClient, readDevice, readVehicle } from './reading.ts';
import { vouchersTable } from './table.ts';

type Locale = Parameters<typeof toRequestContext>[2]['locale'];
type Request = { readonly caller: Caller; readonly locale: Locale };

type Names =
  | 'GET /api/v2/Voucher/client'
  | 'GET /api/client/vouchers'
  | 'GET /api/v2/Voucher/free'
  | 'GET /api/v2/Voucher/pick'
  | 'GET /api/v2/Client/pick'
  | 'GET /api/v2/Voucher/{id}/details'
  | 'GET /api/v2.1/Voucher/{id}/details'
  | 'GET /api/voucher/details'
  | 'GET /api/v2/Voucher/{id}/extended'
  | 'GET /api/v2/Voucher/{id}/contract'
  | 'GET /api/v2/Voucher/{id}/vehicle'
  | 'GET /api/v2/Voucher/{id}/device'
  | 'GET /api/v2/Voucher/{id}/accidents'
  | 'GET /api/voucher/history/{id}'
  | 'GET /api/v2/Device/list/imei'
  | 'GET /api/imeilist';

/** Throws for a text that PostgreSQL cannot store, because it cannot search for one either. */
const storable = <T extends Readonly<Record<string, unknown>>>(query: T): T => {
  for (const [field, value] of Object.entries(query))
    if (typeof value === 'string' && !isStorable(value)) throw invalid({ field, message: 'characters' });
  return query;
};

export const readingHandlers = (context: Context, dictionaries: Dictionaries): HandlersOf<Names> => {
  const { db } = context;
  const record = (request: Request, id: number) =>
    readRecord<VoucherRecord>(db, vouchersTable, toRequestContext(context, dictionaries, request), id);
  const details = async (request: Request, id: number) => {
    const voucher = await record(request, id);
    return { ...voucher, ...(await voucherFigures(context, request.caller, voucher)) };
  };
  const ofClient = async (request: Request & { readonly query: { readonly clientId: number } }) => {
    const { caller, presentContext: how } = toRequestContext(context, dictionaries, request);
    await readClient(context.db, caller.companyId, request.query.clientId);
    const read = reading(context, caller);
    const rows = await read<Row>(
      rowsStatement({
        select: vouchersTable.select.row,
        from: vouchersTable.from,
        where: [...companyRows(vouchersTable, caller.companyId), equals('client_id', request.query.clientId)],
        order: 'id desc',
      }),
    );
    await fillTitles(read, vouchersTable.resource, caller.companyId, how, rows);
    for (const row of rows) vouchersTable.present?.(row, how);
    return { Items: rows as never[], Total: rows.length };
  };
  const imeis = async ({
    caller,
    query,
  }: {
    readonly caller: Caller;
    readonly query: Parameters<typeof pickDevices>[2];
  }) => pickDevices(context.reads.db, caller.companyId, storable(query));
  return {
    'GET /api/v2/Voucher/client': ofClient,
    'GET /api/client/vouchers': ofClient,
    'GET /api/v2/Voucher/free': async ({ caller, query }) =>
      judgeNumber(db, caller.companyId, storable(query).value, query.except),
    'GET /api/v2/Voucher/pick': async ({ caller, query }) =>
      pickVouchers(context.reads.db, caller.companyId, storable(query).search),
    'GET /api/v2/Client/pick': async ({ caller, query }) =>
      pickClients(context.reads.db, caller.companyId, storable(query)),
    'GET /api/v2/Voucher/{id}/details': request => details(request, request.params.id),
    'GET /api/v2.1/Voucher/{id}/details': async request => {
      const voucher = await details(request, request.params.id);
      return { ...voucher, Explanation: await explainVoucher(context, request.caller, voucher) };
    },
    'GET /api/voucher/details': request => details(request, request.query.id),
    'GET /api/v2/Voucher/{id}/extended': async request => {
      const { companyId } = request.caller;
      const voucher = await record(request, request.params.id);
      return {
        Id: voucher.Id,
        ObjectId: voucher.ObjectId,
        Status: voucher.Status,
        VoucherStatusCycle: voucher.VoucherStatusCycle,
        VoucherCreationDate: voucher.VoucherCreationDate,
        VoucherActivationDate: voucher.VoucherActivationDate,
        VoucherClosureDate: voucher.VoucherClosureDate,
        Contract: contractOf(voucher),
        Client: await readClient(db, companyId, Number(voucher.ClientId)),
        Vehicle: await readVehicle(db, companyId, voucher.Id),
        Device: await readDevice(db, companyId, voucher),
        Accidents: (await readAccidents(db, companyId, voucher.Id)).Items,
        Statistics: await voucherFigures(context, request.caller, voucher),
        Version: voucher.Version,
      };
    },
    'GET /api/v2/Voucher/{id}/contract': async request => contractOf(await record(request, request.params.id)),
    'GET /api/v2/Voucher/{id}/vehicle': ({ caller, params }) => readVehicle(db, caller.companyId, params.id),
    'GET /api/v2/Voucher/{id}/device': async request =>
      readDevice(db, request.caller.companyId, await record(request, request.params.id)),
    'GET /api/v2/Voucher/{id}/accidents': async request =>
      readAccidents(db, request.caller.companyId, (await record(request, request.params.id)).Id),
    'GET /api/voucher/history/{id}': async request => {
      const { Id: id } = await record(request, request.params.id);
      return readHistory(context, dictionaries, { companyId: request.caller.companyId, id, locale: request.locale });
    },
    'GET /api/v2/Device/list/imei': imeis,
    'GET /api/imeilist': imeis,
  };
};
