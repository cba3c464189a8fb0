import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let company: number;
let manager: ReturnType<TestApp['as']>;
beforeAll(async () => {
  app = await openTestApp();
  company = await app.given.company();
  manager = app.as((await app.given.account(company, 'MANAGER', { full_name: 'Юрьева Инна' })).token);
  for (const name of ['Борисова Ольга', 'Алёшин Пётр', 'Ветров Иван'])
    await app.given.account(company, 'OPERATOR', { full_name: name, phone: '+79161234567' });
  await app.given.account(await app.given.company(), 'OPERATOR', { full_name: 'Somebody else' });
});
afterAll(() => app.close());

const names = (body: { Items: { FullName: string }[] }) => body.Items.map(item => item.FullName);

describe('the list of operators', () => {
  it('holds everybody of the company who has an account and nobody else', async () => {
    const { body } = await manager('GET', '/api/v2/Operator/table');
    expect(body.Total).toBe(4);
    expect(names(body)).toEqual(['Алёшин Пётр', 'Борисова Ольга', 'Ветров Иван', 'Юрьева Инна']);
  });

  it('is ordered by the column asked for', async () => {
    const { body } = await manager('GET', '/api/v2/Operator/table?sort=FullName-desc&pageSize=2');
    expect(names(body)).toEqual(['Юрьева Инна', 'Ветров Иван']);
    expect(body.Total).toBe(4);
  });

  it('finds by name with е for ё', async () => {
    const { body } = await manager('GET', `/api/v2/Operator/table?search=${encodeURIComponent('алешин')}`);
    expect(names(body)).toEqual(['Алёшин Пётр']);
    expect(body.Total).toBe(1);
  });

  it('is narrowed by a filter', async () => {
    expect((await manager('GET', '/api/v2/Operator/table?State=blocked')).body).toEqual({ Items: [], Total: 0 });
  });

  it.each([
    ['sort=Password-asc', 'sort'],
    ['sort=FullName', 'sort'],
    ['colour=red', 'colour'],
    ['page=0', 'page'],
    ['pageSize=ten', 'pageSize'],
    ['State=perhaps', 'State'],
  ])('refuses ?%s and names %s', async (query, field) => {
    const { status, body } = await manager('GET', `/api/v2/Operator/table?${query}`);
    expect(status).toBe(400);
    expect(body.Errors[0].Field).toBe(field);
    expect(body.Errors[0].Message).not.toBe('');
  });

  it('answers a page far behind the last one with the exact total', async () => {
    const { status, body } = await manager('GET', '/api/v2/Operator/table?page=1000000000&pageSize=50');
    expect({ status, body }).toEqual({ status: 200, body: { Items: [], Total: 4 } });
  });

  it('is streamed whole when everything is asked for', async () => {
    const { status, body } = await manager('GET', '/api/v2/Operator/table?pageSize=99999999');
    expect(status).toBe(200);
    expect(names(body)).toEqual(['Алёшин Пётр', 'Борисова Ольга', 'Ветров Иван', 'Юрьева Инна']);
    expect(body.Total).toBe(4);
  });

  it('shows no password', async () => {
    const { body } = await manager('GET', '/api/v2/Operator/table?pageSize=99999999');
    expect(JSON.stringify(body)).not.toMatch(/password|argon/i);
  });
});

describe('values that no column can hold', () => {
  it.each(['search=%00', 'search=a%00b', 'sort=%00'])('?%s is refused in words', async query => {
    const { status, body } = await manager('GET', `/api/v2/Operator/table?${query}`);
    expect(status).toBe(400);
    expect(body.Message).toBe('Проверьте введённые данные');
  });
});
