import { defineModule } from '../../module.ts';
import { readClientSheet } from './sheet.ts';

export const clients = defineModule({
  calls: ({ context }) => ({
    'GET /api/v3/clients/{id}/sheet': ({ caller, params }) => readClientSheet(context, caller, params.id),
  }),
});
