import type { HandlersOf } from '../../context.ts';
import type { Hub } from './service.ts';

export const liveHandlers = (hub: Hub): HandlersOf<'GET /api/v3/events'> => ({
  'GET /api/v3/events': async ({ caller, tokenHash, lastEventId, query }) => {
    const { readable } = await hub.open(caller, tokenHash!, { lastEventId, secondsBack: query.back });
    return { events: readable };
  },
});
