import { DomainError } from '../errors.ts';

export interface GateLimits {
  readonly places: number;
  /** Maximum places per holder, so that ten requests at once leave room for others. */
  readonly placesEach: number;
  /** Maximum queue length, half of it for one holder; further ones are refused. */
  readonly waiting: number;
  readonly waitMs: number;
}

export interface Gate {
  /**
   * Waits for a place; returns its release. Fails with OVERLOADED when the wait or the queue is too long, with the
   * signal's reason when the caller has left.
   */
  readonly enter: (holder: number, signal?: AbortSignal) => Promise<() => void>;
  /** Length of the queue. */
  readonly waiting: () => number;
}

interface Waiting {
  readonly holder: number;
  readonly admit: (leave: () => void) => void;
}

/** Bounded, fair queue in front of a connection pool, which is neither. */
export const makeGate = ({ places, placesEach, waiting: mostWaiting, waitMs }: GateLimits): Gate => {
  const queue = new Set<Waiting>();
  const inside = new Map<number, number>();
  let taken = 0;

  const hasRoom = (holder: number): boolean => taken < places && (inside.get(holder) ?? 0) < placesEach;

  const take = (holder: number): (() => void) => {
    taken += 1;
    inside.set(holder, (inside.get(holder) ?? 0) + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      taken -= 1;
      const still = (inside.get(holder) ?? 1) - 1;
      if (still > 0) inside.set(holder, still);
      else inside.delete(holder);
      const next = [...queue].find(each => hasRoom(each.holder));
      if (next) next.admit(take(next.holder));
    };
  };

  const busy = () => new DomainError('OVERLOADED', { retryAfterS: Math.ceil(waitMs / 1000) });

  const isFull = (holder: number): boolean =>
    queue.size >= mostWaiting || [...queue].filter(each => each.holder === holder).length >= mostWaiting / 2;

  const wait = (holder: number, signal: AbortSignal | undefined): Promise<() => void> =>
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
