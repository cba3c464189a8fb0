import { defineModule } from '../../module.ts';
import { operatorActions, operatorHandlers } from './routes.ts';
import { operatorsTable } from './table.ts';

export const operators = defineModule({
  calls: ({ authentication, ...services }) => operatorHandlers(services, authentication),
  tables: [operatorsTable],
  actions: ({ context, authentication }) => ({ operators: operatorActions(context, authentication) }),
});
