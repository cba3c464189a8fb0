import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/types.ts';

type Db = Transaction<Database>;

/** Until the transaction ends nobody else moves this voucher's device or vehicle. Taken before devices are held. */
export const holdVoucher = async (db: Db, companyId: number, voucherId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`voucher:${companyId}:${voucherId}`}, 0))`.execute(db);
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

const periods = (db: Db, companyId: number) =>
  db
    .selectFrom('device_period')
    .select(['id', 'imei', 'voucher_id as voucherId', 'object_id as objectId', 'from_at as fromAt', 'to_at as toAt'])
    .select('scored')
    .where('company_id', '=', companyId);

/** The device that works under the voucher now. */
export const periodOf = (db: Db, companyId: number, voucherId: number): Promise<Period | undefined> =>
  periods(db, companyId).where('voucher_id', '=', voucherId).where('to_at', 'is', null).executeTakeFirst();

/** The last device of the voucher, at work or not. */
export const lastPeriodOf = (db: Db, companyId: number, voucherId: number): Promise<Period | undefined> =>
  periods(db, companyId)
    .where('voucher_id', '=', voucherId)
    .orderBy('from_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Where the device worked last, or works. */
export const lastPeriodOfDevice = (db: Db, companyId: number, imei: string): Promise<Period | undefined> =>
  periods(db, companyId)
    .where('imei', '=', imei)
    .orderBy('from_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export interface NewPeriod {
  readonly companyId: number;
  readonly imei: string;
  readonly voucherId: number;
  readonly objectId: string;
  readonly fromAt: Date;
  readonly scored: boolean;
}

export const beginPeriod = async (
  db: Db,
  { companyId, imei, voucherId, objectId, fromAt, scored }: NewPeriod,
): Promise<void> => {
  await db
    .insertInto('device_period')
    .values({
      company_id: companyId,
      imei,
      voucher_id: voucherId,
      object_id: objectId,
      from_at: fromAt,
      to_at: null,
      scored,
    })
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

/** Undoes the cut that ended this period and began the one at work now, of the same device in the same vehicle. */
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

export const beginObject = async (
  db: Db,
  { companyId, objectId, voucherId, vehicleId, fromAt }: NewObject,
): Promise<void> => {
  await db
    .insertInto('monitored_object')
    .values({
      company_id: companyId,
      object_id: objectId,
      voucher_id: voucherId,
      vehicle_id: vehicleId,
      from_at: fromAt,
      to_at: null,
    })
    .execute();
};

/** Null: it goes on. */
export const endObject = async (db: Db, companyId: number, objectId: string, toAt: Date | null): Promise<void> => {
  await db
    .updateTable('monitored_object')
    .set({ to_at: toAt })
    .where('company_id', '=', companyId)
    .where('object_id', '=', objectId)
    .execute();
};
