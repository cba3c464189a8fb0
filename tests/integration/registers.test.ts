import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { affiliationCodes, terminalAffiliations } from '../../src/contract/states.ts';
import { devices } from '../../src/resources/devices.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { makeImei, password } from '../support/given.ts';

let app: TestApp;
let company: number;
let manager: Call;
let operator: Call;
let stranger: Call;
let boss: Call;
beforeAll(async () => {
  app = await openTestApp();
  company = await app.given.company();
  manager = app.as((await app.given.account(company, 'MANAGER')).token, 'en');
  operator = app.as((await app.given.account(company, 'OPERATOR')).token, 'en');
  stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token, 'en');
  const { email } = await app.given.account(company, 'SUPERUSER');
  const { body } = await app.anonymous('POST', '/api/v2/superuser/auth', { Login: email, Password: password });
  boss = app.as(body.Token, 'en');
});
afterAll(() => app.close());

const person = {
  LastName: 'Белова',
  FirstName: 'Ольга',
  MiddleName: 'Юрьевна',
  Phone: '+7 916 999-88-77',
  City: 'Тула',
};
const clientOf = async (voucher: number): Promise<number> =>
  (await manager('GET', `/api/v2/Voucher/${voucher}/details`)).body.ClientId;

describe('clients', () => {
  it('are listed with what they have, under both paths alike, for managers alone', async () => {
    const { body } = await manager('POST', '/api/v2/Client', person);
    expect(body).toMatchObject({ FullName: 'Белова Ольга Юрьевна', Country: 'RU', Vouchers: 0, LastContactAt: null });
    const rows = await manager('GET', '/api/v1/Client/table?search=белова');
    expect(rows.body).toMatchObject({ Total: 1, Items: [{ Id: body.Id, City: 'Тула', Vouchers: 0, Accidents: 0 }] });
    expect((await manager('GET', '/api/clients?search=белова')).body).toEqual(rows.body);
    expect((await operator('GET', '/api/clients')).status).toBe(403);
    expect((await stranger('GET', '/api/clients')).body).toEqual({ Items: [], Total: 0 });
    expect((await stranger('GET', `/api/v2/Client/${body.Id}`)).status).toBe(404);
  });

  it('count their vouchers and accidents, and know when somebody last wrote of one', async () => {
    const { id: voucher_id } = await app.given.voucher(company, { crashes: 1 });
    const client_id = await clientOf(voucher_id);
    const { id } = await app.given.accident(company, { voucher_id, client_id });
    await operator('GET', `/api/crash/lock/${id}`);
    await operator('POST', `/api/v2/Accident/${id}/notes`, { Text: 'Дозвонились' });
    const { body } = await manager('GET', `/api/v2/Client/${client_id}`);
    expect(body).toMatchObject({ Vouchers: 1, Accidents: 1, LastContactAt: app.clock.now().toISOString() });
    expect((await manager('GET', `/api/v2/Voucher/table?ClientId=${client_id}`)).body.Total).toBe(1);
    expect((await manager('GET', `/api/v2/Accident/table/opened?ClientId=${client_id}`)).body.Total).toBe(1);
  });

  it('take their vouchers and open accidents with them when they are changed; processed ones keep who was in them', async () => {
    const { id: voucher_id, number } = await app.given.voucher(company);
    const client_id = await clientOf(voucher_id);
    const accident = (status: 'opened' | 'closed') =>
      app.given.accident(company, { voucher_id, client_id, status, client_name: 'Прежняя Анна' });
    const [open, closed] = [await accident('opened'), await accident('closed')];
    const change = { LastName: 'Новикова', FirstName: 'Анна', Phone: '+7 900 111-22-33', Vip: true, Version: 1 };
    expect((await manager('PUT', `/api/v2/Client/${client_id}`, change)).status).toBe(200);
    const found = await manager('GET', '/api/v2/Voucher/table?search=новикова');
    expect(found.body.Items).toMatchObject([
      { VoucherNumber: number, ClientName: 'Новикова Анна', PhoneNumber: '+7 900 111-22-33', Vip: true },
    ]);
    const names = async (id: number) => (await manager('GET', `/api/v2/Accident/${id}`)).body.ClientName;
    expect([await names(open.id), await names(closed.id)]).toEqual(['Новикова Анна', 'Прежняя Анна']);
  });

  it('have no licence before they are sixteen, no birthday to come, and a phone that is one', async () => {
    const faults = async (more: object) => {
      const { status, body } = await manager('POST', '/api/v2/Client', { ...person, ...more });
      return [
        status,
        ...(body.Errors ?? []).map(({ Field, Message }: Record<string, string>) => `${Field}: ${Message}`),
      ];
    };
    expect(await faults({ BirthDate: '2000-05-10', LicenceDate: '2016-05-09' })).toEqual([
      400,
      'LicenceDate: A licence is not issued before the 16th birthday',
    ]);
    expect(await faults({ BirthDate: '2000-05-10', LicenceDate: '2016-05-10' })).toEqual([201]);
    expect(await faults({ BirthDate: '2027-01-01' })).toEqual([400, 'BirthDate: Cannot be later than today']);
    expect((await faults({ Phone: 'позвони мне' }))[1]).toContain('Phone: 5 to 15 digits');
    expect((await faults({ Country: 'XX' }))[0]).toBe(400);
  });
});

describe('devices', () => {
  const imei = makeImei(700_001);
  it('are registered once in the whole installation, and read under both paths', async () => {
    const { body } = await manager('POST', '/api/v2/Device', {
      IMEI: imei,
      SimNumber: '+7 958 000-51-51',
      Alien: false,
    });
    expect(body).toMatchObject({
      IMEI: imei,
      Affiliation: 'insurer',
      VoucherNumber: null,
      VoucherId: null,
      LastMessageAt: null,
      BatteryPercent: null,
    });
    expect((await manager('GET', `/api/terminal/${body.Id}`)).body).toEqual(
      (await manager('GET', `/api/v2/Device/${body.Id}`)).body,
    );
    const again = await stranger('POST', '/api/v2/Device', { IMEI: imei });
    expect([again.status, again.body.Errors[0].Field]).toEqual([409, 'IMEI']);
    expect((await stranger('GET', `/api/terminal/${body.Id}`)).status).toBe(404);
    expect((await operator('GET', `/api/v2/Device/${body.Id}`)).status).toBe(403);
    expect((await manager('POST', '/api/v2/Device', { IMEI: '123456789012345' })).status).toBe(400);
  });

  it.each(terminalAffiliations)(
    'tell whose they are in the words of their voucher, whoever says it: %s',
    async whose => {
      const { id, imei } = await app.given.voucher(company);
      const { Items } = (await manager('GET', `/api/v2/Device/table?search=${imei}`)).body;
      const device = async () => (await manager('GET', `/api/v2/Device/${Items[0].Id}`)).body;
      const voucher = async () => (await manager('GET', `/api/v2.1/Voucher/${id}/details`)).body;
      const both = async () => {
        const label = devices.fields.Affiliation.choiceLabels[(await device()).Affiliation as typeof whose];
        return [label.en, (await voucher()).Affiliation];
      };
      const other = whose === 'client' ? 'insurer' : 'client';
      const asDevice = async (Affiliation: string) =>
        manager('PUT', `/api/v2/Device/${Items[0].Id}`, { Affiliation, Version: (await device()).Version });
      const asVoucher = async (TerminalAffiliation: number) =>
        manager('PUT', `/api/v2/Voucher/${id}`, { TerminalAffiliation, Version: (await voucher()).Version });
      expect((await asDevice(other)).status).toBe(200);
      expect((await asDevice(whose)).status).toBe(200);
      const { [whose]: words } = devices.fields.Affiliation.choiceLabels;
      expect(await both()).toEqual([words.en, words.en]);
      expect((await voucher()).TerminalAffiliation).toBe(affiliationCodes[whose]);
      expect((await asVoucher(affiliationCodes[other])).status).toBe(200);
      expect((await asVoucher(affiliationCodes[whose])).status).toBe(200);
      expect(await both()).toEqual([words.en, words.en]);
      const filter = encodeURIComponent(JSON.stringify({ entity: 'device', entityId: Items[0].Id }));
      const history = (await manager('GET', `/api/v3/audit?filter=${filter}`)).body;
      expect(JSON.stringify(history)).toContain('Affiliation');
      // Another voucher with the device shows the same history.
      await manager('POST', `/api/v2/Voucher/${id}/moves/detach`, {});
      const next = await app.given.voucher(company, { imei: null, activated_at: null, stage: 'created' });
      expect((await manager('POST', `/api/v2/Voucher/${next.id}/moves/attach`, { Imei: imei })).status).toBe(200);
      const attached = (await manager('GET', `/api/v2.1/Voucher/${next.id}/details`)).body;
      expect(attached.Affiliation).toBe(words.en);
    },
  );

  it('tell under which vouchers they have worked, and what is wrong with them under the one they work under', async () => {
    const [first, second] = [await app.given.voucher(company), await app.given.voucher(company)];
    const silent = (objectId: string, voucherId: number) =>
      app.connection.pool.query(
        `insert into anomaly_status (company_id, object_id, voucher_id, kind, began_at, last_at)
         values ($1, $2, $3, 'silence', '2026-01-14T10:00:00Z', '2026-01-15T10:00:00Z')`,
        [company, objectId, voucherId],
      );
    for (const { objectId, id } of [first, second]) await silent(objectId, id);
    const attach = { Imei: first.imei, Swap: true, Reason: 'Другая машина' };
    const { rows } = await app.connection.pool.query('select id from device where imei = $1', [first.imei]);
    const device = async () => (await manager('GET', `/api/v2/Device/${rows[0].id}`)).body;
    const silence = {
      Kind: 'silence',
      From: '2026-01-14T10:00:00.000Z',
      To: '2026-01-15T10:00:00.000Z',
      State: 'open',
    };
    expect(await device()).toMatchObject({
      Anomalies: [{ ...silence, Ended: null }],
      LifeLine: [{ VoucherId: first.id, VoucherNumber: first.number, ObjectId: first.objectId, To: null }],
    });
    app.clock.forward(60);
    expect((await manager('POST', `/api/v2/Voucher/${first.id}/device/dettach`, {})).body.Message).toBeUndefined();
    expect(await device()).toMatchObject({ Anomalies: [], LifeLine: [{ To: app.clock.now().toISOString() }] });
    expect((await manager('POST', `/api/v2/Voucher/${second.id}/device/attach`, attach)).body.Message).toBeUndefined();
    expect((await device()).LifeLine.map(({ VoucherNumber }: { VoucherNumber: string }) => VoucherNumber)).toEqual([
      second.number,
      first.number,
    ]);
  });

  it('give their voucher the name of their model and their SIM', async () => {
    const { id, imei, number } = await app.given.voucher(company);
    const [device] = (await manager('GET', `/api/v2/Device/table?IMEI=${imei}`)).body.Items;
    expect(device).toMatchObject({ VoucherId: id, VoucherNumber: number });
    expect((await manager('GET', `/api/v2/Voucher/${id}/device`)).body).toMatchObject({ Id: device.Id, Imei: imei });
    const [model] = (await manager('GET', '/api/v2/ObuModel/table?search=FMC130')).body.Items;
    const change = { ObuModelId: model.Id, SimNumber: '+7 958 111-11-11', Version: device.Version };
    const { body } = await manager('PUT', `/api/v2/Device/${device.Id}`, change);
    expect(body.ObuModel).toBe('Teltonika FMC130');
    const voucher = async () => (await manager('GET', `/api/v2/Voucher/table?IMEI=${imei}`)).body.Items[0];
    expect(await voucher()).toMatchObject({
      ObuBrand: 'Teltonika',
      ObuModel: 'FMC130',
      DeviceSimNumber: '+7 958 111-11-11',
    });
    expect((await boss('POST', '/api/admin/obu', { Id: model.Id, Model: 'FMC130 v2' })).body).toEqual({ Id: model.Id });
    expect(await voucher()).toMatchObject({ ObuModel: 'FMC130 v2' });
  });

  it('are changed while their model is, each waiting its turn', async () => {
    const model = (await boss('POST', '/api/admin/obu', { Brand: 'Queclink', Model: 'GV58' })).body.Id;
    const ids: number[] = [];
    for (const number of [700_030, 700_031, 700_032, 700_033]) {
      const device = { IMEI: makeImei(number), ObuModelId: model };
      ids.push((await manager('POST', '/api/v2/Device', device)).body.Id);
    }
    for (const round of [1, 2, 3, 4, 5]) {
      const read = await Promise.all(ids.map(id => manager('GET', `/api/v2/Device/${id}`)));
      const replies = await Promise.all([
        ...read.map(({ body: { Id, Version } }) =>
          manager('PUT', `/api/v2/Device/${Id}`, { Version, SimNumber: `+795811122${round}${Id % 10}` }),
        ),
        boss('POST', '/api/admin/obu', { Id: model, Model: `GV58 v${round}` }),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    }
    for (const id of ids) expect((await manager('GET', `/api/v2/Device/${id}`)).body.ObuModel).toBe('Queclink GV58 v5');
  });
});

describe('what everybody shares', () => {
  it('is made and changed by superusers under the paths of the specification', async () => {
    const { body: terminal } = await boss('POST', '/api/admin/terminal', { IMEI: makeImei(700_002), Alien: true });
    expect((await manager('GET', `/api/terminal/${terminal.Id}`)).body.Alien).toBe(true);
    expect((await boss('POST', '/api/admin/terminal', { Id: terminal.Id, SimNumber: '+79580000000' })).status).toBe(
      200,
    );
    const { body: missing } = await boss('POST', '/api/admin/obu', { Brand: 'Arnavi' });
    expect(missing.Errors.map(({ Field }: { Field: string }) => Field)).toEqual(['Model']);
    const obu = { Brand: 'Arnavi', Model: 'Essential', RateHz: 50, RangeG: 8, Frame: 'vehicle' };
    expect((await boss('POST', '/api/admin/obu', obu)).status).toBe(200);
    const [kia] = (await operator('GET', '/api/v2/VehicleBrand?search=kia')).body.Items;
    const model = { BrandId: kia.Id, Name: 'Seltos', FromYear: 2019, CarTypeId: 4 };
    const { body: car } = await boss('POST', '/api/admin/carmodel', model);
    const models = await operator('GET', `/api/v2/VehicleModel?brandId=${kia.Id}&search=seltos`);
    expect(models.body.Items).toMatchObject([{ Id: car.Id, Brand: 'Kia', CarType: 'Crossover', FromYear: 2019 }]);
    expect((await boss('POST', '/api/admin/carmodel', { Id: car.Id, ToYear: 2000 })).status).toBe(400);
    expect((await boss('POST', '/api/admin/carmodel', { ...model, Name: 'Rio' })).status).toBe(409);
    for (const path of ['admin/terminal', 'admin/obu', 'admin/carmodel', 'contracttype', 'insurancecompany'])
      expect((await manager('POST', `/api/${path}`, {})).status).toBe(403);
    expect((await boss('DELETE', `/api/v2/VehicleBrand/${kia.Id}`)).status).toBe(409);
  });

  it('a dictionary’s entry is known at once, told in English where it has no Russian, and retired instead of removed', async () => {
    const titles = async (call: Call) => (await call('GET', '/api/v2/Info/contractTypes')).body;
    const { body } = await boss('POST', '/api/contracttype', { TitleEn: 'Short term' });
    const russian = app.as((await app.given.account(company, 'OPERATOR')).token, 'ru');
    await vi.waitFor(async () =>
      expect(await titles(russian)).toContainEqual({ Id: String(body.Id), Title: 'Short term' }),
    );
    await boss('POST', '/api/contracttype', { Id: body.Id, TitleRu: 'Краткосрочный' });
    await vi.waitFor(async () =>
      expect(await titles(russian)).toContainEqual({ Id: String(body.Id), Title: 'Краткосрочный' }),
    );
    await boss('POST', '/api/contracttype', { Id: body.Id, Retired: true });
    await vi.waitFor(async () =>
      expect((await titles(russian)).map(({ Id }: { Id: string }) => Id)).not.toContain(String(body.Id)),
    );
    const all = await russian('GET', '/api/v2/Info/contractTypes?retired=true');
    expect(all.body).toContainEqual({ Id: String(body.Id), Title: 'Краткосрочный' });
    const found = '/api/v2/DictionaryEntry/table?Dictionary=contractTypes&search=short';
    const [entry] = (await boss('GET', found)).body.Items;
    // The title of the page is in the reader's language.
    const english = app.as((await app.given.account(company, 'OPERATOR')).token, 'en');
    expect((await english('GET', found)).body.Items[0].Title).toBe('Short term');
    expect((await russian('GET', found)).body.Items[0].Title).toBe('Краткосрочный');
    expect((await boss('DELETE', `/api/v2/DictionaryEntry/${entry.Id}`)).status).toBe(404);
  });

  it('an entry that is retired stays where it was chosen and is chosen nowhere else', async () => {
    const { id } = await app.given.accident(company, { crash_dynamics_id: 3 });
    const [entry] = (await boss('GET', '/api/v2/DictionaryEntry/table?Dictionary=crashDynamics&search=side')).body
      .Items;
    await boss('PUT', `/api/v2/DictionaryEntry/${entry.Id}`, { Retired: true, Version: entry.Version });
    await vi.waitFor(async () => {
      const { body } = await operator('GET', '/api/v2/Info/crashDynamics');
      expect(body.map(({ Id }: { Id: string }) => Id)).not.toContain('3');
    });
    await operator('GET', `/api/crash/lock/${id}`);
    const { Version } = (await operator('GET', `/api/v2/Accident/${id}`)).body;
    const save = (CrashDynamicsId: number, version: number) =>
      operator('PUT', `/api/v2/Accident/${id}`, { CrashDynamicsId, Version: version });
    expect((await save(3, Version)).status).toBe(200);
    const { body } = await save(1, Version);
    expect((await save(3, body.Version)).status).toBe(400);
  });

  it('two entries that are made at once get two codes', async () => {
    const made = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        boss('POST', '/api/v2/DictionaryEntry', { Dictionary: 'services', TitleEn: `Service ${at}`, Retired: false }),
      ),
    );
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(made.map(({ body }) => body.Code)).size).toBe(5);
  });
});

describe('companies', () => {
  it('are made with a manager who is invited, and show their maker nothing', async () => {
    const Manager = { Email: 'first@insurer.test', FullName: 'Первый Руководитель' };
    const { body } = await boss('POST', '/api/insurancecompany', {
      Name: 'Новая страховая',
      TimeZone: 'Asia/Omsk',
      Manager,
    });
    expect(body).toEqual({ Id: expect.any(Number) });
    const account = await app.connection.db
      .selectFrom('account')
      .selectAll()
      .where('company_id', '=', body.Id)
      .execute();
    expect(account).toMatchObject([{ email: Manager.Email, roles: ['MANAGER'] }]);
    const theirs = app.as((await app.given.account(body.Id, 'MANAGER')).token, 'en');
    const people = (await theirs('GET', '/api/v2/Operator/table')).body;
    expect(people.Total).toBe(people.Items.length);
    expect(people.Items).toContainEqual(expect.objectContaining({ FullName: Manager.FullName, State: 'invited' }));
    expect((await boss('GET', `/api/v2/Company/${body.Id}`)).status).toBe(404);
    expect((await boss('GET', '/api/v2/Company/table')).body.Total).toBe(1);
    expect((await boss('POST', '/api/insurancecompany', { Id: body.Id, Name: 'Чужая' })).status).toBe(404);
    const again = await boss('POST', '/api/insurancecompany', { Name: 'Ещё одна', Manager });
    expect([again.status, again.body.Errors[0].Field]).toEqual([409, 'Manager.Email']);
    const atOnce = ['А', 'Б', 'В'].map(Name =>
      boss('POST', '/api/insurancecompany', { Name, Manager: { ...Manager, Email: 'at-once@insurer.test' } }),
    );
    const answers = (await Promise.all(atOnce)).sort((a, b) => a.status - b.status);
    expect(answers.map(({ status, body }) => [status, body.Errors?.[0].Field])).toEqual([
      [200, undefined],
      [409, 'Manager.Email'],
      [409, 'Manager.Email'],
    ]);
    expect(
      (
        await boss('POST', '/api/insurancecompany', {
          Name: 'Новая страховая',
          Manager: { ...Manager, Email: 'b@insurer.test' },
        })
      ).status,
    ).toBe(409);
    expect(await app.connection.db.selectFrom('company').select('id').where('name', '=', 'Ещё одна').execute()).toEqual(
      [],
    );
  });

  it('are renamed by their own superuser, to a time zone that exists', async () => {
    const [own] = (await boss('GET', '/api/v2/Company/table')).body.Items;
    const change = (more: object) => boss('PUT', `/api/v2/Company/${own.Id}`, { ...more, Version: own.Version });
    expect((await change({ TimeZone: 'Mars/Base' })).status).toBe(400);
    expect((await change({ TimeZone: 'Asia/Omsk' })).body.TimeZone).toBe('Asia/Omsk');
  });
});
