import { defineModule } from '../../module.ts';
import { saveCompany } from './service.ts';

export const companies = defineModule({
  calls: ({ context, dictionaries }) => ({
    'POST /api/insurancecompany': request => saveCompany(context, dictionaries, request),
  }),
});
