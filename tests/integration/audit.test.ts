import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '../../server/resources.ts';
import type { AuditRow } from '../../src/contract/shapes/audit.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let company: number;
let operator: Call;
let manager: Call;
let operatorId: number;
let id: number;
beforeAll(async () => {
  app = await openTestApp();
  company = await app.given.company();
  const account = await app.given.account(company, 'OPERATOR', { full_name: 'Ольга' });
  operatorId = account.id;
  operator = app.as(account.token);
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
  id = (await app.given.accident(company)).id;
  const other = (await app.given.accident(company)).id;
  for (const accident of [id, other]) await operator('GET', `/api/crash/lock/${accident}`);
  await operator('POST', `/api/v2/Accident/${id}/notes`, { Text: 'Раз' });
  await operator('POST', `/api/v2/Accident/${id}/notes`, { Text: 'Два' });
});
afterAll(() => app.close());

const ask = (call: Call, question: { sort?: unknown; range?: unknown; filter?: unknown } = {}) => {
  const query = Object.entries(question).map(([name, value]) => [name, JSON.stringify(value)]);
  return call('GET', `/api/v3/audit?${new URLSearchParams(query)}`);
};
const ofAccident = () => ({ entity: 'accident', entityId: id });

describe('the history', () => {
  it('of an accident tells who changed what, when, newest first', async () => {
    const { status, body, headers } = await ask(operator, { filter: ofAccident() });
    expect(status).toBe(200);
    expect(headers['content-range']).toBe('audit 0-2/3');
    expect(headers['access-control-expose-headers']).toBe('Content-Range');
    expect(body[0]).toEqual({
      id: expect.any(Number),
      at: app.clock.now().toISOString(),
      actorId: operatorId,
      actorName: 'Ольга',
      entity: 'accident',
      entityId: id,
      title: expect.stringMatching(/\S/),
      action: 'note',
      reason: null,
      changes: [{ field: 'Text', before: null, after: 'Два' }],
    });
    expect(body.map((row: { action: string }) => row.action)).toEqual(['note', 'note', 'lock']);
  });

  it('comes in ranges and in the order asked for', async () => {
    const { body, headers } = await ask(manager, { sort: ['id', 'ASC'], range: [1, 2] });
    expect(headers['content-range']).toBe('audit 1-2/4');
    expect(body).toHaveLength(2);
    expect(body[0].id).toBeLessThan(body[1].id);
    const behind = await ask(manager, { range: [100, 124] });
    expect(behind.body).toEqual([]);
    expect(behind.headers['content-range']).toBe('audit */4');
  });

  it('is narrowed by several values of a column', async () => {
    expect((await ask(manager, { filter: { action: ['note', 'lock'] } })).body).toHaveLength(4);
    expect((await ask(manager, { filter: { action: 'note', actorId: operatorId } })).body).toHaveLength(2);
    const first = (await ask(manager)).body[0];
    expect((await ask(manager, { filter: { id: [first.id] } })).body).toEqual([first]);
    expect((await ask(manager, { filter: { id: [] } })).body).toEqual([]);
  });

  it('of what one did oneself is for everybody, of nobody else beside', async () => {
    const { status, body } = await ask(operator, { filter: { actorId: operatorId } });
    expect([status, body.length]).toEqual([200, 4]);
    for (const actorId of [operatorId + 1, [operatorId, operatorId + 1], []])
      expect((await ask(operator, { filter: { actorId } })).status).toBe(403);
  });

  it.each([
    [{}],
    [{ filter: { entity: 'accident' } }],
    [{ filter: { entity: 'voucher', entityId: 1 } }],
    [{ filter: { entity: ['accident', 'voucher'], entityId: 1 } }],
    [{ filter: { entity: 'accident', entityId: [1, 2] } }],
  ])('of more than one accident is not for an operator: %o', async question => {
    const { status, body } = await ask(operator, question);
    expect(status).toBe(403);
    expect(body.Message).toContain('руководитель');
  });

  it('calls each record as it is called now, where the reader may see it', async () => {
    const { id: voucherId } = await app.given.voucher(company, { number: 'T-77' });
    const others = await app.given.voucher(await app.given.company(), { number: 'T-78' });
    const entities = [...new Set(Object.values(resources).map(({ entity }) => entity))];
    const changed = [
      ...entities.map(entity => [entity, voucherId] as const),
      ['voucher', others.id] as const,
      ['nothing', 1] as const,
    ];
    await app.connection.db
      .insertInto('audit')
      .values(
        changed.map(([entity, entity_id]) => ({
          company_id: company,
          at: app.clock.now(),
          actor_id: operatorId,
          actor_name: 'Ольга',
          entity,
          entity_id,
          action: 'update',
          changes: '[]',
        })),
      )
      .execute();
    const titlesFor = async (call: Call) =>
      (await ask(call, { filter: { actorId: operatorId, entity: ['voucher', 'nothing', 'accident'] } })).body.map(
        ({ entity, entityId, title }: AuditRow) => [entity, entityId, title],
      );
    const seen = await titlesFor(manager);
    expect(seen).toContainEqual(['voucher', voucherId, 'T-77']);
    expect(seen).toContainEqual(['voucher', others.id, null]);
    expect(seen).toContainEqual(['nothing', 1, null]);
    expect(await titlesFor(operator)).toContainEqual(['voucher', voucherId, null]);
    const { status, body } = await ask(manager, { filter: { actorId: operatorId }, range: [0, 99] });
    expect([status, body.length]).toEqual([200, changed.length + 4]);
  });

  it('of another company is nobody else’s', async () => {
    const outsider = app.as((await app.given.account(await app.given.company(), 'SUPERUSER')).token);
    const { body, headers } = await ask(outsider, { filter: ofAccident() });
    expect(body).toEqual([]);
    expect(headers['content-range']).toBe('audit */0');
    expect((await app.anonymous('GET', '/api/v3/audit')).status).toBe(401);
  });

  it.each([
    ['sort={', 'sort'],
    ['sort=["password","ASC"]', 'sort'],
    ['sort=["id","UP"]', 'sort'],
    ['range=[0]', 'range'],
    ['range=[5,4]', 'range'],
    ['range=[-1,4]', 'range'],
    ['range=[0,1000]', 'range'],
    ['range=[0,1e99]', 'range'],
    ['filter=[]', 'filter'],
    ['filter=null', 'filter'],
    ['filter={"password":"x"}', 'filter.password'],
    ['filter={"__proto__":1}', 'filter.__proto__'],
    ['filter={"entityId":"1 or 1=1"}', 'filter.entityId'],
    ['filter={"entity":"a\\u0000b"}', 'filter.entity'],
    ['colour=red', 'colour'],
  ])('refuses ?%s and names %s', async (query, field) => {
    const { status, body } = await manager('GET', `/api/v3/audit?${encodeURI(query)}`);
    expect(status).toBe(400);
    expect(body.Errors.map((error: { Field: string }) => error.Field)).toEqual([field]);
  });
});
