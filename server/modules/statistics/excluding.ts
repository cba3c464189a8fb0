import type { TripExcluded } from '../../../src/contract/shapes/statistics.ts';
import type { TripRow } from '../../../src/contract/shapes/telemetry.ts';
import { isInvisible } from '../../../src/schema/kinds/plain.ts';
import { isStorable } from '../../../src/schema/kinds/storable.ts';
import type { Context } from '../../context.ts';
import { advisoryLock } from '../../db/advisoryLock.ts';
import { DomainError, invalid } from '../../errors.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { type RequestedObject, readSubjectOfTrip, type Subject } from './object.ts';
import { updateFigures } from './storedFigures.ts';
import { readTripRow } from './tripRows.ts';

const checkText = (field: string, text: string): string => {
  if (!isStorable(text)) throw invalid({ field, message: 'characters' });
  return isInvisible(text) ? '' : text.trim();
};

interface TripRequest {
  readonly tx: Tx;
  readonly caller: Caller;
  readonly query: RequestedObject;
  readonly id: number;
}

/** Locks the trip's object, because a message of the object may cut its trips again. Returns object and trip. */
const lockTrip = async ({ now }: Pick<Context, 'now'>, { tx, caller, query, id }: TripRequest) => {
  const subject = await readSubjectOfTrip(tx.db, caller, query, id, now());
  await advisoryLock(tx.db, `object:${subject.objectId}`);
  return { subject, trip: await readTripRow(tx.db, subject, id) };
};

const readScore = async ({ db }: Tx, { companyId, objectId }: Subject): Promise<number | null> => {
  const row = await db
    .selectFrom('object_score')
    .select('score')
    .where('company_id', '=', companyId)
    .where('object_id', '=', objectId)
    .executeTakeFirst();
  return row?.score ?? null;
};

const toAuditEntry = (subject: Subject, trip: TripRow, field: string, before: unknown, after: unknown) => ({
  entity: 'voucher',
  entityId: subject.voucherId,
  changes: [{ field, before, after: after === null ? null : `${trip.DateTime} ${after}` }],
});

export const writeTripNotes = async (
  context: Pick<Context, 'now'>,
  request: TripRequest,
  { Notes }: { readonly Notes: string },
): Promise<TripRow> => {
  const { tx } = request;
  const notes = checkText('Notes', Notes);
  const { subject, trip } = await lockTrip(context, request);
  await tx.db
    .updateTable('trip')
    .set({ notes })
    .where('object_id', '=', subject.objectId)
    .where('id', '=', trip.Id)
    .execute();
  await tx.audit({ ...toAuditEntry(subject, trip, 'TripNotes', trip.Notes || null, notes), action: 'update' });
  return readTripRow(tx.db, subject, trip.Id);
};

/** Excludes a trip with a reason, or includes it again without one. Returns the score with the trip and without. */
export const setTripExcluded = async (
  context: Pick<Context, 'now'>,
  request: TripRequest,
  reasonText: string | null,
): Promise<TripExcluded> => {
  const { tx } = request;
  const reason = reasonText === null ? null : checkText('Reason', reasonText);
  if (reason === '') throw invalid({ field: 'Reason', message: 'required' });
  const { subject, trip } = await lockTrip(context, request);
  if (trip.Excluded === (reason !== null)) throw new DomainError('ALREADY_SO');
  const ScoreBefore = await readScore(tx, subject);
  await tx.db
    .updateTable('trip')
    .set({ excluded_at: reason === null ? null : context.now(), exclusion_reason: reason })
    .where('object_id', '=', subject.objectId)
    .where('id', '=', trip.Id)
    .execute();
  const startMs = Date.parse(trip.DateTime);
  await updateFigures(tx.db, subject, { fromMs: startMs, beforeMs: startMs + 1 });
  const action = reason === null ? 'restoreTrip' : 'excludeTrip';
  const change = toAuditEntry(subject, trip, 'TripExcluded', trip.Excluded, reason !== null);
  await tx.audit({ ...change, action, reason: reason ?? undefined });
  return {
    Trip: await readTripRow(tx.db, subject, trip.Id),
    Reason: reason,
    ScoreBefore,
    ScoreNow: await readScore(tx, subject),
  };
};
