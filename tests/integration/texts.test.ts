import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { password } from '../support/given.ts';
import { openEvents, openSecond } from '../support/live.ts';

const texts = {
  ru: { 'frame.close': 'Закрыть', 'lists.found': 'Найдено: %{n}', 'resources.x.name': 'а |||| б |||| в' },
  en: { 'frame.close': 'Close', 'lists.found': 'Found: %{n}', 'resources.x.name': 'a |||| b', 'only.english': 'Only' },
};

let app: TestApp;
let boss: Call;
let manager: Call;
beforeAll(async () => {
  app = await openTestApp(undefined, { texts });
  const company = await app.given.company();
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
  const { email } = await app.given.account(company, 'SUPERUSER');
  const { body } = await app.anonymous('POST', '/api/v2/superuser/auth', { Login: email, Password: password });
  boss = app.as(body.Token, 'en');
});
afterAll(() => app.close());

const change = (Locale: string, Key: string, Text: string | null) =>
  boss('POST', '/api/uilocalization', { Locale, Key, Text });
const read = async (locale: string, more = '') =>
  (await app.anonymous('GET', `/api/localization/${locale}${more}`)).body;

describe('texts of the cabinet', () => {
  it('are read by anybody, in English where there is no Russian, and not sent again to who has them', async () => {
    const { body, headers, status } = await app.anonymous('GET', '/api/localization/ru');
    expect([status, body.Texts['frame.close'], body.Texts['only.english']]).toEqual([200, 'Закрыть', 'Only']);
    const again = await app.anonymous('GET', '/api/localization/ru', undefined, {
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    await change('ru', 'only.english', 'Только');
    const { body: changed } = await app.anonymous('GET', '/api/localization/ru', undefined, {
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect(changed.Texts['only.english']).toBe('Только');
    await change('ru', 'only.english', null);
    expect((await read('ru')).Texts['only.english']).toBe('Only');
    expect((await app.anonymous('GET', '/api/localization/de')).status).toBe(404);
  });

  it('hold at once when a superuser changes them, until the built-in one is given back', async () => {
    expect((await change('ru', 'frame.close', 'Свернуть')).status).toBe(200);
    expect((await read('ru')).Texts['frame.close']).toBe('Свернуть');
    expect((await read('ru', '?changed=true')).Texts).toEqual({ 'frame.close': 'Свернуть' });
    expect((await read('en', '?changed=true')).Texts).toEqual({});
    await change('ru', 'frame.close', null);
    expect((await read('ru')).Texts['frame.close']).toBe('Закрыть');
    const refused = await manager('POST', '/api/uilocalization', { Locale: 'ru', Key: 'frame.close', Text: 'х' });
    expect(refused.status).toBe(403);
  });

  it('hold in every other process as soon as the change is answered', async () => {
    const second = await openSecond(app);
    for (let i = 0; i < 10; i++) {
      await change('ru', 'frame.close', `Закрыть ${i}`);
      const there = await fetch(`${second.address}/api/localization/ru?changed=true`);
      expect(((await there.json()) as { Texts: object }).Texts).toEqual({ 'frame.close': `Закрыть ${i}` });
    }
    await change('ru', 'frame.close', null);
    await second.close();
  });

  it('are read anew before an open tab is told of a change, however long that takes', async () => {
    const address = await app.server.listen({ port: 0, host: '127.0.0.1' });
    const { token } = await app.given.account(await app.given.company(), 'MANAGER');
    const stream = await openEvents(address, token);
    await stream.until(({ event }) => event === 'ready');
    const told = stream
      .until(({ data }) => data.Resource === 'texts')
      .then(async () => (await read('ru')).Texts['frame.close']);
    const holder = await app.connection.pool.connect();
    await holder.query('begin; lock table ui_locale in access exclusive mode');
    expect((await change('ru', 'frame.close', 'Свернуть')).status).toBe(200);
    // The shared texts cannot be read now. An event that did not wait for them would arrive meanwhile.
    for (let asked = 0; asked < 20; asked++) await manager('GET', '/api/v2/Account/info');
    await holder.query('rollback');
    holder.release();
    expect(await told).toBe('Свернуть');
    stream.cut();
    await change('ru', 'frame.close', null);
    await vi.waitFor(async () => expect((await read('ru')).Texts['frame.close']).toBe('Закрыть'));
  });

  it('stay as they were while they cannot be read, and the log has the reason', async () => {
    const warned = vi.spyOn(app.server.log, 'warn');
    await app.connection.pool.query('alter table ui_text rename to ui_text_away');
    expect((await read('ru')).Texts['frame.close']).toBe('Закрыть');
    await app.connection.pool.query('alter table ui_text_away rename to ui_text');
    expect(warned.mock.calls).toEqual([
      [{ err: expect.objectContaining({ code: '42P01' }) }, 'texts: not read again, those in memory stay'],
    ]);
    warned.mockRestore();
  });

  it('keep their placeholders and forms, and are no markup', async () => {
    const fault = async (key: string, text: string | null) => {
      const { status, body } = await change('en', key, text);
      return [status, body.Errors?.[0]?.Field, body.Errors?.[0]?.Message];
    };
    expect(await fault('lists.found', 'Found')).toEqual([422, 'Text', 'Keep the placeholders: %{n}']);
    expect(await fault('lists.found', 'Found %{n} of %{all}')).toEqual([422, 'Text', 'Keep the placeholders: %{n}']);
    expect((await fault('frame.close', '<b>Close</b>'))[1]).toBe('Text');
    expect((await fault('frame.close', '   '))[0]).toBe(422);
    expect((await fault('resources.x.name', 'a'))[0]).toBe(422);
    for (const key of ['frame.clsoe', 'constructor', '__proto__'])
      expect(await fault(key, 'Close')).toEqual([422, 'Key', 'There is no such text']);
    expect((await read('en', '?changed=true')).Texts).toEqual({});
  });

  it('a title of a dictionary is one of them', async () => {
    expect((await change('ru', 'dictionaries.services.1', 'Телематика плюс')).status).toBe(200);
    await vi.waitFor(async () =>
      expect((await manager('GET', '/api/v2/Info/services')).body[0]).toEqual({ Id: '1', Title: 'Телематика плюс' }),
    );
    await change('ru', 'dictionaries.services.1', null);
    await vi.waitFor(async () =>
      expect((await manager('GET', '/api/v2/Info/services')).body[0].Title).toBe('Telematics'),
    );
    expect((await change('en', 'dictionaries.services.1', null)).status).toBe(422);
  });

  it('one language at least is offered', async () => {
    const offer = (Locale: string, Enabled: boolean) => boss('POST', '/api/uilocalizationlocale', { Locale, Enabled });
    expect((await offer('en', false)).status).toBe(200);
    await vi.waitFor(async () => expect((await read('ru')).Locales).toEqual(['ru']));
    expect((await offer('ru', false)).status).toBe(422);
    expect((await offer('en', true)).status).toBe(200);
  });
});
