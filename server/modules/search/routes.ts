import type { Context, HandlersOf } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { search } from './service.ts';

// Lone surrogates and NUL, which PostgreSQL refuses in text.
const unreadable = /[\0\p{Cs}]/u;

export const searchHandlers = (context: Context): HandlersOf<'GET /api/v3/search'> => ({
  'GET /api/v3/search': async ({ caller, query: { q, limit = 5 } }) => {
    if (unreadable.test(q)) throw invalid({ field: 'q', message: 'pattern' });
    return search(context, caller, q, limit);
  },
});
