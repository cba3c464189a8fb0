import Type from 'typebox';
import { Sighting, SightingQuery } from '../shapes/sighting.ts';

export const screenerCalls = {
  'POST /api/v3/sightings': {
    tag: 'Screener',
    title: 'Search for a car near a place',
    purpose:
      'Tells whether the device of a car was near a place at a moment: distance, certainty and gaps of the recording. A plate may match several vouchers. The history of the voucher records each search. An OPERATOR may search within two hours of a leased case, otherwise 403.',
    access: { resource: 'accidents', verb: 'one' },
    narrowedTo: 'case',
    body: SightingQuery,
    answer: Type.Object({ Items: Type.Array(Sighting) }),
  },
} as const;
