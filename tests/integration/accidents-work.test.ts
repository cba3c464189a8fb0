import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AccidentStatus, accidentMoves, accidentStatuses } from '../../src/contract/states.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';

const finished = 8;

let app: TestApp;
let company: number;
let olga: Call;
let olgaId: number;
let url: string;
let id: number;
beforeAll(async () => {
  app = await openTestApp();
  company = await app.given.company();
  const account = await app.given.account(company, 'OPERATOR', { full_name: 'Ольга' });
  olgaId = account.id;
  olga = app.as(account.token);
});
const claimed = async (status: AccidentStatus = 'opened') => {
  id = (await app.given.accident(company, { status })).id;
  url = `/api/v2/Accident/${id}`;
  await olga('GET', `/api/crash/lock/${id}`);
};
beforeEach(() => claimed());
afterAll(() => app.close());

const history = async () =>
  (
    await app.connection.db
      .selectFrom('audit')
      .select(['action', 'reason', 'changes'])
      .where('entity_id', '=', id)
      .where('action', '!=', 'lock')
      .orderBy('id')
      .execute()
  ).map(({ action, reason, changes }) => ({ action, reason, changes }));

describe('what an operator writes down', () => {
  it('is saved, and the history tells the old and the new of just what changed', async () => {
    const first = await olga('PUT', url, { CrashDynamicsId: 1, DamageDescriptionIds: [2, 1, 2], Version: 1 });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ CrashDynamicsId: 1, DamageDescriptionIds: [1, 2], Version: 2 });
    const again = await olga('PUT', url, {
      CrashDynamicsId: 3,
      DamageDescriptionIds: [1, 2],
      DateTimeOfNextCall: '2026-01-15T18:00:00+03:00',
      Version: 2,
    });
    expect(again.body).toMatchObject({ DateTimeOfNextCall: '2026-01-15T15:00:00.000Z', Version: 3 });
    expect(await history()).toEqual([
      {
        action: 'update',
        reason: null,
        changes: [
          { field: 'CrashDynamicsId', before: null, after: 1 },
          { field: 'DamageDescriptionIds', before: [], after: [1, 2] },
        ],
      },
      {
        action: 'update',
        reason: null,
        changes: [
          { field: 'CrashDynamicsId', before: 1, after: 3 },
          { field: 'DateTimeOfNextCall', before: null, after: '2026-01-15T15:00:00.000Z' },
        ],
      },
    ]);
  });

  it('that is already so is no change', async () => {
    const { body } = await olga('PUT', url, { StatusOfRoadAccidentID: 2, CarPartIds: [], Version: 1 });
    expect(body.Version).toBe(1);
    expect(await history()).toEqual([]);
  });

  it('can be taken back', async () => {
    await olga('PUT', url, { ContactPersonStatusId: 2, Version: 1 });
    const { body } = await olga('PUT', url, { ContactPersonStatusId: null, Version: 2 });
    expect(body.ContactPersonStatusId).toBeNull();
  });

  it('is refused over a version that is gone, with the record as it is', async () => {
    await olga('PUT', url, { CrashDynamicsId: 1, Version: 1 });
    const { status, body } = await olga('PUT', url, { CrashDynamicsId: 2, Version: 1 });
    expect(status).toBe(409);
    expect(body.Current).toMatchObject({ Id: id, CrashDynamicsId: 1, Version: 2, StatusOfRoadAccident: 'В работе' });
  });

  it('is kept once when it is sent twice at the same moment', async () => {
    const replies = await Promise.all([1, 2, 3, 4].map(n => olga('PUT', url, { CrashDynamicsId: n, Version: 1 })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(3);
    expect(await history()).toHaveLength(1);
  });

  it('must be in the dictionaries', async () => {
    const { status, body } = await olga('PUT', url, { CrashDynamicsId: 999, CarPartIds: [1, 998], Version: 1 });
    expect(status).toBe(400);
    expect(body.Errors).toEqual([
      { Field: 'CrashDynamicsId', Message: 'Пожалуйста, выберете один из предложенных вариантов' },
      { Field: 'CarPartIds', Message: 'Пожалуйста, выберете один из предложенных вариантов' },
    ]);
  });

  it.each([
    [{ Version: 1, Speed: 3 }, 'Speed'],
    [{ CrashDynamicsId: '1', Version: 1 }, 'CrashDynamicsId'],
    [{ CrashDynamicsId: 1 }, 'Version'],
    [{ DateTimeOfNextCall: '0001-01-01T00:00:00Z', Version: 1 }, 'DateTimeOfNextCall'],
    [{ StatusOfRoadAccidentID: null, Version: 1 }, 'StatusOfRoadAccidentID'],
  ])('as %o is refused by name', async (body, field) => {
    const reply = await olga('PUT', url, body);
    expect(reply.status).toBe(400);
    expect(reply.body.Errors[0].Field).toBe(field);
  });
});

describe('a move', () => {
  const pairs = accidentStatuses.flatMap(from => accidentStatuses.map(to => [from, to] as const));

  it.each(pairs)('from %s to %s is as the table of moves says', async (from, to) => {
    await claimed(from);
    const { status, body } = await olga('POST', `${url}/status`, {
      Status: to,
      Reason: 'Ошибка',
      StatusOfRoadAccidentID: to === 'opened' ? undefined : finished,
      Version: 1,
    });
    if (!accidentMoves[from].includes(to)) {
      expect(status).toBe(409);
      expect(body.Message).toMatch(/^Из «.+» нельзя перевести в «.+»$/);
      return;
    }
    expect(status).toBe(200);
    expect(body).toMatchObject({ Status: to, Version: 2, LockedBy: null });
    expect(await history()).toEqual([
      {
        action: 'move',
        reason: 'Ошибка',
        changes: [
          { field: 'Status', before: from, after: to },
          ...(to === 'opened' ? [] : [{ field: 'StatusOfRoadAccidentID', before: 2, after: finished }]),
          { field: 'LockedBy', before: olgaId, after: null },
          { field: 'LockedByName', before: 'Ольга', after: null },
        ],
      },
    ]);
  });

  it.each([
    ['opened', 'notvalid', 422],
    ['closed', 'opened', 422],
    ['notvalid', 'opened', 422],
    ['opened', 'closed', 200],
  ] as const)('from %s to %s without a reason answers %i', async (from, to, expected) => {
    for (const Reason of [undefined, '  ']) {
      await claimed(from);
      const { status, body } = await olga('POST', `${url}/status`, {
        Status: to,
        Reason,
        StatusOfRoadAccidentID: finished,
        Version: 1,
      });
      expect(status).toBe(expected);
      if (expected === 422) expect(body.Message).toBe('Укажите причину');
    }
  });

  it('of a version that is gone is refused', async () => {
    await olga('PUT', url, { CrashDynamicsId: 1, Version: 1 });
    const { status, body } = await olga('POST', `${url}/status`, { Status: 'closed', Version: 1 });
    expect(status).toBe(409);
    expect(body.Current.Version).toBe(2);
  });

  it('to a status that is none is refused by name', async () => {
    const { status, body } = await olga('POST', `${url}/status`, { Status: 'lost', Version: 1 });
    expect(status).toBe(400);
    expect(body.Errors[0].Field).toBe('Status');
  });
});
