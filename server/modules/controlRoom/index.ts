import type { Context } from '../../context.ts';
import { defineModule } from '../../module.ts';
import type { Caller } from '../../transaction.ts';
import { readWeeklyScores } from '../statistics/service.ts';
import { readControlRoom } from './figures.ts';
import { readOperatorWeek } from './operatorWeek.ts';

/** `variant`: what is computed of the company, for example the week. */
type Compute<T> = (context: Context, caller: Caller, variant?: string) => Promise<T>;

interface CacheEntry<T> {
  readonly atMs: number;
  readonly result: Promise<T>;
}

/**
 * Caches the result of `compute` for each company and variant for `ttlMs`. Callers during the computation share its
 * result.
 */
const cacheFor = <T>(ttlMs: number, now: () => Date, compute: Compute<T>): Compute<T> => {
  const cache = new Map<string, CacheEntry<T>>();
  return (context, caller, variant) => {
    const atMs = now().getTime();
    const key = `${caller.companyId} ${variant ?? ''}`;
    const cached = cache.get(key);
    if (cached && Math.abs(atMs - cached.atMs) < ttlMs) return cached.result;
    for (const [each, cachedEntry] of cache) if (Math.abs(atMs - cachedEntry.atMs) >= ttlMs) cache.delete(each);
    const entry = { atMs, result: compute(context, caller, variant) };
    cache.set(key, entry);
    entry.result.catch(() => {
      if (cache.get(key) === entry) cache.delete(key);
    });
    return entry.result;
  };
};

/** Cache lifetime of a company's figures, ms. It limits the queries, however many pages are open. */
const figuresTtlMs = 10_000;
const scoresTtlMs = 600_000;

export const controlRoom = defineModule({
  calls: ({ context }) => {
    const readFigures = cacheFor(figuresTtlMs, context.now, readControlRoom);
    const readScores = cacheFor(scoresTtlMs, context.now, readWeeklyScores);
    const readWeek = cacheFor(figuresTtlMs, context.now, readOperatorWeek);
    return {
      'GET /api/v3/control-room': ({ caller }) => readFigures(context, caller),
      'GET /api/v3/control-room/scores': ({ caller }) => readScores(context, caller),
      'GET /api/v3/control-room/operators': ({ caller, query }) => readWeek(context, caller, query.from),
    };
  },
});
