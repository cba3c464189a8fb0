import type { CrashResult, StatisticResult } from '../../../src/contract/shapes/telemetry.ts';
import type { Tx } from '../../context.ts';
import type { Workers } from '../../workers.ts';
import { storeBlocks, storeCurve } from './blocks.ts';
import { storeImpact } from './impacts.ts';
import { readQuarantined } from './inbox.ts';
import { stretchesChanged } from './positions.ts';
import type { PreparedMessage } from './preparing.ts';
import {
  claimMessage,
  type Delivery,
  findMonitored,
  firstAnswer,
  hold,
  keepAnswer,
  type Monitored,
  putInQuarantine,
  takeFromQuarantine,
} from './repository.ts';
import { recutTrips } from './trips.ts';
import type { Stretch } from './window.ts';

interface Applied {
  readonly answer: StatisticResult | CrashResult;
  /** Times of new fixes, whose trips must be recut. */
  readonly stretches: readonly Stretch[];
}

const applyStatistic = async (
  { db }: Tx,
  { objectId }: Monitored,
  { messageId, positions, curve }: PreparedMessage,
): Promise<StatisticResult> => {
  if (curve) await storeCurve(db, objectId, curve, null);
  const { accepted, suspect } = positions;
  return { MessageId: messageId, Duplicate: false, Quarantined: false, Accepted: accepted, Suspect: suspect };
};

const applyCrash = async (
  tx: Tx,
  companyId: number,
  monitored: Monitored,
  { messageId, receivedMs, curve, impact }: PreparedMessage,
): Promise<CrashResult> => {
  const { id, crashUniqueIdentifier } = await storeImpact(tx, companyId, monitored, impact!, new Date(receivedMs));
  await storeCurve(tx.db, monitored.objectId, curve!, id);
  const receipt = { MessageId: messageId, Duplicate: false, Quarantined: false };
  return { ...receipt, AccidentId: id, CrashUniqueIdentifier: crashUniqueIdentifier };
};

const apply = async (tx: Tx, monitored: Monitored, { companyId, message }: Delivery): Promise<Applied> => {
  await storeBlocks(tx.db, monitored.objectId, message.positions.possible);
  await storeBlocks(tx.db, monitored.objectId, message.positions.impossible);
  const answer =
    message.kind === 'statistic'
      ? await applyStatistic(tx, monitored, message)
      : await applyCrash(tx, companyId, monitored, message);
  return { answer, stretches: stretchesChanged(message.positions) };
};

const quarantined = async (tx: Tx, delivery: Delivery): Promise<Applied['answer']> => {
  await putInQuarantine(tx.db, delivery);
  const receipt = { MessageId: delivery.message.messageId, Duplicate: false, Quarantined: true };
  return delivery.message.kind === 'statistic'
    ? { ...receipt, Accepted: 0, Suspect: 0 }
    : { ...receipt, AccidentId: null, CrashUniqueIdentifier: null };
};

/** Processes a message once: a repeated id gets the first answer. */
const takeDelivery = async (tx: Tx, workers: Workers, delivery: Delivery): Promise<Applied['answer']> => {
  const { companyId, message } = delivery;
  if (!(await claimMessage(tx.db, delivery)))
    return { ...((await firstAnswer(tx.db, delivery)) as Applied['answer']), Duplicate: true };
  // If a voucher for the device is just being created, either it sees this message in quarantine or we see it.
  await hold(tx.db, 'imei', message.imei);
  const monitored = await findMonitored(tx.db, companyId, message.imei);
  let answer: Applied['answer'];
  if (monitored) {
    await hold(tx.db, 'object', monitored.objectId);
    const applied = await apply(tx, monitored, delivery);
    await recutTrips(tx.db, workers, monitored.objectId, applied.stretches);
    answer = applied.answer;
  } else answer = await quarantined(tx, delivery);
  await keepAnswer(tx.db, delivery, answer);
  return answer;
};

export const takeStatistic = (tx: Tx, workers: Workers, companyId: number, message: PreparedMessage) =>
  takeDelivery(tx, workers, { companyId, message }) as Promise<StatisticResult>;

export const takeCrash = (tx: Tx, workers: Workers, companyId: number, message: PreparedMessage) =>
  takeDelivery(tx, workers, { companyId, message }) as Promise<CrashResult>;

/** Blocks messages of the device until the transaction ends. */
export const holdDevice = (tx: Tx, imei: string): Promise<void> => hold(tx.db, 'imei', imei);

/**
 * Applies the messages quarantined for a device, in the transaction that registers it; returns their number. They are
 * judged by their time of arrival. Call `holdDevice` before the voucher is written.
 */
export const applyQuarantine = async (
  tx: Tx,
  workers: Workers,
  companyId: number,
  imei: string,
  now: Date,
): Promise<number> => {
  const monitored = await findMonitored(tx.db, companyId, imei);
  if (!monitored) return 0;
  await hold(tx.db, 'object', monitored.objectId);
  const stretches: Stretch[] = [];
  let count = 0;
  for (;;) {
    const waiting = await takeFromQuarantine(tx.db, companyId, imei, now);
    if (!waiting) break;
    const delivery = { companyId, message: await readQuarantined(workers, waiting) };
    const applied = await apply(tx, monitored, delivery);
    await keepAnswer(tx.db, delivery, applied.answer);
    stretches.push(...applied.stretches);
    count++;
  }
  await recutTrips(tx.db, workers, monitored.objectId, stretches);
  return count;
};
