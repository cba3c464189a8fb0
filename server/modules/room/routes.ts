import type { Context, HandlersOf } from '../../context.ts';
import type { Caller } from '../../transaction.ts';
import { scoresByWeek } from '../statistics/service.ts';
import { countRoom } from './service.ts';

type Work<T> = (context: Context, caller: Caller) => Promise<T>;

interface Kept<T> {
  readonly atMs: number;
  readonly found: Promise<T>;
}

/** Caches the result of `work` for each company for `keepMs`. Callers during the work share its result. */
const cacheFor = <T>(keepMs: number, now: () => Date, work: Work<T>): Work<T> => {
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

type Names = 'GET /api/v3/control-room' | 'GET /api/v3/control-room/scores';

/** Cache lifetime of a company's figures, ms, for any number of open pages and events. */
const roomMs = 10_000;
const scoresMs = 600_000;

export const roomHandlers = (context: Context): HandlersOf<Names> => {
  const rooms = cacheFor(roomMs, context.now, countRoom);
  const scores = cacheFor(scoresMs, context.now, scoresByWeek);
  return {
    'GET /api/v3/control-room': ({ caller }) => rooms(context, caller),
    'GET /api/v3/control-room/scores': ({ caller }) => scores(context, caller),
  };
};
