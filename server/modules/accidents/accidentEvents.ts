import type { AccidentStatus } from '../../../src/contract/shapes/accident.ts';
import type { EventOf } from '../../../src/contract/shapes/live.ts';
import { type WebhookEvent, webhookEvents } from '../../../src/contract/webhooks.ts';
import type { Tx } from '../../transaction.ts';
import { queueEvent } from '../webhooks/service.ts';
import type { AccidentKey } from './repository.ts';

interface AccidentRow {
  readonly crash_unique_identifier: number | null;
  readonly crash_at: string;
  readonly kind: string;
  readonly voucher_id: number | null;
  readonly voucher_number: string;
  readonly maximum_acceleration_g: number | null;
  readonly injured: string | null;
  readonly drivable: string | null;
  readonly ambulance: string | null;
  readonly police: string | null;
  readonly duplicate_of_id: number | null;
}

/**
 * Queues an event for the company's webhooks. The event contains the accident's identifiers, its status, and the client's
 * answers to yes-or-no questions.
 * Persons, places and notes are personal data. Other systems read them with an account of their own.
 */
const queueForWebhooks = async (
  tx: Tx,
  { companyId }: AccidentKey,
  at: Date,
  event: EventOf<'accident'>,
  row: AccidentRow,
): Promise<void> => {
  const type = webhookEvents.find((each): each is WebhookEvent => each === `accident.${event.Action}`);
  if (!type) return;
  const { Id, ObjectId, Fields, Status, StatusBefore, StatusOfRoadAccidentID, Severity, Version } = event;
  const data = {
    Id,
    CrashUniqueIdentifier: row.crash_unique_identifier,
    CrashDateTime: row.crash_at,
    Kind: row.kind,
    ObjectId,
    VoucherId: row.voucher_id,
    VoucherNumber: row.voucher_number,
    Status,
    StatusBefore,
    StatusOfRoadAccidentID,
    Severity,
    MaximumAcceleration: row.maximum_acceleration_g,
    Injured: row.injured,
    Drivable: row.drivable,
    Ambulance: row.ambulance,
    Police: row.police,
    DuplicateOf: row.duplicate_of_id,
    Fields,
    Version,
  };
  await queueEvent(tx, { companyId, type, at, data });
};

interface AccidentChange {
  readonly action: string;
  readonly fields: readonly string[];
  readonly statusBefore?: AccidentStatus;
}

/**
 * Notifies open lists, workbenches and webhooks of a change of an accident. It reads the accident, so the change must
 * be written before.
 */
export const emitAccidentEvent = async (tx: Tx, key: AccidentKey, change: AccidentChange): Promise<void> => {
  const row = await tx.db
    .selectFrom('accident')
    .select(['object_id', 'status', 'status_of_road_accident_id', 'severity', 'next_call_at', 'version'])
    .select(['locked_by', 'locked_by_name', 'locked_until'])
    .select(['crash_unique_identifier', 'crash_at', 'kind', 'voucher_id', 'voucher_number', 'maximum_acceleration_g'])
    .select(['injured', 'drivable', 'ambulance', 'police', 'duplicate_of_id'])
    .where('company_id', '=', key.companyId)
    .where('id', '=', key.id)
    .executeTakeFirstOrThrow();
  const event = {
    Id: key.id,
    ObjectId: row.object_id,
    Action: change.action,
    Fields: [...change.fields],
    ActorId: tx.actorId,
    Status: row.status,
    StatusBefore: change.statusBefore ?? null,
    StatusOfRoadAccidentID: row.status_of_road_accident_id,
    Severity: row.severity,
    DateTimeOfNextCall: row.next_call_at,
    LockedBy: row.locked_by,
    LockedByName: row.locked_by_name,
    LockedUntil: row.locked_until,
    Version: row.version,
  };
  tx.emit('accident', event);
  await queueForWebhooks(tx, key, tx.at, event, row);
};
