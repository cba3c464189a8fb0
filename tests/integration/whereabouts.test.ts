import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workStatus } from '../../src/contract/workStatuses.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import type { Person } from '../support/given.ts';

let app: TestApp;
let company: number;
let manager: Call;
let car: { readonly id: number; readonly objectId: string; readonly number: string };
let tripId: number;
const day = '2026-01-14';
const moment = (clock: string) => `${day}T${clock}:00.000Z`;
const startMs = Date.parse(moment('04:00'));

/** Half a day of driving, a fix every ten seconds. */
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z');
  company = await app.given.company();
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
  const platform = app.as(await app.given.platformKey(company));
  const voucher = await app.given.voucher(company, { activated_at: new Date('2026-01-01T00:00:00Z') });
  car = voucher;
  const Positions = Array.from({ length: 4320 }, (_, i) => ({
    DateTime: new Date(startMs + i * 10_000).toISOString(),
    Latitude: 56,
    Longitude: Number((37.5 + i * 0.0032).toFixed(6)),
    Speed: 72,
  }));
  const message = { MessageId: 'day', Imei: voucher.imei, Positions };
  expect((await platform('POST', '/api/statistic/webhook', message)).status).toBe(200);
  tripId = (await manager('GET', `/api/trips?objectId=${car.objectId}`)).body.Items[0].Id;
});
afterAll(() => app.close());

const crashAt = async (clock: string): Promise<number> =>
  (
    await app.given.accident(company, {
      object_id: car.objectId,
      voucher_id: car.id,
      crash_at: moment(clock),
    })
  ).id;
const take = (who: Call, id: number, how = '') => who('GET', `/api/crash/lock/${id}${how}`);
const span = () => `objectId=${car.objectId}&from=${moment('04:00')}&to=${moment('15:59')}`;
const days = () => `objectId=${car.objectId}&from=${day}&to=${day}`;
/** Every call that tells where a car was. */
const addresses = () => [
  `/api/trips?${days()}`,
  `/api/v2/StatisticSummingTrip?${days()}`,
  `/api/v2/StatisticSummingTrip/list?${days()}`,
  `/api/v2/StatisticSummingTrip/${tripId}?objectId=${car.objectId}`,
  `/api/v2/StatisticSummingTrip/heatmap?${days()}`,
  `/api/locations?${span()}`,
  `/api/events?${days()}`,
  `/api/v2/ExoStory?${span()}&pageSize=10`,
  `/api/v3/curves?${span()}`,
];
const sighting = (who: Call, clock: string, Minutes = 30) =>
  who('POST', '/api/v3/sightings', {
    VoucherNumber: car.number,
    At: moment(clock),
    Latitude: 56,
    Longitude: 37.5,
    RadiusM: 100,
    Minutes,
  });
const codes = async (who: Call) => {
  const replies = await Promise.all(addresses().map(address => who('GET', address)));
  return replies.map(({ status, body }) => (status === 200 ? 'shown' : body.Code));
};
const all = (answer: string) => addresses().map(() => answer);

describe('an operator sees where a car was', () => {
  let olga: Person;
  let call: Call;
  const fresh = async () => {
    olga = await app.given.account(company, 'OPERATOR');
    call = app.as(olga.token, 'en');
  };

  it('for as long as they hold its case: not when it ran out, was given back, taken over or closed', async () => {
    await fresh();
    const id = await crashAt('06:00');
    expect(await codes(call)).toEqual(all('CASE_NEEDED'));
    const ends: Record<string, () => Promise<unknown>> = {
      'ran out': async () => app.clock.forward(60),
      'given back': () => call('GET', `/api/crash/unlock/${id}`),
      'taken over': async () => {
        const pavel = app.as((await app.given.account(company, 'OPERATOR')).token);
        expect((await take(pavel, id, '?takeOver=true&reason=shift')).status).toBe(200);
        expect(await codes(pavel)).toEqual(all('shown'));
        expect(await codes(call)).toEqual(all('CASE_NEEDED'));
        await pavel('GET', `/api/crash/unlock/${id}`);
      },
      closed: async () => {
        const { Version } = (await call('GET', `/api/v2/Accident/${id}`)).body;
        const outcome = { Status: 'closed', StatusOfRoadAccidentID: workStatus.unreachable, Version };
        expect((await call('POST', `/api/v2/Accident/${id}/status`, outcome)).status).toBe(200);
      },
    };
    for (const [how, end] of Object.entries(ends)) {
      expect((await take(call, id)).status).toBe(200);
      expect([how, ...(await codes(call))]).toEqual([how, ...all('shown')]);
      const tags = await Promise.all(
        addresses().map(async address => String((await call('GET', address)).headers.etag ?? 'none')),
      );
      await end();
      expect([how, ...(await codes(call))]).toEqual([how, ...all('CASE_NEEDED')]);
      expect((await sighting(call, '06:00')).body.Code).toBe('CASE_NEEDED');
      // A cached answer is not confirmed by a 304.
      for (const [at, address] of addresses().entries()) {
        const again = await call('GET', address, undefined, { headers: { 'if-none-match': tags[at]! } });
        expect([address, again.status, again.body.Code]).toEqual([address, 403, 'CASE_NEEDED']);
      }
    }
  });

  it('two hours before its crash and two after, and of cases close together the time between as well', async () => {
    await fresh();
    /** Returns the first and last hour of each gapless part, counted from the start. */
    const stretches = (times: readonly number[]): number[][] => {
      const parts: number[][] = [];
      for (const [i, ms] of times.entries()) {
        const at = (ms - startMs) / 3_600_000;
        if (i > 0 && ms - times[i - 1]! < 60_000) parts.at(-1)![1] = at;
        else parts.push([at, at]);
      }
      return parts;
    };
    const track = async () =>
      stretches(
        (await call('GET', addresses()[3]!)).body.Track.map(([s]: number[]) => startMs + s! * 1000) as number[],
      );
    const locations = async () =>
      stretches((await call('GET', `/api/locations?${span()}`)).body.map(([ms]: number[]) => ms) as number[]);
    const speeds = async () =>
      stretches(
        (await call('GET', `/api/v3/curves?${span()}&points=2000`)).body.SpeedTime.map(
          (s: number) => startMs + s * 1000,
        ) as number[],
      );
    const cells = async (who = call) => {
      const { Cells } = (await who('GET', `/api/v2/StatisticSummingTrip/heatmap?${days()}`)).body;
      return (Cells as number[][]).reduce((sum, [, , weight]) => sum + weight!, 0);
    };
    const near = (wanted: number[][]) => wanted.map(part => part.map(at => expect.closeTo(at, 1)));
    const shown = async (wanted: number[][]) => {
      expect(await track()).toEqual(near(wanted));
      expect(await locations()).toEqual(near(wanted));
      expect(await speeds()).toEqual(near(wanted));
      const seen = wanted.reduce((sum, [from, to]) => sum + (to! - from!) * 360, 0);
      expect(Math.abs((await cells()) - seen)).toBeLessThan(10);
    };
    await take(call, await crashAt('06:00'));
    await shown([[0, 4]]);
    expect((await sighting(call, '08:30')).body.Code).toBe('CASE_NEEDED');
    await take(call, await crashAt('08:30'));
    await shown([[0, 6.5]]);
    const { From, To } = (await sighting(call, '07:45', 60)).body.Items[0];
    expect([From, To]).toEqual([moment('06:45'), moment('08:45')]);
    await take(call, await crashAt('14:00'));
    await shown([
      [0, 6.5],
      [8, 12],
    ]);
  });

  it('of its own car alone', async () => {
    await fresh();
    const other = await app.given.voucher(company);
    const crash = { object_id: other.objectId, voucher_id: other.id, crash_at: moment('06:00') };
    await take(call, (await app.given.accident(company, crash)).id);
    expect(await codes(call)).toEqual(all('CASE_NEEDED'));
    expect((await sighting(call, '06:00')).body.Code).toBe('CASE_NEEDED');
  });

  it('with one entry in the history for an hour, whichever call it was and however many at once', async () => {
    await fresh();
    const entries = async () =>
      (
        await app.connection.pool.query(
          `select entity_id from audit where action = 'whereabouts' and actor_id = $1 order by id`,
          [olga.id],
        )
      ).rows;
    const id = await crashAt('06:00');
    await codes(call);
    expect(await entries()).toEqual([]);
    await take(call, id);
    await codes(call);
    await codes(call);
    expect(await entries()).toEqual([{ entity_id: car.id }]);
    app.clock.forward(3600);
    await take(call, id);
    await codes(call);
    expect(await entries()).toHaveLength(2);
  });
});

it('lists of what an object drove and what befell it are of all time where no days are asked for, and of as many as are', async () => {
  const at = '2020-05-01T10:00:00Z';
  await app.given.accident(company, { object_id: car.objectId, voucher_id: car.id, crash_at: at });
  await app.connection.db
    .insertInto('anomaly')
    .values({ object_id: car.objectId, kind: 'spike', found_in: 'track', count: 1, from_at: at, to_at: at })
    .execute();
  // Months after the drive. The earlier sessions have expired.
  app.clock.set('2026-06-01T12:00:00.000Z');
  const later = app.as((await app.given.account(company, 'MANAGER')).token);
  const totals = async (more: string) => {
    const lists = ['trips', 'v2/StatisticSummingTrip/list', 'events', 'v2/Anomaly/history'];
    const replies = lists.map(list => later('GET', `/api/${list}?objectId=${car.objectId}${more}&pageSize=1`));
    return (await Promise.all(replies)).map(({ body }) => body.Total);
  };
  const whole = await totals('');
  expect(whole).toEqual([1, 1, expect.any(Number), 1]);
  expect(await totals('&from=2019-01-01&to=2026-06-01')).toEqual(whole);
  expect(await totals('&from=2026-05-05')).toEqual([0, 0, 0, 0]);
});
