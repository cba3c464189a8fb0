import { defineModule } from '../../module.ts';
import { operatorActions, operatorHandlers } from './routes.ts';

export const operators = defineModule({
  calls: ({ authentication, ...services }) => operatorHandlers(services, authentication),
  actions: ({ context, authentication }) => ({ operators: operatorActions(context, authentication) }),
});
