import Type from 'typebox';
import {
  CrashMessage,
  CrashResult,
  oneOrMany,
  refusedMessages,
  StatisticMessage,
  StatisticResult,
} from '../shapes/telemetry.ts';
import { TraccarMessage, TraccarResult } from '../shapes/traccar.ts';

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
