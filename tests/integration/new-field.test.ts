import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { f } from '../../src/schema/fields.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';

/** The only change of code: the field in the description, and its place in the form. */
vi.mock(import('../../src/resources/accidents.ts'), async original => {
  const { accidents } = await original();
  const TowTruck = f.text({
    label: { ru: 'Эвакуатор', en: 'Tow truck' },
    maxLength: 40,
    sortable: true,
    filterable: true,
  });
  const described = { ...accidents, fields: { ...accidents.fields, TowTruck }, form: [...accidents.form, 'TowTruck'] };
  return { accidents: described as unknown as typeof accidents };
});

/** A further stage of the voucher needs no other change of code. */
vi.mock(import('../../src/resources/vouchers.ts'), async original => {
  const { vouchers } = await original();
  const { fields, actions } = vouchers;
  const Status = {
    ...fields.Status,
    choices: [...fields.Status.choices, 'stolen'],
    choiceLabels: { ...fields.Status.choiceLabels, stolen: { ru: 'угнана', en: 'stolen' } },
  };
  const reportTheft = {
    ...actions.suspend,
    label: { ru: 'Сообщить об угоне', en: 'Report the theft' },
    toState: 'stolen',
  };
  const described = { ...vouchers, fields: { ...fields, Status }, actions: { ...actions, reportTheft } };
  return { vouchers: described as unknown as typeof vouchers };
});

/** Migration of the field. */
const migration = "alter table accident add column tow_truck text not null default ''";

let app: TestApp;
let operator: Call;
let company: number;
let url: string;
let id: number;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z', {}, migration);
  company = await app.given.company();
  operator = app.as((await app.given.account(company, 'OPERATOR')).token, 'en');
  id = (await app.given.accident(company, { status: 'opened' })).id;
  url = `/api/v2/Accident/${id}`;
  await operator('GET', `/api/crash/lock/${id}`);
});
afterAll(() => app.close());

it('is there in the list and in the details, empty as texts are', async () => {
  const list = await operator('GET', '/api/v2/Accident/table/opened');
  expect(list.body.Items[0].TowTruck).toBe('');
  expect((await operator('GET', url)).body.TowTruck).toBe('');
});

it('is written with the rest of the interview, and the history has it', async () => {
  const { status, body } = await operator('PUT', url, { TowTruck: ' Рейс ', CrashDynamicsId: 1, Version: 1 });
  expect([status, body.TowTruck, body.Version]).toEqual([200, 'Рейс', 2]);
  const filter = encodeURIComponent(JSON.stringify({ entity: 'accident', entityId: id, action: 'update' }));
  const history = await operator('GET', `/api/v3/audit?filter=${filter}`);
  expect(history.body[0].changes[0]).toEqual({ field: 'TowTruck', before: '', after: 'Рейс' });
  const stale = await operator('PUT', url, { TowTruck: 'Другой', Version: 1 });
  expect(stale.body.Current.TowTruck).toBe('Рейс');
});

it('is checked as it is described, and told by name', async () => {
  const { status, body } = await operator('PUT', url, { TowTruck: 'x'.repeat(41), Version: 2 });
  expect([status, body.Errors[0].Field]).toEqual([400, 'TowTruck']);
});

it('is read and written by the operator who has the accident', async () => {
  const of = async (itsCompany: number) => app.as((await app.given.account(itsCompany, 'OPERATOR')).token);
  const [colleague, stranger] = [await of(company), await of(await app.given.company())];
  const asked = async (who: Call) => [
    (await who('GET', url)).body.TowTruck,
    (await who('PUT', url, { TowTruck: 'Чужой', Version: 2 })).status,
  ];
  expect(await asked(app.anonymous)).toEqual([undefined, 401]);
  expect(await asked(stranger)).toEqual([undefined, 404]);
  // Another operator has leased the case.
  expect(await asked(colleague)).toEqual(['Рейс', 409]);
});

it('narrows and orders the list', async () => {
  const found = await operator('GET', '/api/v2/Accident/table/opened?TowTruck=рейс&sort=TowTruck-desc');
  expect(found.body.Items.map((row: { Id: number }) => row.Id)).toEqual([id]);
  expect((await operator('GET', '/api/v2/Accident/table/opened?TowTruck=другой')).body.Total).toBe(0);
});

it('has its name in both languages, in the history too, and stands in the published document and in docs/api.md', async () => {
  const [{ ru }, { en }, { accident: ruAccident }, { accident: enAccident }] = await Promise.all([
    import('../../src/i18n/ru/index.ts'),
    import('../../src/i18n/en/index.ts'),
    import('../../src/i18n/ru/extra/accident.ts'),
    import('../../src/i18n/en/extra/accident.ts'),
  ]);
  expect([ruAccident.fields, enAccident.fields]).toMatchObject([{ TowTruck: 'Эвакуатор' }, { TowTruck: 'Tow truck' }]);
  expect([ru.resources.accidents?.full, en.resources.accidents?.full]).toMatchObject([
    { TowTruck: 'Эвакуатор' },
    { TowTruck: 'Tow truck' },
  ]);
  const { body } = await app.anonymous('GET', '/api/openapi.json');
  const { put } = body.paths['/api/v2/Accident/{id}'];
  expect(put.requestBody.content['application/json'].schema.properties.TowTruck).toMatchObject({ maxLength: 40 });
  const { reference } = await import('../../scripts/reference.ts');
  expect(reference()).toContain('| `TowTruck` | text | contains |');
});

it('a further stage of a voucher is stored by its move, numbered and listed', async () => {
  const manager = app.as((await app.given.account(company, 'MANAGER')).token, 'en');
  const voucher = await app.given.voucher(company);
  const moved = await manager('POST', `/api/v2/Voucher/${voucher.id}/moves/reportTheft`, { Reason: 'at night' });
  expect(moved).toMatchObject({ status: 200, body: { Status: 'stolen', VoucherStatusCycle: 7 } });
  const { rows } = await app.connection.pool.query('select stage from voucher where id = $1', [voucher.id]);
  expect(rows).toEqual([{ stage: 'stolen' }]);
  const { body } = await manager('GET', '/api/v2/Voucher/table?Status=stolen');
  expect(body).toMatchObject({ Items: [{ Id: voucher.id, Status: 'stolen', VoucherStatusCycle: 7 }], Total: 1 });
});

it('without its column the server does not start, and says why', async () => {
  await expect(openTestApp()).rejects.toThrow(
    'The description of accidents and its table differ: column "tow_truck" does not exist.',
  );
});
