import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let platform: ReturnType<TestApp['as']>;
let company: number;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z');
  company = await app.given.company();
  platform = app.as(await app.given.platformKey(company), 'en');
});
afterAll(() => app.close());

/** Values as texts of JSON, because a device also sends what JSON does not know. */
const oddValues: readonly string[] = [
  'null',
  'NaN',
  '-Infinity',
  '""',
  '" "',
  '"NaN"',
  '"N/A"',
  '"45"',
  '"1,5"',
  '"1 234,5"',
  'true',
  'false',
  '-1',
  '-1e300',
  '1e300',
  '1e-300',
  '12.5',
  '[]',
  '[45]',
  '[[[]]]',
  '{}',
  '{"value":45}',
  '{"__proto__":{"polluted":1}}',
  '"__proto__"',
  '"\\u0000"',
  '"\\ud800"',
  JSON.stringify('я'.repeat(20_000)),
  `[${'0,'.repeat(500)}0]`,
];

/** Traccar sends each position in a request of its own, so it gets one value of each kind. */
const traccarValues = ['null', 'NaN', '""', '"1,5"', 'true', '-1e300', '[45]', '{"__proto__":{"polluted":1}}', '12.5'];

let counter = 0;
let second = 0;
/** The next time, because two positions of one time are a repetition. */
const nextTime = (): string => {
  second += 1;
  return new Date(Date.parse('2026-01-14T08:00:00Z') + second * 1000).toISOString();
};
const place = () => ({ Latitude: 55 + second * 0.00001, Longitude: 37 });

const post = async (url: string, payload: string) => {
  const { status, body } = await platform('POST', url, undefined, {
    payload,
    headers: { 'content-type': 'application/json' },
  });
  return { status, body };
};

/** Replaces the value of the member `mark` by the odd text. */
const withOdd = (body: object, odd: string): string => JSON.stringify(body).replaceAll('"ODD"', () => odd);

interface Field {
  readonly field: string;
  /** Returns a message whose member has the odd value. */
  readonly message: (imei: string) => object;
  /** Name in the answer. Absent: a value that nobody reads is not named. */
  readonly counted?: string;
  /** Values that the field takes. */
  readonly sound?: readonly string[];
  /** The value with which the position is no new fix and is not stored. */
  readonly noFix?: string;
}

const position = (more: object) => ({ DateTime: nextTime(), ...place(), ...more });
const statistic = (Imei: string, more: object) => ({ MessageId: `field-${counter++}`, Imei, ...more });
const inPosition = (field: string, sound: readonly string[]): Field => ({
  field: `Positions.${field}`,
  message: imei => statistic(imei, { Positions: [position({ [field]: 'ODD' }), position({})] }),
  counted: field,
  sound,
});
const small = ['1e-300'];
const empty = ['null', 'NaN', '-Infinity'];
const objects = oddValues.filter(odd => odd.startsWith('{'));
const statisticFields: readonly Field[] = [
  inPosition('Speed', ['12.5', ...small]),
  inPosition('Course', ['12.5', ...small]),
  inPosition('Altitude', ['12.5', '-1', ...small]),
  inPosition('Hdop', ['12.5', ...small]),
  // Next to nothing is stored as 0, which is a whole number.
  inPosition('Satellites', small),
  inPosition('Ignition', ['true', 'false']),
  inPosition('Battery', []),
  ...[
    ['Acceleration', [...empty, ...objects]] as const,
    ['Curve', [...empty, ...objects]] as const,
    ['Battery', []] as const,
  ].map(([field, sound]) => ({
    field,
    counted: field,
    sound,
    message: (imei: string) => statistic(imei, { Positions: [position({}), position({})], [field]: 'ODD' }),
  })),
  ...[
    { name: 'Start', sound: [] },
    { name: 'RateHz', sound: ['12.5'] },
    { name: 'RangeG', sound: ['12.5', ...small, ...empty] },
    { name: 'Frame', sound: [] },
    { name: 'Unit', sound: [] },
    // The count of an axis is the number of its wrong samples, which differs by value.
    { name: 'Longitudinal' },
    { name: 'Lateral' },
    { name: 'Vertical' },
  ].map(({ name: field, sound }) => ({
    field: `Acceleration.${field}`,
    ...(sound && { counted: `Acceleration.${field}`, sound }),
    message: (imei: string) =>
      statistic(imei, {
        Positions: [position({}), position({})],
        Acceleration: {
          Start: '2026-01-14T08:00:00Z',
          RateHz: 100,
          Longitudinal: [0, 0],
          Lateral: [0, 0],
          Vertical: [1, 1],
          Frame: 'vehicle',
          [field]: 'ODD',
        },
      }),
  })),
  ...[
    { name: 'Code', sound: oddValues.filter(odd => odd.startsWith('"')) },
    { name: 'Latitude', sound: ['12.5', '-1', ...small] },
    { name: 'Longitude', sound: ['12.5', '-1', ...small] },
    { name: 'Speed', sound: ['12.5', ...small] },
    { name: 'Battery', sound: [] },
    // Without these an alarm is refused, and not counted.
    { name: 'Kind' },
    { name: 'DateTime' },
  ].map(({ name: field, sound }) => ({
    field: `Alarms.${field}`,
    ...(sound && { counted: field, sound }),
    message: (imei: string) =>
      statistic(imei, {
        Positions: [position({}), position({})],
        Alarms: [{ Kind: 'tow', DateTime: '2026-01-14T08:00:00Z', [field]: 'ODD' }],
      }),
  })),
  { field: 'Alarms', message: imei => statistic(imei, { Positions: [position({}), position({})], Alarms: 'ODD' }) },
];

const traccarPosition = (more: object, attributes: object = {}) => ({
  id: counter++,
  deviceId: 10,
  protocol: 'gt06',
  fixTime: nextTime(),
  latitude: 55 + second * 0.00001,
  longitude: 37,
  attributes: { ignition: true, ...attributes },
  ...more,
});
const traccar = (uniqueId: string, more: object) => ({ device: { id: 10, uniqueId, name: 'Car' }, ...more });
const traccarFields: readonly Field[] = [
  ...['speed', 'course', 'altitude'].map(field => ({
    field: `position.${field}`,
    message: (imei: string) => traccar(imei, { position: traccarPosition({ [field]: 'ODD' }) }),
    counted: field[0]?.toUpperCase() + field.slice(1),
    sound: field === 'altitude' ? ['12.5', '-1', ...small] : ['12.5', ...small],
  })),
  ...[
    'id',
    'deviceId',
    'protocol',
    'serverTime',
    'deviceTime',
    'accuracy',
    'address',
    'network',
    'geofenceIds',
    'attributes',
    'type',
    'unheard',
    '__proto__',
  ].map(field => ({
    field: `position.${field}`,
    message: (imei: string) =>
      traccar(imei, { position: JSON.parse(`${JSON.stringify(traccarPosition({})).slice(0, -1)},"${field}":"ODD"}`) }),
  })),
  ...[{ field: 'valid' }, { field: 'outdated', noFix: 'true' }].map(
    ({ field, noFix }: { field: string; noFix?: string }) => ({
      field: `position.${field}`,
      message: (imei: string) => traccar(imei, { position: traccarPosition({ [field]: 'ODD' }) }),
      counted: field,
      sound: ['null', 'NaN', 'true', 'false'],
      ...(noFix && { noFix }),
    }),
  ),
  ...[
    ['hdop', 'Hdop', ['12.5', ...small]],
    ['sat', 'Satellites', small],
    ['ignition', 'Ignition', ['true', 'false']],
  ].map(([field, counted, sound]) => ({
    field: `position.attributes.${field}`,
    message: (imei: string) => traccar(imei, { position: traccarPosition({}, { [String(field)]: 'ODD' }) }),
    counted: String(counted),
    sound: sound as string[],
  })),
  ...[
    'alarm',
    'battery',
    'batteryLevel',
    'power',
    'motion',
    'event',
    'io247',
    'io253',
    'odometer',
    'result',
    'unheard',
  ].map(field => ({
    field: `position.attributes.${field}`,
    message: (imei: string) => traccar(imei, { position: traccarPosition({}, { [field]: 'ODD' }) }),
  })),
  ...['id', 'name', 'status', 'lastUpdate', 'attributes', 'model', 'phone', 'unheard'].map(field => ({
    field: `device.${field}`,
    message: (imei: string) => ({ device: { uniqueId: imei, [field]: 'ODD' }, position: traccarPosition({}) }),
  })),
  ...['event', 'events', 'geofence', 'users', 'unheard'].map(field => ({
    field,
    message: (imei: string) => traccar(imei, { position: traccarPosition({}), [field]: 'ODD' }),
  })),
  ...['id', 'type', 'eventTime', 'attributes', 'positionId', 'unheard'].flatMap(field => [
    {
      field: `event.${field}`,
      message: (imei: string) =>
        traccar(imei, { position: traccarPosition({}), event: { type: 'deviceMoving', [field]: 'ODD' } }),
    },
    {
      field: `events.${field}`,
      message: (imei: string) =>
        traccar(imei, { position: traccarPosition({}), events: [{ type: 'deviceMoving', [field]: 'ODD' }] }),
    },
  ]),
];

const countOf = (Ignored: readonly { Field: string; Count: number }[] | undefined, field: string) =>
  Ignored?.find(each => each.Field === field)?.Count ?? 0;

/** Returns what is wrong with a result: a row that was refused, or a value that was not counted. */
const faultOf = (
  { counted, sound, noFix }: Field,
  odd: string,
  result: { Accepted: number; Suspect: number; Ignored?: { Field: string; Count: number }[] } | undefined,
  rows: number,
) => {
  const count = counted ? countOf(result?.Ignored, counted) : 0;
  const wantedCount = counted && !sound?.includes(odd) ? 1 : 0;
  const stored = (result?.Accepted ?? 0) + (result?.Suspect ?? 0);
  return stored === (odd === noFix ? 0 : rows) && count === wantedCount
    ? []
    : [`${odd.slice(0, 40)}: ${JSON.stringify(result)}`];
};

describe('a secondary value', () => {
  it.each(statisticFields)(
    '$field of a message refuses no position, whatever it is, and counts as not sent',
    async field => {
      const { imei } = await app.given.voucher(company);
      const messages = oddValues.map(odd => withOdd(field.message(imei), odd));
      const { status, body } = await post('/api/statistic/webhook', `[${messages}]`);
      expect([status, body.Results?.length]).toEqual([200, oddValues.length]);
      expect(oddValues.flatMap((odd, i) => faultOf(field, odd, body.Results[i], 2))).toEqual([]);
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
    },
  );

  it.each(['Latitude', 'Longitude', 'Speed', 'Curve', 'Positions', 'Battery'])(
    '%s of an impact keeps no impact out, whatever it is',
    async field => {
      const { imei } = await app.given.voucher(company);
      for (const odd of oddValues) {
        const impact = { MessageId: `field-${counter++}`, Imei: imei, CrashDateTime: nextTime(), [field]: 'ODD' };
        const { status, body } = await post('/api/crash/webhook', withOdd(impact, odd));
        expect([odd.slice(0, 40), status, body]).toMatchObject([
          odd.slice(0, 40),
          200,
          { AccidentId: expect.any(Number) },
        ]);
      }
    },
  );

  it.each(traccarFields)(
    '$field of Traccar refuses no position, whatever it is, and counts as not sent',
    async field => {
      const { imei } = await app.given.voucher(company);
      const faults: string[] = [];
      for (const odd of traccarValues) {
        const { body } = await post('/api/v3/ingest/traccar', withOdd(field.message(imei), odd));
        faults.push(...faultOf(field, odd, body.Telemetry, 1));
      }
      expect(faults).toEqual([]);
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
    },
  );
});
