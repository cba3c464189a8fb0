import type { Platform } from '../../context.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import type { StatisticAnswer } from './answers.ts';
import { lockFreeDevices, lockFreeObjects } from './deviceLocks.ts';
import { type DevicePeriod, periodOf, readPeriodsOfDevices } from './devicePeriods.ts';
import { type Answer, applyMessages } from './objectMessages.ts';
import { cutPending, type PendingCuts } from './pendingCuts.ts';
import type { PreparedMessage } from './preparing.ts';
import { type ClaimedMessage, claimMessages, releaseClaims, storeAnswers } from './repository.ts';

interface DeviceGroup {
  readonly messages: readonly ClaimedMessage[];
  /** Period of each message. Undefined: the messages must be stored by themselves. */
  readonly periods: readonly DevicePeriod[] | undefined;
}

/**
 * Locks the devices and objects of messages that no other transaction has locked. Each object gets the messages of one
 * device. Messages of a device that is locked, unknown or changed hands must be stored by themselves.
 */
const lockGroup = async (tx: Tx, companyId: number, messages: readonly ClaimedMessage[]): Promise<DeviceGroup[]> => {
  const imeis = [...new Set(messages.map(({ message }) => message.imei))];
  const freeImeis = await lockFreeDevices(tx, imeis);
  const periodsOfDevices = await readPeriodsOfDevices(tx.db, companyId, freeImeis);
  const groups = imeis.map((imei): DeviceGroup => {
    const own = messages.filter(({ message }) => message.imei === imei);
    const found = own.map(({ message }) => periodOf(periodsOfDevices.get(imei) ?? [], message));
    const periods = found.flatMap(period => (typeof period === 'string' ? [] : [period]));
    return { messages: own, periods: periods.length === own.length ? periods : undefined };
  });
  const freeObjects = await lockFreeObjects(
    tx,
    groups.flatMap(({ periods = [] }) => periods.map(({ objectId }) => objectId)),
  );
  return groups.map(group => {
    const objectIds = new Set(group.periods?.map(({ objectId }) => objectId));
    const isFree = [...objectIds].every(objectId => freeObjects.has(objectId));
    for (const objectId of objectIds) freeObjects.delete(objectId);
    return isFree ? group : { ...group, periods: undefined };
  });
};

/**
 * Stores messages with positions only, of several devices of a company, in few statements. Returns undefined for
 * messages that must be stored by themselves, after the transaction. Waits for no lock of a device or object, so that no
 * message waits for the device of another.
 */
export const storeMessageGroup = async (
  tx: Tx,
  workers: Workers,
  { companyId, keyId }: Platform,
  messages: readonly PreparedMessage[],
): Promise<(StatisticAnswer | undefined)[]> => {
  const claims = await claimMessages(
    tx.db,
    messages.map(message => ({ companyId, keyId, message })),
  );
  const newMessages = claims.flatMap(({ received, isNew }) => (isNew ? [received] : []));
  if (newMessages.length === 0) return messages.map(() => undefined);
  const groups = await lockGroup(tx, companyId, newMessages);
  await releaseClaims(
    tx.db,
    groups.flatMap(group => (group.periods ? [] : group.messages)),
  );
  const pendingCuts: PendingCuts = new Map();
  const answers = new Map<ClaimedMessage, Answer>();
  // Each round stores the next message of every device, because a message is checked against those before.
  for (let round = 0; ; round++) {
    const placed = groups.flatMap(({ messages: own, periods }) =>
      (periods ?? []).slice(round, round + 1).map(period => ({ period, received: own[round]! })),
    );
    if (placed.length === 0) break;
    const roundAnswers = await applyMessages(tx, workers, placed, pendingCuts);
    for (const [i, { received }] of placed.entries()) answers.set(received, roundAnswers[i]!);
  }
  await cutPending(tx, workers, companyId, pendingCuts);
  await storeAnswers(
    tx.db,
    Array.from(answers, ([received, answer]) => ({ received, answer })),
  );
  return claims.map(({ received }) => answers.get(received) as StatisticAnswer | undefined);
};
