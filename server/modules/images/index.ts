import { defineModule } from '../../module.ts';
import { readImage } from '../accidents/service.ts';
import { readPortrait } from '../account/service.ts';

/** Calls for pictures of all kinds, such as photos of accounts, under one path. Each kind checks access itself. */
export const images = defineModule({
  calls: ({ context }) => ({
    'GET /api/v2/Image/{type}/{id}': async ({ caller, params: { type, id } }) =>
      type === 'avatar' ? readPortrait(context, caller, id) : readImage(context, caller, type, id),
  }),
});
