import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { everyCall } from '../../scripts/roles.ts';
import { loadDemo } from '../../server/demo/load.ts';
import { demoAccounts, ensureDemo, setDemoOpen } from '../../server/demo/start.ts';
import { insurer } from '../../server/insurer.ts';
import type { Letter } from '../../server/mail/mailer.ts';
import { hashPassword } from '../../server/modules/account/passwords.ts';
import { checkDevices } from '../../server/modules/ingest/deviceCheck.ts';
import { routeSchema } from '../../server/plugins/calls.ts';
import { makeWorkers } from '../../server/threads/workers.ts';
import { anomalyKinds } from '../../src/contract/anomalies.ts';
import { uiEnums } from '../../src/contract/enums.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { password } from '../support/given.ts';
import { type Running, startServer } from '../support/running.ts';

const letters: Letter[] = [];
let app: TestApp;
const workers = makeWorkers(error => app.server.log.error(error));
const today = new Date('2026-01-15T12:00:00.000Z');
const load = async (scale = 1) =>
  loadDemo(app.connection.pool, { today, scale, passwordHash: await hashPassword(password) });

beforeAll(async () => {
  app = await openTestApp(today.toISOString(), {
    demo: demoAccounts,
    jobs: { startHook: 'onReady' },
    mail: { send: async letter => void letters.push(letter) },
  });
  await load();
  await setDemoOpen(app.connection.db, true);
}, 900_000);
afterAll(() => app.close());

// biome-ignore lint/suspicious/noExplicitAny: rows of several calls
type Row = Record<string, any>;

/** Column types of exodrive-ai/telematics-tableau-connector. It reads texts and numbers as text. */
const connectorTypes = {
  int: `Id ClientGender DrivingExperience TotalSummaryDistance EcoIndex MetresTravelled MetresTravelledOnMotorways
    MetresTravelledInUrbanAreas MetresTravelledOnOtherTypesOfRoad MetresTravelledOnUnknownTypesOfRoad
    MetresTravelledInTheDay MetresTravelledInTheNight Crashes AllScore VehicleBrand CrashUniqueIdentifier ID Ident
    StatusOfRoadAccidentID ContractStatus VehicleYear VoucherStatusCycle TerminalAffiliation ContractTypeId`.replace(
    /\s+/g,
    ' ',
  ),
  float:
    'AbsoluteScore FuelConsumptionVolume AccelerationScore BrakingScore DirectionChangeScore CorneringScore MaximumAcceleration LockedBy Longitude',
  bool: 'ThreeMonths Vip ObuAlien',
};
const fitsType = {
  int: (value: unknown) => /^-?\d+$/.test(String(value)),
  float: (value: unknown) => typeof value === 'number',
  bool: (value: unknown) => typeof value === 'boolean',
};

const count = async (sql: string): Promise<number> =>
  Number((await app.connection.pool.query<{ n: number }>(`select count(*) as n from ${sql}`)).rows[0]?.n);

const signIn = async (email: string) => {
  const { body } = await app.anonymous('POST', '/api/v2/Auth', { Login: email, Password: password });
  return app.as(body.Token);
};

describe('the demo portfolio', () => {
  it('is as large as promised', async () => {
    expect(await count('voucher')).toBe(300);
    expect(await count('client')).toBe(280);
    expect(await count(`account where 'OPERATOR' = any(roles)`)).toBe(12);
    expect(await count('accident')).toBe(60);
    expect(await count(`trip where start_at < timestamptz '2026-01-15 12:00Z' - interval '85 days'`)).toBeGreaterThan(
      0,
    );
  });

  it('says of each device whose it is as its voucher does', async () => {
    const pairs = `voucher join device using (company_id, imei) where closed_at is null`;
    const codes = `array_position(array['insurer', 'client', 'installer', 'leased'], affiliation)`;
    expect(await count(pairs)).toBeGreaterThan(150);
    expect(await count(`${pairs} and affiliation <> 'insurer'`)).toBeGreaterThan(10);
    expect(await count(`${pairs} and terminal_affiliation is distinct from ${codes}`)).toBe(0);
  });

  it('shows a day’s work: cases closed today by several people, and everybody’s gender', async () => {
    const call = await signIn('manager@demo.drivedesk');
    const { body } = await call('GET', '/api/v2/Operator/table?pageSize=50');
    const closed = body.Items.map(({ ClosedToday }: { ClosedToday: number }) => ClosedToday).filter(Boolean);
    expect(closed.length).toBeGreaterThan(1);
    expect(closed.reduce((sum: number, each: number) => sum + each, 0)).toBe(6);
    expect(await count(`client where gender = ''`)).toBe(0);
  });

  it('has three drivers whose scores tell a story each, and manoeuvres of every kind among the worst', async () => {
    const call = await signIn('manager@demo.drivedesk');
    const { Items } = (await call('GET', '/api/v2/StatisticSummingGlobal/table?pageSize=1000')).body;
    type Listed = { Id: number; Worst: string | null; Trend: number[] };
    const listed = new Map((Items as Listed[]).map(row => [row.Id, row]));
    expect(new Set([...listed.values()].flatMap(({ Worst }) => Worst ?? []))).toEqual(
      new Set(['braking', 'acceleration', 'cornering']),
    );
    const partsOf = async (id: number) => {
      const asked = `voucherId=${id}&from=2025-10-18&to=2026-01-15`;
      const { Explanation } = (await call('GET', `/api/v2.1/StatisticSummingPeriod?${asked}`)).body;
      const parts = Explanation.Parts as { Kind: string; Cost: number | null }[];
      return Object.fromEntries(parts.map(({ Kind, Cost }) => [Kind, Cost ?? 0]));
    };
    // The client was called 42 days ago, which is six of the twelve weeks.
    const { Trend } = listed.get(8)!;
    expect(Math.min(...Trend.slice(7))).toBeGreaterThan(Math.max(...Trend.slice(0, 5)) + 20);
    const byNight = await partsOf(9);
    expect(byNight.night).toBeGreaterThan(byNight.braking! + byNight.acceleration! + byNight.cornering!);
    const throughBends = await partsOf(21);
    expect(throughBends.cornering).toBeGreaterThan(2 * (throughBends.braking! + throughBends.acceleration!));
  });

  it('shows what the team wrote, read by everybody, and the photos of a decided case', async () => {
    const call = await signIn('manager@demo.drivedesk');
    const { body: messages } = await call('GET', '/api/v3/messages');
    expect(new Set(messages.map(({ authorName }: { authorName: string }) => authorName)).size).toBe(2);
    expect((await call('GET', '/api/v3/messages/unread')).body.count).toBe(0);

    const { rows } = await app.connection.pool.query<{ id: number }>(
      'select distinct accident_id as id from accident_image',
    );
    expect(rows).toHaveLength(1);
    const { body: images } = await call('GET', `/api/v2/Accident/${rows[0]!.id}/images`);
    expect(images.map(({ Caption }: { Caption: string }) => Caption)).toEqual([
      'Место аварии',
      'Задний бампер и фонарь',
    ]);
    for (const { TakenAt, CreatedAt } of images) {
      expect(TakenAt < CreatedAt).toBe(true);
      expect(CreatedAt < today.toISOString()).toBe(true);
    }
    for (const { ThumbnailUrl } of images) expect((await call('GET', ThumbnailUrl)).status).toBe(200);
  });

  it('has every fault of a device once, also after the first check, and cars that sent acceleration with their drives', async () => {
    const { db } = app.connection;
    await checkDevices({ db, now: app.clock.now, log: app.server.log, workers });
    const call = await signIn('manager@demo.drivedesk');
    const { body } = await call('GET', '/api/v2/Anomaly/status?pageSize=100');
    const kinds: string[] = body.Items.map(({ Kind }: { Kind: string }) => Kind);
    expect(new Set(kinds)).toEqual(new Set(anomalyKinds));
    const others = kinds.filter(kind => kind !== 'silence');
    expect(others.length).toBe(new Set(others).size);
    // Every working device whose last data is three days old. A device without data counts from its attachment.
    expect(kinds.length - others.length).toBe(28);
    for (const { Id, State } of body.Items) {
      const filter = encodeURIComponent(JSON.stringify({ entity: 'anomaly', entityId: Id }));
      const history = (await call('GET', `/api/v3/audit?filter=${filter}`)).body;
      expect(history.map(({ action }: { action: string }) => action)).toEqual(State === 'confirmed' ? ['confirm'] : []);
    }
    const { rows } = await app.connection.pool.query<{ object_id: string; start_at: string; end_at: string }>(
      `select object_id, min(start_at) as start_at, max(end_at) as end_at from curve_block where accident_id is null
       group by object_id order by object_id`,
    );
    expect(rows.length).toBeGreaterThan(1);
    const { object_id, end_at } = rows[0]!;
    const to = new Date(end_at).toISOString();
    const from = new Date(Date.parse(to) - 60_000).toISOString();
    const log = await call('GET', `/api/v2/ExoStory?objectId=${object_id}&from=${from}&to=${to}`);
    expect(log.body.Total).toBeGreaterThan(2500);
    expect(
      log.body.Items.filter(({ Longitudinal }: { Longitudinal: number | null }) => Longitudinal === null).length,
    ).toBeLessThan(70);
  });

  it('names nobody as the author of what a device did', async () => {
    const call = await signIn('manager@demo.drivedesk');
    const filter = encodeURIComponent(JSON.stringify({ action: 'create' }));
    const { body } = await call('GET', `/api/v3/audit?filter=${filter}`);
    expect(body.length).toBeGreaterThan(0);
    for (const row of body) expect(row).toMatchObject({ actorId: null, actorName: '' });
  });

  it('has past bulk changes with what became of each record, and the vouchers agree', async () => {
    const call = await signIn('manager@demo.drivedesk');
    const { body } = await call('GET', '/api/v3/bulk');
    const shown = body.Items.map((each: Record<string, unknown>) => [each.What, each.State, each.Filter]);
    expect(shown).toEqual([
      ['Приостановить', 'done', expect.stringMatching(/^выбранные строки: \d+$/)],
      ['Сменить филиал', 'done', expect.stringMatching(/^Агент: \S+ \S+$/)],
      ['Сменить агента', 'undone', 'выбранные строки: 18'],
    ]);
    for (const { Id, Matching, Changed, Refused, Undone, Left } of body.Items) {
      expect([Changed > 3, Refused + Left > 0, Changed + Refused]).toEqual([true, true, Matching]);
      expect(Undone === 0 || Undone + Left === Changed).toBe(true);
      const reasons = (await call('GET', `/api/v3/bulk/${Id}/reasons`)).body;
      expect(reasons.reduce((sum: number, { Count }: { Count: number }) => sum + Count, 0)).toBe(Refused + Left);
    }
    const { rows } = await app.connection.pool.query(
      `select distinct v.branch from bulk_change b join bulk_item i on i.company_id = b.company_id and i.bulk_id = b.id
         join voucher v on v.company_id = i.company_id and v.id = i.record_id
       where b.action = 'setBranch' and i.state = 'done'`,
    );
    expect(rows).toEqual([{ branch: 'Химки' }]);
  });

  it('has an import that waits for corrections: checked again, it has the same faults; one done that is worked with', async () => {
    const call = await signIn('manager@demo.drivedesk');
    const { body } = await call('GET', '/api/v3/imports');
    expect(body.Items.map(({ State, Rows }: Record<string, unknown>) => [State, Rows])).toEqual([
      ['checked', 36],
      ['done', expect.any(Number)],
      ['undone', 4],
    ]);
    const [waiting, done] = body.Items;
    const faults = async () => (await call('GET', `/api/v3/imports/${waiting.Id}/faults`)).body.Items;
    const before = await faults();
    expect([before.length, waiting.WrongRows]).toEqual([5, 5]);
    const { Columns } = (await call('GET', `/api/v3/imports/${waiting.Id}/columns`)).body;
    const matched = Columns.map(({ Field }: { Field: string }) => Field);
    await call('POST', `/api/v3/imports/${waiting.Id}/check`, { Columns: matched, TimeZone: 'Europe/Moscow' });
    await vi.waitFor(
      async () =>
        expect((await call('GET', `/api/v3/imports/${waiting.Id}`)).body).toMatchObject({
          State: 'checked',
          WrongRows: 5,
          Version: 3,
        }),
      { interval: 50 },
    );
    expect(await faults()).toEqual(before);
    expect((await call('GET', `/api/v2/Voucher/table?ImportId=${done.Id}`)).body.Total).toBe(done.Rows);
    const touched = (await call('GET', `/api/v3/imports/${done.Id}/touched`)).body;
    expect(touched.Total).toBeGreaterThan(0);
    expect((await call('POST', `/api/v3/imports/${done.Id}/undo`)).status).toBe(409);
  });

  it('has past exports with as many rows as the lists that they were made of', async () => {
    const call = await signIn('manager@demo.drivedesk');
    const totalOf = async (list: string) => (await call('GET', `/api/v2/${list}`)).body.Total;
    const { rows } = await app.connection.pool.query(
      `select (result ->> 'Rows')::int as "Rows" from job where kind = 'export' order by created_at desc`,
    );
    expect(rows.map(({ Rows }) => Rows)).toEqual([
      await totalOf('Voucher/table?Vip=true'),
      await totalOf(`Voucher/table?CityIs=${encodeURIComponent('Москва')}`),
      await totalOf('Accident/table/closed'),
    ]);
  });

  it('lets every account of the login page in', async () => {
    for (const { Email, Role } of demoAccounts.Accounts) {
      const { status, body } = await (await signIn(Email))('GET', '/api/v2/Account/info');
      expect(status).toBe(200);
      expect(body.Roles).toContain(Role);
    }
  });

  it('keeps its companies apart', async () => {
    const first = await (await signIn('manager@demo.drivedesk'))('GET', '/api/v2/Voucher/table?pageSize=1000');
    const second = await (await signIn('other@demo.drivedesk'))('GET', '/api/v2/Voucher/table?pageSize=1000');
    expect(first.body.Total + second.body.Total).toBe(300);
    const numbers = new Set(first.body.Items.map((row: { VoucherNumber: string }) => row.VoucherNumber));
    expect(second.body.Items.filter((row: { VoucherNumber: string }) => numbers.has(row.VoucherNumber))).toEqual([]);
  });

  it('has totals that equal the rows', async () => {
    const { rows } = await app.connection.pool.query(
      `select t.company_id, t.bucket, sum(t.total)::int as kept,
         (select count(*)::int from accident a where a.company_id = t.company_id and a.status = t.bucket) as there
       from row_total t where t.list = 'accidents' group by 1, 2`,
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) expect(row.kept).toBe(row.there);
  });

  it('shows a curve with the peak its accident states, and a track that leads to its place', async () => {
    const call = await signIn('operator@demo.drivedesk');
    const { body } = await call('GET', '/api/v2/Accident/table/opened?pageSize=50');
    for (const { Id, MaximumAcceleration, Latitude } of body.Items.slice(0, 5)) {
      const curves = (await call('GET', `/api/crashes/curves/${Id}`)).body;
      expect(Math.max(...curves.Resultant)).toBeCloseTo(MaximumAcceleration, 3);
      const map = (await call('GET', `/api/crashes/map/${Id}`)).body;
      expect(map.Track.length).toBeGreaterThan(100);
      const nearest = Math.min(...map.Track.map((point: number[]) => Math.abs((point[1] ?? 0) - Latitude)));
      expect(nearest).toBeLessThan(0.001);
    }
  });

  it('answers the public Tableau connector’s calls, with its parameters, by the types it declares', async () => {
    const call = await signIn('manager@demo.drivedesk');
    const rowsOf = async (path: string): Promise<Row[]> => {
      const { status, body } = await call('GET', path);
      expect([path, status]).toEqual([path, 200]);
      expect(body.Items.length).toBeGreaterThan(0);
      return body.Items;
    };
    const wrong = (rows: readonly Row[]) =>
      Object.entries(connectorTypes).flatMap(([type, names]) =>
        names
          .split(' ')
          .filter(name =>
            rows.some(row => name in row && row[name] !== null && !fitsType[type as keyof typeof fitsType](row[name])),
          ),
      );
    // The connector reads the brand of scores as a number.
    const withoutBrand = (rows: readonly Row[]) => rows.map(({ VehicleBrand: _, ...row }) => row);
    const scores = await rowsOf('/api/comparescoring?page=1&pageSize=99999999');
    expect(wrong(scores)).toEqual([]);
    const idsOf = async (path: string) => (await call('GET', path)).body.map(({ Id }: { Id: string }) => Id);
    const categories = await idsOf('/api/getUiEnum/DriverCategory');
    const models = await idsOf('/api/info/vehicleModels');
    const brands = await idsOf('/api/info/vehicleBrands');
    for (const { VehicleDriverCategory, VehicleModel, VehicleBrand, AllScore } of scores) {
      expect(categories).toContain(VehicleDriverCategory.Id);
      expect(VehicleDriverCategory.Id === '0').toBe(AllScore === null);
      expect(models).toContain(VehicleModel.Id);
      expect(brands).toContain(String(VehicleBrand));
    }
    const second = (await call('GET', '/api/comparescoring?page=2&pageSize=10')).body;
    expect(second).toMatchObject({ Total: scores.length, Items: scores.slice(10, 20) });
    for (const status of ['closed', 'opened']) {
      const crashes = await rowsOf(`/api/crashlist/${status}?page=1&pageSize=999999&sort=CrashDateTime-desc`);
      expect(wrong(withoutBrand(crashes))).toEqual([]);
    }
    const vouchers = await rowsOf('/api/vouchers?page=1&pageSize=999999');
    expect(wrong(withoutBrand(vouchers))).toEqual([]);
    const contracts = await idsOf('/api/getUiEnum/ClientContractStatus');
    for (const { ContractStatus } of vouchers)
      if (ContractStatus !== null) expect(contracts).toContain(`${ContractStatus}`);
  });

  it('answers ids of states and devices that its other calls show and take', async () => {
    const call = await signIn('manager@demo.drivedesk');
    const optionsOf = async (path: string): Promise<{ Id: string; Title: string }[]> => (await call('GET', path)).body;
    const itemsOf = async (path: string): Promise<Row[]> => {
      const { status, body } = await call('GET', path);
      expect([path, status]).toEqual([path, 200]);
      return body.Items;
    };

    for (const [name, list, field] of [
      ['Impact', '/api/v2/Accident/table/opened', 'Severity'],
      ['AccountStatus', '/api/v2/Operator/table', 'State'],
    ] as const) {
      const ids = (await optionsOf(`/api/getUiEnum/${name}`)).map(({ Id }) => Id);
      const shown = new Set((await itemsOf(`${list}?pageSize=999999`)).map(row => row[field]));
      expect(ids).toEqual(expect.arrayContaining([...shown].filter(value => value !== null)));
      for (const id of ids) {
        const rows = await itemsOf(`${list}?pageSize=999999&${field}=${id}`);
        expect(rows.length > 0).toBe(shown.has(id));
        for (const row of rows) expect(row[field]).toBe(id);
      }
    }

    // The number of a state is that of its words, which the row has as a state.
    const contracts = await optionsOf('/api/getUiEnum/ClientContractStatus');
    const states = Object.keys(uiEnums.ClientContractStatus);
    const vouchers = await itemsOf('/api/vouchers?pageSize=999999');
    const shown = vouchers.filter(({ ContractStatus }) => ContractStatus !== null);
    expect(new Set(shown.map(({ ContractStatus }) => ContractStatus)).size).toBeGreaterThan(1);
    for (const { ContractStatus, ContractState } of shown)
      expect(contracts[states.indexOf(ContractState)]).toMatchObject({ Id: String(ContractStatus) });

    for (const { Id, Title } of (await optionsOf('/api/v2/Device/list/imei?search=35')).slice(0, 5)) {
      expect((await call('GET', `/api/v2/Device/${Id}`)).body).toMatchObject({ Id: Number(Id), IMEI: Title });
      expect(await itemsOf(`/api/v2/Device/table?IMEIIs=${Title}`)).toMatchObject([{ Id: Number(Id) }]);
    }
    for (const { Id, IMEI } of vouchers.filter(voucher => voucher.IMEI).slice(0, 5)) {
      const device = (await call('GET', `/api/v2/Voucher/${Id}/device`)).body;
      expect(await optionsOf(`/api/v2/Device/list/imei?search=${IMEI}`)).toEqual([
        { Id: String(device.Id), Title: IMEI },
      ]);
    }
  });

  it('has the same distance of a voucher in every place, and no negative metres in a week', async () => {
    const call = await signIn('manager@demo.drivedesk');
    const list = (await call('GET', '/api/v2/StatisticSummingGlobal/table?pageSize=30')).body.Items;
    for (const { Id, DistanceKm, TripsCount, Score } of list) {
      const figures = { DistanceKm, TripsCount, Score };
      expect((await call('GET', `/api/v2/Voucher/${Id}/details`)).body).toMatchObject(figures);
      expect((await call('GET', `/api/v2/StatisticSummingGlobal?voucherId=${Id}`)).body).toMatchObject(figures);
    }
    const weeks: Row[] = (await call('GET', '/api/comparescoring/weekly?from=2025-10-01')).body.Items;
    for (const week of weeks) {
      const metres = Object.entries(week).filter(([name]) => name.startsWith('Metres'));
      expect(metres.filter(([, value]) => value < 0)).toEqual([]);
    }
    const crashes = (rows: readonly Row[]) => rows.reduce((sum, { Crashes }) => sum + Crashes, 0);
    const whole: Row[] = (await call('GET', '/api/comparescoring?from=2025-10-01')).body.Items;
    expect(crashes(whole)).toBeGreaterThan(0);
    expect(crashes((await call('GET', '/api/comparescoring?from=2026-01-15')).body.Items)).toBeLessThan(crashes(whole));
  });

  it('has a company score for each week, within an interval that its distance makes narrow', async () => {
    const call = await signIn('manager@demo.drivedesk');
    const { Weeks } = (await call('GET', '/api/v3/control-room/scores')).body;
    expect(Weeks).toHaveLength(12);
    for (const { Score, ScoreLow, ScoreHigh } of Weeks) {
      expect(ScoreLow).toBeLessThan(Score);
      expect(ScoreHigh).toBeGreaterThan(Score);
      expect(ScoreHigh - ScoreLow).toBeLessThan(5);
    }
  });

  it('answers no figure with more digits than it is worth, in every call that reads', async () => {
    const call = await signIn('manager@demo.drivedesk');
    const [voucher] = (await call('GET', '/api/v2/StatisticSummingGlobal/table?pageSize=10')).body.Items;
    const { ClientId, ObjectId } = (await call('GET', `/api/v2/Voucher/${voucher.Id}/details`)).body;
    const trip = (await call('GET', `/api/v2/StatisticSummingTrip/list?objectId=${ObjectId}`)).body.Items[0];
    const crash = (await call('GET', '/api/v2/Accident/table/opened?pageSize=10')).body.Items[0];
    const ofCase = 'Accident crash crashes externalcrash accidents'.split(' ');
    const ofVoucher = 'Voucher voucher voucherPhones'.split(' ');
    const ids: Row = {
      ...Object.fromEntries(ofCase.map(name => [name, crash.Id])),
      ...Object.fromEntries(ofVoucher.map(name => [name, voucher.Id])),
      ...{ StatisticSummingTrip: trip.Id, Client: ClientId, localization: 'ru' },
    };
    const values: Row = {
      ...{ objectId: ObjectId, clientId: ClientId, VoucherId: voucher.Id, CrashDateTime: trip.DateTime },
      ...{ from: '2025-10-01', to: '2026-01-15', month: '2026-01', date: trip.DateTime.slice(0, 10), kind: 'braking' },
      ...{ status: 'opened', search: 'ова', q: 'ова', value: 'X-1', resource: 'vouchers' },
      ...{ latitude: 55.7558, longitude: 37.6173 },
    };
    const moments: Row = { from: trip.DateTime, to: new Date(Date.parse(trip.DateTime) + 600_000).toISOString() };
    const byMoment = /locations|ExoStory|curves$/;
    const most = (path: string): number => {
      if (/Latitude|Longitude|Track|curves|locations|heatmap/.test(path)) return 6;
      // The raw log has samples at the resolution at which they are stored.
      return /Share|Probability|Risk|ExoStory/.test(path) ? 4 : 3;
    };
    const long = new Set<string>();
    let figures = 0;
    const look = (value: unknown, path: string): void => {
      if (typeof value === 'number') {
        figures += 1;
        if (value !== Number(value.toFixed(most(path)))) long.add(`${path}: ${value}`);
      } else if (typeof value === 'object' && value !== null)
        for (const [name, each] of Object.entries(value)) look(each, `${path}.${Array.isArray(value) ? '' : name}`);
    };
    const unread: string[] = [];
    for (const [name, reads] of everyCall()) {
      const [method, path = ''] = name.split(' ');
      if (method !== 'GET' || reads.binary || reads.stream || reads.changesData || reads.access === 'public') continue;
      const schema = routeSchema(insurer.registry, name, reads).querystring as {
        readonly required?: string[];
        readonly properties: object;
      };
      const asked = ['objectId', 'from', 'to'].filter(each => each in schema.properties);
      const query = [...new Set([...(schema.required ?? []), ...asked])].map(each => {
        const value = byMoment.test(path) ? (moments[each] ?? values[each]) : values[each];
        return [each, String(value ?? 1)];
      });
      const subject = /^\/api\/(?:v[\d.]+\/)?(?:info\/)?(\w+)/i.exec(path)?.[1] ?? '';
      const url = path.replace('{id}', String(ids[subject] ?? 1)).replace('{status}', 'opened');
      if (url.includes('{')) continue;
      const reply = await call('GET', `${url}?${new URLSearchParams(query)}`);
      if (reply.status === 200) look(reply.body, name);
      else unread.push(`${reply.status} ${url}`);
    }
    expect([...long]).toEqual([]);
    expect(figures).toBeGreaterThan(1000);
    expect(unread.filter(each => each.startsWith('5'))).toEqual([]);
  });

  it('is not made twice, and grows by the copies asked for', async () => {
    expect(await load()).toEqual({ rows: {} });
    const { rows } = await load(2);
    expect(rows).toMatchObject({ voucher: 300, accident: 60 });
    expect(await count('voucher')).toBe(600);
    const { body } = await (await signIn('manager@demo.drivedesk'))('GET', '/api/v2/Voucher/table?pageSize=10');
    expect(body.Total).toBe(await count(`voucher where company_id = (select min(company_id) from voucher)`));
  });

  it('is not made again after a superuser has renamed its companies', async () => {
    const nameAll = (name: string) => app.connection.pool.query(`update company set name = ${name} where demo`);
    await nameAll(`name || ' 2'`);
    const log = vi.fn();
    await ensureDemo(app.connection, log);
    expect(log).not.toHaveBeenCalled();
    expect(await load(2)).toEqual({ rows: {} });
    await nameAll(`left(name, -2)`);
  });

  it('leaves room for what comes after it', async () => {
    const call = await signIn('manager@demo.drivedesk');
    const { body } = await call('GET', '/api/v2/Voucher/table?pageSize=10');
    const made = await call('POST', '/api/v2/Accident', {
      VoucherId: body.Items[0].Id,
      CrashDateTime: '2026-01-15T10:00:00.000Z',
    });
    expect(made.status).toBe(201);
  });
});

describe('outside demo mode', () => {
  const demo = 'operator@demo.drivedesk';
  const closed = { status: 401, body: { Message: 'Демонстрационные учётные записи на этом сервере закрыты' } };
  const enter = (Login: string, Password: string) => app.anonymous('POST', '/api/v2/Auth', { Login, Password });
  const webhook = (key: string) => app.as(key)('POST', '/api/statistic/webhook', []);
  const linkIn = (letter: Letter | undefined) => /#([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '';
  /** Waits, because a process caches a token for up to a second. */
  const settle = async (open: boolean) => {
    await setDemoOpen(app.connection.db, open);
    app.clock.forward(2);
  };

  it('nobody gets in by what demo mode made: neither by password, session and link nor by a platform’s key', async () => {
    const session = await signIn(demo);
    await app.anonymous('POST', '/api/v2/Account/forgot', { Login: demo });
    await vi.waitFor(() => expect(letters).toHaveLength(1));
    const Token = linkIn(letters[0]);
    expect(Token).not.toBe('');
    expect((await webhook('demo-platform-key')).status).not.toBe(401);
    expect((await app.anonymous('GET', '/demo.json')).status).toBe(200);

    await settle(false);
    expect(await session('GET', '/api/v2/Account/info')).toMatchObject(closed);
    expect(await enter(demo, password)).toMatchObject(closed);
    expect((await enter(demo, 'not it')).body.Message).toBe('Неверный логин или пароль');
    const reset = { Token, Password: 'a password of my own' };
    expect((await app.anonymous('POST', '/api/v2/Account/reset', reset)).status).toBe(422);
    for (const key of ['demo-platform-key', 'other-platform-key', 'recordings-platform-key'])
      expect((await webhook(key)).status).toBe(401);
    expect((await app.anonymous('GET', '/demo.json')).status).toBe(404);
    const sent = letters.length;
    // Letters are written after the answer. When a later letter has arrived, this one would have arrived too.
    const { email } = await app.given.account(await app.given.company('Beside it'), 'OPERATOR');
    for (const Login of ['manager@demo.drivedesk', email])
      await app.anonymous('POST', '/api/v2/Account/forgot', { Login });
    await vi.waitFor(() => expect(letters).toHaveLength(sent + 1));

    await settle(true);
    expect((await session('GET', '/api/v2/Account/info')).status).toBe(200);
    expect((await webhook('demo-platform-key')).status).not.toBe(401);
    expect(letters).toHaveLength(sent + 1);
  });

  it('a demo account whose password was changed is one all the same, and others get in', async () => {
    const { token, email } = await app.given.account(await app.given.company('In earnest'), 'OPERATOR');
    const New = 'a password of my own';
    expect(
      (await (await signIn('manager@demo.drivedesk'))('PUT', '/api/v2/Account/password', { Current: password, New }))
        .status,
    ).toBe(200);
    await settle(false);
    expect(await enter('manager@demo.drivedesk', New)).toMatchObject(closed);
    expect((await enter(email, password)).status).toBe(200);
    expect((await app.as(token)('GET', '/api/v2/Account/info')).status).toBe(200);
    await settle(true);
    expect((await enter('manager@demo.drivedesk', New)).status).toBe(200);
  });

  it('a server that starts so closes it for every process on the database, and says how to begin', async () => {
    const session = await signIn(demo);
    // The other process has its own clock, by which this session would be over.
    await app.connection.db.updateTable('session').set({ expires_at: '2100-01-01' }).execute();
    const folder = await mkdtemp(join(tmpdir(), 'drivedesk-no-demo-'));
    let other: Running | undefined;
    try {
      other = await startServer(folder, { DATABASE_URL: app.databaseUrl, DEMO: '' });
      app.clock.forward(2);
      expect(await session('GET', '/api/v2/Account/info')).toMatchObject(closed);
      expect(await enter(demo, password)).toMatchObject(closed);
      await vi.waitFor(() =>
        expect(other?.output()).toContain(
          'Not in demo mode (DATABASE_URL is set and DEMO=1 is not): demo accounts are closed. If there is no account yet: npm run create-admin -- <email>',
        ),
      );
    } finally {
      await other?.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
