import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let folder: string;
let log = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drivedesk-cabinet-'));
  const cabinet = join(folder, 'cabinet');
  await mkdir(join(cabinet, 'static'), { recursive: true });
  await writeFile(join(folder, '.env'), 'SECRET=outside');
  await writeFile(join(cabinet, '.env'), 'SECRET=hidden');
  await writeFile(join(cabinet, 'index.html'), '<title>Drivedesk</title>');
  await writeFile(join(cabinet, 'favicon.svg'), '<svg/>');
  await writeFile(join(cabinet, 'static', 'index-Ab_C-1d.js'), 'export {};');
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      log += String(chunk);
      done();
    },
  });
  app = await openTestApp(undefined, { cabinet, logger: { level: 'warn', stream } });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (path: string) => app.anonymous('GET', path);

describe('the cabinet', () => {
  it.each(['/', '/cabinet/accidents/opened/', '/cabinet/accidents/opened/12/object-3.4/x', '/auth/login'])(
    'answers its one page at %s',
    async path => {
      expect(await get(path)).toMatchObject({ status: 200, body: '<title>Drivedesk</title>' });
    },
  );

  it('answers its files', async () => {
    expect((await get('/favicon.svg')).status).toBe(200);
    const { status, headers } = await get('/static/index-Ab_C-1d.js');
    expect(status).toBe(200);
    expect(headers['cache-control']).toContain('immutable');
  });

  it.each([
    '/..%2f.env',
    '/%2e%2e/.env',
    '/%2e%2e%2f.env',
    '/..%5c.env',
    '/..%255c.env',
    '/%252e%252e%252f.env',
    '/..%c0%af.env',
    '/%c0%ae%c0%ae/.env',
    '/.env',
    '/.env%00',
    '/%00',
    '/static/..%2f..%2f.env',
    '/static/%2e%2e%2f.env',
    '/static/....//.env',
    '//.env',
    '/cabinet//x',
    '/x/../../.env',
    '/index.html%2f..%2f..%2f.env',
    '/static/nothing.js',
    '/%',
  ])('has nothing at %s, and no error of it', async path => {
    log = '';
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(JSON.stringify(body)).not.toContain('SECRET');
    expect(body.Message).toContain('Такого адреса нет');
    expect(log).toBe('');
  });
});
