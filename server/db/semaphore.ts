import { DomainError } from '../errors.ts';

export interface SemaphoreLimits {
  readonly slots: number;
  /** Maximum slots per person, so that ten requests at once leave slots for others. */
  readonly slotsPerPerson: number;
  /** Maximum queue length: half of it for one person, three quarters for one company. Further requests are refused. */
  readonly maxWaiting: number;
  readonly waitMs: number;
}

/** Person and company that own a slot or a place in the queue. */
export interface SlotOwner {
  readonly accountId: number;
  readonly companyId: number;
}

export interface Semaphore {
  /**
   * Waits for a slot and returns its release function. Throws OVERLOADED if the wait or the queue is too long. Throws
   * the signal's reason if the caller has disconnected.
   */
  readonly enter: (owner: SlotOwner, signal?: AbortSignal) => Promise<() => void>;
  /** Number of requests that wait for a slot. */
  readonly queueLength: () => number;
}

interface QueueEntry {
  readonly owner: SlotOwner;
  readonly admit: (releaseSlot: () => void) => void;
}

/** Number of slots or queue entries that the same person or company has. */
const countOf = (
  entries: Iterable<{ readonly owner: SlotOwner }>,
  ownerKey: keyof SlotOwner,
  owner: SlotOwner,
): number => [...entries].filter(entry => entry.owner[ownerKey] === owner[ownerKey]).length;

/**
 * Semaphore with a bounded and fair queue in front of a connection pool. The pool's own queue is neither bounded nor
 * fair.
 */
export const makeSemaphore = ({ slots, slotsPerPerson, maxWaiting, waitMs }: SemaphoreLimits): Semaphore => {
  const queue = new Set<QueueEntry>();
  const takenSlots = new Set<{ readonly owner: SlotOwner }>();
  // One company may take all slots but one, so that a slot is left for other companies.
  const slotsOfCompany = Math.max(1, slots - 1);

  const hasFreeSlot = (owner: SlotOwner): boolean =>
    takenSlots.size < slots &&
    countOf(takenSlots, 'accountId', owner) < slotsPerPerson &&
    countOf(takenSlots, 'companyId', owner) < slotsOfCompany;

  const countTaken = (ownerKey: keyof SlotOwner, { owner }: QueueEntry): number => countOf(takenSlots, ownerKey, owner);

  const takeSlot = (owner: SlotOwner): (() => void) => {
    const slot = { owner };
    takenSlots.add(slot);
    return () => {
      if (!takenSlots.delete(slot)) return;
      // The next slot goes to the company with the fewest slots, and there to the person with the fewest.
      const [next] = [...queue]
        .filter(entry => hasFreeSlot(entry.owner))
        .sort(
          (a, b) =>
            countTaken('companyId', a) - countTaken('companyId', b) ||
            countTaken('accountId', a) - countTaken('accountId', b),
        );
      if (next) next.admit(takeSlot(next.owner));
    };
  };

  const overloadedError = () => new DomainError('OVERLOADED', { retryAfterS: Math.ceil(waitMs / 1000) });

  const isFull = (owner: SlotOwner): boolean =>
    queue.size >= maxWaiting ||
    countOf(queue, 'accountId', owner) >= maxWaiting / 2 ||
    countOf(queue, 'companyId', owner) >= (maxWaiting * 3) / 4;

  const waitForSlot = (owner: SlotOwner, signal: AbortSignal | undefined): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const leaveQueue = () => {
        queue.delete(entry);
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const refuse = (error: unknown) => {
        leaveQueue();
        reject(error);
      };
      const abort = () => refuse(signal?.reason);
      const entry: QueueEntry = {
        owner,
        admit: releaseSlot => {
          leaveQueue();
          resolve(releaseSlot);
        },
      };
      const timer = setTimeout(() => refuse(overloadedError()), waitMs);
      signal?.addEventListener('abort', abort);
      queue.add(entry);
    });

  return {
    enter: async (owner, signal) => {
      signal?.throwIfAborted();
      if (hasFreeSlot(owner)) return takeSlot(owner);
      if (isFull(owner)) throw overloadedError();
      return waitForSlot(owner, signal);
    },
    queueLength: () => queue.size,
  };
};
