import { sql, type Transaction } from 'kysely';
import { affiliationCodes, affiliationOfCode, type TerminalAffiliation } from '../../../src/contract/states.ts';
import type { Database } from '../../db/types.ts';
import { DomainError } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';

type Db = Transaction<Database>;

export type DeviceColumns = {
  readonly imei: string | null;
  readonly sim_number: string;
  readonly obu_brand: string;
  readonly obu_model: string;
  readonly obu_alien: boolean;
  /** Owner code of the device. Absent if the voucher has no device: the voucher then keeps its own code. */
  readonly terminal_affiliation?: number;
};

export const noDevice: DeviceColumns = { imei: null, sim_number: '', obu_brand: '', obu_model: '', obu_alien: false };

interface StockDevice {
  readonly device: DeviceColumns;
  readonly added: boolean;
}

const insertDevices = async (tx: Tx, companyId: number, imeis: readonly string[]): Promise<ReadonlySet<string>> => {
  if (imeis.length === 0) return new Set();
  const inserted = await tx.db
    .insertInto('device')
    .values(imeis.map(imei => ({ imei, company_id: companyId })))
    .onConflict(conflict => conflict.doNothing())
    .returning('imei')
    .execute();
  if (inserted.length > 0) tx.countRows('devices', '', inserted.length);
  return new Set(inserted.map(({ imei }) => imei));
};

const selectDevices = ({ db }: Tx, imeis: readonly string[]) =>
  db
    .selectFrom('device')
    .select(['company_id', 'imei', 'sim_number', 'obu_brand', 'obu_model', 'alien', 'affiliation'])
    .where('imei', 'in', imeis);

/**
 * Locks devices until the transaction ends, because their columns are about to be copied to a voucher. Call it before
 * the voucher is locked. A transaction that changes a device or its model locks in the same order.
 */
export const lockStockDevices = (tx: Tx, imeis: readonly string[]) =>
  selectDevices(tx, imeis).orderBy('id').forShare().execute();

/**
 * Adds new devices to the stock. Returns for all devices the columns that vouchers copy, by IMEI. Throws for devices of
 * another company.
 */
export const ensureInStock = async (
  tx: Tx,
  companyId: number,
  imeis: readonly string[],
): Promise<ReadonlyMap<string, StockDevice>> => {
  if (imeis.length === 0) return new Map();
  // Searches before the insert, because an insert may wait for a transaction that changes the device. That transaction
  // may wait for a voucher that is locked here.
  const knownImeis = new Set((await selectDevices(tx, imeis).execute()).map(({ imei }) => imei));
  const added = await insertDevices(
    tx,
    companyId,
    imeis.filter(imei => !knownImeis.has(imei)),
  );
  const rows = await lockStockDevices(tx, imeis);
  const foreignDevice = rows.find(({ company_id }) => company_id !== companyId);
  if (foreignDevice) throw new DomainError('DEVICE_TAKEN', { values: { imei: foreignDevice.imei } });
  return new Map(
    rows.map(({ company_id: _company, alien, affiliation, ...device }) => [
      device.imei,
      {
        device: {
          ...device,
          obu_alien: alien,
          terminal_affiliation: affiliationCodes[affiliation as TerminalAffiliation],
        },
        added: added.has(device.imei),
      },
    ]),
  );
};

/** Copies the owner code of a voucher to its device. A code that devices do not have stays with the voucher only. */
export const writeAffiliation = async (
  { db, audit, emit, actorId }: Tx,
  companyId: number,
  imei: string | null,
  affiliationCode: unknown,
): Promise<void> => {
  const affiliation = affiliationOfCode(affiliationCode);
  if (!imei || !affiliation) return;
  const device = await db
    .selectFrom('device')
    .select(['id', 'affiliation as before'])
    .where('company_id', '=', companyId)
    .where('imei', '=', imei)
    .where('affiliation', '<>', affiliation)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!device) return;
  const { id, before } = device;
  const newValues = { affiliation, version: sql<number>`version + 1` };
  await db.updateTable('device').set(newValues).where('company_id', '=', companyId).where('id', '=', id).execute();
  await audit({
    entity: 'device',
    entityId: id,
    action: 'update',
    changes: [{ field: 'Affiliation', before, after: affiliation }],
  });
  emit('record', { Resource: 'devices', Id: id, Action: 'update', ActorId: actorId });
};

/** Locks the devices that work under these vouchers, before the vouchers themselves. */
export const lockDevicesOfVouchers = async (
  { db }: Tx,
  companyId: number,
  voucherIds: readonly number[],
): Promise<void> => {
  await sql`select id from device where company_id = ${companyId} and imei in (select imei from voucher
      where company_id = ${companyId} and id = any(${[...voucherIds]}::bigint[]) and closed_at is null)
    order by id for no key update`.execute(db);
};

/** Error for a device that another voucher uses. The error names that voucher only to the voucher's own company. */
export const deviceInUseError = async (
  db: Db,
  companyId: number,
  imei: string,
  voucherId: number,
): Promise<DomainError> => {
  const { number } = await db
    .selectFrom('voucher')
    .select('number')
    .where('company_id', '=', companyId)
    .where('id', '=', voucherId)
    .executeTakeFirstOrThrow();
  return new DomainError('DEVICE_AT_WORK', { values: { imei, voucher: number } });
};
