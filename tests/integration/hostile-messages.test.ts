import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventRow } from '../../src/contract/shapes/rawLog.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeImei } from '../support/given.ts';

let app: TestApp;
let platform: ReturnType<TestApp['as']>;
let manager: ReturnType<TestApp['as']>;
let company: number;
let imei: string;
let objectId: string;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z');
  company = await app.given.company();
  platform = app.as(await app.given.platformKey(company), 'en');
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
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

const fix = { DateTime: '2026-01-15T08:00:30.000Z', Latitude: 55.75, Longitude: 37.6 };
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
  const gap = (at: number): unknown[] => zeros(300).map((value, i) => (i === at ? null : value));
  const unread: [string, object, string, number][] = [
    ['without samples', { Longitudinal: undefined }, 'Longitudinal', 0],
    ['with axes that are no lists', { Lateral: 'x' }, 'Lateral', 0],
    ['with an axis shorter than the others', { Lateral: zeros(299) }, 'Longitudinal', 299],
    ['with samples that are texts', { Longitudinal: new Array(300).fill('1') }, 'Longitudinal', 0],
    ['with samples that are null', { Longitudinal: new Array(300).fill(null) }, 'Longitudinal', 0],
    ['with one sample that is null', { Lateral: gap(100) }, 'Lateral', 199],
    ['with samples of 10 to the 300', { Longitudinal: new Array(300).fill(1e300) }, 'Longitudinal', 0],
    ['at a rate of 0', { RateHz: 0 }, 'RateHz', 0],
    ['at a rate below 0', { RateHz: -50 }, 'RateHz', 0],
    ['at a rate of next to nothing', { RateHz: 1e-300 }, 'RateHz', 0],
    ['at a rate beyond any', { RateHz: 1e300 }, 'RateHz', 0],
    ['at a rate in words', { RateHz: '100' }, 'RateHz', 0],
    ['of a range of 0', { RangeG: 0 }, 'RangeG', 300],
    ['of a range in words', { RangeG: '16 g' }, 'RangeG', 300],
    ['of a range beyond any', { RangeG: 1e6 }, 'RangeG', 300],
    ['of a frame nobody knows', { Frame: '__proto__' }, 'Frame', 300],
    ['of no frame', { Frame: undefined }, 'Frame', 300],
    ['of a frame that is null', { Frame: null }, 'Frame', 300],
    ['begun at no time', { Start: undefined }, 'Start', 300],
    ['begun on a day there is not', { Start: '2026-02-30T08:00:00Z' }, 'Start', 300],
    ['begun at a leap second', { Start: '2016-12-31T23:59:60Z' }, 'Start', 300],
    ['begun in the year 99999', { Start: '+099999-01-01T00:00:00Z' }, 'Start', 300],
    ['begun without a zone', { Start: '2026-01-15T08:00:59' }, 'Start', 300],
    ['begun never', { Start: null }, 'Start', 300],
    ['with a field nobody knows', { Unit: 'g' }, 'Unit', 300],
  ];
  it.each(unread)(
    '%s keeps no impact out: what can be read of its recording is kept, the rest named',
    async (_name, curve, field, samples) => {
      const vehicle = await app.given.voucher(company);
      const { status, text } = await attack('crash', crashOf(curve, { Imei: vehicle.imei }));
      expect(status).toBe(200);
      const { Ignored, AccidentId } = JSON.parse(text);
      expect(Ignored.map((each: { Field: string }) => each.Field)).toContain(`Curve.${field}`);
      const { rows } = await app.connection.pool.query('select samples from curve_block where accident_id = $1', [
        AccidentId,
      ]);
      expect(rows[0]?.samples ?? 0).toBe(samples);
      const { rows: cases } = await app.connection.pool.query(
        'select status, severity, facts from accident where id = $1',
        [AccidentId],
      );
      // A recording with lost samples, or with an unknown start, range or frame, proves no weak impact.
      if (field !== 'Unit')
        expect(cases).toMatchObject([
          {
            status: 'opened',
            severity: null,
            facts: { Doubts: expect.arrayContaining(['damaged']), CrashProbability: null },
          },
        ]);
      // Driving with such a recording keeps its positions.
      const drive = await attack('statistic', statisticOf(curve, { Imei: vehicle.imei, Positions: [fix] }));
      expect(JSON.parse(drive.text).Results[0]).toMatchObject({
        Accepted: 1,
        Ignored: expect.arrayContaining([{ Field: `Acceleration.${field}`, Count: expect.any(Number) }]),
      });
    },
  );

  it.each([
    ['before', true],
    ['after', false],
  ])('with a recording that cannot be read marks the case of an alarm that came %s it', async (_when, isAlarmFirst) => {
    const vehicle = await app.given.voucher(company);
    const alarm = statisticOf(undefined, {
      Imei: vehicle.imei,
      Alarms: [{ Kind: 'accident', DateTime: '2026-01-15T08:01:02.000Z' }],
    });
    const recording = crashOf({ RateHz: 0 }, { Imei: vehicle.imei });
    if (isAlarmFirst) await attack('statistic', alarm);
    await attack('crash', recording);
    if (!isAlarmFirst) await attack('statistic', alarm);
    const { rows } = await app.connection.pool.query('select facts, status from accident where object_id = $1', [
      vehicle.objectId,
    ]);
    expect(rows).toMatchObject([{ status: 'opened', facts: { Doubts: ['damaged'], CrashProbability: null } }]);
    const { rows: marked } = await app.connection.pool.query(
      `select changes from audit where entity = 'accident' and action = 'refine' and company_id = $1 and entity_id =
         (select id from accident where object_id = $2)`,
      [company, vehicle.objectId],
    );
    const changes = [{ field: 'RecordingDamaged', before: false, after: true }];
    expect(marked.filter(each => isDeepStrictEqual(each, { changes }))).toHaveLength(isAlarmFirst ? 1 : 0);
  });

  it.each([null, 'none', 7, [], {}])('with the recording %j is an impact without one', async Curve => {
    const vehicle = await app.given.voucher(company);
    const { status, text } = await attack('crash', { ...crashOf(), Curve, Imei: vehicle.imei });
    expect([status, typeof JSON.parse(text).AccidentId]).toEqual([200, 'number']);
    expect(JSON.parse(text).Ignored ?? []).toHaveLength(Curve === null ? 0 : 1);
  });

  it('may have members nobody knows, identifiers of digits and rows that are no list', async () => {
    const more = { Battery: 12.5, Firmware: null, MessageId: 4711, Imei: Number(imei), Positions: fix };
    const { status, text } = await attack('statistic', statisticOf(undefined, more));
    expect([status, JSON.parse(text).Results[0]]).toEqual([
      200,
      expect.objectContaining({
        MessageId: '4711',
        Quarantined: false,
        Accepted: 1,
        Ignored: [
          { Field: 'Battery', Count: 1 },
          { Field: 'Firmware', Count: 1 },
        ],
      }),
    ]);
    const odd = await attack('statistic', statisticOf(undefined, { Positions: 'x', Alarms: 'sos' }));
    expect(JSON.parse(odd.text).Results[0]).toMatchObject({ RefusedCount: 1, RefusedAlarmsCount: 1 });
    const rounded = await attack('statistic', statisticOf(undefined, { Imei: 2 ** 53 }));
    expect([rounded.status, rounded.text]).toEqual([400, expect.stringContaining('Imei')]);
  });

  const traps = [
    ['__proto__', '{"polluted":1,"alarm":"sos","Speed":99}'],
    ['constructor', '{"prototype":{"polluted":1}}'],
  ] as const;
  it.each(
    traps.flatMap(([name, value]) => [[name, 'small', value, 2] as const, [name, 'large', value, 2000] as const]),
  )(
    'may have the member %s anywhere, in a %s body, and loses nothing but that member',
    async (name, _size, value, fixes) => {
      const { imei: Imei } = await app.given.voucher(company);
      const trap = `"${name}":${value}`;
      const startMs = Date.parse('2026-01-15T08:00:00Z');
      const Positions = Array.from({ length: fixes }, (_, s) => ({
        ...fix,
        DateTime: new Date(startMs + s * 1000).toISOString(),
        Latitude: 55 + s * 0.0001,
      }));
      const withTrap = (text: string) => text.replaceAll('{"', `{${trap},"`);
      const positions = withTrap(JSON.stringify(statisticOf({}, { Imei, Positions })));
      const statistic = await attack('statistic', `[${positions}]`);
      expect([statistic.status, JSON.parse(statistic.text).Results?.[0]]).toMatchObject([200, { Accepted: fixes }]);
      expect(JSON.parse(statistic.text).Results[0].Ignored).toContainEqual({ Field: name, Count: fixes + 1 });
      const impact = await attack('crash', withTrap(JSON.stringify(crashOf({}, { Imei, Positions }))));
      expect([impact.status, JSON.parse(impact.text)]).toMatchObject([200, { AccidentId: expect.any(Number) }]);
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
    },
  );

  it.each(traps)('of Traccar may have the member %s anywhere', async (name, value) => {
    const { imei: uniqueId } = await app.given.voucher(company);
    const attributes = { ignition: true };
    const position = { fixTime: '2026-01-15T08:00:00Z', latitude: 55, longitude: 37, attributes };
    const payload = JSON.stringify({ device: { uniqueId }, position }).replaceAll('{"', `{"${name}":${value},"`);
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await platform('POST', '/api/v3/ingest/traccar', undefined, { payload, headers });
    expect([status, body.Telemetry, body.Accident]).toMatchObject([200, { Accepted: 1 }, null]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('with such a member waits in quarantine and is applied when its device is registered', async () => {
    const Imei = makeImei(990_001);
    const text = JSON.stringify(statisticOf(undefined, { Imei, Positions: [fix] }));
    const { status } = await attack('statistic', text.replaceAll('{"', '{"__proto__":{"polluted":1},"'));
    expect(status).toBe(200);
    const made = await manager('POST', '/api/v2/Voucher', {
      VoucherNumber: 'Q-990001',
      Client: { LastName: 'Иванов' },
      Vehicle: { Brand: 'Lada', Model: 'Vesta' },
      Imei,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { rows } = await app.connection.pool.query('select samples from position_block where object_id = $1', [
      made.body.ObjectId,
    ]);
    expect(rows).toEqual([{ samples: 1 }]);
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
    ['the message', (names: string) => `{"MessageId":"names","Imei":"${imei}",${names}}`],
    ['a position', (names: string) => `{"MessageId":"names","Imei":"${imei}","Positions":[{"a":{},${names}}]}`],
  ])('with a hundred thousand members in %s is refused before they are sorted', async (_where, message) => {
    const names = Array.from({ length: 100_000 }, (_, n) => `"n${n}":"a:b"`).join(',');
    const { status, text } = await attack('statistic', message(names));
    expect([status, text]).toEqual([400, expect.stringContaining('> 10000 members')]);
  });

  it('with more alarms than it may store keeps those that open a case, and names the rows of the others', async () => {
    const { imei: Imei, objectId } = await app.given.voucher(company);
    const at = (second: number) => new Date(Date.parse('2026-01-15T08:00:00Z') + second * 1000).toISOString();
    const repeats = Array.from({ length: 1500 }, (_, n) => ({ Kind: 'vibration', DateTime: at(n) }));
    const later = { Kind: 'tow', DateTime: at(1800) };
    const Alarms = [...repeats, { Kind: null, DateTime: at(0) }, later, { Kind: 'accident', DateTime: at(1900) }];
    const { status, text } = await attack('statistic', statisticOf(undefined, { Imei, Alarms }));
    const { Cases, RefusedAlarms, RefusedAlarmsCount } = JSON.parse(text).Results[0];
    expect([status, Cases.length, RefusedAlarmsCount]).toEqual([200, 1, 503]);
    expect(RefusedAlarms[0]).toMatchObject({
      Field: 'Alarms',
      Reason: 'surplus',
      Message: expect.stringMatching(/^Alarms: .* more rows/),
    });
    const { rows } = await app.connection.pool.query(
      `select kind, count(*) as alarms, count(distinct date_trunc('minute', at)) as minutes from device_alarm
        where object_id = $1 group by kind order by kind`,
      [objectId],
    );
    expect(rows).toEqual([
      { kind: 'tow', alarms: 1, minutes: 1 },
      { kind: 'vibration', alarms: 998, minutes: 25 },
    ]);
  });

  it('with more positions than it may store keeps the first, and names the rows of the others', async () => {
    const { imei: Imei } = await app.given.voucher(company);
    const startMs = Date.parse('2026-01-13T08:00:00Z');
    const Positions = Array.from({ length: 100_002 }, (_, n) => ({
      DateTime: new Date(startMs + n * 1000).toISOString(),
      Latitude: 55.75 + (n % 7) * 1e-5,
      Longitude: 37.6,
    }));
    const { status, text } = await attack('statistic', statisticOf(undefined, { Imei, Positions }));
    const { Refused, RefusedCount } = JSON.parse(text).Results[0];
    expect([status, RefusedCount]).toEqual([200, 2]);
    expect(Refused.map(({ Row, Field, Reason }: Record<string, unknown>) => [Row, Field, Reason])).toEqual([
      [100_000, 'Positions', 'surplus'],
      [100_001, 'Positions', 'surplus'],
    ]);
  });

  it.each([
    ['an id with a zero byte', { MessageId: 'a\u0000b' }],
    ['an id with half a character', { MessageId: 'a\ud800' }],
    ['an id of nothing', { MessageId: '' }],
    ['an identifier of blanks', { Imei: '   ' }],
    ['an identifier with a zero byte', { Imei: 'truck\u0000' }],
    ['a crash on no day', { CrashDateTime: '2026-13-45T99:00:00Z' }],
    ['a crash in words', { CrashDateTime: 'вчера' }],
  ])('with %s is refused', async (_name, more) => {
    expect((await attack('crash', crashOf({}, more))).status).not.toBe(200);
  });

  const arrivedAt = '2026-01-15T12:00:00.000Z';
  const wrongClocks = [
    ['in 1970', '1970-01-01T00:00:00Z', arrivedAt],
    ['the day after tomorrow', '2026-01-17T12:00:00Z', arrivedAt],
    ['twenty years ago', '2005-12-01T00:00:00Z', arrivedAt],
    // The receiver counts 1024 weeks and begins again, so this is 11:59 today.
    ['1024 weeks ago', '2006-06-01T11:59:00Z', '2026-01-15T11:59:00.000Z'],
  ] as const;
  const caseOf = async (id: number) => {
    const { body } = await manager('GET', `/api/v2/Accident/${id}`);
    return [body.CrashDateTime, body.Facts.Doubts.includes('clockWrong') && body.Facts.StatedDateTime];
  };

  it.each(wrongClocks)(
    'with a crash %s is a case with the doubt that the clock was wrong',
    async (_when, at, crashAt) => {
      const { imei: Imei } = await app.given.voucher(company);
      const Curve = { ...curveOf(300), Start: new Date(Date.parse(at) - 1000).toISOString() };
      const { status, text } = await attack('crash', crashOf({}, { Imei, CrashDateTime: at, Curve }));
      expect(status).toBe(200);
      expect(await caseOf(JSON.parse(text).AccidentId)).toEqual([crashAt, new Date(at).toISOString()]);
    },
  );

  it.each(wrongClocks)('with alarms %s makes a case of each kind', async (_when, at, crashAt) => {
    const { imei: Imei } = await app.given.voucher(company);
    const Alarms = ['accident', 'sos'].map(Kind => ({ Kind, DateTime: at }));
    const { text } = await attack('statistic', statisticOf(undefined, { Imei, Alarms }));
    const { Cases, RefusedAlarms } = JSON.parse(text).Results[0];
    expect(RefusedAlarms).toBeUndefined();
    expect(Cases.map(({ Kind }: { Kind: string }) => Kind)).toEqual(['crash', 'sos']);
    for (const { AccidentId } of Cases) expect(await caseOf(AccidentId)).toEqual([crashAt, new Date(at).toISOString()]);
  });

  it.each(wrongClocks)(
    'with an alarm %s that joins a case keeps the time that the device stated',
    async (_when, at) => {
      const { imei: Imei } = await app.given.voucher(company);
      const alarmAt = (DateTime: string) =>
        attack('statistic', statisticOf(undefined, { Imei, Alarms: [{ Kind: 'accident', DateTime }] }));
      const caseIdOf = ({ text }: { text: string }): number => JSON.parse(text).Results[0].Cases[0].AccidentId;
      const id = caseIdOf(await alarmAt('2026-01-15T11:59:30.000Z'));
      const facts = async () => (await manager('GET', `/api/v2/Accident/${id}`)).body.Facts;
      expect(await facts()).toMatchObject({ Doubts: [], StatedDateTime: null });
      expect(caseIdOf(await alarmAt(at))).toBe(id);
      const StatedDateTime = new Date(at).toISOString();
      expect(await facts()).toMatchObject({ Doubts: ['clockWrong'], StatedDateTime });
      const filter = encodeURIComponent(JSON.stringify({ entity: 'accident', entityId: id }));
      const { body: history } = await manager('GET', `/api/v3/audit?filter=${filter}`);
      const changes = [{ field: 'StatedDateTime', before: null, after: StatedDateTime }];
      expect(history.filter((entry: object) => isDeepStrictEqual(Reflect.get(entry, 'changes'), changes))).toHaveLength(
        1,
      );
      // A further alarm with a wrong clock, and the recording of the impact, change nothing of that.
      await alarmAt(at);
      await attack('crash', crashOf({}, { Imei, CrashDateTime: '2026-01-15T11:59:40.000Z' }));
      const last = await facts();
      expect([last.RateHz, last.StatedDateTime]).toEqual([100, StatedDateTime]);
      expect(last.Doubts).toContain('clockWrong');
    },
  );

  it.each(wrongClocks)(
    'with a tow, a harsh braking, a power cut and an impact %s keeps the time that the device stated',
    async (_when, at, happenedAt) => {
      const { imei: Imei, objectId } = await app.given.voucher(company);
      const kinds = ['tow', 'braking', 'powerCut', 'deviceMoved', 'accident'];
      const Alarms = kinds.map(Kind => ({ Kind, DateTime: at }));
      expect((await attack('statistic', statisticOf(undefined, { Imei, Alarms }))).status).toBe(200);
      const right = { Kind: 'jamming', DateTime: '2026-01-15T11:59:30.000Z' };
      await attack('statistic', statisticOf(undefined, { Imei, Alarms: [right] }));
      const { body } = await manager('GET', `/api/events?objectId=${objectId}`);
      const timesByKind = Object.fromEntries(
        body.Items.map((event: EventRow) => [event.Kind, [event.Start, event.StatedDateTime]]),
      );
      const wrong = [happenedAt, new Date(at).toISOString()];
      expect(timesByKind).toEqual({
        ...Object.fromEntries(['tow', 'braking', 'powerCut', 'remounted', 'impact'].map(kind => [kind, wrong])),
        jamming: [right.DateTime, null],
      });
    },
  );

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
    // Programs write unknown numbers so.
    const text = JSON.stringify(crashOf()).replace('"Longitudinal":[0', '"Longitudinal":[Infinity');
    expect((await attack('crash', text)).status).toBe(200);
  });

  it('in a list takes the sound ones beside it with it: all or none', async () => {
    const late = { CrashDateTime: '2026-02-30T12:00:00Z' };
    expect((await attack('crash', [crashOf(), crashOf({}, late)])).status).not.toBe(200);
    expect((await attack('statistic', [statisticOf({}), statisticOf({}, { Imei: ' ' })])).status).not.toBe(200);
  });

  it('of a million samples, and of one more, is taken or refused in words', async () => {
    const samples = `[${'0,'.repeat(999_999)}0]`;
    const long = (more = '') =>
      JSON.stringify(crashOf({ RateHz: 1000, Longitudinal: 'X', Lateral: 'X', Vertical: 'X' })).replaceAll(
        '"X"',
        more ? samples.replace(']', `${more}]`) : samples,
      );
    for (const text of [long(), long(',0')]) expect([200, 413]).toContain((await attack('crash', text)).status);
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
