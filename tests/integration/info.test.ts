import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commonDictionaries, derivedDictionaries } from '../../src/contract/dictionaries.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let token: string;
let company: number;
beforeAll(async () => {
  app = await openTestApp();
  company = await app.given.company();
  token = (await app.given.account(company, 'OPERATOR')).token;
});
afterAll(() => app.close());

describe('dictionaries', () => {
  it.each([...commonDictionaries, 'roles', 'countries', 'companies', 'vehicleBrands', 'vehicleModels'])(
    '%s has entries in both languages',
    async name => {
      const ru = await app.as(token, 'ru')('GET', `/api/v2/Info/${name}`);
      const en = await app.as(token, 'en')('GET', `/api/v2/Info/${name}`);
      expect(ru.body.length).toBeGreaterThan(0);
      expect(en.body).toHaveLength(ru.body.length);
      for (const { Id, Title } of [...ru.body, ...en.body]) {
        expect(Id).toEqual(expect.any(String));
        expect(Title).not.toBe('');
      }
      // Companies, brands and models have one name for all languages.
      if (['companies', 'vehicleBrands', 'vehicleModels'].includes(name)) return;
      const russian = /[а-яё]/i;
      const titles = ({ body }: typeof ru): string[] => body.map(({ Title }: { Title: string }) => Title);
      expect(titles(ru).filter(title => !russian.test(title) && !/^[A-Z0-9 -]+$/i.test(title))).toEqual([]);
      expect(titles(ru).some(title => russian.test(title))).toBe(true);
      expect(titles(en).filter(title => russian.test(title))).toEqual([]);
    },
  );

  it('learn within a minute what another server process has added', async () => {
    const titles = async () => {
      const { body } = await app.as(token)('GET', '/api/v2/Info/carParts');
      return body.map(({ Title }: { Title: string }) => Title);
    };
    const entry = { dictionary: 'carParts', code: 99, title_ru: 'Багажник на крыше', title_en: 'Roof rack' };
    await app.connection.db.insertInto('dictionary_entry').values(entry).execute();
    app.clock.forward(61);
    await vi.waitFor(async () => expect(await titles()).toContain('Багажник на крыше'));
  });

  it('words of states come in both languages, from where the schemas have them', async () => {
    const importTitleResource = async (name: string) => {
      const [ru, en] = await Promise.all(
        (['ru', 'en'] as const).map(language => app.as(token, language)('GET', `/api/getUiEnum/${name}`)),
      );
      return ru?.body.map(({ Id, Title }: { Id: string; Title: string }, at: number) => [
        ...[Id, Title, en?.body[at].Id === Id ? en?.body[at].Title : 'another order'],
      ]);
    };
    expect(await importTitleResource('Impact')).toEqual([
      ['mini', 'мини', 'mini'],
      ['minor', 'умеренный', 'moderate'],
      ['major', 'сильный', 'severe'],
    ]);
    expect(await importTitleResource('AccountStatus')).toEqual([
      ['invited', 'Приглашён', 'Invited'],
      ['active', 'Действует', 'Active'],
      ['blocked', 'Заблокирован', 'Blocked'],
    ]);
    expect(await importTitleResource('DriverCategory')).toEqual([
      ['1', 'Аккуратный', 'Careful'],
      ['2', 'Хороший', 'Good'],
      ['3', 'Средний', 'Average'],
      ['4', 'Рискованный', 'Risky'],
      ['5', 'На границе', 'Borderline'],
      ['0', 'Без оценки', 'No score'],
    ]);
    expect(await importTitleResource('ClientContractStatus')).toEqual([
      ['1', 'Черновик', 'Draft'],
      ['2', 'Действует', 'In force'],
      ['3', 'Заканчивается', 'Ending'],
      ['4', 'Закончился', 'Ended'],
      ['5', 'Расторгнут', 'Terminated'],
    ]);
    expect((await app.as(token)('GET', '/api/getUiEnum/Else')).status).toBe(404);
  });

  it('speak the language asked for', async () => {
    const [ru, en] = await Promise.all(
      (['ru', 'en'] as const).map(language => app.as(token, language)('GET', '/api/v2/Info/crashDynamics')),
    );
    expect(ru?.body[0]).toEqual({ Id: '1', Title: 'Удар сзади' });
    expect(en?.body[0]).toEqual({ Id: '1', Title: 'Rear-end' });
  });

  it('are all that the specification names, and whose a device is', () => {
    expect([...commonDictionaries, ...derivedDictionaries].sort()).toEqual(
      `services roles contracts damageDescriptions crashDynamics contactPersonStatuses unconfirmationReasons callResults
       callReasons disagreementSurveyReasons contractTypes countries companies vehicleBrands vehicleModels vehicleColors
       carTypes fuelTypes emissionStandards carParts statusesOfRoadAccident terminalAffiliations`
        .split(/\s+/)
        .sort(),
    );
  });

  it('models are those of the brand', async () => {
    const call = app.as(token);
    const brands = (await call('GET', '/api/v2/Info/vehicleBrands')).body as { Id: string; Title: string }[];
    const kia = brands.find(brand => brand.Title === 'Kia')?.Id;
    const models = (await call('GET', `/api/v2/Info/vehicleModels?brandId=${kia}`)).body as { Title: string }[];
    expect(models.map(model => model.Title)).toContain('Rio');
    expect(models.map(model => model.Title)).not.toContain('Polo');
  });

  it('phones of a voucher are told an operator while a case of it is in their hands', async () => {
    const { id: voucher_id, objectId: object_id } = await app.given.voucher(company);
    const { id } = await app.given.accident(company, { voucher_id, object_id });
    const read = () => app.as(token, 'en')('GET', `/api/v2/Info/voucherPhones/${voucher_id}`);
    expect(await read()).toMatchObject({ status: 403, body: { Code: 'CASE_NEEDED' } });
    await app.as(token)('GET', `/api/crash/lock/${id}`);
    expect((await read()).status).toBe(200);
    expect((await app.as(token)('GET', '/api/v2/Info/contracts')).status).toBe(200);
  });

  it('phones of a voucher are those of its client, and of no other company', async () => {
    const { id } = await app.given.voucher(company);
    await app.connection.db
      .updateTable('client')
      .set({ phone: '+79161112233' })
      .where('company_id', '=', company)
      .execute();
    const manager = app.as((await app.given.account(company, 'MANAGER')).token);
    for (const path of ['/api/v2/Info/voucherPhones', '/api/info/voucherPhones'])
      expect((await manager('GET', `${path}/${id}`)).body[0]).toMatchObject({ Id: '+79161112233' });
    const stranger = await app.given.account(await app.given.company(), 'OPERATOR');
    expect((await app.as(stranger.token)('GET', `/api/v2/Info/voucherPhones/${id}`)).status).toBe(404);
  });

  it('phones and contracts are an operator’s while the case of the voucher is in hand', async () => {
    const operator = app.as((await app.given.account(company, 'OPERATOR')).token);
    const [mine, other] = [
      await app.given.voucher(company, { contract_number: 'Д-1' }),
      await app.given.voucher(company, { contract_number: 'Д-2' }),
    ];
    const accident = await app.given.accident(company, { object_id: mine.objectId, voucher_id: mine.id });
    const phones = (id: number) => operator('GET', `/api/v2/Info/voucherPhones/${id}`);
    const contracts = () => operator('GET', '/api/v2/Info/contracts');
    for (const refused of [await phones(mine.id), await contracts()])
      expect(refused).toMatchObject({ status: 403, body: { Code: 'CASE_NEEDED' } });
    await operator('GET', `/api/crash/lock/${accident.id}`);
    expect((await phones(mine.id)).status).toBe(200);
    expect((await phones(other.id)).body.Code).toBe('CASE_NEEDED');
    expect((await contracts()).body).toEqual([{ Id: 'Д-1', Title: 'Д-1' }]);
    const searched = (text: string) => operator('GET', `/api/info/contracts?search=${encodeURIComponent(text)}`);
    expect((await searched('д-2')).body).toEqual([]);
    expect((await searched('д-1')).body).toEqual((await contracts()).body);
  });

  it('contracts are found by any part of their number, whatever else it holds, and of no other company', async () => {
    await app.given.voucher(company, { contract_number: 'КАСКО-100%' });
    await app.given.voucher(company, { contract_number: 'КАСКО-1000' });
    await app.given.voucher(await app.given.company(), { contract_number: 'КАСКО-100%-чужой' });
    const manager = app.as((await app.given.account(company, 'MANAGER')).token);
    const found = async (text: string) =>
      (await manager('GET', `/api/v2/Info/contracts?search=${encodeURIComponent(text)}`)).body.map(
        ({ Id }: { Id: string }) => Id,
      );
    expect(await found('ско-100')).toEqual(['КАСКО-100%', 'КАСКО-1000']);
    expect(await found('100%')).toEqual(['КАСКО-100%']);
    expect(await found('нет такого')).toEqual([]);
  });
});
