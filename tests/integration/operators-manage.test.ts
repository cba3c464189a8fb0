import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { advisoryLock } from '../../server/db/advisoryLock.ts';
import { insurer } from '../../server/insurer.ts';
import type { Letter } from '../../server/mail/mailer.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { freshen } from '../support/fresh.ts';
import type { Person } from '../support/given.ts';
import { waiters } from '../support/waiting.ts';

const letters: Letter[] = [];
const mail = { send: async (letter: Letter) => void letters.push(letter) };
const site = { publicUrl: 'https://cabinet.example.test', registration: true, passwordReset: false };
let app: TestApp;
let company: number;
let manager: Person;
let superuser: Person;
let stranger: Person;
beforeAll(async () => {
  app = await openTestApp(undefined, { site, mail });
  company = await app.given.company('Вектор Авто');
  manager = await app.given.account(company, 'MANAGER', { full_name: 'Анна Чистова' });
  superuser = await app.given.account(company, 'SUPERUSER');
  stranger = await app.given.account(await app.given.company(), 'MANAGER');
});
afterAll(() => app.close());

const as = (person: Person) => app.as(person.token);
const operator = (more = {}) => app.given.account(company, 'OPERATOR', more);
let number = 0;
const wish = (more: object = {}) => {
  number += 1;
  const Email = `new${number}@example.test`;
  return { Email, FirstName: 'Ольга', LastName: 'Смирнова', Roles: ['OPERATOR'], ...more };
};
const create = (body: object, person = manager, path = '/api/v2/Operator') => as(person)('POST', path, body);
const read = async (id: number, person = manager) => (await as(person)('GET', `/api/v2/Operator/${id}`)).body;
const act = (id: number, action: string, body: object | undefined = undefined, person = manager) =>
  as(person)('POST', `/api/v2/Operator/${id}/${action}`, body);
const change = async (id: number, body: object, person = manager) =>
  as(person)('PUT', `/api/v2/Operator/${id}`, { Version: (await read(id)).Version, ...body });
const historyOf = async (entity: string, entityId: number, person = manager) =>
  (await as(person)('GET', `/api/v3/audit?filter=${encodeURIComponent(JSON.stringify({ entity, entityId }))}`)).body;
const linksTo = (email: string) =>
  letters.filter(({ to }) => to === email).map(({ text }) => /#([\w-]+)/.exec(text)?.[1] ?? '');
const linkTo = (email: string, at = 0) =>
  vi.waitFor(() => {
    const link = linksTo(email)[at];
    expect(link).toBeDefined();
    return link as string;
  });
const total = async () => (await as(manager)('GET', '/api/v2/Operator/table?pageSize=10')).body.Total as number;

describe('inviting', () => {
  it('makes an account whose owner chooses a password by the link of the letter', async () => {
    const before = await total();
    const body = wish({ MiddleName: 'Игоревна', Phone: '+7 916 100-00-01', Occupation: 'Эксперт' });
    const made = await create(body);
    expect(made).toMatchObject({ status: 201, body: { Id: expect.any(Number) } });
    expect(await total()).toBe(before + 1);
    expect(await read(made.body.Id)).toMatchObject({
      FullName: 'Смирнова Ольга Игоревна',
      Email: body.Email,
      Roles: ['OPERATOR'],
      State: 'invited',
      LastSeenAt: null,
      OpenCases: 0,
      ClosedToday: 0,
    });
    const Token = await linkTo(body.Email);
    const Password = 'a password of mine';
    expect((await app.anonymous('POST', '/api/v2/Account/reset', { Token, Password })).status).toBe(200);
    expect((await app.anonymous('POST', '/api/v2/Auth', { Login: body.Email, Password })).status).toBe(200);
    expect((await read(made.body.Id)).State).toBe('active');
  });

  it('answers the same under its older path', async () => {
    const { status, body } = await create(wish(), manager, '/api/operator');
    expect([status, Object.keys(body)]).toEqual([201, ['Id']]);
    // Waits for pending letters, because a letter sent between the two answers would make them differ.
    const rows = await vi.waitFor(async () => {
      const answer = await as(manager)('GET', '/api/operators?pageSize=100');
      expect(answer.body.Items.filter((row: { Invitation: string | null }) => row.Invitation)).toEqual([]);
      return answer;
    });
    expect(rows.body).toEqual((await as(manager)('GET', '/api/v2/Operator/table?pageSize=100')).body);
    expect(rows.body.Items.map((row: { Id: number }) => row.Id)).toContain(body.Id);
  });

  it('refuses an address that is taken, in whatever company, without saying where', async () => {
    const own = await create(wish({ Email: manager.email.toUpperCase() }));
    const others = await create(wish({ Email: stranger.email }));
    for (const { status, body } of [own, others]) {
      expect(status).toBe(409);
      expect(body.Errors[0].Field).toBe('Email');
      expect(JSON.stringify(body)).not.toMatch(/Вектор|Company/);
    }
    expect(own.body.Message.replace(manager.email, '')).toBe(others.body.Message.replace(stranger.email, ''));
  });

  it('takes an address once when two ask for it at the same moment', async () => {
    const body = wish();
    const replies = await Promise.all([create(body), create({ ...body, FirstName: 'Вера' })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('is for managers; only a superuser makes a superuser', async () => {
    expect((await create(wish(), await operator())).status).toBe(403);
    expect((await create(wish({ Roles: ['MANAGER'] }))).status).toBe(201);
    expect((await create(wish({ Roles: ['MANAGER', 'SUPERUSER'] }))).status).toBe(403);
    expect((await create(wish({ Roles: ['SUPERUSER'] }), superuser)).status).toBe(201);
  });

  it('names every field at fault and leaves nothing behind', async () => {
    const before = await total();
    const { status, body } = await create({ Email: 'x', FirstName: '', LastName: ' ', Roles: ['BOSS'], Extra: 1 });
    expect(status).toBe(400);
    expect(body.Errors.map((each: { Field: string }) => each.Field)).toEqual(
      expect.arrayContaining(['Email', 'Roles.0', 'Extra']),
    );
    expect((await create(wish({ LastName: '   ' }))).body.Errors).toMatchObject([{ Field: 'LastName' }]);
    expect((await create(wish({ Roles: [] }))).status).toBe(400);
    expect(await total()).toBe(before);
  });
});

describe('changing', () => {
  it('saves name, phone, occupation and roles, with a history, and refuses a stale version', async () => {
    const { id } = await operator();
    const reply = await change(id, { FullName: 'Ольга Ветрова', Roles: ['MANAGER', 'OPERATOR'] });
    expect(reply).toMatchObject({ status: 200, body: { FullName: 'Ольга Ветрова', Roles: ['OPERATOR', 'MANAGER'] } });
    expect((await historyOf('account', id))[0]).toMatchObject({
      action: 'update',
      changes: [{ field: 'FullName' }, { field: 'Roles', before: ['OPERATOR'], after: ['OPERATOR', 'MANAGER'] }],
    });
    expect((await change(id, { Phone: '1', Version: 1 })).status).toBe(409);
    expect((await change(id, { Email: 'other@example.test' })).status).toBe(400);
  });

  it('shows no account of another company and changes none', async () => {
    const { id } = await operator();
    expect((await as(stranger)('GET', `/api/v2/Operator/${id}`)).status).toBe(404);
    expect((await as(stranger)('PUT', `/api/v2/Operator/${id}`, { Version: 1, Phone: '1' })).status).toBe(404);
    for (const action of ['block', 'resend', 'remove']) expect((await act(id, action, {}, stranger)).status).toBe(404);
    expect((await as(stranger)('GET', `/api/v2/Operator/${id}/sessions`)).status).toBe(404);
    expect((await as(stranger)('GET', `/api/resendcredentials?operatorId=${id}`)).status).toBe(404);
  });

  it('leaves superusers to superusers', async () => {
    const other = await app.given.account(company, 'SUPERUSER');
    expect((await change(other.id, { Roles: ['OPERATOR'] })).status).toBe(403);
    expect((await act(other.id, 'block', {})).status).toBe(403);
    expect((await act(other.id, 'resend')).status).toBe(403);
    const { id } = await operator();
    expect((await change(id, { Roles: ['SUPERUSER'] })).status).toBe(403);
    expect((await change(id, { Roles: ['SUPERUSER'] }, superuser)).status).toBe(200);
    expect((await change(other.id, { Roles: ['OPERATOR'] }, superuser)).status).toBe(200);
  });

  it('counts a role that is taken away while the request waits', async () => {
    const own = await app.given.company();
    const chief = await app.given.account(own, 'SUPERUSER');
    const colleague = await app.given.account(own, 'SUPERUSER');
    const [session] = (await as(chief)('GET', `/api/v2/Operator/${colleague.id}/sessions`)).body;
    const { pool, db } = app.connection;
    const statuses = await db.transaction().execute(async tx => {
      await advisoryLock(tx, `managers:${own}`);
      const asked = [
        create(wish({ Roles: ['SUPERUSER'] }), chief),
        as(chief)('DELETE', `/api/v2/Operator/${colleague.id}/sessions/${session.id}`),
        act(colleague.id, 'block', {}, chief),
        act(colleague.id, 'resend', undefined, chief),
      ];
      await vi.waitFor(async () => expect(await waiters(pool)).toBe(asked.length));
      await tx
        .updateTable('account')
        .set({ roles: ['MANAGER'] })
        .where('id', '=', chief.id)
        .execute();
      return asked;
    });
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await as(colleague)('GET', '/api/v2/Account/info')).status).toBe(200);
  });

  it('narrows the list by role and state', async () => {
    const { id } = await operator();
    await act(id, 'block', {});
    const ids = async (query: string) =>
      (await as(manager)('GET', `/api/v2/Operator/table?pageSize=100&${query}`)).body.Items.map(
        (row: { Id: number }) => row.Id,
      );
    expect(await ids('State=blocked')).toContain(id);
    expect(await ids('State=active,invited')).not.toContain(id);
    expect(await ids('Roles=MANAGER')).toContain(manager.id);
    expect(await ids('Roles=MANAGER')).not.toContain(id);
  });
});

describe('the last manager', () => {
  const alone = async () => {
    const own = await app.given.company();
    return { own, chief: await app.given.account(own, 'MANAGER') };
  };

  it('cannot demote, block or remove themselves, though there is a superuser', async () => {
    const { own, chief } = await alone();
    await app.given.account(own, 'SUPERUSER');
    // An invited account does not count, because its owner may never accept.
    await app.given.account(own, 'MANAGER', { invited_at: app.clock.now() });
    await app.given.account(own, 'MANAGER', { blocked_at: app.clock.now() });
    const Version = (await read(chief.id, chief)).Version;
    const demoted = await as(chief)('PUT', `/api/v2/Operator/${chief.id}`, { Version, Roles: ['OPERATOR'] });
    expect(demoted).toMatchObject({ status: 409, body: { Code: 'LAST_OF_ROLE' } });
    expect(demoted.body.Message).toContain('«руководитель»');
    const Message = 'Больше ни у кого в компании нет роли «руководитель»';
    expect(demoted.body.Errors).toMatchObject([{ Field: 'Roles', Message }]);
    expect((await act(chief.id, 'block', {}, chief)).body.Code).toBe('OWN_ACCOUNT');
    expect((await act(chief.id, 'remove', {}, chief)).body.Code).toBe('OWN_ACCOUNT');
    expect(await read(chief.id, chief)).toMatchObject({ State: 'active', Roles: ['MANAGER'] });
  });

  it('can be demoted by a superuser, who can name another; the last superuser does not give that up', async () => {
    const { own, chief } = await alone();
    const admin = await app.given.account(own, 'SUPERUSER');
    await freshen(app, admin.token);
    const rolesOf = (whom: Person, Roles: string[]) =>
      as(admin)('PUT', `/api/v2/Operator/${whom.id}`, { Version: 1, Roles });
    expect(await rolesOf(chief, ['OPERATOR'])).toMatchObject({ status: 200, body: { Roles: ['OPERATOR'] } });
    const refused = await rolesOf(admin, ['MANAGER']);
    expect([refused.status, refused.body.Code]).toEqual([409, 'LAST_OF_ROLE']);
    expect(refused.body.Message).toContain('«администратор»');
    await app.given.account(own, 'SUPERUSER');
    expect((await rolesOf(admin, ['MANAGER'])).status).toBe(200);
  });

  it('is one of two who demote themselves at the same moment', async () => {
    const { own, chief } = await alone();
    await app.given.account(own, 'SUPERUSER');
    const both = [chief, await app.given.account(own, 'MANAGER')];
    const { begun } = await app.connection.db.transaction().execute(async tx => {
      await advisoryLock(tx, `managers:${own}`);
      const asked = both.map(who => as(who)('PUT', `/api/v2/Operator/${who.id}`, { Version: 1, Roles: ['OPERATOR'] }));
      await vi.waitFor(async () => expect(await waiters(app.connection.pool)).toBe(2));
      return { begun: asked };
    });
    expect((await Promise.all(begun)).map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is one of two who demote or block each other at the same moment', async () => {
    for (const how of ['demote', 'block'] as const) {
      const { own, chief } = await alone();
      const other = await app.given.account(own, 'MANAGER');
      const against = (by: Person, whom: Person) =>
        how === 'block'
          ? act(whom.id, 'block', {}, by)
          : as(by)('PUT', `/api/v2/Operator/${whom.id}`, { Version: 1, Roles: ['OPERATOR'] });
      const replies = await Promise.all([against(chief, other), against(other, chief)]);
      const statuses = replies.map(({ status }) => status).sort();
      expect(statuses[0]).toBe(200);
      // The first call blocked or demoted the second caller, so the second call was refused before or by the check of
      // rights.
      expect([401, 403]).toContain(statuses[1]);
      const left = await app.connection.db
        .selectFrom('account')
        .select('id')
        .where('company_id', '=', own)
        .where('blocked_at', 'is', null)
        .where(sql<boolean>`'MANAGER' = any(roles)`)
        .execute();
      expect([how, left.length]).toEqual([how, 1]);
    }
  });
});

describe('leaving', () => {
  const takeCase = async (person: Person, more: object = {}) => {
    const accident = await app.given.accident(company, more);
    expect((await as(person)('GET', `/api/crash/lock/${accident.id}`)).status).toBe(200);
    return accident;
  };

  it('blocked, has no session any more and cannot sign in; unblocked, can', async () => {
    const person = await operator();
    expect((await as(person)('GET', '/api/v2/Account/info')).status).toBe(200);
    expect(await act(person.id, 'block', { Reason: 'Уволен' })).toMatchObject({
      status: 200,
      body: { State: 'blocked' },
    });
    expect((await as(person)('GET', '/api/v2/Account/info')).body.Code).toBe('ACCOUNT_BLOCKED');
    const signIn = () =>
      app.anonymous('POST', '/api/v2/Auth', { Login: person.email, Password: 'correct horse battery' });
    expect((await signIn()).body.Code).toBe('ACCOUNT_BLOCKED');
    expect((await historyOf('account', person.id))[0]).toMatchObject({
      action: 'block',
      reason: 'Уволен',
      actorName: 'Анна Чистова',
      changes: [{ field: 'State', before: 'active', after: 'blocked' }],
    });
    expect(await act(person.id, 'block', {})).toMatchObject({ status: 422, body: { Code: 'ACTION_NOT_ALLOWED' } });
    expect((await act(person.id, 'unblock')).body.State).toBe('active');
    expect((await signIn()).status).toBe(200);
  });

  it('demoted, is refused at the very next request what the former role had', async () => {
    const person = await app.given.account(company, 'MANAGER');
    const list = () => as(person)('GET', '/api/v2/Operator/table?pageSize=10');
    expect((await list()).status).toBe(200);
    expect((await change(person.id, { Roles: ['OPERATOR'] })).status).toBe(200);
    expect((await list()).status).toBe(403);
  });

  it('is out within a second on every other server process, too', async () => {
    const person = await operator();
    const other = await buildApp({ ...insurer, connection: app.connection, now: app.clock.now, logger: false });
    await other.ready();
    const there = async () =>
      (
        await other.inject({
          method: 'GET',
          url: '/api/v2/Account/info',
          headers: { authorization: `Bearer ${person.token}` },
        })
      ).statusCode;
    expect(await there()).toBe(200);
    await act(person.id, 'block', {});
    app.clock.forward(1.001);
    expect(await there()).toBe(401);
    await other.close();
  });

  it('by a change of many is out within a second everywhere, too, and their cases are free', async () => {
    // Runs in another process than the one that answers the calls.
    const worker = await buildApp({
      ...insurer,
      connection: app.connection,
      now: app.clock.now,
      logger: false,
      jobs: { startHook: 'onReady' },
    });
    await worker.ready();
    const people = [await operator(), await operator()];
    const [own] = people;
    const accident = await app.given.accident(company, { operator_id: own?.id ?? null });
    const seen = () => Promise.all(people.map(each => as(each)('GET', '/api/v2/Account/info')));
    expect((await seen()).map(({ status }) => status)).toEqual([200, 200]);
    const Query = { ids: people.map(({ id }) => id).join() };
    const { Id } = (await as(manager)('POST', '/api/v2/Operator/bulk/block', { Query, Asked: {} })).body;
    const reached = (State: string) =>
      vi.waitFor(async () => expect((await as(manager)('GET', `/api/v3/bulk/${Id}`)).body).toMatchObject({ State }), {
        interval: 20,
      });
    await reached('ready');
    await as(manager)('POST', `/api/v3/bulk/${Id}/run`);
    await reached('done');
    app.clock.forward(1.001);
    expect((await seen()).map(({ status }) => status)).toEqual([401, 401]);
    const { rows } = await app.connection.pool.query('select operator_id from accident where id = $1', [accident.id]);
    expect(rows).toEqual([{ operator_id: null }]);
    await worker.close();
  });

  it('hands open cases and planned calls to another, with a history of each, and sets locks free', async () => {
    const [from, to] = [await operator({ full_name: 'Уходит' }), await operator({ full_name: 'Остаётся' })];
    const mine = await takeCase(from);
    await as(from)('PUT', `/api/v2/Accident/${mine.id}`, {
      Version: mine.version,
      DateTimeOfNextCall: '2026-01-15T13:00:00.000Z',
    });
    await as(from)('GET', `/api/crash/unlock/${mine.id}`);
    const held = await takeCase(from);
    const finished = await takeCase(from);
    await as(from)('POST', `/api/v2/Accident/${finished.id}/status`, {
      Status: 'closed',
      StatusOfRoadAccidentID: 8,
      Version: finished.version,
    });
    expect(await read(from.id)).toMatchObject({ OpenCases: 2, ClosedToday: 1 });

    expect((await act(from.id, 'block', { HandOverTo: to.id, Reason: 'Уволен' })).status).toBe(200);
    expect(await read(from.id)).toMatchObject({ OpenCases: 0, ClosedToday: 1 });
    expect((await as(to)('GET', '/api/v3/notifications')).body).toContainEqual(
      expect.objectContaining({ kind: 'handedOver', actorName: 'Уходит', cases: 2, accident: null }),
    );
    expect(await read(to.id)).toMatchObject({ OpenCases: 2, ClosedToday: 0 });
    const open = await as(to)('GET', `/api/v2/Accident/table/opened?OperatorId=${to.id}`);
    expect(open.body.Items.map((row: { Id: number }) => row.Id).sort()).toEqual([mine.id, held.id].sort());
    expect((await historyOf('accident', held.id))[0]).toMatchObject({
      action: 'handOver',
      reason: 'Уволен',
      changes: [
        { field: 'OperatorId', before: 'Уходит', after: 'Остаётся' },
        { field: 'LockedBy', before: from.id, after: null },
        { field: 'LockedByName', before: 'Уходит', after: null },
        { field: 'StatusOfRoadAccidentID', before: 2, after: 1 },
      ],
    });
    expect((await as(to)('GET', `/api/crash/lock/${held.id}`)).status).toBe(200);
    expect((await as(to)('GET', '/api/v3/notifications/unread')).body.nextAt).toBe('2026-01-15T13:00:00.000Z');
  });

  it('leaves the cases in the queue when nobody is named', async () => {
    const from = await operator();
    const accident = await takeCase(from);
    await act(from.id, 'block', {});
    const { body } = await as(manager)('GET', `/api/v2/Accident/${accident.id}`);
    expect(body).toMatchObject({ OperatorId: null, LockedBy: null });
  });

  it('hands nothing to somebody who is blocked, of another company, or leaves', async () => {
    const from = await operator();
    const gone = await operator({ blocked_at: app.clock.now() });
    for (const HandOverTo of [gone.id, stranger.id, from.id])
      expect((await act(from.id, 'block', { HandOverTo })).body.Errors).toMatchObject([{ Field: 'HandOverTo' }]);
    expect((await read(from.id)).State).toBe('active');
  });

  it('removed, is gone from the list, and what they wrote keeps their name', async () => {
    const from = await operator({ full_name: 'Пётр Удалов' });
    const accident = await takeCase(from);
    await as(from)('POST', `/api/v2/Accident/${accident.id}/notes`, { Text: 'позвонил' });
    const before = await total();
    expect(await act(from.id, 'remove', {})).toMatchObject({ status: 200, body: { Done: true } });
    expect(await total()).toBe(before - 1);
    expect((await as(manager)('GET', `/api/v2/Operator/${from.id}`)).status).toBe(404);
    expect((await as(from)('GET', '/api/v2/Account/info')).status).toBe(401);
    const notes = await as(manager)('GET', `/api/v2/Accident/${accident.id}/notes`);
    expect(notes.body[0].AuthorName).toBe('Пётр Удалов');
    expect((await historyOf('account', from.id))[0]).toMatchObject({ action: 'remove' });
  });
});

describe('a link sent again', () => {
  it('kills the older ones, works without the switch for forgotten passwords, and goes out three times in an hour', async () => {
    const person = await operator({ email: 'olga@example.test' });
    const masked = await as(manager)('GET', `/api/resendcredentials?operatorId=${person.id}`);
    expect(masked).toMatchObject({ status: 200, body: { SentTo: 'o***@example.test' } });
    const first = await linkTo(person.email);
    expect((await act(person.id, 'resend')).status).toBe(200);
    const second = await linkTo(person.email, 1);
    const use = (Token: string) =>
      app.anonymous('POST', '/api/v2/Account/reset', { Token, Password: 'a fresh start 7' });
    expect((await use(first)).body.Code).toBe('LINK_DEAD');
    expect((await use(second)).status).toBe(200);
    expect((await act(person.id, 'resend')).status).toBe(200);
    expect(await act(person.id, 'resend')).toMatchObject({ status: 429 });
    app.clock.forward(3601);
    expect((await act(person.id, 'resend')).status).toBe(200);
  });

  it('is not sent to somebody who is blocked', async () => {
    const person = await operator({ blocked_at: app.clock.now() });
    expect((await act(person.id, 'resend')).body.Message).toBe(
      '«Отправить ссылку» сейчас невозможно. Состояние: заблокирован',
    );
  });
});

describe('sessions of an operator', () => {
  it('are seen by their manager, who can end one', async () => {
    const person = await operator();
    const sessions = await as(manager)('GET', `/api/v2/Operator/${person.id}/sessions`);
    expect(sessions.body).toMatchObject([{ current: false }]);
    const path = `/api/v2/Operator/${person.id}/sessions/${sessions.body[0].id}`;
    const own = (await as(manager)('GET', '/api/v3/sessions')).body[0].id;
    expect((await as(manager)('DELETE', `/api/v2/Operator/${person.id}/sessions/${own}`)).status).toBe(404);
    expect((await as(manager)('DELETE', path)).status).toBe(200);
    expect((await as(person)('GET', '/api/v2/Account/info')).body.Code).toBe('SESSION_ENDED');
    expect((await as(manager)('GET', `/api/v2/Operator/${person.id}/sessions`)).body).toEqual([]);
    expect((await historyOf('account', person.id))[0]).toMatchObject({ action: 'sessionEnd' });
  });
});
