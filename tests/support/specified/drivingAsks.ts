import { expect } from 'vitest';
import { specifiedCalls } from '../../../scripts/specifiedCalls.ts';
import type { Answer, Ask, Asks } from './ask.ts';
import { crashAt, days, hour, type World } from './world.ts';

const period = { from: days[0], to: days[1] };
const km = (trips: readonly { readonly DistanceKm: number }[]) => trips.reduce((sum, trip) => sum + trip.DistanceKm, 0);
const nearly = (value: number) => expect.closeTo(value, 1);

/** Returns the sums of both drives, as every summing call must answer them. */
const both = async (world: World) => ({ DistanceKm: nearly(km(await world.trips())), TripsCount: 2 });
/** Returns the figures of one drive. The list has the newest first. */
const one = async (world: World, day: number) => {
  const trip = (await world.trips())[1 - day];
  return { DistanceKm: nearly(trip?.DistanceKm ?? 0), TripsCount: 1 };
};

const asked = (world: World, query: Ask['query'], shows: Ask['shows'], more: Partial<Ask> = {}): Ask => ({
  query: { objectId: world.voucher.ObjectId, ...query },
  shows,
  ...more,
});

/** Below five other objects there is no comparison. */
const compared = async (world: World): Promise<Ask> =>
  asked(world, period, { Own: await both(world), Others: null, Cohort: { Objects: 0 } });

const list = async (world: World): Promise<Ask> =>
  asked(world, period, ({ Items, Total }) => {
    expect([Items.length, Total]).toEqual([2, 2]);
    expect(Items.map(({ DateTime }: Answer) => DateTime.slice(0, 13))).toEqual([`${days[1]}T09`, `${days[0]}T09`]);
    expect(Items[0].MaximumSpeed).toBeCloseTo(28 * 3.6, 0);
    expect(Items[0].EventsCount).toBeGreaterThan(0);
  });

/** Makes a request by voucher. The other request of the same call names the object, so both ways are tested. */
const byVoucher = (world: World, query: Ask['query'], shows: Ask['shows']): Ask => ({
  query: { voucherId: world.voucher.Id, ...query },
  shows,
});

const fault = { Kind: 'speed', Count: 1, Held: 0, State: 'open' };
/** A fault of a message is dated by its arrival, because times in the message may be wrong. */
const faultAt = '2026-04-01T12:00:00.000Z';

const scored = async (world: World): Promise<Ask> => {
  const { DistanceKm } = await both(world);
  const { VoucherNumber, Id, ObjectId } = world.voucher;
  return {
    query: { ...period, search: VoucherNumber },
    shows: { Items: [{ Id, ObjectId, VoucherNumber, DistanceKm }], Total: 1 },
  };
};
const comparedScores = async (world: World): Promise<Ask> => {
  const metres = 1000 * km(await world.trips());
  return {
    query: period,
    shows: ({ Items }) => {
      const { Id } = world.voucher;
      const [row] = Items.filter((each: Answer) => each.Id === Id);
      expect(row).toMatchObject({ ClientLastName: 'Иванова', VehicleBrandTitle: 'Kia', FuelConsumptionVolume: null });
      expect(Math.abs(row.MetresTravelled - metres)).toBeLessThan(100);
    },
  };
};

const firstTitles: Readonly<Record<string, string>> = {
  services: 'Telematics',
  damageDescriptions: 'Scratch',
  crashDynamics: 'Rear-end',
  contactPersonStatuses: 'Policyholder',
  unconfirmationReasons: 'Pothole',
  callResults: 'Reached',
  callReasons: 'First call about the impact',
  disagreementSurveyReasons: 'Busy',
  contractTypes: 'Comprehensive with telematics',
  vehicleColors: 'White',
  carTypes: 'Saloon',
  fuelTypes: 'Petrol',
  emissionStandards: 'Euro 2',
  carParts: 'Front bumper',
  statusesOfRoadAccident: 'New',
};

const dictionary =
  (name: string) =>
  async (world: World): Promise<Ask> => {
    const { voucher, company } = world;
    const shown: Readonly<Record<string, Ask>> = {
      roles: { shows: rows => expect(rows.map(({ Id }: Answer) => Id)).toEqual(['OPERATOR', 'MANAGER', 'SUPERUSER']) },
      companies: { shows: [{ Id: String(company), Title: 'Страховая' }] },
      contracts: { shows: [{ Id: 'КАСКО-1', Title: 'КАСКО-1' }], elsewhere: 'their own' },
      'voucherPhones/{id}': {
        params: { id: voucher.Id },
        shows: [{ Id: '+79160000001', Title: 'Иванова Анна Петровна, +79160000001' }],
      },
      countries: { shows: rows => expect(rows).toContainEqual({ Id: 'RU', Title: expect.stringContaining('Russia') }) },
      vehicleBrands: { shows: rows => expect(rows.map(({ Title }: Answer) => Title)).toContain('Kia') },
      vehicleModels: { shows: rows => expect(rows.map(({ Title }: Answer) => Title)).toContain('Rio') },
    };
    const usual: Ask = {
      shows: rows => {
        expect(rows.length).toBeGreaterThan(1);
        expect(rows[0]).toEqual({ Id: '1', Title: firstTitles[name] });
        for (const row of rows)
          expect(row).toEqual({ Id: expect.stringMatching(/^\d+$/), Title: expect.stringMatching(/./) });
      },
      elsewhere: 'all share it',
    };
    return shown[name] ?? usual;
  };
const dictionaryAsks = Object.fromEntries(
  specifiedCalls.flatMap(({ call }) => {
    const [, name] = /^GET \/api\/(?:v2\/Info|info)\/(.+)$/.exec(call) ?? [];
    return name === undefined ? [] : [[call, dictionary(name)] as const];
  }),
);

export const drivingAsks: Asks = {
  ...dictionaryAsks,
  'GET /api/v2/StatisticSummingDay': async world => asked(world, { date: days[0] }, await one(world, 0)),
  'GET /api/v2/StatisticSummingDay/period': async world => byVoucher(world, period, await both(world)),
  'GET /api/v2/StatisticSummingDay/period/list': async world =>
    asked(
      world,
      { ...period, from: '2026-03-29' },
      {
        Items: [
          { Date: '2026-03-29', DistanceKm: 0, TripsCount: 0, Score: null },
          { Date: days[0], ...(await one(world, 0)) },
          { Date: days[1], ...(await one(world, 1)) },
        ],
        Total: 3,
      },
    ),
  'GET /api/v2/StatisticSummingDay/comparison': compared,
  'GET /api/v2/StatisticSummingDay/country/comparison': compared,
  'GET /api/v2/StatisticSummingDay/model/comparison': compared,
  'GET /api/v2/StatisticSummingDay/tripnote/comparison': async world =>
    asked(world, period, ({ Own, Items }) => {
      expect(Own.TripsCount).toBe(2);
      expect(Items.reduce((sum: number, { TripsCount }: Answer) => sum + TripsCount, 0)).toBe(2);
    }),
  'GET /api/v2/StatisticSummingDay/calendar': async world => {
    const day = await one(world, 0);
    return asked(world, { month: '2026-03' }, ({ Month, Items }) => {
      expect([Month, Items.length]).toEqual(['2026-03', 31]);
      expect(Items[29]).toMatchObject({ Date: days[0], ...day, WorstEvent: { Kind: 'braking' } });
      expect(Items[0]).toMatchObject({ TripsCount: 0, Score: null, WorstEvent: null });
    });
  },
  'GET /api/v2/StatisticSummingDay/calendar/day': async world => {
    const Id = (await world.trips())[1]?.Id;
    return asked(world, { date: days[0] }, { Date: days[0], Items: [{ Id }] });
  },
  'GET /api/v2/StatisticSummingGlobal': async world => asked(world, {}, await both(world)),
  'GET /api/v2/StatisticSummingGlobal/table': scored,
  'GET /api/v2/Voucher/totalscoringreview': scored,
  'GET /api/totalscoringreview': scored,
  'GET /api/scoringreview': scored,
  'GET /api/v2/StatisticSummingMonth': async world => asked(world, { month: '2026-03' }, await both(world)),
  'GET /api/v2/StatisticSummingMonth/all': async world =>
    asked(world, {}, { Items: [{ Month: '2026-03', ...(await both(world)) }], Total: 1 }),
  'GET /api/v2/StatisticSummingPeriod': async world => asked(world, period, await both(world)),
  'GET /api/v2.1/StatisticSummingPeriod': async world =>
    asked(
      world,
      period,
      { From: days[0], To: days[1], ...(await both(world)) },
      { facts: ({ From: _f, To: _t, Explanation: _e, Previous: _p, ...more }) => more },
    ),
  'GET /api/v1/StatisticSummingPeriod': async world => {
    const metres = 1000 * km(await world.trips());
    return asked(
      world,
      period,
      body => {
        expect(body).toMatchObject({ ObjectId: world.voucher.ObjectId, From: days[0], To: days[1], TripsCount: 2 });
        expect(Math.abs(body.TotalSummaryDistance - metres)).toBeLessThan(100);
      },
      {
        facts: old => ({
          DistanceKm: old.TotalSummaryDistance / 1000,
          DurationS: old.TotalDuration,
          TripsCount: old.TripsCount,
          AverageSpeed: old.AverageSpeed,
          MaximumSpeed: old.MaximumSpeed,
          NightDurationS: old.NightDuration,
          SpeedingDurationS: old.SpeedingDuration,
          Complication: old.Complication,
          Score: old.TotalScore,
        }),
      },
    );
  },
  'GET /api/v2/StatisticSummingTrip': async world => asked(world, period, await both(world)),
  'GET /api/v2/StatisticSummingTrip/list': list,
  'GET /api/trips': list,
  'GET /api/v2/StatisticSummingTrip/{id}': async world => {
    const [trip] = await world.trips();
    return asked(
      world,
      {},
      ({ Id, Track, Events }) => {
        expect(Id).toBe(trip?.Id);
        expect(Track.length).toBeGreaterThan(1000);
        expect(Events.map(({ Kind }: Answer) => Kind)).toEqual(expect.arrayContaining(['braking', 'impact']));
      },
      { params: { id: trip?.Id ?? 0 } },
    );
  },
  'GET /api/v2/StatisticSummingTrip/heatmap': world =>
    asked(world, period, ({ Cells, CellM }) => {
      expect(CellM).toBeGreaterThan(0);
      for (const [latitude, longitude] of Cells) {
        expect(latitude).toBeCloseTo(55.75, 1);
        expect(longitude).toBeGreaterThan(37.8);
      }
    }),
  'PUT /api/v2/StatisticSummingTrip/{id}/updatenotes': async world => {
    const [trip] = await world.trips();
    const params = { id: trip?.Id ?? 0 };
    return asked(world, {}, { Id: trip?.Id, Notes: 'На дачу' }, { params, body: { Notes: 'На дачу' } });
  },
  'GET /api/v2/StatisticUnit/weekday': async world => {
    const [monday, tuesday] = [await one(world, 0), await one(world, 1)];
    return asked(world, period, ({ Items }) => {
      expect(Items.length).toBe(7);
      expect(Items.slice(0, 3)).toMatchObject([monday, tuesday, { TripsCount: 0, Score: null }]);
    });
  },
  'GET /api/v2/StatisticUnit/weekday/comparison': async world => {
    const monday = await one(world, 0);
    return asked(world, period, ({ Items, Cohort }) => {
      expect(Items[0]).toMatchObject({ Weekday: 1, Own: monday, Others: null });
      expect(Cohort.Objects).toBe(0);
    });
  },
  'GET /api/v2/StatisticUnit/vehiclebrand/comparision': world =>
    asked(world, period, ({ Items }) =>
      expect(Items).toContainEqual(expect.objectContaining({ VehicleBrand: 'Kia', Own: true, Figures: null })),
    ),
  'GET /api/comparescoring': comparedScores,
  'GET /api/comparescoring/weekly': comparedScores,
  'GET /api/locations': world =>
    byVoucher(world, hour, rows => {
      expect(rows.length).toBeGreaterThan(1000);
      expect(rows[0]).toEqual([Date.parse(hour.from), 55.74, expect.closeTo(37.9, 2), expect.any(Number), 90]);
    }),
  'GET /api/events': world =>
    byVoucher(world, period, ({ Items, Total }) => {
      expect(Items.length).toBe(Total);
      const starts = Items.map(({ Start }: Answer) => Start);
      expect(starts).toEqual([...starts].sort());
      expect(Items.map(({ Type }: Answer) => Type)).toEqual(expect.arrayContaining(['manoeuvre', 'impact']));
    }),
  'GET /api/v2/ExoStory': world =>
    byVoucher(world, { ...hour, pageSize: 100_000 }, ({ Items, Total }) => {
      expect(Items.length).toBe(Total);
      const peak = Items.find(({ Longitudinal }: Answer) => Longitudinal !== null && Longitudinal < -5.5);
      expect(Math.abs(Date.parse(peak.DateTime) - Date.parse(crashAt))).toBeLessThan(200);
    }),
  'GET /api/v2/Anomaly/status': ({ voucher: { ObjectId, VoucherNumber } }) => ({
    shows: { Items: [{ ...fault, ObjectId, VoucherNumber, BeganAt: faultAt }], Total: 1 },
  }),
  'GET /api/v2/Anomaly/history': world =>
    byVoucher(
      world,
      { from: '2026-04-01', to: '2026-04-01' },
      { Items: [{ ...fault, From: faultAt, To: faultAt, Ended: null }], Total: 1 },
    ),
};
