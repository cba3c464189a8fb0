import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callResult, workStatus } from '../../src/contract/workStatuses.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';

// 15:00 in Moscow.
const now = '2026-01-15T12:00:00.000Z';
let app: TestApp;
let company: number;
let olga: Call;
let petr: Call;
let id: number;
let url: string;
beforeAll(async () => {
  app = await openTestApp(now);
  company = await app.given.company();
  olga = app.as((await app.given.account(company, 'OPERATOR', { full_name: 'Ольга' })).token);
  petr = app.as((await app.given.account(company, 'OPERATOR', { full_name: 'Пётр' })).token);
});
afterAll(() => app.close());

const take = (by: Call = olga) => by('GET', `/api/crash/lock/${id}`);
const give = (by: Call = olga) => by('GET', `/api/crash/unlock/${id}`);
const read = async () => (await olga('GET', url)).body;
const version = async (): Promise<number> => (await read()).Version;
const move = async (body: object) => olga('POST', `${url}/status`, { ...body, Version: await version() });
const save = async (body: object) => olga('PUT', url, { ...body, Version: await version() });
const log = (body: object) => olga('POST', `${url}/calls`, body);
const lastEntry = () =>
  app.connection.db
    .selectFrom('audit')
    .select(['action', 'reason', 'changes'])
    .where('entity_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

beforeEach(async () => {
  id = (await app.given.accident(company)).id;
  url = `/api/v2/Accident/${id}`;
  await take();
});

describe('a case is closed', () => {
  it('with an outcome only: “new”, “in progress” and “call back” are no outcomes', async () => {
    const { status, body } = await move({ Status: 'closed' });
    expect(status).toBe(400);
    expect(body.Errors).toEqual([
      { Field: 'StatusOfRoadAccidentID', Message: 'Выберите итог: с таким статусом аварию не завершить' },
    ]);
    for (const StatusOfRoadAccidentID of [workStatus.fresh, workStatus.inProgress])
      expect((await move({ Status: 'closed', StatusOfRoadAccidentID })).status).toBe(400);
    expect(await read()).toMatchObject({ Status: 'opened' });
  });

  it('with what its outcome asks for: the reason, who was reached and how it came about', async () => {
    const fieldsOf = ({ body }: Awaited<ReturnType<Call>>) => body.Errors.map(({ Field }: { Field: string }) => Field);
    const unconfirmed = await move({ Status: 'closed', StatusOfRoadAccidentID: workStatus.notConfirmed });
    expect(fieldsOf(unconfirmed)).toEqual(['UnconfirmationReasonId']);
    const confirmed = await move({ Status: 'closed', StatusOfRoadAccidentID: workStatus.confirmed });
    expect(fieldsOf(confirmed)).toEqual(['ContactPersonStatusId', 'CrashDynamicsId']);
    await save({ ContactPersonStatusId: 1, CrashDynamicsId: 2 });
    expect((await move({ Status: 'closed', StatusOfRoadAccidentID: workStatus.confirmed })).status).toBe(200);
  });

  it('and nobody is called any more; the history has outcome, reason and the call that was dropped', async () => {
    await save({ DateTimeOfNextCall: '2026-01-15T15:00:00Z' });
    const outcome = { StatusOfRoadAccidentID: workStatus.notConfirmed, UnconfirmationReasonId: 2 };
    const { body } = await move({ Status: 'closed', ...outcome });
    expect(body).toMatchObject({ Status: 'closed', ...outcome, DateTimeOfNextCall: null, LockedBy: null });
    expect((await lastEntry()).changes).toEqual(
      expect.arrayContaining([
        { field: 'StatusOfRoadAccidentID', before: workStatus.inProgress, after: workStatus.notConfirmed },
        { field: 'UnconfirmationReasonId', before: null, after: 2 },
        { field: 'DateTimeOfNextCall', before: '2026-01-15T15:00:00.000Z', after: null },
      ]),
    );
    const reminders = app.connection.db.selectFrom('notification').select('id').where('accident_id', '=', id);
    expect(await reminders.execute()).toEqual([]);
  });

  it('as confirmed after all: why it was thought to be no crash is in the history, and not in the case', async () => {
    await move({ Status: 'closed', StatusOfRoadAccidentID: workStatus.notConfirmed, UnconfirmationReasonId: 2 });
    await take();
    await move({ Status: 'opened', Reason: 'Клиент прислал фото' });
    await take();
    await save({ ContactPersonStatusId: 1, CrashDynamicsId: 2, UnconfirmationReasonId: 2 });
    const { body } = await move({ Status: 'closed', StatusOfRoadAccidentID: workStatus.confirmed });
    expect(body).toMatchObject({ StatusOfRoadAccidentID: workStatus.confirmed, UnconfirmationReasonId: null });
    expect((await lastEntry()).changes).toContainEqual({ field: 'UnconfirmationReasonId', before: 2, after: null });
  });

  it('and saved as confirmed afterwards: the reason against a crash is removed', async () => {
    await move({ Status: 'closed', StatusOfRoadAccidentID: workStatus.notConfirmed, UnconfirmationReasonId: 2 });
    await take();
    await save({ ContactPersonStatusId: 1, CrashDynamicsId: 2, StatusOfRoadAccidentID: workStatus.confirmed });
    expect((await lastEntry()).changes).toContainEqual({ field: 'UnconfirmationReasonId', before: 2, after: null });
  });

  it('to the mini-losses with a reason picked, which is not asked again as text', async () => {
    const { status, body } = await move({ Status: 'notvalid', UnconfirmationReasonId: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ StatusOfRoadAccidentID: workStatus.finished, UnconfirmationReasonId: 1 });
  });

  it('and comes back as a new one', async () => {
    await move({ Status: 'closed', StatusOfRoadAccidentID: workStatus.finished });
    await take();
    const { body } = await move({ Status: 'opened', Reason: 'Клиент позвонил' });
    expect(body).toMatchObject({ Status: 'opened', StatusOfRoadAccidentID: workStatus.fresh });
  });

  it('and comes back without its old outcome: the reason against a crash is in the history only', async () => {
    await move({ Status: 'closed', StatusOfRoadAccidentID: workStatus.notConfirmed, UnconfirmationReasonId: 2 });
    await take();
    const { body } = await move({ Status: 'opened', Reason: 'Клиент прислал фото' });
    expect(body.UnconfirmationReasonId).toBeNull();
    expect((await lastEntry()).changes).toContainEqual({ field: 'UnconfirmationReasonId', before: 2, after: null });
  });

  it('in one go for many as well: the next call is dropped', async () => {
    await save({ DateTimeOfNextCall: '2026-01-15T15:00:00Z' });
    await give();
    const { body } = await olga('POST', `${url}/toMini`, { Reason: 'Яма' });
    expect(body).toMatchObject({
      Status: 'notvalid',
      StatusOfRoadAccidentID: workStatus.finished,
      DateTimeOfNextCall: null,
    });
  });
});

describe('whoever takes a case works on it', () => {
  it('and a case returned without a change stays new', async () => {
    expect(await read()).toMatchObject({ StatusOfRoadAccidentID: workStatus.inProgress, Version: 1 });
    await give();
    expect(await read()).toMatchObject({ StatusOfRoadAccidentID: workStatus.fresh, Version: 1 });
    expect(await lastEntry()).toMatchObject({ action: 'unlock' });
  });

  it('and a returned case with a logged call does not become new again', async () => {
    await log({ ResultId: callResult.reached });
    await give();
    expect(await read()).toMatchObject({ StatusOfRoadAccidentID: workStatus.inProgress });
  });

  it('and renewing the lease changes nothing', async () => {
    await save({ StatusOfRoadAccidentID: workStatus.fresh });
    await take();
    expect(await read()).toMatchObject({ StatusOfRoadAccidentID: workStatus.fresh });
  });
});

describe('a call', () => {
  it('that nobody answers sets the next: in 15 minutes, in two hours, on the next day', async () => {
    const times: unknown[] = [];
    for (let at = 0; at < 3; at++) times.push((await log({ ResultId: callResult.noAnswer })).body.DateTimeOfNextCall);
    expect(times).toEqual(['2026-01-15T12:15:00.000Z', '2026-01-15T14:00:00.000Z', '2026-01-16T07:00:00.000Z']);
    expect(await read()).toMatchObject({
      StatusOfRoadAccidentID: workStatus.callBack,
      DateTimeOfNextCall: '2026-01-16T07:00:00.000Z',
    });
    expect((await olga('GET', `${url}/calls`)).body).toHaveLength(3);
  });

  it('that is answered needs no other, and says who it was', async () => {
    await log({ ResultId: callResult.noAnswer });
    await log({ ResultId: callResult.reached, ContactPersonStatusId: 2, Comment: ' Едет в ГАИ ' });
    expect(await read()).toMatchObject({ DateTimeOfNextCall: null, ContactPersonStatusId: 2 });
    expect(await lastEntry()).toMatchObject({
      action: 'call',
      changes: expect.arrayContaining([{ field: 'Comment', before: null, after: 'Едет в ГАИ' }]),
    });
  });

  it('is made again when the client said, never in the past', async () => {
    const agreed = { ResultId: callResult.reached, DateTimeOfNextCall: '2026-01-15T20:30:00.000Z' };
    expect((await log(agreed)).body.DateTimeOfNextCall).toBe(agreed.DateTimeOfNextCall);
    const { status, body } = await log({ ...agreed, DateTimeOfNextCall: '2020-01-15T20:30:00.000Z' });
    expect(status).toBe(400);
    expect(body.Errors).toEqual([{ Field: 'DateTimeOfNextCall', Message: 'Не может быть в прошлом' }]);
  });

  it('that reached somebody ends the waiting: the case is in progress again', async () => {
    await log({ ResultId: callResult.reached, DateTimeOfNextCall: '2026-01-16T09:00:00Z' });
    expect(await read()).toMatchObject({ StatusOfRoadAccidentID: workStatus.callBack });
    await log({ ResultId: callResult.reached });
    expect(await read()).toMatchObject({ StatusOfRoadAccidentID: workStatus.inProgress, DateTimeOfNextCall: null });
  });

  it('about a closed case is written down and plans nothing', async () => {
    await move({ Status: 'closed', StatusOfRoadAccidentID: workStatus.unreachable });
    await take();
    expect((await log({ ResultId: callResult.noAnswer })).body.DateTimeOfNextCall).toBeNull();
    expect(await read()).toMatchObject({ StatusOfRoadAccidentID: workStatus.unreachable, DateTimeOfNextCall: null });
  });

  it('is logged by whoever holds the case, with a result that exists', async () => {
    expect((await petr('POST', `${url}/calls`, { ResultId: 1 })).status).toBe(409);
    expect((await log({ ResultId: 99 })).body.Errors[0].Field).toBe('ResultId');
    const other = app.as((await app.given.account(await app.given.company(), 'OPERATOR')).token);
    expect((await other('GET', `${url}/calls`)).status).toBe(404);
  });
});

describe('what is written down', () => {
  it('of a next call is not past, unless it stands there already', async () => {
    const { status, body } = await save({ DateTimeOfNextCall: '2020-01-15T15:00:00Z' });
    expect(status).toBe(400);
    expect(body.Errors).toEqual([{ Field: 'DateTimeOfNextCall', Message: 'Не может быть в прошлом' }]);
    const overdue = { next_call_at: '2026-01-15T11:00:00.000Z' };
    await app.connection.db.updateTable('accident').set(overdue).where('id', '=', id).execute();
    expect((await save({ DateTimeOfNextCall: overdue.next_call_at, CrashDynamicsId: 1 })).status).toBe(200);
  });

  it('of a next call is not further away than a year: the case would be lost from the queue', async () => {
    const far = '2027-02-01T09:00:00Z';
    const { body } = await save({ DateTimeOfNextCall: far });
    expect(body.Errors).toEqual([{ Field: 'DateTimeOfNextCall', Message: 'Не дальше, чем через год' }]);
    expect((await olga('POST', `${url}/setNextCall`, { DateTimeOfNextCall: far })).status).toBe(400);
    expect((await save({ DateTimeOfNextCall: '2027-01-01T09:00:00Z' })).status).toBe(200);
    // One message for each year that is too far ahead, in every call.
    const year3000 = { DateTimeOfNextCall: '3000-01-01T09:00:00Z' };
    for (const { status, body: refused } of [
      await save(year3000),
      await olga('POST', `${url}/setNextCall`, year3000),
      await log({ ResultId: callResult.reached, ...year3000 }),
    ])
      expect([status, refused.Errors]).toEqual([400, body.Errors]);
  });

  it('once it is closed is neither as new nor to be called, until it is back among the new ones', async () => {
    await move({ Status: 'closed', StatusOfRoadAccidentID: workStatus.unreachable });
    await take();
    for (const StatusOfRoadAccidentID of [workStatus.fresh, workStatus.inProgress, workStatus.callBack]) {
      const DateTimeOfNextCall = '2026-01-16T09:00:00Z';
      const { body } = await save({ StatusOfRoadAccidentID, DateTimeOfNextCall });
      expect(body.Errors).toMatchObject([{ Field: 'StatusOfRoadAccidentID' }]);
    }
    const { body } = await save({ DateTimeOfNextCall: '2026-01-16T09:00:00Z' });
    expect(body.Errors).toEqual([
      {
        Field: 'DateTimeOfNextCall',
        Message: 'Звонок можно запланировать только для новой аварии: сначала верните её в новые',
      },
    ]);
    const unchanged = { StatusOfRoadAccidentID: workStatus.unreachable, DateTimeOfNextCall: null, CarPartIds: [1] };
    expect((await save(unchanged)).status).toBe(200);
    expect((await save({ StatusOfRoadAccidentID: workStatus.finished })).status).toBe(200);
    expect(await read()).toMatchObject({ Status: 'closed', DateTimeOfNextCall: null });
  });

  it('of damage says which part has which; parts and kinds follow', async () => {
    const { body } = await save({ Damages: ['10:2', '3:1', '3:2', '3:1'] });
    expect(body).toMatchObject({ Damages: ['3:1', '3:2', '10:2'], CarPartIds: [3, 10], DamageDescriptionIds: [1, 2] });
    expect((await save({ CarPartIds: [10] })).body).toMatchObject({ Damages: ['10:2'], CarPartIds: [10] });
    expect((await save({ Damages: ['99:1'] })).body.Errors[0].Field).toBe('Damages');
    expect((await save({ Damages: ['bumper'] })).status).toBe(400);
  });

  it('of persons, car and the other party is data: in list, filters and history, and for other systems', async () => {
    const answers = {
      Injured: 'yes',
      Drivable: 'no',
      Ambulance: 'yes',
      Police: null,
      OtherPartyPlate: 'а 123 вс-77',
      OtherPartyPolicy: 'ХХХ 0123456789',
      OtherPartyPhone: '8 (911) 555-01-02',
    };
    const stored = { ...answers, OtherPartyPlate: 'А123ВС77' };
    expect(await save(answers)).toMatchObject({ status: 200, body: stored });
    expect((await olga('GET', `/api/externalcrash/${id}`)).body).toMatchObject(stored);
    const found = async (query: string) => {
      const { body } = await olga('GET', `/api/v2/Accident/table/opened?${query}`);
      return body.Items.filter((row: { Id: number }) => row.Id === id);
    };
    expect(await found('Injured=yes&OtherPartyPlate=a123bc&OtherPartyPhone=9115550102')).toMatchObject([stored]);
    expect(await found('Injured=no')).toEqual([]);
    const filter = encodeURIComponent(JSON.stringify({ entity: 'accident', entityId: id, action: 'update' }));
    const history = await olga('GET', `/api/v3/audit?filter=${filter}`);
    expect(history.body[0].changes).toContainEqual({ field: 'Injured', before: null, after: 'yes' });
    expect((await save({ Injured: null, OtherPartyPlate: null })).body).toMatchObject({
      Injured: null,
      OtherPartyPlate: null,
    });
  });

  it('of persons, car and the other party that cannot be is refused by the name of its field', async () => {
    expect((await save({ Injured: 'maybe' })).body.Errors).toMatchObject([{ Field: 'Injured' }]);
    const { status, body } = await save({ OtherPartyPlate: '12', OtherPartyPhone: '12' });
    expect([status, body.Errors]).toMatchObject([400, [{ Field: 'OtherPartyPlate' }, { Field: 'OtherPartyPhone' }]]);
  });

  it('of a questionnaire that was declined says why', async () => {
    expect((await save({ Survey: 'declined' })).body.Errors[0].Field).toBe('DisagreementSurveyReasonId');
    expect((await save({ Survey: 'declined', DisagreementSurveyReasonId: 2 })).status).toBe(200);
  });

  it('and lacks something from before may be saved as long as that is not touched', async () => {
    const before = { status_of_road_accident_id: workStatus.confirmed };
    await app.connection.db.updateTable('accident').set(before).where('id', '=', id).execute();
    expect((await save({ CarPartIds: [1] })).status).toBe(200);
  });
});

describe('an accident that is about to be reported', () => {
  it('is found where the same car has one at about that time, by its own company alone', async () => {
    const voucher = await app.given.voucher(company);
    const report = (CrashDateTime: string) =>
      olga('POST', '/api/v2/Accident', { VoucherId: voucher.id, CrashDateTime });
    const { body: first } = await report('2026-01-15T10:00:00.000Z');
    await report('2026-01-14T10:00:00.000Z');
    const near = (by: Call) =>
      by('GET', `/api/v2/Accident/near?VoucherId=${voucher.id}&CrashDateTime=2026-01-15T10:30:00.000Z`);
    expect((await near(olga)).body).toMatchObject([{ Id: first.Id, CrashDateTime: '2026-01-15T10:00:00.000Z' }]);
    const other = app.as((await app.given.account(await app.given.company(), 'OPERATOR')).token);
    expect((await near(other)).body).toEqual([]);
  });
});

describe('a decision is undone', () => {
  const undo = (by: Call = olga) => by('POST', `${url}/undo`);
  const bucketTotal = async (status: string) =>
    (await olga('GET', `/api/v2/Accident/table/${status}`)).body.Total as number;
  const byVersion = ({ Version: _version, LockedUntil: _until, ...rest }: { Version: number; LockedUntil: string }) =>
    rest;

  it('and the case is as it was: bucket, status, call, answers, reminder and lease; the history says so', async () => {
    await save({ ContactPersonStatusId: 1, CrashDynamicsId: 2, DateTimeOfNextCall: '2026-01-15T15:00:00Z' });
    const before = await read();
    const totals = [await bucketTotal('opened'), await bucketTotal('closed')];
    await move({ Status: 'closed', StatusOfRoadAccidentID: workStatus.confirmed });
    const { status, body } = await undo();
    expect(status).toBe(200);
    expect(byVersion(body)).toEqual(byVersion(before));
    expect(body.LockedByName).toBe('Ольга');
    expect([await bucketTotal('opened'), await bucketTotal('closed')]).toEqual(totals);
    const reminders = app.connection.db.selectFrom('notification').select('at').where('accident_id', '=', id);
    expect(await reminders.execute()).toEqual([{ at: '2026-01-15T15:00:00.000Z' }]);
    expect(await lastEntry()).toMatchObject({
      action: 'undo',
      changes: expect.arrayContaining([
        { field: 'Status', before: 'closed', after: 'opened' },
        { field: 'StatusOfRoadAccidentID', before: workStatus.confirmed, after: before.StatusOfRoadAccidentID },
      ]),
    });
    // The decision cannot be undone a second time, and the case can be closed again.
    expect((await undo()).body.Code).toBe('UNDO_OVER');
    expect((await move({ Status: 'closed', StatusOfRoadAccidentID: workStatus.finished })).status).toBe(200);
  });

  it('after “no answer”: the call is not logged, planned or counted any more', async () => {
    const before = await read();
    await log({ ResultId: callResult.noAnswer });
    await give();
    const { body } = await undo();
    expect(byVersion(body)).toEqual(byVersion(before));
    expect((await olga('GET', `${url}/calls`)).body).toEqual([]);
    await log({ ResultId: callResult.noAnswer });
    // A quarter of an hour, as after a first unanswered call.
    expect((await read()).DateTimeOfNextCall).toBe('2026-01-15T12:15:00.000Z');
  });

  it('after “to mini”, and a reason that was there before is there again', async () => {
    await save({ UnconfirmationReasonId: 3, StatusOfRoadAccidentID: workStatus.notConfirmed });
    await move({ Status: 'notvalid', UnconfirmationReasonId: 1 });
    expect((await undo()).body).toMatchObject({ Status: 'opened', UnconfirmationReasonId: 3 });
  });

  it('by its author alone, within its time, and while nobody has the case or has changed it', async () => {
    const finish = () => move({ Status: 'closed', StatusOfRoadAccidentID: workStatus.finished });
    await finish();
    expect((await undo(petr)).body.Code).toBe('UNDO_OVER');
    await take(petr);
    const held = await undo();
    expect([held.status, held.body.LockedByName]).toEqual([409, 'Пётр']);
    await petr('POST', `${url}/status`, { Status: 'opened', Reason: 'Ошибка', Version: await version() });
    expect((await undo()).body.Code).toBe('CHANGED_SINCE');
    expect(await read()).toMatchObject({ Status: 'opened', LockedBy: null });
    await take();
    await finish();
    app.clock.forward(16);
    expect((await undo()).body.Code).toBe('UNDO_OVER');
    expect(await read()).toMatchObject({ Status: 'closed' });
  });

  it('and keeps the call that a colleague has logged to the closed case since', async () => {
    await move({ Status: 'closed', StatusOfRoadAccidentID: workStatus.finished });
    await take(petr);
    await petr('POST', `${url}/calls`, { ResultId: callResult.reached });
    await give(petr);
    expect((await undo()).body).toMatchObject({ Status: 'opened' });
    const accidents = app.connection.db.selectFrom('accident').select('first_contact_at').where('id', '=', id);
    expect(await accidents.execute()).toEqual([{ first_contact_at: app.clock.now().toISOString() }]);
  });

  it('unless a colleague has taken the case since, even if it is given back', async () => {
    await log({ ResultId: callResult.noAnswer });
    await give();
    await take(petr);
    await give(petr);
    expect((await undo()).body.Code).toBe('CHANGED_SINCE');
    expect((await olga('GET', `${url}/calls`)).body).toHaveLength(1);
  });

  it('and the caller is reminded of a call that a colleague planned who has been blocked since', async () => {
    const ivan = await app.given.account(company, 'OPERATOR', { full_name: 'Иван' });
    const manager = app.as((await app.given.account(company, 'MANAGER')).token);
    await give();
    await take(app.as(ivan.token));
    await app.as(ivan.token)('POST', `${url}/calls`, { ResultId: callResult.noAnswer });
    await give(app.as(ivan.token));
    await take();
    await move({ Status: 'closed', StatusOfRoadAccidentID: workStatus.finished });
    expect((await manager('POST', `/api/v2/Operator/${ivan.id}/block`, {})).status).toBe(200);
    const { body } = await undo();
    const reminders = app.connection.db.selectFrom('notification').select(['account_id', 'at']);
    expect(await reminders.where('accident_id', '=', id).execute()).toEqual([
      { account_id: body.LockedBy, at: body.DateTimeOfNextCall },
    ]);
  });
});
