import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import type { Person } from '../support/given.ts';

type Somebody = Person & { call: Call };
let app: TestApp;
let company: number;
let olga: Somebody;
let pavel: Somebody;
let manager: Somebody;
let stranger: Somebody;

const person = async (of: number, full_name: string, role: 'OPERATOR' | 'MANAGER' = 'OPERATOR'): Promise<Somebody> => {
  const account = await app.given.account(of, role, { full_name });
  return { ...account, call: app.as(account.token) };
};
beforeAll(async () => {
  app = await openTestApp();
});
beforeEach(async () => {
  company = await app.given.company();
  olga = await person(company, 'Ольга Петрова');
  pavel = await person(company, 'Павел');
  manager = await person(company, 'Мария', 'MANAGER');
  stranger = await person(await app.given.company(), 'Чужой');
});
afterAll(() => app.close());

const say = async ({ call }: Somebody, text: string, more: object = {}) =>
  call('POST', '/api/v3/messages', { text, ...more });
const thread = async ({ call }: Somebody, query = '') => (await call('GET', `/api/v3/messages${query}`)).body;
const texts = async (who: Somebody, query = '') => (await thread(who, query)).map(({ text }: { text: string }) => text);
const unread = async ({ call }: Somebody) => (await call('GET', '/api/v3/messages/unread')).body.count;
const notifiedOf = async ({ call }: Somebody) =>
  (await call('GET', '/api/v3/notifications')).body.map(({ kind }: { kind: string }) => kind);

describe('the team chat', () => {
  it('is one thread of the company, newest first', async () => {
    const { status, body } = await say(olga, ' Раз ');
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      at: app.clock.now().toISOString(),
      text: 'Раз',
      authorId: olga.id,
      authorName: 'Ольга Петрова',
      accidentId: null,
      replyTo: null,
    });
    await say(pavel, 'Два');
    expect(await texts(manager)).toEqual(['Два', 'Раз']);
    expect(await texts(stranger)).toEqual([]);
  });

  it('has a thread for each accident of the company', async () => {
    const { id } = await app.given.accident(company);
    await say(olga, 'Про аварию', { accidentId: id });
    expect(await texts(pavel)).toEqual([]);
    expect(await texts(pavel, `?filter={"accidentId":${id}}`)).toEqual(['Про аварию']);
    expect((await say(stranger, 'Чужая авария', { accidentId: id })).status).toBe(404);
    expect(await texts(stranger, `?filter={"accidentId":${id}}`)).toEqual([]);
  });

  it('takes up to 4,000 characters, and not nothing', async () => {
    expect((await say(olga, 'я'.repeat(4000))).status).toBe(201);
    expect((await say(olga, 'я'.repeat(4001))).body.Errors[0].Field).toBe('text');
    expect((await say(olga, ' \n ')).body.Errors[0].Field).toBe('text');
    // A control of direction would show the rest of the message reversed.
    const { body } = await say(olga, 'файл \u202egpj.exe\u202c 👨‍👩‍👧');
    expect(body.text ?? body.Text).toBe('файл gpj.exe 👨‍👩‍👧');
  });

  it('counts what others wrote since one has read', async () => {
    await say(olga, 'Раз');
    const { body } = await say(olga, 'Два');
    await say(pavel, 'Три');
    expect([await unread(olga), await unread(pavel), await unread(manager)]).toEqual([1, 2, 3]);
    const read = (upTo: number) => manager.call('POST', '/api/v3/messages/read', { upTo });
    await read(body.id);
    expect(await unread(manager)).toBe(1);
    // A tab that reports an earlier message does not make later messages unread.
    await read(body.id - 1);
    expect(await unread(manager)).toBe(1);
  });

  it('tells whom one answers and whom one names, once each', async () => {
    const { body: first } = await say(olga, 'Кто свободен?');
    const { body: answer } = await say(pavel, '@Ольга Петрова и @Мария: я', { replyToId: first.id });
    expect(answer.replyTo).toEqual({ id: first.id, authorName: 'Ольга Петрова', text: 'Кто свободен?' });
    expect([await notifiedOf(olga), await notifiedOf(manager), await notifiedOf(pavel)]).toEqual([
      ['reply'],
      ['mention'],
      [],
    ]);
    await say(olga, 'Сама с собой, @Ольга Петрова', { replyToId: first.id });
    expect(await notifiedOf(olga)).toEqual(['reply']);
    expect((await say(stranger, 'Чужое', { replyToId: first.id })).status).toBe(400);
  });

  it('lets its author or a manager delete, with what it told', async () => {
    const { body } = await say(olga, '@Павел привет');
    const path = `/api/v3/messages/${body.id}`;
    expect((await pavel.call('DELETE', path)).status).toBe(403);
    expect((await stranger.call('DELETE', path)).status).toBe(404);
    expect(await notifiedOf(pavel)).toEqual(['mention']);
    expect((await manager.call('DELETE', path)).status).toBe(200);
    expect([await texts(olga), await notifiedOf(pavel)]).toEqual([[], []]);
    const own = await say(olga, 'Ошиблась');
    expect((await olga.call('DELETE', `/api/v3/messages/${own.body.id}`)).status).toBe(200);
  });

  it('names who can be mentioned', async () => {
    const { body } = await pavel.call('GET', '/api/v3/messages/people');
    expect(body.map(({ fullName }: { fullName: string }) => fullName)).toEqual(['Мария', 'Ольга Петрова', 'Павел']);
  });
});
