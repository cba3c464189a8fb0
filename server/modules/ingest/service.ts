import type {
  CrashMessage,
  CrashResult,
  StatisticMessage,
  StatisticResult,
} from '../../../src/contract/shapes/telemetry.ts';
import type { Tx } from '../../context.ts';
import { curveSamplesOf } from '../../domain/telemetry/curves.ts';
import { storeCurve, storeImpact } from './impacts.ts';
import { storePositions } from './positions.ts';
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
  /** When fixes came whose trips are to be cut anew. */
  readonly stretches: readonly Stretch[];
}

type Untold = Pick<StatisticResult, 'MessageId' | 'Duplicate' | 'Quarantined'>;

const applyStatistic = async (
  { db }: Tx,
  { objectId }: Monitored,
  { receivedAt }: Delivery,
  { Positions, Acceleration }: StatisticMessage,
  told: Untold,
): Promise<Applied> => {
  const { accepted, suspect, stretches } = await storePositions(db, objectId, Positions, receivedAt);
  if (Acceleration) await storeCurve(db, objectId, curveSamplesOf(Acceleration), null);
  return { answer: { ...told, Accepted: accepted, Suspect: suspect }, stretches };
};

const applyCrash = async (
  tx: Tx,
  monitored: Monitored,
  { companyId, receivedAt }: Delivery,
  message: CrashMessage,
  told: Untold,
): Promise<Applied> => {
  const { stretches } = await storePositions(tx.db, monitored.objectId, message.Positions ?? [], receivedAt);
  const { id, crashUniqueIdentifier } = await storeImpact(tx, companyId, monitored, message, receivedAt);
  return { answer: { ...told, AccidentId: id, CrashUniqueIdentifier: crashUniqueIdentifier }, stretches };
};

const apply = (tx: Tx, monitored: Monitored, delivery: Delivery): Promise<Applied> => {
  const { kind, message } = delivery;
  const told = { MessageId: message.MessageId, Duplicate: false, Quarantined: false };
  return kind === 'statistic'
    ? applyStatistic(tx, monitored, delivery, message as StatisticMessage, told)
    : applyCrash(tx, monitored, delivery, message as CrashMessage, told);
};

const quarantined = async (tx: Tx, delivery: Delivery): Promise<Applied['answer']> => {
  await putInQuarantine(tx.db, delivery);
  const told = { MessageId: delivery.message.MessageId, Duplicate: false, Quarantined: true };
  return delivery.kind === 'statistic'
    ? { ...told, Accepted: 0, Suspect: 0 }
    : { ...told, AccidentId: null, CrashUniqueIdentifier: null };
};

/** Takes one message, once: the same id again is answered what it was answered first. */
const takeDelivery = async (tx: Tx, delivery: Delivery): Promise<Applied['answer']> => {
  const { companyId, message } = delivery;
  if (!(await claimMessage(tx.db, delivery)))
    return { ...((await firstAnswer(tx.db, delivery)) as Applied['answer']), Duplicate: true };
  // A voucher for the device may be in the making: it either sees this message in quarantine, or we see the voucher.
  await hold(tx.db, 'imei', message.Imei);
  const monitored = await findMonitored(tx.db, companyId, message.Imei);
  let answer: Applied['answer'];
  if (monitored) {
    await hold(tx.db, 'object', monitored.objectId);
    const applied = await apply(tx, monitored, delivery);
    await recutTrips(tx.db, monitored.objectId, applied.stretches);
    answer = applied.answer;
  } else answer = await quarantined(tx, delivery);
  await keepAnswer(tx.db, delivery, answer);
  return answer;
};

export const takeStatistic = (tx: Tx, companyId: number, message: StatisticMessage, receivedAt: Date) =>
  takeDelivery(tx, { companyId, kind: 'statistic', message, receivedAt }) as Promise<StatisticResult>;

export const takeCrash = (tx: Tx, companyId: number, message: CrashMessage, receivedAt: Date) =>
  takeDelivery(tx, { companyId, kind: 'crash', message, receivedAt }) as Promise<CrashResult>;

/** Until the transaction ends no message of the device is taken. */
export const holdDevice = (tx: Tx, imei: string): Promise<void> => hold(tx.db, 'imei', imei);

/**
 * Applies what waited for a device, in the transaction that registers it, and answers how many messages there were.
 * They are judged by the clock of their arrival. Call `holdDevice` before the voucher is written.
 */
export const applyQuarantine = async (tx: Tx, companyId: number, imei: string, now: Date): Promise<number> => {
  const monitored = await findMonitored(tx.db, companyId, imei);
  if (!monitored) return 0;
  await hold(tx.db, 'object', monitored.objectId);
  const stretches: Stretch[] = [];
  let count = 0;
  for (;;) {
    const delivery = await takeFromQuarantine(tx.db, companyId, imei, now);
    if (!delivery) break;
    const applied = await apply(tx, monitored, delivery);
    await keepAnswer(tx.db, delivery, applied.answer);
    stretches.push(...applied.stretches);
    count++;
  }
  await recutTrips(tx.db, monitored.objectId, stretches);
  return count;
};
