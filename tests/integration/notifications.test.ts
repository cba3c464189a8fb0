import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import type { Person } from '../support/given.ts';

type Somebody = Person & { call: Call };
let app: TestApp;
let company: number;
let olga: Somebody;
let pavel: Somebody;
let stranger: Somebody;
let id: number;

const person = async (of: number, full_name: string): Promise<Somebody> => {
  const account = await app.given.account(of, 'OPERATOR', { full_name });
  return { ...account, call: app.as(account.token) };
};
beforeAll(async () => {
  app = await openTestApp();
});
beforeEach(async () => {
  company = await app.given.company();
  olga = await person(company, 'Ольга');
  pavel = await person(company, 'Павел');
  stranger = await person(await app.given.company(), 'Чужой');
  id = (await app.given.accident(company, { client_name: 'Иванов Иван', reg_number: 'А123ВС77' })).id;
});
afterAll(() => app.close());

const list = async ({ call }: Somebody, query = '') => (await call('GET', `/api/v3/notifications${query}`)).body;
const kinds = async (who: Somebody) => (await list(who)).map(({ kind }: { kind: string }) => kind);
const unread = async ({ call }: Somebody) => (await call('GET', '/api/v3/notifications/unread')).body;
const takeOver = async () => {
  await olga.call('GET', `/api/crash/lock/${id}`);
  await pavel.call('GET', `/api/crash/lock/${id}?takeOver=true&reason=${encodeURIComponent('Мой клиент')}`);
};
const planCall = async (who: Somebody, minutes: number | null, version: number) => {
  await who.call('GET', `/api/crash/lock/${id}`);
  const at = minutes === null ? null : new Date(app.clock.now().getTime() + minutes * 60_000).toISOString();
  const reply = await who.call('PUT', `/api/v2/Accident/${id}`, { DateTimeOfNextCall: at, Version: version });
  expect(reply.status).toBe(200);
};

describe('notifications', () => {
  it('tell from whom a case was taken, by whom and why', async () => {
    await takeOver();
    expect(await list(olga)).toEqual([
      {
        id: expect.any(Number),
        at: app.clock.now().toISOString(),
        kind: 'takenOver',
        read: false,
        actorName: 'Павел',
        text: 'Мой клиент',
        cases: null,
        path: null,
        messageId: null,
        accident: {
          id,
          objectId: expect.any(String),
          status: 'opened',
          clientName: 'Иванов Иван',
          regNumber: 'А123ВС77',
          maximumAcceleration: 5.2,
          severity: 'major',
        },
      },
    ]);
    expect(await list(pavel)).toEqual([]);
    expect(await list(stranger)).toEqual([]);
  });

  it('are counted, read one by one and all at once, by their owner only', async () => {
    await takeOver();
    await olga.call('GET', `/api/crash/lock/${id}?takeOver=true&reason=x`);
    await pavel.call('GET', `/api/crash/lock/${id}?takeOver=true&reason=y`);
    expect(await unread(olga)).toEqual({ count: 2, nextAt: null });
    const [newest] = await list(olga);
    const path = `/api/v3/notifications/${newest.id}`;
    expect((await pavel.call('PUT', path, { read: true })).status).toBe(404);
    expect((await stranger.call('PUT', path, { read: true })).status).toBe(404);
    expect((await olga.call('PUT', path, { read: true })).body).toMatchObject({ id: newest.id, read: true });
    expect((await unread(olga)).count).toBe(1);
    expect(await list(olga, '?filter={"read":false}')).toHaveLength(1);
    expect((await olga.call('PUT', path, { read: false })).body.read).toBe(false);
    expect((await olga.call('POST', '/api/v3/notifications/read')).body).toEqual({ count: 0, nextAt: null });
    expect((await unread(pavel)).count).toBe(1);
  });

  it('speak the dialect of ra-data-simple-rest', async () => {
    await takeOver();
    const { headers } = await olga.call('GET', '/api/v3/notifications?range=[0,4]');
    expect(headers['content-range']).toBe('notifications 0-0/1');
    const wrong = await olga.call('GET', '/api/v3/notifications?filter={"accountId":1}');
    expect(wrong.status).toBe(400);
    expect(wrong.body.Errors[0].Field).toBe('filter.accountId');
  });

  it('tell the whole company of a major accident that a device reports', async () => {
    const key = await app.given.platformKey(company);
    const { imei } = await app.given.voucher(company);
    const samples = Array.from({ length: 100 }, (_, at) => (at > 45 && at < 55 ? -9 : 0));
    const Start = app.clock.now().toISOString();
    const Curve = { Start, RateHz: 100, RangeG: 16, Frame: 'vehicle', Longitudinal: samples, Lateral: samples };
    const crash = await app.as(key)('POST', '/api/crash/webhook', {
      ...{ MessageId: `m-${imei}`, Imei: imei, CrashDateTime: Start, Speed: 50 },
      Curve: { ...Curve, Vertical: samples.map(() => 1) },
    });
    expect(crash.status).toBe(200);
    for (const who of [olga, pavel]) {
      const [told] = await list(who);
      expect(told).toMatchObject({ kind: 'major', accident: { id: crash.body.AccidentId, severity: 'major' } });
    }
    expect(await list(stranger)).toEqual([]);
  });

  it('are not made for who has switched them off', async () => {
    await app.connection.db
      .updateTable('account')
      .set({ settings: JSON.stringify({ Notifications: { TakenOver: false } }) } as never)
      .where('id', '=', olga.id)
      .execute();
    await takeOver();
    expect(await list(olga)).toEqual([]);
  });
});

describe('a planned call', () => {
  it('notifies the person who planned it when its time has come, and not before', async () => {
    await planCall(olga, 15, 1);
    expect(await kinds(olga)).toEqual([]);
    const nextAt = new Date(app.clock.now().getTime() + 15 * 60_000).toISOString();
    expect(await unread(olga)).toEqual({ count: 0, nextAt });
    app.clock.forward(15 * 60);
    expect(await unread(olga)).toEqual({ count: 1, nextAt: null });
    expect(await kinds(olga)).toEqual(['call']);
    expect(await kinds(pavel)).toEqual([]);
  });

  it('notifies once, at the time that was planned last', async () => {
    await planCall(olga, 15, 1);
    await planCall(olga, 30, 2);
    app.clock.forward(20 * 60);
    expect(await kinds(olga)).toEqual([]);
    app.clock.forward(10 * 60);
    expect(await kinds(olga)).toEqual(['call']);
  });

  it('goes over to who plans it anew, and away with the case', async () => {
    await planCall(olga, 5, 1);
    app.clock.forward(120);
    await planCall(pavel, 5, 2);
    app.clock.forward(600);
    expect([await kinds(olga), await kinds(pavel)]).toEqual([[], ['call']]);
    await pavel.call('GET', `/api/crash/lock/${id}`);
    await pavel.call('POST', `/api/v2/Accident/${id}/status`, {
      Status: 'closed',
      StatusOfRoadAccidentID: 8,
      Version: 3,
    });
    expect(await kinds(pavel)).toEqual([]);
  });
});
