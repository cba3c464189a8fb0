import { type RawBuilder, sql } from 'kysely';
import { hasAnyRole, rights } from '../../../src/contract/access.ts';
import type { ClientSheet } from '../../../src/contract/shapes/clientSheet.ts';
import type { ExplainedPart, ExplainedPeriodFigures } from '../../../src/contract/shapes/statistics.ts';
import type { Context } from '../../context.ts';
import { clientZone } from '../../domain/client-zone.ts';
import { DomainError, notFound } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import { explainPeriod, periodOf, readSubject } from '../statistics/service.ts';

/** Stages of vouchers that have no device, so that they have no score. */
const unscoredStages: readonly string[] = ['created', 'awaitingInstallation', 'closed'];

/** Maximum number of entries in each list of a sheet. */
const maxItems = 10;
const maxCauses = 3;

type ReadContext = Pick<Context, 'db' | 'now'>;
type List<Name extends keyof ClientSheet> = ClientSheet[Name] extends { Items: (infer Item)[] } ? Item : never;

interface ClientKey {
  readonly companyId: number;
  readonly id: number;
}

const readPerson = async ({ db }: ReadContext, { companyId, id }: ClientKey) => {
  const row = await db
    .selectFrom('client')
    .innerJoin('company', 'company.id', 'client.company_id')
    .select(['client.id', 'client.full_name', 'client.phone', 'client.second_phone', 'client.email', 'client.city'])
    .select(['client.vip', 'company.time_zone'])
    .where('client.company_id', '=', companyId)
    .where('client.id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  return {
    Id: row.id,
    FullName: row.full_name,
    Phone: row.phone,
    SecondPhone: row.second_phone,
    Email: row.email,
    City: row.city,
    Vip: row.vip,
    TimeZone: clientZone({ latitude: null, longitude: null, city: row.city, companyZone: row.time_zone }),
  };
};

/** Throws unless the caller may read every client, or has leased a case of this client. */
export const requireSheetAccess = async ({ db, now }: ReadContext, caller: Caller, id: number): Promise<void> => {
  if (hasAnyRole(caller.roles, rights.whereabouts)) return;
  await db
    .selectFrom('accident')
    .select('id')
    .where('company_id', '=', caller.companyId)
    .where('client_id', '=', id)
    .where('locked_by', '=', caller.accountId)
    .where('locked_until', '>', now().toISOString())
    .executeTakeFirstOrThrow(() => new DomainError('CASE_NEEDED'));
};

const readNewest = async <Item>(
  { db }: ReadContext,
  { columns, from, order }: { readonly columns: string; readonly from: RawBuilder<unknown>; readonly order: string },
): Promise<{ Items: Item[]; Total: number }> => {
  const { rows } = await sql<Item & { total: number }>`select ${sql.raw(columns)}, count(*) over () as total
    ${from} order by ${sql.raw(order)} limit ${maxItems}`.execute(db);
  return { Items: rows.map(({ total: _, ...item }) => item as unknown as Item), Total: Number(rows[0]?.total ?? 0) };
};

const readVouchers = (context: ReadContext, { companyId, id }: ClientKey) =>
  readNewest<List<'Vouchers'>>(context, {
    columns: `id as "Id", object_id as "ObjectId", number as "VoucherNumber", stage as "Status",
      contract_number as "ContractNumber", contract_begin as "ContractBeginDate", contract_end as "ContractEndDate"`,
    from: sql`from voucher where company_id = ${companyId} and client_id = ${id}`,
    // Closed vouchers come last, because their scores and contracts matter least.
    order: '(closed_at is not null), id desc',
  });

const readVehicles = async (
  { db }: ReadContext,
  companyId: number,
  voucherIds: readonly number[],
): Promise<ClientSheet['Vehicles']> => {
  const { rows } = await sql<ClientSheet['Vehicles'][number]>`
    select voucher.id as "VoucherId", voucher.number as "VoucherNumber", brand as "Brand", model as "Model",
      year as "Year", vehicle.reg_number as "RegNumber", object.from_at as "From", object.to_at as "To"
    from monitored_object object
    join voucher on voucher.company_id = object.company_id and voucher.id = object.voucher_id
    join vehicle on vehicle.company_id = object.company_id and vehicle.id = object.vehicle_id
    where object.company_id = ${companyId} and object.voucher_id = any(${[...voucherIds]}::bigint[])
    order by object.to_at is not null, object.from_at desc limit ${2 * maxItems}`.execute(db);
  return rows;
};

const caseColumns = `accident.id as "AccidentId", accident.object_id as "ObjectId", accident.status as "Status",
  accident.crash_unique_identifier as "CrashUniqueIdentifier"`;

const readAccidents = (context: ReadContext, { companyId, id }: ClientKey) =>
  readNewest<List<'Accidents'>>(context, {
    columns: `id as "Id", object_id as "ObjectId", crash_at as "CrashDateTime", status as "Status",
      maximum_acceleration_g as "MaximumAcceleration", severity as "Severity", reg_number as "VehicleRegNumber",
      crash_unique_identifier as "CrashUniqueIdentifier", status_of_road_accident_id as "StatusOfRoadAccidentID"`,
    from: sql`from accident where company_id = ${companyId} and client_id = ${id} and duplicate_of_id is null`,
    order: 'crash_at desc, id desc',
  });

const entriesOfCases = (table: 'accident_call' | 'accident_note', { companyId, id }: ClientKey) =>
  sql`from ${sql.table(table)} entry
    join accident on accident.company_id = entry.company_id and accident.id = entry.accident_id
    where entry.company_id = ${companyId} and accident.company_id = ${companyId} and accident.client_id = ${id}`;

const readCalls = (context: ReadContext, key: ClientKey) =>
  readNewest<List<'Calls'>>(context, {
    columns: `entry.id as "Id", entry.at as "At", reason_id as "ReasonId", result_id as "ResultId",
      entry.contact_person_status_id as "ContactPersonStatusId", comment as "Comment",
      entry.next_call_at as "DateTimeOfNextCall", author_id as "AuthorId", author_name as "AuthorName", ${caseColumns}`,
    from: entriesOfCases('accident_call', key),
    order: 'entry.at desc, entry.id desc',
  });

const readNotes = (context: ReadContext, key: ClientKey) =>
  readNewest<List<'Notes'>>(context, {
    columns: `entry.id as "Id", text as "Text", author_name as "AuthorName", author_id as "AuthorId",
      entry.created_at as "CreatedAt", entry.updated_at as "UpdatedAt", ${caseColumns}`,
    from: entriesOfCases('accident_note', key),
    order: 'entry.created_at desc, entry.id desc',
  });

const readPromises = async ({ db }: ReadContext, { companyId, id }: ClientKey): Promise<ClientSheet['Promises']> => {
  const { rows } = await sql<ClientSheet['Promises'][number]>`
    select ${sql.raw(caseColumns)}, next_call_at as "At", next_call_promised as "Agreed" from accident
    where company_id = ${companyId} and client_id = ${id} and status = 'opened' and next_call_at is not null
      and duplicate_of_id is null
    order by next_call_at, id limit ${maxItems}`.execute(db);
  return rows;
};

/** Parts of a score that cost points, the most expensive first. */
export const costliestParts = (
  parts: readonly ExplainedPart[],
): ClientSheet['Scores'] extends (infer S)[] | null ? (S extends { Causes: infer Causes } ? Causes : never) : never =>
  parts
    .flatMap(({ Kind, Cost, Count }) => (Cost ? [{ Kind, Cost, Count }] : []))
    .sort((a, b) => b.Cost - a.Cost)
    .slice(0, maxCauses);

/** Score of an object in the default period of the scoring page. */
export const readScore = async (
  { db, now }: ReadContext,
  caller: Pick<Caller, 'companyId'>,
  objectId: string,
): Promise<ExplainedPeriodFigures> => {
  const subject = await readSubject(db, caller, { objectId }, now());
  return explainPeriod(db, subject, periodOf({}, subject.today));
};

const readScores = async (
  context: ReadContext,
  caller: Caller,
  vouchers: readonly List<'Vouchers'>[],
  vehicles: ClientSheet['Vehicles'],
): Promise<NonNullable<ClientSheet['Scores']>> => {
  const scores: NonNullable<ClientSheet['Scores']> = [];
  for (const { Id, ObjectId, VoucherNumber, Status } of vouchers) {
    if (unscoredStages.includes(Status)) continue;
    const figures = await readScore(context, caller, ObjectId);
    scores.push({
      VoucherId: Id,
      ObjectId,
      VoucherNumber,
      VehicleRegNumber: vehicles.find(({ VoucherId }) => VoucherId === Id)?.RegNumber ?? '',
      From: figures.From,
      To: figures.To,
      Score: figures.Score,
      ScoreLow: figures.ScoreLow,
      ScoreHigh: figures.ScoreHigh,
      Band: figures.Band,
      ScoreReason: figures.ScoreReason,
      PreviousScore: figures.Previous.Score,
      DistanceKm: figures.DistanceKm,
      TripsCount: figures.TripsCount,
      Causes: figures.Score === null ? [] : costliestParts(figures.Explanation.Parts),
    });
  }
  return scores;
};

/**
 * Reads all about a client. Managers read every client of their company, with scores. An operator reads the client of a
 * case that the operator has leased, without scores.
 */
export const readClientSheet = async (context: ReadContext, caller: Caller, id: number): Promise<ClientSheet> => {
  const key = { companyId: caller.companyId, id };
  const person = await readPerson(context, key);
  await requireSheetAccess(context, caller, id);
  const Vouchers = await readVouchers(context, key);
  const Vehicles = await readVehicles(
    context,
    key.companyId,
    Vouchers.Items.map(voucher => voucher.Id),
  );
  return {
    ...person,
    Vouchers,
    Vehicles,
    Accidents: await readAccidents(context, key),
    Promises: await readPromises(context, key),
    Calls: await readCalls(context, key),
    Notes: await readNotes(context, key),
    Scores: hasAnyRole(caller.roles, rights.scoring)
      ? await readScores(context, caller, Vouchers.Items, Vehicles)
      : null,
  };
};
