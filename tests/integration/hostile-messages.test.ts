import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let platform: ReturnType<TestApp['as']>;
let imei: string;
let objectId: string;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z');
  const company = await app.given.company();
  platform = app.as(await app.given.platformKey(company), 'en');
  ({ imei, objectId } = await app.given.voucher(company));
});
afterAll(() => app.close());

let counter = 0;
const zeros = (length: number): number[] => new Array(length).fill(0);
const curveOf = (samples: number): Record<string, unknown> => ({
  Start: '2026-01-15T08:00:59.000Z',
  RateHz: 100,
  Longitudinal: zeros(samples),
  Lateral: zeros(samples),
  Vertical: new Array(samples).fill(1),
  Frame: 'vehicle',
});
const crashOf = (curve: object = {}, more: object = {}): object => ({
  MessageId: `hostile-${counter++}`,
  Imei: imei,
  CrashDateTime: '2026-01-15T08:01:00.000Z',
  Curve: { ...curveOf(300), ...curve },
  ...more,
});
const statisticOf = (curve: object | undefined, more: object = {}): object => ({
  MessageId: `hostile-${counter++}`,
  Imei: imei,
  Positions: [],
  ...(curve && { Acceleration: { ...curveOf(300), ...curve } }),
  ...more,
});

const tables = ['ingest_message', 'accident', 'curve_block', 'position_block', 'quarantine', 'anomaly'];

/** Returns the number of rows that messages have written. */
const written = async (): Promise<number> => {
  let sum = 0;
  for (const table of tables)
    sum += (await app.connection.pool.query<{ rows: number }>(`select count(*) as rows from ${table}`)).rows[0]!.rows;
  return sum;
};

/** Sends a body unchanged. It must be accepted whole, or refused with a message and without a written row. */
const attack = async (
  call: 'crash' | 'statistic',
  payload: string | object,
): Promise<{ status: number; text: string }> => {
  const before = await written();
  const { status, body } = await platform('POST', `/api/${call}/webhook`, undefined, {
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': 'application/json' },
  });
  const text = JSON.stringify(body);
  if (status === 200) return { status, text };
  expect({ status, text }).toMatchObject({ status: expect.toBeOneOf([400, 413, 415, 422]) });
  expect(body.Message).toMatch(/\w+ \w+/);
  expect(await written()).toBe(before);
  return { status, text };
};

describe('a hostile message', () => {
  const curves: [string, object | string][] = [
    ['without samples', { Longitudinal: undefined }],
    ['with axes that are no lists', { Lateral: 'x' }],
    ['with an axis shorter than the others', { Lateral: zeros(299) }],
    ['with an axis longer than the others', { Vertical: zeros(301) }],
    ['with samples that are texts', { Longitudinal: new Array(300).fill('1') }],
    ['with samples that are null', { Longitudinal: new Array(300).fill(null) }],
    ['with samples of 10 to the 300', { Longitudinal: new Array(300).fill(1e300) }],
    ['at a rate of 0', { RateHz: 0 }],
    ['at a rate below 0', { RateHz: -50 }],
    ['at a rate of next to nothing', { RateHz: 1e-300 }],
    ['at a rate beyond any', { RateHz: 1e300 }],
    ['of a range of 0', { RangeG: 0 }],
    ['of a frame nobody knows', { Frame: '__proto__' }],
    ['begun on a day there is not', { Start: '2026-02-30T08:00:00Z' }],
    ['begun at a leap second', { Start: '2016-12-31T23:59:60Z' }],
    ['begun in the year 99999', { Start: '+099999-01-01T00:00:00Z' }],
    ['begun never', { Start: '' }],
    ['with a field nobody knows', { constructor: { prototype: 1 } }],
  ];
  it.each(curves)('%s is refused, crash and statistic alike', async (_name, curve) => {
    for (const [call, body] of [
      ['crash', crashOf(curve as object)],
      ['statistic', statisticOf(curve as object)],
    ] as const)
      expect((await attack(call, body)).status).not.toBe(200);
  });

  it.each(['1970-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-01-17T12:00:00Z'])(
    'with driving recorded at %s is taken without the recording, which is named',
    async Start => {
      const { status, text } = await attack('statistic', statisticOf({ Start }));
      expect(status).toBe(200);
      expect(JSON.parse(text).Results[0].Ignored).toEqual([{ Field: 'Acceleration.Start', Count: 1 }]);
    },
  );

  it('with many wrong alarms names the first and counts all', async () => {
    const Alarms = new Array(60).fill({ Kind: null, DateTime: '2026-01-15T08:01:00.000Z' });
    const { text } = await attack('statistic', statisticOf(undefined, { Alarms }));
    const { RefusedAlarms, RefusedAlarmsCount } = JSON.parse(text).Results[0];
    expect([RefusedAlarms.length, RefusedAlarmsCount]).toEqual([20, 60]);
  });

  it.each([
    ['an id with a zero byte', { MessageId: 'a\u0000b' }],
    ['an id with half a character', { MessageId: 'a\ud800' }],
    ['an id of nothing', { MessageId: '' }],
    ['an identifier of blanks', { Imei: '   ' }],
    ['an identifier with a zero byte', { Imei: 'truck\u0000' }],
    ['a crash in 1970', { CrashDateTime: '1970-01-01T00:00:00Z' }],
    ['a crash the day after tomorrow', { CrashDateTime: '2026-01-17T12:00:00Z' }],
    ['a crash on no day', { CrashDateTime: '2026-13-45T99:00:00Z' }],
    ['a crash in words', { CrashDateTime: 'вчера' }],
  ])('with %s is refused', async (_name, more) => {
    expect((await attack('crash', crashOf({}, more))).status).not.toBe(200);
  });

  it('that is no JSON, or JSON of another kind, is refused', async () => {
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '[[[]]]',
      '1',
      '"x"',
      '{"a":NaN}',
      '{"__proto__":{"a":1}}',
      '\u0000',
      '[{}]',
    ];
    for (const body of bodies) expect((await attack('crash', body)).status, body).not.toBe(200);
    for (const body of [
      `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
      `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
    ])
      for (const call of ['crash', 'statistic'] as const) expect((await attack(call, body)).status).not.toBe(200);
    // JSON has no such numbers, and this text is none.
    const text = JSON.stringify(crashOf()).replace('"Longitudinal":[0', '"Longitudinal":[Infinity');
    expect((await attack('crash', text)).status).toBe(400);
  });

  it('in a list takes the sound ones beside it with it: all or none', async () => {
    expect((await attack('crash', [crashOf(), crashOf({ RateHz: 0 })])).status).not.toBe(200);
    expect((await attack('statistic', [statisticOf({}), statisticOf({ Lateral: [] })])).status).not.toBe(200);
  });

  it('of a million samples is taken or refused in words, and one more is refused', async () => {
    const samples = `[${'0,'.repeat(999_999)}0]`;
    const long = (more = '') =>
      JSON.stringify(crashOf({ RateHz: 1000, Longitudinal: 'X', Lateral: 'X', Vertical: 'X' })).replaceAll(
        '"X"',
        more ? samples.replace(']', `${more}]`) : samples,
      );
    expect([200, 413]).toContain((await attack('crash', long())).status);
    expect((await attack('crash', long(',0'))).status).not.toBe(200);
  });

  it('of what is odd but possible is taken, and leaves facts that are no nonsense', async () => {
    for (const curve of [
      { Longitudinal: [], Lateral: [], Vertical: [] },
      { Longitudinal: [5], Lateral: [0], Vertical: [1] },
      { RateHz: 100_000 },
      { Longitudinal: new Array(300).fill(2000), Lateral: new Array(300).fill(-2000), Vertical: zeros(300) },
      { Start: '1971-01-01T00:00:00Z' },
      { Start: '9999-12-31T23:59:59Z' },
      { Frame: 'device', Vertical: zeros(300) },
    ])
      expect((await attack('crash', crashOf(curve, { Latitude: 1e300, Longitude: -1e300, Speed: -1 }))).status).toBe(
        200,
      );
    const { rows } = await app.connection.pool.query<{ facts: Record<string, unknown> }>(
      'select facts from accident where object_id = $1',
      [objectId],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { facts } of rows) expect(JSON.stringify(facts)).not.toMatch(/NaN|Infinity/);
  });

  it('of anything at all is answered in words', async () => {
    const number = fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, -0, 1e-320, 1e308, -1));
    const axis = fc.array(number, { maxLength: 40 });
    const date = fc.oneof(
      fc.date({ noInvalidDate: true }).map(each => each.toISOString()),
      fc.string(),
    );
    const curve = fc.record(
      {
        Start: date,
        RateHz: number,
        Longitudinal: axis,
        Lateral: axis,
        Vertical: axis,
        RangeG: number,
        Frame: fc.constantFrom('vehicle', 'device', 'x'),
      },
      { requiredKeys: [] },
    );
    const message = fc.record({
      MessageId: fc.string({ unit: 'binary', maxLength: 130 }),
      CrashDateTime: fc.oneof(date, fc.constant('2026-01-15T08:01:00.000Z')),
      Latitude: number,
      Longitude: number,
      Speed: number,
      Curve: curve,
    });
    await fc.assert(
      fc.asyncProperty(message, fc.jsonValue({ maxDepth: 4 }), async ({ Curve, ...crash }, value) => {
        await attack('crash', { Imei: imei, ...crash, Curve });
        await attack('statistic', { Imei: imei, MessageId: crash.MessageId, Positions: [value], Acceleration: Curve });
        await attack('crash', value as object);
      }),
      { numRuns: 30 },
    );
  });
});
