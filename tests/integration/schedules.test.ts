import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { read } from 'xlsx';
import { makeMailer } from '../../server/mail/mailer.ts';
import { startDueRuns } from '../../server/modules/schedules/run.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import { readLetter } from '../support/letters.ts';
import { type MailServer, startMailServer } from '../support/smtp.ts';

/** Thursday noon in Moscow. */
const start = '2026-01-15T09:00:00.000Z';

let app: TestApp;
let mail: MailServer;
let refuse = false;
let companyId: number;
beforeAll(async () => {
  mail = await startMailServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => done(refuse ? new Error('451 try later') : undefined),
  });
  app = await openTestApp(start, {
    site: { publicUrl: 'https://cabinet.example.test', registration: false, passwordReset: true },
    jobs: { startHook: 'onReady', reviveEveryMs: 1000 },
    mail: makeMailer({ smtpUrl: `smtp://127.0.0.1:${mail.port}`, from: 'no-reply@example.test', folder: '/nowhere' }),
  });
  companyId = await app.given.company('Полис');
  for (const city of ['Казань', 'Казань', 'Омск']) await app.given.voucher(companyId, { city });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});
beforeEach(() => {
  app.clock.set(start);
  refuse = false;
  mail.delivered.length = 0;
});

interface Person {
  readonly id: number;
  readonly email: string;
  readonly call: Call;
}
const person = async (role: 'MANAGER' | 'OPERATOR' = 'MANAGER', full_name = 'Ёлкина Жанна'): Promise<Person> => {
  const { id, email, token } = await app.given.account(companyId, role, { full_name });
  return { id, email, call: app.as(token) };
};
const order = (owner: Person, more: object = {}) => ({
  Resource: 'vouchers',
  Format: 'xlsx',
  Columns: ['VoucherNumber', 'City'],
  Query: { City: 'Казань', sort: 'VoucherNumber-asc' },
  TimeZone: 'Europe/Moscow',
  Name: 'Казань по утрам',
  Frequency: 'day',
  Hour: 18,
  RecipientIds: [owner.id],
  ...more,
});
const schedule = async (owner: Person, more: object = {}) => {
  const { status, body } = await owner.call('POST', '/api/v3/schedules', order(owner, more));
  expect([status, body.Errors]).toEqual([201, undefined]);
  return body;
};
const readSchedule = async ({ call }: Person, id: number) => {
  const { body } = await call('GET', '/api/v3/schedules');
  return body.find(({ Id }: { Id: number }) => Id === id);
};
const whenLast = (owner: Person, id: number, state: string) =>
  vi.waitFor(
    async () => {
      const row = await readSchedule(owner, id);
      expect(row.LastState).toBe(state);
      return row;
    },
    { timeout: 20_000, interval: 100 },
  );
/** Letters that this person got. A schedule of another test may be due in this one. */
const lettersTo = ({ email }: Person) =>
  mail.delivered.filter(({ to }) => to.includes(email)).map(({ source }) => source);
const runDue = () => startDueRuns({ db: app.connection.db, now: app.clock.now, log: app.server.log });
const attachmentOf = (source: string): Buffer => {
  const [, body = ''] = /Content-Disposition: attachment[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(source) ?? [];
  return Buffer.from(body, 'base64');
};
const actions = async ({ call }: Person, id: number): Promise<string[]> => {
  const filter = encodeURIComponent(JSON.stringify({ entity: 'exportSchedule', entityId: id }));
  const { body } = await call('GET', `/api/v3/audit?filter=${filter}`);
  return body.map(({ action }: { action: string }) => action).reverse();
};

describe('a scheduled export', () => {
  it('is sent at its hour of the zone, with the file, its rows in words and the name of the zone', async () => {
    const owner = await person();
    const { Id, NextRunAt } = await schedule(owner);
    expect(NextRunAt).toBe('2026-01-15T15:00:00.000Z');
    await runDue();
    expect((await readSchedule(owner, Id)).LastState).toBeNull();
    app.clock.set(NextRunAt);
    await runDue();
    const row = await whenLast(owner, Id, 'sent');
    expect(row).toMatchObject({
      LastRunAt: NextRunAt,
      NextRunAt: '2026-01-16T15:00:00.000Z',
      LastRows: 2,
      LastError: null,
    });
    const [source = '', ...more] = lettersTo(owner);
    expect(more).toEqual([]);
    const letter = readLetter(source);
    expect(letter.subject).toBe('Казань по утрам, 15.01.2026 18:00, Москва');
    expect(letter.text).toContain('«Ваучеры»: Город: Казань. Строк: 2. Данные на 15.01.2026 18:00, Москва.');
    const book = read(attachmentOf(source));
    const cells = Object.values(book.Sheets[book.SheetNames[0]!]!).map(cell => cell.v);
    expect(cells.filter(value => value === 'Казань')).toHaveLength(2);
    expect(cells).not.toContain('Омск');
    expect(await actions(owner, Id)).toEqual(['create', 'scheduleSent']);
    const [exported] = (await owner.call('GET', '/api/v3/exports')).body.Items;
    expect(exported).toMatchObject({ List: 'Ваучеры', Filter: 'Город: Казань', State: 'done', HasFile: true });
  });

  it('has a name of one line, because the name is the subject of its letters', async () => {
    const owner = await person();
    const { Id, Name } = await schedule(owner, { Name: '\tКазань\r\n Bcc: thief@example.test\u2028' });
    expect(Name).toBe('Казань Bcc: thief@example.test');
    await owner.call('POST', `/api/v3/schedules/${Id}/send`);
    await whenLast(owner, Id, 'sent');
    const [source = ''] = lettersTo(owner);
    expect(readLetter(source).subject).toMatch(/^Казань Bcc: thief@example\.test, /);
    expect(source).not.toMatch(/^Bcc:/m);
    expect((await owner.call('POST', '/api/v3/schedules', order(owner, { Name: '\u200b\n' }))).body.Errors).toEqual([
      { Field: 'Name', Message: 'Поле обязательно для заполнения' },
    ]);
  });

  it('that missed several times is sent once, however many processes look for it', async () => {
    const owner = await person();
    const { Id } = await schedule(owner);
    app.clock.set('2026-01-20T10:00:00.000Z');
    await Promise.all([runDue(), runDue(), runDue()]);
    expect((await whenLast(await person(), Id, 'sent')).NextRunAt).toBe('2026-01-20T15:00:00.000Z');
    await runDue();
    expect(lettersTo(owner)).toHaveLength(1);
  });

  it('is left alone while another process starts its run', async () => {
    const owner = await person();
    const { Id, NextRunAt } = await schedule(owner);
    app.clock.set(NextRunAt);
    const other = await app.connection.pool.connect();
    try {
      await other.query('begin');
      await other.query("update export_schedule set next_run_at = next_run_at + interval '1 day' where id = $1", [Id]);
      let isOver = false;
      const run = runDue().finally(() => {
        isOver = true;
      });
      const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await vi.waitFor(async () => expect(isOver || (await other.query(waits)).rowCount).toBeTruthy());
      await other.query('commit');
      await run;
    } finally {
      other.release();
    }
    expect(await readSchedule(owner, Id)).toMatchObject({ LastState: null, LastRunAt: null });
  });

  it('is not sent for a company that was closed, and there are at most 100 of a company', async () => {
    const company = await app.given.company();
    const { id, email, token } = await app.given.account(company, 'MANAGER');
    const owner = { id, email, call: app.as(token) };
    const { Id, NextRunAt } = await schedule(owner);
    await app.connection.pool.query(
      `insert into export_schedule select (jsonb_populate_record(one, jsonb_build_object('id', one.id + n * 1000))).*
        from export_schedule one, generate_series(1, 99) n where one.id = $1`,
      [Id],
    );
    expect((await owner.call('POST', '/api/v3/schedules', order(owner))).body.Code).toBe('TOO_MANY_SCHEDULES');
    await app.connection.db.updateTable('company').set({ closed_at: start }).where('id', '=', company).execute();
    app.clock.set(NextRunAt);
    await runDue();
    const { rows } = await app.connection.pool.query(
      'select from export_schedule where company_id = $1 and last_run_at is not null',
      [company],
    );
    expect(rows).toEqual([]);
  });

  it('that failed unexpectedly is tried again every 15 minutes, three times', async () => {
    const owner = await person();
    const { Id, NextRunAt } = await schedule(owner);
    await app.connection.pool.query(`create function break_job() returns trigger language plpgsql as $$
      begin raise exception 'broken'; end $$`);
    await app.connection.pool.query(
      "create trigger break_job before update on job for each row when (new.state = 'done') execute function break_job()",
    );
    const runAfter = async (minutes: number) => {
      app.clock.set(new Date(Date.parse(NextRunAt) + minutes * 60_000).toISOString());
      await runDue();
      return whenLast(owner, Id, 'failed');
    };
    const startedAfter = async (minutes: number) =>
      (Date.parse((await runAfter(minutes)).LastRunAt) - Date.parse(NextRunAt)) / 60_000;
    const started = [];
    for (const minutes of [0, 14, 15, 29, 30, 45, 60, 90]) started.push(await startedAfter(minutes));
    await app.connection.pool.query('drop trigger break_job on job');
    expect(started).toEqual([0, 0, 15, 15, 30, 45, 45, 45]);
    app.clock.set('2026-01-16T15:00:00.000Z');
    await runDue();
    expect((await whenLast(await person(), Id, 'sent')).LastError).toBeNull();
  });

  it('without a row is sent and says so', async () => {
    const owner = await person();
    const { Id } = await schedule(owner, { Query: { City: 'Тверь' } });
    expect((await owner.call('POST', `/api/v3/schedules/${Id}/send`)).body.LastState).toBe('writing');
    expect((await whenLast(owner, Id, 'sent')).LastRows).toBe(0);
    const letter = readLetter(lettersTo(owner)[0]!);
    expect(letter.subject).toContain('ничего нет');
    expect(letter.text).toContain('не подходит ни одна запись');
    expect(read(attachmentOf(lettersTo(owner)[0]!)).SheetNames).toHaveLength(2);
    expect(await actions(owner, Id)).toEqual(['create', 'scheduleRun', 'scheduleSent']);
  });

  it('of an owner who was blocked or lost the role sends nothing and says why', async () => {
    const [owner, colleague] = [await person('MANAGER', 'Ушаков Пётр'), await person()];
    // An operator may read this list, but not send it regularly.
    const list = { Resource: 'accidents', Split: 'opened', Columns: ['City'], Query: {} };
    const { Id } = await schedule(owner, { ...list, RecipientIds: [colleague.id] });
    const setOwner = (values: object) =>
      app.connection.db.updateTable('account').set(values).where('id', '=', owner.id).execute();
    await setOwner({ blocked_at: new Date(start) });
    await colleague.call('POST', `/api/v3/schedules/${Id}/send`);
    expect((await whenLast(colleague, Id, 'failed')).LastError).toBe(
      'Ничего не отправлено: Ушаков Пётр заблокирован(а) или больше не работает в компании',
    );
    await setOwner({ blocked_at: null, roles: ['OPERATOR'] });
    await colleague.call('POST', `/api/v3/schedules/${Id}/send`);
    await vi.waitFor(
      async () =>
        expect((await readSchedule(colleague, Id)).LastError).toBe(
          'Ничего не отправлено: Ушаков Пётр больше не имеет права на эти данные',
        ),
      { timeout: 20_000 },
    );
    await setOwner({ roles: ['MANAGER'], company_id: await app.given.company() });
    await colleague.call('POST', `/api/v3/schedules/${Id}/send`);
    await vi.waitFor(
      async () => expect((await readSchedule(colleague, Id)).LastError).toContain('больше не работает'),
      { timeout: 20_000 },
    );
    expect(lettersTo(colleague)).toEqual([]);
    expect((await actions(colleague, Id)).filter(action => action === 'scheduleFailed')).toHaveLength(3);
  });

  it('goes only to people of the company who may read the list, as they are when it is sent', async () => {
    const [owner, colleague, operator] = [
      await person(),
      await person('MANAGER', 'Ким Олег'),
      await person('OPERATOR'),
    ];
    const stranger = await app.given.account(await app.given.company(), 'MANAGER');
    const refused = async (RecipientIds: number[], more: object = {}) =>
      (await owner.call('POST', '/api/v3/schedules', order(owner, { RecipientIds, ...more }))).body.Errors?.[0].Field;
    expect(await refused([stranger.id])).toBe('RecipientIds');
    expect(await refused([operator.id], { Resource: 'webhooks', Columns: ['Url'], Query: {} })).toBe('RecipientIds');
    const { Id } = await schedule(owner, { RecipientIds: [owner.id, colleague.id] });
    await app.connection.db
      .updateTable('account')
      .set({ blocked_at: new Date(start) })
      .where('id', '=', colleague.id)
      .execute();
    await owner.call('POST', `/api/v3/schedules/${Id}/send`);
    const row = await whenLast(owner, Id, 'sent');
    expect([row.Recipients, row.LastError]).toEqual([
      ['Ёлкина Жанна'],
      expect.stringContaining('Не отправлено: Ким Олег'),
    ]);
    expect([lettersTo(owner).length, lettersTo(colleague).length]).toEqual([1, 0]);
  });

  it('says that the mail server does not take its letter, and sends the letter once it does', async () => {
    const owner = await person();
    const { Id } = await schedule(owner);
    refuse = true;
    await owner.call('POST', `/api/v3/schedules/${Id}/send`);
    await vi.waitFor(
      async () => expect((await readSchedule(owner, Id)).LastError).toMatch(/пока не ушло, попытка \d+ из 13/),
      { timeout: 20_000 },
    );
    const again = await owner.call('POST', `/api/v3/schedules/${Id}/send`);
    expect([again.status, again.body.Code]).toEqual([409, 'SCHEDULE_BUSY']);
    refuse = false;
    expect((await whenLast(owner, Id, 'sent')).LastError).toBeNull();
    expect(lettersTo(owner)).toHaveLength(1);
  });

  it('with a file larger than 10 MB has a link instead', async () => {
    const owner = await person();
    const { Id } = await schedule(owner);
    // Each job that ends from here on has a large file.
    await app.connection.pool.query(`create function enlarge() returns trigger language plpgsql as $$
      begin new.result = jsonb_set(new.result, '{SizeBytes}', '10000001'); return new; end $$`);
    await app.connection.pool.query(
      "create trigger enlarge before update on job for each row when (new.state = 'done') execute function enlarge()",
    );
    await owner.call('POST', `/api/v3/schedules/${Id}/send`);
    await whenLast(owner, Id, 'sent');
    await app.connection.pool.query('drop trigger enlarge on job');
    const source = lettersTo(owner)[0]!;
    expect(source).not.toContain('Content-Disposition: attachment');
    const letter = readLetter(source);
    expect(letter.link).toBe('https://cabinet.example.test/cabinet/exports/');
    expect(letter.text).toContain('больше 10 МБ');
  });

  it('is paused, resumed and deleted by managers of its company only', async () => {
    const [owner, colleague, operator] = [await person(), await person(), await person('OPERATOR')];
    const stranger = app.as((await app.given.account(await app.given.company(), 'MANAGER')).token);
    const { Id } = await schedule(owner, { Frequency: 'week', Weekday: 1 });
    const url = `/api/v3/schedules/${Id}`;
    expect((await operator.call('GET', '/api/v3/schedules')).status).toBe(403);
    expect((await stranger('GET', '/api/v3/schedules')).body).toEqual([]);
    for (const path of ['pause', 'resume', 'send']) expect((await stranger('POST', `${url}/${path}`)).status).toBe(404);
    expect((await stranger('DELETE', url)).status).toBe(404);
    expect((await colleague.call('POST', `${url}/pause`)).body).toMatchObject({ Paused: true, NextRunAt: null });
    app.clock.set('2026-01-20T10:00:00.000Z');
    await runDue();
    const later = await person();
    expect((await readSchedule(later, Id)).LastRunAt).toBeNull();
    expect((await later.call('POST', `${url}/resume`)).body).toMatchObject({
      Paused: false,
      NextRunAt: '2026-01-26T15:00:00.000Z',
    });
    expect((await later.call('DELETE', url)).body).toEqual({ Done: true });
    expect(await readSchedule(later, Id)).toBeUndefined();
    expect(await actions(later, Id)).toEqual(['create', 'pause', 'resume', 'remove']);
  });

  it('is refused with the field that is wrong', async () => {
    const owner = await person();
    const fieldOf = async (more: object) =>
      (await owner.call('POST', '/api/v3/schedules', order(owner, more))).body.Errors?.map(
        ({ Field }: { Field: string }) => Field,
      );
    expect(await fieldOf({ Frequency: 'week' })).toEqual(['Weekday']);
    expect(await fieldOf({ Frequency: 'month', Weekday: 1 })).toEqual(['Weekday', 'MonthDay']);
    expect(await fieldOf({ Name: '  ' })).toEqual(['Name']);
    expect(await fieldOf({ TimeZone: 'Mars/Base' })).toEqual(['TimeZone']);
    expect(await fieldOf({ Query: { Town: 'Казань' } })).toEqual(['Query.Town']);
    expect(await fieldOf({ Columns: ['Nothing'] })).toEqual(['Columns']);
  });
});

describe('a weekly summary', () => {
  const summary = async (owner: Person, more: object = {}) => {
    const plan = { Name: 'Сводка', TimeZone: 'Europe/Moscow', Weekday: 1, Hour: 9, RecipientIds: [owner.id] };
    const { status, body } = await owner.call('POST', '/api/v3/schedules/summary', { ...plan, ...more });
    expect([status, body.Errors]).toEqual([201, undefined]);
    return body;
  };
  const send = async (owner: Person, id: number) => {
    expect((await owner.call('POST', `/api/v3/schedules/${id}/send`)).status).toBe(200);
    return whenLast(owner, id, 'sent');
  };
  /** Figures of a letter by their label, and the addresses below them. */
  const figuresIn = (text: string): Record<string, { value: string; url: string | undefined }> =>
    Object.fromEntries(
      [...text.matchAll(/^([^\n:]+): (.+)(?:\n(https:\S+))?$/gm)].map(([, label, value, url]) => [
        label,
        { value: value!.replaceAll('\u00A0', ' '), url },
      ]),
    );

  it('comes once a week with the figures of the week before, each with the list that has exactly these records', async () => {
    const owner = await person();
    const day = (text: string) => new Date(`${text}T12:00:00Z`);
    const wasClosed = (status_of_road_accident_id: number) => ({
      ...{ status: 'closed' as const, status_of_road_accident_id },
      ...{ crash_at: day('2026-01-14'), finished_at: day('2026-01-15') },
    });
    await app.given.accident(companyId, { crash_at: day('2026-01-13'), next_call_at: day('2026-01-13') });
    for (const outcome of [4, 5, 5, 6]) await app.given.accident(companyId, wasClosed(outcome));
    await app.given.accident(companyId, { status: 'notvalid', crash_at: day('2026-01-18') });
    // Before and after the week.
    for (const moment of ['2026-01-10', '2026-01-19']) await app.given.accident(companyId, { crash_at: day(moment) });
    await app.given.voucher(companyId, { contract_end: '2026-02-01' });
    const { Id, NextRunAt } = await summary(owner);
    expect(NextRunAt).toBe('2026-01-19T06:00:00.000Z');
    app.clock.set('2026-01-19T06:00:00.000Z');
    await Promise.all([runDue(), runDue()]);
    const later = await person();
    const row = await whenLast(later, Id, 'sent');
    expect(row).toMatchObject({
      Contents: 'summary',
      Format: null,
      LastRows: null,
      NextRunAt: '2026-01-26T06:00:00.000Z',
    });
    expect(lettersTo(owner)).toHaveLength(1);
    const { subject, text } = readLetter(lettersTo(owner)[0]!);
    expect(subject).toBe('Сводка, 12.01.2026 – 18.01.2026');
    const figures = figuresIn(text);
    const values = Object.fromEntries(Object.entries(figures).map(([label, { value }]) => [label, value]));
    expect(values).toMatchObject({
      Всего: '6',
      'Ещё не обработаны': '1',
      Обработаны: '4',
      'из них подтверждены': '1',
      'из них не подтверждены': '2',
      'Мини-убытки': '1',
      'Просроченные звонки': '1',
      'Завершено аварий': '4',
      'Обработка, медиана': '— (не завершено ни одной аварии, которую брали в работу)',
      'До первого звонка, медиана': '— (за семь дней не записано ни одного звонка)',
      'Балл за неделю': '— (за неделю нет поездок, по которым считается балл)',
      'К прошлой неделе': '— (балла одной из двух недель нет)',
      'Договоры истекают за 30 дней': '1',
      'Устройства без данных': '0',
    });
    const listCalls: Readonly<Record<string, string>> = {
      '/cabinet/cards/renewals/': '/api/v3/scoring/renewals',
      '/cabinet/screener/faults/': '/api/v2/Anomaly/status',
    };
    const linked = Object.entries(figures).filter(([, { url }]) => url && !url.includes('/cabinet/scoring/'));
    expect(linked.length).toBe(11);
    for (const [label, { value, url }] of linked) {
      const { pathname, searchParams } = new URL(url!);
      const call =
        listCalls[pathname] ?? pathname.replace('/cabinet/accidents/', '/api/v2/Accident/table/').replace(/\/$/, '');
      const filter = Object.entries(JSON.parse(searchParams.get('filter')!)).map(([name, each]) => [
        name,
        String(each),
      ]);
      const { body } = await later.call('GET', `${call}?${new URLSearchParams(filter)}`);
      expect([label, String(body.Total)]).toEqual([label, value]);
    }
    expect(await actions(later, Id)).toEqual(['create', 'scheduleSent']);
  });

  it('is written in the language of each recipient', async () => {
    const owner = await person();
    const reader = await person('MANAGER', 'Reader');
    await app.connection.db.updateTable('account').set({ locale: 'en' }).where('id', '=', reader.id).execute();
    const { Id } = await summary(owner, { RecipientIds: [owner.id, reader.id] });
    await send(owner, Id);
    expect(readLetter(lettersTo(owner)[0]!).text).toContain('Портфель');
    const letter = readLetter(lettersTo(reader)[0]!);
    expect(letter.subject).toBe('Сводка, 08 Jan 2026 – 14 Jan 2026');
    expect(letter.text).toContain('Handling, median: — (no accident was closed that somebody had claimed)');
  });

  it('goes to managers only, and not after its owner lost the role', async () => {
    const [owner, colleague, operator] = [await person(), await person(), await person('OPERATOR')];
    const plan = { Name: 'Сводка', TimeZone: 'Europe/Moscow', Weekday: 1, Hour: 9 };
    const post = (RecipientIds: number[], more: object = {}) =>
      owner.call('POST', '/api/v3/schedules/summary', { ...plan, RecipientIds, ...more });
    expect((await post([operator.id])).body.Errors[0].Field).toBe('RecipientIds');
    expect((await post([owner.id], { TimeZone: 'Mars/Base' })).body.Errors[0].Field).toBe('TimeZone');
    const offered = (await owner.call('GET', '/api/v3/schedules/recipients')).body.map(({ Id }: { Id: number }) => Id);
    expect(offered).toContain(colleague.id);
    expect(offered).not.toContain(operator.id);
    expect((await operator.call('POST', '/api/v3/schedules/summary', plan)).status).toBe(403);
    const { Id } = await summary(owner, { RecipientIds: [colleague.id] });
    await app.connection.db
      .updateTable('account')
      .set({ roles: ['OPERATOR'] })
      .where('id', '=', owner.id)
      .execute();
    await colleague.call('POST', `/api/v3/schedules/${Id}/send`);
    expect((await whenLast(colleague, Id, 'failed')).LastError).toContain('больше не имеет права на эти данные');
    expect(lettersTo(colleague)).toEqual([]);
  });
});
