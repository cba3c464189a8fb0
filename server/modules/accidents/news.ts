import type { AccidentStatus } from '../../../src/contract/shapes/accident.ts';
import type { Tx } from '../../transaction.ts';
import { queueForWebhooks } from './hookEvents.ts';
import type { AccidentKey } from './repository.ts';

interface Happened {
  /** Action as in the history. */
  readonly action: string;
  readonly fields: readonly string[];
  readonly statusBefore?: AccidentStatus;
}

/** Notifies open lists, workbenches and webhooks of a change. Call it after the change is written. */
export const tellOf = async (tx: Tx, key: AccidentKey, happened: Happened): Promise<void> => {
  const row = await tx.db
    .selectFrom('accident')
    .select(['object_id', 'status', 'status_of_road_accident_id', 'severity', 'next_call_at', 'version'])
    .select(['locked_by', 'locked_by_name', 'locked_until'])
    .select(['crash_unique_identifier', 'crash_at', 'kind', 'voucher_id', 'voucher_number', 'maximum_acceleration_g'])
    .where('company_id', '=', key.companyId)
    .where('id', '=', key.id)
    .executeTakeFirstOrThrow();
  const news = {
    Id: key.id,
    ObjectId: row.object_id,
    Action: happened.action,
    Fields: [...happened.fields],
    ActorId: tx.actorId,
    Status: row.status,
    StatusBefore: happened.statusBefore ?? null,
    StatusOfRoadAccidentID: row.status_of_road_accident_id,
    Severity: row.severity,
    DateTimeOfNextCall: row.next_call_at,
    LockedBy: row.locked_by,
    LockedByName: row.locked_by_name,
    LockedUntil: row.locked_until,
    Version: row.version,
  };
  tx.emit('accident', news);
  await queueForWebhooks(tx, key, tx.at, news, row);
};
