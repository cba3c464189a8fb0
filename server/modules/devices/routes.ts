import type { RecordOf } from '../../../src/contract/call.ts';
import type { Context, HandlersOf } from '../../context.ts';
import { asking } from '../../table/presenting.ts';
import { readRecord } from '../../table/records.ts';
import type { Dictionaries } from '../info/dictionaries.ts';
import { devicesTable } from './table.ts';

export const deviceHandlers = (context: Context, dictionaries: Dictionaries): HandlersOf<'GET /api/terminal/{id}'> => ({
  'GET /api/terminal/{id}': request =>
    readRecord<RecordOf<'devices'>>(
      context.db,
      devicesTable,
      asking(context, dictionaries, request),
      request.params.id,
    ),
});
