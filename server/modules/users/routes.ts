import type { Context, HandlersOf } from '../../context.ts';
import { readList } from '../../table/list.ts';
import { presenting } from '../../table/presenting.ts';
import { operatorsTable } from './table.ts';

export const userHandlers = (context: Context): HandlersOf<'GET /api/v2/Operator/table'> => ({
  'GET /api/v2/Operator/table': async request =>
    readList(context, operatorsTable, {
      caller: request.caller,
      query: request.query,
      how: presenting(context, request),
      signal: request.signal,
    }),
});
