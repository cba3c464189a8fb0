import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeCurve, decodeTrack, encodeCurve, encodeTrack } from '../../server/domain/telemetry/codec.ts';
import { curveSamplesOf } from '../../server/domain/telemetry/curves.ts';
import { createTrack } from '../../server/domain/telemetry/positions.ts';
import { prepareMessage } from '../../server/modules/ingest/preparing.ts';
import { accelerationAround, trackPoints } from '../../server/modules/telemetry/crashWindow.ts';
import type { Curve } from '../../src/contract/shapes/telemetry.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { makeImei } from '../support/given.ts';
import { costMs, longestHoldMs } from '../support/holds.ts';
import { listen, openSender } from '../support/sockets.ts';
import { statementsOf } from '../support/statements.ts';
import { fileUpload } from '../support/upload.ts';
import { cutsDrives, untilDrivesAreCut } from '../support/waitingCuts.ts';

const uploads = { stallMs: 400, minBytesPerSecond: 4096, checkEveryMs: 50 };

let app: TestApp;
let company: number;
let token: string;
let platform: Call;
let manager: Call;
let platformKey: string;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z', { uploads, ...cutsDrives });
  company = await app.given.company();
  platformKey = await app.given.platformKey(company);
  platform = app.as(platformKey, 'en');
  token = (await app.given.account(company, 'MANAGER')).token;
  manager = app.as(token, 'en');
});
afterAll(() => app.close());

const json = (payload: string | Buffer, headers: Record<string, string> = {}) => ({
  payload,
  headers: { 'content-type': 'application/json', ...headers },
});
const unknownKeys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',')}}`;

describe('a body larger than its call takes', () => {
  it.each([
    ['sign-in', '/api/v2/Auth', 4096, 'Можно не больше 4 кБ', 'The maximum is 4 kB'],
    ['an ordinary call', '/api/v2/Voucher', 64 * 1024, 'Можно не больше 64 кБ', 'The maximum is 64 kB'],
    ['a platform', '/api/statistic/webhook', 32 * 1024 * 1024, 'Можно не больше 32 МБ', 'The maximum is 32 MB'],
  ])('of %s is refused by a size in words', async (_who, url, limit, russian, english) => {
    const key = url.includes('webhook') ? platformKey : token;
    const body = json(`"${'x'.repeat(limit)}"`);
    const refused = await app.as(key)('POST', url, undefined, body);
    expect(refused.status).toBe(413);
    expect(refused.body.Message).toContain(russian);
    expect((await app.as(key, 'en')('POST', url, undefined, body)).body.Message).toContain(english);
  });
});

describe('a file larger than its call takes', () => {
  const pieceBytes = 64 * 1024;
  const file = Buffer.from(`Номер ваучера;Фамилия;Марка\n${`A-1;Петров;${'x'.repeat(1000)}\n`.repeat(42_000)}`);

  it.each([
    ['announces its size', (length: number) => ({ 'content-length': String(length) })],
    ['does not', () => ({ 'transfer-encoding': 'chunked' })],
  ])('is refused and never cut where a piece of it ends at the limit, if the request %s', async (_what, size) => {
    const { headers, payload } = fileUpload('v.csv', file);
    const start = payload.indexOf(file.subarray(0, 100));
    function* pieces() {
      yield payload.subarray(0, start);
      for (let at = start; at < payload.length; at += pieceBytes) yield payload.subarray(at, at + pieceBytes);
    }
    const { status, body } = await manager('POST', '/api/v3/imports', undefined, {
      headers: { ...headers, ...size(payload.length) },
      payload: Readable.from(pieces()),
    });
    expect([status, body.Code, body.Message]).toEqual([
      413,
      'TOO_LARGE',
      expect.stringContaining('The maximum is 40 MB'),
    ]);
  });
});

describe('an odd body', () => {
  it('of a person is refused with all its faults, one of a machine with the first fault', async () => {
    const few = await manager('POST', '/api/v2/Voucher', undefined, json(unknownKeys(10)));
    expect(few.body.Errors.length).toBeGreaterThan(10);
    const many = await manager('POST', '/api/v2/Voucher', undefined, json(unknownKeys(5000)));
    expect(many.status).toBe(400);
    expect(many.body.Errors).toHaveLength(1);
  });

  it('with thousands of parameters in its address is refused with the first fault', async () => {
    const query = Array.from({ length: 2000 }, (_, i) => `p${i}=1`).join('&');
    const { status, body } = await manager('GET', `/api/v2/Voucher/table?${query}`);
    expect(status).toBe(400);
    expect(body.Errors).toEqual([{ Field: 'p0', Message: 'Unknown parameter' }]);
  });

  it('does not get its own long names back whole', async () => {
    const { body } = await manager('POST', '/api/v2/Voucher', undefined, json(`{"${'x'.repeat(60_000)}":1}`));
    expect(Math.max(...body.Errors.map((error: { Field: string }) => error.Field.length))).toBeLessThan(250);
  });

  it.each([
    ['lists in lists', '['.repeat(2000) + ']'.repeat(2000)],
    ['objects in objects', `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`],
    ['__proto__', '{"Login":"a","Password":"b","__proto__":{"x":1}}'],
    ['constructor', '{"Login":"a","Password":"b","constructor":{"prototype":{"x":1}}}'],
    ['constructor as a text', '{"Login":"a","Password":"b","constructor":"x"}'],
    ['a number without end', `{"Login":${'9'.repeat(4000)}}`],
    ['a number beyond all', '{"Login":1e999999}'],
  ])('of %s is answered 400', async (_what, text) => {
    expect((await app.anonymous('POST', '/api/v2/Auth', undefined, json(text))).status).toBe(400);
  });
});

const fixes = (count: number, stepMs = 1000) =>
  Array.from({ length: count }, (_, i) => ({
    DateTime: new Date(Date.parse('2026-01-15T08:00:00Z') - (count - i) * stepMs).toISOString(),
    Latitude: 55 + (i % 3600) * 0.00009,
    // Never the same places again: these are doubted as sent twice.
    Longitude: 37 + Math.floor(i / 3600) * 0.001,
    Speed: 36,
  }));
let counter = 0;
const statistic = (Imei: string, Positions: object[], more: object = {}) => ({
  MessageId: `large-${counter++}`,
  Imei,
  Positions,
  ...more,
});
const samples = (count: number) => ({
  Start: '2026-01-15T08:00:00Z',
  RateHz: 1000,
  Longitudinal: new Array(count).fill(0),
  Lateral: new Array(count).fill(0),
  Vertical: new Array(count).fill(1),
  Frame: 'vehicle',
});
const send = (body: unknown, url = '/api/statistic/webhook') =>
  platform('POST', url, undefined, json(JSON.stringify(body)));
const tripsOf = async (objectId: string) =>
  (await manager('GET', `/api/v2/StatisticSummingTrip/list?objectId=${objectId}`)).body;

describe('a large message', () => {
  it('becomes the same trips as the same fixes in small ones', async () => {
    const [one, other] = [await app.given.voucher(company), await app.given.voucher(company)];
    const positions = fixes(3600);
    expect((await send(statistic(one.imei, positions))).body.Results).toMatchObject([{ Accepted: 3600, Suspect: 0 }]);
    for (let from = 0; from < positions.length; from += 400)
      await send(statistic(other.imei, positions.slice(from, from + 400)));
    await untilDrivesAreCut(app);
    const withoutIds = (trips: { Id: number }[]) => trips.map(trip => ({ ...trip, Id: 0 }));
    const [large, small] = [await tripsOf(one.objectId), await tripsOf(other.objectId)];
    expect(large.Total).toBeGreaterThan(0);
    expect(withoutIds(large.Items)).toEqual(withoutIds(small.Items));
  });

  it('of many small messages cuts the trips of each car once, and answers each message in its place', async () => {
    const cars = [await app.given.voucher(company), await app.given.voucher(company)];
    const drive = fixes(300);
    const part = (n: number) => drive.slice(n * 30, n * 30 + 30);
    const messages = Array.from({ length: 20 }, (_, n) => statistic(cars[n % 2]!.imei, part(Math.floor(n / 2))));
    // One id twice, and a message that waits in quarantine.
    const sent = [...messages, messages[0]!, statistic(makeImei(930_002), part(0))];
    let results: readonly object[] = [];
    const statements = await statementsOf(async () => {
      results = (await send(sent)).body.Results;
    });
    expect(results).toMatchObject([
      ...messages.map(({ MessageId }) => ({ MessageId, Accepted: 30, Duplicate: false, Quarantined: false })),
      { MessageId: messages[0]!.MessageId, Accepted: 30, Duplicate: true },
      { Quarantined: true, Accepted: 0 },
    ]);
    expect(statements.filter(({ text }) => /^\s*(insert into|update) "trip"/.test(text))).toHaveLength(2);
    const [one, other] = [await tripsOf(cars[0]!.objectId), await tripsOf(cars[1]!.objectId)];
    expect(one.Items).toMatchObject([{ DurationS: other.Items[0].DurationS }]);
    expect((await send(sent)).body.Results.slice(0, 20)).toMatchObject(messages.map(() => ({ Duplicate: true })));
  });

  it('with a message that cannot be stored keeps the messages of its car before it', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const messages = [0, 1, 2].map(n => statistic(imei, fixes(90).slice(n * 30, n * 30 + 30)));
    const { pool } = app.connection;
    await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create trigger refuse before insert on ingest_message for each row
        when (new.message_id = 'statistic/${messages[2]!.MessageId}') execute function refuse()`);
    expect((await send(messages)).status).toBe(500);
    await pool.query('drop trigger refuse on ingest_message');
    expect((await send(messages)).body.Results).toMatchObject([
      { Duplicate: true, Accepted: 30 },
      { Duplicate: true, Accepted: 30 },
      { Duplicate: false, Accepted: 30 },
    ]);
    expect((await tripsOf(objectId)).Total).toBe(1);
  });

  it('is taken as gzip, in an array, and again as a duplicate', async () => {
    const { imei } = await app.given.voucher(company);
    const messages = Array.from({ length: 20 }, () => statistic(imei, fixes(60)));
    const packed = gzipSync(JSON.stringify(messages));
    const packedAs = (encoding: string) => json(packed, { 'content-encoding': encoding });
    const { body } = await platform('POST', '/api/statistic/webhook', undefined, packedAs('gzip'));
    expect(body.Results.map((result: { MessageId: string }) => result.MessageId)).toEqual(
      messages.map(message => message.MessageId),
    );
    const again = await platform('POST', '/api/statistic/webhook', undefined, packedAs('GZIP'));
    expect(again.body.Results.every((result: { Duplicate: boolean }) => result.Duplicate)).toBe(true);
  });

  it('becomes an accident with its curve', async () => {
    const { imei } = await app.given.voucher(company);
    const Curve = {
      ...samples(40_000),
      Longitudinal: Array.from({ length: 40_000 }, (_, i) => (i === 20_000 ? -9 : 0)),
    };
    const { status, body } = await send(
      { MessageId: `large-${counter++}`, Imei: imei, CrashDateTime: '2026-01-15T08:00:20Z', Curve },
      '/api/crash/webhook',
    );
    expect(status, JSON.stringify(body)).toBe(200);
    const curves = (await manager('GET', `/api/crashes/curves/${body.AccidentId}`)).body;
    expect(curves.Samples).toBe(40_000);
  });

  it.each([
    ['small', 'statistic', { Positions: undefined }],
    ['large', 'statistic', { Note: 'x'.repeat(300) }],
    ['small', 'crash', { CrashDateTime: '2026-01-15T08:00:20Z' }],
  ])(
    'of more than a thousand messages is stored up to the thousandth, and told which are not: a %s one of %s',
    async (_size, call, more) => {
      const { imei } = await app.given.voucher(company);
      const messages = Array.from({ length: 1022 }, () => statistic(imei, [], more));
      const { status, body } = await send(messages, `/api/${call}/webhook`);
      expect(status).toBe(200);
      expect(body.Results.map(({ MessageId }: { MessageId: string }) => MessageId)).toEqual(
        messages.slice(0, 1000).map(({ MessageId }) => MessageId),
      );
      expect(body.RefusedMessagesCount).toBe(22);
      expect(body.RefusedMessages).toHaveLength(20);
      expect(body.RefusedMessages[0]).toEqual({
        Row: 1000,
        Field: 'Messages',
        Reason: 'surplus',
        Message: 'Messages: the request has more messages than it may store; send this message in another request',
      });
      // A platform that then sends the others by themselves has sent all.
      const rest = await send(messages.slice(999), `/api/${call}/webhook`);
      const duplicates = rest.body.Results.map(({ Duplicate }: { Duplicate: boolean }) => Duplicate);
      expect(duplicates).toEqual([true, ...new Array(22).fill(false)]);
      expect(rest.body.RefusedMessages).toBeUndefined();
    },
  );

  it('of a device nobody knows waits whole and is applied when the device is registered', async () => {
    const Imei = makeImei(930_000);
    const message = statistic(Imei, fixes(3000));
    expect((await send(message)).body.Results).toMatchObject([{ Quarantined: true }]);
    const made = await manager('POST', '/api/v2/Voucher', {
      VoucherNumber: `L-${counter++}`,
      Client: { LastName: 'Иванов' },
      Vehicle: { Brand: 'Lada', Model: 'Vesta' },
      Imei,
    });
    expect(made.status).toBe(201);
    expect((await send(message)).body.Results).toMatchObject([{ Duplicate: true, Accepted: 3000 }]);
    expect((await tripsOf(made.body.ObjectId)).Total).toBeGreaterThan(0);
  });

  it.each([
    [
      'an id that cannot be stored',
      { MessageId: 'a\0b' },
      'MessageId',
      'The text has a character that cannot be stored',
    ],
    ['a list for an id', { MessageId: [] }, 'MessageId', /./],
  ])('with %s is refused in the words of a small one', async (_what, more, Field, Message) => {
    const { imei } = await app.given.voucher(company);
    const [small, large] = [fixes(2), fixes(2000)];
    const expected = [{ Field, Message: typeof Message === 'string' ? Message : expect.stringMatching(Message) }];
    for (const positions of [small, large]) {
      const { status, body } = await send(statistic(imei, positions, more));
      expect(status).toBe(400);
      expect(body.Errors).toEqual(expected);
      const inArray = await send([statistic(imei, positions), statistic(imei, positions, more)]);
      expect(inArray.body.Errors).toEqual([{ ...expected[0], Field: `1.${Field}` }]);
    }
  });

  it.each([
    ['an unknown field', { Colour: 'red' }, 'Colour', 1],
    ['a text for a number', { Acceleration: { ...samples(9), RateHz: '9' } }, 'Acceleration.RateHz', 1],
    ['uneven axes', { Acceleration: { ...samples(9), Lateral: [0] } }, 'Acceleration.Longitudinal', 8],
  ])('with %s is taken without it, as a small one', async (_what, more, Field, Count) => {
    const { imei } = await app.given.voucher(company);
    for (const positions of [fixes(2), fixes(2000)]) {
      const { status, body } = await send(statistic(imei, positions, more));
      expect([status, body.Results[0].Ignored]).toEqual([200, expect.arrayContaining([{ Field, Count }])]);
    }
  });

  it.each([
    ['broken JSON', () => `${JSON.stringify(statistic('', fixes(2000)))},`],
    ['brackets', () => '['.repeat(100_000)],
    ['two million empty objects', () => `[${'{},'.repeat(2_000_000)}{}]`],
  ])('of %s is refused as unreadable', async (_what, make) => {
    const { status, body } = await platform('POST', '/api/statistic/webhook', undefined, json(make()));
    expect(status).toBe(400);
    expect(body.Message).toContain('The request cannot be read');
  });

  it('of 10,923 fixes more than an hour apart is taken', async () => {
    // Active since before the fixes, so that none is refused as too early.
    const { imei, objectId } = await app.given.voucher(company, { activated_at: new Date('2020-01-01T00:00:00Z') });
    const { status, body } = await send(statistic(imei, fixes(10_923, 3_700_000)));
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.Results).toMatchObject([{ Accepted: 10_923 }]);
    const { samples } = await app.connection.db
      .selectFrom('position_block')
      .select(({ fn }) => fn.sum<string>('samples').as('samples'))
      .where('object_id', '=', objectId)
      .executeTakeFirstOrThrow();
    expect(Number(samples)).toBe(10_923);
  });

  it('does not hold up anybody else while it is read', async () => {
    const body = `[${Array(100).fill(unknownKeys(9_000)).join()}]`;
    let reading = true;
    const sent = platform('POST', '/api/statistic/webhook', undefined, json(body)).finally(() => {
      reading = false;
    });
    let answered = 0;
    while (reading) {
      expect((await platform('GET', '/health')).status).toBe(200);
      answered += 1;
    }
    expect((await sent).status).toBe(400);
    // Read in this thread, it would leave time for a call before and one after.
    expect(answered).toBeGreaterThan(10);
  });
});

// The processor time of a thread is read from Linux. Other processes empty the processor's caches, which may take a
// task over the limit once: the second try decides.
describe.skipIf(process.platform !== 'linux')('the event loop', { retry: 1 }, () => {
  const Start = '2026-01-15T08:00:00.000Z';
  const sine = (count: number) => Array.from({ length: count }, (_, i) => Math.round(Math.sin(i / 40) * 1000) / 1000);
  const curveOf = (count: number, Frame: 'vehicle' | 'device') => ({
    ...samples(count),
    Longitudinal: sine(count),
    Frame,
  });
  const crashOf = (Imei: string, Curve: object) =>
    json(JSON.stringify({ MessageId: `hold-${counter++}`, Imei, CrashDateTime: '2026-01-15T08:00:20Z', Curve }));
  /** Milliseconds of the processor for one task with all samples of the recording. */
  const costOf = (curve: ReturnType<typeof curveOf>): number => {
    const block = encodeCurve(curveSamplesOf(curve as Curve));
    return costMs(() => accelerationAround(decodeCurve(block), Date.parse(Start), 2000, null));
  };

  /** The longest time that anything may block the event loop, ms. */
  const longestMs = 50;

  it('is not held by many small messages, nor when they leave the quarantine', async () => {
    const { imei } = await app.given.voucher(company);
    const unknown = makeImei(930_100 + counter++);
    const positions = fixes(3000);
    const sent = [imei, unknown].flatMap(each =>
      Array.from({ length: 300 }, (_, n) => statistic(each, positions.slice(n * 10, n * 10 + 10))),
    );
    const text = JSON.stringify(sent);
    const taking = await longestHoldMs(async () => {
      const { body } = await platform('POST', '/api/statistic/webhook', undefined, json(text));
      expect(body.Results).toMatchObject(sent.map((_, n) => ({ Quarantined: n >= 300 })));
    });
    expect(taking).toBeLessThan(longestMs);
    const voucher = { VoucherNumber: `L-${counter++}`, Client: { LastName: 'Иванов' }, Imei: unknown };
    const releasing = await longestHoldMs(async () => {
      const made = await manager('POST', '/api/v2/Voucher', { ...voucher, Vehicle: { Brand: 'Lada', Model: 'Vesta' } });
      expect(made.status).toBe(201);
      expect((await tripsOf(made.body.ObjectId)).Total).toBe(1);
    });
    expect(releasing).toBeLessThan(longestMs);
  });

  it('is not held by new scores of all trips, as after a move to another time zone', async () => {
    const { pool } = app.connection;
    const other = await app.given.company();
    const { imei, objectId } = await app.given.voucher(other, { activated_at: new Date('2025-01-01T00:00:00Z') });
    const key = app.as(await app.given.platformKey(other));
    const drive = (from: number) => json(JSON.stringify(statistic(imei, fixes(300).slice(from, from + 150))));
    expect((await key('POST', '/api/statistic/webhook', undefined, drive(0))).status).toBe(200);
    await pool.query(
      `insert into trip (object_id, start_at, end_at, duration_s, distance_km, average_speed_kmh, maximum_speed_kmh,
         night_ms, idle_ms, speed_squares, complication, urban_m, motorway_m, watched_by)
       select $1, at, at + interval '8 minutes', 480, 5, 40, 60, 0, 0, 100, 0, 4000, 0, 'positions'
       from (select '2025-06-01T00:00:00Z'::timestamptz + n * interval '30 minutes' as at
         from generate_series(0, 9999) n) times`,
      [objectId],
    );
    await pool.query(`update company set time_zone = 'Asia/Vladivostok' where id = $1`, [other]);
    const heldMs = await longestHoldMs(async () =>
      expect((await key('POST', '/api/statistic/webhook', undefined, drive(150))).status).toBe(200),
    );
    expect(heldMs).toBeLessThan(longestMs);
    const { rows } = await pool.query('select count(*)::int as days from object_day where object_id = $1', [objectId]);
    expect(rows[0].days).toBeGreaterThan(200);
  });

  it('is not held by a message during which its device changed hands', async () => {
    const { imei } = await app.given.voucher(company, { activated_at: new Date('2026-01-14T00:00:00Z') });
    const { objectId, id } = await app.given.voucher(company, { imei: null });
    const positions = fixes(50_000);
    const at = positions[25_000]!.DateTime;
    const { pool } = app.connection;
    await pool.query('update device_period set to_at = $1 where imei = $2', [at, imei]);
    await pool.query(
      'insert into device_period (company_id, object_id, voucher_id, imei, from_at) values ($1, $2, $3, $4, $5)',
      [company, objectId, id, imei, at],
    );
    const sent = statistic(imei, positions);
    const text = JSON.stringify(sent);
    const wholeMs = costMs(() => prepareMessage('statistic', JSON.parse(text), app.clock.now().getTime()));
    let body: { Results: readonly { Accepted: number; Suspect: number }[] } | undefined;
    const heldMs = await longestHoldMs(async () => {
      ({ body } = await platform('POST', '/api/statistic/webhook', undefined, json(text)));
    });
    const [result] = body?.Results ?? [];
    expect(result).toMatchObject({ Quarantined: false });
    expect((result?.Accepted ?? 0) + (result?.Suspect ?? 0)).toBe(50_000);
    expect(heldMs).toBeLessThan(wholeMs / 2);
  });

  it('is not held by the drawing of a long recording', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const curve = curveOf(600_000, 'vehicle');
    const wholeMs = costOf(curve);
    const { body } = await platform('POST', '/api/crash/webhook', undefined, crashOf(imei, curve));
    for (const path of [
      `/api/crashes/curves/${body.AccidentId}`,
      `/api/v3/curves?objectId=${objectId}&from=${Start}&to=2026-01-15T09:00:00Z`,
    ]) {
      const heldMs = await longestHoldMs(async () => expect((await manager('GET', path)).body.Samples).toBe(600_000));
      expect(heldMs, path).toBeLessThan(wholeMs / 2);
    }
  });

  it('is not held by a look at the recordings of trips for an impact', async () => {
    const { imei } = await app.given.voucher(company);
    const driven = curveOf(600_000, 'device');
    const sent = statistic(imei, [], { Acceleration: { ...driven, Start: '2026-01-15T07:00:00.000Z' } });
    expect((await send(sent)).status).toBe(200);
    const crash = crashOf(imei, curveOf(300, 'device'));
    const heldMs = await longestHoldMs(async () =>
      expect((await platform('POST', '/api/crash/webhook', undefined, crash)).status).toBe(200),
    );
    expect(heldMs).toBeLessThan(costOf(driven) / 2);
  });

  it('is not held by a day of positions at 1 Hz, whoever reads it', async () => {
    const { objectId, number, id } = await app.given.voucher(company);
    const startMs = Date.parse('2026-01-14T12:00:00Z');
    const track = createTrack(86_000);
    for (let i = 0; i < track.timeMs.length; i++) {
      track.timeMs[i] = startMs + i * 1000;
      track.latitude[i] = 55 + 0.2 * Math.sin(i / 5000);
      track.longitude[i] = 37 + 0.4 * Math.cos(i / 5000);
      track.speedKmh[i] = 150;
    }
    const data = encodeTrack(track);
    const { pool } = app.connection;
    const [from, to] = [new Date(startMs), new Date(startMs + 85_999_000)];
    await pool.query(
      'insert into position_block (object_id, start_at, end_at, samples, data) values ($1, $2, $3, $4, $5)',
      [objectId, from, to, track.timeMs.length, data],
    );
    const { rows } = await pool.query(
      `insert into trip (object_id, start_at, end_at, duration_s, distance_km, average_speed_kmh, maximum_speed_kmh)
        values ($1, $2, $3, 85999, 900, 40, 150) returning id`,
      [objectId, from, to],
    );
    const impact = await app.given.accident(company, {
      object_id: objectId,
      voucher_id: id,
      crash_at: new Date('2026-01-15T00:00:00Z'),
    });
    const wholeMs = costMs(() => JSON.stringify(trackPoints(decodeTrack(data), startMs)));
    const sighting = { VoucherNumber: number, At: '2026-01-15T00:00:00Z', Latitude: 55, Longitude: 37 };
    // Without a reader of the answer, which would use the same thread.
    const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
      app.server.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) });
    const trip = () => ask('GET', `/api/v2/StatisticSummingTrip/${rows[0].id}?objectId=${objectId}`);
    const { Track, ...others } = (await trip()).json();
    expect(Track).toHaveLength(86_000);
    expect(others).toMatchObject({ Id: rows[0].id, ObjectId: objectId, Events: [{ Kind: 'impact' }] });
    for (const [what, read] of [
      ['trip', trip],
      [
        'heat map',
        () => ask('GET', `/api/v2/StatisticSummingTrip/heatmap?objectId=${objectId}&from=2026-01-13&to=2026-01-15`),
      ],
      ['map of an impact', () => ask('GET', `/api/crashes/map/${impact.id}`)],
      ['sighting', () => ask('POST', '/api/v3/sightings', sighting)],
    ] as const) {
      // The first call compiles its shapes.
      await read();
      const heldMs = await longestHoldMs(async () => expect((await read()).statusCode).toBe(200));
      expect(heldMs, what).toBeLessThan(wholeMs / 3);
    }
  });
});

describe('a request that comes too slowly', () => {
  let port: number;
  beforeAll(async () => {
    port = await listen(app.server);
  });
  const head = (path: string, length: number, more = '') =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAccept-Language: en\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;
  const slow = 'The request comes too slowly';

  it('with its body is refused with the reason and ended, and nobody else notices', async () => {
    const senders = Array.from({ length: 50 }, () => openSender(port));
    const dripping = setInterval(() => {
      for (const sender of senders) sender.write(' ');
    }, 60);
    for (const sender of senders) sender.write(head('/api/v2/Auth', 4000));
    expect((await manager('GET', '/api/v2/Account/info')).status).toBe(200);
    const answers = await Promise.all(senders.map(sender => sender.closed));
    clearInterval(dripping);
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
      expect(answer).toContain(slow);
    }
  });

  it.each([
    ['packed', head('/api/v2/Auth', 4000, 'Content-Encoding: gzip\r\n')],
    ['of a device', head('/api/statistic/webhook', 30_000_000, 'Authorization: Bearer KEY\r\n')],
    [
      'in pieces without an end',
      'POST /api/statistic/webhook HTTP/1.1\r\nHost: x\r\nAccept-Language: en\r\nContent-Type: application/json\r\nAuthorization: Bearer KEY\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n',
    ],
  ])('and stops, %s, is refused with the reason and ended', async (_what, text) => {
    const sender = openSender(port);
    sender.write(text.replace('KEY', platformKey));
    sender.write('{');
    expect(await sender.closed).toContain(slow);
  });

  it('and stops after a fast beginning is refused with the reason and ended', async () => {
    const sender = openSender(port);
    sender.write(head('/api/statistic/webhook', 30_000_000, `Authorization: Bearer ${platformKey}\r\n`));
    sender.write(`{"Note":"${'x'.repeat(2_000_000)}`);
    expect(await sender.closed).toContain(slow);
  });

  it('in the middle of a picture is refused with the reason and ended', async () => {
    const { headers, payload } = fileUpload('me.jpg', Buffer.alloc(50_000));
    const sender = openSender(port);
    sender.write(
      `POST /api/v2/Account/picture HTTP/1.1\r\nHost: x\r\nAccept-Language: en\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n${payload.subarray(0, 9000).toString('latin1')}`,
    );
    expect(await sender.closed).toContain(slow);
  });

  it('with its headers is refused with the reason and ended', async () => {
    const sender = openSender(port);
    sender.write('GET /health HTTP/1.1\r\nHost: x\r\n');
    expect(await sender.closed).toMatch(/^HTTP\/1.1 408 [\s\S]*The request comes too slowly/);
  });

  it('and never begins is ended with the reason', async () => {
    expect(await openSender(port).closed).toMatch(/^HTTP\/1.1 408 [\s\S]*The request comes too slowly/);
  });

  it('byte by byte in its headers is ended with the reason, and so is the next one of its connection', async () => {
    for (const before of ['', 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n']) {
      const sender = openSender(port);
      sender.write(`${before}GET /health HTTP/1.1\r\nX: `);
      const dripping = setInterval(() => sender.write('x'), 20);
      expect(await sender.closed).toMatch(/HTTP\/1.1 408 [\s\S]*The request comes too slowly/);
      clearInterval(dripping);
    }
  });

  it.each([
    ['nobody signed in', 'POST /api/v2/Account/picture'],
    ['an address that does not exist', 'POST /api/v2/NoSuchCall'],
    ['a method that the address does not have', 'PUT /health'],
    ['a file', 'GET /index.html'],
    ['a question before another origin', 'OPTIONS /api/v2/Auth'],
  ])('without an end in its body, for %s, is answered and ended', async (_what, line) => {
    const sender = openSender(port);
    sender.write(`${line} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n`);
    const dripping = setInterval(() => sender.write('1\r\nx\r\n'), 20);
    expect(await sender.closed).toMatch(/^HTTP\/1.1 [24]\d\d /);
    clearInterval(dripping);
  });

  it('or is left in the middle of its body leaves nothing behind, however often', async () => {
    for (let round = 0; round < 40; round++) {
      const leaving = openSender(port);
      const asked = new Promise(done => app.server.server.once('request', done));
      leaving.write(head('/api/statistic/webhook', 30_000_000, `Authorization: Bearer ${platformKey}\r\n`));
      leaving.write('{"MessageId":');
      await asked;
      leaving.socket.resetAndDestroy();
    }
    const large = { ...statistic(makeImei(930_002), fixes(10)), Note: 'x'.repeat(20_000_000) };
    await expect.poll(async () => (await send(large)).status).toBe(200);
  });

  it.each([
    ['shorter than the body', -10, /^HTTP\/1.1 400 /],
    ['longer than the body', 10, /^HTTP\/1.1 408 /],
  ])('with a length %s is answered and ended, and nothing of it is taken', async (_what, more, answer) => {
    const imei = makeImei(930_003);
    const text = JSON.stringify(statistic(imei, fixes(3)));
    const sender = openSender(port);
    sender.write(head('/api/statistic/webhook', text.length + more, `Authorization: Bearer ${platformKey}\r\n`));
    sender.write(text);
    expect(await sender.closed).toMatch(answer);
    const { Items } = (await manager('GET', `/api/v2/QuarantinedDevice/table?search=${imei}`)).body;
    expect(Items).toEqual([]);
  });

  it('where no body is expected is ended', async () => {
    const sender = openSender(port);
    sender.write('GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n');
    expect(await sender.closed).toMatch(/^HTTP\/1.1 200 /);
  });

  it('for the usual pace, but steadily as over a poor line, is answered', async () => {
    const text = JSON.stringify(statistic(makeImei(930_001), fixes(100)));
    const sender = openSender(port);
    sender.write(
      head('/api/statistic/webhook', text.length, `Authorization: Bearer ${platformKey}\r\nConnection: close\r\n`),
    );
    for (let at = 0; at < text.length; at += 1000) {
      sender.write(text.slice(at, at + 1000));
      await setTimeout(100);
    }
    expect(await sender.closed).toMatch(/^HTTP\/1.1 200 /);
  });

  it('with too large headers is refused with the maximum', async () => {
    const sender = openSender(port);
    sender.write(`GET /health?${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(await sender.closed).toMatch(/^HTTP\/1.1 431 [\s\S]*The maximum is 16 kB/);
  });
});

it('a server that ends waits neither for half a body nor for half a head', async () => {
  const ending = await openTestApp(undefined, { uploads: { ...uploads, stallMs: 60_000 }, drainMs: 300 });
  const port = await listen(ending.server);
  const [body, headers] = [openSender(port), openSender(port)];
  headers.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise(done => headers.socket.once('data', done));
  headers.write('GET /health HTTP/1.1\r\n');
  const asked = new Promise(done => ending.server.server.once('request', done));
  body.write('POST /api/v2/Auth HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n{');
  await asked;
  const from = performance.now();
  await ending.close();
  await Promise.all([body.closed, headers.closed]);
  // The stall it would wait for is a minute.
  expect(performance.now() - from).toBeLessThan(30_000);
});
