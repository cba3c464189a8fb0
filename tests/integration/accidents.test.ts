import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let company: number;
let operator: Call;
let outsider: Call;
beforeAll(async () => {
  app = await openTestApp();
  company = await app.given.company('Acme');
  operator = app.as((await app.given.account(company, 'OPERATOR', { full_name: 'Ольга' })).token);
  outsider = app.as((await app.given.account(await app.given.company(), 'SUPERUSER')).token);
});
afterAll(() => app.close());

const report = (body: object, headers = {}) => operator('POST', '/api/v2/Accident', body, { headers });
const crash = { CrashDateTime: '2026-01-15T09:30:00.000Z' };

describe('an accident reported by phone', () => {
  it('belongs to who registers it, and keeps what was said as its first note', async () => {
    const { id: VoucherId } = await app.given.voucher(company);
    const { status, body } = await report({ VoucherId, ...crash, Note: ' Догнал автобус ', Claim: true });
    expect(status).toBe(201);
    expect(body).toMatchObject({ LockedByName: 'Ольга', StatusOfRoadAccident: 'В работе' });
    const { body: notes } = await operator('GET', `/api/v2/Accident/${body.Id}/notes`);
    expect(notes).toMatchObject([{ Text: 'Догнал автобус', AuthorName: 'Ольга' }]);
    // Another system reports without a claim, and its note is kept as well.
    const other = await report({ VoucherId, ...crash, Note: 'По рации' });
    expect(other.body).toMatchObject({ LockedBy: null, StatusOfRoadAccident: 'Новый' });
    expect((await operator('GET', `/api/v2/Accident/${other.body.Id}/notes`)).body).toHaveLength(1);
    const refused = await report({ VoucherId, ...crash, Note: 'a\u0000b' });
    expect(refused.status).toBe(400);
    expect(refused.body.Errors).toMatchObject([{ Field: 'Note' }]);
  });

  it('takes over who and what was in it from the voucher', async () => {
    const voucher = await app.given.voucher(company, { reg_number: 'A123BC77', client_name: 'Петров Иван', vip: true });
    const { status, body } = await report({
      VoucherId: voucher.id,
      ...crash,
      Source: 'ГИБДД',
      Latitude: 59.93,
      Longitude: 30.31,
      City: 'Санкт-Петербург',
      Street: 'Невский проспект, 1',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ObjectId: voucher.objectId,
      VoucherId: voucher.id,
      VoucherNumber: voucher.number,
      ClientName: 'Петров Иван',
      VehicleRegNumber: 'A123BC77',
      VehicleBrand: 'Kia',
      VehicleYear: 2020,
      Vip: true,
      Source: 'ГИБДД',
      Status: 'opened',
      StatusOfRoadAccident: 'Новый',
      CrashDateTime: '2026-01-15T09:30:00.000Z',
      City: 'Санкт-Петербург',
      Latitude: 59.93,
      MaximumAcceleration: null,
      Facts: { PeakG: null, MinorFromG: 2.5, MajorFromG: 4 },
      LockedBy: null,
      Version: 1,
    });
    expect(body.ID).toBe(body.Id);
    expect(body.Ident).toBe(String(body.CrashUniqueIdentifier));
    const { crashes } = await app.connection.db
      .selectFrom('voucher')
      .select('crashes')
      .where('company_id', '=', company)
      .where('id', '=', voucher.id)
      .executeTakeFirstOrThrow();
    expect(crashes).toBe(1);
  });

  it('gets a number of its own, however many are reported at once', async () => {
    const { id } = await app.given.voucher(company);
    const replies = await Promise.all(Array.from({ length: 12 }, () => report({ VoucherId: id, ...crash })));
    expect(new Set(replies.map(({ body }) => body.CrashUniqueIdentifier)).size).toBe(12);
  });

  it('needs a voucher of the own company', async () => {
    const foreign = await app.given.voucher(await app.given.company());
    expect((await report({ VoucherId: foreign.id, ...crash })).status).toBe(404);
    for (const none of [crash, { ...crash, VoucherId: null }])
      expect((await report(none)).body.Errors).toEqual([
        { Field: 'VoucherId', Message: 'Поле обязательно для заполнения' },
      ]);
  });

  it.each([
    [{ CrashDateTime: '2026-01-15T12:06:00Z' }, 'CrashDateTime'],
    [{ CrashDateTime: '1970-01-01T00:00:00Z' }, 'CrashDateTime'],
    [{ CrashDateTime: 'yesterday' }, 'CrashDateTime'],
    [{ ...crash, Latitude: 55 }, 'Longitude'],
    [{ ...crash, City: 'a\u0000b' }, 'City'],
    [{ ...crash, Speed: 60 }, 'Speed'],
  ])('refuses %o and names the field', async (body, field) => {
    const { id } = await app.given.voucher(company);
    const { status, body: answer } = await report({ VoucherId: id, ...body });
    expect(status).toBe(400);
    expect(answer.Errors.map((error: { Field: string }) => error.Field)).toEqual([field]);
  });

  it('is written down once, however often the same request is sent', async () => {
    const { id } = await app.given.voucher(company);
    const headers = { 'idempotency-key': 'crash-1' };
    const body = { VoucherId: id, ...crash };
    const replies = await Promise.all([report(body, headers), report(body, headers), report(body, headers)]);
    replies.push(await report(body, headers));
    expect(new Set(replies.map(reply => reply.status))).toEqual(new Set([201]));
    for (const reply of replies) expect(reply.body).toEqual(replies[0]?.body);
    const { crashes } = await app.connection.db
      .selectFrom('voucher')
      .select('crashes')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(crashes).toBe(1);
    const other = await report({ ...body, City: 'Тверь' }, headers);
    expect(other.status).toBe(422);
    expect(other.body.Message).toBe('Этот ключ повтора уже использован с другим содержимым');
  });
});

describe('one accident', () => {
  it('is found by its id, and by its object only if they belong together', async () => {
    const accident = await app.given.accident(company);
    const url = `/api/v2/Accident/${accident.id}`;
    expect((await operator('GET', url)).body.ObjectId).toBe(accident.objectId);
    expect((await operator('GET', `${url}?objectId=${accident.objectId}`)).status).toBe(200);
    expect((await operator('GET', `${url}?objectId=another`)).status).toBe(404);
  });

  it('knows the others of its voucher, newest first, and those alone', async () => {
    const voucher = await app.given.voucher(company);
    const reported = async (CrashDateTime: string) =>
      (await report({ VoucherId: voucher.id, CrashDateTime })).body as { Id: number; ObjectId: string };
    const first = await reported('2025-03-01T08:00:00.000Z');
    const second = await reported('2025-09-01T08:00:00.000Z');
    const third = await reported('2026-01-10T08:00:00.000Z');
    await app.given.accident(company);
    const { body } = await operator('GET', `/api/v2/Accident/${second.Id}/others`);
    expect(body).toMatchObject({ Total: 2, Items: [{ Id: third.Id, Status: 'opened' }, { Id: first.Id }] });
    const lonely = await app.given.accident(company);
    expect((await operator('GET', `/api/v2/Accident/${lonely.id}/others`)).body).toEqual({ Items: [], Total: 0 });
  });

  it('is told in the language of the caller', async () => {
    const { id } = await app.given.accident(company, { status_of_road_accident_id: 4 });
    const { token } = await app.given.account(company, 'OPERATOR');
    expect((await app.as(token, 'en')('GET', `/api/v2/Accident/${id}`)).body.StatusOfRoadAccident).toBe('Confirmed');
    expect((await app.as(token, 'ru')('GET', `/api/v2/Accident/${id}`)).body.StatusOfRoadAccident).toBe('Подтверждён');
  });

  it.each(['0', '-1', 'abc', '999999999', '1e3', '99999999999999999999'])('is not there under the id %s', async id => {
    expect((await operator('GET', `/api/v2/Accident/${id}`)).status).toBe(404);
  });
});

describe('the lists of accidents', () => {
  it('hold what lies in their bucket, under the old addresses too', async () => {
    const here = await app.given.company();
    const call = app.as((await app.given.account(here, 'OPERATOR')).token);
    const opened = await app.given.accident(here);
    const closed = await app.given.accident(here, { status: 'closed' });
    const mini = await app.given.accident(here, { status: 'notvalid' });
    for (const [url, { id }] of [
      ['/api/v2/Accident/table/opened', opened],
      ['/api/v2/Accident/table/closed', closed],
      ['/api/v2/Accident/table/notvalid', mini],
      ['/api/crashlist/opened', opened],
      ['/api/crashlist/closed', closed],
    ] as const) {
      const { body } = await call('GET', url);
      expect(body.Items.map((item: { Id: number }) => item.Id)).toEqual([id]);
      expect(body.Total).toBe(1);
    }
  });

  it('know no other status', async () => {
    const { status, body } = await operator('GET', '/api/v2/Accident/table/lost');
    expect(status).toBe(404);
    expect(body.Message).toBe('Неизвестный статус');
  });

  it.each([
    ['sort=Password-asc', 'sort'],
    ['sort=City-asc', 'sort'],
    ['sort=CrashDateTime', 'sort'],
    ['colour=red', 'colour'],
    ['page=0', 'page'],
    ['MaximumAccelerationFrom=strong', 'MaximumAccelerationFrom'],
    ['CrashDateTimeFrom=yesterday', 'CrashDateTimeFrom'],
    ['StatusOfRoadAccidentID=1;drop', 'StatusOfRoadAccidentID'],
  ])('refuse ?%s and name %s', async (query, field) => {
    const { status, body } = await operator('GET', `/api/v2/Accident/table/opened?${query}`);
    expect(status).toBe(400);
    expect(body.Errors.map((error: { Field: string }) => error.Field)).toEqual([field]);
  });

  it('end somewhere: a page far behind the last is empty, and the total stays exact', async () => {
    const here = await app.given.company();
    const call = app.as((await app.given.account(here, 'OPERATOR')).token);
    for (let i = 0; i < 3; i++) await app.given.accident(here);
    const far = await call('GET', '/api/v2/Accident/table/opened?page=1000000000&pageSize=50');
    expect(far.body).toEqual({ Items: [], Total: 3 });
    const filtered = await call('GET', '/api/v2/Accident/table/opened?page=1000000000&MaximumAccelerationFrom=5');
    expect(filtered.body).toEqual({ Items: [], Total: 3 });
    const all = await call('GET', '/api/v2/Accident/table/opened?pageSize=99999999');
    expect(all.body.Items).toHaveLength(3);
    expect(all.body.Total).toBe(3);
  });

  it('show no lease that has run out', async () => {
    const here = await app.given.company();
    const person = await app.given.account(here, 'OPERATOR', { full_name: 'Ольга' });
    const call = app.as(person.token);
    const { id } = await app.given.accident(here);
    await call('GET', `/api/crash/lock/${id}`);
    const held = await call('GET', '/api/v2/Accident/table/opened');
    expect(held.body.Items[0]).toMatchObject({ LockedBy: person.id, LockedByName: 'Ольга' });
    app.clock.forward(61);
    const free = await call('GET', '/api/v2/Accident/table/opened');
    expect(free.body.Items[0]).toMatchObject({ LockedBy: null, LockedByName: null, LockedUntil: null });
  });
});

describe('the accident of another company', () => {
  it.each([
    ['GET', '/api/v2/Accident/{id}', undefined],
    ['PUT', '/api/v2/Accident/{id}', { StatusOfRoadAccidentID: 2, Version: 1 }],
    ['POST', '/api/v2/Accident/{id}/status', { Status: 'closed', Version: 1 }],
    ['GET', '/api/crash/lock/{id}', undefined],
    ['GET', '/api/crash/lock/{id}?takeOver=true&reason=mine', undefined],
    ['GET', '/api/crash/unlock/{id}', undefined],
    ['GET', '/api/v2/Accident/{id}/others', undefined],
    ['GET', '/api/v2/Accident/{id}/notes', undefined],
    ['POST', '/api/v2/Accident/{id}/notes', { Text: 'hello' }],
    ['PUT', '/api/v2/Accident/{id}/notes/1', { Text: 'hello' }],
    ['DELETE', '/api/v2/Accident/{id}/notes/1', undefined],
    ['GET', '/api/v2/Accident/{id}/images', undefined],
    ['DELETE', '/api/v2/Accident/{id}/images/1', undefined],
  ] as const)('is not there for %s %s', async (method, path, body) => {
    const { id } = await app.given.accident(company);
    const reply = await outsider(method, path.replace('{id}', String(id)), body);
    expect(reply.status).toBe(404);
    expect(reply.body.Message).toBe('Запись не найдена');
  });
});
