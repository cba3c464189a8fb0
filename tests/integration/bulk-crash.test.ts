import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { connect } from '../../server/db/connect.ts';
import { openEmbedded } from '../../server/db/embedded/index.ts';
import { migrate } from '../../server/db/migrate.ts';
import { migrateQueue } from '../../server/engine/jobs/queue.ts';
import { insurer } from '../../server/insurer.ts';
import { makeGiven } from '../support/given.ts';

/** Kills all processes of a PostgreSQL at once, so that none writes its memory to disk. */
const crash = async (dataDir: string): Promise<void> => {
  const postmaster = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  const processes = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const children = await Promise.all(
    processes.map(async pid => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return Number(stat.split(') ')[1]?.split(' ')[1]) === postmaster ? [Number(pid)] : [];
    }),
  );
  for (const pid of [postmaster, ...children.flat()]) process.kill(pid, 'SIGKILL');
};

it.runIf(process.platform === 'linux')(
  'a bulk change whose database crashes in the middle is done to the end: each record once, with what is said of it',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'drivedesk-crash-'));
    await chmod(dataDir, 0o755);
    const database = await openEmbedded(dataDir);
    const connection = connect(database.url, () => {}, 12);
    const now = () => new Date();
    try {
      await migrate(connection.db);
      await migrateQueue(connection);
      const jobs = { startHook: 'onReady', heartbeatMs: 200, deadAfterMs: 2000, reviveEveryMs: 200 } as const;
      const server = await buildApp({ ...insurer, connection, now, logger: false, jobs });
      await server.ready();
      const given = makeGiven(connection.db, now);
      const company = await given.company();
      const { token } = await given.account(company, 'MANAGER');
      const first = await given.voucher(company);
      await connection.pool.query(
        `insert into voucher (company_id, object_id, number, client_id, vehicle_id, stage, created_at, client_name, vehicle_brand, vehicle_model)
         select company_id, 'crash-' || n, 'C-' || n, client_id, vehicle_id, stage, created_at, 'Client', 'Lada', 'Vesta'
         from voucher, generate_series(2, 150) as n where id = $1`,
        [first.id],
      );
      const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await server.inject({ method, url, headers, ...(payload && { payload }) })).json();
      };
      const { Id } = await call('POST', '/api/v2/Voucher/bulk/setAgent', { Query: {}, Asked: { Agent: 'после' } });
      const reached = (State: string) =>
        vi.waitFor(async () => expect((await call('GET', `/api/v3/bulk/${Id}`)).State).toBe(State));
      await reached('ready');
      await call('POST', `/api/v3/bulk/${Id}/run`);
      const count = async (sql: string) => Number((await connection.pool.query(sql)).rows[0].count);
      const done = () => count("select count(*) from voucher where agent = 'после'");
      await vi.waitFor(async () => expect(await done()).toBeGreaterThan(20), { interval: 5 });
      await crash(dataDir);
      await vi.waitFor(() => done());
      // The crash rolled back both changes together.
      const apart = `select count(*) from bulk_item i join voucher v on v.company_id = i.company_id and v.id = i.record_id
        where (i.state = 'done') <> (v.agent = 'после')`;
      expect(await count(apart)).toBe(0);
      await reached('done');
      expect(await call('GET', `/api/v3/bulk/${Id}`)).toMatchObject({ Matching: 150, Changed: 150, Refused: 0 });
      expect([await done(), await count(apart)]).toEqual([150, 0]);
      expect(await count("select count(*) from audit where entity = 'voucher' and action = 'update'")).toBe(150);
      expect(await count('select count(*) from voucher where version <> 2')).toBe(0);
      await server.close();
    } finally {
      await connection.close();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  600_000,
);
