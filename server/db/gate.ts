import { DomainError } from '../errors.ts';

export interface GateLimits {
  readonly places: number;
  /** Of these one holder has so many at most: whoever asks ten times at once leaves places for others. */
  readonly placesEach: number;
  /** So many wait at most, half of them for one holder; who comes after them is told to come later. */
  readonly waiting: number;
  readonly waitMs: number;
}

export interface Gate {
  /**
   * Waits for a place and answers how to give it back. Fails with OVERLOADED when the wait or its queue is too long, with
   * the signal's reason when whoever asked has left.
   */
  readonly enter: (holder: number, signal?: AbortSignal) => Promise<() => void>;
  /** How many wait for a place. */
  readonly waiting: () => number;
}

interface Waiting {
  readonly holder: number;
  readonly admit: (leave: () => void) => void;
}

/** A few places for many: an orderly queue in front of a pool of connections, which has neither bound nor fairness. */
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
