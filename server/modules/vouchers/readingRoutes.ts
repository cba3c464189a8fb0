import { sql } from 'kysely';
import { fieldMessage, type Locale } from '../../../src/contract/messages/index.ts';
import type { Option } from '../../../src/contract/shapes/common.ts';
import type { VoucherOption, VoucherRecord } from '../../../src/contract/shapes/voucher.ts';
import { normaliseNumber } from '../../../src/schema/kinds/documentNumber.ts';
import { normaliseImei } from '../../../src/schema/kinds/imei.ts';
import { readablePhone } from '../../../src/schema/kinds/phone.ts';
import { isStorable } from '../../../src/schema/kinds/storable.ts';
import { normaliseVin } from '../../../src/schema/kinds/vin.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { createQueryRunner, queryRunnerOf } from '../../db/read.ts';
import { escapeLike } from '../../db/sqlText.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { lookAlikeKey, searchKeyOf } from '../../engine/search/matching/keys.ts';
import { queryText } from '../../engine/search/matching/queryText.ts';
import type { Row } from '../../engine/table/define.ts';
import { companyRows } from '../../engine/table/query.ts';
import { readRecord } from '../../engine/table/records.ts';
import { fillTitles } from '../../engine/table/references.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import { equalsSearchedCode, joinConditions, matchesSearch } from '../../engine/table/searchConditions.ts';
import { type Condition, equals, rowsStatement } from '../../engine/table/statement.ts';
import { invalid } from '../../errors.ts';
import { defineHandlers } from '../../module.ts';
import type { Caller } from '../../transaction.ts';
import { clientsTable } from '../clients/table.ts';
import { devicesTable } from '../devices/table.ts';
import { explainVoucher, voucherFigures } from '../statistics/service.ts';
import { readHistory } from './history.ts';
import { readAccidents, readClient, readDevice, readVehicle, toContract } from './reading.ts';
import { vouchersTable } from './table.ts';
import { readBrandFinder } from './vehicles.ts';

const maxVouchers = 10;
const maxClients = 20;
const maxDevices = 50;

/**
 * Returns the vouchers that match a search: a number or plate as typed first, then active ones. Shows less than the table of vouchers, which only
 * managers see.
 */
const pickVouchers = (db: Db, companyId: number, search: string): Promise<VoucherOption[]> => {
  const firstRows = equalsSearchedCode(vouchersTable, search, companyId);
  return queryRunnerOf(db)<VoucherOption>(
    rowsStatement({
      select: `id as "Id", number as "VoucherNumber", client_name as "ClientName", reg_number as "VehicleRegNumber",
        vehicle_brand as "VehicleBrand", vehicle_model as "VehicleModel"`,
      from: vouchersTable.source,
      where: [
        equals('company_id', companyId),
        ...(search.trim() === '' ? [] : [matchesSearch(vouchersTable, search, companyId)]),
      ],
      order: `closed_at is not null, id desc limit ${maxVouchers}`,
      ...(firstRows && { firstRows }),
    }),
  );
};

const personNameSql = "last_name || ' ' || first_name || ' ' || middle_name";

/**
 * Clients that the list of clients finds by the text, or the client with this id. Those whose name or phone begins with
 * the text come first, because an index finds them at once. So the search reads many rows only for a rare text.
 */
const pickClients = async (
  db: Db,
  companyId: number,
  { search = '', id }: { readonly search?: string | undefined; readonly id?: number | undefined },
  locale: Locale,
): Promise<Option[]> => {
  const readClients = (condition: Condition) =>
    queryRunnerOf(db)<{ id: string; name: string; phone: string }>(
      rowsStatement({
        select: `id::text, btrim(regexp_replace(${personNameSql}, ' {2,}', ' ', 'g')) as name, phone`,
        from: clientsTable.source,
        where: [equals('company_id', companyId), condition],
        order: `search_words(${personNameSql}) collate "C", id limit ${maxClients}`,
      }),
    );
  const text = queryText(search);
  const digits = text.replace(/\D/g, '');
  const namePrefixMatches: Condition = values =>
    `search_words(${personNameSql}) collate "C" like search_words(${values.add(escapeLike(text))}) || '%'`;
  const phonePrefixMatches = ['phone', 'second_phone'].map(
    (column): Condition =>
      values =>
        `search_phone(${column}) collate "C" like ${values.add(digits.slice(-10))} || '%'`,
  );
  const clients = await readClients(
    id === undefined
      ? joinConditions([namePrefixMatches, ...(digits.length >= 3 ? phonePrefixMatches : [])], 'or')
      : equals('id', id),
  );
  if (id === undefined && search.trim() !== '' && clients.length < maxClients)
    clients.push(...(await readClients(matchesSearch(clientsTable, search, companyId))));
  const titles = new Map(
    clients.map(({ id: Id, name, phone }) => [Id, [name, readablePhone(phone, locale)].filter(Boolean).join(', ')]),
  );
  return [...titles].slice(0, maxClients).map(([Id, Title]) => ({ Id, Title }));
};

/**
 * Devices that the list of devices finds by the text. Those whose IMEI begins or ends with its digits come first.
 * `free`: only devices without a voucher.
 */
const pickDevices = (
  db: Db,
  companyId: number,
  { search = '', free = false }: { readonly search?: string | undefined; readonly free?: boolean | undefined },
): Promise<Option[]> => {
  const digits = escapeLike(normaliseImei(search));
  const isFree: Condition = values => `not exists (select from device_period
    where device_period.company_id = ${values.add(companyId)} and device_period.imei = device.imei and to_at is null)`;
  return queryRunnerOf(db)<Option>(
    rowsStatement({
      select: `id::text as "Id", imei as "Title"`,
      from: devicesTable.source,
      where: [
        equals('company_id', companyId),
        ...(search.trim() === '' ? [] : [matchesSearch(devicesTable, search, companyId)]),
        ...(free ? [isFree] : []),
      ],
      firstRows: values => {
        const digitsSql = values.add(digits);
        return `imei like ${digitsSql} || '%' desc, imei like '%' || ${digitsSql}`;
      },
      order: `imei limit ${maxDevices}`,
    }),
  );
};

interface ValueCheck {
  readonly Free: boolean;
  readonly Alike: string | null;
  readonly Doubt: string | null;
}

/**
 * Returns a doubt about a VIN that another voucher has which is not closed. A voucher with the id `exceptId` is ignored.
 * The condition on `search_plain` uses the index of VINs.
 */
const checkVin = async (db: Db, companyId: number, text: string, locale: Locale, exceptId = 0): Promise<ValueCheck> => {
  const vin = normaliseVin(text);
  const { rows } = await sql<{ number: string }>`
    select number from voucher where company_id = ${companyId} and id <> ${exceptId} and stage <> 'closed'
      and reverse(search_plain(vin)) collate "C" = reverse(search_plain(${vin})) collate "C" and vin = ${vin} and vin <> ''
    order by id limit 1`.execute(db);
  const [other] = rows;
  return { Free: true, Alike: null, Doubt: other ? fieldMessage(locale, 'sameOnFile', { title: other.number }) : null };
};

/** Returns a doubt about a brand that the dictionary spells otherwise. */
const checkBrand = async (db: Db, name: string, locale: Locale): Promise<ValueCheck> => {
  const title = (await readBrandFinder(db))(name);
  return { Free: true, Alike: null, Doubt: title === undefined ? null : fieldMessage(locale, 'writtenAs', { title }) };
};

/**
 * Returns whether a voucher number is free. A voucher with the id `exceptId` is ignored. `Alike`: number of another
 * voucher that looks the same, or null.
 */
const checkNumber = async (db: Db, companyId: number, text: string, exceptId = 0): Promise<ValueCheck> => {
  const number = normaliseNumber(text);
  const { rows } = await sql<{ number: string }>`
    select number from voucher where company_id = ${companyId} and id <> ${exceptId}
      and (number = ${number} or search_plain(number) collate "C" = ${searchKeyOf(number)})
    order by id`.execute(db);
  const takenNumbers = rows.map(row => row.number);
  const lookAlike = takenNumbers.find(
    takenNumber => takenNumber !== number && lookAlikeKey(takenNumber) === lookAlikeKey(number),
  );
  return { Free: !takenNumbers.includes(number), Alike: lookAlike ?? null, Doubt: null };
};

type Request = { readonly caller: Caller; readonly locale: Locale };

/** Throws if a search text has characters that PostgreSQL cannot store, because it cannot search for them either. */
const requireStorable = <T extends Readonly<Record<string, unknown>>>(query: T): T => {
  for (const [field, value] of Object.entries(query))
    if (typeof value === 'string' && !isStorable(value)) throw invalid({ field, message: 'characters' });
  return query;
};

const listClientVouchers = async (
  context: Context,
  dictionaries: Dictionaries,
  request: Request & { readonly query: { readonly clientId: number } },
) => {
  const { caller, presentContext } = toRequestContext(context, dictionaries, request);
  await readClient(context.db, caller.companyId, request.query.clientId);
  const read = createQueryRunner(context, caller);
  const rows = await read<Row>(
    rowsStatement({
      select: vouchersTable.select.row,
      from: vouchersTable.source,
      where: [...companyRows(vouchersTable, caller.companyId), equals('client_id', request.query.clientId)],
      order: 'id desc',
    }),
  );
  await fillTitles(read, vouchersTable.resource, caller.companyId, presentContext, rows);
  for (const row of rows) vouchersTable.present?.(row, presentContext);
  return { Items: rows as never[], Total: rows.length };
};

/** Returns the parts of a voucher in one answer: contract, client, vehicle, device, accidents and driving figures. */
const readExtended = async (context: Context, caller: Caller, voucher: VoucherRecord) => {
  const { db } = context;
  const { companyId } = caller;
  return {
    Id: voucher.Id,
    ObjectId: voucher.ObjectId,
    Status: voucher.Status,
    VoucherStatusCycle: voucher.VoucherStatusCycle,
    VoucherCreationDate: voucher.VoucherCreationDate,
    VoucherActivationDate: voucher.VoucherActivationDate,
    VoucherClosureDate: voucher.VoucherClosureDate,
    Contract: toContract(voucher),
    Client: await readClient(db, companyId, Number(voucher.ClientId)),
    Vehicle: await readVehicle(db, companyId, voucher.Id),
    Device: await readDevice(db, companyId, voucher),
    Accidents: (await readAccidents(db, companyId, voucher.Id)).Items,
    Statistics: await voucherFigures(context, caller, voucher),
    Version: voucher.Version,
  };
};

export const readingHandlers = (context: Context, dictionaries: Dictionaries) => {
  const { db } = context;
  const readVoucher = (request: Request, id: number) =>
    readRecord<VoucherRecord>(db, vouchersTable, toRequestContext(context, dictionaries, request), id);
  const readDetails = async (request: Request, id: number) => {
    const voucher = await readVoucher(request, id);
    return { ...voucher, ...(await voucherFigures(context, request.caller, voucher)) };
  };
  const listVouchersOfClient = (request: Parameters<typeof listClientVouchers>[2]) =>
    listClientVouchers(context, dictionaries, request);
  const listImeis = async ({
    caller,
    query,
  }: {
    readonly caller: Caller;
    readonly query: Parameters<typeof pickDevices>[2];
  }) => pickDevices(context.reads.db, caller.companyId, requireStorable(query));
  return defineHandlers({
    'GET /api/v2/Voucher/client': listVouchersOfClient,
    'GET /api/client/vouchers': listVouchersOfClient,
    'GET /api/v2/Voucher/free': async ({ caller, query, locale }) => {
      const { value, field, except } = requireStorable(query);
      if (field === 'VehicleBrand') return checkBrand(db, value, locale);
      return field === 'VIN'
        ? checkVin(db, caller.companyId, value, locale, except)
        : checkNumber(db, caller.companyId, value, except);
    },
    'GET /api/v2/Voucher/pick': async ({ caller, query }) =>
      pickVouchers(context.reads.db, caller.companyId, requireStorable(query).search),
    'GET /api/v2/Client/pick': async ({ caller, query, locale }) =>
      pickClients(context.reads.db, caller.companyId, requireStorable(query), locale),
    'GET /api/v2/Voucher/{id}/details': request => readDetails(request, request.params.id),
    'GET /api/v2.1/Voucher/{id}/details': async request => {
      const voucher = await readDetails(request, request.params.id);
      return { ...voucher, Explanation: await explainVoucher(context, request.caller, voucher) };
    },
    'GET /api/voucher/details': request => readDetails(request, request.query.id),
    'GET /api/v2/Voucher/{id}/extended': async request =>
      readExtended(context, request.caller, await readVoucher(request, request.params.id)),
    'GET /api/v2/Voucher/{id}/contract': async request => toContract(await readVoucher(request, request.params.id)),
    'GET /api/v2/Voucher/{id}/vehicle': ({ caller, params }) => readVehicle(db, caller.companyId, params.id),
    'GET /api/v2/Voucher/{id}/device': async request =>
      readDevice(db, request.caller.companyId, await readVoucher(request, request.params.id)),
    'GET /api/v2/Voucher/{id}/accidents': async request =>
      readAccidents(db, request.caller.companyId, (await readVoucher(request, request.params.id)).Id),
    'GET /api/voucher/history/{id}': async request => {
      const { Id: id } = await readVoucher(request, request.params.id);
      return readHistory(context, dictionaries, { companyId: request.caller.companyId, id, locale: request.locale });
    },
    'GET /api/v2/Device/list/imei': listImeis,
    'GET /api/imeilist': listImeis,
  });
};
