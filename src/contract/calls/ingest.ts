import Type from 'typebox';
import { Day, Moment, tableOf } from '../shapes/common.ts';
import { EventRow, Location, LogRow } from '../shapes/rawLog.ts';
import { objectParameters } from '../shapes/statistics.ts';
import {
  CrashMessage,
  CrashResult,
  oneOrMany,
  refusedMessages,
  StatisticMessage,
  StatisticResult,
} from '../shapes/telemetry.ts';
import { TraccarMessage, TraccarResult } from '../shapes/traccar.ts';

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

const tag = 'Devices';
const bodyLimitBytes = 32 * 1024 * 1024;

export const ingestCalls = {
  'POST /api/statistic/webhook': {
    tag,
    title: 'Receive telemetry',
    purpose:
      'Positions and acceleration from a device platform; JSON or gzip, one message or an array. One wrong message refuses the whole array. Of more than 1,000 messages the first are taken, and the answer names the others.',
    access: 'platform',
    body: oneOrMany(StatisticMessage),
    bodyLimitBytes,
    answer: Type.Object({ Results: Type.Array(StatisticResult), ...refusedMessages }),
  },
  'POST /api/crash/webhook': {
    tag,
    title: 'Receive an impact',
    purpose: 'An impact with its curve from a device platform. A repeated message gets the same accident.',
    access: 'platform',
    body: oneOrMany(CrashMessage),
    bodyLimitBytes,
    answer: Type.Object({
      ...CrashResult.properties,
      Results: Type.Array(CrashResult),
      ...refusedMessages,
    }),
  },
  'POST /api/v3/ingest/traccar': {
    tag,
    title: 'Receive data from Traccar',
    purpose:
      'A position (`forward.url`) or an event (`event.forward.url`) of a Traccar server, as JSON; devices are identified by their unique id, the IMEI. The key is sent as a header or, where no header can be set, as `key`.',
    access: 'platform',
    query: Type.Object({ key: Type.Optional(Type.String({ maxLength: 200 })) }),
    body: TraccarMessage,
    answer: TraccarResult,
  },
} as const;
