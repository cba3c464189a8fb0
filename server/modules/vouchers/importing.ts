import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { ImportedRecord, Importer, ImportRow, RowFault } from '../../engine/table/importer.ts';
import { DomainError } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { lockDevices } from '../ingest/service.ts';
import { hasTelemetry } from '../telemetry/service.ts';
import { clientFields } from './clients.ts';
import { activationOf, createVouchers, imeiOf } from './creating.ts';
import { applyQuarantineOfDevice, installationMoment } from './devices.ts';
import { lastPeriodsOfDevices } from './lifeLine.ts';

type Touched = Awaited<ReturnType<Importer['touched']>>[number];

/** Returns faults of rows whose device belongs to another company, is in use, or was in use at the stated start. */
const deviceFaults = async (
  db: Db,
  { companyId, timeZone }: Caller,
  rows: readonly ImportRow[],
  now: Date,
): Promise<readonly RowFault[]> => {
  const imeis = rows.flatMap(({ values }) => imeiOf(values) ?? []);
  const before = await lastPeriodsOfDevices(db, companyId, imeis);
  const others =
    imeis.length === 0
      ? []
      : await db
          .selectFrom('device')
          .select('imei')
          .where('imei', 'in', imeis)
          .where('company_id', '<>', companyId)
          .execute();
  const titles = await titlesOf(
    db,
    companyId,
    [...before.values()].map(({ voucherId }) => voucherId),
  );
  const faults: RowFault[] = [];
  for (const { row, values } of rows) {
    const imei = imeiOf(values);
    const period = before.get(imei ?? '');
    if (imei && others.some(other => other.imei === imei))
      faults.push({ row, field: 'IMEI', message: 'deviceElsewhere', grave: true });
    else if (period && period.toAt === null) {
      const about = { recordId: period.voucherId, values: { title: titles.get(period.voucherId) ?? '' } };
      faults.push({ row, field: 'IMEI', message: 'deviceAtWork', ...about, grave: true });
    } else {
      const fitting = { imei: imei ?? '', objectId: '', when: activationOf(values, now, timeZone) };
      await installationMoment(db, fitting, imei ? period : undefined).catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
        for (const fault of error.details.fields ?? []) faults.push({ row, ...fault, grave: true });
      });
    }
  }
  return faults;
};

/** Faults of rows that name an existing client and give client data too. */
const clientFaults = ({ row, values }: ImportRow): readonly RowFault[] =>
  typeof values.ClientId === 'number'
    ? Object.keys(clientFields).flatMap(field =>
        values[field] ? [{ row, field, message: 'unknown' as const, grave: true }] : [],
      )
    : [];

const titlesOf = async (db: Db, companyId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('voucher')
    .select(['id', 'number'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, number }) => [id, number]));
};

interface Made {
  readonly clientId: number | null;
  readonly imei: string | null;
}
const madeOf = ({ written }: ImportedRecord): Made => written as Made;

const idsOf = (imported: readonly ImportedRecord[]): number[] => imported.map(({ id }) => id);
const clientIdsOf = (imported: readonly ImportedRecord[]): number[] =>
  imported.flatMap(each => madeOf(each).clientId ?? []);
const imeisOf = (imported: readonly ImportedRecord[]): string[] => imported.flatMap(each => madeOf(each).imei ?? []);

interface Seen {
  readonly id: number;
  readonly number: string | null;
  readonly object_id: string | null;
  readonly changed: boolean | null;
  readonly accidents: boolean;
  readonly shared: boolean;
}

/**
 * Whether the voucher or its new client was changed since the import: their versions are then above 1. References from
 * other records do not change the version.
 */
const touched = async (db: Db, companyId: number, imported: readonly ImportedRecord[]): Promise<readonly Touched[]> => {
  const ids = idsOf(imported);
  const clientIds = clientIdsOf(imported);
  const { rows } = await sql<Seen>`
    select given.id, voucher.number, voucher.object_id, voucher.version <> 1 or client.version <> 1 as changed,
      exists (select from accident where accident.company_id = ${companyId} and accident.voucher_id = given.id) as accidents,
      client.id is not null and exists (select from voucher other where other.company_id = ${companyId}
        and other.client_id = voucher.client_id and other.id <> voucher.id) as shared
    from unnest(${ids}::bigint[]) given(id)
    left join voucher on voucher.company_id = ${companyId} and voucher.id = given.id
    left join client on client.company_id = ${companyId} and client.id = voucher.client_id
      and client.id = any(${clientIds}::bigint[])`.execute(db);
  const driven = await hasTelemetry(
    db,
    companyId,
    rows.flatMap(({ object_id }) => object_id ?? []),
  );
  return rows.flatMap(({ id, number, object_id, changed, accidents, shared }): readonly Touched[] => {
    const of = (Why: Touched['Why']) => [{ Id: id, Title: number ?? '', Why }];
    if (number === null) return of('removed');
    if (changed) return of('changed');
    if (accidents) return of('accidents');
    if (shared) return of('client');
    return driven.has(object_id ?? '') ? of('telemetry') : [];
  });
};

/**
 * Locks the devices for an undo, in the order of all transactions (docs/decisions/005-locks.md).
 * A message locks its device in share mode, also a device that was in stock before. So each message is stored before
 * the vouchers are read, or it finds the vouchers removed.
 */
const hold = async ({ db }: Tx, companyId: number, imported: readonly ImportedRecord[]): Promise<void> => {
  const { rows } = await sql<{ imei: string }>`select imei from voucher where company_id = ${companyId}
    and id = any(${idsOf(imported)}::bigint[]) and imei is not null`.execute(db);
  const imeis = new Set([...imeisOf(imported), ...rows.map(({ imei }) => imei)]);
  await sql`select id from device where company_id = ${companyId} and imei = any(${[...imeis]}::text[])
    order by id for update`.execute(db);
  for (const [table, ids] of [
    ['client', clientIdsOf(imported)],
    ['voucher', idsOf(imported)],
  ] as const)
    await sql`select id from ${sql.table(table)} where company_id = ${companyId} and id = any(${ids}::bigint[])
      order by id for update`.execute(db);
};

const remove = async (tx: Tx, companyId: number, imported: readonly ImportedRecord[]): Promise<void> => {
  const ids = idsOf(imported);
  const titles = await titlesOf(tx.db, companyId, ids);
  const clientIds = clientIdsOf(imported);
  const imeis = imeisOf(imported);
  for (const table of ['device_period', 'monitored_object'] as const)
    await sql`delete from ${sql.table(table)} where company_id = ${companyId} and voucher_id = any(${ids}::bigint[])`.execute(
      tx.db,
    );
  const { rows } = await sql<{ vehicle_id: number }>`
    delete from voucher where company_id = ${companyId} and id = any(${ids}::bigint[]) returning vehicle_id`.execute(
    tx.db,
  );
  const vehicleIds = rows.map(({ vehicle_id }) => vehicle_id);
  await sql`delete from vehicle where company_id = ${companyId} and id = any(${vehicleIds}::bigint[])`.execute(tx.db);
  await sql`delete from client where company_id = ${companyId} and id = any(${clientIds}::bigint[])`.execute(tx.db);
  // Deletes the imported devices, except those that were changed or used since the import. Reads their periods in a
  // separate query. Devices are stored on every node, and a cluster rejects a statement that changes them and reads
  // periods.
  const { rows: used } = await sql<{ imei: string }>`
    select imei from device_period where company_id = ${companyId} and imei = any(${imeis}::text[])`.execute(tx.db);
  const devices = await sql<{ id: number }>`
    delete from device where company_id = ${companyId} and imei = any(${imeis}::text[]) and version = 1
      and not imei = any(${used.map(({ imei }) => imei)}::text[]) returning id`.execute(tx.db);
  tx.countRows('vouchers', '', -rows.length);
  tx.countRows('clients', '', -clientIds.length);
  tx.countRows('devices', '', -devices.rows.length);
  await tx.audit(
    ids.map(id => ({
      entity: 'voucher',
      entityId: id,
      action: 'remove',
      changes: [{ field: 'VoucherNumber', before: titles.get(id) ?? null, after: null }],
    })),
  );
};

/** Import of vouchers, and its undo. */
export const voucherImporter: Importer = {
  call: 'POST /api/voucher1',
  distinct: ['IMEI'],
  compare: async (db, { caller }, rows, now) => [
    ...rows.flatMap(clientFaults),
    ...(await deviceFaults(db, caller, rows, now)),
  ],
  create: async (tx, asking, bodies, now) =>
    (await createVouchers(tx, asking, bodies, now)).map(({ id, clientId, imei }) => ({
      id,
      written: { clientId, imei },
    })),
  // Runs after the import, for some vouchers at a time. Locks the devices only here, because no database can hold
  // thousands of such locks at once. The locks are needed, because a message of a device may be arriving.
  settle: async ({ workers, now }, tx, companyId, ids) => {
    const rows = await tx.db
      .selectFrom('voucher')
      .select('imei')
      .where('company_id', '=', companyId)
      .where('id', 'in', ids)
      .where('imei', 'is not', null)
      .orderBy('imei')
      .execute();
    const imeis = rows.map(({ imei }) => imei ?? '');
    await lockDevices(tx, imeis);
    if (imeis.length === 0) return;
    const waiting = await tx.db
      .selectFrom('quarantine')
      .select('imei')
      .distinct()
      .where('company_id', '=', companyId)
      .where('imei', 'in', imeis)
      .where('applied_at', 'is', null)
      .orderBy('imei')
      .execute();
    for (const { imei } of waiting) await applyQuarantineOfDevice(tx, workers, companyId, imei, now());
  },
  touched,
  lock: hold,
  remove,
};
