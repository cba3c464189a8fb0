import Type from 'typebox';
import { AnomalyRow } from '../shapes/anomaly.ts';
import { Day, ObjectId, tableOf } from '../shapes/common.ts';

export const anomalyCalls = {
  'GET /api/v2/Anomaly/history': {
    tag: 'Trips',
    title: 'List faults of a device',
    purpose:
      'What was wrong with the data of an object, newest first, between two days of its time zone: kind, from when to when, how much of it.',
    access: { resource: 'vouchers', verb: 'list' },
    query: Type.Object({
      objectId: ObjectId,
      from: Type.Optional(Day),
      to: Type.Optional(Day),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    }),
    answer: tableOf(AnomalyRow),
  },
} as const;
