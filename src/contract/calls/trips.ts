import Type from 'typebox';
import { Day, Id, ObjectId, tableOf } from '../shapes/common.ts';
import { TripDetail, TripRow } from '../shapes/telemetry.ts';

export const tripCalls = {
  'GET /api/v2/StatisticSummingTrip/list': {
    tag: 'Trips',
    title: 'List trips',
    purpose:
      'Trips of an object, newest first, between two days of its time zone. An OPERATOR: within two hours of the case in hand, else 403.',
    access: { resource: 'accidents', verb: 'one' },
    narrowedTo: 'case',
    query: Type.Object({
      objectId: ObjectId,
      from: Type.Optional(Day),
      to: Type.Optional(Day),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
    }),
    answer: tableOf(TripRow),
  },
  'GET /api/v2/StatisticSummingTrip/{id}': {
    tag: 'Trips',
    title: 'Read a trip',
    purpose: 'One trip with its track. An OPERATOR: within two hours of the case in hand, else 403.',
    access: { resource: 'accidents', verb: 'one' },
    narrowedTo: 'case',
    params: Type.Object({ id: Id }),
    query: Type.Object({ objectId: ObjectId }),
    answer: TripDetail,
  },
} as const;
