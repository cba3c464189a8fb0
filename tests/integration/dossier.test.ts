import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { writeSignedArchive } from '../../server/modules/dossier/archive.ts';
import { verifyDossier } from '../../server/modules/dossier/verification.ts';
import { accident } from '../../src/i18n/ru/extra/accident.ts';
import { percentText } from '../../src/resources/accidents/impact.ts';
import { reconstructionLines } from '../../src/resources/accidents/reconstruction.ts';
import { formatNumber } from '../../src/schema/kinds/format.ts';
import { isStorable } from '../../src/schema/kinds/storable.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import type { Person } from '../support/given.ts';
import { dossierTexts as texts } from '../support/i18n.ts';
import { nastyTexts, withoutBlanks } from '../support/nastyTexts.ts';
import { fileUpload } from '../support/upload.ts';

const run = promisify(execFile);
const crashAt = '2026-01-15T09:30:00.000Z';
const crashMs = Date.parse(crashAt);

let app: TestApp;
let folder: string;
let company: number;
let manager: Call;
let olga: Person;
let id: number;
let photo: Buffer;

const pulse = () => {
  const count = 400;
  const axis = (peak: number) =>
    Array.from({ length: count }, (_, i) =>
      Math.abs(i - 200) < 6 ? peak * Math.cos(((i - 200) / 6) * (Math.PI / 2)) : 0,
    );
  return {
    Start: new Date(crashMs - 2000).toISOString(),
    RateHz: 100,
    RangeG: 16,
    Frame: 'vehicle',
    Longitudinal: axis(-9),
    Lateral: axis(1),
    Vertical: axis(0.5).map(value => value + 1),
  };
};
const positions = () =>
  Array.from({ length: 90 }, (_, i) => ({
    DateTime: new Date(crashMs + (i - 70) * 1000).toISOString(),
    Latitude: 55.75 + Math.min(i, 70) * 0.00012,
    Longitude: 37.62,
    Speed: i <= 70 ? 48 : 0,
  }));

beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z', { texts });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'dossier-'));
  company = await app.given.company('Полис');
  manager = app.as((await app.given.account(company, 'MANAGER', { full_name: 'Мария Руководитель' })).token);
  olga = await app.given.account(company, 'OPERATOR', { full_name: 'Ольга Оператор' });
  const { imei } = await app.given.voucher(company, {
    client_name: 'Сергеев Сергей',
    client_phone: '+79000000001',
    secondary_phone_number: '89000000002',
  });
  const platform = app.as(await app.given.platformKey(company));
  const crash = { MessageId: 'c-1', Imei: imei, CrashDateTime: crashAt, Curve: pulse(), Positions: positions() };
  id = (await platform('POST', '/api/crash/webhook', crash)).body.AccidentId;
  const call = app.as(olga.token);
  await call('GET', `/api/crash/lock/${id}`);
  await call('POST', `/api/v2/Accident/${id}/notes`, { Text: 'Клиент говорит: въехали сзади' });
  photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#aa3322' } })
    .jpeg()
    .toBuffer();
  const sent = await call('POST', `/api/v2/Accident/${id}/images`, undefined, fileUpload('бампер.jpg', photo));
  const shown = { Rotation: 90, Caption: 'Слева сзади' };
  expect((await call('PUT', `/api/v2/Accident/${id}/images/${sent.body.Id}`, shown)).status).toBe(200);
  const made = { ResultId: 2, ReasonId: 1, Comment: 'Гудки без ответа' };
  expect((await call('POST', `/api/v2/Accident/${id}/calls`, made)).status).toBe(201);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const dossiers = () => `/api/v3/accidents/${id}/dossiers`;
const begin = (call: Call, body: object = { TimeZone: 'Europe/Moscow' }) => call('POST', dossiers(), body);
const whenMade = (call: Call, number: number) =>
  vi.waitFor(async () => {
    const found = (await call('GET', dossiers())).body.Items.find((each: { Number: number }) => each.Number === number);
    expect(found).toMatchObject({ State: 'done', Error: null });
    return found;
  });
const make = async (call: Call) => {
  const begun = await begin(call);
  expect(begun.body).toMatchObject({ Number: expect.any(Number) });
  return whenMade(call, begun.body.Number);
};
const fetchFile = async (call: Call, number: number, file: 'pdf' | 'zip') =>
  (await call('GET', `${dossiers()}/${number}/${file}`)).bytes;

const pagesOf = async (pdf: Buffer) => (await extractText(await getDocumentProxy(new Uint8Array(pdf)))).text;

/** Returns width and height of each picture in the PDF. */
const pictureSizes = async (pdf: Buffer) => {
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const sizes: [number, number][] = [];
  for (let page = 1; page <= document.numPages; page++)
    for (const { width, height } of await extractImages(document, page)) sizes.push([width, height]);
  return sizes;
};

const unzip = async (bytes: Buffer): Promise<Map<string, Buffer>> => {
  const zip = await fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
};

describe('a dossier', () => {
  it('says in its PDF what the accident’s page says, in the language of whoever asked', async () => {
    const made = await make(manager);
    expect(made).toMatchObject({
      Number: 1,
      Locale: 'ru',
      AuthorName: 'Мария Руководитель',
      Current: true,
      HasFile: true,
    });
    const pdf = await fetchFile(manager, 1, 'pdf');
    // Rotated as on the page.
    expect(await pictureSizes(pdf)).toContainEqual([48, 64]);
    const pages = await pagesOf(pdf);
    const text = pages.join(' ').replace(/\s+/g, ' ');
    const { Facts, CrashUniqueIdentifier } = (await manager('GET', `/api/v2/Accident/${id}`)).body;
    expect(text).toContain(`Досье аварии #${CrashUniqueIdentifier}`);
    for (const said of [
      'Сергеев Сергей',
      'Сергеев Сергей, +7 900 000-00-01',
      '+7 900 000-00-02',
      'Kia Rio 2020',
      '15.01.2026 12:30:00',
      `${formatNumber(Facts.PeakG, 2, 'ru')} g`,
      'Сила удара: сильный',
      'Удар спереди, «12» по циферблату',
      'Было ли столкновение Похоже на столкновение; скорость изменилась на',
      'Карта с треком',
      'Продольное',
      'Клиент говорит: въехали сзади',
      'images/001.jpg · бампер.jpg · Слева сзади',
      'Добавлено фото',
      'Гудки без ответа',
      'перезвонить 15.01.2026 15:15',
      'Записан звонок',
      made.StateSha256,
    ])
      expect(text).toContain(said);
    expect(text).not.toContain('Звонков не записано');
    expect(pages[0]).toContain(`Страница 1 из ${pages.length}`);
    const firstPage = pages[0]!.replace(/\s+/g, ' ');
    for (const said of [
      'Похоже на столкновение',
      'Решение Перезвонить (Новый убыток)',
      `Вероятность столкновения ${percentText(Facts.CrashProbability, 'ru')} %`,
      /ΔV общее \d+,\d км\/ч \(интервал 90 %: \d+,\d–\d+,\d км\/ч\)/,
    ])
      expect(firstPage).toMatch(said);
    // Sums are in the appendix only.
    expect(text.search(/[0-9a-f]{64}/)).toBeGreaterThan(text.indexOf('Техническое приложение'));
    expect(text).toContain('Не спрошено контактное лицо, есть пострадавшие, автомобиль на ходу');
    expect(text).not.toContain('Есть пострадавшие —');
    expect(text).not.toContain('Анкета —');
    const appendix = text.slice(text.indexOf('Техническое приложение'));
    expect(appendix).toMatch(/SHA-256 images\/001\.jpg [0-9a-f]{64}/);
    expect(appendix).toContain(made.StateSha256);
    expect((await begin(app.as(olga.token, 'en'))).body).toMatchObject({ Number: 2, Locale: 'en' });
    await whenMade(manager, 2);
    const english = (await pagesOf(await fetchFile(manager, 2, 'pdf'))).join(' ').replace(/\s+/g, ' ');
    expect(english).toContain(`Dossier of accident #${CrashUniqueIdentifier}`);
    expect(english).toContain(`${formatNumber(Facts.PeakG, 2, 'en')} g`);
  });

  it('has in its archive what was measured and sent, which standard tools can check', async () => {
    const { Number: number } = await make(manager);
    const files = await unzip(await fetchFile(manager, number, 'zip'));
    expect([...files.keys()]).toEqual([
      'dossier.pdf',
      'README.txt',
      'case.json',
      'samples.csv',
      'positions.csv',
      'images/001.jpg',
      'public-key.pem',
      'manifest.sha256',
      'manifest.sig',
    ]);
    expect(files.get('images/001.jpg')).toEqual(photo);
    const samples = files.get('samples.csv')!.toString().trim().split('\r\n');
    expect(samples).toHaveLength(401);
    expect(samples[201]).toBe('2026-01-15T09:30:00.000Z,0.000000,-9.0000,1.0000,1.5000');
    const fixes = files.get('positions.csv')!.toString().trim().split('\r\n');
    expect(fixes[71]).toMatch(/^2026-01-15T09:30:00.000Z,0.000,55.758400,37.620000,48.0,/);
    expect(JSON.parse(files.get('case.json')!.toString())).toMatchObject({
      Accident: { Id: id, ClientName: 'Сергеев Сергей' },
      Notes: [{ Text: 'Клиент говорит: въехали сзади' }],
      Calls: [{ ResultId: 2, Comment: 'Гудки без ответа' }],
      Images: [{ FileName: 'бампер.jpg', File: 'images/001.jpg' }],
    });
    for (const [path, bytes] of files) {
      await mkdir(dirname(join(folder, 'all', path)), { recursive: true });
      await writeFile(join(folder, 'all', path), bytes);
    }
    const here = { cwd: join(folder, 'all') };
    if (process.platform !== 'linux') return;
    expect((await run('sha256sum', ['-c', 'manifest.sha256'], here)).stdout).toMatch(/^(\S+: OK\n){7}$/);
    const signed = ['pkeyutl', '-verify', '-pubin', '-inkey', 'public-key.pem', '-rawin'];
    const { stdout } = await run('openssl', [...signed, '-in', 'manifest.sha256', '-sigfile', 'manifest.sig'], here);
    expect(stdout).toContain('Signature Verified Successfully');
  });

  it('is made again only when the case has changed; versions and who fetched them are in the history', async () => {
    const before = await make(manager);
    await manager('GET', `/api/crash/unlock/${id}`);
    expect((await begin(manager)).body).toMatchObject({ Number: before.Number, Current: true });
    const call = app.as(olga.token);
    await call('GET', `/api/crash/lock/${id}`);
    expect((await begin(manager)).body.Number).toBe(before.Number);
    await call('POST', `/api/v2/Accident/${id}/notes`, { Text: 'Перезвонить' });
    const after = await make(manager);
    expect(after.Number).toBeGreaterThan(before.Number);
    expect(after.StateSha256).not.toBe(before.StateSha256);
    const { Items } = (await manager('GET', dossiers())).body;
    expect(Items.map((each: { Current: boolean }) => each.Current)).toEqual([true, false, false]);
    const audit = await app.connection.db
      .selectFrom('audit')
      .select(['action', 'actor_name', 'changes'])
      .where('entity', '=', 'accident')
      .where('entity_id', '=', id)
      .where('action', 'in', ['dossier', 'dossierFetch'])
      .orderBy('id')
      .execute();
    // Created, read by the first test, created in English, read. The second test fetched the archive.
    expect(audit.map(({ action }) => action)).toEqual([
      ...['dossier', 'dossierFetch', 'dossier', 'dossierFetch', 'dossierFetch', 'dossier'],
    ]);
    expect(JSON.stringify(audit.at(-1))).toContain(after.ManifestSha256);
  });

  it('asked for again under its key after a lost answer is the one that was begun, though the case has changed', async () => {
    const key = { headers: { 'idempotency-key': 'dossier' } };
    const ask = (body: object) => manager('POST', dossiers(), body, key);
    const zone = { TimeZone: 'Asia/Omsk' };
    const first = await ask(zone);
    expect(first.status).toBe(200);
    await whenMade(manager, first.body.Number);
    await app.as(olga.token)('POST', `/api/v2/Accident/${id}/notes`, { Text: 'После потери ответа' });
    expect(await ask(zone)).toMatchObject({ status: 200, body: first.body });
    expect((await ask({ TimeZone: 'UTC' })).status).toBe(422);
    const { Items } = (await manager('GET', dossiers())).body;
    expect(Items[0].Number).toBe(first.body.Number);
  });

  it('is readable for managers and the operator of the case, and not found for another company', async () => {
    const other = app.as((await app.given.account(company, 'OPERATOR')).token, 'en');
    for (const reply of [await begin(other), await other('GET', dossiers()), await other('GET', `${dossiers()}/1/zip`)])
      expect(reply).toMatchObject({ status: 403, body: { Code: 'DOSSIER_NOT_YOURS' } });
    const stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
    for (const reply of [
      await begin(stranger),
      await stranger('GET', dossiers()),
      await stranger('GET', `${dossiers()}/1/pdf`),
    ])
      expect(reply.status).toBe(404);
    expect((await manager('GET', `${dossiers()}/99/pdf`)).status).toBe(404);
    expect((await begin(manager, { TimeZone: 'Mars/Olympus' })).body.Errors).toMatchObject([{ Field: 'TimeZone' }]);
  });

  it('reconstructs the movement in the words of the page', async () => {
    const reply = await app.as(olga.token)('GET', `/api/v2/Accident/${id}/reconstruction`);
    expect(reply.status).toBe(200);
    const { Facts } = (await manager('GET', `/api/v2/Accident/${id}`)).body;
    // By the fixes the car lost 48 km/h. The pulse explains half of it, and nothing was recorded afterwards.
    expect(reply.body).toMatchObject({ AccelerationReason: 'contradicted', CameToRest: true, CourseBeforeDeg: 0 });
    expect(Math.abs(reply.body.SpeedAtImpact.Kmh - 48)).toBeLessThan(4);
    const say = (key: string, values: Readonly<Record<string, string | number>> = {}) =>
      texts.ru[key]!.replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name]));
    const lines = reconstructionLines(reply.body, Facts, say, 'ru');
    const { Number: number } = await make(manager);
    const text = withoutBlanks((await pagesOf(await fetchFile(manager, number, 'pdf'))).join(' '));
    expect(text).toContain(withoutBlanks(accident.reconstruction.title));
    for (const [label, value] of lines) expect(text).toContain(withoutBlanks(`${label} ${value}`));
    const files = await unzip(await fetchFile(manager, number, 'zip'));
    expect(JSON.parse(files.get('case.json')!.toString()).Reconstruction).toEqual(reply.body);
    const stranger = await app.given.account(await app.given.company('Чужая'), 'MANAGER');
    const refused = await app.as(stranger.token)('GET', `/api/v2/Accident/${id}/reconstruction`);
    expect(refused.status).toBe(404);
  });

  it('can be had until its file goes; then it is made again under another number', async () => {
    const before = await make(manager);
    await app.connection.db.deleteFrom('job').where('company_id', '=', company).execute();
    expect((await manager('GET', dossiers())).body.Items[0]).toMatchObject({ State: 'done', HasFile: false });
    expect((await manager('GET', `${dossiers()}/${before.Number}/pdf`)).body.Code).toBe('DOSSIER_NOT_READY');
    expect((await make(manager)).Number).toBe(before.Number + 1);
  });
});

describe('the dossier of a case that a person reported', () => {
  it.each([
    ['operator', undefined, 'оператор', 'operator'],
    ['the client by phone', 'Звонок клиента', 'Звонок клиента', 'Call of the client'],
    ['somebody else', 'Сосед', 'Сосед', 'Сосед'],
  ])('names the reporter in the reader’s language and what was answered: %s', async (_, Source, ru, en) => {
    const { id: VoucherId } = await app.given.voucher(company);
    const report = { VoucherId, CrashDateTime: crashAt, ...(Source && { Source }), Claim: true };
    const { Id, Version } = (await manager('POST', '/api/v2/Accident', report)).body;
    const saved = await manager('PUT', `/api/v2/Accident/${Id}`, { Version, Injured: 'no' });
    expect(saved.status).toBe(200);
    for (const [call, words] of [
      [manager, { source: `источник: ${ru}`, answer: 'Есть пострадавшие нет', open: /Не спрошено .*полиция вызвана/ }],
      [
        app.as((await app.given.account(company, 'MANAGER')).token, 'en'),
        { source: `source: ${en}`, answer: 'Anyone injured no', open: /Not asked .*police/ },
      ],
    ] as const) {
      const { Number: number } = (await call('POST', `/api/v3/accidents/${Id}/dossiers`, { TimeZone: 'Europe/Moscow' }))
        .body;
      const done = async () => {
        const { Items } = (await call('GET', `/api/v3/accidents/${Id}/dossiers`)).body;
        expect(Items).toContainEqual(expect.objectContaining({ Number: number, State: 'done' }));
      };
      await vi.waitFor(done);
      const { bytes } = await call('GET', `/api/v3/accidents/${Id}/dossiers/${number}/pdf`);
      const text = (await pagesOf(bytes)).join(' ').replace(/\s+/g, ' ');
      expect(text).toContain(words.source);
      expect(text).toContain(words.answer);
      expect(text).toMatch(words.open);
    }
  });
});

describe('the dossier of a case with a duplicate', () => {
  it('names number and outcome of the duplicate, and that of the duplicate names the case', async () => {
    const kept = await app.given.accident(company, { reg_number: 'А123ВС77' });
    const duplicate = await app.given.accident(company, { reg_number: 'А123ВС77' });
    const call = app.as(olga.token);
    await call('GET', `/api/crash/lock/${duplicate.id}`);
    const { body } = await call('GET', `/api/v2/Accident/${duplicate.id}`);
    const merged = await call('POST', `/api/v2/Accident/${duplicate.id}/merge`, {
      Into: kept.id,
      IntoStatus: 'opened',
      Version: body.Version,
    });
    expect(merged.body).toMatchObject({ DuplicateOf: kept.id });
    const firstPageOf = async (accident: number) => {
      const path = `/api/v3/accidents/${accident}/dossiers`;
      const { body: begun } = await manager('POST', path, { TimeZone: 'Europe/Moscow' });
      await vi.waitFor(async () => expect((await manager('GET', path)).body.Items[0]).toMatchObject({ State: 'done' }));
      const [page = ''] = await pagesOf((await manager('GET', `${path}/${begun.Number}/pdf`)).bytes);
      return page.replace(/\s+/g, ' ');
    };
    expect(await firstPageOf(kept.id)).toContain(`Дубли #${duplicate.id}: Завершён (Обработанный убыток)`);
    expect(await firstPageOf(duplicate.id)).toContain(`Дубль аварии #${kept.id}: Новый (Новый убыток)`);
  });
});

describe('a dossier of a case with any texts', () => {
  // Texts that PostgreSQL cannot store are left out, because the API rejects them.
  const stored = nastyTexts.filter(([, text]) => isStorable(text));
  const looksLike = ['2026-13-45T99:00', '2026-01-15T10:00:00Z', '2025-01-01', '1e999', 'Infinity', 'NaN', 'null', '-'];

  it('is made, and its PDF shows each of them letter by letter', async () => {
    const { db } = app.connection;
    const crash = await app.given.accident(company, {
      client_name: `Имя ${looksLike[0]}`,
      city: `Город ${looksLike[1]}`,
    });
    const whole = { company_id: company, accident_id: crash.id };
    const author = { author_id: olga.id, author_name: `Автор ${looksLike[3]}` };
    const at = '2026-01-15T11:00:00.000Z';
    const call = app.as(olga.token);
    await call('GET', `/api/crash/lock/${crash.id}`);
    const notes = `/api/v2/Accident/${crash.id}/notes`;
    for (const Text of looksLike) expect((await call('POST', notes, { Text })).status).toBe(201);
    for (const Text of ['а\ud83dб', 'а\u0000б']) expect((await call('POST', notes, { Text })).status).toBe(400);
    const Comment = 'Сказал: 2026-13-45T99:00';
    expect((await call('POST', `/api/v2/Accident/${crash.id}/calls`, { ResultId: 2, Comment })).status).toBe(201);
    const images = `/api/v2/Accident/${crash.id}/images`;
    const { body: image } = await call('POST', images, undefined, fileUpload('2026-13-45T99:00 🙂.jpg', photo));
    expect((await call('PUT', `${images}/${image.Id}`, { Caption: '2026-01-15T10:00:00Z' })).status).toBe(200);
    const long = Array.from({ length: 4_000 }, (_, n) => `с${n}`).join(' ');
    const texts = [...stored.map(([, text], n) => `«${n}:${text}:${n}»`), `«${long}»`];
    const rows = texts.map(text => ({ ...whole, ...author, text, created_at: at, updated_at: at }));
    await db.insertInto('accident_note').values(rows).execute();
    const odd = [1e300, -0.000001, true, { a: ['2026-13-45T99:00'] }, ['x', null, 3], '2026-13-45T99:00', ''];
    const names = [
      'Text',
      'DateTimeOfNextCall',
      'LockedUntil',
      'Damages',
      'ReasonId',
      'Status',
      'Position',
      'Latitude',
      'X',
      ...['constructor', '__proto__', 'toString'],
    ];
    const changes = names.flatMap(field => odd.map(after => ({ field, before: '2026-13-45T99:00', after })));
    await db
      .insertInto('audit')
      .values({
        ...{ company_id: company, at, actor_id: olga.id, actor_name: '2026-13-45T99:00', entity: 'accident' },
        ...{ entity_id: crash.id, action: 'update', reason: '2026-13-45T99:00', changes: JSON.stringify(changes) },
      })
      .execute();

    const path = `/api/v3/accidents/${crash.id}/dossiers`;
    const { body: begun } = await manager('POST', path, { TimeZone: 'Europe/Moscow' });
    await vi.waitFor(async () => {
      const [made] = (await manager('GET', path)).body.Items;
      expect(made).toMatchObject({ Number: begun.Number, State: 'done', Error: null });
    });
    const pdf = (await manager('GET', `${path}/${begun.Number}/pdf`)).bytes;
    const text = withoutBlanks((await pagesOf(pdf)).join(' ').normalize('NFC'));
    for (const [n, [, , shown]] of stored.entries()) expect(text).toContain(withoutBlanks(`«${n}:${shown}:${n}»`));
    for (const each of looksLike) expect(text).toContain(withoutBlanks(`Добавлена заметка Текст: ${each}`));
    for (const said of [Comment, 'Имя 2026-13-45T99:00', 'Город 2026-01-15T10:00:00Z', '2026-13-45T99:00 ◊.jpg'])
      expect(text).toContain(withoutBlanks(said));
    const found = new Set(text.match(/с\d+/g));
    expect(long.split(' ').filter(word => !found.has(word))).toEqual([]);
    expect(text).not.toMatch(/NaN\.|Invalid|undefined/);
  });
});

describe('a dossier that somebody touched', () => {
  let bytes: Buffer;
  let key: string;
  beforeAll(async () => {
    const { Number: number } = await make(manager);
    bytes = await fetchFile(manager, number, 'zip');
    key = (await manager('GET', dossiers())).body.KeySha256;
  });
  const verdictOn = async (content: Buffer, trusted = [key]) => {
    const file = join(folder, 'touched.zip');
    await writeFile(file, content);
    return verifyDossier(file, trusted);
  };
  const flipped = (at: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy[at]! ^= 1;
    return copy;
  };

  it('passes as it was made', async () => {
    expect(await verdictOn(bytes)).toEqual({ faults: [], files: 9, keySha256: key });
  });

  it('is named by its file where a byte of a file was changed', async () => {
    const at = bytes.indexOf('Перезвонить');
    expect((await verdictOn(flipped(at))).faults).toEqual([{ kind: 'changed', file: 'case.json' }]);
    expect((await verdictOn(flipped(bytes.indexOf('%PDF-')))).faults).toEqual([
      { kind: 'changed', file: 'dossier.pdf' },
    ]);
  });

  it('fails wherever the byte was changed', async () => {
    const headers = [...bytes.keys()].filter(at => at < 60 || at > bytes.length - 800);
    for (const at of headers.filter((_, i) => i % 5 === 0))
      expect((await verdictOn(flipped(at))).faults).not.toEqual([]);
    expect((await verdictOn(Buffer.concat([bytes, Buffer.from('x')]))).faults).not.toEqual([]);
    expect((await verdictOn(bytes.subarray(0, -100))).faults).not.toEqual([]);
  });

  it('is found out when its manifest was made anew and signed with another key', async () => {
    const files = [...(await unzip(bytes))].filter(([path]) => !/^(manifest|public)/.test(path));
    const forged = generateKeyPairSync('ed25519', {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const parts: Buffer[] = [];
    const made = files.map(([path, content]) => ({ path, open: () => Readable.from([content]) }));
    for await (const part of writeSignedArchive(made, forged, () => {})) parts.push(part as Buffer);
    expect((await verdictOn(Buffer.concat(parts))).faults).toEqual([{ kind: 'key', file: 'public-key.pem' }]);
  });

  it('is refused by the command with the name of the file', async () => {
    const script = ['scripts/run.mjs', 'verify-dossier'];
    const file = join(folder, 'command.zip');
    await writeFile(file, bytes);
    const passed = await run(process.execPath, [...script, file, '--key', key]);
    expect(passed.stdout).toContain('all as they were made');
    await writeFile(file, flipped(bytes.indexOf('Перезвонить')));
    const refused = await run(process.execPath, [...script, file, '--key', key]).catch(error => error);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('case.json was changed') });
    expect((await readFile(file)).length).toBe(bytes.length);
  });
});
