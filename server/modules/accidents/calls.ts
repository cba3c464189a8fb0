import type { Selectable } from 'kysely';
import type { LoggedCall, PhoneCallResult } from '../../../src/contract/shapes/loggedCall.ts';
import { workStatus } from '../../../src/contract/workStatuses.ts';
import { isInvisible } from '../../../src/schema/kinds/plain.ts';
import type { Db } from '../../db/connect.ts';
import { differences } from '../../db/differences.ts';
import type { Database } from '../../db/types.ts';
import { type FieldFault, invalid } from '../../errors.ts';
import type { Caller } from '../../transaction.ts';
import type { AccidentContext, CallerContext } from './accidentContext.ts';
import { emitAccidentEvent } from './accidentEvents.ts';
import { storeDecision } from './decisions.ts';
import { parseMoment, requireText } from './input.ts';
import { changeLeasedAccident } from './lease.ts';
import { outcomeOf, planAfterCall } from './nextCalls.ts';
import { planReminder } from './reminders.ts';
import { type AccidentKey, type AccidentState, readAccident, writeAccident } from './repository.ts';

type CallRow = Selectable<Database['accident_call']>;

const toWire = (row: CallRow): LoggedCall => ({
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

const readCalls = (db: Db, { companyId, id }: AccidentKey): Promise<CallRow[]> =>
  db
    .selectFrom('accident_call')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('accident_id', '=', id)
    .orderBy('id')
    .execute();

export const listCalls = async ({ db }: AccidentContext, { companyId }: Caller, id: number): Promise<LoggedCall[]> => {
  await readAccident(db, { companyId, id });
  return (await readCalls(db, { companyId, id })).map(toWire);
};

const countUnanswered = (calls: readonly CallRow[]): number =>
  calls.length - 1 - calls.findLastIndex(({ result_id }) => outcomeOf(result_id) !== 'unanswered');

const requireDictionaryEntries = ({ dictionaries }: AccidentContext, body: PhoneCallResult): void => {
  const dictionaryFields = [
    ['ResultId', 'callResults'],
    ['ReasonId', 'callReasons'],
    ['ContactPersonStatusId', 'contactPersonStatuses'],
  ] as const;
  const faults = dictionaryFields.flatMap(([field, dictionary]): FieldFault[] => {
    const id = body[field];
    return id === undefined || dictionaries.has(dictionary, id) ? [] : [{ field, message: 'unknownOption' }];
  });
  if (faults.length > 0) throw invalid(...faults);
};

/**
 * Work status after a phone call: "call back" if a next call is planned. Without a planned call, "call back" becomes
 * "in progress", and any other status stays.
 */
const statusAfterCall = ({ status_of_road_accident_id: status }: AccidentState, nextCallAt: Date | null): number => {
  if (nextCallAt !== null) return workStatus.callBack;
  return status === workStatus.callBack ? workStatus.inProgress : status;
};

/**
 * Logs a phone call to the client. For a new accident, the result of the call sets the next call and the work status. A
 * finished accident keeps both.
 */
export const logCall = (
  context: AccidentContext,
  request: CallerContext,
  id: number,
  body: PhoneCallResult,
): Promise<LoggedCall> => {
  requireDictionaryEntries(context, body);
  const { DateTimeOfNextCall: agreedTime } = body;
  const agreedAt =
    agreedTime === undefined
      ? null
      : parseMoment('DateTimeOfNextCall', agreedTime, { mustBeFuture: true }, context.now());
  const comment = body.Comment && !isInvisible(body.Comment) ? requireText('Comment', body.Comment.trim()) : '';
  const { accountId, fullName } = request.caller;
  return changeLeasedAccident(context, request, id, async (tx, accident, key) => {
    const at = context.now();
    const isOpen = accident.status === 'opened';
    const unansweredBefore = countUnanswered(await readCalls(tx.db, key));
    const callPlan = await planAfterCall(tx, accident, { resultId: body.ResultId, at, unansweredBefore, agreedAt });
    const nextCallAt = isOpen ? callPlan.next_call_at : null;
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
        next_call_at: nextCallAt,
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
      StatusOfRoadAccidentID: isOpen ? statusAfterCall(accident, nextCallAt) : before.StatusOfRoadAccidentID,
      DateTimeOfNextCall: isOpen ? (nextCallAt?.toISOString() ?? null) : before.DateTimeOfNextCall,
      // The person who answered the last phone call becomes the contact of the case.
      ContactPersonStatusId: body.ContactPersonStatusId ?? before.ContactPersonStatusId,
    };
    const changed = differences(before, after);
    const version = accident.version + (changed.length > 0 ? 1 : 0);
    await writeAccident(tx.db, key, {
      status_of_road_accident_id: after.StatusOfRoadAccidentID,
      next_call_at: after.DateTimeOfNextCall,
      ...(isOpen && { next_call_promised: agreedAt !== null }),
      contact_person_status_id: after.ContactPersonStatusId,
      first_contact_at: callPlan.first_contact_at,
      version,
    });
    if (isOpen) {
      const reminders = await planReminder(tx, key, nextCallAt);
      if (nextCallAt !== null) await storeDecision(tx, key, { before: accident, version, reminders, callId: row.id });
    }
    const callEntries = { ResultId: body.ResultId, ReasonId: body.ReasonId ?? null, Comment: comment || null };
    await tx.audit({
      entity: 'accident',
      entityId: id,
      action: 'call',
      changes: [...differences({ ResultId: null, ReasonId: null, Comment: null }, callEntries), ...changed],
    });
    await emitAccidentEvent(tx, key, { action: 'call', fields: ['Calls', ...changed.map(({ field }) => field)] });
    return toWire(row);
  });
};
