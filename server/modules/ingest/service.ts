import type { Platform } from '../../context.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import { type CrashAnswer, rejectedPartsOf, type StatisticAnswer } from './answers.ts';
import { lockDevices, lockObject } from './deviceLocks.ts';
import { type DevicePeriod, type MessagePart, periodOf, readDevicePeriods } from './devicePeriods.ts';
import { readParts } from './inbox.ts';
import { type Answer, applyMessages } from './objectMessages.ts';
import { cutPending, type PendingCuts } from './pendingCuts.ts';
import type { PreparedMessage } from './preparing.ts';
import { dropUnreadableMessage, readQuarantinedMessage } from './quarantinedMessages.ts';
import {
  type ClaimedMessage,
  type CompanyMessage,
  claimMessages,
  dropFromQuarantine,
  lockNextQuarantined,
  mapIdentifier,
  markApplied,
  type PlatformMessage,
  putInQuarantine,
  readFirstAnswer,
  readMappedImei,
  storeAnswers,
  storeLateAnswer,
} from './repository.ts';

const quarantinedAnswer = (message: PreparedMessage): Answer => {
  const receipt = { MessageId: message.messageId, Duplicate: false, Quarantined: true };
  return message.kind === 'statistic'
    ? { ...receipt, Accepted: 0, Suspect: 0, ...rejectedPartsOf(message) }
    : { ...receipt, AccidentId: null, CrashUniqueIdentifier: null, ...rejectedPartsOf(message) };
};

/** Stores a message, or a part of it, under its object. The caller then cuts the track into trips. */
const applyMessage = async (
  tx: Tx,
  workers: Workers,
  period: DevicePeriod,
  received: CompanyMessage,
  pendingCuts: PendingCuts,
): Promise<Answer> => {
  if (!pendingCuts.has(period)) await lockObject(tx, period.objectId);
  const [answer] = await applyMessages(tx, workers, [{ period, received }], pendingCuts);
  return answer!;
};

const sumAnswers = (answers: readonly Answer[]): Pick<StatisticAnswer, 'Accepted' | 'Suspect' | 'Cases'> => {
  const figures = answers.flatMap(answer => ('Accepted' in answer ? [answer] : []));
  const Cases = figures.flatMap(answer => answer.Cases ?? []);
  return {
    ...(Cases.length > 0 && { Cases }),
    Accepted: figures.reduce((total, { Accepted }) => total + Accepted, 0),
    Suspect: figures.reduce((total, { Suspect }) => total + Suspect, 0),
  };
};

/**
 * Stores a message during which the device changed hands. Each part goes to the object that had the device then. Parts
 * without an object go to the quarantine.
 * Objects are locked in one order.
 */
const applyParts = async (
  tx: Tx,
  workers: Workers,
  parts: readonly MessagePart<PreparedMessage>[],
  { companyId, message }: CompanyMessage,
  pendingCuts: PendingCuts,
): Promise<Answer> => {
  const { kind } = message;
  const sortedParts = [...parts].sort((a, b) => ((a.period?.objectId ?? '') < (b.period?.objectId ?? '') ? -1 : 1));
  const answers: Answer[] = [];
  let mainAnswer = quarantinedAnswer(message);
  for (const part of sortedParts) {
    const received = { companyId, message: { ...part.message, imei: message.imei } };
    if (part.period === undefined) await putInQuarantine(tx.db, received);
    else {
      const answer = await applyMessage(tx, workers, part.period, received, pendingCuts);
      answers.push(answer);
      if (part.isMain) mainAnswer = answer;
    }
  }
  const Quarantined = kind === 'crash' ? mainAnswer.Quarantined : parts.some(({ period }) => period === undefined);
  return { ...mainAnswer, ...(kind === 'statistic' && sumAnswers(answers)), ...rejectedPartsOf(message), Quarantined };
};

/**
 * Stores messages of one device once, in the order given. Trips are cut once, after the last one. A repeated id gets
 * the first answer.
 */
const storeMessages = async (tx: Tx, workers: Workers, received: readonly PlatformMessage[]): Promise<Answer[]> => {
  const claims = await claimMessages(tx.db, received);
  const answers = new Map<ClaimedMessage, Answer>();
  const newMessages = claims.flatMap(({ received, isNew }) => (isNew ? [received] : []));
  const [first] = newMessages;
  if (first) {
    const { companyId, message } = first;
    // Another transaction may be creating a voucher for this device. With this lock either that transaction finds the
    // message in quarantine, or this one finds the voucher.
    await lockDevices(tx, [message.imei]);
    const { imei, periods } = await readDevice(tx, companyId, message.imei);
    await lockObjects(tx, periods, newMessages);
    const pendingCuts: PendingCuts = new Map();
    for (const each of newMessages)
      answers.set(
        each,
        await storeMessage(tx, workers, { ...each, message: { ...each.message, imei } }, periods, pendingCuts),
      );
    await cutPending(tx, workers, companyId, pendingCuts);
    await storeAnswers(
      tx.db,
      Array.from(answers, ([received, answer]) => ({ received, answer })),
    );
  }
  const allAnswers: Answer[] = [];
  for (const { received } of claims)
    allAnswers.push(
      answers.get(received) ?? { ...((await readFirstAnswer(tx.db, received)) as Answer), Duplicate: true },
    );
  return allAnswers;
};

/**
 * Locks the objects of all messages in the order of their ids. Otherwise each message would lock its own object in
 * turn, and two transactions could deadlock.
 */
const lockObjects = async (
  tx: Tx,
  periods: readonly DevicePeriod[],
  received: readonly PlatformMessage[],
): Promise<void> => {
  if (periods.length < 2 || received.length < 2) return;
  for (const objectId of [...new Set(periods.map(period => period.objectId))].sort()) await lockObject(tx, objectId);
};

/** The device of a message, by IMEI or by an identifier that a manager mapped. */
const readDevice = async (tx: Tx, companyId: number, identifier: string) => {
  const periods = await readDevicePeriods(tx.db, companyId, identifier);
  if (periods.length > 0) return { imei: identifier, periods };
  const mappedImei = await readMappedImei(tx.db, companyId, identifier);
  if (mappedImei === undefined) return { imei: identifier, periods };
  await lockDevices(tx, [mappedImei]);
  return { imei: mappedImei, periods: await readDevicePeriods(tx.db, companyId, mappedImei) };
};

const storeMessage = async (
  tx: Tx,
  workers: Workers,
  received: ClaimedMessage,
  periods: readonly DevicePeriod[],
  pendingCuts: PendingCuts,
): Promise<Answer> => {
  const { message } = received;
  const period = periodOf(periods, message);
  if (period === 'nobody') {
    await putInQuarantine(tx.db, received);
    return quarantinedAnswer(message);
  }
  if (period === 'several')
    return applyParts(tx, workers, await readParts(workers, periods, message), received, pendingCuts);
  return applyMessage(tx, workers, period, received, pendingCuts);
};

export { withTexts } from './answers.ts';
export { checkCompanyDevices } from './deviceCheck.ts';
export { lockDevices, lockObject } from './deviceLocks.ts';
export { readMessages } from './inbox.ts';
export { isPlausibleTime } from './plausibleTimes.ts';
export type { PreparedMessage } from './preparing.ts';
export { isRow } from './rows.ts';
export { recutTrips } from './trips.ts';

export const storeStatisticMessages = (
  tx: Tx,
  workers: Workers,
  { companyId, keyId }: Platform,
  messages: readonly PreparedMessage[],
) =>
  storeMessages(
    tx,
    workers,
    messages.map(message => ({ companyId, keyId, message })),
  ) as Promise<StatisticAnswer[]>;

export const storeStatisticMessage = async (tx: Tx, workers: Workers, platform: Platform, message: PreparedMessage) =>
  (await storeStatisticMessages(tx, workers, platform, [message]))[0]!;

export const storeCrashMessage = async (
  tx: Tx,
  workers: Workers,
  { companyId, keyId }: Platform,
  message: PreparedMessage,
) => (await storeMessages(tx, workers, [{ companyId, keyId, message }]))[0] as CrashAnswer;

/** Discards the quarantined messages of a device that a manager has rejected. */
export const dropQuarantine = (
  { db }: Tx,
  companyId: number,
  imei: string,
  decision: Parameters<typeof dropFromQuarantine>[3],
): Promise<number> => dropFromQuarantine(db, companyId, imei, decision);

export const mapDeviceIdentifier = (
  { db }: Tx,
  companyId: number,
  mapping: Parameters<typeof mapIdentifier>[2],
): Promise<number> => mapIdentifier(db, companyId, mapping);

/**
 * Applies a device's quarantined messages that belong to its present periods, in the transaction that registers the
 * device. Returns their number.
 * Times are checked against each message's arrival. Messages from outside all periods stay in quarantine.
 * Call `lockDevices` before the period is written.
 */
export const applyQuarantine = async (
  tx: Tx,
  workers: Workers,
  companyId: number,
  imei: string,
  now: Date,
): Promise<number> => {
  const periods = await readDevicePeriods(tx.db, companyId, imei);
  const newestPeriod = periods[periods.length - 1];
  if (!newestPeriod) return 0;
  await lockObject(tx, newestPeriod.objectId);
  const pendingCuts: PendingCuts = new Map();
  let appliedCount = 0;
  for (let afterId = 0; ; ) {
    const quarantined = await lockNextQuarantined(tx.db, companyId, imei, { afterId, fromMs: newestPeriod.fromMs });
    if (!quarantined) break;
    afterId = quarantined.id;
    // The device's IMEI is added below, because a message sent under a mapped identifier does not contain it.
    const message = await readQuarantinedMessage(workers, quarantined);
    if (!message) {
      await dropUnreadableMessage(tx, companyId, { id: quarantined.id, imei }, now);
      continue;
    }
    const received = { companyId, message: { ...message, imei } };
    const period = periodOf(periods, received.message);
    const parts = period === 'several' ? await readParts(workers, periods, received.message) : [];
    // No part of the message belongs to an object, so the message stays in quarantine. Storing its parts there as new
    // messages would repeat this step for ever.
    if (period === 'nobody' || (period === 'several' && parts.every(part => !part.period))) continue;
    await markApplied(tx.db, companyId, quarantined.id, now);
    const answer =
      period === 'several'
        ? applyParts(tx, workers, parts, received, pendingCuts)
        : applyMessage(tx, workers, period, received, pendingCuts);
    await storeLateAnswer(tx.db, received, await answer);
    appliedCount++;
  }
  // The person who registered the device sees its trips at once.
  for (const [object, pending] of pendingCuts) pendingCuts.set(object, { ...pending, isUrgent: true });
  await cutPending(tx, workers, companyId, pendingCuts);
  return appliedCount;
};
