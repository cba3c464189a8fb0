import { isStorable } from '../../../src/schema/kinds/storable.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { search } from './service.ts';

export const searchHandlers = (context: Context): HandlersOf<'GET /api/v3/search'> => ({
  'GET /api/v3/search': async ({ caller, locale, query: { q, limit: hitsMax = 5 } }) => {
    if (!isStorable(q)) throw invalid({ field: 'q', message: 'characters' });
    return search(context, caller, { q, hitsMax, locale });
  },
});
