import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { makeImei, password } from '../support/given.ts';

let app: TestApp;
let boss: Call;
beforeAll(async () => {
  app = await openTestApp();
  const company = await app.given.company();
  await app.given.voucher(company);
  const { email } = await app.given.account(company, 'SUPERUSER');
  const { body } = await app.anonymous('POST', '/api/v2/superuser/auth', { Login: email, Password: password });
  boss = app.as(body.Token);
});
afterAll(() => app.close());

const tables =
  'client device obu_model vehicle_brand vehicle_model dictionary_entry company account platform_key ui_text audit';
/** How much there is of everything: a call that is refused leaves it as it was. */
const sizes = async (): Promise<string> => {
  const counts = tables.split(' ').map(table => `(select count(*) from ${table}) as ${table}`);
  const versions = `(select sum(version) from client) as cv, (select sum(version) from dictionary_entry) as dv`;
  return JSON.stringify((await app.connection.pool.query(`select ${counts.join(', ')}, ${versions}`)).rows);
};

const odd = fc.oneof(
  fc.constantFrom(null, '', ' ', 'a\u0000b', '\ud800', -1, 0, 1, 1e300, 2 ** 31, 2 ** 53, 1.5, true, [], {}, [1], {
    a: 1,
  }),
  fc.constantFrom('2020-02-30', '0000-01-01', '9999-12-31', '+7 900 000-00-00', 'a@b.co', 'RU', 'carParts', 'insurer'),
  fc.string({ maxLength: 400 }),
  fc.integer(),
);
const names =
  'Id Version LastName FirstName Phone Email Country City BirthDate LicenceDate Vip IMEI ObuModelId SimNumber Affiliation Alien Brand Model RateHz RangeG Frame BrandId Name CarTypeId FromYear ToYear Dictionary TitleRu TitleEn Retired TimeZone Manager Locale Key Text Enabled VoucherId Reason Nonsense'.split(
    ' ',
  );
const good: Readonly<Record<string, object>> = {
  'POST /api/v2/Client': { LastName: 'Клиент' },
  'PUT /api/v2/Client/1': { Version: 1 },
  'POST /api/v2/Device': { IMEI: makeImei(990_001) },
  'PUT /api/v2/Device/1': { Version: 1 },
  'POST /api/admin/terminal': { IMEI: makeImei(990_002) },
  'POST /api/admin/obu': { Brand: 'Марка', Model: 'Модель' },
  'PUT /api/v2/ObuModel/1': { Version: 1 },
  'POST /api/admin/carmodel': { BrandId: 1, Name: 'Модель' },
  'POST /api/v2/VehicleBrand': { Name: 'Марка' },
  'PUT /api/v2/VehicleModel/1': { Version: 1 },
  'POST /api/v2/DictionaryEntry': { Dictionary: 'services', TitleEn: 'Entry' },
  'PUT /api/v2/DictionaryEntry/1': { Version: 1 },
  'POST /api/contracttype': { TitleEn: 'Type' },
  'POST /api/insurancecompany': { Name: 'Компания', Manager: { Email: 'a@b.test', FullName: 'Имя' } },
  'POST /api/v2/PlatformKey': { Name: 'Ключ' },
  'PUT /api/v2/PlatformKey/1': { Version: 1 },
  'POST /api/v2/QuarantinedDevice/1/register': {},
  'POST /api/v2/QuarantinedDevice/1/drop': { Reason: 'Причина' },
  'POST /api/uilocalization': { Locale: 'ru', Key: 'dictionaries.services.1', Text: 'Текст' },
  'POST /api/uilocalizationlocale': { Locale: 'ru', Enabled: true },
};

it.each(Object.entries(good))(
  'whatever is sent to %s is told what is wrong, and changes nothing if refused',
  async (call, body) => {
    const [method, path] = call.split(' ') as ['POST' | 'PUT', string];
    const change = fc.dictionary(fc.constantFrom(...names), odd, { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(change, async more => {
        const before = await sizes();
        const { status, body: answer } = await boss(method, path, { ...body, ...more });
        expect([status < 500, answer.Code]).toEqual([true, answer.Code]);
        if (status >= 400) expect(await sizes()).toBe(before);
      }),
      { numRuns: 25, seed: 9 },
    );
  },
);
