import { type RawBuilder, sql } from 'kysely';
import type { NearAccident, RelatedAccident } from '../../../src/contract/shapes/accident.ts';
import type { Db } from '../../db/connect.ts';
import { DomainError } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import type { AccidentContext } from './accidentContext.ts';
import { emitAccidentEvent } from './accidentEvents.ts';
import { parseMoment } from './input.ts';
import { type AccidentKey, type AccidentState, lockAccident, readAccident, writeAccident } from './repository.ts';

/*
 * Several cases of one event: two devices or platforms report it, or a person and a device. One case is kept. The
 * others are closed as its duplicates (`duplicate_of_id`) and keep their notes, calls, pictures and recordings. Figures
 * count only cases that are no duplicates.
 */

/** Accidents of the same car within this time, hours, are probably one accident. */
const nearHours = 2;
/** Maximum number of nearby accidents shown to a user. */
const maxNearby = 5;

const shiftedIso = (at: number, hours: number) => new Date(at + hours * 3_600_000).toISOString();

export const readNearbyAccidents = async (
  { db }: AccidentContext,
  { companyId }: Caller,
  { VoucherId, CrashDateTime }: { readonly VoucherId: number; readonly CrashDateTime: string },
): Promise<NearAccident[]> => {
  const at = parseMoment('CrashDateTime', CrashDateTime).getTime();
  const voucher = await db
    .selectFrom('voucher')
    .select('object_id')
    .where('company_id', '=', companyId)
    .where('id', '=', VoucherId)
    .executeTakeFirst();
  if (!voucher) return [];
  // The query searches by object, because there is an index on objects. A former car of the voucher is another object.
  const rows = await db
    .selectFrom('accident')
    .select(['id', 'object_id', 'crash_unique_identifier', 'crash_at', 'status'])
    .where('company_id', '=', companyId)
    .where('object_id', '=', voucher.object_id)
    .where('crash_at', '>=', shiftedIso(at, -nearHours))
    .where('crash_at', '<=', shiftedIso(at, nearHours))
    .where('duplicate_of_id', 'is', null)
    .execute();
  const timeDistanceMs = ({ crash_at }: { crash_at: string }) => Math.abs(Date.parse(crash_at) - at);
  return rows
    .sort((a, b) => timeDistanceMs(a) - timeDistanceMs(b))
    .slice(0, maxNearby)
    .map(row => ({
      Id: row.id,
      ObjectId: row.object_id,
      CrashUniqueIdentifier: row.crash_unique_identifier ?? row.id,
      CrashDateTime: row.crash_at,
      Status: row.status,
    }));
};

/** SQL condition: an accident of the same vehicle. Two vouchers of one vehicle have its plate in common. */
const isSameVehicle = ({ object_id, voucher_id, reg_number }: AccidentState): RawBuilder<unknown> =>
  sql`(object_id = ${object_id} or voucher_id = ${voucher_id}
    or reg_number <> '' and search_plain(reg_number) = search_plain(${reg_number}))`;

const relatedColumns = sql`accident.id as "Id", object_id as "ObjectId", crash_unique_identifier as "CrashUniqueIdentifier",
  crash_at as "CrashDateTime", status as "Status", severity as "Severity",
  (facts->>'DeltaVKmh')::float8 as "DeltaVKmh", maximum_acceleration_g as "MaximumAcceleration",
  source as "Source", voucher_number as "VoucherNumber",
  client_name as "ClientName", reg_number as "VehicleRegNumber", duplicate_of_id as "DuplicateOf"`;

/**
 * Reads the duplicates of a case, and theirs, oldest first. For a new case the cases follow that are perhaps the same
 * event: of the same vehicle within `nearHours`, or with the same recording, the nearest first.
 */
export const readRelatedAccidents = async (db: Db, key: AccidentKey): Promise<RelatedAccident[]> => {
  const { companyId, id } = key;
  const accident = await readAccident(db, key);
  const { rows: duplicates } = await sql<RelatedAccident>`
    with recursive duplicate as (
      select id from accident where company_id = ${companyId} and duplicate_of_id = ${id}
      union all select accident.id from duplicate
        join accident on accident.company_id = ${companyId} and accident.duplicate_of_id = duplicate.id)
    select ${relatedColumns} from duplicate join accident on accident.company_id = ${companyId} and accident.id = duplicate.id
    order by crash_at, accident.id`.execute(db);
  if (accident.status !== 'opened') return duplicates;
  const at = Date.parse(accident.crash_at);
  const { rows: candidates } = await sql<RelatedAccident>`
    select ${relatedColumns} from accident
    where company_id = ${companyId} and id <> ${id} and duplicate_of_id is null and ${isSameVehicle(accident)}
      and (crash_at between ${shiftedIso(at, -nearHours)} and ${shiftedIso(at, nearHours)}
        or id = (select (facts->>'SameAs')::bigint from accident where company_id = ${companyId} and id = ${id}))
    order by abs(extract(epoch from crash_at - ${accident.crash_at}::timestamptz)), id limit ${maxNearby}`.execute(db);
  return [...duplicates, ...candidates];
};

/** SQL condition: an accident of the same vehicle, or of the same client, whose report may name another vehicle. */
const isSameVehicleOrClient = (accident: AccidentState): RawBuilder<unknown> =>
  sql`(${isSameVehicle(accident)} or client_id = ${accident.client_id})`;

/** Maximum number of accidents that a search for the kept case returns. */
const maxMergeTargets = 20;

/**
 * Reads accidents of which a case may be a duplicate: of the same vehicle or client, the nearest in time first. A text
 * is searched in their number, voucher, plate, client and place. The accident with exactly the searched number comes
 * first and may be of another vehicle, so that a merge into it is refused with its reason.
 */
export const searchMergeTargets = async (db: Db, key: AccidentKey, search: string): Promise<RelatedAccident[]> => {
  const { companyId, id } = key;
  const accident = await readAccident(db, key);
  const number = Number(/^#?\s*(\d{1,9})$/.exec(search)?.[1] ?? 0);
  const text = search.replace(/^#\s*/, '');
  const { rows } = await sql<RelatedAccident>`
    select ${relatedColumns} from accident
    where company_id = ${companyId} and id <> ${id}
      and (id = ${number} or ${isSameVehicleOrClient(accident)} and position(search_plain(${text})
        in search_plain(concat_ws(' ', crash_unique_identifier, voucher_number, reg_number, client_name, city, street))) > 0)
    order by id <> ${number},
      abs(extract(epoch from crash_at - ${accident.crash_at}::timestamptz)), id limit ${maxMergeTargets}`.execute(db);
  return rows;
};

/** Throws unless a case can be closed as a duplicate of `kept`. Both are locked. */
export const requireMergeable = async (
  tx: Tx,
  accident: AccidentState,
  kept: AccidentState,
  /** Bucket of `kept` that the caller saw. */
  seenStatus: string,
): Promise<void> => {
  const values = { id: kept.id };
  if (kept.duplicate_of_id !== null)
    throw new DomainError('MERGED_ITSELF', { values: { ...values, kept: kept.duplicate_of_id } });
  if (kept.status !== seenStatus) throw new DomainError('MERGE_TARGET_MOVED', { values });
  const { rows } = await sql`select id from accident
    where company_id = ${kept.company_id} and id = ${kept.id} and ${isSameVehicleOrClient(accident)}`.execute(tx.db);
  if (rows.length === 0) throw new DomainError('OTHER_VEHICLE', { values });
};

type Change = 'attach' | 'detach';

const writeKeptHistory = async (tx: Tx, kept: AccidentKey, change: Change, duplicateId: number): Promise<void> => {
  const [before, after] = change === 'attach' ? [null, duplicateId] : [duplicateId, null];
  const changes = [{ field: 'Duplicate', before, after }];
  await tx.audit({ entity: 'accident', entityId: kept.id, action: `${change}Duplicate`, changes });
  // The version of the kept case stays, because no value that its operator enters has changed.
  await emitAccidentEvent(tx, kept, { action: 'update', fields: ['Duplicates', 'FirstContactAt'] });
};

/** Changes the voucher's number of accidents, because one event counts once. */
const addCrashes = async ({ db }: Tx, { company_id, voucher_id }: AccidentState, difference: 1 | -1): Promise<void> => {
  if (voucher_id === null) return;
  await db
    .updateTable('voucher')
    .set({ crashes: sql<number>`crashes + ${difference}` })
    .where('company_id', '=', company_id)
    .where('id', '=', voucher_id)
    .execute();
};

/**
 * Writes to the kept case that another case has become its duplicate. The client was called about the event if either
 * case has a call.
 */
export const attachDuplicate = async (tx: Tx, kept: AccidentState, duplicate: AccidentState): Promise<void> => {
  const key = { companyId: kept.company_id, id: kept.id };
  await addCrashes(tx, duplicate, -1);
  const firstContactAt = [kept.first_contact_at, duplicate.first_contact_at].filter(at => at !== null).sort()[0];
  if (firstContactAt !== undefined) await writeAccident(tx.db, key, { first_contact_at: firstContactAt });
  await writeKeptHistory(tx, key, 'attach', duplicate.id);
};

/** Writes to the kept case that `duplicate` is no longer its duplicate. Its first call is again that of its own calls. */
export const detachDuplicate = async (tx: Tx, duplicate: AccidentState): Promise<void> => {
  const { company_id: companyId, id, duplicate_of_id: keptId, first_contact_at: firstContactAt } = duplicate;
  if (keptId === null) return;
  const key = { companyId, id: keptId };
  await addCrashes(tx, duplicate, 1);
  const kept = await lockAccident(tx.db, key);
  if (firstContactAt !== null && kept.first_contact_at === firstContactAt)
    await sql`update accident set first_contact_at = (select min(at) from (
        select at from accident_call where company_id = ${companyId} and accident_id = ${keptId}
        union all select first_contact_at from accident
          where company_id = ${companyId} and duplicate_of_id = ${keptId} and id <> ${id}) contact)
      where company_id = ${companyId} and id = ${keptId}`.execute(tx.db);
  await writeKeptHistory(tx, key, 'detach', id);
};
