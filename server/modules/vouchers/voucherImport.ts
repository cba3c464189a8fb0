import { sql } from 'kysely';
import type { Values } from '../../../src/contract/describedTypes.ts';
import type { Db } from '../../db/connect.ts';
import type { ImportedRecord, Importer, ImportRow, RowFault } from '../../engine/table/importer.ts';
import { DomainError } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { lockDevices } from '../ingest/service.ts';
import { findObjectsWithTelemetry } from '../telemetry/service.ts';
import { clientFields } from './clients.ts';
import { applyQuarantineOfDevice, resolveInstallationTime } from './devices.ts';
import { readLastPeriods } from './lifeLine.ts';
import { readBrandFinder } from './vehicles.ts';
import { createVouchers, imeiOf, requestedActivation } from './voucherCreation.ts';

type ChangedRecord = Awaited<ReturnType<Importer['touched']>>[number];

/**
 * Returns faults of imported rows with an unusable device. Such a device belongs to another company, is in use, or was
 * in use at the row's start time.
 */
const deviceFaults = async (
  db: Db,
  { companyId, timeZone }: Caller,
  rows: readonly ImportRow[],
  now: Date,
): Promise<readonly RowFault[]> => {
  const imeis = rows.flatMap(({ values }) => imeiOf(values) ?? []);
  const lastPeriods = await readLastPeriods(db, companyId, imeis);
  const devicesElsewhere =
    imeis.length === 0
      ? []
      : await db
          .selectFrom('device')
          .select('imei')
          .where('imei', 'in', imeis)
          .where('company_id', '<>', companyId)
          .execute();
  const voucherNumbers = await readVoucherNumbers(
    db,
    companyId,
    [...lastPeriods.values()].map(({ voucherId }) => voucherId),
  );
  const faults: RowFault[] = [];
  for (const { row, values } of rows) {
    const imei = imeiOf(values);
    const period = lastPeriods.get(imei ?? '');
    if (imei && devicesElsewhere.some(device => device.imei === imei))
      faults.push({ row, field: 'IMEI', message: 'deviceElsewhere', grave: true });
    else if (period && period.toAt === null) {
      const faultDetails = {
        recordId: period.voucherId,
        values: { title: voucherNumbers.get(period.voucherId) ?? '' },
      };
      faults.push({ row, field: 'IMEI', message: 'deviceAtWork', ...faultDetails, grave: true });
    } else {
      const installation = { imei: imei ?? '', objectId: '', changeTime: requestedActivation(values, now, timeZone) };
      await resolveInstallationTime(db, installation, imei ? period : undefined).catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
        for (const fault of error.details.fields ?? []) faults.push({ row, ...fault, grave: true });
      });
    }
  }
  return faults;
};

const clientFaults = ({ row, values }: ImportRow): readonly RowFault[] =>
  typeof values.ClientId === 'number'
    ? Object.keys(clientFields).flatMap(field =>
        values[field] ? [{ row, field, message: 'unknown' as const, grave: true }] : [],
      )
    : [];

/** Returns warnings about values that describe a device, in rows that name no device. They are not stored. */
const missingDeviceFaults = ({ row, values }: ImportRow): readonly RowFault[] =>
  imeiOf(values) === undefined
    ? ['VoucherActivationDate', 'TerminalAffiliation'].flatMap(field =>
        values[field] ? [{ row, field, message: 'withoutDevice' as const, grave: false }] : [],
      )
    : [];

/**
 * Returns a warning about each brand that the dictionary spells otherwise, at the first of the rows with it. The import
 * stores the dictionary's spelling.
 */
const brandFaults = async (db: Db, rows: readonly ImportRow[]): Promise<readonly RowFault[]> => {
  const findBrand = await readBrandFinder(db);
  const faultByBrand = new Map<string, RowFault>();
  for (const { row, values } of rows) {
    const brand = String(values.VehicleBrand ?? '');
    const title = faultByBrand.has(brand) ? undefined : findBrand(brand);
    if (title !== undefined)
      faultByBrand.set(brand, { row, field: 'VehicleBrand', message: 'writtenAs', values: { title }, grave: false });
  }
  return [...faultByBrand.values()];
};

const withBrandsOfDictionary = async (db: Db, bodies: readonly Values[]): Promise<readonly Values[]> => {
  const findBrand = await readBrandFinder(db);
  return bodies.map(body => ({
    ...body,
    VehicleBrand: findBrand(String(body.VehicleBrand ?? '')) ?? body.VehicleBrand,
  }));
};

const readVoucherNumbers = async (
  db: Db,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('voucher')
    .select(['id', 'number'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, number }) => [id, number]));
};

interface CreatedIds {
  readonly clientId: number | null;
  readonly imei: string | null;
}
const createdIdsOf = ({ createdIds }: ImportedRecord): CreatedIds => createdIds as CreatedIds;

const idsOf = (imported: readonly ImportedRecord[]): number[] => imported.map(({ id }) => id);
const clientIdsOf = (imported: readonly ImportedRecord[]): number[] =>
  imported.flatMap(record => createdIdsOf(record).clientId ?? []);
const imeisOf = (imported: readonly ImportedRecord[]): string[] =>
  imported.flatMap(record => createdIdsOf(record).imei ?? []);

const usedIds = async (
  db: Db,
  companyId: number,
  [table, column]: readonly ['accident', 'voucher_id'] | readonly ['voucher', 'client_id'],
  ids: readonly number[],
  usesMin = 1,
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`select ${sql.ref(column)} as id from ${sql.table(table)}
    where company_id = ${companyId} and ${sql.ref(column)} = any(${ids}::bigint[])
    group by 1 having count(*) >= ${usesMin}`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/**
 * Whether the voucher or its new client was changed since the import: their versions are then above 1. References from
 * other records do not change the version.
 * Each table has a query of its own. Right after an import PostgreSQL does not know yet how many rows the tables have,
 * and would search a whole table for each row of a join.
 */
const touched = async (
  db: Db,
  companyId: number,
  imported: readonly ImportedRecord[],
): Promise<readonly ChangedRecord[]> => {
  const ids = idsOf(imported);
  const clientIds = clientIdsOf(imported);
  const vouchers = await db
    .selectFrom('voucher')
    .select(['id', 'number', 'object_id', 'client_id', 'version'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  const voucherById = new Map(vouchers.map(voucher => [voucher.id, voucher]));
  const changedClients = await db
    .selectFrom('client')
    .select('id')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any(${clientIds}::bigint[])`)
    .where('version', '<>', 1)
    .execute();
  const changedClientIds = new Set(changedClients.map(({ id }) => id));
  const vouchersWithAccidents = await usedIds(db, companyId, ['accident', 'voucher_id'], ids);
  const sharedClients = await usedIds(db, companyId, ['voucher', 'client_id'], clientIds, 2);
  const objectsWithTelemetry = await findObjectsWithTelemetry(
    db,
    companyId,
    vouchers.flatMap(({ object_id }) => object_id ?? []),
  );
  return ids.flatMap((id): readonly ChangedRecord[] => {
    const voucher = voucherById.get(id);
    const toChangedRecord = (Why: ChangedRecord['Why']) => [{ Id: id, Title: voucher?.number ?? '', Why }];
    if (!voucher) return toChangedRecord('removed');
    const { client_id, object_id, version } = voucher;
    if (version !== 1 || changedClientIds.has(client_id)) return toChangedRecord('changed');
    if (vouchersWithAccidents.has(id)) return toChangedRecord('accidents');
    if (sharedClients.has(client_id)) return toChangedRecord('client');
    return objectsWithTelemetry.has(object_id ?? '') ? toChangedRecord('telemetry') : [];
  });
};

/**
 * Locks the devices for an undo, in the order of all transactions (docs/decisions/005-locks.md).
 * A message locks its device in share mode, also a device that was in stock before. So each message is stored before
 * the vouchers are read, or it finds the vouchers removed.
 */
const lockImported = async ({ db }: Tx, companyId: number, imported: readonly ImportedRecord[]): Promise<void> => {
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

const removeImported = async (tx: Tx, companyId: number, imported: readonly ImportedRecord[]): Promise<void> => {
  const ids = idsOf(imported);
  const voucherNumbers = await readVoucherNumbers(tx.db, companyId, ids);
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
  const { rows: usedDevices } = await sql<{ imei: string }>`
    select imei from device_period where company_id = ${companyId} and imei = any(${imeis}::text[])`.execute(tx.db);
  const devices = await sql<{ id: number }>`
    delete from device where company_id = ${companyId} and imei = any(${imeis}::text[]) and version = 1
      and not imei = any(${usedDevices.map(({ imei }) => imei)}::text[]) returning id`.execute(tx.db);
  tx.countRows('vouchers', '', -rows.length);
  tx.countRows('clients', '', -clientIds.length);
  tx.countRows('devices', '', -devices.rows.length);
  await tx.audit(
    ids.map(id => ({
      entity: 'voucher',
      entityId: id,
      action: 'remove',
      changes: [{ field: 'VoucherNumber', before: voucherNumbers.get(id) ?? null, after: null }],
    })),
  );
};

export const voucherImporter: Importer = {
  tables: ['client', 'vehicle', 'device', 'voucher', 'monitored_object', 'device_period', 'import_record'],
  uniqueInFile: ['IMEI'],
  compare: async (db, { caller }, rows, now) => [
    ...rows.flatMap(clientFaults),
    ...rows.flatMap(missingDeviceFaults),
    ...(await brandFaults(db, rows)),
    ...(await deviceFaults(db, caller, rows, now)),
  ],
  create: async (tx, requestContext, bodies, now) =>
    (await createVouchers(tx, requestContext, await withBrandsOfDictionary(tx.db, bodies), now)).map(
      ({ id, clientId, imei }) => ({
        id,
        createdIds: { clientId, imei },
      }),
    ),
  // Runs after the import, for some vouchers at a time. Locks the devices only now, because no database can hold
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
    const quarantinedDevices = await tx.db
      .selectFrom('quarantine')
      .select('imei')
      .distinct()
      .where('company_id', '=', companyId)
      .where('imei', 'in', imeis)
      .where('applied_at', 'is', null)
      .orderBy('imei')
      .execute();
    for (const { imei } of quarantinedDevices) await applyQuarantineOfDevice(tx, workers, companyId, imei, now());
  },
  touched,
  lock: lockImported,
  remove: removeImported,
};
