import { sql } from 'kysely';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { AccidentDetail, Image, Note } from '../../../src/contract/shapes/accident.ts';
import type { AuditRow } from '../../../src/contract/shapes/audit.ts';
import type { LoggedCall } from '../../../src/contract/shapes/loggedCall.ts';
import type { Reconstruction } from '../../../src/contract/shapes/reconstruction.ts';
import type { CrashCurves, CrashMap } from '../../../src/contract/shapes/telemetry.ts';
import type { AccidentStatus } from '../../../src/contract/states.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import { readRecord } from '../../engine/table/records.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import type { Caller } from '../../transaction.ts';
import { listCalls, listImages, listNotes, readRelatedAccidents } from '../accidents/service.ts';
import { accidentsTable } from '../accidents/table.ts';
import { readCrashCurves, readCrashMap, readReconstruction } from '../telemetry/service.ts';

/**
 * Actions that the dossier's history leaves out. Opening a case changes nothing, and a dossier does not describe
 * itself.
 */
const excludedActions = ['lock', 'unlock', 'dossier', 'dossierFetch'];

const readHistory = async (
  db: Db,
  { companyId, id }: { readonly companyId: number; readonly id: number },
): Promise<AuditRow[]> => {
  const { rows } = await sql<AuditRow>`
    select id, at, actor_id as "actorId", actor_name as "actorName", entity, entity_id as "entityId", action, reason, changes
    from audit where company_id = ${companyId} and entity = 'accident' and entity_id = ${id}
      and action <> all(${excludedActions}::text[])
    order by id`.execute(db);
  return rows;
};

/** The insured person, the contract, and the device in the car at the time of the impact. */
export interface Insured {
  readonly secondaryPhone: string;
  readonly contractNumber: string;
  readonly contractBegin: string | null;
  readonly contractEnd: string | null;
  readonly policyNumber: string;
  readonly vin: string | null;
  readonly imei: string | null;
  readonly obuBrand: string;
  readonly obuModel: string;
}

/** A case of the same event: a duplicate, or the case that was kept. */
export interface RelatedCase {
  readonly CrashUniqueIdentifier: number;
  readonly Status: AccidentStatus;
  readonly StatusOfRoadAccidentID: number;
}

interface AccidentKey {
  readonly companyId: number;
  readonly id: number;
}

export interface CaseData {
  readonly accident: AccidentDetail;
  readonly insured: Insured | undefined;
  /** Logged phone calls, oldest first. */
  readonly calls: readonly LoggedCall[];
  readonly notes: readonly Note[];
  readonly images: readonly Image[];
  /**
   * Entries of the history, oldest first. Entries about opening or leaving the case and about dossiers are left out.
   */
  readonly history: readonly AuditRow[];
  readonly map: CrashMap;
  readonly curves: CrashCurves;
  readonly reconstruction: Reconstruction;
  readonly operatorName: string | null;
  /** Cases that were closed as duplicates of this one, oldest first. */
  readonly duplicates: readonly RelatedCase[];
  readonly keptCase: RelatedCase | undefined;
}

/** Maximum number of points of a curve, as on the accident's page. Extreme values are always among them. */
const maxCurvePoints = 10_000;

const readInsured = async (db: Db, { companyId, id }: AccidentKey): Promise<Insured | undefined> => {
  const { rows } = await sql<Insured>`
    select voucher.secondary_phone_number as "secondaryPhone", voucher.contract_number as "contractNumber",
      voucher.contract_begin as "contractBegin", voucher.contract_end as "contractEnd",
      voucher.policy_number as "policyNumber", voucher.obu_brand as "obuBrand", voucher.obu_model as "obuModel",
      (select vehicle.vin from monitored_object object
        join vehicle on vehicle.company_id = object.company_id and vehicle.id = object.vehicle_id
        where object.company_id = accident.company_id and object.object_id = accident.object_id limit 1) as vin,
      (select period.imei from device_period period
        where period.company_id = accident.company_id and period.object_id = accident.object_id
          and period.from_at <= accident.crash_at and (period.to_at is null or period.to_at > accident.crash_at)
        order by period.from_at desc limit 1) as imei
    from accident join voucher on voucher.company_id = accident.company_id and voucher.id = accident.voucher_id
    where accident.company_id = ${companyId} and accident.id = ${id}`.execute(db);
  return rows[0];
};

const readRelatedCases = async (db: Db, companyId: number, ids: readonly number[]): Promise<RelatedCase[]> => {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('accident')
    .select(['id', 'crash_unique_identifier', 'status', 'status_of_road_accident_id'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .orderBy('crash_at')
    .orderBy('id')
    .execute();
  return rows.map(row => ({
    CrashUniqueIdentifier: row.crash_unique_identifier ?? row.id,
    Status: row.status,
    StatusOfRoadAccidentID: row.status_of_road_accident_id,
  }));
};

const readAccountName = async (
  db: Db,
  companyId: number,
  accountId: number | null | undefined,
): Promise<string | null> => {
  if (!accountId) return null;
  const account = db.selectFrom('account').select('full_name').where('company_id', '=', companyId);
  return (await account.where('id', '=', accountId).executeTakeFirst())?.full_name ?? null;
};

/** Reads the case in one snapshot, so that no part contradicts another. */
export const readCaseData = (
  context: Context,
  dictionaries: Dictionaries,
  reader: { readonly caller: Caller; readonly locale: Locale },
  id: number,
): Promise<CaseData> =>
  context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async db => {
      const key = { companyId: reader.caller.companyId, id };
      const caseContext = { ...context, db, dictionaries };
      const requestContext = toRequestContext(context, dictionaries, reader);
      const accident = await readRecord<AccidentDetail>(db, accidentsTable, requestContext, id);
      const related = await readRelatedAccidents(db, key);
      const duplicateIds = related.filter(({ DuplicateOf }) => DuplicateOf !== null).map(({ Id }) => Id);
      const keptIds = accident.DuplicateOf === null ? [] : [accident.DuplicateOf];
      return {
        accident,
        duplicates: await readRelatedCases(db, key.companyId, duplicateIds),
        keptCase: (await readRelatedCases(db, key.companyId, keptIds))[0],
        calls: await listCalls(caseContext, reader.caller, id),
        notes: await listNotes(caseContext, reader.caller, id),
        images: await listImages(caseContext, reader.caller, id),
        insured: await readInsured(db, key),
        operatorName: await readAccountName(db, key.companyId, accident.OperatorId as number | null),
        history: await readHistory(db, key),
        map: await readCrashMap({ db, workers: context.workers }, key.companyId, id),
        curves: await readCrashCurves({ db, workers: context.workers }, key.companyId, id, maxCurvePoints),
        reconstruction: await readReconstruction({ db, workers: context.workers }, key.companyId, id),
      };
    });
