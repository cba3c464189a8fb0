import type { Kysely, Selectable, Transaction, Updateable } from 'kysely';
import type { AccidentStatus } from '../../../src/contract/states.ts';
import type { Accident, Database } from '../../db/types.ts';
import { utcOffsetMs } from '../../domain/score/localClock.ts';
import { notFound } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';

/** Key of an accident. No query uses the id without the company. */
export interface AccidentKey {
  readonly companyId: number;
  readonly id: number;
}

export type AccidentState = Omit<Selectable<Accident>, 'facts'>;

/** Reads the accident without a lock, so it may change at any moment. */
export const readAccident = (db: Kysely<Database>, { companyId, id }: AccidentKey): Promise<AccidentState> =>
  db
    .selectFrom('accident')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound);

/** Locks the accident with its lease, notes and pictures until the transaction ends. */
export const lockAccident = (db: Transaction<Database>, { companyId, id }: AccidentKey): Promise<AccidentState> =>
  db
    .selectFrom('accident')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);

/** Locks accidents in the order of their ids, as every transaction does, so that no deadlock occurs. */
export const lockAccidents = async (
  db: Transaction<Database>,
  companyId: number,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return;
  const rows = db.selectFrom('accident').select('id').where('company_id', '=', companyId).where('id', 'in', ids);
  await rows.orderBy('id').forUpdate().execute();
};

/** Place of an accident, with the offset of the local clock that gives the accident's day. */
export const locationColumns = (
  crashAt: Date | string,
  { latitude = null, longitude = null }: { readonly latitude?: number | null; readonly longitude?: number | null },
) => ({
  latitude,
  longitude,
  utc_offset_ms:
    latitude === null || longitude === null ? null : utcOffsetMs(new Date(crashAt).getTime(), latitude, longitude),
});

export const writeAccident = async (
  db: Transaction<Database>,
  { companyId, id }: AccidentKey,
  values: Updateable<Accident>,
): Promise<void> => {
  await db.updateTable('accident').set(values).where('company_id', '=', companyId).where('id', '=', id).execute();
};

export const countMove = (tx: Tx, from: AccidentStatus, to: AccidentStatus): void => {
  // The totals of buckets are updated in a fixed order, so that two opposite moves do not deadlock.
  for (const bucket of [from, to].sort()) tx.countRows('accidents', bucket, bucket === from ? -1 : 1);
};

export const readOperatorName = async (
  db: Kysely<Database>,
  companyId: number,
  id: number | null,
): Promise<string | null> => {
  if (id === null) return null;
  const account = await db
    .selectFrom('account')
    .select('full_name')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return account?.full_name ?? null;
};

export const hasLoggedCall = async (db: Kysely<Database>, { companyId, id }: AccidentKey): Promise<boolean> => {
  const call = await db
    .selectFrom('accident_call')
    .select('id')
    .where('company_id', '=', companyId)
    .where('accident_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return call !== undefined;
};
