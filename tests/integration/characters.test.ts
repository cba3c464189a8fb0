import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let manager: Call;
let accident: { readonly id: number };
beforeAll(async () => {
  app = await openTestApp();
  const company = await app.given.company();
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
  accident = await app.given.accident(company);
});
afterAll(() => app.close());

const nul = 'a\u0000b';

it.each([
  ['POST', '/api/v2/Client', { LastName: nul }, 'LastName'],
  ['POST', '/api/v2/Client', { LastName: 'Иванов', City: nul }, 'City'],
  ['POST', '/api/v2/Operator', { Email: 'a@b.test', FirstName: nul, LastName: 'b', Roles: ['OPERATOR'] }, 'FirstName'],
  ['POST', '/api/v2/PlatformKey', { Name: nul }, 'Name'],
  ['POST', '/api/v2/Accident/1/notes', { Text: nul }, 'Text'],
  ['POST', '/api/filtertemplate', { Resource: 'clients', Name: nul, Shared: 'me', State: {} }, 'Name'],
  ['POST', '/api/v3/messages', { text: nul }, 'text'],
  ['GET', '/api/v1/Client/table?search=a%00b', undefined, 'search'],
  ['GET', '/api/v1/Client/table?City=a%00b', undefined, 'City'],
  ['GET', '/api/v3/search?q=a%00b', undefined, 'q'],
  [
    'POST',
    '/api/v3/exports',
    { Resource: 'clients', Format: 'csv', Columns: ['City'], Query: { City: nul } },
    'Query.City',
  ],
] as const)('%s %s with a character that no text may have names where it stands', async (method, path, body, field) => {
  const reply = await manager(method, path.replace('/1/', `/${accident.id}/`), body);
  expect(reply).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: field, Message: 'В тексте есть недопустимый знак' }] },
  });
});

it.each([
  ['POST', '/api/v2/Client', { LastName: '\u3164' }, 'LastName'],
  ['POST', '/api/v2/PlatformKey', { Name: '\u200b\u2060' }, 'Name'],
  ['POST', '/api/v2/Accident/1/notes', { Text: '\u200b \u115f' }, 'Text'],
  ['POST', '/api/v3/messages', { text: '\u2800\u061c' }, 'text'],
] as const)('%s %s with invisible characters alone is empty', async (method, path, body, field) => {
  const reply = await manager(method, path.replace('/1/', `/${accident.id}/`), body);
  expect(reply).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: field, Message: 'Поле обязательно для заполнения' }] },
  });
});

it('a tab or a line break in a field of one line becomes a blank, and stays in a text of several lines', async () => {
  const client = await manager('POST', '/api/v2/Client', { LastName: 'Дроздова\tАнна', City: 'Нижний\r\nНовгород ' });
  expect(client.body).toMatchObject({ LastName: 'Дроздова Анна', City: 'Нижний Новгород' });
  const { Id } = (await manager('POST', '/api/v2/PlatformKey', { Name: 'Стенд\n2' })).body;
  expect((await manager('GET', `/api/v2/PlatformKey/${Id}`)).body).toMatchObject({ Name: 'Стенд 2' });
  const message = await manager('POST', '/api/v3/messages', { text: 'Свидетели:\n\tИванов' });
  expect(message.body).toMatchObject({ text: 'Свидетели:\n\tИванов' });
});

describe('an encoded word, which mail servers read as another address', () => {
  const Email = '=?utf-8?q?ivan?=@mail.test';
  it.each([
    ['POST', '/api/v2/Client', { LastName: 'Иванов' }],
    ['POST', '/api/v2/Operator', { FirstName: 'Иван', LastName: 'Петров', Roles: ['OPERATOR'] }],
  ] as const)('is refused by %s %s by its field', async (method, path, body) => {
    const reply = await manager(method, path, { ...body, Email });
    expect(reply).toMatchObject({ status: 400, body: { Errors: [{ Field: 'Email' }] } });
  });

  it('is refused by a change of a client', async () => {
    const client = await manager('POST', '/api/v2/Client', { LastName: 'Иванов', Email: 'a@mail.test' });
    const reply = await manager('PUT', `/api/v2/Client/${client.body.Id}`, { Email, Version: client.body.Version });
    expect(reply).toMatchObject({ status: 400, body: { Errors: [{ Field: 'Email' }] } });
  });
});
