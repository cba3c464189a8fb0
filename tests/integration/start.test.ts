import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireAccess } from '../../server/plugins/access.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { run, runScript } from '../support/command.ts';
import { root } from '../support/imports.ts';

const exec = promisify(execFile);

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

describe('a server', () => {
  it('does not start with a route that does not say who may use it', async () => {
    const server = Fastify();
    requireAccess(server);
    server.get('/open', { config: { access: 'public' } }, () => 'said');
    server.get('/forgotten', () => 'not said');
    await expect(server.ready()).rejects.toThrow(/do not say who may use them:\nGET \/forgotten/);
  });

  it('has no demo accounts to offer outside demo mode', async () => {
    expect((await app.anonymous('GET', '/demo.json')).status).toBe(404);
  });

  it('is ready only while its database answers, and alive without it; the log has only probes that failed', async () => {
    const log: string[] = [];
    const logger = { level: 'info', stream: { write: (line: string) => void log.push(line) } };
    const other = await openTestApp(undefined, { logger });
    for (const address of ['/health', '/health/ready', '/health/live'])
      expect(await other.anonymous('GET', address)).toMatchObject({ status: 200, body: { Status: 'ok' } });
    expect(log.filter(line => line.includes('/health'))).toEqual([]);
    await other.loseDatabase();
    expect(await other.anonymous('GET', '/health/live')).toMatchObject({ status: 200, body: { Status: 'ok' } });
    expect((await other.anonymous('GET', '/health/ready')).status).toBe(503);
    expect(log.join('')).toContain('the database does not answer');
    const { status, body, headers } = await other.anonymous('GET', '/health');
    expect(status).toBe(503);
    expect(body.Message).toMatch(/^База данных недоступна: .+\. Повторите через несколько секунд$/);
    expect(headers['retry-after']).toBe('5');
    await other.close();
  });
});

it.each([
  ['npm start', [run, 'serve']],
  ['npm run dev', ['--import', 'tsx', 'scripts/dev.ts']],
])('%s reports a limit of open files that is too low, with the way to raise it', async (_command, args) => {
  const { code, output } = await runScript(args, {}, undefined, undefined, 'ulimit -n 128');
  expect(code).toBe(1);
  expect(output).toMatch(/^This process may only have 128 files .+ Raise the limit: "ulimit -n 8192" .+\n$/);
});

it('a taken port is reported with a remedy before anything is built or opened', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const DATA_DIR = join(tmpdir(), `drivedesk-not-made-${port}`);
  const start = exec(process.execPath, [run, 'start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR, DATABASE_URL: '' },
  });
  const { code, stdout, stderr } = (await start.catch(error => error)) as {
    code: number;
    stdout: string;
    stderr: string;
  };
  other.close();
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(
    new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken: .+ for example PORT=${port + 1}\\.\\n$`),
  );
  expect(existsSync(DATA_DIR)).toBe(false);
});

it('a server that ends does first what it has promised, and then lets go of the rest', async () => {
  const queuedAtRelease: string[] = [];
  const ending = await openTestApp(undefined, {
    site: { publicUrl: 'https://cabinet.example.test', registration: true, passwordReset: true },
    release: async () => {
      const { rows } = await ending.connection.pool.query('select task_identifier from graphile_worker.jobs');
      queuedAtRelease.push(...rows.map(row => row.task_identifier));
    },
  });
  const company = await ending.given.company('Вектор');
  for (let i = 0; i < 2; i += 1) await ending.given.account(company, 'MANAGER');
  const body = { FullName: 'Пётр Ильин', Email: 'asker@example.test', CompanyName: 'Вектор' };
  expect((await ending.anonymous('POST', '/api/v2/Account/register', body)).status).toBe(200);
  await ending.close();
  expect(queuedAtRelease).toEqual(['letter', 'letter']);
});

it('an untrusted proxy is reported once, and a trusted one on this machine never', async () => {
  const warningsOf = async (trustProxy: readonly string[]) => {
    const log: string[] = [];
    const logger = { level: 'warn', stream: { write: (line: string) => void log.push(line) } };
    const behind = await openTestApp(undefined, { logger, trustProxy });
    for (const address of ['127.0.0.1', '192.0.2.7', '127.0.0.1'])
      await behind.anonymous('GET', '/health/live', undefined, { headers: { 'x-forwarded-for': address } });
    await behind.close();
    return log.filter(line => line.includes('X-Forwarded-For'));
  };
  expect(await warningsOf([])).toHaveLength(1);
  expect(await warningsOf(['loopback'])).toEqual([]);
});

describe('the first account', () => {
  const createAdmin = (email: string, cwd = root) =>
    exec(process.execPath, [join(root, run), 'create-admin', email], {
      cwd,
      env: { ...process.env, DATABASE_URL: app.databaseUrl, COMPANY_NAME: 'First insurer' },
    });

  it('is made by the command, with a password shown once that opens it', async () => {
    const { stdout } = await createAdmin('chief@insurer.example');
    const Password = stdout.trim().split(': ').at(-1);
    const { status, body } = await app.anonymous('POST', '/api/v2/Auth', { Login: 'chief@insurer.example', Password });
    expect(status).toBe(200);
    const info = await app.as(body.Token)('GET', '/api/v2/Account/info');
    expect(info.body).toMatchObject({ CompanyName: 'First insurer', Roles: ['MANAGER', 'SUPERUSER'] });
    await expect(createAdmin('chief@insurer.example')).rejects.toThrow(/already an account chief@insurer.example/);
    await expect(createAdmin('nobody')).rejects.toThrow(/Usage: npm run create-admin/);
  });

  it('reads the settings of a file .env, all faults of which are told together', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'drivedesk-env-'));
    await writeFile(join(folder, '.env'), 'PORT=eighty\nLOG_LEVEL=loud\n');
    await expect(createAdmin('late@insurer.example', folder)).rejects.toThrow(
      /PORT is "eighty".*\n.*LOG_LEVEL is "loud"/,
    );
    await rm(folder, { recursive: true });
  });
});
