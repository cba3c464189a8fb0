import { afterAll, beforeAll, expect, it } from 'vitest';
import { workStatus } from '../../src/contract/workStatuses.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';

/** Wednesday noon in Moscow. The week has begun on Sunday at 21:00 UTC. */
const start = '2026-01-14T09:00:00.000Z';

let app: TestApp;
let company: number;
let chief: Call;

beforeAll(async () => {
  app = await openTestApp(start);
  company = await app.given.company();
  chief = app.as((await app.given.account(company, 'MANAGER', { full_name: 'Руководитель' })).token);
});
afterAll(() => app.close());

const operator = async (full_name: string) => {
  const { id, token } = await app.given.account(company, 'OPERATOR', { full_name });
  return { id, call: app.as(token) };
};
const claim = async (call: Call, id: number) => expect((await call('GET', `/api/crash/lock/${id}`)).status).toBe(200);
const phone = async (call: Call, id: number, body: object) =>
  expect((await call('POST', `/api/v2/Accident/${id}/calls`, body)).status).toBe(201);
const finish = async (call: Call, id: number, body: object) => {
  const { Version } = (await call('GET', `/api/v2/Accident/${id}`)).body;
  const { status, body: answer } = await call('POST', `/api/v2/Accident/${id}/status`, { Version, ...body });
  expect([status, answer.Errors]).toEqual([200, undefined]);
};
const confirmed = { Status: 'closed', StatusOfRoadAccidentID: workStatus.passedToInsurer };

interface Figure {
  readonly Count: number;
  readonly List: string;
  readonly Filter: Record<string, string | number | boolean>;
}
const totalOf = async ({ List, Filter }: Figure): Promise<number> => {
  const query = new URLSearchParams(Object.entries(Filter).map(([name, value]) => [name, String(value)]));
  const { status, body } = await chief('GET', `/api/v2/Accident/table/${List}?${query}`);
  expect(status).toBe(200);
  return body.Total;
};

it('a week of an operator counts what was taken, ended, phoned and missed, as the lists and the desk do', async () => {
  const [olga, pavel] = [await operator('Ольга'), await operator('Павел')];
  const ids: number[] = [];
  for (let count = 0; count < 4; count += 1) ids.push((await app.given.accident(company, {})).id);
  const [crash, kept, missed, weak] = ids as [number, number, number, number];

  await claim(olga.call, crash);
  // A lease lasts one minute, so the page of the case claims it again.
  app.clock.forward(10 * 60);
  await claim(olga.call, crash);
  await phone(olga.call, crash, { ResultId: 1 });
  await finish(olga.call, crash, confirmed);

  // Both promise a call in an hour. Pavel keeps the promise of Olga, and nobody keeps his.
  await claim(olga.call, kept);
  const at = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  await phone(olga.call, kept, { ResultId: 5, DateTimeOfNextCall: at });
  await olga.call('GET', `/api/crash/unlock/${kept}`);
  await claim(pavel.call, missed);
  await phone(pavel.call, missed, { ResultId: 1, DateTimeOfNextCall: at });
  await pavel.call('GET', `/api/crash/unlock/${missed}`);
  app.clock.forward(65 * 60);
  await claim(pavel.call, kept);
  // An unanswered call plans the next one by a rule, so nobody is promised anything.
  await phone(pavel.call, kept, { ResultId: 2 });
  await pavel.call('GET', `/api/crash/unlock/${kept}`);
  await claim(pavel.call, weak);
  app.clock.forward(60);
  await claim(pavel.call, weak);
  await finish(pavel.call, weak, { Status: 'notvalid', Reason: 'слабый удар' });
  app.clock.forward(30 * 60);

  const { status, body } = await chief('GET', '/api/v3/control-room/operators');
  expect(status).toBe(200);
  expect([body.From, body.To, body.TimeZone]).toEqual(['2026-01-12', '2026-01-18', 'Europe/Moscow']);
  const count = (figure: Figure) => figure.Count;
  const toNumbers = (row: Record<string, never>) => ({
    taken: row.Taken,
    closed: count(row.Closed!),
    confirmed: count(row.Confirmed!),
    notConfirmed: count(row.NotConfirmed!),
    mini: count(row.Mini!),
    calls: row.Calls,
    missed: row.MissedCalls,
    handling: row.HandlingMin,
  });
  const named = Object.fromEntries(
    body.Operators.map((row: Record<string, never> & { Name: string }) => [row.Name, toNumbers(row)]),
  );
  expect(named).toEqual({
    Ольга: { taken: 2, closed: 1, confirmed: 1, notConfirmed: 0, mini: 0, calls: 2, missed: 0, handling: 10 },
    Павел: { taken: 3, closed: 0, confirmed: 0, notConfirmed: 0, mini: 1, calls: 2, missed: 1, handling: 1 },
  });
  // A case that both took counts once, and the median of 10 and 1 is between them.
  expect(toNumbers(body.Total)).toEqual({
    ...{ taken: 4, closed: 1, confirmed: 1, notConfirmed: 0, mini: 1, calls: 4, missed: 1, handling: 5.5 },
  });
  for (const row of [...body.Operators, body.Total])
    for (const name of ['Closed', 'Confirmed', 'NotConfirmed', 'Mini'])
      expect([name, await totalOf(row[name])]).toEqual([name, row[name].Count]);
});

it('a case that is closed today is one in the week, on the desk and in the list of operators', async () => {
  const vera = await operator('Вера');
  const { id } = await app.given.accident(company, {});
  await claim(vera.call, id);
  await finish(vera.call, id, confirmed);
  app.clock.forward(11);
  const ofVera = ({ Id }: { Id: number }) => Id === vera.id;
  const week = (await chief('GET', '/api/v3/control-room/operators')).body.Operators.find(ofVera);
  const desk = (await chief('GET', '/api/v3/control-room')).body.Operators.find(ofVera);
  const row = (await chief('GET', '/api/v2/Operator/table?pageSize=50')).body.Items.find(ofVera);
  expect([week.Closed.Count, desk.ClosedToday.Count, row.ClosedToday]).toEqual([1, 1, 1]);
});

it('another week is another answer, and only managers of the company read it', async () => {
  const { body } = await chief('GET', '/api/v3/control-room/operators?from=2025-12-01');
  expect([body.From, body.To, body.Operators]).toEqual(['2025-12-01', '2025-12-07', []]);
  expect(body.Total).toMatchObject({ Taken: 0, Calls: 0, HandlingMin: null });
  for (const from of ['yesterday', '0001-01-01', '9999-12-31']) {
    const refused = await chief('GET', `/api/v3/control-room/operators?from=${from}`);
    expect([refused.status, refused.body.Errors?.[0].Field]).toEqual([400, 'from']);
  }
  const olga = await app.given.account(company, 'OPERATOR');
  expect((await app.as(olga.token)('GET', '/api/v3/control-room/operators')).status).toBe(403);
  const stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
  expect((await stranger('GET', '/api/v3/control-room/operators?from=2026-01-12')).body.Operators).toEqual([]);
});
