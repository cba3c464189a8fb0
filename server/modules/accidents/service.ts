import { type NotNull, type Selectable, sql } from 'kysely';
import type { AnomalyKind } from '../../../src/contract/anomalies.ts';
import {
  type AccidentKind,
  type AccidentStatus,
  type CrashFacts,
  implausibleDoubts,
} from '../../../src/contract/shapes/accident.ts';
import type { Context } from '../../context.ts';
import { differences } from '../../db/differences.ts';
import type { Voucher } from '../../db/types.ts';
import { roundFacts } from '../../domain/telemetry/roundFacts.ts';
import { notifyCompany } from '../../engine/notifications/service.ts';
import { notFound } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { emitAccidentEvent } from './accidentEvents.ts';
import { type AccidentKey, countMove, locationColumns, lockAccident, writeAccident } from './repository.ts';

const moveToQueue = async (tx: Tx, key: AccidentKey, version: number): Promise<void> => {
  await writeAccident(tx.db, key, { status: 'opened', version: version + 1 });
  countMove(tx, 'notvalid', 'opened');
  const changes = [{ field: 'Status', before: 'notvalid', after: 'opened' }];
  await tx.audit({ entity: 'accident', entityId: key.id, action: 'move', changes });
  await emitAccidentEvent(tx, key, { action: 'move', fields: ['Status'], statusBefore: 'notvalid' });
};

/**
 * Moves an impact into the queue after the device fault that made its recording implausible was cleared. Before, the
 * impact waits outside the queue.
 */
export const openQuarantinedAccident = async (tx: Tx, key: AccidentKey, kind: AnomalyKind): Promise<void> => {
  if (!implausibleDoubts.some(doubt => doubt === kind)) return;
  const accident = await lockAccident(tx.db, key);
  // If a user has decided on the case in the meantime, the decision stays.
  if (accident.status !== 'notvalid' || accident.finished_at !== null) return;
  await moveToQueue(tx, key, accident.version);
};

/**
 * Moves a case into the queue after a new alarm. Before the alarm, its recording alone kept the case out of the queue.
 */
export const openAlarmedAccident = async (tx: Tx, key: AccidentKey): Promise<void> => {
  const accident = await lockAccident(tx.db, key);
  if (accident.status === 'notvalid' && accident.finished_at === null) await moveToQueue(tx, key, accident.version);
};

export interface LeasedCase {
  readonly objectId: string;
  readonly voucherId: number | null;
  readonly crashAt: string;
}

export const readLeasedCases = ({ db, now }: Pick<Context, 'db' | 'now'>, { companyId, accountId }: Caller) =>
  db
    .selectFrom('accident')
    .select(['object_id as objectId', 'voucher_id as voucherId', 'crash_at as crashAt'])
    .where('company_id', '=', companyId)
    .where('locked_by', '=', accountId)
    .where('locked_until', '>', now().toISOString())
    .execute() satisfies Promise<LeasedCase[]>;

export { emitAccidentEvent } from './accidentEvents.ts';
export { listCalls } from './calls.ts';
export { readRelatedAccidents } from './duplicates.ts';
export { type HandedOver, handOverCases, undoHandOver } from './handOver.ts';
export { listImages, readImage } from './images.ts';
export { markDamaged, markRepeat, markWrongClock, measureAccident, refineAccident } from './laterFacts.ts';
export { listNotes } from './notes.ts';
export { lockAccidents } from './repository.ts';

export interface NewAccident {
  readonly companyId: number;
  readonly voucherId: number;
  /** Object (car and device) of the accident. Absent: the object that the voucher had at the time of the accident. */
  readonly objectId?: string;
  readonly crashAt: Date;
  /** Source of the report: `device`, or the person who reported the accident. */
  readonly source: string;
  readonly latitude?: number | null;
  readonly longitude?: number | null;
  readonly city?: string;
  readonly street?: string;
  /** Kind of the accident. Absent: a crash. */
  readonly kind?: AccidentKind;
  /** Time of the last alarm. Set only for an accident that has alarms and no recording. */
  readonly alarmUntil?: Date;
  readonly facts: CrashFacts;
  readonly status: AccidentStatus;
  readonly createdAt: Date;
}

export interface CreatedAccident {
  readonly id: number;
  readonly crashUniqueIdentifier: number;
  readonly objectId: string;
}

const countAccidentOfVoucher = async ({ db }: Tx, companyId: number, voucherId: number) => {
  const voucher = await db
    .updateTable('voucher')
    .set({ crashes: sql<number>`crashes + 1` })
    .where('company_id', '=', companyId)
    .where('id', '=', voucherId)
    .returningAll()
    .executeTakeFirstOrThrow(notFound);
  const client = await db
    .selectFrom('client')
    .select(['first_name', 'middle_name', 'last_name'])
    .where('company_id', '=', companyId)
    .where('id', '=', voucher.client_id)
    .executeTakeFirstOrThrow();
  return { voucher, client };
};

/** The voucher's vehicle at the time of the accident. The voucher may have another vehicle now. */
const readVehicleAtAccident = async (
  { db }: Tx,
  { companyId, voucherId, objectId, crashAt }: NewAccident,
  voucher: Selectable<Voucher>,
) => {
  const objects = db
    .selectFrom('monitored_object as object')
    .innerJoin('vehicle', join =>
      join.onRef('vehicle.company_id', '=', 'object.company_id').onRef('vehicle.id', '=', 'object.vehicle_id'),
    )
    .select(['object.object_id', 'reg_number', 'brand as vehicle_brand', 'model as vehicle_model'])
    .select(['year as vehicle_year', 'color as vehicle_color'])
    .where('object.company_id', '=', companyId)
    .where('object.voucher_id', '=', voucherId);
  const formerVehicle =
    objectId === voucher.object_id
      ? undefined
      : await (objectId === undefined
          ? objects.where('to_at', '>', crashAt.toISOString()).orderBy('to_at')
          : objects.where('object.object_id', '=', objectId)
        )
          .limit(1)
          .executeTakeFirst();
  const { object_id, reg_number, vehicle_brand, vehicle_model, vehicle_year, vehicle_color } = formerVehicle ?? voucher;
  return { object_id, reg_number, vehicle_brand, vehicle_model, vehicle_year, vehicle_color };
};

/**
 * Creates an accident reported by a device or a person. Vehicle and client are copied, because the voucher may change
 * later.
 */
export const createAccident = async (tx: Tx, unrounded: NewAccident): Promise<CreatedAccident> => {
  const input = { ...unrounded, facts: roundFacts(unrounded.facts) };
  const { voucher, client } = await countAccidentOfVoucher(tx, input.companyId, input.voucherId);
  const vehicle = await readVehicleAtAccident(tx, input, voucher);
  const { id, crash_unique_identifier: crashUniqueIdentifier } = await tx.db
    .insertInto('accident')
    .values({
      company_id: input.companyId,
      ...vehicle,
      voucher_id: voucher.id,
      client_id: voucher.client_id,
      crash_at: input.crashAt,
      status: input.status,
      source: input.source,
      kind: input.kind ?? 'crash',
      alarm_until: input.alarmUntil ?? null,
      client_first_name: client.first_name,
      client_middle_name: client.middle_name,
      client_last_name: client.last_name,
      client_name: voucher.client_name,
      client_phone: voucher.client_phone,
      voucher_number: voucher.number,
      vip: voucher.vip,
      device_model: input.source === 'device' ? `${voucher.obu_brand} ${voucher.obu_model}`.trim() : '',
      city: input.city ?? '',
      street: input.street ?? '',
      ...locationColumns(input.crashAt, input),
      maximum_acceleration_g: input.facts.PeakG,
      severity: input.facts.Severity,
      facts: JSON.stringify(input.facts),
      created_at: input.createdAt,
      is_fresh: sql<boolean>`${input.crashAt.toISOString()}::timestamptz >= ${input.createdAt.toISOString()}::timestamptz
        - (select fresh_min from company where id = ${input.companyId}) * interval '1 minute'`,
    })
    .returning(['id', 'crash_unique_identifier'])
    // The column crash_unique_identifier is derived from the id, so it is never null.
    .$narrowType<{ crash_unique_identifier: NotNull }>()
    .executeTakeFirstOrThrow();
  await tx.audit({
    entity: 'accident',
    entityId: id,
    action: 'create',
    changes: differences(
      {},
      {
        CrashUniqueIdentifier: crashUniqueIdentifier,
        CrashDateTime: input.crashAt.toISOString(),
        VoucherNumber: voucher.number,
        Source: input.source,
        ...(input.kind === 'sos' && { Kind: input.kind }),
        Status: input.status,
        MaximumAcceleration: input.facts.PeakG,
        Severity: input.facts.Severity,
        Latitude: input.latitude,
        Longitude: input.longitude,
        City: input.city,
        Street: input.street,
      },
    ),
  });
  tx.countRows('accidents', input.status, 1);
  await emitAccidentEvent(tx, { companyId: input.companyId, id }, { action: 'create', fields: [] });
  if (input.facts.Severity === 'major')
    await notifyCompany(tx, {
      companyId: input.companyId,
      kind: 'major',
      at: input.createdAt,
      about: { accident_id: id },
    });
  if (input.kind === 'sos')
    await notifyCompany(tx, {
      companyId: input.companyId,
      kind: 'alarm',
      at: input.createdAt,
      about: { alarm: input.kind, accident_id: id },
    });
  return { id, crashUniqueIdentifier, objectId: vehicle.object_id };
};

/** Moves an accident to an earlier time, because an earlier alarm arrived later. */
export const moveAccidentBack = async (tx: Tx, key: AccidentKey, crashAt: Date): Promise<void> => {
  const { crash_at: before } = await lockAccident(tx.db, key);
  await writeAccident(tx.db, key, { crash_at: crashAt });
  const changes = differences({ CrashDateTime: before }, { CrashDateTime: crashAt.toISOString() });
  await tx.audit({ entity: 'accident', entityId: key.id, action: 'refine', changes });
  await emitAccidentEvent(tx, key, { action: 'update', fields: ['CrashDateTime'] });
};
