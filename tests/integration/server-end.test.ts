import { expect, it, vi } from 'vitest';
import { openTestApp } from '../support/app.ts';
import { fileUpload } from '../support/upload.ts';

const startMs = Date.parse('2026-01-15T08:00:00.000Z');
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

it('a server that ends answers what its threads cannot finish with 503 and the time of another try', async () => {
  const threadScript = new URL('../fixtures/endlessThread.mjs', import.meta.url).href;
  const app = await openTestApp(undefined, { threadScript });
  const company = await app.given.company();
  const manager = app.as((await app.given.account(company, 'MANAGER')).token);
  const platform = app.as(await app.given.platformKey(company));
  const { imei } = await app.given.voucher(company);
  // A server that ends reads no sessions. These two are known from here on.
  await Promise.all([platform('POST', '/api/statistic/webhook', []), manager('GET', '/api/v3/imports')]);
  const Positions = numbers(20_000).map(i => ({
    DateTime: new Date(startMs + i * 500).toISOString(),
    Latitude: 55 + i * 1e-5,
    Longitude: 37,
    Speed: 8,
  }));
  const file = Buffer.from(
    `Номер ваучера;ФИО;Марка\n${numbers(5000)
      .map(i => `V-${i};Иванов;Kia\n`)
      .join('')}`,
  );
  const open = [
    platform('POST', '/api/statistic/webhook', { MessageId: 'long', Imei: imei, Positions }),
    manager('POST', '/api/v3/imports', undefined, fileUpload('vouchers.csv', file)),
  ];
  await app.close();
  for (const { status, body, headers } of await Promise.all(open)) {
    expect({ status, body }).toMatchObject({ status: 503, body: { Message: expect.any(String) } });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
});

it('a server that ends takes a connection that closes meanwhile for no outage of the database', async () => {
  const lines: string[] = [];
  const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } };
  const app = await openTestApp(undefined, { logger });
  const company = await app.given.company();
  const operator = app.as((await app.given.account(company, 'OPERATOR')).token);
  const { id } = await app.given.accident(company);
  const blocker = await app.connection.pool.connect();
  await blocker.query('begin');
  await blocker.query('select from accident where id = $1 for update', [id]);
  const waiting = operator('GET', `/api/crash/lock/${id}`);
  const endWaiting = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitFor(async () => {
    const { rows } = await app.connection.pool.query(endWaiting.replace('pg_terminate_backend(pid)', 'pid'));
    expect(rows).not.toEqual([]);
  });
  const closing = app.server.close();
  await app.connection.pool.query(endWaiting);
  expect((await waiting).status).toBe(503);
  await blocker.query('rollback');
  blocker.release();
  await closing;
  expect(lines).toEqual([]);
  await app.close();
});
