import type { Context, HandlersOf } from '../../context.ts';
import { askSighting } from './service.ts';

export const screenerHandlers = (context: Context): HandlersOf<'POST /api/v3/sightings'> => ({
  'POST /api/v3/sightings': async request => askSighting(context, request),
});
