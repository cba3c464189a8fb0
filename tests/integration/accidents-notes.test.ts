import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../src/contract/access.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let company: number;
let olga: Call;
let pavel: Call;
let id: number;
let notes: string;

const person = async (role: Role, full_name: string) =>
  app.as((await app.given.account(company, role, { full_name })).token);
beforeAll(async () => {
  app = await openTestApp();
  company = await app.given.company();
  olga = await person('OPERATOR', 'Ольга');
  pavel = await person('OPERATOR', 'Павел');
});
beforeEach(async () => {
  id = (await app.given.accident(company)).id;
  notes = `/api/v2/Accident/${id}/notes`;
  await olga('GET', `/api/crash/lock/${id}`);
});
afterAll(() => app.close());

const history = async () =>
  (
    await app.connection.db
      .selectFrom('audit')
      .select(['action', 'changes'])
      .where('entity_id', '=', id)
      .where('action', 'like', 'note%')
      .orderBy('id')
      .execute()
  ).map(({ action, changes }) => [action, changes[0]?.before, changes[0]?.after]);

describe('a note', () => {
  it('is written, changed and deleted by its author; the history keeps every wording', async () => {
    const { status, body } = await olga('POST', notes, { Text: 'Клиент не отвечает' });
    expect(status).toBe(201);
    const at = app.clock.now().toISOString();
    expect(body).toMatchObject({ Text: 'Клиент не отвечает', AuthorName: 'Ольга', CreatedAt: at, UpdatedAt: at });
    app.clock.forward(5);
    const changed = await olga('PUT', `${notes}/${body.Id}`, { Text: 'Клиент ответил' });
    expect(changed.body).toMatchObject({ CreatedAt: at, UpdatedAt: app.clock.now().toISOString() });
    expect((await olga('GET', notes)).body).toEqual([changed.body]);
    expect((await olga('DELETE', `${notes}/${body.Id}`)).body).toEqual({ Done: true });
    expect((await olga('GET', notes)).body).toEqual([]);
    expect((await olga('DELETE', `${notes}/${body.Id}`)).status).toBe(404);
    expect(await history()).toEqual([
      ['note', null, 'Клиент не отвечает'],
      ['noteChange', 'Клиент не отвечает', 'Клиент ответил'],
      ['noteDelete', 'Клиент ответил', null],
    ]);
  });

  it('keeps every sign that was typed', async () => {
    const Text = '  <script>alert(1)</script>\n\t"«»\' Ёж 😀 \u202E';
    expect((await olga('POST', notes, { Text })).body.Text).toBe(Text);
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n\t '],
    ['100,001 characters', 'я'.repeat(100_001)],
    ['a NUL', 'a\u0000b'],
    ['half a sign', 'a\ud800b'],
  ])('of %s is refused', async (_what, Text) => {
    const { status, body } = await olga('POST', notes, { Text });
    expect(status).toBe(400);
    expect(body.Errors[0].Field).toBe('Text');
    expect(await history()).toEqual([]);
  });

  it('may have 100,000 characters', async () => {
    const { status, body } = await olga('POST', notes, { Text: 'я'.repeat(100_000) });
    expect(status).toBe(201);
    expect(body.Text).toHaveLength(100_000);
  });

  it('of somebody else is left to a manager', async () => {
    const { body: note } = await olga('POST', notes, { Text: 'Моя' });
    await olga('GET', `/api/crash/unlock/${id}`);
    await pavel('GET', `/api/crash/lock/${id}`);
    for (const [method, body] of [
      ['PUT', { Text: 'Чужая' }],
      ['DELETE', undefined],
    ] as const) {
      const reply = await pavel(method, `${notes}/${note.Id}`, body);
      expect(reply.status).toBe(403);
      expect(reply.body.Message).toContain('руководитель');
    }
    await pavel('GET', `/api/crash/unlock/${id}`);
    const manager = await person('MANAGER', 'Мария');
    await manager('GET', `/api/crash/lock/${id}`);
    const { body } = await manager('PUT', `${notes}/${note.Id}`, { Text: 'Исправлено' });
    expect(body).toMatchObject({ Text: 'Исправлено', AuthorName: 'Ольга' });
    expect((await manager('DELETE', `${notes}/${note.Id}`)).status).toBe(200);
  });

  it('belongs to its accident', async () => {
    const { body: note } = await olga('POST', notes, { Text: 'Здесь' });
    const other = (await app.given.accident(company)).id;
    await olga('GET', `/api/crash/lock/${other}`);
    expect((await olga('PUT', `/api/v2/Accident/${other}/notes/${note.Id}`, { Text: 'Там' })).status).toBe(404);
    expect((await olga('GET', `/api/v2/Accident/${other}/notes`)).body).toEqual([]);
  });
});
