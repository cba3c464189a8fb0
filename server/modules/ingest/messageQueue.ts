import type { Context, Platform, Request } from '../../context.ts';
import { outageFault } from '../../db/outage.ts';
import { DomainError } from '../../errors.ts';
import type { StatisticAnswer } from './answers.ts';
import { storeMessageGroup } from './messageGroup.ts';
import type { PreparedMessage } from './preparing.ts';
import { storeStatisticMessage, storeStatisticMessages } from './service.ts';

/** Messages of one device, in the order sent. */
type DeviceMessages = readonly PreparedMessage[];

/** A platform that is sending messages, and the function that runs a transaction on its behalf. */
export interface Sender {
  readonly platform: Platform;
  readonly change: Request<'POST /api/statistic/webhook'>['change'];
}

/**
 * Maximum number of transactions with which the messages of one platform key are stored at once. Meanwhile further
 * messages gather, and share the next transaction.
 */
const maxTransactions = 2;
/** Maximum number and bytes (JSON) of messages in a shared transaction, because other messages wait for its end. */
const maxSharedMessages = 100;
const maxSharedBytes = 1024 * 1024;

/** Messages of a request that wait to be stored. */
interface WaitingRequest extends Sender {
  readonly devices: readonly DeviceMessages[];
  readonly resolve: (answers: readonly (readonly StatisticAnswer[])[]) => void;
  readonly reject: (error: unknown) => void;
}

interface KeyQueue {
  readonly waiting: WaitingRequest[];
  running: number;
}

const takeRequests = (waiting: WaitingRequest[]): WaitingRequest[] => {
  let [messages, bytes] = [0, 0];
  const end = waiting.findIndex(({ devices }, i) => {
    messages += devices.flat().length;
    bytes += devices.flat().reduce((sum, { text }) => sum + text.length, 0);
    return i > 0 && (messages > maxSharedMessages || bytes > maxSharedBytes);
  });
  return waiting.splice(0, end < 0 ? waiting.length : end);
};

/**
 * Stores messages of one device in one transaction. If that fails, stores them one by one, so that a faulty message
 * does not keep the others out.
 */
export const storeDevice = async (
  { workers, log }: Pick<Context, 'workers' | 'log'>,
  { platform, change }: Sender,
  messages: DeviceMessages,
): Promise<readonly StatisticAnswer[]> => {
  if (messages.length > 1)
    try {
      return await change(tx => storeStatisticMessages(tx, workers, platform, messages));
    } catch (error) {
      if (error instanceof DomainError || outageFault(error)) throw error;
      log.info({ err: error, messages: messages.length }, 'messages of a device are stored one by one');
    }
  const answers: StatisticAnswer[] = [];
  for (const message of messages)
    answers.push(await change(tx => storeStatisticMessage(tx, workers, platform, message)));
  return answers;
};

/**
 * Returns a function that stores messages and returns their answers, by device. Messages of a key that arrive while
 * others are being stored share a transaction, so that a busy server needs fewer statements. Messages that cannot share
 * it, or whose shared transaction fails, are stored device by device.
 */
export const createMessageQueue = (context: Pick<Context, 'workers' | 'log'>) => {
  const queues = new Map<number, KeyQueue>();

  /** Stores the messages of a request that the shared transaction left out, and returns the answers to all. */
  const finish = async (
    { devices, ...sender }: WaitingRequest,
    shared: readonly (StatisticAnswer | undefined)[],
  ): Promise<readonly (readonly StatisticAnswer[])[]> => {
    const answers: StatisticAnswer[][] = [];
    let from = 0;
    for (const messages of devices) {
      const own = shared.slice(from, from + messages.length);
      from += messages.length;
      const leftOut = messages.filter((_, i) => own[i] === undefined);
      const rest = leftOut.length > 0 ? [...(await storeDevice(context, sender, leftOut))] : [];
      answers.push(own.map(answer => answer ?? rest.shift()!));
    }
    return answers;
  };

  /** Stores messages in a shared transaction. Returns undefined for those that must be stored by themselves. */
  const storeShared = async ([first, ...others]: readonly WaitingRequest[]) => {
    const { platform, change, devices } = first!;
    const messages = [devices, ...others.map(other => other.devices)].flat(2);
    try {
      return await change(tx => storeMessageGroup(tx, context.workers, platform, messages));
    } catch (error) {
      if (error instanceof DomainError || outageFault(error)) throw error;
      context.log.info({ err: error, messages: messages.length }, 'messages are stored device by device');
      return messages.map(() => undefined);
    }
  };

  const storeRequests = async (requests: readonly WaitingRequest[]): Promise<void> => {
    const shared = await storeShared(requests);
    let from = 0;
    for (const request of requests) {
      const own = shared.slice(from, from + request.devices.flat().length);
      from += own.length;
      // The next transaction does not wait for the messages that are stored by themselves, because these may wait for locks.
      void finish(request, own).then(request.resolve, request.reject);
    }
  };

  const startNext = (keyId: number, queue: KeyQueue): void => {
    while (queue.running < maxTransactions && queue.waiting.length > 0) {
      const requests = takeRequests(queue.waiting);
      queue.running += 1;
      void storeRequests(requests)
        .catch(error => {
          for (const { reject } of requests) reject(error);
        })
        .finally(() => {
          queue.running -= 1;
          startNext(keyId, queue);
        });
    }
    if (queue.running === 0) queues.delete(keyId);
  };

  return (sender: Sender, devices: readonly DeviceMessages[]) =>
    new Promise<readonly (readonly StatisticAnswer[])[]>((resolve, reject) => {
      const { keyId } = sender.platform;
      const queue = queues.get(keyId) ?? { waiting: [], running: 0 };
      queues.set(keyId, queue);
      queue.waiting.push({ ...sender, devices, resolve, reject });
      startNext(keyId, queue);
    });
};
