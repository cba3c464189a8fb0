import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerCookies } from '../../server/plugins/browserCookie.ts';
import { registerCabinet } from '../../server/plugins/static.ts';
import { openTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let folder: string;
let log = '';
const page = (head: string) => `<head>${head}</head>`;
const preloads = [
  { path: '/cabinet/accidents/:status/:id/', scripts: ['/static/record.js'], styles: [] },
  { path: '/cabinet/accidents/opened/', scripts: ['/static/list.js'], styles: ['/static/list.css'] },
  ...['/', '/auth/login/', '/cabinet/accidents/:status/', '/cabinet/accidents/:status/:id/:objectId', '/vouchers'].map(
    path => ({ path, scripts: [], styles: [] }),
  ),
];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drivedesk-cabinet-'));
  const cabinet = join(folder, 'cabinet');
  await mkdir(join(cabinet, 'static'), { recursive: true });
  await writeFile(join(folder, '.env'), 'SECRET=outside');
  await writeFile(join(cabinet, '.env'), 'SECRET=hidden');
  await writeFile(join(cabinet, 'index.html'), page('<title>Drivedesk</title>'));
  await writeFile(join(cabinet, 'preloads.json'), JSON.stringify(preloads));
  await writeFile(join(cabinet, 'origins.json'), JSON.stringify(['https://api.example.com']));
  await writeFile(join(cabinet, 'favicon.svg'), '<svg/>');
  await writeFile(join(cabinet, 'static', 'index-Ab_C-1d.js'), 'export {};');
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      log += String(chunk);
      done();
    },
  });
  const allowedOrigins = ['https://cabinet.example.com'];
  app = await openTestApp(undefined, { cabinet, allowedOrigins, logger: { level: 'warn', stream } });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (path: string) => app.anonymous('GET', path);

describe('the cabinet', () => {
  it.each([
    '/',
    '/cabinet/accidents/closed/',
    '/Cabinet/Accidents/Opened/12/object-3',
    '/auth/login',
    '/vouchers/?page=2',
  ])('answers its one page at %s', async path => {
    expect(await get(path)).toMatchObject({ status: 200, body: page('<title>Drivedesk</title>') });
  });

  it.each(['/cabinet', '/cabinet/'])('leads from %s to its root, which leads to the first page', async path => {
    const { status, headers } = await get(path);
    expect([status, headers.location]).toEqual([302, '/']);
  });

  it.each(['/no-such-page', '/cabinet/no/such/page/', '/wp', '/vendors/', '/index.html~', '/.git/config'])(
    'answers a browser with 404 and its page at %s, which says that there is none',
    async path => {
      const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
      const first = await app.anonymous('GET', path, undefined, { headers });
      expect(first).toMatchObject({ status: 404, body: page('<title>Drivedesk</title>') });
      const again = { ...headers, 'if-none-match': String(first.headers.etag) };
      expect((await app.anonymous('GET', path, undefined, { headers: again })).status).toBe(404);
    },
  );

  it('answers a browser in JSON at an address of calls', async () => {
    const headers = { accept: 'text/html' };
    for (const path of ['/api/nothing', '/API/v2/Auth', '/health/nothing'])
      expect((await app.anonymous('GET', path, undefined, { headers })).body).toMatchObject({ Code: 'NO_SUCH_CALL' });
  });

  it.each([
    '/.git/config',
    '/.git/HEAD',
    '/.git',
    '/.env',
    '/.env.local',
    '/%2eenv',
    '/cabinet/.git/config',
    '/.aws/credentials',
    '/.well-known/security.txt',
    '/node_modules/',
    '/node_modules/react',
    '/node_modules/react/index.js',
    '/NODE_MODULES/react',
    '/vendor/phpunit/src',
    '/wp-login.php',
    '/wp-login.php/',
    '/wp-admin/',
    '/wp-includes/x',
    '/index.php/cabinet',
    '/cabinet/shell.php',
    '/static/index-Ab_C-1d.js.map',
    '/index.html.map/',
    '/cgi-bin/test',
    '/phpMyAdmin/',
    '/actuator/env',
    '/package.json',
    '/backup.tar.gz',
    '/server/main.ts',
    '/data/',
    '/DATA',
    '/assets/',
    '/static/',
    '/static',
    '/static/js',
    '/backup/',
    '/no-such-page',
    '/cabinet/no/such/page/',
    '/API/v2/Auth',
    '/Api/',
    '/HEALTH/nothing',
    '/index.html~',
    '/index.html%7e',
    '/index.html.bak',
    '/index.htm%6c.old',
    '/.index.html.swp',
    '/%2eindex.html.swp',
    '/#index.html#'.replaceAll('#', '%23'),
    '/cabinet/accidents/opened~',
    '/cabinet/accidents/opened.bak',
    '/cabinet/accidents/opened%2ebak/',
    '/cabinet/accidents/%2egit/',
    '/cabinet/accidents/shell.php/',
    '/cabinet%2faccidents%2fopened%2f..',
    '/cabinet/accidents/a%5cb/',
    '/cabinet/accidents/a%20b/',
    '//cabinet/accidents/opened/',
    '/cabinet//accidents/opened/',
    '/cabinet/accidents/opened//',
  ])('answers 404 at %s, which is no page', async path => {
    const { status, body } = await get(path);
    expect([status, body.Code]).toEqual([404, 'NO_SUCH_CALL']);
  });

  it.each([
    ['/cabinet/accidents/opened/', ['/static/list.css', '/static/list.js']],
    ['/cabinet/accidents/opened', ['/static/list.css', '/static/list.js']],
    ['/cabinet/accidents/opened/12/', ['/static/record.js']],
  ])('sends %s with links to what the page needs', async (path, links) => {
    const { body } = await get(path);
    expect([...String(body).matchAll(/<link [^>]*href="([^"]+)">/g)].map(([, href]) => href)).toEqual(links);
  });

  const at = (path: string, tag?: unknown) =>
    app.anonymous('GET', path, undefined, tag === undefined ? {} : { headers: { 'if-none-match': String(tag) } });

  it.each([
    ['https://cabinet.example.test', 'http', true],
    ['http://127.0.0.1:8080', 'https', true],
    ['http://127.0.0.1:8080', 'http', false],
  ])(
    'counts visits in a cookie that is secure as address (%s) or proxy (%s) is: %s',
    async (publicUrl, proto, secure) => {
      const server = fastify({ trustProxy: ['loopback'] });
      await registerCookies(server);
      await registerCabinet(server, { folder: join(folder, 'cabinet'), publicUrl });
      const headers = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': proto };
      const { cookies } = await server.inject({ url: '/auth/login/', headers });
      expect(cookies).toMatchObject([{ name: 'drivedesk_visits', httpOnly: true }]);
      expect(cookies[0]?.secure ?? false).toBe(secure);
      await server.close();
    },
  );

  it('has its scripts fetched as modules at two visits, and then as scripts, which may be there compiled', async () => {
    const links: unknown[] = [];
    let cookie = 'drivedesk_visits=of-another-build.9';
    for (let visit = 1; visit <= 4; visit += 1) {
      const { body, headers } = await app.anonymous('GET', '/cabinet/accidents/opened/12/', undefined, {
        headers: { cookie },
      });
      links.push(String(body).match(/<link [^>]*record.js">/)?.[0]);
      cookie = String(headers['set-cookie'] ?? cookie).split(';')[0] ?? '';
    }
    const [asModule, asScript] = ['rel="modulepreload"', 'rel="preload" as="script"'].map(
      how => `<link ${how} crossorigin href="/static/record.js">`,
    );
    expect(links).toEqual([asModule, asModule, asScript, asScript]);
  });

  it('is not sent again to who has it, and is to who has that of another address or build', async () => {
    const path = '/cabinet/accidents/opened/';
    const list = await at(path);
    expect(list.headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: expect.stringMatching(/^accept-encoding, sec-fetch-site, sec-ch-ua$/i),
    });
    const { etag } = list.headers;
    const again = await at(path, etag);
    expect(again).toMatchObject({ status: 304, headers: { etag, 'cache-control': 'no-cache' } });
    expect(again.body).toBeFalsy();
    expect((await at(path, `"other", ${etag}`)).status).toBe(304);
    expect((await at('/cabinet/accidents/opened/12/', etag)).status).toBe(200);
    expect((await at(path, 'W/"other"')).status).toBe(200);
  });

  it.each([
    ['cross-site', 'same-origin'],
    ['same-site', 'same-origin'],
    [undefined, 'same-origin'],
    ['none', undefined],
    ['same-origin', undefined],
  ])('takes its window from the page that opened it, unless that was nobody else: %s', async (site, policy) => {
    const headers = site === undefined ? {} : { 'sec-fetch-site': site };
    const policyFor = async (more: object) =>
      (await app.anonymous('GET', '/cabinet/accidents/opened/', undefined, { headers: { ...headers, ...more } }))
        .headers['cross-origin-opener-policy'];
    expect(await policyFor({ 'sec-ch-ua': '"Chromium";v="140"' })).toBe(policy);
    // Other browsers may not isolate windows by themselves, so they always get the header.
    expect(await policyFor({})).toBe('same-origin');
  });

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

describe('a cabinet on another host', () => {
  const from = (origin: string, method: 'GET' | 'OPTIONS', more: object = {}) =>
    app.server.inject({ method, url: '/api/v2/Account/info', headers: { origin, ...more } });
  const asking = {
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization,content-type,idempotency-key',
  };

  it('may call where the server names it, is told why it was refused, and gets no cookie', async () => {
    const before = await from('https://cabinet.example.com', 'OPTIONS', asking);
    expect(before.statusCode).toBe(204);
    expect(before.headers).toMatchObject({
      'access-control-allow-origin': 'https://cabinet.example.com',
      'access-control-allow-methods': expect.stringContaining('PUT'),
      'access-control-allow-headers': expect.stringMatching(/Authorization.*Idempotency-Key/),
    });
    const { statusCode, headers } = await from('https://cabinet.example.com', 'GET');
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([401, 'https://cabinet.example.com']);
    expect(headers['access-control-expose-headers']).toContain('Content-Range');
    expect(headers.vary).toMatch(/Origin/);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('may not where the server does not name it', async () => {
    for (const method of ['GET', 'OPTIONS'] as const)
      expect((await from('https://else.example.com', method, asking)).headers).not.toHaveProperty(
        'access-control-allow-origin',
      );
  });

  it('may be connected with what its build has noted', async () => {
    const { headers } = await get('/cabinet/accidents/opened/');
    expect(headers['content-security-policy']).toMatch(/connect-src [^;]*https:\/\/api\.example\.com/);
  });
});

describe('a cabinet that is built anew under a running server', () => {
  it('is sent with its new page, and with the former while the files are being replaced', async () => {
    const cabinet = join(folder, 'cabinet');
    const [former, later] = [page('<title>Drivedesk</title>'), page('<title>Next</title>')];
    await rm(join(cabinet, 'index.html'));
    expect((await get('/auth/login')).body).toBe(former);
    await writeFile(
      join(cabinet, 'preloads.json'),
      JSON.stringify([{ ...preloads[1], scripts: ['/static/new.js'] }, ...preloads.slice(2)]),
    );
    await writeFile(join(cabinet, 'index.html'), later);
    expect((await get('/auth/login')).body).toBe(later);
    expect((await get('/cabinet/accidents/opened/')).body).toContain('/static/new.js');
    await writeFile(join(cabinet, 'preloads.json'), '[{');
    await writeFile(join(cabinet, 'index.html'), page('<title>Half</title>'));
    expect(await get('/auth/login')).toMatchObject({ status: 200, body: later });
    await writeFile(join(cabinet, 'preloads.json'), '[]');
    expect((await get('/auth/login')).body).toBe(page('<title>Half</title>'));
  });
});
