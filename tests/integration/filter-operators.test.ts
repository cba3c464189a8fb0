import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableQuery } from '../../server/engine/table/query.ts';
import { listStatement } from '../../server/engine/table/statement.ts';
import { insurer } from '../../server/insurer.ts';
import { resources } from '../../server/resources.ts';
import { filterParameters, periodNames } from '../../src/schema/filters.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let operator: Call;
let company: number;
beforeAll(async () => {
  // 00:30 of Friday 16 January in the company's zone.
  app = await openTestApp('2026-01-15T21:30:00.000Z');
  company = await app.given.company();
  operator = app.as((await app.given.account(company, 'OPERATOR')).token, 'en');
});
afterAll(() => app.close());

const table = (query: string) => operator('GET', `/api/v2/Accident/table/opened?${query}`);

describe('a text', () => {
  beforeAll(async () => {
    for (const city of ['Москва', 'Московский', 'Подмосковье', 'Тверь', '100%', ''])
      await app.given.accident(company, { city });
  });
  const cities = async (query: string): Promise<string[]> => {
    const { status, body } = await table(query);
    expect([status, body.Message]).toEqual([200, undefined]);
    type Item = { Id: number; City: string };
    return (body.Items as Item[]).sort((a, b) => a.Id - b.Id).map(({ City }) => City);
  };
  const asked = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`;

  it('contains, is, begins with another, or is not it', async () => {
    expect(await cities(asked('City', 'моск'))).toEqual(['Москва', 'Московский', 'Подмосковье']);
    expect(await cities(asked('CityBegins', 'моск'))).toEqual(['Москва', 'Московский']);
    expect(await cities(asked('CityIs', 'москва'))).toEqual(['Москва']);
    expect(await cities(asked('CityIs', '%'))).toEqual([]);
    expect(await cities(asked('CityBegins', '100%'))).toEqual(['100%']);
    expect(await cities(asked('CityNot', 'Москва'))).toEqual(['Московский', 'Подмосковье', 'Тверь', '100%', '']);
  });

  it('is empty or not, and several comparisons hold together', async () => {
    expect(await cities('CityEmpty=true')).toEqual(['']);
    expect(await cities('CityEmpty=false')).toHaveLength(5);
    expect(await cities(`CityEmpty=false&${asked('CityNot', 'Тверь')}&${asked('City', 'о')}`)).toHaveLength(3);
  });
});

it('a choice is one of several, none of them, or not made', async () => {
  for (const severity of ['mini', 'minor', null] as const)
    await app.given.accident(company, { severity, city: 'Выбор' });
  const severities = async (query: string) =>
    (await table(`${query}&CityIs=${encodeURIComponent('Выбор')}`)).body.Items.map(
      ({ Severity }: { Severity: string | null }) => Severity,
    ).sort();
  expect(await severities('Severity=mini,minor')).toEqual(['mini', 'minor']);
  expect(await severities('SeverityNot=mini')).toEqual(['minor', null]);
  expect(await severities('SeverityEmpty=true')).toEqual([null]);
  expect((await table('SeverityNot=enormous')).status).toBe(400);
});

it('a moment lies within a period that moves with today, in days of the company', async () => {
  const moments = {
    nextMonth: '2026-02-01T00:00:00+03:00',
    tonight: '2026-01-16T23:59:00+03:00',
    justNow: '2026-01-16T00:10:00+03:00',
    lateYesterday: '2026-01-15T23:50:00+03:00',
    monday: '2026-01-12T00:00:00+03:00',
    sunday: '2026-01-11T23:59:59+03:00',
    newYear: '2026-01-01T00:00:00+03:00',
    december: '2025-12-31T23:59:59+03:00',
  };
  for (const [zip_code, at] of Object.entries(moments))
    await app.given.accident(company, { city: 'Когда', zip_code, crash_at: new Date(at) });
  const within = async (period: string) => {
    const { body } = await table(
      `CrashDateTimeWithin=${period}&CityIs=${encodeURIComponent('Когда')}&sort=CrashDateTime-desc`,
    );
    const nameOf = (at: string) => Object.entries(moments).find(([, each]) => Date.parse(each) === Date.parse(at))?.[0];
    return body.Items.map(({ CrashDateTime }: { CrashDateTime: string }) => nameOf(CrashDateTime));
  };
  expect(await within('today')).toEqual(['tonight', 'justNow']);
  expect(await within('yesterday')).toEqual(['lateYesterday']);
  expect(await within('thisWeek')).toEqual(['tonight', 'justNow', 'lateYesterday', 'monday']);
  expect(await within('last7Days')).toEqual(['tonight', 'justNow', 'lateYesterday', 'monday', 'sunday']);
  expect(await within('thisMonth')).toEqual(['tonight', 'justNow', 'lateYesterday', 'monday', 'sunday', 'newYear']);
  expect(await within('lastMonth')).toEqual(['december']);
  expect(await within('next30Days')).toEqual(['nextMonth', 'tonight', 'justNow']);
  expect((await table('CrashDateTimeWithin=soon')).status).toBe(400);
});

it('no filter of any list fails: each is asked with a value of its type', async () => {
  const values = {
    text: 'а',
    number: '1',
    moment: '2026-01-01T00:00:00Z',
    day: '2026-01-01',
    boolean: 'true',
  } as const;
  const reader = { companyId: company, accountId: 1, roles: ['SUPERUSER' as const] };
  for (const resource of Object.values(resources)) {
    const names = filterParameters(resource).map(({ name }) => name);
    expect([resource.name, new Set(names).size]).toEqual([resource.name, names.length]);
    for (const { name, comparison, type, field } of filterParameters(resource)) {
      const given =
        comparison === 'within'
          ? periodNames
          : [comparison === 'empty' ? true : (resource.fields[field]?.choices?.[0] ?? values[type])];
      for (const value of given) {
        const question = tableQuery(
          insurer.registry.table(resource.name),
          reader,
          undefined,
          { [name]: value, month: '2026-01' },
          app.clock.now().toISOString(),
        );
        const { text, values: list } = listStatement(question).total;
        await app.connection.pool.query(text, list as unknown[]).catch((error: Error) => {
          throw new Error(`${resource.name}: ${name}=${value}: ${error.message}\n${text}`);
        });
      }
    }
  }
});
