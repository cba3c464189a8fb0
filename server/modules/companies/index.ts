import { defineModule } from '../../module.ts';
import { companyHandlers } from './routes.ts';

export const companies = defineModule({
  calls: ({ context, dictionaries }) => companyHandlers(context, dictionaries),
});
