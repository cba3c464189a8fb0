import type { Context } from '../../context.ts';
import { defineModule } from '../../module.ts';
import type { Caller } from '../../transaction.ts';
import { readWeeklyScores } from '../statistics/service.ts';
import { readControlRoom } from './service.ts';

type Compute<T> = (context: Context, caller: Caller) => Promise<T>;

interface CacheEntry<T> {
  readonly atMs: number;
  readonly result: Promise<T>;
}

/** Caches the result of `compute` for each company for `ttlMs`. Callers during the computation share its result. */
const cacheFor = <T>(ttlMs: number, now: () => Date, compute: Compute<T>): Compute<T> => {
  const cache = new Map<number, CacheEntry<T>>();
  return (context, caller) => {
    const atMs = now().getTime();
    const cached = cache.get(caller.companyId);
    if (cached && Math.abs(atMs - cached.atMs) < ttlMs) return cached.result;
    for (const [id, cachedEntry] of cache) if (Math.abs(atMs - cachedEntry.atMs) >= ttlMs) cache.delete(id);
    const entry = { atMs, result: compute(context, caller) };
    cache.set(caller.companyId, entry);
    entry.result.catch(() => {
      if (cache.get(caller.companyId) === entry) cache.delete(caller.companyId);
    });
    return entry.result;
  };
};

/** Cache lifetime of a company's figures, ms, for any number of open pages and events. */
const figuresTtlMs = 10_000;
const scoresTtlMs = 600_000;

export const controlRoom = defineModule({
  calls: ({ context }) => {
    const readFigures = cacheFor(figuresTtlMs, context.now, readControlRoom);
    const readScores = cacheFor(scoresTtlMs, context.now, readWeeklyScores);
    return {
      'GET /api/v3/control-room': ({ caller }) => readFigures(context, caller),
      'GET /api/v3/control-room/scores': ({ caller }) => readScores(context, caller),
    };
  },
});
