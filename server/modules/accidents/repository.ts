import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { AccidentDetail } from '../../../src/contract/shapes/accident.ts';
import type { AccidentTable, Database } from '../../db/types.ts';
import { notFound } from '../../errors.ts';
import { accidentRow } from './table.ts';

/** Where an accident lies: never asked for by its id alone. */
export interface AccidentKey {
  readonly companyId: number;
  readonly id: number;
}

export type AccidentState = Omit<Selectable<AccidentTable>, 'facts'>;

const detail = sql.raw(`${accidentRow}, voucher_id as "VoucherId", vehicle_year as "VehicleYear",
  vehicle_color as "VehicleColor", source as "Source", contact_person_status_id as "ContactPersonStatusId",
  crash_dynamics_id as "CrashDynamicsId", unconfirmation_reason_id as "UnconfirmationReasonId",
  damage_description_ids as "DamageDescriptionIds", car_part_ids as "CarPartIds", facts as "Facts"`);

export const readDetailRow = async (db: Kysely<Database>, { companyId, id }: AccidentKey): Promise<AccidentDetail> => {
  const { rows } = await sql<AccidentDetail>`
    select ${detail} from accident where company_id = ${companyId} and id = ${id}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
};

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
  values: Updateable<AccidentTable>,
): Promise<void> => {
  await db.updateTable('accident').set(values).where('company_id', '=', companyId).where('id', '=', id).execute();
};
