import type { Selectable } from 'kysely';
import type { CallMade, LoggedCall } from '../../../src/contract/shapes/loggedCall.ts';
import { workStatus } from '../../../src/contract/workStatuses.ts';
import { isInvisible } from '../../../src/schema/kinds/plain.ts';
import type { Db } from '../../db/connect.ts';
import { differences } from '../../db/differences.ts';
import type { Database } from '../../db/types.ts';
import { type FieldFault, invalid } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import { emitAccidentEvent } from './accidentEvents.ts';
import type { CallerContext, Desk } from './desk.ts';
import { momentOf, textOf } from './input.ts';
import { changing } from './lease.ts';
import { afterCall, outcomeOf } from './nextCalls.ts';
import { planReminder } from './reminders.ts';
import { type AccidentKey, type AccidentState, readState, writeAccident } from './repository.ts';

type CallRow = Selectable<Database['accident_call']>;

const onWire = (row: CallRow): LoggedCall => ({
  Id: row.id,
  At: row.at,
  ReasonId: row.reason_id,
  ResultId: row.result_id,
  ContactPersonStatusId: row.contact_person_status_id,
  Comment: row.comment,
  DateTimeOfNextCall: row.next_call_at,
  AuthorId: row.author_id,
  AuthorName: row.author_name,
});

const callsOf = (db: Db, { companyId, id }: AccidentKey): Promise<CallRow[]> =>
  db
    .selectFrom('accident_call')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('accident_id', '=', id)
    .orderBy('id')
    .execute();

export const listCalls = async ({ db }: Desk, { companyId }: Caller, id: number): Promise<LoggedCall[]> => {
  await readState(db, { companyId, id });
  return (await callsOf(db, { companyId, id })).map(onWire);
};

/** Number of unanswered calls in a row before the latest call. */
const unansweredIn = (calls: readonly CallRow[]): number =>
  calls.length - 1 - calls.findLastIndex(({ result_id }) => outcomeOf(result_id) !== 'unanswered');

const requireEntries = ({ dictionaries }: Desk, body: CallMade): void => {
  const asked = [
    ['ResultId', 'callResults'],
    ['ReasonId', 'callReasons'],
    ['ContactPersonStatusId', 'contactPersonStatuses'],
  ] as const;
  const faults = asked.flatMap(([field, dictionary]): FieldFault[] => {
    const id = body[field];
    return id === undefined || dictionaries.has(dictionary, id) ? [] : [{ field, message: 'unknownOption' }];
  });
  if (faults.length > 0) throw invalid(...faults);
};

/**
 * Work status after a call: "call back" if a next call is planned. Without a planned call, "call back" becomes "in
 * progress", and any other status stays.
 */
const statusAfter = ({ status_of_road_accident_id: now }: AccidentState, next: Date | null): number => {
  if (next !== null) return workStatus.callBack;
  return now === workStatus.callBack ? workStatus.inProgress : now;
};

/**
 * Logs a call. For a new accident the result sets the next call and the work status. A finished accident stays
 * unchanged.
 */
export const logCall = (desk: Desk, asking: CallerContext, id: number, body: CallMade): Promise<LoggedCall> => {
  requireEntries(desk, body);
  const { DateTimeOfNextCall: agreed } = body;
  const agreedAt = agreed === undefined ? null : momentOf('DateTimeOfNextCall', agreed);
  const comment = body.Comment && !isInvisible(body.Comment) ? textOf('Comment', body.Comment.trim()) : '';
  const { accountId, fullName } = asking.caller;
  return changing(desk, asking, id, async (tx, accident, key) => {
    const at = desk.now();
    const open = accident.status === 'opened';
    const unansweredBefore = unansweredIn(await callsOf(tx.db, key));
    const planned = await afterCall(tx, accident, { resultId: body.ResultId, at, unansweredBefore, agreedAt });
    const next = open ? planned.next_call_at : null;
    const row = await tx.db
      .insertInto('accident_call')
      .values({
        company_id: key.companyId,
        accident_id: id,
        at,
        reason_id: body.ReasonId ?? null,
        result_id: body.ResultId,
        contact_person_status_id: body.ContactPersonStatusId ?? null,
        comment,
        next_call_at: next,
        author_id: accountId,
        author_name: fullName,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const before = {
      StatusOfRoadAccidentID: accident.status_of_road_accident_id,
      DateTimeOfNextCall: accident.next_call_at,
      ContactPersonStatusId: accident.contact_person_status_id,
    };
    const after = {
      StatusOfRoadAccidentID: open ? statusAfter(accident, next) : before.StatusOfRoadAccidentID,
      DateTimeOfNextCall: open ? (next?.toISOString() ?? null) : before.DateTimeOfNextCall,
      // The person who answered last becomes the contact of the case.
      ContactPersonStatusId: body.ContactPersonStatusId ?? before.ContactPersonStatusId,
    };
    const changed = differences(before, after);
    await writeAccident(tx.db, key, {
      status_of_road_accident_id: after.StatusOfRoadAccidentID,
      next_call_at: after.DateTimeOfNextCall,
      contact_person_status_id: after.ContactPersonStatusId,
      first_contact_at: planned.first_contact_at,
      version: accident.version + (changed.length > 0 ? 1 : 0),
    });
    if (open) await planReminder(tx, key, next);
    const entered = { ResultId: body.ResultId, ReasonId: body.ReasonId ?? null, Comment: comment || null };
    await tx.audit({
      entity: 'accident',
      entityId: id,
      action: 'call',
      changes: [...differences({ ResultId: null, ReasonId: null, Comment: null }, entered), ...changed],
    });
    await emitAccidentEvent(tx, key, { action: 'call', fields: ['Calls', ...changed.map(({ field }) => field)] });
    return onWire(row);
  });
};
