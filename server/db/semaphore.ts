import { DomainError } from '../errors.ts';

export interface SemaphoreLimits {
  readonly slots: number;
  /** Maximum slots per person, so that ten requests at once leave slots for others. */
  readonly slotsEach: number;
  /** Maximum queue length: half of it for one person, three quarters for one company. Further requests are refused. */
  readonly waiting: number;
  readonly waitMs: number;
}

/** Owner of a slot or of a place in the queue. */
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
  /** Length of the queue. */
  readonly waiting: () => number;
}

interface Waiting {
  readonly owner: SlotOwner;
  readonly admit: (leave: () => void) => void;
}

/** Number of slots or queue entries that the same person or company has. */
const countOf = (all: Iterable<{ readonly owner: SlotOwner }>, whose: keyof SlotOwner, owner: SlotOwner): number =>
  [...all].filter(each => each.owner[whose] === owner[whose]).length;

/**
 * Semaphore with a bounded and fair queue in front of a connection pool. The pool's own queue is neither bounded nor
 * fair.
 */
export const makeSemaphore = ({ slots, slotsEach, waiting: mostWaiting, waitMs }: SemaphoreLimits): Semaphore => {
  const queue = new Set<Waiting>();
  const inside = new Set<{ readonly owner: SlotOwner }>();
  // One company may take all slots but one, so that a slot is left for other companies.
  const slotsOfCompany = Math.max(1, slots - 1);

  const hasRoom = (owner: SlotOwner): boolean =>
    inside.size < slots &&
    countOf(inside, 'accountId', owner) < slotsEach &&
    countOf(inside, 'companyId', owner) < slotsOfCompany;

  const inHand = (whose: keyof SlotOwner, { owner }: Waiting): number => countOf(inside, whose, owner);

  const take = (owner: SlotOwner): (() => void) => {
    const slot = { owner };
    inside.add(slot);
    return () => {
      if (!inside.delete(slot)) return;
      // The next slot goes to the company with the fewest slots, and there to the person with the fewest.
      const [next] = [...queue]
        .filter(each => hasRoom(each.owner))
        .sort(
          (a, b) => inHand('companyId', a) - inHand('companyId', b) || inHand('accountId', a) - inHand('accountId', b),
        );
      if (next) next.admit(take(next.owner));
    };
  };

  const busy = () => new DomainError('OVERLOADED', { retryAfterS: Math.ceil(waitMs / 1000) });

  const isFull = (owner: SlotOwner): boolean =>
    queue.size >= mostWaiting ||
    countOf(queue, 'accountId', owner) >= mostWaiting / 2 ||
    countOf(queue, 'companyId', owner) >= (mostWaiting * 3) / 4;

  const wait = (owner: SlotOwner, signal: AbortSignal | undefined): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const end = () => {
        queue.delete(waiting);
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const refuse = (error: unknown) => {
        end();
        reject(error);
      };
      const abort = () => refuse(signal?.reason);
      const waiting: Waiting = {
        owner,
        admit: leave => {
          end();
          resolve(leave);
        },
      };
      const timer = setTimeout(() => refuse(busy()), waitMs);
      signal?.addEventListener('abort', abort);
      queue.add(waiting);
    });

  return {
    enter: async (owner, signal) => {
      signal?.throwIfAborted();
      if (hasRoom(owner)) return take(owner);
      if (isFull(owner)) throw busy();
      return wait(owner, signal);
    },
    waiting: () => queue.size,
  };
};
