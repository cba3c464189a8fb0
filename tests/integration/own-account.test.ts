import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Letter } from '../../server/mail/mailer.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { type Person, password } from '../support/given.ts';
import { fileUpload } from '../support/upload.ts';

const letters: Letter[] = [];
let app: TestApp;
let company: number;
beforeAll(async () => {
  app = await openTestApp(undefined, { mail: { send: async letter => void letters.push(letter) } });
  company = await app.given.company('Acme');
});
afterAll(() => app.close());

const auditOf = async (entityId: number) => {
  const { token } = await app.given.account(company, 'MANAGER');
  const filter = encodeURIComponent(JSON.stringify({ entity: 'account', entityId }));
  return (await app.as(token)('GET', `/api/v3/audit?filter=${filter}`)).body;
};
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const signIn = async ({ email }: Person, userAgent = chrome): Promise<string> => {
  const headers = { 'user-agent': userAgent };
  return (await app.anonymous('POST', '/api/v2/Auth', { Login: email, Password: password }, { headers })).body.Token;
};

describe('one’s own data', () => {
  const data = { FullName: 'Анна Смирнова', Occupation: 'Оператор', Phone: '+7 916 100-00-01', Locale: 'en' };

  it('are changed and told at once, with an audit of what changed', async () => {
    const person = await app.given.account(company, 'OPERATOR', { full_name: 'Anna' });
    const call = app.as(person.token);
    expect(await call('PUT', '/api/v2/Account/info', data)).toMatchObject({ status: 200, body: data });
    expect((await call('GET', '/api/v2/Account/info')).body).toMatchObject({ ...data, Pic: null, Version: 2 });
    expect(await auditOf(person.id)).toMatchObject([
      {
        action: 'update',
        actorId: person.id,
        changes: [
          { field: 'FullName', before: 'Anna', after: 'Анна Смирнова' },
          { field: 'Occupation' },
          { field: 'Phone' },
          { field: 'Locale', before: 'ru', after: 'en' },
        ],
      },
    ]);
  });

  it('are refused by field', async () => {
    const call = app.as((await app.given.account(company, 'OPERATOR')).token);
    const { status, body } = await call('PUT', '/api/v2/Account/info', { ...data, FullName: '', Locale: 'de' });
    expect(status).toBe(400);
    expect(body.Errors).toEqual([
      { Field: 'FullName', Message: 'Поле обязательно для заполнения' },
      { Field: 'Locale', Message: 'Допустимо: ru, en' },
    ]);
    expect((await call('PUT', '/api/v2/Account/info', { ...data, FullName: '   ' })).body.Errors[0].Field).toBe(
      'FullName',
    );
    expect((await call('PUT', '/api/v2/Account/info', { ...data, Phone: 'call me' })).body.Errors).toEqual([
      { Field: 'Phone', Message: 'От 5 до 15 цифр, можно +, пробелы, скобки и дефисы' },
    ]);
    expect((await call('PUT', '/api/v2/Account/info', { ...data, Roles: ['SUPERUSER'] })).status).toBe(400);
  });

  it('keep a phone from before a rule until it is changed', async () => {
    const { token } = await app.given.account(company, 'OPERATOR', { phone: '+7 916 100-00' });
    const call = app.as(token);
    const put = (Phone: string) => call('PUT', '/api/v2/Account/info', { ...data, Phone });
    expect(await put('+7 916 100-00')).toMatchObject({ status: 200, body: { ...data, Phone: '+7 916 100-00' } });
    expect((await put('+7 916 100-0')).body.Errors).toMatchObject([{ Field: 'Phone' }]);
  });

  it('are not overwritten by what was read before somebody changed them', async () => {
    const call = app.as((await app.given.account(company, 'OPERATOR')).token);
    await call('PUT', '/api/v2/Account/info', { ...data, Version: 1 });
    expect(await call('PUT', '/api/v2/Account/info', { ...data, FullName: 'Other', Version: 1 })).toMatchObject({
      status: 409,
      body: { Current: { FullName: 'Анна Смирнова', Version: 2 } },
    });
  });
});

describe('the picture', () => {
  const photo = (width = 600, height = 400) =>
    sharp({ create: { width, height, channels: 3, background: { r: 90, g: 120, b: 150 } } })
      .jpeg()
      .toBuffer();
  const set = async (token: string, bytes: Buffer) =>
    app.as(token)('POST', '/api/v2/Account/picture', undefined, fileUpload('me.jpg', bytes));

  it('is drawn anew as a square that colleagues see and other companies do not', async () => {
    const person = await app.given.account(company, 'OPERATOR');
    const { status, body } = await set(person.token, await photo());
    expect(status).toBe(201);
    expect(body.Pic).toMatch(/^\/api\/v2\/Image\/avatar\/\d+$/);
    const colleague = await app.given.account(company, 'OPERATOR');
    const picture = await app.as(colleague.token)('GET', body.Pic);
    expect(picture.headers['content-type']).toBe('image/webp');
    expect(await sharp(picture.bytes).metadata()).toMatchObject({ width: 320, height: 320, format: 'webp' });
    const stranger = await app.given.account(await app.given.company(), 'SUPERUSER');
    expect((await app.as(stranger.token)('GET', body.Pic)).status).toBe(404);
    expect((await app.anonymous('GET', body.Pic)).status).toBe(401);
  });

  it('has another address when it is another, and none when it is taken away', async () => {
    const { token, id } = await app.given.account(company, 'OPERATOR');
    const first = (await set(token, await photo())).body.Pic;
    const second = (await set(token, await photo(500, 500))).body.Pic;
    expect(second).not.toBe(first);
    expect((await app.as(token)('GET', first)).status).toBe(404);
    expect((await app.as(token)('DELETE', '/api/v2/Account/picture')).body.Pic).toBeNull();
    expect((await app.as(token)('GET', '/api/v2/Account/info')).body.Pic).toBeNull();
    expect((await app.as(token)('GET', second)).status).toBe(404);
    expect((await app.as(token)('DELETE', '/api/v2/Account/picture')).status).toBe(200);
    expect((await auditOf(id)).map((row: { action: string }) => row.action)).toEqual([
      'pictureDelete',
      'picture',
      'picture',
    ]);
  });

  it('is a picture', async () => {
    const { token } = await app.given.account(company, 'OPERATOR');
    expect(await set(token, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatchObject({ status: 415 });
    expect((await set(token, (await photo()).subarray(0, 300))).status).toBe(415);
  });
});

describe('settings', () => {
  it('have defaults, change one by one, and follow to another browser', async () => {
    const person = await app.given.account(company, 'OPERATOR');
    const call = app.as(person.token);
    const { body: first } = await call('GET', '/api/v2/Account/settings');
    expect(first).toMatchObject({ Locale: 'ru', Theme: 'light', Density: 'comfortable', TimeZone: '', StartPage: '' });
    expect(new Set(Object.values(first.Notifications))).toEqual(new Set([true]));
    // Nothing was chosen yet, so settings that a browser had before sign-in stay.
    expect(first.Chosen).toEqual([]);
    await call('PUT', '/api/v2/Account/settings', { Theme: 'dark', Notifications: { Mention: false } });
    await call('PUT', '/api/v2/Account/settings', {
      Locale: 'en',
      Density: 'dense',
      TimeZone: 'Asia/Yekaterinburg',
      StartPage: '/cabinet/accidents/opened/',
    });
    const elsewhere = app.as(await signIn(person, iphone));
    expect((await elsewhere('GET', '/api/v2/Account/settings')).body).toEqual({
      Locale: 'en',
      Theme: 'dark',
      Density: 'dense',
      TimeZone: 'Asia/Yekaterinburg',
      StartPage: '/cabinet/accidents/opened/',
      Notifications: { ...first.Notifications, Mention: false },
      Chosen: ['Density', 'Locale', 'Notifications', 'StartPage', 'Theme', 'TimeZone'],
    });
    expect((await elsewhere('GET', '/api/v2/Account/info')).body.Locale).toBe('en');
  });

  it('can be sent back as they were read: what is unchanged is not chosen by that', async () => {
    const call = app.as((await app.given.account(company, 'OPERATOR')).token);
    const { body: read } = await call('GET', '/api/v2/Account/settings');
    expect(await call('PUT', '/api/v2/Account/settings', read)).toMatchObject({ status: 200, body: read });
    const changed = await call('PUT', '/api/v2/Account/settings', { ...read, Theme: 'dark' });
    expect(changed.body).toEqual({ ...read, Theme: 'dark', Chosen: ['Theme'] });
    const again = await call('PUT', '/api/v2/Account/settings', { ...changed.body, Theme: 'light' });
    expect(again.body).toEqual({ ...read, Chosen: ['Theme'] });
  });

  it('are one account’s alone, and audited', async () => {
    const person = await app.given.account(company, 'OPERATOR');
    const other = await app.given.account(company, 'OPERATOR');
    await app.as(person.token)('PUT', '/api/v2/Account/settings', { Theme: 'dark' });
    expect((await app.as(other.token)('GET', '/api/v2/Account/settings')).body.Theme).toBe('light');
    expect(await auditOf(person.id)).toMatchObject([
      { action: 'settings', changes: [{ field: 'Theme', before: 'light', after: 'dark' }] },
    ]);
  });

  it('are refused by field', async () => {
    const call = app.as((await app.given.account(company, 'OPERATOR')).token);
    const refused = async (body: object) => (await call('PUT', '/api/v2/Account/settings', body)).body.Errors;
    expect(await refused({ TimeZone: 'Mars/Base' })).toEqual([
      { Field: 'TimeZone', Message: 'Неизвестный часовой пояс' },
    ]);
    expect((await refused({ StartPage: '//evil.example/' }))[0].Field).toBe('StartPage');
    expect((await refused({ Theme: 'pink' }))[0].Field).toBe('Theme');
    expect((await refused({ Notifications: { Nothing: true } }))[0].Field).toBe('Notifications.Nothing');
  });
});

describe('sessions', () => {
  it('are listed with their browser, and the one it was asked with', async () => {
    const person = await app.given.account(company, 'OPERATOR');
    const first = await signIn(person, chrome);
    app.clock.forward(60);
    await signIn(person, iphone);
    const { body, headers } = await app.as(first)(
      'GET',
      `/api/v3/sessions?sort=${encodeURIComponent('["createdAt","DESC"]')}&range=${encodeURIComponent('[0,9]')}`,
    );
    expect(body).toMatchObject([
      { browser: 'Safari', system: 'iOS', kind: 'phone', current: false },
      { browser: 'Chrome', system: 'Windows', kind: 'computer', current: true },
      { browser: '', kind: 'program', current: false },
    ]);
    expect(headers['content-range']).toBe('sessions 0-2/3');
    expect(JSON.stringify(body)).not.toContain(first);
  });

  it('tell when they were last seen', async () => {
    const token = await signIn(await app.given.account(company, 'OPERATOR'));
    app.clock.forward(300);
    await app.as(token)('GET', '/api/v2/Account/info');
    await vi.waitFor(async () => {
      const { body } = await app.as(token)('GET', '/api/v3/sessions?sort=%5B%22lastSeenAt%22%2C%22DESC%22%5D');
      const own = body.find((row: { current: boolean }) => row.current);
      expect(own.lastSeenAt).toBe(app.clock.now().toISOString());
    });
  });

  it('are ended one by one: the ended one is signed out at once, the others stay', async () => {
    const person = await app.given.account(company, 'OPERATOR');
    const here = app.as(await signIn(person));
    const there = app.as(await signIn(person, iphone));
    expect((await there('GET', '/api/v2/Account/info')).status).toBe(200);
    const { body: rows } = await here('GET', '/api/v3/sessions');
    const phone = rows.find((row: { kind: string }) => row.kind === 'phone');
    expect(await here('DELETE', `/api/v3/sessions/${phone.id}`)).toMatchObject({ status: 200, body: { id: phone.id } });
    expect(await there('GET', '/api/v2/Account/info')).toMatchObject({
      status: 401,
      body: { Message: 'Сеанс завершён. Войдите снова' },
    });
    expect((await here('GET', '/api/v3/sessions')).body).toHaveLength(2);
    expect((await here('DELETE', `/api/v3/sessions/${phone.id}`)).status).toBe(404);
    expect((await auditOf(person.id))[0]).toMatchObject({ action: 'sessionEnd' });
  });

  it('of somebody else are not there', async () => {
    const person = await app.given.account(company, 'OPERATOR');
    const own = (await app.as(person.token)('GET', '/api/v3/sessions')).body[0];
    const colleague = await app.given.account(company, 'SUPERUSER');
    const stranger = await app.given.account(await app.given.company(), 'SUPERUSER');
    for (const { token } of [colleague, stranger])
      expect((await app.as(token)('DELETE', `/api/v3/sessions/${own.id}`)).status).toBe(404);
    expect((await app.as(person.token)('GET', '/api/v2/Account/info')).status).toBe(200);
  });

  it('from a browser not seen before are told by letter, unless that was turned off', async () => {
    const person = await app.given.account(company, 'OPERATOR');
    const received = () => letters.filter(({ to }) => to === person.email);
    const token = await signIn(person);
    await signIn(person);
    await signIn(person, iphone);
    await vi.waitFor(() => expect(received()).toHaveLength(1));
    expect(received()[0]?.text).toContain('Safari, iOS');
    await app.as(token)('PUT', '/api/v2/Account/settings', { Notifications: { NewDevice: false } });
    await signIn(person, chrome.replace('Windows NT 10.0', 'X11; Linux'));
    // Letters are written after the answer. When a later letter has arrived, this one would have arrived too.
    const later = await app.given.account(company, 'OPERATOR');
    await signIn(later);
    await signIn(later, iphone);
    await vi.waitFor(() => expect(letters.map(({ to }) => to)).toContain(later.email));
    expect(received()).toHaveLength(1);
  });
});
