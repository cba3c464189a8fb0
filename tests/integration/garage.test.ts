import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garage } from '../../examples/garage/garage.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { over } from '../support/everyList.ts';
import { fileUpload, importRows } from '../support/upload.ts';

// The built script of other tests cannot import the garage's TypeScript.
const threadScript = new URL('../../server/threads/thread.mjs', import.meta.url).href;

let app: TestApp;
let manager: Call;
let stranger: Call;
beforeAll(async () => {
  const more = { ...garage, jobs: { startHook: 'onReady' as const }, threadScript };
  app = await openTestApp(undefined, more, await readFile('examples/garage/cars.sql', 'utf8'));
  manager = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token, 'en');
  stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
});
afterAll(() => app.close());

const car = { Plate: 'А123ВС77', Owner: 'Иванова', State: 'waiting', MileageKm: 1000, ArrivedOn: '2026-01-10' };

describe('the engine with one description of its own', () => {
  it('serves lists, search and filters of it', async () => {
    await manager('POST', '/api/v2/Car', car);
    await manager('POST', '/api/v2/Car', { ...car, Plate: 'Р777РР178', State: 'ready', MileageKm: null });
    const plates = async (query: string) =>
      (await manager('GET', `/api/v2/Car/table?${query}`)).body.Items.map(({ Plate }: typeof car) => Plate);
    expect(await plates('')).toEqual(['А123ВС77', 'Р777РР178']);
    expect(await plates('sort=Plate-desc')).toEqual(['Р777РР178', 'А123ВС77']);
    expect(await plates('search=a123')).toEqual(['А123ВС77']);
    expect(await plates('State=ready')).toEqual(['Р777РР178']);
    expect((await stranger('GET', '/api/v2/Car/table')).body).toEqual({ Items: [], Total: 0 });
  });

  it('refuses wrong values and names their fields', async () => {
    const wrong = async (more: object) => {
      const { status, body } = await manager('POST', '/api/v2/Car', { ...car, ...more });
      return [status, body.Errors.map(({ Field }: { Field: string }) => Field)];
    };
    expect(await wrong({ State: 'sold' })).toEqual([400, ['State']]);
    expect(await wrong({ MileageKm: -1 })).toEqual([400, ['MileageKm']]);
    const twice = await manager('POST', '/api/v2/Car', car);
    expect([twice.status, twice.body.Errors[0].Field]).toEqual([409, 'Plate']);
  });

  it('keeps the history of a record', async () => {
    const { body } = await manager('POST', '/api/v2/Car', { ...car, Plate: 'С001СС99' });
    await manager('PUT', `/api/v2/Car/${body.Id}`, { State: 'inRepair', Version: body.Version });
    const filter = encodeURIComponent(JSON.stringify({ entity: 'car', entityId: body.Id }));
    const [newest] = (await manager('GET', `/api/v3/audit?filter=${filter}`)).body;
    expect([newest.action, newest.changes]).toEqual([
      'update',
      [{ field: 'State', before: 'waiting', after: 'inRepair' }],
    ]);
  });

  it('exports its list as a file', async () => {
    const order = { Resource: 'cars', Format: 'csv', Columns: ['Plate', 'State'], Query: { State: 'waiting' } };
    const { status, body } = await manager('POST', '/api/v3/exports', order);
    expect([status, body.Errors]).toEqual([201, undefined]);
    expect(await over(manager, `/api/v3/exports/${body.Id}`)).toMatchObject({ State: 'done', Total: 1 });
    const { bytes } = await manager('GET', `/api/v3/exports/${body.Id}/file`);
    expect(bytes.toString()).toContain('А123ВС77,waiting');
  });

  it.each(['csv', 'xlsx'] as const)(
    'imports cars from a %s file with no code of their own, and undoes it',
    async format => {
      const mark = format === 'csv' ? 'К' : 'М';
      const rows = [
        ['Госномер', 'Владелец', 'Телефон', 'Состояние', 'Пробег', 'Приехала'],
        [`${mark}111КК77`, 'Петров', '+7 916 000-00-01', 'в ремонте', '12000', '15.01.2026'],
        [`${mark}222КК77`, 'Сидоров', '', 'ready', '', '2026-01-16'],
      ];
      const imported = await importRows(manager, rows, { format });
      expect(await imported.step('check')).toMatchObject({ State: 'checked', Rows: 2, WrongRows: 0, DoubtfulRows: 0 });
      expect(await imported.step('run')).toMatchObject({ State: 'done', Error: null });
      const found = async () => (await manager('GET', '/api/v2/Car/table?search=КК77')).body;
      expect(await found()).toMatchObject({
        Total: 2,
        Items: [
          { Plate: `${mark}111КК77`, Owner: 'Петров', State: 'inRepair', MileageKm: 12000, ArrivedOn: '2026-01-15' },
          { Plate: `${mark}222КК77`, Phone: null, State: 'ready', MileageKm: null, ArrivedOn: '2026-01-16' },
        ],
      });
      const { Id } = (await manager('GET', imported.path)).body;
      await manager('POST', '/api/v2/Car', { ...car, Plate: `${mark}333КК77` });
      const importedBy = async (call: Call, id: number) =>
        (await call('GET', `/api/v2/Car/table?ImportId=${id}`)).body.Items.map(({ Plate }: typeof car) => Plate);
      expect(await importedBy(manager, Id)).toEqual([`${mark}111КК77`, `${mark}222КК77`]);
      expect(await importedBy(manager, Id + 1000)).toEqual([]);
      expect(await importedBy(stranger, Id)).toEqual([]);
      const others = await manager('GET', `/api/v2/Car/table?search=КК77&ImportIdNot=${Id}`);
      expect(others.body.Items).toMatchObject([{ Plate: `${mark}333КК77` }]);
      await manager('DELETE', `/api/v2/Car/${others.body.Items[0].Id}`);
      expect(await imported.step('undo')).toMatchObject({ State: 'undone', Error: null });
      expect(await found()).toMatchObject({ Total: 0 });
    },
  );

  it('names row, field and value of what cannot be imported, and imports nothing of it', async () => {
    await manager('POST', '/api/v2/Car', { ...car, Plate: 'Т555ТТ77' });
    const { path, step } = await importRows(manager, [
      ['Plate', 'Owner', 'State', 'Mileage', 'Arrived'],
      ['Т555ТТ77', 'Петров', 'sold', '-5', '2026-01-15'],
      ['Т666ТТ77', 'Петров', 'ready', '5', '2026-01-15'],
      ['Т666ТТ77', '', 'ready', '5', '2026-01-15'],
    ]);
    expect(await step('check')).toMatchObject({ State: 'checked', Rows: 3, WrongRows: 2 });
    const { Items } = (await manager('GET', `${path}/faults`)).body;
    expect(Items.map(({ Row, Field, Value }: Record<string, unknown>) => [Row, Field, Value]).sort()).toEqual([
      [2, 'MileageKm', '-5'],
      [2, 'Plate', 'Т555ТТ77'],
      [2, 'State', 'sold'],
      [4, 'Owner', ''],
      [4, 'Plate', 'Т666ТТ77'],
    ]);
    expect((await manager('POST', `${path}/run`)).status).toBe(422);
  });

  it('does not undo an import whose car was changed since', async () => {
    const imported = await importRows(manager, [
      ['Plate', 'Owner', 'State', 'Arrived'],
      ['Х777ХХ77', 'Петров', 'ready', '2026-01-15'],
    ]);
    await imported.step('check');
    await imported.step('run');
    const [{ Id, Version }] = (await manager('GET', '/api/v2/Car/table?search=777ХХ')).body.Items;
    await manager('PUT', `/api/v2/Car/${Id}`, { State: 'waiting', Version });
    expect((await manager('GET', `${imported.path}/touched`)).body.Items).toEqual([
      { Id, Title: 'Х777ХХ77', Row: 2, Why: 'changed' },
    ]);
    expect((await manager('POST', `${imported.path}/undo`)).status).toBe(409);
  });

  it('imports no records of a resource that is not described as importable', async () => {
    const file = fileUpload('exports.csv', Buffer.from('Plate\nА1'));
    const { status, body } = await manager('POST', '/api/v3/imports?resource=exports', undefined, file);
    expect([status, body.Errors]).toEqual([400, [{ Field: 'resource', Message: expect.stringContaining('exports') }]]);
  });

  it('has the records of the engine, and no call or record of the insurer', async () => {
    expect(Object.keys(garage.registry.tables).sort()).toEqual(['bulkChanges', 'cars', 'exports', 'imports']);
    expect((await manager('GET', '/api/v3/bulk')).body).toEqual({ Items: [], Total: 0 });
    expect((await manager('GET', '/api/v2/Voucher/table')).status).toBe(404);
  });
});
