import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Position } from '../../src/contract/shapes/telemetry.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { unsoundSums } from '../support/sums.ts';

let app: TestApp;
let company: number;
let platform: ReturnType<TestApp['as']>;
let manager: ReturnType<TestApp['as']>;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z');
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

/** What is made of an object's fixes, as it lies in the database, without these columns. */
const madeOf = async (objectId: string, without: readonly string[] = []) => {
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
/** Ids are given in the order things come in. */
const ids = ['object_id', 'voucher_id', 'id', 'trip_id'];

/** What a driver does next, told each second or oftener. */
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
  // Longer than what is read around a message at first.
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

/** Fixes of an evening that goes past midnight in Moscow, with places as coarse and speeds as late as a receiver's. */
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
    // Two fixes three tenths of a second apart, as a receiver that was asked again.
    if (each.do === 'twice') go(0.3);
    // Of one mind for a while, and then back.
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
        const made = await madeOf(whole.objectId, ids);
        expect(await madeOf(pieces.objectId, ids)).toEqual(made);
        manoeuvres += made.manoeuvre.length;
        days += Math.max(0, made.object_day.length - 1);

        const before = await madeOf(pieces.objectId);
        const counted = before.trip.filter(({ held }) => held === null);
        if (counted.length === 0) return;
        // Any of them left out and counted again leaves no trace.
        const path = (action: string) =>
          `/api/v3/trips/${counted[ranks[0]! % counted.length]?.id}/${action}?objectId=${pieces.objectId}`;
        expect((await manager('POST', path('exclude'), { Reason: 'lent' })).status).toBe(200);
        expect((await madeOf(pieces.objectId)).object_score).not.toEqual(before.object_score);
        expect((await manager('POST', path('restore'))).status).toBe(200);
        expect(await madeOf(pieces.objectId)).toEqual(before);
      },
    ),
    { numRuns: 25, seed: 20261123, endOnFailure: true },
  );
  expect(await unsoundSums(app.databaseUrl)).toEqual({});
  // Such evenings have something to get wrong.
  expect(manoeuvres).toBeGreaterThan(50);
  expect(days).toBeGreaterThan(3);
}, 120_000);
