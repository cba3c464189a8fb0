import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { hardDrive } from '../support/drives.ts';

let app: TestApp;
let company: number;
let manager: Call;
let operator: Call;
let clientId: number;
let voucher: { readonly id: number; readonly objectId: string; readonly number: string; readonly imei: string };
let accidentId: number;

const make = (who: Call, body: object, id = clientId) => who('POST', `/api/v3/clients/${id}/handouts`, body);
const list = async (who: Call) => (await who('GET', `/api/v3/clients/${clientId}/handouts`)).body;
const pathOf = (url: string) => new URL(url).pathname;
const textOf = (html: string) =>
  html
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const comma = (value: number) => value.toFixed(1).replace('.', ',');

beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z');
  company = await app.given.company('Полис');
  manager = app.as((await app.given.account(company, 'MANAGER')).token);
  operator = app.as((await app.given.account(company, 'OPERATOR')).token);
  voucher = await app.given.voucher(company, {
    activated_at: new Date('2026-01-01T00:00:00Z'),
    reg_number: 'А123ВС77',
  });
  clientId = (await manager('GET', `/api/v2/Voucher/${voucher.id}/extended`)).body.Client.Id;
  await app.connection.db
    .updateTable('client')
    .set({ last_name: 'Тайнова', first_name: '<b>Анна</b>', middle_name: 'Петровна', phone: '+79161234567' })
    .where('id', '=', clientId)
    .execute();
  const platform = app.as(await app.given.platformKey(company));
  for (const [index, hour] of ['06', '12'].entries()) {
    const startMs = Date.parse(`2026-01-1${2 + index}T${hour}:00:00Z`);
    const drive = hardDrive(startMs, 120, {
      brakingEveryS: 100 + 100 * index,
      withAcceleration: true,
      latitude: 55 + index,
    });
    const message = { MessageId: `drive-${index}`, Imei: voucher.imei, ...drive };
    expect((await platform('POST', '/api/statistic/webhook', message)).status).toBe(200);
  }
  accidentId = (
    await app.given.accident(company, {
      object_id: voucher.objectId,
      voucher_id: voucher.id,
      client_id: clientId,
      crash_at: '2026-01-14T06:00:00.000Z',
      city: 'Москва',
      street: 'Тверская, 1',
      injured: 'no',
    })
  ).id;
});
afterAll(() => app.close());
beforeEach(() => app.clock.set('2026-01-15T12:00:00.000Z'));

describe('a page about a score', () => {
  it('has the numbers of the scoring page, the days of the manoeuvres, and what the next round score takes', async () => {
    const period = (await manager('GET', `/api/v2.1/StatisticSummingPeriod?voucherId=${voucher.id}`)).body;
    const days = (await manager('GET', `/api/v2/StatisticSummingDay/period/list?voucherId=${voucher.id}`)).body;
    const made = await make(manager, { VoucherId: voucher.id });
    expect(made.status).toBe(201);
    const page = await app.anonymous('GET', pathOf(made.body.Url));
    expect(page.status).toBe(200);
    const text = textOf(page.body);
    expect(text).toContain(`Ваша оценка вождения: ${comma(period.Score)} из 100`);
    expect(text).toContain(`За всё вместе снято ${comma(100 - period.Score)}`);
    const braking = period.Explanation.Parts.find(({ Kind }: { Kind: string }) => Kind === 'braking');
    expect(text).toContain(`−${comma(braking.Cost)} резкие торможения, ${braking.Count} раз`);
    const rows = Array.isArray(days) ? days : days.Items;
    const onDay = (date: string) => rows.find((row: { Date: string }) => row.Date === date).Events.Braking;
    expect(onDay('2026-01-12')).toBeGreaterThan(onDay('2026-01-13'));
    expect(text).toContain(`больше всего: 12.01 (${onDay('2026-01-12')} раз`);
    const target = (Math.floor(period.Score / 10) + 1) * 10;
    expect(text).toContain(`Что даст ${target}`);
    expect(text).toMatch(/резкие торможения \d+ раза? вместо \d+|нужно больше спокойных поездок/);
    // One average and no share of the night that a commuter cannot change.
    expect(text).not.toContain('%');
  });

  it('is made by nobody who may not read scores, and not without a score', async () => {
    await operator('GET', `/api/crash/lock/${accidentId}`);
    expect((await make(operator, { VoucherId: voucher.id })).body.Code).toBe('FORBIDDEN');
    await operator('GET', `/api/crash/unlock/${accidentId}`);
    const parked = await app.given.voucher(company);
    const owner = (await manager('GET', `/api/v2/Voucher/${parked.id}/extended`)).body.Client.Id;
    expect((await make(manager, { VoucherId: parked.id }, owner)).body.Code).toBe('HANDOUT_NO_SCORE');
    expect((await make(manager, { VoucherId: parked.id })).body.Errors).toMatchObject([{ Field: 'VoucherId' }]);
    expect((await make(manager, {})).status).toBe(400);
    expect((await make(manager, { VoucherId: voucher.id, AccidentId: accidentId })).body.Errors).toEqual([
      { Field: 'AccidentId', Message: 'Должно быть пустым' },
    ]);
  });
});

describe('a note to a driver', () => {
  const draftOf = (who: Call, id = clientId) =>
    who('GET', `/api/v3/clients/${id}/handouts/draft?voucherId=${voucher.id}`);

  it('begins with what cost most and on which days, and stands on the page, the sheet and in the history', async () => {
    const { body: draft } = await draftOf(manager);
    expect(draft.Email).toBeNull();
    expect(draft.Text).toMatch(/— резкие торможения, \d+ раза?, больше всего: 12\.01/);
    expect(draft.Text).toContain('Держите дистанцию');
    const Note = `${draft.Text}\n<i>Пётр</i>`;
    const made = await make(manager, { VoucherId: voucher.id, Note });
    expect([made.status, made.body.Note]).toEqual([201, Note]);
    const page = await app.anonymous('GET', pathOf(made.body.Url));
    expect(page.body).toContain('&lt;i&gt;Пётр&lt;/i&gt;');
    expect(textOf(page.body)).toContain(`Вам пишет ${made.body.AuthorName}`);
    const [listed] = await list(manager);
    expect(listed).toMatchObject({ Id: made.body.Id, Note, CreatedAt: '2026-01-15T12:00:00.000Z' });
    await manager('POST', `/api/v3/clients/${clientId}/handouts/${made.body.Id}/withdraw`);
    expect((await list(manager))[0].Note).toBeNull();
    const filter = encodeURIComponent(JSON.stringify({ entity: 'client', entityId: clientId }));
    const history = (await manager('GET', `/api/v3/audit?filter=${filter}`)).body;
    expect(JSON.stringify(history)).toContain('HandoutNote');
  });

  it('goes by mail to a client with an address only', async () => {
    const refused = await make(manager, { VoucherId: voucher.id, Note: 'Спасибо', ByMail: true });
    expect(refused.body.Errors).toMatchObject([{ Field: 'ByMail' }]);
    const setEmail = (email: string) =>
      app.connection.db.updateTable('client').set({ email }).where('id', '=', clientId).execute();
    await setEmail('anna@example.test');
    expect((await draftOf(manager)).body.Email).toBe('anna@example.test');
    const { body } = await make(manager, { VoucherId: voucher.id, Note: 'Спасибо', ByMail: true });
    await setEmail('');
    const { rows } = await app.connection.pool.query<{ letter: { to: string; text: string } }>(
      "select payload->'letter' as letter from graphile_worker._private_jobs where payload->'letter'->>'to' = 'anna@example.test'",
    );
    expect(rows.map(({ letter }) => letter.text.includes(body.Url))).toEqual([true]);
  });

  it('is written by nobody who may not read scores, and not on a page about a case', async () => {
    expect((await draftOf(operator)).status).toBe(403);
    expect((await make(manager, { AccidentId: accidentId, Note: 'Спасибо' })).body.Errors).toMatchObject([
      { Field: 'Note' },
    ]);
  });
});

describe('a page about a case', () => {
  it('says what happened and asks only for what is missing, without surname, phone or markup of others', async () => {
    const { Url } = (await make(manager, { AccidentId: accidentId })).body;
    const page = await app.anonymous('GET', pathOf(Url));
    const text = textOf(page.body);
    const shown = (await manager('GET', `/api/v2/Accident/${accidentId}`)).body;
    expect(text).toContain(`Авария #${shown.CrashUniqueIdentifier}`);
    expect(text).toContain('14.01.2026 09:00');
    expect(text).toContain('Москва, Тверская, 1');
    expect(text).toContain(`${shown.Facts.SpeedBeforeKmh} км/ч`);
    expect(text).toContain('едет ли автомобиль своим ходом');
    expect(text).not.toContain('не пострадал ли');
    expect(page.body).toContain('&lt;b&gt;Анна&lt;/b&gt; Петровна');
    for (const secret of ['Тайнова', '9161234567', voucher.number, voucher.imei, '<b>', '<script'])
      expect([secret, page.body.includes(secret)]).toEqual([secret, false]);
  });

  it('is made by an operator who holds the case, and by no foreign company', async () => {
    expect((await make(operator, { AccidentId: accidentId })).body.Code).toBe('CASE_NEEDED');
    await operator('GET', `/api/crash/lock/${accidentId}`);
    const { status, body } = await make(operator, { AccidentId: accidentId });
    expect(status).toBe(201);
    const pdf = `/api/v3/clients/${clientId}/handouts/${body.Id}/pdf`;
    expect((await operator('GET', pdf)).status).toBe(200);
    // The operator's list has no pages about scores.
    const listed = await list(operator);
    expect(listed.every(({ VoucherId }: { VoucherId: number | null }) => VoucherId === null)).toBe(true);
    const foreign = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
    expect((await make(foreign, { AccidentId: accidentId })).status).toBe(404);
    expect((await foreign('GET', pdf)).status).toBe(404);
    expect((await foreign('POST', pdf.replace('pdf', 'withdraw'))).status).toBe(404);
    expect((await app.anonymous('GET', pdf)).status).toBe(401);
    await operator('GET', `/api/crash/unlock/${accidentId}`);
    expect((await operator('GET', pdf)).status).toBe(403);
  });

  it('as PDF has the same texts', async () => {
    const { Id } = (await make(manager, { AccidentId: accidentId })).body;
    const pdf = await manager('GET', `/api/v3/clients/${clientId}/handouts/${Id}/pdf`);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.bytes)), { mergePages: true });
    for (const words of ['Авария #', 'Что произошло', '14.01.2026 09:00', 'Что нужно от вас', 'своим ходом', 'Полис'])
      expect(text.replace(/\s+/g, ' ')).toContain(words);
  });
});

describe('the link of a page', () => {
  it('is a secret: stored as a hash, shown once, for no search engine, and without scripts', async () => {
    const { Url, Id, ...made } = (await make(manager, { AccidentId: accidentId })).body;
    const [, secret = ''] = /-([\w-]{32})$/.exec(Url) ?? [];
    expect(secret).not.toBe('');
    expect(JSON.stringify(await list(manager))).not.toContain(secret);
    const row = await app.connection.db
      .selectFrom('handout')
      .selectAll()
      .where('id', '=', Id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify({ ...row, token_hash: row.token_hash.toString() })).not.toContain(secret);
    expect(made.ExpiresAt).toBe('2026-01-29T12:00:00.000Z');
    const { headers } = await app.anonymous('GET', pathOf(Url));
    expect(headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
    );
    expect(headers['content-security-policy']).not.toContain('script');
  });

  it('counts how often it is opened, until it expires: then it is gone like one that never was', async () => {
    const { Url, Id } = (await make(manager, { AccidentId: accidentId })).body;
    const open = () => app.anonymous('GET', pathOf(Url));
    // A session ends long before a link does, so each moment has a manager of its own.
    const managerNow = async () => app.as((await app.given.account(company, 'MANAGER')).token);
    const told = async () => (await list(await managerNow())).find((each: { Id: number }) => each.Id === Id);
    expect((await told()).OpenedCount).toBe(0);
    await open();
    app.clock.set('2026-01-29T11:59:59.000Z');
    expect((await open()).status).toBe(200);
    expect(await told()).toMatchObject({ OpenedCount: 2, LastOpenedAt: '2026-01-29T11:59:59.000Z' });
    app.clock.set('2026-01-29T12:00:00.000Z');
    const gone = await open();
    const unknown = await app.anonymous('GET', `/h/${company}-${'x'.repeat(32)}`);
    expect([gone.status, unknown.status, unknown.body === gone.body]).toEqual([404, 404, true]);
    expect(gone.body).toContain('Этой страницы больше нет');
    expect(gone.headers['x-robots-tag']).toBe('noindex, nofollow');
    expect((await told()).OpenedCount).toBe(2);
    const later = await managerNow();
    expect((await later('GET', `/api/v3/clients/${clientId}/handouts/${Id}/pdf`)).status).toBe(404);
    // Making the next page of this client deletes the expired page.
    await make(later, { AccidentId: accidentId });
    const row = await app.connection.db
      .selectFrom('handout')
      .select('page')
      .where('id', '=', Id)
      .executeTakeFirstOrThrow();
    expect(row.page).toBeNull();
  });

  it('is withdrawn for good, with its page, and the history says who made and withdrew it', async () => {
    const { Url, Id } = (await make(manager, { AccidentId: accidentId })).body;
    const withdraw = () => manager('POST', `/api/v3/clients/${clientId}/handouts/${Id}/withdraw`);
    expect((await withdraw()).status).toBe(200);
    expect((await app.anonymous('GET', pathOf(Url))).status).toBe(404);
    expect((await withdraw()).body.Code).toBe('ALREADY_SO');
    const row = await app.connection.db
      .selectFrom('handout')
      .select('page')
      .where('id', '=', Id)
      .executeTakeFirstOrThrow();
    expect(row.page).toBeNull();
    const filter = encodeURIComponent(JSON.stringify({ entity: 'client', entityId: clientId }));
    const history = (await manager('GET', `/api/v3/audit?filter=${filter}&sort=${encodeURIComponent('["id","DESC"]')}`))
      .body;
    expect(history.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual(['handoutWithdraw', 'handout']);
  });

  it('opens from one network 120 times in a quarter of an hour, then says in plain words to wait', async () => {
    const from = { remoteAddress: '203.0.113.9' };
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 121; attempt += 1)
      statuses.push((await app.anonymous('GET', `/h/1-${'y'.repeat(32)}`, undefined, from)).status);
    expect([statuses[119], statuses[120]]).toEqual([404, 429]);
    const refused = await app.anonymous('GET', `/h/1-${'y'.repeat(32)}`, undefined, from);
    expect(refused.body).toContain('Слишком много запросов');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});
