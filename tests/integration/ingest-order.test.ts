import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Position } from '../../src/contract/shapes/telemetry.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { cutsDrives, untilDrivesAreCut } from '../support/waitingCuts.ts';

/** A slow machine tries fewer cases. */
const patientMs = 100_000;

let app: TestApp;
let company: number;
let platform: ReturnType<TestApp['as']>;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z', cutsDrives);
  company = await app.given.company();
  platform = app.as(await app.given.platformKey(company));
});
afterAll(() => app.close());

let counter = 0;
/** Sends a message, and repeats it after a 503 of a busy server, as a platform does. */
const deliver = async (body: object) => {
  let reply = await platform('POST', '/api/statistic/webhook', body);
  while (reply.status === 503) reply = await platform('POST', '/api/statistic/webhook', body);
  expect(reply.status).toBe(200);
  return reply;
};
const send = async (imei: string, batches: readonly (readonly Position[])[]) => {
  for (const Positions of batches) await deliver({ MessageId: `order-${counter++}`, Imei: imei, Positions });
};
const tripsOf = async (objectId: string) => {
  await untilDrivesAreCut(app);
  return app.connection.db
    .selectFrom('trip')
    .select(['start_at', 'end_at', 'duration_s', 'distance_km', 'average_speed_kmh', 'maximum_speed_kmh'])
    .where('object_id', '=', objectId)
    .orderBy('start_at')
    .execute();
};
const sumsOf = async (objectId: string) => {
  const days = app.connection.db.selectFrom('object_day').selectAll().where('object_id', '=', objectId);
  return (await days.orderBy('day').execute()).map(row => ({ ...row, object_id: '' }));
};
const idsOf = async (objectId: string) =>
  app.connection.db
    .selectFrom('trip')
    .select(['id', 'start_at'])
    .where('object_id', '=', objectId)
    .orderBy('start_at')
    .execute();

type Leg =
  | { kind: 'drive'; steps: number; kmh: number; told: boolean }
  | { kind: 'stand'; steps: number }
  | { kind: 'silence'; seconds: number }
  | { kind: 'jump'; degrees: number }
  | { kind: 'clash' }
  | { kind: 'nowhere' };

const leg: fc.Arbitrary<Leg> = fc.oneof(
  fc.record({
    kind: fc.constant('drive' as const),
    steps: fc.integer({ min: 1, max: 40 }),
    kmh: fc.integer({ min: 3, max: 130 }),
    told: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('stand' as const), steps: fc.integer({ min: 1, max: 250 }) }),
  fc.record({ kind: fc.constant('silence' as const), seconds: fc.integer({ min: 20, max: 4000 }) }),
  fc.record({ kind: fc.constant('jump' as const), degrees: fc.double({ min: 0.001, max: 0.5, noNaN: true }) }),
  fc.record({ kind: fc.constant('clash' as const) }),
  fc.record({ kind: fc.constant('nowhere' as const) }),
);

/** Returns a fix every ten seconds along the legs, from the morning of a day. */
const journey = (legs: readonly Leg[]): Position[] => {
  const positions: Position[] = [];
  let ms = Date.parse('2026-01-14T04:00:00.000Z');
  let latitude = 55;
  const fix = (more: Partial<Position> = {}) => {
    ms += 10_000;
    const DateTime = new Date(ms).toISOString();
    positions.push({ DateTime, Latitude: Number(latitude.toFixed(6)), Longitude: 37, ...more });
  };
  for (const each of legs) {
    if (each.kind === 'drive')
      for (let i = 0; i < each.steps; i++) {
        latitude += each.kmh / 3.6 / 11_119.5;
        fix(each.told ? { Speed: each.kmh } : {});
      }
    if (each.kind === 'stand') for (let i = 0; i < each.steps; i++) fix(i % 2 ? { Speed: 0 } : {});
    if (each.kind === 'silence') ms += each.seconds * 1000;
    if (each.kind === 'jump') fix({ Latitude: latitude + each.degrees });
    // Another position at the time of the previous fix.
    if (each.kind === 'clash') {
      ms -= 10_000;
      fix({ Latitude: latitude + 0.0007 });
    }
    if (each.kind === 'nowhere') fix({ Latitude: 0, Longitude: 0 });
  }
  return positions;
};

const split = (positions: readonly Position[], cuts: readonly number[]): Position[][] => {
  const places = [...new Set([0, ...cuts.map(cut => Math.floor(cut * positions.length)), positions.length])];
  places.sort((a, b) => a - b);
  return places.slice(1).map((end, i) => positions.slice(places[i], end));
};

describe('trips', () => {
  it('and their sums are the same however the fixes are split, repeated and ordered, in many bodies or in one', async () => {
    const share = fc.double({ min: 0, max: 0.999, noNaN: true });
    await fc.assert(
      fc.asyncProperty(
        fc.array(leg, { minLength: 2, maxLength: 12 }),
        fc.array(share, { maxLength: 6 }),
        fc.array(fc.nat(), { minLength: 10, maxLength: 10 }),
        async (legs, cuts, order) => {
          const positions = journey(legs);
          fc.pre(positions.length > 0);
          const [whole, parts, together] = [
            await app.given.voucher(company),
            await app.given.voucher(company),
            await app.given.voucher(company),
          ];
          await send(whole.imei, [positions]);
          const batches = split(positions, cuts);
          // Some batches are sent twice, and each at the rank of its number.
          const sent = [...batches, ...batches.filter((_, i) => order[i % order.length]! % 2 === 0)];
          const ranked = sent.map((batch, i) => ({ batch, rank: order[i % order.length]! * 31 + i * 17 }));
          ranked.sort((a, b) => (a.rank % 101) - (b.rank % 101));
          await send(
            parts.imei,
            ranked.map(({ batch }) => batch),
          );
          await deliver(
            ranked.map(({ batch }) => ({ MessageId: `order-${counter++}`, Imei: together.imei, Positions: batch })),
          );
          for (const { objectId } of [parts, together]) {
            expect(await tripsOf(objectId)).toEqual(await tripsOf(whole.objectId));
            expect(await sumsOf(objectId)).toEqual(await sumsOf(whole.objectId));
          }
        },
      ),
      { numRuns: 25, seed: 20261121, endOnFailure: true, interruptAfterTimeLimit: patientMs },
    );
  });

  it('keep their ids when late data makes them longer, and those of other days are not touched', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const early = journey([{ kind: 'drive', steps: 30, kmh: 60, told: true }]);
    const deferred = early.map(fix => ({ ...fix, DateTime: fix.DateTime.replace('2026-01-14', '2026-01-15') }));
    await send(imei, [deferred, early.slice(0, 15)]);
    const before = await idsOf(objectId);
    expect(before).toHaveLength(2);
    await send(imei, [early.slice(15)]);
    expect(await idsOf(objectId)).toEqual(before);
    expect((await tripsOf(objectId)).map(trip => trip.duration_s)).toEqual([290, 290]);
  });

  it('that late data shows to be one become one', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const drive = journey([{ kind: 'drive', steps: 120, kmh: 60, told: true }]);
    await send(imei, [drive.slice(80), drive.slice(0, 40)]);
    expect(await tripsOf(objectId)).toHaveLength(2);
    await send(imei, [drive.slice(40, 80)]);
    expect(await tripsOf(objectId)).toMatchObject([{ duration_s: 1190 }]);
  });

  it('come out of many messages at once', async () => {
    const { imei, objectId } = await app.given.voucher(company);
    const drive = journey([{ kind: 'drive', steps: 120, kmh: 60, told: false }]);
    await Promise.all(split(drive, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]).map(batch => send(imei, [batch])));
    expect(await tripsOf(objectId)).toMatchObject([{ duration_s: 1190 }]);
  });
});

const manoeuvresOf = async (objectId: string) => {
  await untilDrivesAreCut(app);
  return app.connection.db
    .selectFrom('manoeuvre')
    .innerJoin('trip', join =>
      join.onRef('trip.id', '=', 'manoeuvre.trip_id').onRef('trip.object_id', '=', 'manoeuvre.object_id'),
    )
    .select([
      'kind',
      'manoeuvre.start_at',
      'manoeuvre.end_at',
      'peak_g',
      'mean_g',
      'speed_kmh',
      'latitude',
      'longitude',
    ])
    .select(['source', 'trip.start_at as trip_at'])
    .where('manoeuvre.object_id', '=', objectId)
    .orderBy('manoeuvre.start_at')
    .orderBy('kind')
    .execute();
};

const driveMs = Date.parse('2026-01-14T04:00:00.000Z');
const rateHz = 25;

/** Returns ten minutes at 1 Hz with a hard stop each minute, as fixes and as samples. */
const stopAndGo = (Frame: 'vehicle' | 'device') => {
  const speeds = Array.from({ length: 600 }, (_, i) => {
    const second = i % 60;
    if (second < 20) return second * 2.5;
    return second < 50 ? 50 : Math.max(0, 50 - (second - 49) * 16);
  });
  let latitude = 55;
  const positions = speeds.map((Speed, i): Position => {
    latitude += Speed / 3.6 / 111_195;
    return {
      DateTime: new Date(driveMs + i * 1000).toISOString(),
      Latitude: latitude,
      Longitude: 37,
      Speed,
      Course: 0,
    };
  });
  const minutes = Array.from({ length: 10 }, (_, minute) => {
    const along = Array.from({ length: 60 * rateHz }, (_, k) => {
      const i = minute * 60 + Math.floor(k / rateHz);
      return Number((((speeds[i + 1] ?? 0) - speeds[i]!) / 3.6 / 9.80665).toFixed(4));
    });
    const still = along.map((_, k) => ((k * 7) % 5) / 1000);
    const Start = new Date(driveMs + minute * 60_000).toISOString();
    const up = still.map(value => 1 + value);
    return { Start, RateHz: rateHz, Longitudinal: along, Lateral: still, Vertical: up, Frame };
  });
  return { positions, minutes };
};

describe('manoeuvres', () => {
  it('are the same however fixes and acceleration are split, repeated and ordered, and others stay untouched', async () => {
    const { positions, minutes } = stopAndGo('vehicle');
    const post = async (imei: string, Positions: readonly Position[], Acceleration?: object) => {
      const body = { MessageId: `order-${counter++}`, Imei: imei, Positions, ...(Acceleration && { Acceleration }) };
      expect((await deliver(body)).body).toMatchObject({ Results: [{ Suspect: 0 }] });
    };
    const whole = await app.given.voucher(company);
    for (const minute of minutes) await post(whole.imei, minute === minutes[0] ? positions : [], minute);
    const found = await manoeuvresOf(whole.objectId);
    expect(found.filter(({ kind, source }) => kind === 'braking' && source === 'acceleration').length).toBeGreaterThan(
      7,
    );
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...minutes.keys()], { minLength: 10 }), fc.nat(), async (order, seed) => {
        const { imei, objectId } = await app.given.voucher(company);
        for (const [n, minute] of order.entries()) {
          const own = positions.slice(minute * 60, minute * 60 + 60);
          if (n % 2 === seed % 2) await post(imei, own, minutes[minute]);
          else {
            await post(imei, [], minutes[minute]);
            await post(imei, own);
          }
          if (n % 3 === seed % 3) await post(imei, own, minutes[minute]);
        }
        expect(await manoeuvresOf(objectId)).toEqual(found);
      }),
      { numRuns: 4, seed: 20261122, endOnFailure: true, interruptAfterTimeLimit: patientMs },
    );
    const before = await app.connection.db
      .selectFrom('manoeuvre')
      .select('id')
      .where('object_id', '=', whole.objectId)
      .orderBy('id')
      .execute();
    await post(
      whole.imei,
      // Another road, because the same positions would be a repeated drive.
      positions.slice(0, 60).map(fix => ({ ...fix, Longitude: 38, DateTime: fix.DateTime.replace('T04', 'T09') })),
    );
    const after = await app.connection.db
      .selectFrom('manoeuvre')
      .select('id')
      .where('object_id', '=', whole.objectId)
      .orderBy('id')
      .execute();
    expect(after.slice(0, before.length)).toEqual(before);
  });
});

/**
 * Returns ten minutes at 10 Hz with acceleration, braking and bends, from a device whose x axis points forward or to
 * the left.
 */
const winding = (startMs: number, forward: 'x' | 'y') => {
  const speedAt = (s: number) => 15 + 8 * Math.sin(s / 4);
  const courseAt = (s: number) => 30 * Math.sin(s / 6);
  const radians = Math.PI / 180;
  let [latitude, longitude] = [55, 37];
  const positions = Array.from({ length: 600 }, (_, s): Position => {
    const [metres, course] = [speedAt(s), courseAt(s)];
    latitude += (metres * Math.cos(course * radians)) / 111_320;
    longitude += (metres * Math.sin(course * radians)) / 63_950;
    const DateTime = new Date(startMs + s * 1000).toISOString();
    return { DateTime, Latitude: latitude, Longitude: longitude, Speed: metres * 3.6, Course: (course + 360) % 360 };
  });
  const samples = Array.from({ length: 6000 }, (_, k) => k / 10);
  const along = samples.map(s => (2 * Math.cos(s / 4)) / 9.80665);
  const left = samples.map(s => (-5 * Math.cos(s / 6) * radians * speedAt(s)) / 9.80665);
  const [Longitudinal, Lateral] = forward === 'x' ? [along, left] : [left.map(value => -value), along];
  const Vertical = samples.map((_, k) => 1 + ((k * 7) % 5) / 1000);
  const Start = new Date(startMs).toISOString();
  return { positions, Acceleration: { Start, RateHz: 10, Longitudinal, Lateral, Vertical, Frame: 'device' } };
};

it('a device that was turned between two drives is told as remounted, and one that was not is not', async () => {
  const manager = app.as((await app.given.account(company, 'MANAGER')).token);
  const told = async (second: 'x' | 'y') => {
    const { imei, objectId } = await app.given.voucher(company);
    for (const [hours, forward] of [
      [0, 'x'],
      [2, second],
    ] as const) {
      const { positions, Acceleration } = winding(driveMs + hours * 3_600_000, forward);
      // Another road, because the same positions would be a repeated drive.
      const Positions = positions.map(fix => ({ ...fix, Latitude: fix.Latitude + hours / 10 }));
      const body = { MessageId: `order-${counter++}`, Imei: imei, Positions, Acceleration };
      await deliver(body);
    }
    const { body } = await manager('GET', '/api/v2/Anomaly/status?pageSize=100');
    const rows = body.Items as { ObjectId: string; Kind: string }[];
    return rows.flatMap(({ ObjectId, Kind }) => (ObjectId === objectId ? [Kind] : []));
  };
  expect(await told('y')).toContain('remounted');
  expect(await told('x')).not.toContain('remounted');
});

it('a device with a fault is one whose axes are not those of the vehicle, although it says so', async () => {
  const manager = app.as((await app.given.account(company, 'MANAGER')).token);
  const faultsOf = async (forward: 'x' | 'y') => {
    const { imei, objectId } = await app.given.voucher(company);
    const { positions, Acceleration } = winding(driveMs, forward);
    const body = { MessageId: `order-${counter++}`, Imei: imei, Positions: positions };
    await deliver({ ...body, Acceleration: { ...Acceleration, Frame: 'vehicle' } });
    const { body: status } = await manager('GET', '/api/v2/Anomaly/status?pageSize=100');
    const rows = status.Items as { ObjectId: string; Kind: string }[];
    return rows.flatMap(({ ObjectId, Kind }) => (ObjectId === objectId ? [Kind] : []));
  };
  expect(await faultsOf('x')).toEqual([]);
  expect(await faultsOf('y')).toEqual(['notUpright']);
});

it('a device whose drives show turned axes tells no direction of an impact, and says why', async () => {
  const manager = app.as((await app.given.account(company, 'MANAGER')).token);
  const factsAfter = async (forward: 'x' | 'y') => {
    const { imei } = await app.given.voucher(company);
    const { positions, Acceleration } = winding(driveMs, forward);
    const drive = { MessageId: `order-${counter++}`, Imei: imei, Positions: positions };
    await deliver({ ...drive, Acceleration: { ...Acceleration, Frame: 'vehicle' } });
    const crashMs = driveMs + 600_000;
    const samples = Array.from({ length: 400 }, (_, k) => k / 100 - 2);
    const Longitudinal = samples.map(s => (s < 0 || s > 0.1 ? 0 : -12 * Math.sin(10 * Math.PI * s)));
    const [Lateral, Vertical] = [
      samples.map(s => 0.01 * Math.sin(97 * s)),
      samples.map(s => 1 + 0.01 * Math.sin(89 * s)),
    ];
    const CrashDateTime = new Date(crashMs).toISOString();
    const Start = new Date(crashMs - 2000).toISOString();
    const Curve = { Start, RateHz: 100, Longitudinal, Lateral, Vertical, Frame: 'vehicle' };
    const crash = { MessageId: `order-${counter++}`, Imei: imei, CrashDateTime, Curve };
    const { body } = await platform('POST', '/api/crash/webhook', crash);
    return (await manager('GET', `/api/v2/Accident/${body.AccidentId}`)).body.Facts;
  };
  expect(await factsAfter('x')).toMatchObject({ DirectionDeg: expect.any(Number), Doubts: [] });
  expect(await factsAfter('y')).toMatchObject({
    ...{ DirectionDeg: null, DeltaVLongitudinalKmh: null, InjuryRisk: null, DeltaVKmh: expect.any(Number) },
    Doubts: ['axesTurned'],
  });
});
