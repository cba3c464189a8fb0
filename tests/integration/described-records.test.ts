import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let manager: Call;
let operator: Call;
let stranger: Call;
beforeAll(async () => {
  app = await openTestApp();
  const company = await app.given.company();
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
  operator = app.as((await app.given.account(company, 'OPERATOR')).token, 'en');
  stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
});
afterAll(() => app.close());

const path = '/api/v2/InstallationCenter';
const listPath = '/api/installationCenters';
const centre = (Name: string) => ({
  Name,
  City: 'Казань',
  Address: 'ул. Баумана, 1',
  Latitude: 55.79,
  Longitude: 49.12,
});
const made = async (name: string) => (await manager('POST', path, centre(name))).body;

// Installation centres are only a description. No code of the server mentions them.
describe('a resource that is only described', () => {
  it('is made, read alone and in its list, with its exact number', async () => {
    const { status, body } = await manager('POST', path, { ...centre('  Северный '), Phone: '+7 843 200-00-00' });
    expect([status, body]).toEqual([
      201,
      { Id: expect.any(Number), ...centre('Северный'), Phone: '+7 843 200-00-00', Hours: null, Version: 1 },
    ]);
    expect((await operator('GET', `${path}/${body.Id}`)).body).toEqual(body);
    const list = await operator('GET', `${listPath}?search=баумана&City=каз`);
    expect(list.body).toEqual({ Items: [body], Total: 1 });
    expect((await operator('GET', `${listPath}`)).body.Total).toBe(1);
  });

  it('is asked for by ids, several at once, and nothing of another company is among them', async () => {
    const [one, two] = [await made('Первый по номеру'), await made('Второй по номеру')];
    const ids = (list: readonly unknown[]) => `${listPath}?ids=${list.join()}`;
    const { body } = await operator('GET', `${ids([two.Id, one.Id, 999_999])}&search=номеру`);
    expect(body).toEqual({ Items: [two, one], Total: 2 });
    expect((await stranger('GET', ids([one.Id]))).body).toEqual({ Items: [], Total: 0 });
    for (const wrong of ['', '1,', 'x', '1;2', Array.from({ length: 501 }, (_, at) => at + 1).join()])
      expect((await operator('GET', `${listPath}?ids=${wrong}`)).status).toBe(400);
    expect((await operator('GET', ids(Array.from({ length: 500 }, () => 999_999_999_999_999)))).status).toBe(200);
  });

  it('keeps what was changed, with who did it and the values before and after', async () => {
    const { Id } = await made('Южный');
    const { body } = await manager('PUT', `${path}/${Id}`, { City: 'Самара', Phone: null, Version: 1 });
    expect([body.City, body.Version]).toEqual(['Самара', 2]);
    const filter = encodeURIComponent(JSON.stringify({ entity: 'installationCenter', entityId: Id }));
    const history = await manager('GET', `/api/v3/audit?filter=${filter}`);
    expect(history.body.map((row: { action: string; changes: object[] }) => [row.action, row.changes.length])).toEqual([
      ['update', 1],
      ['create', 5],
    ]);
    expect(history.body[0].changes).toEqual([{ field: 'City', before: 'Казань', after: 'Самара' }]);
    // A reader of the record may read its history, but no other part of the audit.
    expect((await operator('GET', `/api/v3/audit?filter=${filter}`)).body).toEqual(history.body);
    const all = encodeURIComponent(JSON.stringify({ entity: 'installationCenter' }));
    expect((await operator('GET', `/api/v3/audit?filter=${all}`)).status).toBe(403);
    const ofPerson = encodeURIComponent(JSON.stringify({ entity: 'account', entityId: 1 }));
    expect((await operator('GET', `/api/v3/audit?filter=${ofPerson}`)).status).toBe(403);
  });

  it('says so when somebody else was first, and gives the record as it is now', async () => {
    const { Id } = await made('Западный');
    await manager('PUT', `${path}/${Id}`, { City: 'Уфа', Version: 1 });
    const { status, body } = await manager('PUT', `${path}/${Id}`, { City: 'Пермь', Version: 1 });
    expect([status, body.Current.City, body.Current.Version]).toEqual([409, 'Уфа', 2]);
  });

  it('leaves version and history alone when nothing differs', async () => {
    const { Id } = await made('Восточный');
    const { body } = await manager('PUT', `${path}/${Id}`, { City: ' Казань ', Version: 1 });
    expect(body.Version).toBe(1);
  });

  it('is removed, and its number with it', async () => {
    const before = (await manager('GET', `${listPath}`)).body.Total;
    const { Id } = await made('Лишний');
    expect((await manager('DELETE', `${path}/${Id}?version=7`)).status).toBe(409);
    expect((await manager('DELETE', `${path}/${Id}`)).body).toEqual({ Done: true });
    expect((await manager('GET', `${path}/${Id}`)).status).toBe(404);
    expect((await manager('GET', `${listPath}`)).body.Total).toBe(before);
  });

  it('names the fields that are wrong, in the language of who asks', async () => {
    const { status, body } = await manager('POST', path, { Name: '  ', City: 'Тула', Address: 5, Wrong: 1 });
    expect(status).toBe(400);
    expect(
      Object.fromEntries(body.Errors.map((each: { Field: string; Message: string }) => [each.Field, each.Message])),
    ).toEqual({
      Address: 'Должно быть текстом',
      Wrong: 'Неизвестный параметр',
    });
    const blank = await manager('POST', path, centre('   '));
    expect(blank.body.Errors).toEqual([{ Field: 'Name', Message: 'Поле обязательно для заполнения' }]);
    expect((await manager('POST', path, centre('a\u0000b'))).status).toBe(400);
    const half = await manager('POST', path, { ...centre('Полместа'), Longitude: null });
    expect(half.body.Errors).toEqual([{ Field: 'Longitude', Message: 'Поле обязательно для заполнения' }]);
  });

  it('has no two of what must be unique, also when they come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => manager('POST', path, centre('Единственный'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.Errors).toEqual([{ Field: 'Name', Message: 'Уже занято: Единственный' }]);
  });

  it('is another company’s to nobody', async () => {
    const { Id } = await made('Свой');
    const tries = [
      await stranger('GET', `${path}/${Id}`),
      await stranger('PUT', `${path}/${Id}`, { City: 'Чужой', Version: 1 }),
      await stranger('DELETE', `${path}/${Id}`),
    ];
    expect(tries.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await stranger('GET', `${listPath}`)).body).toEqual({ Items: [], Total: 0 });
    expect((await manager('GET', `${path}/${Id}`)).body.City).toBe('Казань');
  });

  it('is changed by those only whom the description names', async () => {
    const { Id } = await made('Закрытый');
    const tries = [
      await operator('POST', path, centre('x')),
      await operator('PUT', `${path}/${Id}`, { City: 'y', Version: 1 }),
      await operator('DELETE', `${path}/${Id}`),
    ];
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await app.anonymous('GET', `${listPath}`)).status).toBe(401);
  });

  it('stands in the published document with its fields', async () => {
    const { body } = await app.anonymous('GET', '/api/openapi.json');
    const { post } = body.paths['/api/v2/InstallationCenter'];
    expect(Object.keys(post.requestBody.content['application/json'].schema.properties)).toEqual([
      'Name',
      'City',
      'Address',
      'Phone',
      'Hours',
      'Latitude',
      'Longitude',
    ]);
  });
});

it('does not start while a stage of the life cycle cannot be stored', async () => {
  const fewer = `alter table voucher add check
    (stage in ('created', 'awaitingInstallation', 'active', 'suspended', 'awaitingRemoval'))`;
  await expect(openTestApp(undefined, {}, fewer)).rejects.toThrow(
    'The choice "closed" of vouchers.Status cannot be stored in stage.',
  );
  const generated = `alter table voucher drop column stage, add column stage text generated always as ('active') stored`;
  await expect(openTestApp(undefined, {}, generated)).rejects.toThrow(
    'The choice "active" of vouchers.Status cannot be stored in stage.',
  );
});

it('with a column that is read as a text the server does not start, and says which', async () => {
  await expect(
    openTestApp(undefined, {}, 'alter table installation_center alter column latitude type numeric'),
  ).rejects.toThrow(
    'Latitude of installationCenters is of another type than a number is: an integer or double precision.',
  );
});
