import { isStorable } from '../../../src/schema/kinds/storable.ts';
import { invalid } from '../../errors.ts';
import { defineModule } from '../../module.ts';
import { search as searchRecords } from './service.ts';

export const search = defineModule({
  calls: ({ context }) => ({
    'GET /api/v3/search': async ({ caller, locale, query: { q, limit: hitsMax = 5 } }) => {
      if (!isStorable(q)) throw invalid({ field: 'q', message: 'characters' });
      return searchRecords(context, caller, { q, hitsMax, locale });
    },
  }),
});
