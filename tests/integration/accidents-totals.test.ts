import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccidentStatus, accidentStatuses } from '../../src/contract/states.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const desk = async () => {
  const company = await app.given.company();
  const voucher = await app.given.voucher(company);
  const people = [await app.given.account(company, 'OPERATOR'), await app.given.account(company, 'MANAGER')];
  return { company, voucher: voucher.id, calls: people.map(({ token }) => app.as(token)) };
};

const report = (call: Call, VoucherId: number) =>
  call('POST', '/api/v2/Accident', { VoucherId, CrashDateTime: '2026-01-15T09:30:00Z' });

/** Leases the accident and moves it. A refusal because another caller was faster is allowed. */
const moveIt = async (call: Call, id: number, to: AccidentStatus) => {
  if ((await call('GET', `/api/crash/lock/${id}`)).status !== 200) return;
  const { body } = await call('GET', `/api/v2/Accident/${id}`);
  await call('POST', `/api/v2/Accident/${id}/status`, { Status: to, Reason: 'Проверка', Version: body.Version });
};

const storedTotals = async (company: number) => {
  const { rows } = await sql<{ bucket: string; total: number }>`
    select bucket, sum(total)::int as total from row_total
    where company_id = ${company} and list = 'accidents' group by bucket`.execute(app.connection.db);
  return Object.fromEntries(accidentStatuses.map(status => [status, rows.find(r => r.bucket === status)?.total ?? 0]));
};
const counted = async (company: number) => {
  const { rows } = await sql<{ status: string; total: number }>`
    select status, count(*)::int as total from accident where company_id = ${company} group by status`.execute(
    app.connection.db,
  );
  return Object.fromEntries(accidentStatuses.map(status => [status, rows.find(r => r.status === status)?.total ?? 0]));
};

const step = fc.oneof(
  fc.record({ what: fc.constant('report' as const), who: fc.nat(1) }),
  fc.record({
    what: fc.constant('move' as const),
    who: fc.nat(1),
    which: fc.nat(),
    to: fc.constantFrom(...accidentStatuses),
  }),
);

describe('the kept totals', () => {
  it('are the number of rows, whatever was done', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
        const { company, voucher, calls } = await desk();
        const ids: number[] = [];
        for (const s of steps) {
          const call = calls[s.who]!;
          if (s.what === 'report') ids.push((await report(call, voucher)).body.Id);
          else if (ids.length > 0) await moveIt(call, ids[s.which % ids.length]!, s.to);
        }
        expect(await storedTotals(company)).toEqual(await counted(company));
      }),
      { numRuns: 15 },
    );
  });

  it('are the number of rows when everybody works at once', async () => {
    const { company, voucher, calls } = await desk();
    const first = await Promise.all(Array.from({ length: 10 }, (_, i) => report(calls[i % 2]!, voucher)));
    const ids: number[] = first.map(({ body }) => body.Id);
    const work = ids.flatMap((id, i) => [
      report(calls[i % 2]!, voucher),
      moveIt(calls[i % 2]!, id, i % 3 === 0 ? 'notvalid' : 'closed'),
      moveIt(calls[(i + 1) % 2]!, id, 'opened'),
    ]);
    await Promise.all(work);
    const totals = await storedTotals(company);
    expect(totals).toEqual(await counted(company));
    for (const status of accidentStatuses) {
      const { body } = await calls[0]!('GET', `/api/v2/Accident/table/${status}?pageSize=100`);
      expect(body.Total).toBe(body.Items.length);
      expect(body.Total).toBe(totals[status]);
    }
  });

  it('stay right when a change fails half-way', async () => {
    const { company, voucher, calls } = await desk();
    const { body } = await report(calls[0]!, voucher);
    await calls[0]!('GET', `/api/crash/lock/${body.Id}`);
    const reply = await calls[0]!('POST', `/api/v2/Accident/${body.Id}/status`, {
      Status: 'notvalid',
      Reason: 'a\u0000b',
      Version: 1,
    });
    expect(reply.status).toBe(400);
    expect(await storedTotals(company)).toEqual({ opened: 1, closed: 0, notvalid: 0 });
  });
});
