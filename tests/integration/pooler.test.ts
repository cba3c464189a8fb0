import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../server/db/connect.ts';
import { openDatabase } from '../../server/db/open.ts';
import { freePort } from '../../server/process/port.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

const isInstalled = (): boolean => {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const installed = isInstalled();

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  const { pool } = app.connection;
  // Sets a time zone as an administrator in Moscow might. New sessions begin with it.
  await pool.query(`do $$ begin
    execute format('alter database %I set timezone = ''Europe/Moscow''', current_database());
    execute format('alter database %I set datestyle = ''German''', current_database());
    execute format('alter database %I set extra_float_digits = ''0''', current_database());
    execute format('alter database %I set bytea_output = ''escape''', current_database());
  end $$`);
});
afterAll(() => app.close());

const read = async (url: string): Promise<unknown> => {
  const connection = connect(url, () => {});
  try {
    const { rows } = await connection.pool.query(
      `select timestamptz '2026-01-15T09:30:00Z' as at, 0.1::float8 + 0.2::float8 as sum, '\\xd09f'::bytea as bytes,
         date '2026-01-15' as day, (timestamptz '2026-01-15T22:30:00Z')::date as night, current_setting('lock_timeout') as lock`,
    );
    return rows[0];
  } finally {
    await connection.close();
  }
};
const right = {
  at: '2026-01-15T09:30:00.000Z',
  sum: 0.1 + 0.2,
  bytes: Buffer.from([0xd0, 0x9f]),
  day: '2026-01-15',
  night: '2026-01-15',
  lock: '3s',
};

it('a database whose administrator chose another time zone, dates and digits is read rightly', async () => {
  expect(await read(app.databaseUrl)).toEqual(right);
});

/** Starts PgBouncer in front of the test's database. */
const openPooler = async (mode: 'session' | 'transaction' | 'statement', sessions = 20) => {
  const folder = await mkdtemp(join(tmpdir(), 'drivedesk-pooler-'));
  await chmod(folder, 0o755);
  const { hostname, port: databasePort, username, password, pathname } = new URL(app.databaseUrl);
  const port = await freePort();
  const settings = `[databases]
* = host=${hostname} port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
default_pool_size = ${sessions}
ignore_startup_parameters = extra_float_digits,options
`;
  await writeFile(join(folder, 'users'), `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o644 });
  await writeFile(join(folder, 'pgbouncer.ini'), settings, { mode: 0o644 });
  // pgbouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  const pooler = spawn('pgbouncer', [...user, '-q', join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  const ended = new Promise(resolve => pooler.once('exit', resolve));
  const listens = () =>
    new Promise<boolean>(resolve => {
      const socket = connectSocket(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.end());
    });
  await expect.poll(listens, { timeout: 20_000, interval: 50 }).toBe(true);
  return {
    url: `postgresql://${username}:${password}@127.0.0.1:${port}${pathname}`,
    stop: async () => {
      pooler.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
};

describe.skipIf(!installed)(`PgBouncer${installed ? '' : ' (skipped: the program pgbouncer is not installed)'}`, () => {
  it('in session mode: the start accepts it, and times are right although it drops settings of the start', async () => {
    const pooler = await openPooler('session');
    try {
      expect((await openDatabase({ databaseUrl: pooler.url, dataDir: '' })).url).toBe(pooler.url);
      expect(await read(pooler.url)).toEqual(right);
    } finally {
      await pooler.stop();
    }
  });

  it('with fewer sessions than a server needs: refused at the start, and the limit is named', async () => {
    const pooler = await openPooler('session', 2);
    try {
      await expect(openDatabase({ databaseUrl: pooler.url, dataDir: '' })).rejects.toThrow(/default_pool_size/);
    } finally {
      await pooler.stop();
    }
  });

  it.each(['transaction', 'statement'] as const)('in %s mode: refused at the start, with advice', async mode => {
    const pooler = await openPooler(mode);
    try {
      await expect(openDatabase({ databaseUrl: pooler.url, dataDir: '' })).rejects.toThrow(
        /^DATABASE_URL leads to a pooler .* \(pool_mode = transaction\)\. .* set pool_mode = session/,
      );
    } finally {
      await pooler.stop();
    }
  });
});
