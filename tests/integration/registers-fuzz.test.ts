import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resources } from '../../server/resources.ts';
import { type FormDescription, type Resource, writableFields } from '../../src/schema/define.ts';
import type { Field } from '../../src/schema/kinds/field.ts';
import { actionCall, callFor } from '../../src/schema/paths.ts';
import { wireNamesForWriting } from '../../src/schema/wire.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { makeImei, password } from '../support/given.ts';

let app: TestApp;
let boss: Call;
let tables: readonly string[];
beforeAll(async () => {
  app = await openTestApp();
  const company = await app.given.company();
  const voucher = await app.given.voucher(company);
  await app.given.accident(company, { voucher_id: voucher.id, object_id: voucher.objectId });
  const { email } = await app.given.account(company, 'SUPERUSER');
  const { body } = await app.anonymous('POST', '/api/v2/superuser/auth', { Login: email, Password: password });
  boss = app.as(body.Token);
  const found = await app.connection.pool.query("select tablename from pg_tables where schemaname = 'public'");
  // Tables that count the requests themselves are left out.
  tables = found.rows.map(({ tablename }) => tablename).filter(name => !/^(idempotency|throttle|try)/.test(name));
});
afterAll(() => app.close());

/** Returns the number of rows and the versions of all tables. A refused call must not change them. */
const sizes = async (): Promise<string> => {
  const counts = tables.map(table => `select count(*) from "${table}"`);
  const versions = ['client', 'voucher', 'device', 'account', 'dictionary_entry'].map(
    table => `select sum(version) from ${table}`,
  );
  // Each statement reads one table, because tables lie on different nodes in a cluster. One message holds all
  // statements.
  const answers: unknown = await app.connection.pool.query([...counts, ...versions].join('; '));
  return JSON.stringify((answers as { rows: object[] }[]).map(({ rows }) => rows));
};

const nul = 'a\u0000b';
const odd = fc.oneof(
  fc.constantFrom(null, '', ' ', nul, '\ud800', -1, 0, 1, 1e300, 2 ** 31, 2 ** 53, 1.5, true, [], {}, [1], { a: 1 }),
  fc.constantFrom('2020-02-30', '0000-01-01', '9999-12-31', '+7 900 000-00-00', 'a@b.co', 'RU', 'carParts', 'insurer'),
  fc.string({ maxLength: 400 }),
  fc.integer(),
);

let counter = 990_000;
/** Returns a valid value for a field. */
const goodValue = ({ kind, choices, dictionary, idField, many, minimum }: Field): unknown => {
  counter += 1;
  if (choices) return many ? [choices[0]] : choices[0];
  if (idField) return many ? [1] : 1;
  if (dictionary) return 'RU';
  const values: { readonly [K in Field['kind']]?: unknown } = {
    date: '2020-01-31',
    dateTime: '2026-01-15T09:00:00.000Z',
    boolean: true,
    plate: 'А123ВС77',
    vin: 'Z94CB41AAGR323020',
    imei: makeImei(counter),
    phone: '+7 916 000-00-00',
    email: `fuzz${counter}@example.test`,
    text: `Текст ${counter}`,
  };
  return values[kind] ?? minimum ?? 1;
};

type Body = Readonly<Record<string, unknown>>;
const bodyOf = (described: Pick<FormDescription, 'fields' | 'form'>, names: readonly string[]): Body =>
  Object.fromEntries(
    names.flatMap(name => {
      const field = described.fields[name] as Field;
      return field.required && !field.replacedBy
        ? wireNamesForWriting(name, field).map(wire => [wire, goodValue(field)])
        : [];
    }),
  );

interface Case {
  readonly call: string;
  readonly body: Body;
  /** Properties that get invalid values. */
  readonly names: readonly string[];
}

const wireNames = (described: Pick<FormDescription, 'fields'>, names: readonly string[]): readonly string[] =>
  names.flatMap(name => wireNamesForWriting(name, described.fields[name] as Field));

const savesOf = (resource: Resource): Case[] =>
  (['create', 'update'] as const).flatMap(verb => {
    const call = callFor(resource, verb);
    if (!call) return [];
    const names = writableFields(resource, verb);
    const body = verb === 'create' ? bodyOf(resource, names) : { Version: 1 };
    return [{ call, body, names: [...wireNames(resource, names), 'Version', 'Nonsense'] }];
  });

const actsOf = (resource: Resource): Case[] =>
  Object.entries(resource.actions ?? {}).flatMap(([name, { dialog = { fields: {}, form: [] } }]) => {
    const call = actionCall(resource, name);
    if (!call) return [];
    const asked = Object.keys(dialog.fields);
    return [{ call, body: bodyOf(dialog, asked), names: [...wireNames(dialog, asked), 'Version', 'Nonsense'] }];
  });

/** Bodies of calls that the contract defines without a description. */
const fixed: Readonly<Record<string, Body>> = {
  'POST /api/v2/Voucher': {
    VoucherNumber: 'F-1',
    Client: { LastName: 'Клиент' },
    Vehicle: { Brand: 'Kia', Model: 'Rio', RegNumber: 'А123ВС77' },
  },
  'POST /api/admin/terminal': { IMEI: makeImei(990_002) },
  'POST /api/admin/obu': { Brand: 'Марка', Model: 'Модель' },
  'POST /api/admin/carmodel': { BrandId: 1, Name: 'Модель' },
  'POST /api/contracttype': { TitleEn: 'Type' },
  'POST /api/insurancecompany': { Name: 'Компания', Manager: { Email: 'a@b.test', FullName: 'Имя' } },
  'POST /api/v2/PlatformKey': { Name: 'Ключ' },
  'POST /api/v2/QuarantinedDevice/{id}/register': { VoucherId: 1 },
  'POST /api/v2/QuarantinedDevice/{id}/drop': { Reason: 'Причина' },
  'POST /api/uilocalization': { Locale: 'ru', Key: 'dictionaries.services.1', Text: 'Текст' },
  'POST /api/uilocalizationlocale': { Locale: 'ru', Enabled: true },
  'POST /api/filtertemplate': { Resource: 'clients', Name: 'Вид', Shared: 'me', State: { filter: {} } },
  // These bodies are always refused, because a started job would write during the next calls.
  'POST /api/v3/exports': { Resource: 'clients', Format: 'csv', Columns: ['Nonsense'], Query: { City: 'Москва' } },
  'POST /api/v3/exports/written': { Resource: 'clients', Format: 'pdf', Columns: ['City'], Query: {}, Rows: 1 },
  'POST /api/v3/exports/table': {
    Name: 'trips',
    List: 'Поездки',
    Filter: '',
    Format: 'csv',
    Columns: ['Балл'],
    Rows: 1,
  },
};

const described = Object.values(resources).flatMap(resource => [...savesOf(resource), ...actsOf(resource)]);
const cases: readonly Case[] = [
  ...described.filter(({ call }) => !(call in fixed)),
  ...Object.entries(fixed).map(([call, body]) => ({
    call,
    body,
    names: [...Object.keys(body), 'Id', 'Version', 'Nonsense'],
  })),
];

it.each(cases.map(each => [each.call, each] as const))(
  'every wrong body for %s is refused with the reason and changes nothing',
  async (call, { body, names }) => {
    const [method, path = ''] = call.split(' ') as ['POST' | 'PUT', string];
    const change = fc.dictionary(fc.constantFrom(...names), odd, { minKeys: 1, maxKeys: 3 });
    let before = await sizes();
    await fc.assert(
      fc.asyncProperty(change, async more => {
        const sent = { ...body, ...more };
        const { status, body: answer } = await boss(method, path.replace('{id}', '1'), sent);
        expect([status < 500, answer.Code]).toEqual([true, answer.Code]);
        const after = await sizes();
        if (status >= 400) expect([call, after]).toEqual([call, before]);
        if (status === 400 && Object.values(sent).includes(nul)) expect(answer.Errors.length).toBeGreaterThan(0);
        before = after;
      }),
      { numRuns: 10, seed: 9 },
    );
  },
);
