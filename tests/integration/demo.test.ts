import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadDemo } from '../../server/demo/load.ts';
import { demoAccounts } from '../../server/demo/start.ts';
import { hashPassword } from '../../server/modules/account/passwords.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { password } from '../support/given.ts';

let app: TestApp;
const today = new Date('2026-01-15T12:00:00.000Z');
const load = async (scale = 1) =>
  loadDemo(app.connection.pool, { today, scale, passwordHash: await hashPassword(password) });

beforeAll(async () => {
  app = await openTestApp(today.toISOString());
  await load();
}, 240_000);
afterAll(() => app.close());

const count = async (sql: string): Promise<number> =>
  Number((await app.connection.pool.query<{ n: number }>(`select count(*) as n from ${sql}`)).rows[0]?.n);

const signIn = async (email: string) => {
  const { body } = await app.anonymous('POST', '/api/v2/Auth', { Login: email, Password: password });
  return app.as(body.Token);
};

describe('the demo portfolio', () => {
  it('is as large as promised', async () => {
    expect(await count('voucher')).toBe(300);
    expect(await count('client')).toBe(280);
    expect(await count(`account where 'OPERATOR' = any(roles)`)).toBe(12);
    expect(await count('accident')).toBe(60);
    expect(await count(`trip where start_at < timestamptz '2026-01-15 12:00Z' - interval '85 days'`)).toBeGreaterThan(
      0,
    );
  });

  it('names nobody as the author of what a device did', async () => {
    const call = await signIn('manager@demo.drivedesk');
    const filter = encodeURIComponent(JSON.stringify({ action: 'create' }));
    const { body } = await call('GET', `/api/v3/audit?filter=${filter}`);
    expect(body.length).toBeGreaterThan(0);
    for (const row of body) expect(row).toMatchObject({ actorId: null, actorName: '' });
  });

  it('lets every account of the login page in', async () => {
    for (const { Email, Role } of demoAccounts.Accounts) {
      const { status, body } = await (await signIn(Email))('GET', '/api/v2/Account/info');
      expect(status).toBe(200);
      expect(body.Roles).toContain(Role);
    }
  });

  it('keeps its companies apart', async () => {
    const first = await (await signIn('manager@demo.drivedesk'))('GET', '/api/v2/Voucher/table?pageSize=1000');
    const second = await (await signIn('other@demo.drivedesk'))('GET', '/api/v2/Voucher/table?pageSize=1000');
    expect(first.body.Total + second.body.Total).toBe(300);
    const numbers = new Set(first.body.Items.map((row: { VoucherNumber: string }) => row.VoucherNumber));
    expect(second.body.Items.filter((row: { VoucherNumber: string }) => numbers.has(row.VoucherNumber))).toEqual([]);
  });

  it('has totals that equal the rows', async () => {
    const { rows } = await app.connection.pool.query(
      `select t.company_id, t.bucket, sum(t.total)::int as kept,
         (select count(*)::int from accident a where a.company_id = t.company_id and a.status = t.bucket) as there
       from row_total t where t.list = 'accidents' group by 1, 2`,
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) expect(row.kept).toBe(row.there);
  });

  it('shows a curve with the peak its accident states, and a track that leads to its place', async () => {
    const call = await signIn('operator@demo.drivedesk');
    const { body } = await call('GET', '/api/v2/Accident/table/opened?pageSize=50');
    for (const { Id, MaximumAcceleration, Latitude } of body.Items.slice(0, 5)) {
      const curves = (await call('GET', `/api/crashes/curves/${Id}`)).body;
      expect(Math.max(...curves.Resultant)).toBeCloseTo(MaximumAcceleration, 3);
      const map = (await call('GET', `/api/crashes/map/${Id}`)).body;
      expect(map.Track.length).toBeGreaterThan(100);
      const nearest = Math.min(...map.Track.map((point: number[]) => Math.abs((point[1] ?? 0) - Latitude)));
      expect(nearest).toBeLessThan(0.001);
    }
  });

  it('is not made twice, and grows by the copies asked for', async () => {
    expect(await load()).toEqual({ rows: {} });
    const { rows } = await load(3);
    expect(rows).toMatchObject({ voucher: 600, accident: 120 });
    expect(await count('voucher')).toBe(900);
    const { body } = await (await signIn('manager@demo.drivedesk'))('GET', '/api/v2/Voucher/table?pageSize=10');
    expect(body.Total).toBe(await count(`voucher where company_id = (select min(company_id) from voucher)`));
  }, 60_000);

  it('leaves room for what comes after it', async () => {
    const call = await signIn('manager@demo.drivedesk');
    const { body } = await call('GET', '/api/v2/Voucher/table?pageSize=10');
    const made = await call('POST', '/api/v2/Accident', {
      VoucherId: body.Items[0].Id,
      CrashDateTime: '2026-01-15T10:00:00.000Z',
    });
    expect(made.status).toBe(201);
  });
});
