import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { releaseExpiredLeases } from '../../server/modules/accidents/endedLeases.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import type { Person } from '../support/given.ts';

let app: TestApp;
let company: number;
let olga: Person & { call: Call };
let pavel: Person & { call: Call };
let id: number;

const person = async (full_name: string) => {
  const account = await app.given.account(company, 'OPERATOR', { full_name });
  return { ...account, call: app.as(account.token) };
};
beforeAll(async () => {
  app = await openTestApp();
  company = await app.given.company();
  olga = await person('Ольга');
  pavel = await person('Павел');
});
beforeEach(async () => {
  id = (await app.given.accident(company)).id;
});
afterAll(() => app.close());

const lock = ({ call }: { call: Call }, how = '') => call('GET', `/api/crash/lock/${id}${how}`);
const unlock = ({ call }: { call: Call }) => call('GET', `/api/crash/unlock/${id}`);
const history = () =>
  app.connection.db
    .selectFrom('audit')
    .select(['action', 'reason', 'actor_id', 'changes'])
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute();

describe('a lease on an accident', () => {
  it('is for sixty seconds and for one', async () => {
    const { status, body } = await lock(olga);
    expect(status).toBe(200);
    const until = new Date(app.clock.now().getTime() + 60_000).toISOString();
    expect(body).toEqual({ LockedBy: olga.id, LockedByName: 'Ольга', LockedUntil: until });
    const refused = await lock(pavel);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      Message: 'Аварию сейчас ведёт Ольга',
      LockedBy: olga.id,
      LockedByName: 'Ольга',
    });
  });

  it('has exactly one winner of twenty who claim at once', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, (_, i) => person(`Claimer ${i}`)));
    const replies = await Promise.all(people.map(claimer => lock(claimer)));
    const won = replies.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const lost = replies.filter(({ status }) => status === 409);
    expect(lost).toHaveLength(19);
    expect(new Set(lost.map(({ body }) => body.LockedBy))).toEqual(new Set([won[0]?.body.LockedBy]));
    expect(await history()).toHaveLength(1);
  });

  it('is renewed by its holder, which is no news for the history', async () => {
    await lock(olga);
    app.clock.forward(50);
    expect((await lock(olga)).status).toBe(200);
    app.clock.forward(50);
    expect((await lock(pavel)).status).toBe(409);
    expect((await history()).map(({ action }) => action)).toEqual(['lock']);
  });

  it('runs out by itself', async () => {
    await lock(olga);
    app.clock.forward(60);
    expect((await lock(pavel)).body.LockedByName).toBe('Павел');
    expect((await lock(olga)).status).toBe(409);
  });

  it('that ran out is ended by the clock: the case is as it was before, and the history says that nobody did it', async () => {
    const called = (await app.given.accident(company, { next_call_at: new Date('2030-01-01') })).id;
    const fresh = id;
    const statusOf = async (each: number) =>
      (await olga.call('GET', `/api/v2/Accident/${each}`)).body.StatusOfRoadAccidentID;
    const statuses = () => Promise.all([fresh, called].map(statusOf));
    for (const each of [fresh, called]) await olga.call('GET', `/api/crash/lock/${each}`);
    app.clock.forward(59);
    const look = () => releaseExpiredLeases({ db: app.connection.db, now: app.clock.now, log: app.server.log });
    await look();
    expect(await statuses()).toEqual([2, 2]);
    app.clock.forward(1);
    await look();
    await look();
    expect(await statuses()).toEqual([1, 3]);
    expect((await history()).slice(1)).toEqual([
      {
        action: 'unlock',
        actor_id: null,
        reason: null,
        changes: [
          { field: 'LockedBy', before: olga.id, after: null },
          { field: 'LockedByName', before: 'Ольга', after: null },
          { field: 'StatusOfRoadAccidentID', before: 2, after: 1 },
        ],
      },
    ]);
    expect((await lock(pavel)).status).toBe(200);
  });

  it('that is renewed, taken or closed while the clock looks for ended ones is left as it is', async () => {
    const { db } = app.connection;
    await lock(olga);
    app.clock.forward(60);
    const look = () => releaseExpiredLeases({ db, now: app.clock.now, log: app.server.log });
    const until = new Date(app.clock.now().getTime() + 60_000);
    await db.transaction().execute(async tx => {
      await tx.updateTable('accident').set({ locked_until: until }).where('id', '=', id).execute();
      // Reading does not wait for a renewal.
      await look();
    });
    await look();
    expect((await lock(pavel)).body.LockedByName).toBe('Ольга');
    app.clock.forward(60);
    const claims = await Promise.all([look(), lock(pavel), look(), lock(olga), look()]);
    const holders = [claims[1], claims[3]].filter(reply => reply.status === 200);
    expect(holders).toHaveLength(1);
    const { LockedBy } = (await olga.call('GET', `/api/v2/Accident/${id}`)).body;
    expect(LockedBy).toBe(holders[0]?.body.LockedBy);
  });

  it('of another company is ended though the one before it fails lastingly', async () => {
    const { pool, db } = app.connection;
    const other = await app.given.company();
    const { id: theirs } = await app.given.accident(other, {
      locked_by: (await app.given.account(other, 'OPERATOR')).id,
      locked_by_name: 'Анна',
      locked_until: app.clock.now(),
    });
    await lock(olga);
    app.clock.forward(60);
    const errors: unknown[] = [];
    const log = Object.assign(Object.create(app.server.log), { error: (fault: object) => errors.push(fault) });
    await pool.query(
      `alter table accident add constraint broken check (company_id <> ${company} or locked_by is not null) not valid`,
    );
    try {
      await releaseExpiredLeases({ db, now: app.clock.now, log });
    } finally {
      await pool.query('alter table accident drop constraint broken');
    }
    const held = await db.selectFrom('accident').select('id').where('locked_by', 'is not', null).execute();
    expect(held.map(row => row.id)).toContain(id);
    expect(held.map(row => row.id)).not.toContain(theirs);
    expect(errors).toEqual([expect.objectContaining({ companyId: company })]);
  });

  it('is given back by its holder and by nobody else', async () => {
    await lock(olga);
    expect((await unlock(pavel)).status).toBe(409);
    expect((await unlock(olga)).body).toEqual({ LockedBy: null, LockedByName: null, LockedUntil: null });
    expect((await unlock(pavel)).status).toBe(200);
    expect((await lock(pavel)).status).toBe(200);
  });

  it('is taken over only with a reason, and both stay in the history', async () => {
    await lock(olga);
    for (const how of ['?takeOver=true', '?takeOver=true&reason=%20']) {
      const { status, body } = await lock(pavel, how);
      expect(status).toBe(422);
      expect(body.Message).toBe('Укажите причину');
    }
    const reason = encodeURIComponent('Ольга ушла домой');
    expect((await lock(pavel, `?takeOver=true&reason=${reason}`)).body.LockedBy).toBe(pavel.id);
    expect((await lock(olga)).body.LockedByName).toBe('Павел');
    expect(await history()).toEqual([
      {
        action: 'lock',
        actor_id: olga.id,
        reason: null,
        changes: [
          { field: 'LockedBy', before: null, after: olga.id },
          { field: 'LockedByName', before: null, after: 'Ольга' },
          { field: 'StatusOfRoadAccidentID', before: 1, after: 2 },
        ],
      },
      {
        action: 'takeOver',
        actor_id: pavel.id,
        reason: 'Ольга ушла домой',
        changes: [
          { field: 'LockedBy', before: olga.id, after: pavel.id },
          { field: 'LockedByName', before: 'Ольга', after: 'Павел' },
        ],
      },
    ]);
  });
});

describe('a write', () => {
  const writes = [
    ['PUT', '', { StatusOfRoadAccidentID: 2, Version: 1 }],
    ['POST', '/status', { Status: 'closed', Version: 1 }],
    ['POST', '/notes', { Text: 'Звонил клиенту' }],
    ['PUT', '/notes/1', { Text: 'Звонил клиенту' }],
    ['DELETE', '/notes/1', undefined],
    ['DELETE', '/images/1', undefined],
  ] as const;

  it.each(writes)('without the lease is refused: %s %s', async (method, path, body) => {
    const reply = await olga.call(method, `/api/v2/Accident/${id}${path}`, body);
    expect(reply.status).toBe(409);
    expect(reply.body.Message).toBe('Сначала возьмите аварию в работу');
    expect(reply.body.LockedBy).toBeUndefined();
  });

  it.each(writes)('under the lease of somebody else is refused: %s %s', async (method, path, body) => {
    await lock(olga);
    const reply = await pavel.call(method, `/api/v2/Accident/${id}${path}`, body);
    expect(reply.status).toBe(409);
    expect(reply.body).toMatchObject({ LockedBy: olga.id, LockedByName: 'Ольга' });
  });

  it('under a lease that has run out is refused', async () => {
    await lock(olga);
    app.clock.forward(60);
    const reply = await olga.call('POST', `/api/v2/Accident/${id}/notes`, { Text: 'Поздно' });
    expect(reply.body.Message).toBe('Сначала возьмите аварию в работу');
  });

  it('never slips in beside a take-over', async () => {
    await lock(olga);
    const [note, taken] = await Promise.all([
      olga.call('POST', `/api/v2/Accident/${id}/notes`, { Text: 'Успею' }),
      lock(pavel, '?takeOver=true&reason=urgent'),
    ]);
    expect(taken.status).toBe(200);
    const actions = (await history()).map(({ action }) => action);
    expect(actions).toEqual(note.status === 201 ? ['lock', 'note', 'takeOver'] : ['lock', 'takeOver']);
  });
});
