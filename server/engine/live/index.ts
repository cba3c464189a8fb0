import { defineModule } from '../../module.ts';

export const live = defineModule({
  calls: ({ hub }) => ({
    'GET /api/v3/events': async ({ caller, tokenHash, lastEventId, query }) => {
      const { readable } = await hub.open(caller, tokenHash!, { lastEventId, secondsBack: query.back });
      return { events: readable };
    },
  }),
});
