import { defineModule } from '../../module.ts';
import { dictionaryHandlers } from './routes.ts';
import { dictionaryEntriesTable } from './table.ts';

export const dictionaryEntries = defineModule({
  calls: ({ context, dictionaries }) => dictionaryHandlers(context, dictionaries),
  tables: [dictionaryEntriesTable],
});
