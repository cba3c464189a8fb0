import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Position } from '../../src/contract/shapes/telemetry.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { unsoundSums } from '../support/sums.ts';
import { cutsDrives, untilDrivesAreCut } from '../support/waitingCuts.ts';

let app: TestApp;
let company: number;
let platform: ReturnType<TestApp['as']>;
let manager: ReturnType<TestApp['as']>;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z', cutsDrives);
  company = await app.given.company();
  platform = app.as(await app.given.platformKey(company));
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
});
afterAll(() => app.close());

let messages = 0;
const send = async (Imei: string, batches: readonly (readonly Position[])[]) => {
  for (const Positions of batches) {
    const MessageId = `evening-${messages++}`;
    expect((await platform('POST', '/api/statistic/webhook', { MessageId, Imei, Positions })).status).toBe(200);
  }
};

/** Returns all stored results of an object's fixes, without these columns. */
const composedOf = async (objectId: string, without: readonly string[] = []) => {
  const tables = ['trip', 'trip_score', 'manoeuvre', 'object_day', 'object_stretch', 'object_score'] as const;
  const made = {} as Record<(typeof tables)[number], { readonly [column: string]: unknown }[]>;
  for (const table of tables) {
    const { rows } = await app.connection.pool.query(
      `select to_jsonb(its) - $2::text[] as row from ${table} its where object_id = $1 order by (to_jsonb(its) - $2::text[])::text`,
      [objectId, without],
    );
    made[table] = rows.map(({ row }) => row);
  }
  return made;
};
/** Ids depend on the order of arrival. */
const ids = ['object_id', 'voucher_id', 'id', 'trip_id'];

/** Next action of a driver. Fixes come at least once per second. */
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      kmh: fc.integer({ min: 0, max: 110 }),
      ms2: fc.double({ min: 0.5, max: 5.5, noNaN: true }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('hold' as const), seconds: fc.integer({ min: 1, max: 90 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('bend' as const),
      seconds: fc.integer({ min: 3, max: 12 }),
      degrees: fc.integer({ min: -140, max: 140 }),
    }),
  },
  // Longer than the first window that ingestion reads around a message.
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('cruise' as const), minutes: fc.integer({ min: 5, max: 70 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('twice' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('stray' as const),
      metres: fc.integer({ min: 5, max: 3000 }),
      fixes: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('silent' as const), seconds: fc.integer({ min: 2, max: 2500 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('park' as const), seconds: fc.integer({ min: 100, max: 700 }) }),
  },
);
type Act = typeof act extends fc.Arbitrary<infer Each> ? Each : never;

/**
 * Returns the fixes of an evening past midnight in Moscow. Positions are as coarse, and speeds as late, as those of a
 * receiver.
 */
const evening = (acts: readonly Act[], withSpeed: boolean): Position[] => {
  const positions: Position[] = [];
  const [metresPerDegree, radians] = [111_195, Math.PI / 180];
  let [ms, latitude, longitude, course, speed] = [Date.parse('2026-01-13T20:45:00.000Z'), 55, 37, 20, 0];
  const fix = (strayM = 0) => {
    const place = {
      Latitude: Number((latitude + strayM / metresPerDegree).toFixed(6)),
      Longitude: Number(longitude.toFixed(6)),
    };
    const told = withSpeed ? { Speed: Number((speed * 3.6).toFixed(1)), Course: (Math.round(course) + 720) % 360 } : {};
    positions.push({ DateTime: new Date(ms).toISOString(), ...place, ...told });
  };
  const go = (seconds = 1, strayM = 0) => {
    ms += seconds * 1000;
    latitude += (speed * seconds * Math.cos(course * radians)) / metresPerDegree;
    longitude += (speed * seconds * Math.sin(course * radians)) / (metresPerDegree * Math.cos(latitude * radians));
    fix(strayM);
  };
  for (const each of acts) {
    if (each.do === 'change')
      for (const goal = each.kmh / 3.6; Math.abs(goal - speed) > 1e-6; go())
        speed += Math.max(-each.ms2, Math.min(each.ms2, goal - speed));
    if (each.do === 'hold') for (let s = 0; s < each.seconds; s++) go();
    if (each.do === 'cruise') {
      speed = Math.max(speed, 8);
      for (let s = 0; s < each.minutes * 60; s += 10) go(10);
    }
    if (each.do === 'bend')
      for (let s = 0; s < each.seconds; s++) {
        course += each.degrees / each.seconds;
        go();
      }
    // Two fixes 0.3 s apart, as from a receiver with a repeated request.
    if (each.do === 'twice') go(0.3);
    // A series of consistent wrong positions, then correct ones.
    if (each.do === 'stray') for (let n = 0; n < each.fixes; n++) go(1, each.metres);
    if (each.do === 'silent') {
      ms += each.seconds * 1000;
      latitude += (speed * Math.min(each.seconds, 20)) / metresPerDegree;
    }
    if (each.do === 'park') {
      speed = 0;
      for (let s = 0; s < each.seconds; s++) go();
    }
  }
  return positions;
};

const share = (min: number, max: number) => fc.double({ min, max, noNaN: true });

it('an evening gives the same trips, manoeuvres and sums in parts that overlap, come twice and in any order', async () => {
  let [manoeuvres, days] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 20, maxLength: 60 }),
      fc.boolean(),
      fc.array(fc.tuple(share(0, 1), share(0.01, 0.6)), { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat(), { minLength: 24, maxLength: 24 }),
      async (acts, withSpeed, parts, ranks) => {
        const positions = evening(acts, withSpeed);
        const at = (part: number) => Math.floor(part * positions.length);
        const [whole, pieces] = [await app.given.voucher(company), await app.given.voucher(company)];
        await send(whole.imei, [positions]);
        const cuts = [...parts.map(([from]) => at(from)), 0, positions.length].sort((a, b) => a - b);
        const batches = [
          ...cuts.slice(1).map((end, n) => positions.slice(cuts[n], end)),
          ...parts.map(([from, length]) => positions.slice(at(from), at(from + length) + 1)),
        ].filter(({ length }) => length > 0);
        const ranked = batches.map((batch, n) => ({ batch, rank: ranks[n % ranks.length]! }));
        ranked.sort((a, b) => a.rank - b.rank);
        await send(
          pieces.imei,
          ranked.map(({ batch }) => batch),
        );
        await untilDrivesAreCut(app);
        const made = await composedOf(whole.objectId, ids);
        expect(await composedOf(pieces.objectId, ids)).toEqual(made);
        manoeuvres += made.manoeuvre.length;
        days += Math.max(0, made.object_day.length - 1);

        const before = await composedOf(pieces.objectId);
        const counted = before.trip.filter(({ quarantine_reason }) => quarantine_reason === null);
        if (counted.length === 0) return;
        // Excluding and restoring a trip leaves no trace.
        const path = (action: string) =>
          `/api/v3/trips/${counted[ranks[0]! % counted.length]?.id}/${action}?objectId=${pieces.objectId}`;
        expect((await manager('POST', path('exclude'), { Reason: 'lent' })).status).toBe(200);
        expect((await composedOf(pieces.objectId)).object_score).not.toEqual(before.object_score);
        expect((await manager('POST', path('restore'))).status).toBe(200);
        expect(await composedOf(pieces.objectId)).toEqual(before);
      },
    ),
    { numRuns: 25, seed: 20261123, endOnFailure: true },
  );
  expect(await unsoundSums(app.databaseUrl)).toEqual({});
  // The evenings contain enough manoeuvres and days for the test to mean something.
  expect(manoeuvres).toBeGreaterThan(50);
  expect(days).toBeGreaterThan(3);
});

/** Eleven minutes in town at 1 Hz. After a stop that ends the trip, two minutes of another trip. */
const town: readonly Act[] = [
  ...Array.from({ length: 8 }, (_, n): Act[] => [
    { do: 'change', kmh: 30 + 7 * n, ms2: 2 + n / 3 },
    { do: 'hold', seconds: 5 + n },
    { do: 'bend', seconds: 6, degrees: n % 2 === 0 ? 90 : -80 },
    { do: 'hold', seconds: 10 },
    { do: 'change', kmh: 0, ms2: 2.5 + n / 4 },
    { do: 'hold', seconds: 6 },
  ]).flat(),
  { do: 'silent', seconds: 400 },
  { do: 'change', kmh: 50, ms2: 3 },
  { do: 'hold', seconds: 60 },
  { do: 'change', kmh: 0, ms2: 4 },
];
const inPieces = <T>(items: readonly T[], size: number): (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, n * size + size));
type Messages = readonly (readonly Position[])[];
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item, n) => ({ item, rank: ((n + 1) * 7919) % 1009 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
const liveFirst = (messages: Messages) => [...messages.slice(-1), ...messages.slice(0, -1)];

it('a drive in messages of 10 to 300 fixes is the same in whatever order and however late they come, and nothing of it is suspect', async () => {
  const positions = evening(town, true);
  let sent = 1_000_000;
  const post = async (imei: string, messages: Messages, pauseS: number) => {
    for (const several of inPieces(messages, 12)) {
      const bodies = several.map(Positions => ({ MessageId: `evening-${sent++}`, Imei: imei, Positions }));
      const { status, body } = await platform('POST', '/api/statistic/webhook', bodies);
      expect(status).toBe(200);
      for (const result of body.Results) expect(result.Suspect).toBe(0);
      app.clock.forward(pauseS);
    }
  };
  const whole = await app.given.voucher(company);
  await post(whole.imei, [positions], 0);
  const made = await composedOf(whole.objectId, ids);
  expect(made.trip).toHaveLength(2);
  expect(made.manoeuvre.length).toBeGreaterThan(10);
  const deliveries: readonly (readonly [string, number, (messages: Messages) => Messages, number])[] = [
    ['as it is driven', 10, messages => messages, 120],
    ['newest first', 10, messages => messages.toReversed(), 1],
    ['newest first, each from its end', 60, messages => messages.toReversed().map(each => each.toReversed()), 60],
    ['live first, the backlog behind', 10, liveFirst, 0],
    ['live first, the backlog hours behind', 60, liveFirst, 7200],
    ['the second half first', 30, messages => [...messages.slice(9), ...messages.slice(0, 9)], 20],
    ['each twice', 60, messages => messages.flatMap(each => [each, each]), 0],
    ['in any order', 10, shuffled, 5],
    ['shuffled inside', 300, messages => messages.map(shuffled), 0],
    ['in any order and shuffled inside', 30, messages => shuffled(messages).map(shuffled), 0],
  ];
  for (const [name, size, change, pauseS] of deliveries) {
    const { imei, objectId } = await app.given.voucher(company);
    await post(imei, change(inPieces(positions, size)), pauseS);
    expect(await composedOf(objectId, ids), `${name}, ${size} a message`).toEqual(made);
    const { rows } = await app.connection.pool.query('select kind from anomaly where object_id = $1', [objectId]);
    expect(rows, `${name}, ${size} a message`).toEqual([]);
  }
});

it('a clock that jumps in the middle of a drive is found in a burst as well, and what comes after it returned counts', async () => {
  const positions = evening(town, true).slice(0, 240);
  const shifted = (hours: number, from: number, to: number) =>
    positions.map((fix, n) =>
      n < from || n >= to
        ? fix
        : { ...fix, DateTime: new Date(Date.parse(fix.DateTime) + hours * 3_600_000).toISOString() },
    );
  const moving = (n: number) => (positions[n]!.Speed ?? 0) > 20 && (positions[n - 1]!.Speed ?? 0) > 20;
  const from = positions.findIndex((_, n) => n >= 60 && moving(n) && moving(n + 1));
  for (const size of [30, 60, 240]) {
    const { imei, objectId } = await app.given.voucher(company);
    const fixes = shifted(-2, from, from + 120);
    // The clock jump is at the end of a message, or inside of one.
    await send(imei, size === 240 ? [fixes] : [fixes.slice(0, from), ...inPieces(fixes.slice(from), size)]);
    const { rows } = await app.connection.pool.query(
      'select kind, sum(quarantined)::int as quarantined from anomaly where object_id = $1 group by kind',
      [objectId],
    );
    expect(rows, `${size}`).toEqual([{ kind: 'clockBack', quarantined: 120 }]);
    expect((await composedOf(objectId)).trip, `${size}`).toHaveLength(1);
  }
});
