import { defineModule } from '../../module.ts';
import { clientsTable } from './table.ts';

export const clients = defineModule({
  tables: [clientsTable],
});
