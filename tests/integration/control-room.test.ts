import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { emptyFacts } from '../support/given.ts';

let app: TestApp;
let company: number;
let chief: Call;
const hours = (count: number) => new Date(app.clock.now().getTime() - count * 3_600_000);

beforeAll(async () => {
  // Half past two at night in the company's zone, while it is still the day before in UTC.
  app = await openTestApp('2026-01-14T23:30:00.000Z');
  company = await app.given.company();
  chief = app.as((await app.given.account(company, 'MANAGER')).token);
});
afterAll(() => app.close());

interface Figure {
  readonly Count: number;
  readonly List: string;
  readonly Filter: Record<string, string | number | boolean>;
}
const isFigure = (value: object): value is Figure => 'List' in value && 'Filter' in value;
const figuresIn = (value: unknown): Figure[] => {
  if (typeof value !== 'object' || value === null) return [];
  return isFigure(value) ? [value] : Object.values(value).flatMap(figuresIn);
};
const listOf = async ({ List, Filter }: Figure, more = '') => {
  const query = new URLSearchParams(Object.entries(Filter).map(([name, value]) => [name, String(value)]));
  const { status, body } = await chief('GET', `/api/v2/Accident/table/${List}?${query}${more}`);
  expect(status).toBe(200);
  return body;
};

it('every number of the control room is the total of the list that it opens', async () => {
  const olga = await app.given.account(company, 'OPERATOR', { full_name: 'Ольга' });
  const pavel = await app.given.account(company, 'OPERATOR', { full_name: 'Павел' });
  const models = ['Teltonika FMC130', 'teltonika fmc-130', 'Галилео', ''];
  let number = 0;
  for (const status of ['opened', 'closed', 'notvalid'] as const)
    for (const age of [0, 0.4, 0.999, 1, 2.5, 4, 7, 23.5, 24, 40, 24 * 8, 24 * 29, 24 * 33]) {
      number += 1;
      const operator_id = [olga.id, pavel.id, null][number % 3] ?? null;
      await app.given.accident(company, {
        status,
        crash_at: hours(age),
        operator_id,
        device_model: models[number % 4] ?? '',
        status_of_road_accident_id: status === 'closed' ? [4, 5, 6, 7, 8, 5][number % 6]! : 1,
        next_call_at: status === 'opened' && number % 2 ? hours(number % 4 === 1 ? 0.5 : -3) : null,
        first_contact_at: number % 5 ? hours(Math.max(0, age - number / 10)) : null,
        finished_at: status === 'closed' && operator_id !== null ? hours(age / 2) : null,
        ...(number % 4 === 0 && { facts: JSON.stringify({ ...JSON.parse(emptyFacts), Doubts: ['spike'] }) }),
      });
    }
  await app.given.accident(await app.given.company(), {});

  const { status, body } = await chief('GET', '/api/v3/control-room');
  expect(status).toBe(200);
  const figures = figuresIn(body);
  expect(figures.length).toBeGreaterThan(90);
  expect(figures.filter(({ Count }) => Count > 0).length).toBeGreaterThan(40);
  for (const figure of figures) {
    const { Total } = await listOf(figure);
    expect([figure.List, figure.Filter, Total]).toEqual([figure.List, figure.Filter, figure.Count]);
  }
  const sum = (counts: Figure[]) => counts.reduce((all, { Count }) => all + Count, 0);
  expect(sum(body.Waiting)).toBe(13);
  expect(body.Unreliable.Count).toBeGreaterThan(0);
  expect(sum(body.Operators.map(({ Open }: { Open: Figure }) => Open))).toBe(13);

  const details = await Promise.all(
    body.FirstContact.Of.map(async (figure: Figure) =>
      (await listOf(figure)).Items.map(({ Id }: { Id: number }) => Id),
    ),
  );
  const minutes = await Promise.all(
    details.flat().map(async id => {
      const { body: one } = await chief('GET', `/api/v2/Accident/${id}`);
      return (Date.parse(one.FirstContactAt) - Date.parse(one.CrashDateTime)) / 60_000;
    }),
  );
  const sorted = minutes.sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
  expect(body.FirstContact.MedianMin).toBeCloseTo(median, 0);
  // All are severe, so the target is 15 minutes.
  const onTime = minutes.filter(minute => minute <= 15).length / minutes.length;
  expect(onTime).toBeGreaterThan(0);
  expect(body.FirstContact.OnTimeShare).toBeCloseTo(onTime, 2);
});

it('is a manager’s, is counted once in ten seconds, and of an empty company says nothing it does not know', async () => {
  const operator = await app.given.account(company, 'OPERATOR');
  for (const path of ['/api/v3/control-room', '/api/v3/control-room/scores'])
    expect((await app.as(operator.token)('GET', path)).status).toBe(403);

  const empty = await app.given.company();
  const call = app.as((await app.given.account(empty, 'MANAGER')).token);
  const { body } = await call('GET', '/api/v3/control-room');
  expect(figuresIn(body).every(({ Count }) => Count === 0)).toBe(true);
  expect(body).toMatchObject({ FirstContact: { MedianMin: null }, Models: [], TimeZone: 'Europe/Moscow' });
  const { body: scores } = await call('GET', '/api/v3/control-room/scores');
  expect(scores.Weeks).toHaveLength(12);
  expect(scores.Weeks.every(({ Score }: { Score: number | null }) => Score === null)).toBe(true);

  await app.given.accident(empty, {});
  expect((await call('GET', '/api/v3/control-room')).body).toEqual(body);
  app.clock.forward(11);
  expect((await call('GET', '/api/v3/control-room')).body.Waiting[0].Count).toBe(1);
});
