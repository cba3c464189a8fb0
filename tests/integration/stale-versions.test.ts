import { afterAll, beforeAll, expect, it } from 'vitest';
import { resources } from '../../server/resources.ts';
import { callFor } from '../../src/schema/paths.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { makeImei, password } from '../support/given.ts';

let app: TestApp;
let company: number;
/** Two people who have opened the same record. */
let people: readonly [Call, Call];
beforeAll(async () => {
  app = await openTestApp();
  company = await app.given.company();
  const signIn = async (): Promise<Call> => {
    const { email } = await app.given.account(company, 'SUPERUSER');
    const { body } = await app.anonymous('POST', '/api/v2/superuser/auth', { Login: email, Password: password });
    return app.as(body.Token);
  };
  people = [await signIn(), await signIn()];
});
afterAll(() => app.close());

interface Case {
  /** Creates or finds a record and returns its id. */
  readonly make: () => Promise<number>;
  readonly field: string;
  /** Values that the first, the second, and a third person write. */
  readonly values: readonly [unknown, unknown, unknown];
}
const texts = ['Раз', 'Два', 'Три'] as const;
const created =
  (path: string, body: object): Case['make'] =>
  async () =>
    (await people[0]('POST', path, body)).body.Id;
const firstOf =
  (path: string): Case['make'] =>
  async () =>
    (await people[0]('GET', path)).body.Items[0].Id;

const cases: { readonly [resource: string]: Case } = {
  vouchers: {
    make: async () => (await app.given.voucher(company)).id,
    field: 'Branch',
    values: texts,
  },
  clients: { make: created('/api/v2/Client', { LastName: 'Петров' }), field: 'LastName', values: texts },
  devices: {
    make: created('/api/v2/Device', { IMEI: makeImei(881_001) }),
    field: 'SimNumber',
    values: ['+79160000001', '+79160000002', '+79160000003'],
  },
  operators: {
    make: async () => (await app.given.account(company, 'OPERATOR')).id,
    field: 'FullName',
    values: texts,
  },
  installationCenters: {
    make: created('/api/v2/InstallationCenter', { Name: 'Центр', City: 'Тверь', Address: 'Советская, 1' }),
    field: 'City',
    values: texts,
  },
  obuModels: { make: created('/api/v2/ObuModel', { Brand: 'Марка', Model: 'М' }), field: 'Model', values: texts },
  vehicleBrands: { make: created('/api/v2/VehicleBrand', { Name: 'Марка' }), field: 'Name', values: texts },
  vehicleModels: {
    make: async () => {
      const brand = await created('/api/v2/VehicleBrand', { Name: 'Другая' })();
      return created('/api/v2/VehicleModel', { BrandId: brand, Name: 'Модель' })();
    },
    field: 'Name',
    values: texts,
  },
  dictionaryEntries: {
    make: created('/api/v2/DictionaryEntry', { Dictionary: 'services', TitleEn: 'Service', Retired: false }),
    field: 'TitleEn',
    values: ['One', 'Two', 'Three'],
  },
  platformKeys: { make: created('/api/v2/PlatformKey', { Name: 'Ключ' }), field: 'Name', values: texts },
  companies: { make: firstOf('/api/v2/Company/table'), field: 'Name', values: texts },
  callRules: { make: firstOf('/api/v2/CallRules/table'), field: 'FirstRetryMin', values: [11, 12, 13] },
  webhooks: {
    make: async () => {
      const { rows } = await app.connection.pool.query(
        `insert into webhook (company_id, url, events, secret, created_by, created_at)
         values ($1, 'https://example.test/', '{accident.move}', 'x', 'test', now()) returning id`,
        [company],
      );
      return Number(rows[0].id);
    },
    field: 'Events',
    values: [['accident.create'], ['accident.update'], ['accident.create', 'accident.update']],
  },
};

/**
 * Resources with a lease. Two people cannot change such a record. accidents-work.test.ts tries one person in two tabs.
 */
const leased = ['accidents'];

it('every record that can be changed is tried here', () => {
  const changed = Object.values(resources).filter(resource => callFor(resource, 'update'));
  expect(changed.map(({ name }) => name).sort()).toEqual([...Object.keys(cases), ...leased].sort());
});

it.each(Object.entries(cases))(
  'of two people who change the same of %s at once one succeeds, the other is shown what stands there now',
  async (name, { make, field, values }) => {
    const id = await make();
    expect(id).toBeGreaterThan(0);
    const resource = Object.values(resources).find(each => each.name === name);
    const pathOf = (verb: 'one' | 'update') =>
      (callFor(resource as NonNullable<typeof resource>, verb) ?? '').split(' ')[1]?.replace('{id}', String(id)) ?? '';
    const { body: seen } = await people[0]('GET', pathOf('one'));
    const Version: number = seen.Version ?? seen.Voucher?.Version;
    const replies = await Promise.all(
      people.map((call, at) => call('PUT', pathOf('update'), { [field]: values[at], Version })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = replies.findIndex(({ status }) => status === 200);
    const { body } = replies[1 - winner] as (typeof replies)[0];
    expect([body.Code, body.Current[field]]).toEqual(['STALE', values[winner]]);
    expect(body.Current.Version).toBe(Version + 1);

    const stale = { [field]: values[2], Version };
    expect((await people[0]('PUT', pathOf('update'), stale)).body.Code).toBe('STALE');
    const anew = await people[1]('PUT', pathOf('update'), { ...stale, Version: Version + 1 });
    expect([anew.status, anew.body[field]]).toEqual([200, values[2]]);
    // A repeated request after a lost answer succeeds, because the value is stored and no other person has changed it.
    const again = await people[1]('PUT', pathOf('update'), { ...stale, Version: Version + 1 });
    expect([again.status, again.body[field]]).toEqual([200, values[2]]);
    const { rows } = await app.connection.pool.query(
      "select count(*)::int as n from audit where entity = $1 and entity_id = $2 and action = 'update'",
      [resource?.entity, id],
    );
    expect(rows[0].n).toBe(2);
  },
);
