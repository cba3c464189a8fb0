import { defineModule } from '../../module.ts';
import { dictionaryHandlers } from './routes.ts';

export const dictionaryEntries = defineModule({
  calls: ({ context, dictionaries }) => dictionaryHandlers(context, dictionaries),
});
