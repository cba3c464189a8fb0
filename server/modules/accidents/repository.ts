import type { Kysely, Selectable, Transaction, Updateable } from 'kysely';
import type { Accident, Database } from '../../db/types.ts';
import { notFound } from '../../errors.ts';

/** Where an accident lies: never asked for by its id alone. */
export interface AccidentKey {
  readonly companyId: number;
  readonly id: number;
}

export type AccidentState = Omit<Selectable<Accident>, 'facts'>;

/** Without waiting for anybody: what is read may be changed by the next moment. */
export const readState = async (db: Kysely<Database>, { companyId, id }: AccidentKey): Promise<AccidentState> => {
  const row = await db
    .selectFrom('accident')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
};

/** Until the transaction ends nobody else changes the accident, its lease, notes or pictures. */
export const holdRow = async (db: Transaction<Database>, { companyId, id }: AccidentKey): Promise<AccidentState> => {
  const row = await db
    .selectFrom('accident')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
};

export const writeAccident = async (
  db: Transaction<Database>,
  { companyId, id }: AccidentKey,
  values: Updateable<Accident>,
): Promise<void> => {
  await db.updateTable('accident').set(values).where('company_id', '=', companyId).where('id', '=', id).execute();
};
