import { defineModule } from '../../module.ts';
import { companyHandlers } from './routes.ts';
import { callRulesTable, companiesTable } from './table.ts';

export const companies = defineModule({
  calls: ({ context, dictionaries }) => companyHandlers(context, dictionaries),
  tables: [companiesTable, callRulesTable],
});
