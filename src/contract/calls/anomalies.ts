import Type from 'typebox';
import { AnomalyRow } from '../shapes/anomaly.ts';
import { Day, tableOf } from '../shapes/common.ts';
import { objectParameters } from '../shapes/statistics.ts';

export const anomalyCalls = {
  'GET /api/v2/Anomaly/status': {
    tag: 'Trips',
    title: 'List present faults of devices',
    purpose: 'Present faults of devices, and quarantined data that waits for a decision. One row per object and kind.',
    access: { resource: 'anomalies', verb: 'list' },
    table: 'anomalies',
  },
  'GET /api/v2/Anomaly/history': {
    tag: 'Trips',
    title: 'List faults of a device',
    purpose:
      'Faults in the data of an object between two days of its time zone (default: all), newest first: begin, end, quarantined data and decision.',
    access: { resource: 'anomalies', verb: 'list' },
    query: Type.Object({
      ...objectParameters,
      from: Type.Optional(Day),
      to: Type.Optional(Day),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    }),
    answer: tableOf(AnomalyRow),
  },
} as const;
