import type { Context, HandlersOf } from '../../context.ts';
import { findSightings } from './service.ts';

export const screenerHandlers = (context: Context): HandlersOf<'POST /api/v3/sightings'> => ({
  'POST /api/v3/sightings': async request => findSightings(context, request),
});
