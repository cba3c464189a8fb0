import Type from 'typebox';
import { Day, Moment, tableOf } from '../shapes/common.ts';
import { EventRow, Location, LogRow } from '../shapes/rawLog.ts';
import { objectParameters } from '../shapes/statistics.ts';

const Page = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 }));
const caseAccess = { access: { resource: 'accidents', verb: 'one' }, narrowedTo: 'case' } as const;
const operatorLimit = 'An OPERATOR may read data within two hours of a leased case, otherwise 403.';

/** Calls that return the recorded data of a device unchanged, such as positions. */
export const rawLogCalls = {
  'GET /api/locations': {
    tag: 'Trips',
    title: 'Read positions of a car',
    purpose: `Fixes of an object between two moments at most 7 days apart, by time, without suspect fixes; streamed. ${operatorLimit}`,
    ...caseAccess,
    query: Type.Object({ ...objectParameters, from: Moment, to: Moment }),
    answer: Type.Array(Location),
  },
  'GET /api/events': {
    tag: 'Trips',
    title: 'List events of a car',
    purpose: `Manoeuvres, impacts and faults of the device between two days by the car's clock, in order of time; without days, all. ${operatorLimit}`,
    ...caseAccess,
    query: Type.Object({
      ...objectParameters,
      from: Type.Optional(Day),
      to: Type.Optional(Day),
      page: Page,
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    }),
    answer: tableOf(EventRow),
  },
  'GET /api/v2/ExoStory': {
    tag: 'Trips',
    title: 'Read a raw log',
    purpose: `Fixes and samples of acceleration of an object between two moments at most 7 days apart, by time. ${operatorLimit}`,
    ...caseAccess,
    query: Type.Object({
      ...objectParameters,
      from: Moment,
      to: Moment,
      page: Page,
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    }),
    answer: tableOf(LogRow),
  },
} as const;
