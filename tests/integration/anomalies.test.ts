import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDevices } from '../../server/modules/ingest/deviceCheck.ts';
import { makeWorkers } from '../../server/threads/workers.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { impactInMs2 } from '../support/impacts.ts';

let app: TestApp;
const workers = makeWorkers(error => app.server.log.error(error));
let company: number;
let platform: ReturnType<TestApp['as']>;
let manager: ReturnType<TestApp['as']>;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z');
  company = await app.given.company();
  platform = app.as(await app.given.platformKey(company), 'en');
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
});
afterAll(() => app.close());

interface Fix {
  DateTime: string;
  Latitude: number;
  Longitude: number;
  Speed?: number;
}
interface Row {
  Id: number;
  ObjectId: string;
  Kind: string;
  Count: number;
  Held: number;
  State: string;
}

let counter = 0;
const startMs = Date.parse('2026-01-15T08:00:00.000Z');
const at = (ms: number) => new Date(ms).toISOString();
/**
 * Returns a drive north at 36 km/h with changing speed, one fix per second. `step` is the number of seconds already
 * driven.
 */
const drive = (seconds: number, { from = startMs, step = 0 } = {}): Fix[] =>
  Array.from({ length: seconds }, (_, i) => ({
    DateTime: at(from + i * 1000),
    Latitude: Number((55 + (step + i) * 0.00009).toFixed(6)),
    Longitude: 37,
    Speed: 36,
  }));
const send = async (Imei: string, Positions: readonly Fix[], Acceleration?: object) => {
  const body = { MessageId: `a${counter++}`, Imei, Positions, ...(Acceleration && { Acceleration }) };
  const reply = await platform('POST', '/api/statistic/webhook', body);
  expect(reply.status).toBe(200);
  return reply.body.Results[0] as { Accepted: number; Suspect: number };
};
const faultsNow = async (objectId: string): Promise<Row[]> =>
  ((await manager('GET', '/api/v2/Anomaly/status?pageSize=1000')).body.Items as Row[])
    .filter(row => row.ObjectId === objectId)
    .sort((a, b) => (a.Kind < b.Kind ? -1 : 1));
const historyOf = async (objectId: string) =>
  (await manager('GET', `/api/v2/Anomaly/history?objectId=${objectId}`)).body.Items;
const tripsOf = async (objectId: string) =>
  (
    await app.connection.pool.query(
      'select start_at, end_at, distance_km, maximum_speed_kmh, quarantine_reason from trip where object_id = $1 order by start_at',
      [objectId],
    )
  ).rows;
const manoeuvresOf = async (objectId: string) =>
  (
    await app.connection.pool.query(
      'select kind, start_at, end_at, peak_g, source from manoeuvre where object_id = $1 order by start_at, kind',
      [objectId],
    )
  ).rows;
const decide = (row: Row, action: 'clear' | 'confirm', Reason = 'looked at') =>
  manager('POST', `/api/v2/Anomaly/${row.Id}/${action}`, { Reason });

describe('faults of fixes', () => {
  it('have a name each, and say how much is kept back', async () => {
    const cases: readonly (readonly [string, (fixes: Fix[]) => Fix[], number])[] = [
      [
        'clockBack',
        f => f.map((x, i) => (i < 60 ? x : { ...x, DateTime: at(Date.parse(x.DateTime) - 3_600_000) })),
        60,
      ],
      [
        'repeat',
        f => [...f, ...f.slice(20, 60).map(x => ({ ...x, DateTime: at(Date.parse(x.DateTime) + 3_600_000) }))],
        40,
      ],
      ['swapped', f => f.map((x, i) => (i % 10 === 5 ? { ...x, Latitude: x.Longitude, Longitude: x.Latitude } : x)), 0],
      [
        'rollover',
        f => f.map((x, i) => (i < 10 ? { ...x, DateTime: at(Date.parse(x.DateTime) - 1024 * 7 * 86_400_000) } : x)),
        0,
      ],
      ['speed', f => f.map((x, i) => (i === 50 ? { ...x, Speed: 500 } : x)), 0],
      ['frozenFix', f => f.map((x, i) => (i >= 50 && i < 90 ? { ...x, Latitude: f[50]!.Latitude } : x)), 40],
    ];
    for (const [kind, spoil, held] of cases) {
      const { imei, objectId } = await app.given.voucher(company);
      await send(imei, spoil(drive(120)));
      expect(await faultsNow(objectId), kind).toMatchObject([{ Kind: kind, Held: held, State: 'open' }]);
    }
  });

  const swap = (fix: Fix): Fix => ({ ...fix, Latitude: fix.Longitude, Longitude: fix.Latitude });
  const kilometresOf = async (objectId: string) =>
    (await tripsOf(objectId)).map(({ distance_km }) => Number(distance_km.toFixed(3)));
  const piecesOf = (fixes: readonly Fix[], size: number): Fix[][] =>
    Array.from({ length: Math.ceil(fixes.length / size) }, (_, i) => fixes.slice(i * size, (i + 1) * size));
  const orders: readonly (readonly [string, number, (pieces: Fix[][]) => Fix[][]])[] = [
    ['in one message', 600, pieces => pieces],
    ['in order', 30, pieces => pieces],
    ['newest first', 30, pieces => pieces.toReversed()],
    ['live first, the backlog behind', 60, pieces => [...pieces.slice(-2), ...pieces.slice(0, -2)]],
  ];

  it.each(orders)(
    'repair a drive of swapped places or of a wrong sign from where the car stood before, %s',
    async (_, size, order) => {
      const mistakes: readonly (readonly [string, (fix: Fix) => Fix])[] = [
        ['swapped', swap],
        ['place', fix => ({ ...fix, Longitude: -fix.Longitude })],
        ['place', fix => ({ ...fix, Latitude: -fix.Latitude })],
      ];
      const [yesterday, today] = [drive(300, { from: startMs - 86_400_000 }), drive(300, { step: 300 })];
      const right = await app.given.voucher(company);
      for (const fixes of [yesterday, today]) await send(right.imei, fixes);
      for (const [kind, spoil] of mistakes) {
        const { imei, objectId } = await app.given.voucher(company);
        await send(imei, yesterday);
        for (const piece of order(piecesOf(today.map(spoil), size))) await send(imei, piece);
        expect(await faultsNow(objectId), kind).toMatchObject([{ Kind: kind, Count: 300, Held: 0 }]);
        expect(await kilometresOf(objectId), kind).toEqual(await kilometresOf(right.objectId));
      }
    },
  );

  it.each([10, 30, 300])(
    'repair places that are swapped from the middle of a drive on, in messages of %i',
    async size => {
      const [right, spoilt] = [await app.given.voucher(company), await app.given.voucher(company)];
      const fixes = drive(300);
      await send(right.imei, fixes);
      for (const piece of piecesOf(
        fixes.map((fix, i) => (i < 156 ? fix : swap(fix))),
        size,
      ))
        await send(spoilt.imei, piece);
      expect(await faultsNow(spoilt.objectId)).toMatchObject([{ Kind: 'swapped', Count: 144, Held: 0 }]);
      expect(await kilometresOf(spoilt.objectId)).toEqual(await kilometresOf(right.objectId));
    },
  );

  it.each(orders)(
    'keep a first drive of swapped places out of the figures, and believe the right one after it, %s',
    async (_, size, order) => {
      const { imei, objectId } = await app.given.voucher(company);
      for (const piece of order(piecesOf(drive(300).map(swap), size))) await send(imei, piece);
      expect(await faultsNow(objectId)).toMatchObject([{ Kind: 'swapped', Count: 300, Held: 300 }]);
      expect(await tripsOf(objectId)).toEqual([]);
      await send(imei, drive(300, { from: startMs + 7_200_000, step: 300 }));
      expect(await kilometresOf(objectId)).toHaveLength(1);
      expect(await faultsNow(objectId)).toMatchObject([{ Kind: 'swapped', Count: 300, Held: 300 }]);
    },
  );

  it.each(orders)(
    'name a faked place and lost satellites, which change no figure of the drive, %s',
    async (_, size, order) => {
      const fixes = drive(600).map(fix => ({ ...fix, Satellites: 11 }));
      const isIn = (i: number) => i >= 250 && i < 340;
      const [right, faked, jammed] = [
        await app.given.voucher(company),
        await app.given.voucher(company),
        await app.given.voucher(company),
      ];
      const elsewhere = fixes.map((fix, i) => (isIn(i) ? { ...fix, Latitude: 43.4, Longitude: 39.9, Speed: 0 } : fix));
      const lost = fixes.map((fix, i) =>
        isIn(i)
          ? { ...fix, Satellites: 2, Longitude: 37 + ((i * 7) % 11) * 0.0003, Speed: 20 + ((i * 37) % 140) }
          : fix,
      );
      for (const [{ imei }, sent] of [
        [right, fixes],
        [faked, elsewhere],
        [jammed, lost],
      ] as const)
        for (const piece of order(piecesOf(sent, size))) await send(imei, piece);
      const [expected] = await tripsOf(right.objectId);
      for (const { objectId } of [faked, jammed]) {
        expect(await faultsNow(objectId)).toMatchObject([{ Kind: 'place', Count: 90, Held: 90 }]);
        expect(await manoeuvresOf(objectId)).toEqual([]);
        const trips = await tripsOf(objectId);
        expect(trips).toMatchObject([{ maximum_speed_kmh: expected.maximum_speed_kmh }]);
        expect(trips[0].distance_km).toBeCloseTo(expected.distance_km, 2);
        const [row] = await faultsNow(objectId);
        expect((await decide(row!, 'clear')).status).toBe(200);
        expect(await faultsNow(objectId)).toEqual([]);
      }
    },
  );

  it('say on their own page whom to call', async () => {
    const { objectId, id } = await app.given.voucher(company, { client_phone: '+7 916 000-00-01' });
    await app.connection.pool.query(
      `insert into anomaly_status (company_id, object_id, voucher_id, kind, began_at, last_at)
       values ($1, $2, $3, 'silence', '2026-01-14T10:00:00Z', '2026-01-15T10:00:00Z')`,
      [company, objectId, id],
    );
    const [silence] = await faultsNow(objectId);
    const { body } = await manager('GET', `/api/v2/Anomaly/${silence?.Id}`);
    expect(body).toMatchObject({ Kind: 'silence', ClientPhone: '+7 916 000-00-01' });
  });

  it('show a clock that steps back between two messages, and none in a message that is late', async () => {
    const stepping = await app.given.voucher(company);
    const late = await app.given.voucher(company);
    for (let minute = 0; minute < 4; minute++) {
      const from = startMs + minute * 60_000 - (minute < 2 ? 0 : 3_600_000);
      await send(stepping.imei, drive(60, { from, step: minute * 60 }));
      app.clock.forward(60);
    }
    for (const minute of [0, 2, 1, 3])
      await send(late.imei, drive(60, { from: startMs + minute * 60_000, step: minute * 60 }));
    expect(await faultsNow(stepping.objectId)).toMatchObject([{ Kind: 'clockBack', Held: 120 }]);
    expect(await tripsOf(stepping.objectId)).toHaveLength(1);
    expect(await faultsNow(late.objectId)).toEqual([]);
  });

  it('show a clock that stepped back also where the last message has a single fix, which brings nothing back', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await send(imei, drive(60));
    await send(imei, drive(60, { from: startMs + 60_000 - 3_600_000, step: 60 }));
    await send(imei, drive(1, { from: startMs + 120_000 - 3_600_000, step: 120 }));
    expect(await faultsNow(objectId)).toMatchObject([{ Kind: 'clockBack', Held: 61 }]);
    expect(await tripsOf(objectId)).toHaveLength(1);
  });

  it('show a clock that stepped back by where the car is known to have been, however long nothing came', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await send(imei, drive(300));
    app.clock.forward(1800);
    await send(imei, drive(10, { from: startMs + 100_000, step: 300 }));
    expect(await faultsNow(objectId)).toMatchObject([{ Kind: 'clockBack', Held: 10 }]);
  });

  it('show a drive that is sent again in a message of its own under new times', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await send(imei, drive(120));
    await send(imei, drive(120));
    expect(await faultsNow(objectId)).toEqual([]);
    expect(await send(imei, drive(120, { from: startMs + 3_600_000 }))).toMatchObject({ Accepted: 0, Suspect: 120 });
    expect(await faultsNow(objectId)).toMatchObject([{ Kind: 'repeat', Held: 120 }]);
    expect(await tripsOf(objectId)).toHaveLength(1);
  });

  it('show it in pieces too short to be known by themselves', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await send(imei, drive(300));
    await send(imei, drive(60, { from: startMs + 7_200_000 }));
    for (let step = 60; step < 300; step += 10)
      await send(imei, drive(10, { from: startMs + 7_200_000 + step * 1000, step }));
    expect(await faultsNow(objectId)).toMatchObject([{ Kind: 'repeat', Held: 300 }]);
    expect(await tripsOf(objectId)).toHaveLength(1);
  });

  it('show it in other pieces too, of two drives at once, and none in what is late or on the way back', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await send(imei, drive(100));
    await send(imei, drive(140, { from: startMs + 100_000, step: 100 }));
    // The same fixes at their own times, in other messages.
    await send(imei, drive(120, { from: startMs + 60_000, step: 60 }));
    expect(await faultsNow(objectId)).toEqual([]);
    const later = startMs + 7_200_000;
    const pieces = [drive(70, { from: later }), drive(100, { from: later + 70_000, step: 70 })];
    for (const piece of pieces) expect(await send(imei, piece)).toMatchObject({ Accepted: 0, Suspect: piece.length });
    expect(await faultsNow(objectId)).toMatchObject([{ Kind: 'repeat', Held: 170 }]);
    const back = drive(200, { from: later + 3_600_000 });
    const places = back.map(({ Latitude }) => Latitude).reverse();
    await send(
      imei,
      back.map((fix, i) => ({ ...fix, Latitude: places[i]! })),
    );
    expect(await faultsNow(objectId)).toMatchObject([{ Kind: 'repeat', Held: 170 }]);
    expect(await tripsOf(objectId)).toHaveLength(2);
  });

  it.each([
    [49, 1, true],
    [50, 1, false],
    [1, 99_999, true],
    [1, 100_000, false],
  ])(
    'behind %i older blocks of %i fixes that look alike it is found: %s. So much is read for a message, however long a device drives',
    async (blocks, samples, found) => {
      const [{ imei, objectId }, other] = [await app.given.voucher(company), await app.given.voucher(company)];
      await send(imei, drive(120));
      await send(other.imei, drive(120, { from: startMs - 7_200_000, step: 5000 }));
      const { pool } = app.connection;
      const alike = await pool.query('select data from position_block where object_id = $1', [other.objectId]);
      await pool.query(
        `insert into position_block (object_id, start_at, end_at, samples, suspect, data, marks)
         select object_id, start_at - n * interval '1 day', end_at - n * interval '1 day', $2, 0, $3, marks
         from position_block, generate_series(1, $4::int) n where object_id = $1`,
        [objectId, samples, alike.rows[0].data, blocks],
      );
      await send(imei, drive(120, { from: startMs + 3_600_000 }));
      expect(await faultsNow(objectId)).toMatchObject(found ? [{ Kind: 'repeat', Held: 120 }] : []);
    },
  );
});

describe('faults of acceleration', () => {
  it('keep it from being used', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const wave = Array.from({ length: 3000 }, (_, i) => Math.round(60 * Math.sin(i / 9)) / 1000);
    const Acceleration = {
      Start: at(startMs),
      RateHz: 50,
      Longitudinal: wave,
      Lateral: wave.map((_, i) => Math.round(50 * Math.cos(i / 7)) / 1000),
      Vertical: wave.map((_, i) => 1 + Math.round(40 * Math.cos(i / 5)) / 1000),
      Frame: 'vehicle',
    };
    await send(imei, drive(60), Acceleration);
    expect(await faultsNow(objectId)).toEqual([]);
    const inMs2 = (values: number[]) => values.map(value => value * 9.80665);
    await send(imei, [], {
      ...Acceleration,
      Longitudinal: inMs2(wave),
      Lateral: inMs2(Acceleration.Lateral),
      Vertical: inMs2(Acceleration.Vertical),
    });
    await send(imei, [], { ...Acceleration, Lateral: wave.map((value, i) => (i < 1000 ? 0.013 : value)) });
    await send(imei, [], { ...Acceleration, Longitudinal: wave.map((value, i) => (i === 700 ? 5 : value)) });
    await send(imei, [], { ...Acceleration, Longitudinal: Acceleration.Vertical, Vertical: wave });
    expect((await faultsNow(objectId)).map(({ Kind, Held }) => [Kind, Held])).toEqual([
      ['frozenAxis', 0],
      ['notUpright', 3000],
      ['spike', 3000],
      ['unit', 3000],
    ]);
    const kept = async () =>
      (
        await app.connection.pool.query('select quarantine_reason from curve_block where object_id = $1', [objectId])
      ).rows
        .flatMap(({ quarantine_reason }) => quarantine_reason ?? [])
        .sort();
    // Of a curve with a stuck axis only the stuck part is left out.
    expect(await kept()).toEqual(['notUpright', 'spike', 'unit']);
    await decide((await faultsNow(objectId))[2]!, 'clear');
    expect(await kept()).toEqual(['notUpright', 'unit']);
  });
});

describe('a manager', () => {
  it('clears a fault, and what was kept back counts as if it never had been', async () => {
    const [spoilt, plain] = [await app.given.voucher(company), await app.given.voucher(company)];
    const again = drive(120, { from: startMs + 3_600_000 });
    for (const { imei } of [spoilt, plain]) await send(imei, drive(120));
    await send(spoilt.imei, again);
    // A drive that is moved by a centimetre is no repeat.
    await send(
      plain.imei,
      again.map(fix => ({ ...fix, Longitude: 37.000001 })),
    );
    expect(await tripsOf(spoilt.objectId)).toHaveLength(1);
    const [row] = await faultsNow(spoilt.objectId);
    expect((await decide(row!, 'clear', '')).status).toBe(400);
    expect((await decide(row!, 'clear', 'the car has a twin')).status).toBe(200);
    const [cleared, never] = [await tripsOf(spoilt.objectId), await tripsOf(plain.objectId)];
    expect(cleared).toHaveLength(2);
    expect(cleared.map(({ distance_km: km, ...trip }) => ({ ...trip, km: km.toFixed(6) }))).toEqual(
      never.map(({ distance_km: km, ...trip }) => ({ ...trip, km: km.toFixed(6) })),
    );
    expect(await manoeuvresOf(spoilt.objectId)).toEqual(await manoeuvresOf(plain.objectId));
    expect(await faultsNow(spoilt.objectId)).toEqual([]);
    expect(await historyOf(spoilt.objectId)).toMatchObject([
      { Kind: 'repeat', State: 'cleared', Held: 0, Reason: 'the car has a twin', DecidedAt: expect.any(String) },
    ]);
    const audit = await app.connection.pool.query(
      `select reason from audit where entity = 'anomaly' and entity_id = $1 and action = 'clear'`,
      [row!.Id],
    );
    expect(audit.rows).toEqual([{ reason: 'the car has a twin' }]);
  });

  it('clears a frozen place, and its fixes count again however often the trip is cut', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const fixes = drive(120);
    await send(
      imei,
      fixes.map((fix, i) => (i >= 50 && i < 90 ? { ...fix, Latitude: fixes[50]!.Latitude } : fix)),
    );
    const counted = async () => {
      const day = `objectId=${objectId}&from=2026-01-15&to=2026-01-15`;
      const calls = [`StatisticSummingGlobal?objectId=${objectId}`, `StatisticSummingTrip?${day}`];
      return Promise.all(calls.map(async call => (await manager('GET', `/api/v2/${call}`)).body.TripsCount));
    };
    // Only the stretch is left out: the trip counts, and what was measured of it is less.
    const list = `/api/v2/StatisticSummingTrip/list?objectId=${objectId}`;
    const listed = async () => (await manager('GET', list)).body;
    expect(await tripsOf(objectId)).toMatchObject([{ quarantine_reason: null }]);
    const aside = await listed();
    expect(aside).toMatchObject({ NotCounted: 0, Items: [{ Held: false, Counted: true }] });
    expect(aside.Items[0].MeasuredKm).toBeLessThan(0.75 * aside.Items[0].DistanceKm);
    expect(await counted()).toEqual([1, 1]);
    await decide((await faultsNow(objectId))[0]!, 'clear');
    expect(await tripsOf(objectId)).toMatchObject([{ quarantine_reason: null }]);
    expect(await listed()).toMatchObject({ NotCounted: 0, Items: [{ Held: false, Counted: true }] });
    expect(await counted()).toEqual([1, 1]);
    await send(imei, drive(30, { from: startMs + 120_000, step: 120 }));
    expect(await tripsOf(objectId)).toMatchObject([{ quarantine_reason: null }]);
    expect(await faultsNow(objectId)).toEqual([]);
  });

  it('confirms a fault, and what comes of it later is confirmed as well', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const bad = (step: number) =>
      drive(30, { from: startMs + step * 1000, step }).map((fix, i) => (i === 5 ? { ...fix, Latitude: 95 } : fix));
    await send(imei, bad(0));
    const [row] = await faultsNow(objectId);
    expect((await decide(row!, 'confirm')).body).toMatchObject({ State: 'confirmed' });
    expect((await decide(row!, 'confirm')).body.Code).toBe('ACTION_NOT_ALLOWED');
    app.clock.forward(7200);
    await send(imei, bad(30));
    expect(await faultsNow(objectId)).toMatchObject([{ Kind: 'place', State: 'confirmed', Count: 2 }]);
  });

  it('clears the fault of an impact, which is in the queue with it and without', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const { body } = await platform('POST', '/api/crash/webhook', {
      MessageId: `a${counter++}`,
      Imei: imei,
      CrashDateTime: at(startMs + 1000),
      Curve: impactInMs2(startMs + 1000),
    });
    const statusOf = async () => (await manager('GET', `/api/v2/Accident/${body.AccidentId}`)).body.Status;
    expect(await statusOf()).toBe('opened');
    await decide((await faultsNow(objectId))[0]!, 'clear');
    expect(await statusOf()).toBe('opened');
  });

  it('alone sees and decides them, in their own company', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await send(
      imei,
      drive(30).map((fix, i) => (i === 5 ? { ...fix, Latitude: 95 } : fix)),
    );
    const [row] = await faultsNow(objectId);
    const stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
    const operator = app.as((await app.given.account(company, 'OPERATOR')).token);
    const path = `/api/v2/Anomaly/${row!.Id}/clear`;
    expect((await stranger('POST', path, { Reason: 'x' })).status).toBe(404);
    expect((await operator('POST', path, { Reason: 'x' })).status).toBe(403);
    expect((await operator('GET', '/api/v2/Anomaly/status')).status).toBe(403);
  });
});

describe('the check by the clock', () => {
  it('finds who is silent, who was cut off in mid-drive and who came back elsewhere, and when it is over', async () => {
    const [silent, cut, moved, parked] = [
      await app.given.voucher(company),
      await app.given.voucher(company),
      await app.given.voucher(company),
      await app.given.voucher(company),
    ];
    const from = app.clock.now().getTime() - 600_000;
    const stop = (fixes: Fix[]) => fixes.map((fix, i) => (i === fixes.length - 1 ? { ...fix, Speed: 0 } : fix));
    for (const { imei } of [silent, moved, parked]) await send(imei, stop(drive(60, { from })));
    await send(cut.imei, drive(60, { from }));
    const kindsNow = async () =>
      Promise.all(
        [silent, cut, moved, parked].map(async ({ objectId }) => (await faultsNow(objectId)).map(({ Kind }) => Kind)),
      );
    app.clock.forward(3 * 3600);
    await send(moved.imei, drive(60, { from: from + 3 * 3_600_000, step: 5000 }));
    await checkDevices({ db: app.connection.db, now: app.clock.now, log: app.server.log, workers });
    expect(await kindsNow()).toEqual([[], ['powerCut'], [], []]);
    app.clock.forward(3 * 3600);
    await checkDevices({ db: app.connection.db, now: app.clock.now, log: app.server.log, workers });
    expect(await kindsNow()).toEqual([[], ['powerCut'], ['mileage', 'powerCut'], []]);
    expect((await faultsNow(moved.objectId))[0]!.Count).toBeGreaterThan(40_000);
    app.clock.forward(3 * 86_400);
    // The earlier session has expired by now.
    manager = app.as((await app.given.account(company, 'MANAGER')).token);
    await send(parked.imei, []);
    await send(cut.imei, []);
    await checkDevices({ db: app.connection.db, now: app.clock.now, log: app.server.log, workers });
    expect(await kindsNow()).toEqual([['silence'], [], ['powerCut', 'silence'], []]);
    expect(await historyOf(cut.objectId)).toMatchObject([{ Kind: 'powerCut', Ended: app.clock.now().toISOString() }]);
  });

  it('finds silent who never reported, and who was fitted where the former device had gone silent', async () => {
    const never = await app.given.voucher(company);
    const check = () => checkDevices({ db: app.connection.db, now: app.clock.now, log: app.server.log, workers });
    const { pool } = app.connection;
    await pool.query('update device_period set from_at = $1 where object_id = $2', [
      new Date(app.clock.now().getTime() - 3600_000),
      never.objectId,
    ]);
    await check();
    expect(await faultsNow(never.objectId)).toEqual([]);
    app.clock.forward(3 * 86_400);
    manager = app.as((await app.given.account(company, 'MANAGER')).token);
    await check();
    await check();
    expect((await faultsNow(never.objectId)).map(({ Kind }) => Kind)).toEqual(['silence']);
    app.clock.forward(60);
    await send(never.imei, drive(60, { from: app.clock.now().getTime() - 600_000 }));
    await check();
    expect(await faultsNow(never.objectId)).toEqual([]);
    // The device is detached while it is silent. Another device is attached and never reports.
    await pool.query('update device_period set to_at = $1 where object_id = $2', [app.clock.now(), never.objectId]);
    app.clock.forward(4 * 86_400);
    await check();
    app.clock.forward(3600);
    await pool.query('update device_period set from_at = $1, to_at = null where object_id = $2', [
      app.clock.now(),
      never.objectId,
    ]);
    app.clock.forward(4 * 86_400);
    manager = app.as((await app.given.account(company, 'MANAGER')).token);
    await check();
    expect((await faultsNow(never.objectId)).map(({ Kind }) => Kind)).toEqual(['silence']);
  });

  it('does not wait for a device that works nowhere any more', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    await send(imei, drive(60, { from: app.clock.now().getTime() - 600_000 }));
    await app.connection.pool.query('update device_period set to_at = $1 where company_id = $2 and object_id = $3', [
      app.clock.now(),
      company,
      objectId,
    ]);
    app.clock.forward(4 * 86_400);
    manager = app.as((await app.given.account(company, 'MANAGER')).token);
    await checkDevices({ db: app.connection.db, now: app.clock.now, log: app.server.log, workers });
    expect(await faultsNow(objectId)).toEqual([]);
  });
});
