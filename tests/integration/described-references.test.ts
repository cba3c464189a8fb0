import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { gadgetTables } from '../support/gadgets.ts';
import { importRows } from '../support/upload.ts';

vi.mock(import('../../server/resources.ts'), async original => {
  const [real, { crates, gadgets, makers }] = await Promise.all([original(), import('../support/gadgets.ts')]);
  const resources = { ...real.resources, makers, gadgets, crates };
  return { resources, resourceNamed: name => resources[name as keyof typeof resources] };
});

let app: TestApp;
let ours: Call;
let theirs: Call;
let company: number;
beforeAll(async () => {
  app = await openTestApp(undefined, { jobs: { startHook: 'onReady' } }, gadgetTables);
  company = await app.given.company();
  ours = app.as((await app.given.account(company, 'MANAGER')).token);
  theirs = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
});
afterAll(() => app.close());

const made = async (call: Call, entity: string, body: object) => (await call('POST', `/api/v2/${entity}`, body)).body;
const list = async (call: Call, path: string) => (await call('GET', `/api/v2/${path}`)).body;
const names = ({ Items }: { Items: { Name: string }[] }) => Items.map(({ Name }) => Name);

describe('what companies share', () => {
  it('is listed to each of them, with its number, which no company keeps', async () => {
    for (const Name of ['Штрих', 'Автофон']) await made(ours, 'Maker', { Name });
    for (const call of [ours, theirs]) {
      const page = await list(call, 'Maker/table');
      expect([names(page), page.Total]).toEqual([['Автофон', 'Штрих'], 2]);
      expect(await list(call, 'Maker/table?Name=штр')).toMatchObject({ Items: [{ Name: 'Штрих' }], Total: 1 });
      expect(await list(call, 'Maker/table?pageSize=1&page=7')).toEqual({ Items: [], Total: 2 });
    }
    const whole = await ours('GET', '/api/v2/Maker/table?pageSize=5000');
    expect([names(whole.body), whole.body.Total]).toEqual([['Автофон', 'Штрих'], 2]);
  });
});

describe('a life cycle that only the description tells', () => {
  it('leads from state to state, each step in the history, and says what is possible instead', async () => {
    const gadget = await made(ours, 'Gadget', { Name: 'Весы' });
    expect(gadget.State).toBe('inUse');
    const path = `/api/v2/Gadget/${gadget.Id}/moves`;
    const retired = await ours('POST', `${path}/retire`, { Version: 1 });
    expect([retired.status, retired.body.State, retired.body.Version]).toEqual([200, 'retired', 2]);
    const again = await ours('POST', `${path}/retire`, {});
    expect([again.status, again.body.Code, again.body.Message]).toEqual([
      422,
      'STATE_FORBIDS',
      expect.stringContaining('Вернуть'),
    ]);
    expect((await ours('POST', `${path}/bringBack`, { Version: 1 })).body.Code).toBe('STALE');
    const filter = encodeURIComponent(JSON.stringify({ entity: 'gadget', entityId: gadget.Id, action: 'retire' }));
    const [{ changes }] = (await ours('GET', `/api/v3/audit?filter=${filter}`)).body;
    expect(changes).toEqual([{ field: 'State', before: 'inUse', after: 'retired' }]);
    expect((await ours('DELETE', `/api/v2/Gadget/${gadget.Id}`)).status).toBe(200);
  });
});

describe('what a record refers to', () => {
  it('is told by its title on the record, in the list, and in a whole list that is streamed', async () => {
    const maker = await made(ours, 'Maker', { Name: 'Стриж' });
    const centre = await made(ours, 'InstallationCenter', { Name: 'Север', City: 'Казань', Address: 'ул. 1' });
    const voucher = await app.given.voucher(company);
    const { status, body } = await ours('POST', '/api/v2/Gadget', {
      Name: 'Маяк',
      MakerId: maker.Id,
      CentreId: centre.Id,
      VoucherId: voucher.id,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ Maker: 'Стриж', MakerId: maker.Id, Centre: 'Север', Voucher: voucher.number });
    await made(ours, 'Gadget', { Name: 'Якорь' });
    for (const size of [25, 5000]) {
      const { Items, Total } = await list(ours, `Gadget/table?pageSize=${size}`);
      expect([Items[0], Items[1].Maker, Items[1].MakerId, Total]).toEqual([body, null, null, 2]);
    }
  });

  it('orders and narrows the list by its id', async () => {
    const [a, b] = [await made(ours, 'Maker', { Name: 'Б' }), await made(ours, 'Maker', { Name: 'А' })];
    await made(ours, 'Gadget', { Name: 'второй', MakerId: b.Id });
    await made(ours, 'Gadget', { Name: 'первый', MakerId: a.Id });
    const path = `Gadget/table?MakerId=${a.Id},${b.Id}`;
    expect(names(await list(ours, `${path}&sort=Maker-asc`))).toEqual(['первый', 'второй']);
    expect(names(await list(ours, `${path}&sort=Maker-desc`))).toEqual(['второй', 'первый']);
    expect((await list(ours, `Gadget/table?MakerId=${a.Id}`)).Total).toBe(1);
  });

  it('cannot be another company’s, and is not told to it', async () => {
    const centre = await made(ours, 'InstallationCenter', { Name: 'Юг', City: 'Казань', Address: 'ул. 2' });
    const refused = await theirs('POST', '/api/v2/Gadget', { Name: 'x', CentreId: centre.Id });
    expect([refused.status, refused.body.Errors[0].Field]).toEqual([400, 'CentreId']);
    expect(await list(theirs, 'Gadget/table')).toEqual({ Items: [], Total: 0 });
  });
});

describe('a split resource', () => {
  const standing = async (call: Call) =>
    Promise.all(
      ['upper', 'lower'].map(async shelf => list(call, `Crate/table/${shelf}`).then(page => [names(page), page.Total])),
    );

  it('has a record in the list that its field names, and counts it there, as it is made, moved and removed', async () => {
    const first = await made(ours, 'Crate', { Name: 'первый', Shelf: 'upper' });
    await made(ours, 'Crate', { Name: 'второй', Shelf: 'upper' });
    await made(theirs, 'Crate', { Name: 'чужой', Shelf: 'upper' });
    expect(await standing(ours)).toEqual([
      [['второй', 'первый'], 2],
      [[], 0],
    ]);
    const moved = await ours('PUT', `/api/v2/Crate/${first.Id}`, { Shelf: 'lower', Version: first.Version });
    expect([moved.status, moved.body.Shelf]).toEqual([200, 'lower']);
    expect(await standing(ours)).toEqual([
      [['второй'], 1],
      [['первый'], 1],
    ]);
    await ours('PUT', `/api/v2/Crate/${first.Id}`, { Name: 'тот же', Version: moved.body.Version });
    expect(await standing(ours)).toEqual([
      [['второй'], 1],
      [['тот же'], 1],
    ]);
    expect((await ours('DELETE', `/api/v2/Crate/${first.Id}`)).status).toBe(200);
    expect(await standing(ours)).toEqual([
      [['второй'], 1],
      [[], 0],
    ]);
    expect(await standing(theirs)).toEqual([
      [['чужой'], 1],
      [[], 0],
    ]);
  });

  it('has no other lists than those its description names', async () => {
    expect((await ours('GET', '/api/v2/Crate/table/cellar')).status).toBe(404);
    expect((await ours('POST', '/api/v2/Crate', { Name: 'x', Shelf: 'cellar' })).status).toBe(400);
    expect((await ours('GET', '/api/v2/Crate/table')).status).toBe(404);
  });
});

describe('an import that only the description tells', () => {
  const tablesOf = (name: string) => ({ query: `?resource=${name}` });

  it('finds references by their titles, counts the lists it fills, and stays while others refer to its records', async () => {
    const before = (await list(ours, 'Crate/table/lower')).Total;
    const crates = await importRows(
      ours,
      [
        ['Имя', 'Полка'],
        ['Ящик 7', 'нижняя'],
      ],
      tablesOf('crates'),
    );
    await crates.step('check');
    expect(await crates.step('run')).toMatchObject({ State: 'done', Error: null });
    const { Items, Total } = await list(ours, 'Crate/table/lower');
    expect(Total).toBe(before + 1);
    const crate = Items.find(({ Name }: { Name: string }) => Name === 'Ящик 7');
    const gadgets = await importRows(
      ours,
      [
        ['Имя', 'Ящик'],
        ['Гиря', 'Ящик 7'],
      ],
      tablesOf('gadgets'),
    );
    expect(await gadgets.step('check')).toMatchObject({ State: 'checked', WrongRows: 0 });
    await gadgets.step('run');
    const page = await list(ours, 'Gadget/table?pageSize=100');
    const gadget = page.Items.find(({ Name }: { Name: string }) => Name === 'Гиря');
    expect(await list(ours, `Gadget/${gadget.Id}`)).toMatchObject({ Crate: 'Ящик 7', CrateId: crate.Id });
    expect((await ours('GET', `${crates.path}/touched`)).body).toEqual({
      Items: [{ Id: crate.Id, Title: 'Ящик 7', Row: 2, Why: 'referenced' }],
      Total: 1,
    });
    expect((await ours('POST', `${crates.path}/undo`)).status).toBe(409);
    expect(await gadgets.step('undo')).toMatchObject({ State: 'undone', Error: null });
    expect(await crates.step('undo')).toMatchObject({ State: 'undone', Error: null });
    expect((await list(ours, 'Crate/table/lower')).Total).toBe(before);
  });

  it('names a reference that does not exist, or is another company’s', async () => {
    await made(theirs, 'Crate', { Name: 'чужой ящик', Shelf: 'upper' });
    const gadgets = await importRows(
      ours,
      [
        ['Имя', 'Ящик'],
        ['Гиря', 'чужой ящик'],
      ],
      tablesOf('gadgets'),
    );
    expect(await gadgets.step('check')).toMatchObject({ WrongRows: 1 });
    expect((await ours('GET', `${gadgets.path}/faults`)).body.Items).toMatchObject([
      { Row: 2, Field: 'CrateId', Value: 'чужой ящик', Grave: true },
    ]);
  });
});
