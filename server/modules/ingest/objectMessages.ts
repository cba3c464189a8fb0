import { defaultSettings } from '../../domain/telemetry/settings.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import { storeAlarms, storeCases } from './alarms.ts';
import { recordCurveFaults, recordFaults } from './anomalies.ts';
import { type CrashAnswer, rejectedPartsOf, type StatisticAnswer } from './answers.ts';
import { storeBlocks, storeCurve } from './blocks.ts';
import { type Contact, quarantineClockSteps, readContacts, updateContacts } from './contact.ts';
import type { CompanyObject, DevicePeriod, MonitoredObject } from './devicePeriods.ts';
import { storeImpact } from './impacts.ts';
import type { PendingCuts } from './pendingCuts.ts';
import { changedRangesOf, type PreparedPositions, quarantineOldBlocks } from './positions.ts';
import type { PreparedMessage } from './preparing.ts';
import { type ObjectPositions, quarantineRepeats } from './repeats.ts';
import type { CompanyMessage } from './repository.ts';
import { findDisprovableObjects, hasDisprovableFaults, judgeQuarantineAgain } from './secondJudgement.ts';
import type { TimeRange } from './window.ts';
import { correctPlacesByTrack } from './wrongPlaces.ts';

export type Answer = StatisticAnswer | CrashAnswer;

const applyStatistic = async (
  tx: Tx,
  workers: Workers,
  object: CompanyObject,
  message: PreparedMessage,
): Promise<StatisticAnswer> => {
  const { db } = tx;
  const { messageId, positions, curve, alarms } = message;
  const Cases = await storeCases(tx, workers, object, message);
  await storeAlarms(tx, object, alarms);
  if (curve) {
    await storeCurve(db, object.objectId, curve, null);
    await recordCurveFaults(db, object, curve);
  }
  const receipt = { MessageId: messageId, Duplicate: false, Quarantined: false };
  const { accepted, suspect } = positions;
  return {
    ...receipt,
    Accepted: accepted,
    Suspect: suspect,
    ...(Cases.length > 0 && { Cases }),
    ...rejectedPartsOf(message),
  };
};

const applyCrash = async (
  tx: Tx,
  workers: Workers,
  companyId: number,
  monitored: MonitoredObject,
  message: PreparedMessage,
): Promise<CrashAnswer> => {
  const { messageId, imei, receivedMs, curve, impact } = message;
  const crash = { kind: 'crash' as const, imei, impact: impact!, curve: curve!, receivedAt: new Date(receivedMs) };
  const { id, crashUniqueIdentifier, repeated } = await storeImpact(tx, workers, companyId, monitored, crash);
  const receipt = {
    MessageId: messageId,
    Duplicate: false,
    Quarantined: false,
    ...(repeated && { Repeated: true }),
  };
  return { ...receipt, AccidentId: id, CrashUniqueIdentifier: crashUniqueIdentifier, ...rejectedPartsOf(message) };
};

interface PlacedMessage {
  readonly period: DevicePeriod;
  readonly received: CompanyMessage;
}

/** Returns the positions of messages, after correcting or quarantining those that contradict earlier data. */
const checkPositions = async (
  db: Tx['db'],
  workers: Workers,
  placed: readonly PlacedMessage[],
  contacts: ReadonlyMap<string, Contact>,
  disprovable: ReadonlySet<string>,
): Promise<PreparedPositions[]> => {
  const messages: ObjectPositions[] = [];
  for (const { period, received } of placed) {
    const { objectId, sinceMs } = period;
    const contact = contacts.get(objectId);
    const corrected = await correctPlacesByTrack(db, workers, objectId, contact, received.message.positions);
    const recent = quarantineOldBlocks(corrected, sinceMs - defaultSettings.beforeVoucherMs);
    const positions = await quarantineClockSteps(db, workers, objectId, contact, recent);
    messages.push({ objectId, positions });
  }
  return quarantineRepeats(db, workers, messages, disprovable);
};

interface StoredPositions extends PlacedMessage {
  readonly object: CompanyObject;
  readonly positions: PreparedPositions;
  /** Time ranges of earlier fixes that count from now on, because this message vouches for them. */
  readonly releasedRanges: readonly TimeRange[];
  /** The object's last contact after the message. Undefined: it must be read. */
  readonly contact: Contact | undefined;
}

const storePositions = async (
  { db }: Tx,
  workers: Workers,
  placed: readonly PlacedMessage[],
  pendingCuts: PendingCuts,
): Promise<StoredPositions[]> => {
  const companyId = placed[0]!.received.companyId;
  const objectIds = placed.map(({ period }) => period.objectId);
  const contacts = new Map(
    await readContacts(
      db,
      companyId,
      placed.flatMap(({ period }) => (pendingCuts.get(period)?.contact ? [] : [period.objectId])),
    ),
  );
  for (const { period } of placed) {
    const known = pendingCuts.get(period)?.contact;
    if (known) contacts.set(period.objectId, known);
  }
  const disprovable = await findDisprovableObjects(db, objectIds);
  const checked = await checkPositions(db, workers, placed, contacts, disprovable);
  await storeBlocks(
    db,
    checked.flatMap(({ plausibleBlocks, faultyBlocks }, i) =>
      [plausibleBlocks, ...faultyBlocks].map(blocks => ({ objectId: objectIds[i]!, blocks })),
    ),
  );
  const newContacts = await updateContacts(
    db,
    placed.map(({ period, received }, i) => ({
      object: { companyId, ...period },
      previous: contacts.get(period.objectId),
      message: { ...received.message, positions: checked[i]! },
    })),
  );
  const stored: StoredPositions[] = [];
  for (const [i, { period, received }] of placed.entries()) {
    const object = { companyId, ...period };
    const positions = checked[i]!;
    const receivedAt = new Date(received.message.receivedMs);
    await recordFaults(db, object, positions.faults, receivedAt);
    await recordFaults(db, object, positions.repaired, receivedAt, { isRepaired: true });
    const mayDisproveFaults = disprovable.has(period.objectId) || hasDisprovableFaults(positions);
    const releasedRanges = mayDisproveFaults ? await judgeQuarantineAgain(db, workers, object, positions) : [];
    const contact = releasedRanges.length > 0 ? undefined : newContacts.get(period.objectId);
    stored.push({ period, received, object, positions, releasedRanges, contact });
  }
  return stored;
};

/**
 * Stores messages, or parts of them, under different objects, which the caller has locked. The caller then cuts the
 * tracks.
 */
export const applyMessages = async (
  tx: Tx,
  workers: Workers,
  placed: readonly PlacedMessage[],
  pendingCuts: PendingCuts,
): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (const each of await storePositions(tx, workers, placed, pendingCuts)) {
    const { period, received, object, positions, releasedRanges, contact } = each;
    const message = { ...received.message, positions };
    const { curve, kind } = message;
    const answer =
      kind === 'statistic'
        ? await applyStatistic(tx, workers, object, message)
        : await applyCrash(tx, workers, object.companyId, period, message);
    const previous = pendingCuts.get(period);
    const { accepted, suspect, last } = received.message.positions;
    const curveRanges = curve && kind === 'statistic' ? [{ fromMs: curve.startMs, toMs: curve.endMs }] : [];
    pendingCuts.set(period, {
      ranges: [...(previous?.ranges ?? []), ...changedRangesOf(positions), ...releasedRanges, ...curveRanges],
      fixes: (previous?.fixes ?? 0) + accepted + suspect,
      isUrgent: previous?.isUrgent === true || last?.ignition === false,
      createdAccidentId: previous || !('AccidentId' in answer) ? null : answer.AccidentId,
      contact,
    });
    answers.push(answer);
  }
  return answers;
};
