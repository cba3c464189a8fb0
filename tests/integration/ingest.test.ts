import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeImei } from '../support/given.ts';
import { frontImpact } from '../support/impacts.ts';
import { cutsDrives, untilDrivesAreCut } from '../support/waitingCuts.ts';

let app: TestApp;
let company: number;
let platform: ReturnType<TestApp['as']>;
let manager: ReturnType<TestApp['as']>;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z', cutsDrives);
  company = await app.given.company();
  platform = app.as(await app.given.platformKey(company), 'en');
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
});
afterAll(() => app.close());

let counter = 0;
const freshId = () => `message-${counter++}`;
const startMs = Date.parse('2026-01-15T08:00:00.000Z');

/** Returns a drive north at 36 km/h, one fix per second. */
const drive = (seconds: number, from = startMs) =>
  Array.from({ length: seconds }, (_, i) => ({
    DateTime: new Date(from + i * 1000).toISOString(),
    Latitude: 55 + i * 0.00009,
    Longitude: 37,
    Speed: 36,
  }));
const curve = (peakG: number, more: object = {}) => frontImpact(startMs + 60_000, peakG, more);
const statistic = (Imei: string, more: object = {}) => ({ MessageId: freshId(), Imei, Positions: drive(120), ...more });
const crash = (Imei: string, more: object = {}) => ({
  MessageId: freshId(),
  Imei,
  CrashDateTime: '2026-01-15T08:01:00.000Z',
  Curve: curve(6),
  ...more,
});
const sendStatistic = (body: unknown) => platform('POST', '/api/statistic/webhook', body);
const sendCrash = (body: unknown) => platform('POST', '/api/crash/webhook', body);
const send = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  platform('POST', url, undefined, { payload, headers: { 'content-type': 'application/json', ...headers } });
const tripsOf = async (objectId: string) =>
  (await manager('GET', `/api/v2/StatisticSummingTrip/list?objectId=${objectId}`)).body;
const locationsOf = async (objectId: string) =>
  (
    await manager(
      'GET',
      `/api/locations?objectId=${objectId}&from=2026-01-15T00:00:00.000Z&to=2026-01-16T00:00:00.000Z`,
    )
  ).body;
const count = async (table: 'position_block' | 'curve_block', objectId: string) =>
  (await app.connection.db.selectFrom(table).select('id').where('object_id', '=', objectId).execute()).length;
const accidentsOf = async (objectId: string) =>
  app.connection.db.selectFrom('accident').selectAll().where('object_id', '=', objectId).execute();

/** Returns positions of a device whose counter of messages began again: another drive under the same id. */
const afterRestart = (message: { Imei: string; MessageId: string }, hours: number) =>
  statistic(message.Imei, {
    MessageId: message.MessageId,
    Positions: drive(60, startMs + hours * 3_600_000).map(fix => ({ ...fix, Longitude: 37 + hours / 5 })),
  });
const fixesOf = async (objectId: string): Promise<number> => {
  const rows = await app.connection.db
    .selectFrom('position_block')
    .select('samples')
    .where('object_id', '=', objectId)
    .execute();
  return rows.reduce((sum, { samples }) => sum + samples, 0);
};
const receiptsOf = ({ body }: Awaited<ReturnType<typeof sendStatistic>>) =>
  (body.Results as { Duplicate: boolean; Quarantined: boolean; Accepted: number }[]).map(
    ({ Duplicate, Quarantined, Accepted }) => [Duplicate, Quarantined, Accepted],
  );

describe('the id of an earlier message of the device', () => {
  it('with other positions is a new message, and with the same content a duplicate', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const messages = [statistic(imei)];
    messages.push(afterRestart(messages[0]!, 1), afterRestart(messages[0]!, 2));
    for (const [i, message] of messages.entries()) {
      const accepted = message.Positions.length;
      expect(receiptsOf(await sendStatistic(message))).toEqual([[false, false, accepted]]);
      expect(await fixesOf(objectId)).toBe(120 + i * 60);
    }
    for (const message of messages)
      expect(receiptsOf(await sendStatistic(message))).toEqual([[true, false, message.Positions.length]]);
    expect(await fixesOf(objectId)).toBe(240);
  });

  it('stands for each content once, within one request and in requests at once', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const first = statistic(imei);
    const contents = [first, afterRestart(first, 1), afterRestart(first, 2)];
    const accepted = contents.map(({ Positions }) => Positions.length);
    const replies = await Promise.all([
      ...contents.flatMap(message => [sendStatistic(message), sendStatistic(message)]),
      sendStatistic([...contents, ...contents]),
    ]);
    const receipts = replies.flatMap(receiptsOf);
    expect(receipts).toHaveLength(12);
    const fresh = receipts.filter(([Duplicate]) => !Duplicate).map(([, , Accepted]) => Accepted as number);
    expect(fresh.sort((a, b) => a - b)).toEqual([...accepted].sort((a, b) => a - b));
    expect(await fixesOf(objectId)).toBe(240);
  });

  it('may come again with its members in another order, with others that nobody reads, and in a list', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const message = statistic(imei);
    expect(receiptsOf(await sendStatistic(message))).toEqual([[false, false, 120]]);
    const reordered = {
      SentTwice: true,
      Positions: message.Positions.map(fix => Object.fromEntries(Object.entries(fix).reverse())),
      Imei: imei,
      MessageId: message.MessageId,
    };
    expect(receiptsOf(await sendStatistic([reordered]))).toEqual([[true, false, 120]]);
    expect(await fixesOf(objectId)).toBe(120);
  });

  it('is a new message after another device has used it, too', async () => {
    const [other, own] = [await app.given.voucher(company), await app.given.voucher(company)];
    const first = statistic(own.imei);
    await sendStatistic(statistic(other.imei, { MessageId: first.MessageId }));
    const contents = [first, afterRestart(first, 1), afterRestart(first, 2)];
    for (const isDuplicate of [false, true])
      expect(receiptsOf(await sendStatistic(contents))).toEqual([
        [isDuplicate, false, 120],
        [isDuplicate, false, 60],
        [isDuplicate, false, 60],
      ]);
    expect(await fixesOf(own.objectId)).toBe(240);
    expect(await fixesOf(other.objectId)).toBe(120);
  });

  it('keeps its answers apart for messages that waited in quarantine', async () => {
    const imei = makeImei(921_000);
    const first = statistic(imei);
    // A character that the quarantine replaces, and a number that its JSON writes in another way.
    first.Positions[0] = { ...first.Positions[0]!, '\u0000': 1, Latitude: 55.0000001 } as never;
    const contents = [first, afterRestart(first, 1), afterRestart(first, 2)];
    expect(receiptsOf(await sendStatistic(contents))).toEqual(contents.map(() => [false, true, 0]));
    expect(receiptsOf(await sendStatistic(contents))).toEqual(contents.map(() => [true, true, 0]));
    const made = await manager('POST', '/api/v2/Voucher', {
      VoucherNumber: `Q-${freshId()}`,
      Client: { LastName: 'Иванов' },
      Vehicle: { Brand: 'Lada', Model: 'Vesta' },
      Imei: imei,
    });
    expect(await fixesOf(made.body.ObjectId)).toBe(240);
    expect(receiptsOf(await sendStatistic(contents))).toEqual([
      [true, false, 120],
      [true, false, 60],
      [true, false, 60],
    ]);
    expect(receiptsOf(await sendStatistic(afterRestart(first, 3)))).toEqual([[false, false, 60]]);
    expect(await fixesOf(made.body.ObjectId)).toBe(300);
  });

  it('counts as a duplicate of a message that an earlier release has stored, whatever its content', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const first = statistic(imei);
    await sendStatistic(first);
    await app.connection.db
      .updateTable('ingest_message')
      .set({ content_hash: null })
      .where('message_id', '=', `statistic/${first.MessageId}`)
      .execute();
    expect(receiptsOf(await sendStatistic(afterRestart(first, 1)))).toEqual([[true, false, 120]]);
    expect(await fixesOf(objectId)).toBe(120);
  });

  it('with another impact opens a case of its own', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const first = crash(imei);
    const second = crash(imei, {
      MessageId: first.MessageId,
      CrashDateTime: '2026-01-15T10:01:00.000Z',
      Curve: curve(7, { Start: '2026-01-15T10:00:59.000Z' }),
    });
    for (const Duplicate of [false, true])
      for (const message of [first, second]) expect((await sendCrash(message)).body).toMatchObject({ Duplicate });
    expect(await accidentsOf(objectId)).toHaveLength(2);
  });
});

describe('a message of positions', () => {
  it('becomes a trip before the answer comes', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const { status, body } = await sendStatistic(statistic(imei, { Acceleration: curve(0.3) }));
    expect(status).toBe(200);
    expect(body.Results).toMatchObject([{ Duplicate: false, Quarantined: false, Accepted: 120, Suspect: 0 }]);
    const { Items, Total } = await tripsOf(objectId);
    expect(Total).toBe(1);
    expect(Items[0]).toMatchObject({ DateTime: '2026-01-15T08:00:00.000Z', DurationS: 119 });
    expect(Items[0].DistanceKm).toBeCloseTo(119 * 0.010007, 2);
    expect(await count('curve_block', objectId)).toBe(1);
  });

  it('has one effect however often and however simultaneously it is sent', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const message = statistic(imei);
    const replies = await Promise.all(Array.from({ length: 8 }, () => sendStatistic(message)));
    const results = replies.map(({ body }) => body.Results[0]);
    expect(results.filter(({ Duplicate }) => !Duplicate)).toHaveLength(1);
    expect(results.every(({ Accepted }) => Accepted === 120)).toBe(true);
    expect(await count('position_block', objectId)).toBe(1);
  });

  it('keeps fixes of 1970, of the future, of 0/0 and of beyond the years we write with four digits, and drives none', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const wrong = ['1970-01-01T00:00:00Z', '2026-03-01T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00'];
    const Positions = [
      ...drive(60),
      ...wrong.map(DateTime => ({ DateTime, Latitude: 55, Longitude: 37, Speed: 50 })),
      { DateTime: '2026-01-15T08:00:30.500Z', Latitude: 0, Longitude: 0 },
    ];
    const { status, body } = await sendStatistic(statistic(imei, { Positions }));
    expect(status).toBe(200);
    expect(body.Results[0]).toMatchObject({ Accepted: 60, Suspect: 5 });
    const { Items, Total } = await tripsOf(objectId);
    expect(Total).toBe(1);
    expect(Items[0].DurationS).toBe(59);
    const stored = await app.connection.db
      .selectFrom('position_block')
      .select(({ fn }) => fn.sum<string>('samples').as('samples'))
      .where('object_id', '=', objectId)
      .executeTakeFirstOrThrow();
    expect(Number(stored.samples)).toBe(65);
  });

  it('of several takes all or, for a fault in one, none', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const { status, body } = await sendStatistic([statistic(imei), statistic(imei, { MessageId: 'a\0b' })]);
    expect(status).toBe(400);
    expect(body.Errors).toMatchObject([{ Field: '1.MessageId' }]);
    expect(await count('position_block', objectId)).toBe(0);
    const good = await sendStatistic([statistic(imei), statistic(imei, { Positions: drive(60, startMs + 120_000) })]);
    expect(good.body.Results).toHaveLength(2);
    expect((await tripsOf(objectId)).Items[0].DurationS).toBe(179);
  });
});

describe('a secondary value that is unknown', () => {
  const odd = (field: string) => [
    null,
    '',
    'N/A',
    'NaN',
    '45',
    [],
    [45],
    {},
    1e300,
    -1e300,
    ...(field === 'Ignition' ? [1, 0] : [true, false]),
  ];

  it.each(['Speed', 'Course', 'Altitude', 'Hdop', 'Satellites', 'Ignition'])(
    'as %s counts as not sent, is counted, and refuses nothing',
    async field => {
      const { imei, objectId } = await app.given.voucher(company);
      const values = odd(field);
      const Positions = drive(values.length).map((fix, i) => ({ ...fix, [field]: values[i] }));
      const { status, body } = await sendStatistic(statistic(imei, { Positions }));
      expect(status).toBe(200);
      expect(body.Results[0]).toMatchObject({
        Accepted: values.length,
        Suspect: 0,
        Ignored: [{ Field: field, Count: values.length }],
      });
      expect(body.Results[0].Refused).toBeUndefined();
      const [fix] = await locationsOf(objectId);
      expect(fix).toEqual([startMs, 55, 37, field === 'Speed' ? null : 36, null]);
    },
  );

  it('may be a bare NaN or Infinity, as Java and Python write it, small body or large', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    for (const seconds of [4, 1200]) {
      const Positions = drive(seconds, startMs + seconds * 1000);
      const text = JSON.stringify(statistic(imei, { MessageId: `NaN "-Infinity" \\${seconds}`, Positions }))
        .replace('"Speed":36', '"Speed":NaN')
        .replace('"Speed":36', '"Speed":-Infinity')
        .replace('"Speed":36', '"Speed": Infinity ,"Altitude":nan');
      const { status, body } = await send('/api/statistic/webhook', text);
      expect(status).toBe(200);
      expect(body.Results[0]).toMatchObject({
        MessageId: `NaN "-Infinity" \\${seconds}`,
        Accepted: seconds,
        Ignored: [
          { Field: 'Speed', Count: 3 },
          { Field: 'Altitude', Count: 1 },
        ],
      });
    }
    expect(await locationsOf(objectId)).toHaveLength(1204);
  });

  it('is an attribute nobody knows, too; what is not needed may be null', async () => {
    const { imei } = await app.given.voucher(company);
    const Positions = drive(3).map(fix => ({ ...fix, Accuracy: null, 'od\u0000d': 1 }));
    const body = statistic(imei, { Positions, Acceleration: null, Alarms: null });
    expect((await sendStatistic(body)).body.Results[0]).toMatchObject({
      Accepted: 3,
      Ignored: [
        { Field: 'Accuracy', Count: 3 },
        { Field: 'od�d', Count: 3 },
      ],
    });
    const impact = crash(imei, {
      Latitude: '55',
      Longitude: null,
      Speed: 'N/A',
      Positions: null,
      Curve: curve(6, { RangeG: null }),
    });
    const answer = await sendCrash(impact);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        AccidentId: expect.any(Number),
        Ignored: [
          { Field: 'Latitude', Count: 1 },
          { Field: 'Longitude', Count: 1 },
          { Field: 'Speed', Count: 1 },
        ],
      },
    });
  });
});

describe('a position whose time or place is bad', () => {
  const bad: [string, unknown, string, string][] = [
    ['DateTime', '10.11.2026 06:00:18', 'DateTime', 'format'],
    ['DateTime', '5.11.2026 6:00', 'DateTime', 'format'],
    ['DateTime', '2026', 'DateTime', 'format'],
    ['DateTime', '2026-01-15T08:00:01', 'DateTime', 'zone'],
    ['DateTime', '2026-02-30T08:00:01Z', 'DateTime', 'calendar'],
    ['DateTime', '2026-01-15T24:00:00Z', 'DateTime', 'calendar'],
    ['DateTime', 1_768_464_001_000, 'DateTime', 'type'],
    ['DateTime', '1768464001000', 'DateTime', 'format'],
    ['DateTime', null, 'DateTime', 'missing'],
    ['DateTime', { a: '\u0000' }, 'DateTime', 'type'],
    ['DateTime', 'x\u0000\ud800', 'DateTime', 'format'],
    ['Latitude', '55.7', 'Latitude', 'type'],
    ['Latitude', null, 'Latitude', 'missing'],
    ['Latitude', 95, 'Latitude', 'range'],
    ['Longitude', true, 'Longitude', 'type'],
    ['Longitude', 1e300, 'Longitude', 'range'],
  ];

  it('is refused alone, with its row and the reason in words; the others are stored', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const good = drive(bad.length);
    const Positions = good.flatMap((fix, i) => [fix, { ...fix, [bad[i]![0]]: bad[i]![1] }]);
    const { status, body } = await sendStatistic(statistic(imei, { Positions }));
    expect(status).toBe(200);
    expect(body.Results[0]).toMatchObject({ Accepted: bad.length, RefusedCount: bad.length });
    expect(body.Results[0].Refused).toMatchObject(
      bad.map(([, , Field, Reason], i) => ({ Row: 2 * i + 1, Field, Reason })),
    );
    expect(body.Results[0].Refused[3].Message).toBe('DateTime: the time zone is missing: 2026-01-15T09:30:00.000Z');
    expect(await locationsOf(objectId)).toHaveLength(bad.length);
  });

  it('may be no position at all, and be on its way to quarantine', async () => {
    const Positions = [null, 'x', 5, [], ...drive(2), { ...drive(1)[0], DateTime: '\u0000', Speed: '\ud800' }];
    const imei = makeImei(900_400);
    const { status, body } = await sendStatistic(statistic(imei, { Positions }));
    expect(status).toBe(200);
    expect(body.Results[0]).toMatchObject({ Quarantined: true, RefusedCount: 5 });
  });
});

const historyOf = async (id: number) => {
  const filter = encodeURIComponent(JSON.stringify({ entity: 'accident', entityId: id }));
  return (await manager('GET', `/api/v3/audit?filter=${filter}`)).body;
};

describe('an impact', () => {
  it('becomes an accident with its facts, place and curve', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const { status, body } = await sendCrash(crash(imei, { Positions: drive(70) }));
    expect(status).toBe(200);
    expect(body.Results).toEqual([
      {
        MessageId: body.MessageId,
        AccidentId: body.AccidentId,
        CrashUniqueIdentifier: body.CrashUniqueIdentifier,
        Duplicate: false,
        Quarantined: false,
      },
    ]);
    const detail = (await manager('GET', `/api/v2/Accident/${body.AccidentId}`)).body;
    expect(detail).toMatchObject({ Status: 'opened', ObjectId: objectId, Longitude: 37, Source: 'device' });
    expect(detail.Latitude).toBeCloseTo(55 + 60 * 0.00009, 6);
    expect(detail.Facts).toMatchObject({ Severity: 'minor', RangeG: 16, Frame: 'vehicle', SpeedBeforeKmh: 36 });
    expect(await count('curve_block', objectId)).toBe(1);
    expect((await tripsOf(objectId)).Total).toBe(1);
  });

  it('too weak to be a crash lies with the mini-losses', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await sendCrash(crash(imei, { Curve: curve(0.9) }));
    expect(await accidentsOf(objectId)).toMatchObject([{ status: 'notvalid', severity: 'mini' }]);
  });

  const axesOf = (Longitudinal: unknown, Lateral: unknown, Vertical: unknown) => ({ Longitudinal, Lateral, Vertical });
  it.each([
    ['one sample', axesOf([-12], [0], [1]), 'tooShort'],
    ['two samples', axesOf([-12, -4], [0, 1], [1, 1.1]), 'tooShort'],
    ['one sample before a gap', axesOf([-12, null, null], [0, 0, 0], [1, 1, 1]), 'tooShort'],
    ['axes of which one has a single sample', axesOf([-12, -3, 0, 0], [0], [1, 1.1, 1, 1]), 'tooShort'],
    ['axes that never change', axesOf(Array(300).fill(-12), Array(300).fill(0), Array(300).fill(1)), 'frozenAxis'],
  ])('with a recording of %s waits in the queue as unreliable, before every weak impact', async (_, axes, doubt) => {
    const weak = await app.given.voucher(company);
    const unreliable = await app.given.voucher(company);
    const { AccidentId: weakId } = (await sendCrash(crash(weak.imei, { Curve: curve(0.9) }))).body;
    await alarmed(weak.imei);
    const { AccidentId } = (await sendCrash(crash(unreliable.imei, { Curve: curve(6, axes) }))).body;
    const { body } = await manager('GET', `/api/v2/Accident/${AccidentId}`);
    expect(body).toMatchObject({ Status: 'opened', Severity: null, MaximumAcceleration: null });
    expect(body.Facts).toMatchObject({ PeakG: null, DeltaVKmh: null, CrashProbability: null });
    expect(body.Facts.Doubts).toContain(doubt);
    const { rows } = await app.connection.pool.query(
      "select id from accident where id = any($1) and status = 'opened' order by queue_place",
      [[weakId, AccidentId]],
    );
    expect(rows.map(({ id }) => Number(id))).toEqual([AccidentId, weakId]);
  });

  it.each([
    ['empty axes', axesOf([], [], [])],
    ['axes of nothing', axesOf([null, null, null], ['NaN', null, null], [null, null, null])],
  ])('with a recording of %s is one without a recording: in the queue, with no figures', async (_, axes) => {
    const { imei } = await app.given.voucher(company);
    const { AccidentId } = (await sendCrash(crash(imei, { Curve: curve(6, axes) }))).body;
    const { body } = await manager('GET', `/api/v2/Accident/${AccidentId}`);
    expect(body).toMatchObject({ Status: 'opened', Severity: null, Facts: { PeakG: null, CrashProbability: null } });
  });

  /** Sends the alarm of the crash in a positions message of a platform. */
  const alarmed = (Imei: string, DateTime = '2026-01-15T08:00:40.000Z') =>
    sendStatistic(statistic(Imei, { Alarms: [{ Kind: 'accident', DateTime }] }));

  it.each([
    ['before its recording', true],
    ['after its recording', false],
  ])('whose alarm comes %s is one case, with the time and the figures of the recording', async (_when, alarmFirst) => {
    const { imei, objectId } = await app.given.voucher(company);
    const message = crash(imei);
    const answers = [];
    for (const isAlarm of alarmFirst ? [true, false] : [false, true])
      answers.push(isAlarm ? (await alarmed(imei)).body.Results[0].Cases[0] : (await sendCrash(message)).body);
    expect(answers[1]).toMatchObject({ AccidentId: answers[0].AccidentId, Repeated: true });
    expect(await accidentsOf(objectId)).toMatchObject([
      { status: 'opened', severity: 'minor', crash_at: '2026-01-15T08:01:00.000Z' },
    ]);
    const detail = (await manager('GET', `/api/v2/Accident/${answers[0].AccidentId}`)).body;
    expect(detail).toMatchObject({ Severity: 'minor', Facts: { RangeG: 16, SpeedBeforeKmh: 36, SameAs: null } });
    expect(detail.MaximumAcceleration).toBe(detail.Facts.PeakG);
    if (alarmFirst) {
      const [latest] = await historyOf(answers[0].AccidentId);
      expect(latest).toMatchObject({
        action: 'refine',
        changes: expect.arrayContaining([
          { field: 'MaximumAcceleration', before: null, after: detail.Facts.PeakG },
          { field: 'CrashProbabilityPercent', before: null, after: 95 },
          { field: 'Severity', before: null, after: 'minor' },
        ]),
      });
    }
    expect((await manager('GET', `/api/crashes/curves/${answers[0].AccidentId}`)).body.Time).toHaveLength(300);
    // Repeating the message, and an alarm that stays raised, change nothing.
    expect((await sendCrash(message)).body).toMatchObject({ AccidentId: answers[0].AccidentId, Duplicate: true });
    await alarmed(imei, '2026-01-15T08:01:50.000Z');
    expect(await accidentsOf(objectId)).toHaveLength(1);
    expect(await count('curve_block', objectId)).toBe(1);
  });

  it('too weak to be a crash is one case with its alarm and stays in the queue, whichever comes first', async () => {
    for (const alarmFirst of [true, false]) {
      const { imei, objectId } = await app.given.voucher(company);
      if (alarmFirst) await alarmed(imei);
      await sendCrash(crash(imei, { Curve: curve(0.9) }));
      if (!alarmFirst) await alarmed(imei);
      expect(await accidentsOf(objectId)).toMatchObject([{ status: 'opened', severity: 'mini' }]);
      expect(await count('curve_block', objectId)).toBe(1);
    }
  });

  it('keeps an unreliable recording when an earlier alarm comes later', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const { AccidentId } = (await sendCrash(crash(imei, { Curve: curve(6, { Vertical: new Array(300).fill(0) }) })))
      .body;
    await alarmed(imei);
    expect(await accidentsOf(objectId)).toMatchObject([
      { id: AccidentId, maximum_acceleration_g: null, crash_at: '2026-01-15T08:01:00.000Z' },
    ]);
    expect((await manager('GET', `/api/crashes/curves/${AccidentId}`)).body.Time).toHaveLength(300);
  });

  it('recorded after a person decided on its alarm is a case of its own that names the first', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const [{ AccidentId }] = (await alarmed(imei, '2026-01-15T08:01:00.000Z')).body.Results[0].Cases;
    await app.connection.db
      .updateTable('accident')
      .set({ status: 'notvalid', finished_at: '2026-01-15T08:05:00.000Z' })
      .where('id', '=', AccidentId)
      .execute();
    const second = (await sendCrash(crash(imei))).body;
    expect(second.Repeated).toBeUndefined();
    expect(await accidentsOf(objectId)).toHaveLength(2);
    expect((await manager('GET', `/api/v2/Accident/${second.AccidentId}`)).body.Facts.SameAs).toBe(AccidentId);
  });

  it('sent again three hours later answers the same accident', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const message = crash(imei);
    const first = (await sendCrash(message)).body;
    app.clock.forward(3 * 3600);
    const second = (await sendCrash(message)).body;
    app.clock.forward(-3 * 3600);
    expect(second).toMatchObject({ AccidentId: first.AccidentId, Duplicate: true });
    expect(second.CrashUniqueIdentifier).toBe(first.CrashUniqueIdentifier);
    expect(await accidentsOf(objectId)).toHaveLength(1);
  });

  it.each([
    ['at the same moment', 0, {}, 1],
    ['two seconds later by the clock of the device', 2, {}, 1],
    ['with positions of the drive', 0, { Positions: drive(3, startMs) }, 1],
    ['from a minute later', 60, {}, 2],
    ['with another range of the sensor', 0, { Curve: curve(6, { RangeG: 8 }) }, 2],
    [
      'with one other sample',
      0,
      { Curve: curve(6, { Lateral: curve(6).Lateral.map((g, i) => (i === 7 ? 0.5 : g)) }) },
      2,
    ],
  ])('sent again under a new id %s: as many cases as there were impacts', async (_how, laterS, more, cases) => {
    const { imei, objectId } = await app.given.voucher(company);
    const first = (await sendCrash(crash(imei))).body;
    const message = crash(imei, more);
    const CrashDateTime = new Date(Date.parse(message.CrashDateTime) + laterS * 1000).toISOString();
    const second = (await sendCrash({ ...message, CrashDateTime })).body;
    expect(await accidentsOf(objectId)).toHaveLength(cases);
    expect([second.AccidentId === first.AccidentId, second.Repeated]).toEqual(
      cases === 1 ? [true, true] : [false, undefined],
    );
  });

  it('with a wrong clock, sent again under a new id hours later, is the same case', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const first = (await sendCrash(crash(imei, { CrashDateTime: '1970-01-01T00:00:10.000Z' }))).body;
    app.clock.forward(3 * 3600);
    const second = (await sendCrash(crash(imei, { CrashDateTime: '1970-01-01T00:00:10.000Z' }))).body;
    app.clock.forward(-3 * 3600);
    expect(second).toMatchObject({ AccidentId: first.AccidentId, Duplicate: false, Repeated: true });
    expect(await accidentsOf(objectId)).toHaveLength(1);
  });

  it('sent again under a new id after its first copy left the quarantine is the same case', async () => {
    const imei = makeImei(927_500);
    expect((await sendCrash(crash(imei))).body).toMatchObject({ Quarantined: true });
    const voucher = await manager('POST', '/api/v2/Voucher', {
      VoucherNumber: freshId(),
      Client: { LastName: 'Иванов' },
      Vehicle: { Brand: 'Lada', Model: 'Vesta' },
      Imei: imei,
    });
    const [accident] = await accidentsOf(voucher.body.ObjectId);
    expect((await sendCrash(crash(imei))).body).toMatchObject({ AccidentId: accident?.id, Repeated: true });
    expect(await accidentsOf(voucher.body.ObjectId)).toHaveLength(1);
  });

  it('sent by many at once is one accident', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const message = crash(imei);
    const replies = await Promise.all(Array.from({ length: 6 }, () => sendCrash(message)));
    expect(new Set(replies.map(({ body }) => body.AccidentId)).size).toBe(1);
    expect(replies.filter(({ body }) => !body.Duplicate)).toHaveLength(1);
    expect(await accidentsOf(objectId)).toHaveLength(1);
  });

  it('may bear the id of another device’s message: each is taken once, also what waits for its voucher', async () => {
    const [one, other] = [await app.given.voucher(company), await app.given.voucher(company)];
    const unknown = makeImei(920_000);
    const MessageId = freshId();
    for (const imei of [one.imei, other.imei, unknown]) {
      const isUnknown = imei === unknown;
      const sent = { Quarantined: isUnknown, AccidentId: isUnknown ? null : expect.any(Number) };
      expect((await sendCrash(crash(imei, { MessageId }))).body).toMatchObject({ ...sent, Duplicate: false });
      expect((await sendCrash(crash(imei, { MessageId }))).body).toMatchObject({ ...sent, Duplicate: true });
    }
    const [first] = await accidentsOf(one.objectId);
    const [second] = await accidentsOf(other.objectId);
    const made = await manager('POST', '/api/v2/Voucher', {
      VoucherNumber: `Q-${freshId()}`,
      Client: { LastName: 'Иванов' },
      Vehicle: { Brand: 'Lada', Model: 'Vesta' },
      Imei: unknown,
    });
    const [third] = await accidentsOf(made.body.ObjectId);
    for (const [imei, AccidentId] of [
      [one.imei, first?.id],
      [other.imei, second?.id],
      [unknown, third?.id],
    ] as const)
      expect((await sendCrash(crash(imei, { MessageId }))).body).toMatchObject({
        AccidentId,
        Duplicate: true,
        Quarantined: false,
      });
  });

  it('may bear the id of a message of positions: neither is lost', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const MessageId = freshId();
    await sendStatistic(statistic(imei, { MessageId }));
    expect((await sendCrash(crash(imei, { MessageId }))).body).toMatchObject({ Duplicate: false });
    expect(await accidentsOf(objectId)).toHaveLength(1);
  });

  it('whose curve was dated by a wrong clock is laid on its moment', async () => {
    const { imei } = await app.given.voucher(company);
    const Curve = curve(6, { Start: '1970-01-01T00:00:00Z' });
    const { AccidentId } = (await sendCrash(crash(imei, { Curve }))).body;
    const { Time, Resultant } = (await manager('GET', `/api/crashes/curves/${AccidentId}`)).body;
    const peak = Resultant.indexOf(Math.max(...Resultant));
    expect(Math.abs(Time[peak])).toBeLessThan(0.011);
  });

  it.each([
    ['a time without a zone', '2026-01-15T09:30:00'],
    ['a leap second', '2016-12-31T23:59:60Z'],
  ])('of %s is refused by the name of the field', async (_what, CrashDateTime) => {
    const { imei, objectId } = await app.given.voucher(company);
    const { status, body } = await sendCrash(crash(imei, { CrashDateTime }));
    expect(status).toBe(400);
    expect(body.Errors).toMatchObject([{ Field: 'CrashDateTime' }]);
    expect(await accidentsOf(objectId)).toHaveLength(0);
  });
});

describe('the webhooks', () => {
  const body = () => JSON.stringify(statistic(makeImei(900_000)));

  it('take gzip', async () => {
    const { status } = await send('/api/statistic/webhook', gzipSync(body()), { 'content-encoding': 'gzip' });
    expect(status).toBe(200);
  });

  it.each([
    ['broken JSON', () => '{"MessageId": "x", '],
    ['unquoted words', () => body().replace('"Latitude":55', '"Latitude":Nil')],
    ['nothing', () => ''],
  ])('refuse %s as unreadable', async (_what, text) => {
    expect((await send('/api/statistic/webhook', text())).status).toBe(400);
  });

  it('refuse a gzip that ends too early', async () => {
    const packed = gzipSync(body());
    const cut = packed.subarray(0, packed.length - 20);
    expect((await send('/api/statistic/webhook', cut, { 'content-encoding': 'gzip' })).status).toBe(400);
  });

  it('cut off a small body that unpacks to a gigabyte without holding it', async () => {
    const member = gzipSync(Buffer.alloc(16 * 1024 * 1024, ' '));
    const bomb = Buffer.concat(new Array(64).fill(member));
    const before = process.memoryUsage().rss;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss - before);
    }, 5);
    const { status } = await send('/api/statistic/webhook', bomb, { 'content-encoding': 'gzip' });
    clearInterval(watch);
    expect(status).toBe(413);
    expect(most).toBeLessThan(200 * 1024 * 1024);
  });

  it('that are large wait for two threads, so many at once and no more: the others are told when to come again, and then taken', async () => {
    const messages = Array.from({ length: 30 }, (_, n) => statistic(makeImei(970_000 + n), { Positions: drive(1000) }));
    const replies = await Promise.all(messages.map(sendStatistic));
    const refused = messages.filter((_, n) => replies[n]!.status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(messages.length - 7);
    for (const { status, body, headers } of replies)
      if (status !== 200) expect([status, body.Code, headers['retry-after']]).toEqual([503, 'OVERLOADED', '5']);
    for (const message of refused)
      expect((await sendStatistic(message)).body.Results).toMatchObject([{ Duplicate: false, Quarantined: true }]);
  });

  it('know their platforms by key', async () => {
    for (const call of [app.as('no such key'), app.anonymous])
      expect((await call('POST', '/api/crash/webhook', crash(makeImei(900_001)))).status).toBe(401);
  });

  it('refuse an id that cannot be stored', async () => {
    const { status, body } = await sendStatistic(statistic(makeImei(900_002), { MessageId: 'a\0b' }));
    expect(status).toBe(400);
    expect(body.Errors).toMatchObject([{ Field: 'MessageId' }]);
  });
});

describe('quarantine', () => {
  const voucherFor = (Imei: string) => ({
    VoucherNumber: `Q-${freshId()}`,
    Client: { LastName: 'Иванов' },
    Vehicle: { Brand: 'Lada', Model: 'Vesta' },
    Imei,
  });

  it('keeps what an unknown device sends and applies it when the device is registered', async () => {
    const imei = makeImei(910_000);
    const [positions, impact] = [statistic(imei), crash(imei)];
    expect((await sendStatistic(positions)).body.Results[0]).toMatchObject({ Quarantined: true, Accepted: 0 });
    expect((await sendCrash(impact)).body).toMatchObject({ Quarantined: true, AccidentId: null });
    const again = (await sendCrash(impact)).body;
    expect(again).toMatchObject({ Quarantined: true, Duplicate: true });

    const made = await manager('POST', '/api/v2/Voucher', voucherFor(imei));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect((await tripsOf(made.body.ObjectId)).Total).toBe(1);
    const [accident] = await accidentsOf(made.body.ObjectId);
    expect((await sendCrash(impact)).body).toMatchObject({
      Quarantined: false,
      Duplicate: true,
      AccidentId: accident?.id,
    });
    expect((await sendStatistic(positions)).body.Results[0]).toMatchObject({ Duplicate: true, Accepted: 120 });
    expect(await accidentsOf(made.body.ObjectId)).toHaveLength(1);
  });

  it('does not show one company the devices of another', async () => {
    const theirs = await app.given.voucher(await app.given.company());
    expect((await sendStatistic(statistic(theirs.imei))).body.Results[0]).toMatchObject({ Quarantined: true });
    expect(await count('position_block', theirs.objectId)).toBe(0);
  });

  it('loses nothing that comes in while the voucher is made', async () => {
    const imei = makeImei(910_001);
    const messages = Array.from({ length: 12 }, (_, i) =>
      statistic(imei, {
        Positions: drive(60, startMs + i * 60_000).map(fix => ({ ...fix, Latitude: fix.Latitude + i * 60 * 0.00009 })),
      }),
    );
    const [made, ...answers] = await Promise.all([
      manager('POST', '/api/v2/Voucher', voucherFor(imei)),
      ...messages.map(message => sendStatistic(message)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(messages.map(() => 200));
    await untilDrivesAreCut(app);
    const { Items, Total } = await tripsOf(made.body.ObjectId);
    expect(Total).toBe(1);
    expect(Items[0].DurationS).toBe(12 * 60 - 1);
  });
});
