import type { Context, HandlersOf } from '../../context.ts';
import { scoresByWeek } from '../statistics/service.ts';
import { cacheFor } from './cacheFor.ts';
import { countRoom } from './service.ts';

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
