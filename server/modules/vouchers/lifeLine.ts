import type { Kysely, Transaction } from 'kysely';
import { advisoryLock } from '../../db/advisoryLock.ts';
import type { Database } from '../../db/types.ts';

type Db = Transaction<Database>;
type ReadDb = Kysely<Database>;

/** Locks device and vehicle changes of the voucher until the transaction ends. Call it before devices are locked. */
export const lockVoucher = async (db: Db, companyId: number, voucherId: number): Promise<void> => {
  await advisoryLock(db, `voucher:${companyId}:${voucherId}`);
};

export interface Period {
  readonly id: number;
  readonly imei: string;
  readonly voucherId: number;
  readonly objectId: string;
  readonly fromAt: string;
  readonly toAt: string | null;
  readonly scored: boolean;
}

const selectPeriods = (db: ReadDb, companyId: number) =>
  db
    .selectFrom('device_period')
    .select(['id', 'imei', 'voucher_id as voucherId', 'object_id as objectId', 'from_at as fromAt', 'to_at as toAt'])
    .select('scored')
    .where('company_id', '=', companyId);

export const readPresentPeriod = (db: Db, companyId: number, voucherId: number): Promise<Period | undefined> =>
  selectPeriods(db, companyId).where('voucher_id', '=', voucherId).where('to_at', 'is', null).executeTakeFirst();

export const readLastPeriod = (db: Db, companyId: number, voucherId: number): Promise<Period | undefined> =>
  selectPeriods(db, companyId)
    .where('voucher_id', '=', voucherId)
    .orderBy('from_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const readLastPeriods = async (
  db: ReadDb,
  companyId: number,
  imeis: readonly string[],
): Promise<ReadonlyMap<string, Period>> => {
  if (imeis.length === 0) return new Map();
  const rows = await selectPeriods(db, companyId)
    .where('imei', 'in', imeis)
    .distinctOn('imei')
    .orderBy('imei')
    .orderBy('from_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(period => [period.imei, period]));
};

export interface NewPeriod {
  readonly companyId: number;
  readonly imei: string;
  readonly voucherId: number;
  readonly objectId: string;
  readonly fromAt: Date;
  readonly scored: boolean;
}

export const insertPeriods = async (db: Db, newPeriods: readonly NewPeriod[]): Promise<void> => {
  if (newPeriods.length === 0) return;
  await db
    .insertInto('device_period')
    .values(
      newPeriods.map(({ companyId, imei, voucherId, objectId, fromAt, scored }) => ({
        company_id: companyId,
        imei,
        voucher_id: voucherId,
        object_id: objectId,
        from_at: fromAt,
        to_at: null,
        scored,
      })),
    )
    .execute();
};

export const endPeriod = async (db: Db, companyId: number, id: number, toAt: Date): Promise<void> => {
  await db
    .updateTable('device_period')
    .set({ to_at: toAt })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
};

/**
 * Joins two consecutive periods of the same device in the same vehicle: reopens the earlier one (`id`) and deletes the
 * present one.
 */
export const joinPeriod = async (db: Db, companyId: number, voucherId: number, id: number): Promise<void> => {
  await db
    .deleteFrom('device_period')
    .where('company_id', '=', companyId)
    .where('voucher_id', '=', voucherId)
    .where('to_at', 'is', null)
    .where('id', '<>', id)
    .execute();
  await db
    .updateTable('device_period')
    .set({ to_at: null })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute();
};

export interface NewObject {
  readonly companyId: number;
  readonly objectId: string;
  readonly voucherId: number;
  readonly vehicleId: number;
  readonly fromAt: Date;
}

export const insertObjects = async (db: Db, newObjects: readonly NewObject[]): Promise<void> => {
  await db
    .insertInto('monitored_object')
    .values(
      newObjects.map(({ companyId, objectId, voucherId, vehicleId, fromAt }) => ({
        company_id: companyId,
        object_id: objectId,
        voucher_id: voucherId,
        vehicle_id: vehicleId,
        from_at: fromAt,
        to_at: null,
      })),
    )
    .execute();
};

/** Time since which the vehicle has been under its voucher. */
export const readObjectStart = async (db: Db, companyId: number, objectId: string): Promise<string> => {
  const { from_at } = await db
    .selectFrom('monitored_object')
    .select('from_at')
    .where('company_id', '=', companyId)
    .where('object_id', '=', objectId)
    .executeTakeFirstOrThrow();
  return from_at;
};

/** Ends the monitoring of an object at `toAt`. If `toAt` is null, the object is monitored again. */
export const endObject = async (db: Db, companyId: number, objectId: string, toAt: Date | null): Promise<void> => {
  await db
    .updateTable('monitored_object')
    .set({ to_at: toAt })
    .where('company_id', '=', companyId)
    .where('object_id', '=', objectId)
    .execute();
};
