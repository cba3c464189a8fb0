import type { Updateable } from 'kysely';
import type { CommonDictionary } from '../../../src/contract/dictionaries.ts';
import {
  type AccidentDetail,
  type AccidentMove,
  type AccidentStatus,
  type AccidentUpdate,
  accidentMoves,
  reasonNeeded,
} from '../../../src/contract/shapes/accident.ts';
import type { Tx } from '../../context.ts';
import { differences } from '../../db/differences.ts';
import type { AccidentTable } from '../../db/types.ts';
import { freeLease, holderOf } from '../../domain/accident-lease.ts';
import { DomainError, type FieldFault, invalid } from '../../errors.ts';
import { statusTitle } from '../../plugins/errors.ts';
import { planReminder } from '../notifications/service.ts';
import type { Asking, Desk } from './desk.ts';
import { changing, leaseChanges } from './lease.ts';
import { tellOf } from './news.ts';
import { readDetail } from './reading.ts';
import { type AccidentKey, type AccidentState, writeAccident } from './repository.ts';
import { given, momentOf } from './words.ts';

type Field = Exclude<keyof AccidentUpdate, 'Version'>;

const columns = {
  StatusOfRoadAccidentID: 'status_of_road_accident_id',
  ContactPersonStatusId: 'contact_person_status_id',
  CrashDynamicsId: 'crash_dynamics_id',
  UnconfirmationReasonId: 'unconfirmation_reason_id',
  DamageDescriptionIds: 'damage_description_ids',
  CarPartIds: 'car_part_ids',
  DateTimeOfNextCall: 'next_call_at',
} as const satisfies { readonly [F in Field]: keyof AccidentTable };

const dictionaryOf: { readonly [F in Exclude<Field, 'DateTimeOfNextCall'>]: CommonDictionary } = {
  StatusOfRoadAccidentID: 'statusesOfRoadAccident',
  ContactPersonStatusId: 'contactPersonStatuses',
  CrashDynamicsId: 'crashDynamics',
  UnconfirmationReasonId: 'unconfirmationReasons',
  DamageDescriptionIds: 'damageDescriptions',
  CarPartIds: 'carParts',
};

const requireKnown = ({ dictionaries }: Desk, update: AccidentUpdate): void => {
  const faults: FieldFault[] = [];
  for (const [field, dictionary] of Object.entries(dictionaryOf) as [keyof typeof dictionaryOf, CommonDictionary][]) {
    const ids = [update[field] ?? []].flat();
    if (!ids.every(id => dictionaries.has(dictionary, id))) faults.push({ field, message: 'unknownOption' });
  }
  if (faults.length > 0) throw invalid(...faults);
};

const ascending = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** The update in the form it is kept in, so that the same said twice is no change. */
const wanted = ({ Version: _, ...update }: AccidentUpdate): { [F in Field]?: unknown } => ({
  ...update,
  ...(update.DamageDescriptionIds && { DamageDescriptionIds: ascending(update.DamageDescriptionIds) }),
  ...(update.CarPartIds && { CarPartIds: ascending(update.CarPartIds) }),
  ...(update.DateTimeOfNextCall && {
    DateTimeOfNextCall: momentOf('DateTimeOfNextCall', update.DateTimeOfNextCall).toISOString(),
  }),
});

const processingOf = (accident: AccidentState): { [F in Field]: unknown } => ({
  StatusOfRoadAccidentID: accident.status_of_road_accident_id,
  ContactPersonStatusId: accident.contact_person_status_id,
  CrashDynamicsId: accident.crash_dynamics_id,
  UnconfirmationReasonId: accident.unconfirmation_reason_id,
  DamageDescriptionIds: accident.damage_description_ids,
  CarPartIds: accident.car_part_ids,
  DateTimeOfNextCall: accident.next_call_at,
});

const requireCurrent = async (desk: Desk, asking: Asking, tx: Tx, accident: AccidentState, version: number) => {
  if (accident.version === version) return;
  throw new DomainError('STALE', { extra: { Current: await readDetail(desk, asking, accident.id, tx.db) } });
};

const dateOrNull = (value: unknown): Date | null => (typeof value === 'string' ? new Date(value) : null);

/** Saves what the operator wrote down; an update that changes nothing leaves version and history as they are. */
export const update = (desk: Desk, asking: Asking, id: number, body: AccidentUpdate): Promise<AccidentDetail> => {
  requireKnown(desk, body);
  const after = wanted(body);
  return changing(desk, asking, id, async (tx, accident, key) => {
    await requireCurrent(desk, asking, tx, accident, body.Version);
    const changes = differences(processingOf(accident), after);
    if (changes.length > 0) {
      const values = Object.fromEntries(changes.map(change => [columns[change.field as Field], change.after]));
      await writeAccident(tx.db, key, { ...(values as Updateable<AccidentTable>), version: accident.version + 1 });
      await tx.audit({ entity: 'accident', entityId: id, action: 'update', changes });
      const fields = changes.map(({ field }) => field);
      if (fields.includes('DateTimeOfNextCall')) await planReminder(tx, key, dateOrNull(after.DateTimeOfNextCall));
      await tellOf(tx, key, { action: 'update', fields });
    }
    return readDetail(desk, asking, id, tx.db);
  });
};

const requireMove = ({ locale }: Asking, from: AccidentStatus, to: AccidentStatus, reason: string | undefined) => {
  if (!accidentMoves[from].includes(to)) {
    const values = { from: statusTitle(locale, from), to: statusTitle(locale, to) };
    throw new DomainError('MOVE_NOT_ALLOWED', { values });
  }
  if (reasonNeeded(to) && !reason) throw new DomainError('REASON_NEEDED');
};

const countMove = async (tx: Tx, from: AccidentStatus, to: AccidentStatus): Promise<void> => {
  // Always in the same order, so that two moves in opposite directions do not wait for each other.
  for (const bucket of [from, to].sort()) tx.countRows('accidents', bucket, bucket === from ? -1 : 1);
};

const setStatus = async (tx: Tx, key: AccidentKey, accident: AccidentState, to: AccidentStatus) => {
  await writeAccident(tx.db, key, { status: to, ...freeLease, version: accident.version + 1 });
  await countMove(tx, accident.status, to);
};

/** Moves the accident to another bucket; with that its holder is done with it, and the lease ends. */
export const move = (desk: Desk, asking: Asking, id: number, body: AccidentMove): Promise<AccidentDetail> => {
  const reason = given(body.Reason);
  return changing(desk, asking, id, async (tx, accident, key) => {
    await requireCurrent(desk, asking, tx, accident, body.Version);
    requireMove(asking, accident.status, body.Status, reason);
    await setStatus(tx, key, accident, body.Status);
    await tx.audit({
      entity: 'accident',
      entityId: id,
      action: 'move',
      reason,
      changes: [
        { field: 'Status', before: accident.status, after: body.Status },
        ...leaseChanges(holderOf(accident, desk.now()), undefined),
      ],
    });
    // Who moved it is done with it: nobody needs to be reminded. Reopened, its call is planned anew.
    await planReminder(tx, key, null);
    await tellOf(tx, key, { action: 'move', fields: ['Status', 'LockedBy'], statusBefore: accident.status });
    return readDetail(desk, asking, id, tx.db);
  });
};
