import { DomainError } from '../errors.ts';

export interface GateLimits {
  readonly places: number;
  /** Maximum slots per person, so that ten requests at once leave slots for others. */
  readonly placesEach: number;
  /** Maximum queue length: half of it for one person, three quarters for one company. Further requests are refused. */
  readonly waiting: number;
  readonly waitMs: number;
}

/** Owner of a slot or of a place in the queue. */
export interface Holder {
  readonly accountId: number;
  readonly companyId: number;
}

export interface Gate {
  /**
   * Waits for a slot and returns its release function. Throws OVERLOADED if the wait or the queue is too long. Throws
   * the signal's reason if the caller has disconnected.
   */
  readonly enter: (holder: Holder, signal?: AbortSignal) => Promise<() => void>;
  /** Length of the queue. */
  readonly waiting: () => number;
}

interface Waiting {
  readonly holder: Holder;
  readonly admit: (leave: () => void) => void;
}

/** Number of entries of the same person or company. */
const countOf = (all: Iterable<{ readonly holder: Holder }>, whose: keyof Holder, holder: Holder): number =>
  [...all].filter(each => each.holder[whose] === holder[whose]).length;

/**
 * Semaphore with a bounded and fair queue in front of a connection pool. The pool's own queue is neither bounded nor
 * fair.
 */
export const makeGate = ({ places, placesEach, waiting: mostWaiting, waitMs }: GateLimits): Gate => {
  const queue = new Set<Waiting>();
  const inside = new Set<{ readonly holder: Holder }>();
  // One company never takes all slots, so that one stays for the others.
  const placesOfCompany = Math.max(1, places - 1);

  const hasRoom = (holder: Holder): boolean =>
    inside.size < places &&
    countOf(inside, 'accountId', holder) < placesEach &&
    countOf(inside, 'companyId', holder) < placesOfCompany;

  const inHand = (whose: keyof Holder, { holder }: Waiting): number => countOf(inside, whose, holder);

  const take = (holder: Holder): (() => void) => {
    const place = { holder };
    inside.add(place);
    return () => {
      if (!inside.delete(place)) return;
      // The next slot goes to the company with the fewest slots, and there to the person with the fewest.
      const [next] = [...queue]
        .filter(each => hasRoom(each.holder))
        .sort(
          (a, b) => inHand('companyId', a) - inHand('companyId', b) || inHand('accountId', a) - inHand('accountId', b),
        );
      if (next) next.admit(take(next.holder));
    };
  };

  const busy = () => new DomainError('OVERLOADED', { retryAfterS: Math.ceil(waitMs / 1000) });

  const isFull = (holder: Holder): boolean =>
    queue.size >= mostWaiting ||
    countOf(queue, 'accountId', holder) >= mostWaiting / 2 ||
    countOf(queue, 'companyId', holder) >= (mostWaiting * 3) / 4;

  const wait = (holder: Holder, signal: AbortSignal | undefined): Promise<() => void> =>
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
        holder,
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
    enter: async (holder, signal) => {
      signal?.throwIfAborted();
      if (hasRoom(holder)) return take(holder);
      if (isFull(holder)) throw busy();
      return wait(holder, signal);
    },
    waiting: () => queue.size,
  };
};
