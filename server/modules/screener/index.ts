import { defineModule } from '../../module.ts';
import { findSightings } from './service.ts';

export const screener = defineModule({
  calls: ({ context }) => ({
    'POST /api/v3/sightings': async request => findSightings(context, request),
  }),
});
