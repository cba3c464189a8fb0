import Type from 'typebox';
import { Sighting, SightingAsked } from '../shapes/sighting.ts';

export const screenerCalls = {
  'POST /api/v3/sightings': {
    tag: 'Screener',
    title: 'Ask whether a car was there',
    purpose:
      'What the device of a car recorded around a moment near a place: how near, how sure, and what was not recorded. By plate there may be several vouchers. Each asking is in the history of the voucher. An OPERATOR: within two hours of the case in hand, else 403.',
    access: { resource: 'accidents', verb: 'one' },
    narrowedTo: 'case',
    body: SightingAsked,
    answer: Type.Object({ Items: Type.Array(Sighting) }),
  },
} as const;
