import type { Context } from '../../context.ts';
import type { Caller } from '../../transaction.ts';

type Work<T> = (context: Context, caller: Caller) => Promise<T>;

interface Kept<T> {
  readonly atMs: number;
  readonly found: Promise<T>;
}

/** Caches the result of `work` for each company for `keepMs`. Callers during the work share its result. */
export const cacheFor = <T>(keepMs: number, now: () => Date, work: Work<T>): Work<T> => {
  const kept = new Map<number, Kept<T>>();
  return (context, caller) => {
    const atMs = now().getTime();
    const known = kept.get(caller.companyId);
    if (known && Math.abs(atMs - known.atMs) < keepMs) return known.found;
    for (const [id, each] of kept) if (Math.abs(atMs - each.atMs) >= keepMs) kept.delete(id);
    const entry = { atMs, found: work(context, caller) };
    kept.set(caller.companyId, entry);
    entry.found.catch(() => {
      if (kept.get(caller.companyId) === entry) kept.delete(caller.companyId);
    });
    return entry.found;
  };
};
