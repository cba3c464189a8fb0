import { isDeepStrictEqual } from 'node:util';
import type { CrashDoubt, CrashFacts } from '../../../src/contract/shapes/accident.ts';
import { differences } from '../../db/differences.ts';
import { holderOf } from '../../domain/accident-lease.ts';
import { noFacts } from '../../domain/telemetry/noFacts.ts';
import { roundFacts } from '../../domain/telemetry/roundFacts.ts';
import { defaultSettings } from '../../domain/telemetry/settings.ts';
import { isMiniLoss } from '../../domain/telemetry/severity.ts';
import { notifyCompany } from '../../engine/notifications/service.ts';
import type { Changes, Tx } from '../../transaction.ts';
import { emitAccidentEvent } from './accidentEvents.ts';
import { statusAfterTake, workChanges } from './outcome.ts';
import { type AccidentKey, type AccidentState, locationColumns, lockAccident, writeAccident } from './repository.ts';

interface RefinedFacts {
  readonly before: CrashFacts;
  readonly after: CrashFacts;
  /** Place of the accident, if it was unknown before. Null: the place was known. */
  readonly position: { readonly latitude: number | null; readonly longitude: number | null } | null;
  /** True if the recording is implausible. The accident then stays outside the queue, whatever its severity. */
  readonly isImplausible: boolean;
}

const roundToTenths = (value: number | null): number | null => value && Math.round(value * 10) / 10;

/** The facts that the history shows, rounded as on the screen. A difference that rounding removes is no change. */
const historyFacts = (facts: CrashFacts) => ({
  SpeedBeforeKmh: roundToTenths(facts.SpeedBeforeKmh),
  SpeedAfterKmh: roundToTenths(facts.SpeedAfterKmh),
  StandsAfter: facts.StandsAfter,
  Rollover: facts.Rollover,
  CrashProbabilityPercent: facts.CrashProbability && Math.round(facts.CrashProbability * 100),
  Severity: facts.Severity,
});

/** Column values of a case that joins the queue. A user who has locked the case at this moment becomes its operator. */
const queueColumns = (row: AccidentState, at: Date) => {
  const holder = holderOf(row, at);
  if (!holder) return { status: 'opened' as const, version: row.version + 1 };
  const status_of_road_accident_id = statusAfterTake({ ...row, status: 'opened' });
  return { status: 'opened' as const, operator_id: holder.id, status_of_road_accident_id };
};

/**
 * Writes the result of a later measurement to the history of a case on which a decision was made. The case keeps the
 * facts of the decision. Each further message finds the same difference, so an entry equal to the last one is not
 * written.
 */
const recordLaterFinding = async (tx: Tx, { companyId, id }: AccidentKey, changes: Changes): Promise<void> => {
  const lastEntry = await tx.db
    .selectFrom('audit')
    .select('changes')
    .where('company_id', '=', companyId)
    .where('entity', '=', 'accident')
    .where('entity_id', '=', id)
    .where('action', '=', 'laterFinding')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (lastEntry && isDeepStrictEqual(lastEntry.changes, changes)) return;
  await tx.audit({ entity: 'accident', entityId: id, action: 'laterFinding', changes });
};

/**
 * Writes facts of an impact that were computed from more data. The version stays, because no value that an operator
 * enters has changed. An untouched mini-loss joins the queue when the facts no longer prove that it is weak.
 */
export const refineAccident = async (
  tx: Tx,
  key: AccidentKey,
  { before, after: unrounded, position, isImplausible }: RefinedFacts,
): Promise<void> => {
  const after = roundFacts(unrounded);
  const newPosition = position?.latitude == null ? null : position;
  const changes = [
    ...differences(historyFacts(before), historyFacts(after)),
    ...(newPosition ? differences({}, { Latitude: newPosition.latitude, Longitude: newPosition.longitude }) : []),
  ];
  if (changes.length === 0) return;
  const row = await lockAccident(tx.db, key);
  if (row.finished_at !== null) return recordLaterFinding(tx, key, changes);
  const { status, operator_id, finished_at } = row;
  const isUntouched = operator_id === null && finished_at === null;
  const joinsQueue =
    status === 'notvalid' &&
    isUntouched &&
    !isImplausible &&
    (before.Severity === 'mini' || isMiniLoss(before, defaultSettings)) &&
    !isMiniLoss(after, defaultSettings);
  const moveColumns = joinsQueue ? queueColumns(row, tx.at) : {};
  await writeAccident(tx.db, key, {
    facts: JSON.stringify(after),
    maximum_acceleration_g: after.PeakG,
    severity: after.Severity,
    ...(newPosition && locationColumns(row.crash_at, newPosition)),
    ...moveColumns,
  });
  await tx.audit({ entity: 'accident', entityId: key.id, action: 'refine', changes });
  if (joinsQueue) {
    tx.countRows('accidents', 'notvalid', -1);
    tx.countRows('accidents', 'opened', 1);
    const moveChanges = [
      { field: 'Status', before: 'notvalid', after: 'opened' },
      ...workChanges(row, { ...row, ...moveColumns }),
    ];
    await tx.audit({ entity: 'accident', entityId: key.id, action: 'move', changes: moveChanges });
    const fields = ['Severity', ...moveChanges.map(({ field }) => field)];
    await emitAccidentEvent(tx, key, { action: 'move', fields, statusBefore: 'notvalid' });
  } else await emitAccidentEvent(tx, key, { action: 'update', fields: changes.map(({ field }) => field) });
  if (after.Severity === 'major' && before.Severity !== 'major' && status !== 'closed')
    await notifyCompany(tx, { companyId: key.companyId, kind: 'major', at: tx.at, about: { accident_id: key.id } });
};

const readFacts = async ({ db }: Tx, { companyId, id }: AccidentKey): Promise<CrashFacts> => {
  const query = db.selectFrom('accident').select('facts').where('company_id', '=', companyId).where('id', '=', id);
  return { ...noFacts(), ...(await query.executeTakeFirstOrThrow()).facts };
};

/** Returns the facts of a recording with the doubt about the clock that an alarm of the same impact had. */
const withWrongClockOf = ({ Doubts, StatedDateTime }: CrashFacts, facts: CrashFacts): CrashFacts =>
  !Doubts?.includes('clockWrong') || facts.Doubts?.includes('clockWrong')
    ? facts
    : { ...facts, StatedDateTime, Doubts: [...(facts.Doubts ?? []), 'clockWrong'] };

interface MeasuredFacts {
  readonly facts: CrashFacts;
  readonly crashAt: Date;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/**
 * Gives the recording of an impact to the case that an alarm had created before. The recording determines time and
 * place. The case stays in the queue even if the recording shows only a weak impact, because the alarm was raised.
 */
export const measureAccident = async (
  tx: Tx,
  key: AccidentKey,
  { facts: unrounded, crashAt, latitude, longitude }: MeasuredFacts,
): Promise<void> => {
  const row = await lockAccident(tx.db, key);
  const before = await readFacts(tx, key);
  const facts = roundFacts(withWrongClockOf(before, unrounded));
  const position = latitude === null ? { latitude: row.latitude, longitude: row.longitude } : { latitude, longitude };
  const alarmUntil = [row.alarm_until ?? row.crash_at, row.crash_at, crashAt.toISOString()].sort().at(-1)!;
  await writeAccident(tx.db, key, {
    ...locationColumns(crashAt, position),
    crash_at: crashAt,
    alarm_until: alarmUntil,
    maximum_acceleration_g: facts.PeakG,
    severity: facts.Severity,
    facts: JSON.stringify(facts),
  });
  const shownValues = (values: Pick<AccidentState, 'latitude' | 'longitude'>, at: string, facts: CrashFacts) => ({
    CrashDateTime: at,
    MaximumAcceleration: facts.PeakG,
    Latitude: values.latitude,
    Longitude: values.longitude,
    ...historyFacts(facts),
  });
  const changes = differences(
    shownValues(row, row.crash_at, before),
    shownValues(position, crashAt.toISOString(), facts),
  );
  await tx.audit({ entity: 'accident', entityId: key.id, action: 'refine', changes });
  await emitAccidentEvent(tx, key, { action: 'update', fields: changes.map(({ field }) => field) });
  if (facts.Severity === 'major')
    await notifyCompany(tx, { companyId: key.companyId, kind: 'major', at: tx.at, about: { accident_id: key.id } });
};

/** Adds a doubt to the facts of a case, unless the case has it. `change`: entry of the history. */
const addDoubt = async (
  tx: Tx,
  key: AccidentKey,
  doubt: CrashDoubt,
  change: Changes[number],
  more: Partial<CrashFacts> = {},
): Promise<void> => {
  await lockAccident(tx.db, key);
  const facts = await readFacts(tx, key);
  const doubts = facts.Doubts ?? [];
  if (doubts.includes(doubt)) return;
  await writeAccident(tx.db, key, { facts: JSON.stringify({ ...facts, ...more, Doubts: [...doubts, doubt] }) });
  await tx.audit({ entity: 'accident', entityId: key.id, action: 'refine', changes: [change] });
  await emitAccidentEvent(tx, key, { action: 'update', fields: [change.field] });
};

/** Marks the recording of a case as unreadable (doubt `damaged`). No other fact of the case changes. */
export const markDamaged = (tx: Tx, key: AccidentKey): Promise<void> =>
  addDoubt(tx, key, 'damaged', { field: 'RecordingDamaged', before: false, after: true });

/**
 * Marks a case that an alarm joined although the device's clock was wrong by years. Keeps the time that the first such
 * alarm stated.
 */
export const markWrongClock = (tx: Tx, key: AccidentKey, StatedDateTime: string): Promise<void> =>
  addDoubt(tx, key, 'clockWrong', { field: 'StatedDateTime', before: null, after: StatedDateTime }, { StatedDateTime });

/**
 * Marks a case as a probable repeat of the case `SameAs`. A case that is already marked as a repeat stays unchanged.
 */
export const markRepeat = async (tx: Tx, key: AccidentKey, SameAs: number): Promise<void> => {
  await lockAccident(tx.db, key);
  const facts = await readFacts(tx, key);
  if (facts.SameAs !== null) return;
  await writeAccident(tx.db, key, { facts: JSON.stringify({ ...facts, SameAs }) });
  const changes = differences({ SameAs: null }, { SameAs });
  await tx.audit({ entity: 'accident', entityId: key.id, action: 'refine', changes });
  await emitAccidentEvent(tx, key, { action: 'update', fields: ['SameAs'] });
};
