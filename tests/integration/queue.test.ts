import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../server/db/change.ts';
import { noFacts } from '../../server/domain/telemetry/noFacts.ts';
import { planAfterCall } from '../../server/modules/accidents/nextCalls.ts';
import { markFresh, markOverdue } from '../../server/modules/accidents/overdue.ts';
import { readAccident } from '../../server/modules/accidents/repository.ts';
import { implausibleDoubts } from '../../src/contract/shapes/accident.ts';
import { workStatus } from '../../src/contract/workStatuses.ts';
import { type Call, openTestApp, type TestApp } from '../support/app.ts';
import type { Person } from '../support/given.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z');
});
afterAll(() => app.close());

interface Team {
  readonly company: number;
  readonly olga: Person & { call: Call };
  readonly pavel: Person & { call: Call };
  readonly chief: Call;
}
const team = async (): Promise<Team> => {
  const company = await app.given.company();
  const person = async (full_name: string) => {
    const account = await app.given.account(company, 'OPERATOR', { full_name });
    return { ...account, call: app.as(account.token) };
  };
  const manager = await app.given.account(company, 'MANAGER', {});
  return { company, olga: await person('Ольга'), pavel: await person('Павел'), chief: app.as(manager.token) };
};
const hoursAgo = (hours: number) => new Date(app.clock.now().getTime() - hours * 3_600_000);
const ids = async (call: Call, query = '', status = 'opened') => {
  const { body } = await call('GET', `/api/v2/Accident/table/${status}${query}`);
  return body.Items.map(({ Id }: { Id: number }) => Id);
};

/** Runs the checks that run each minute in operation. */
const upkeep = async () => {
  const context = { db: app.connection.db, now: app.clock.now, log: app.server.log };
  await markOverdue(context);
  await markFresh(context);
};

describe('the queue', () => {
  it('has an unreliable recording before all that is weak or improbable, in the list and for "next case"', async () => {
    const { company, olga } = await team();
    const add = async (more: object) => (await app.given.accident(company, { crash_at: hoursAgo(1), ...more })).id;
    const facts = (more: object) => JSON.stringify({ ...noFacts(), ...more });
    const mini = await add({ severity: 'mini', vip: true });
    const improbable = await add({ severity: 'major', vip: true, facts: facts({ CrashProbability: 0.2 }) });
    const unreliable = await add({ severity: null, facts: facts({ Doubts: ['slowRate', 'spike'] }) });
    const crash = await add({ severity: 'minor', facts: facts({ CrashProbability: 0.9 }) });
    const order = [crash, unreliable, improbable, mini];
    expect(await ids(olga.call)).toEqual(order);
    const marks = (await olga.call('GET', '/api/v2/Accident/table/opened')).body.Items;
    expect(marks.map(({ Verdict }: { Verdict: string }) => Verdict)).toEqual([
      'noCurve',
      'faulty',
      'noCurve',
      'unknown',
    ]);
    const next = async () => (await olga.call('POST', '/api/v2/Accident/next')).body.Next?.Id;
    const taken: number[] = [];
    for (const id of order) {
      taken.push(await next());
      await app.connection.db
        .updateTable('accident')
        .set({ next_call_at: hoursAgo(-9) })
        .where('id', '=', id)
        .execute();
    }
    expect(taken).toEqual(order);
  });

  it('has an SOS with the strongest impacts, before minor, unreliable, mini and improbable ones', async () => {
    const { company, olga } = await team();
    const add = async (more: object) => (await app.given.accident(company, { crash_at: hoursAgo(2), ...more })).id;
    const facts = (more: object) => JSON.stringify({ ...noFacts(), ...more });
    const likely = facts({ CrashProbability: 0.9 });
    const mini = await add({ severity: 'mini' });
    const improbable = await add({ severity: null, facts: facts({ CrashProbability: 0.2 }) });
    const unreliable = await add({ severity: null, facts: facts({ Doubts: ['spike'] }) });
    const alarm = await add({ severity: null, crash_at: hoursAgo(3) });
    const minor = await add({ severity: 'minor', facts: likely });
    const sos = await add({ severity: null, kind: 'sos', crash_at: hoursAgo(2.5) });
    const major = await add({ severity: 'major', facts: likely });
    expect(await ids(olga.call)).toEqual([major, sos, minor, unreliable, alarm, improbable, mini]);
    expect((await olga.call('POST', '/api/v2/Accident/next')).body.Next?.Id).toBe(major);
  });

  it.each(implausibleDoubts)('puts a recording with the doubt %s above all weak and improbable cases', async doubt => {
    const { company, olga } = await team();
    const facts = (more: object) => JSON.stringify({ ...noFacts(), CrashProbability: 0.01, ...more });
    const improbable = (await app.given.accident(company, { severity: null, facts: facts({}) })).id;
    const unreliable = (await app.given.accident(company, { severity: null, facts: facts({ Doubts: [doubt] }) })).id;
    expect(await ids(olga.call)).toEqual([unreliable, improbable]);
  });

  it('is ordered by probability before severity, with a report by a person among the probable crashes', async () => {
    const { company, olga } = await team();
    const facts = (CrashProbability: number) => JSON.stringify({ ...noFacts(), CrashProbability });
    const add = async (more: object) => (await app.given.accident(company, { crash_at: hoursAgo(1), ...more })).id;
    const unclear = await add({ severity: 'major', facts: facts(0.4), crash_at: hoursAgo(0.1), vip: true });
    const phoned = await add({ severity: null, source: 'operator' });
    const moderate = await add({ severity: 'minor', facts: facts(0.7) });
    const severe = await add({ severity: 'major', facts: facts(0.7), crash_at: hoursAgo(5) });
    const weakContact = await add({ severity: 'mini', facts: facts(0.4), crash_at: hoursAgo(9) });
    const probableContact = await add({ severity: 'mini', facts: facts(0.9), crash_at: hoursAgo(9) });
    const weak = await add({ severity: 'mini', facts: facts(0.01) });
    expect(await ids(olga.call)).toEqual([severe, moderate, phoned, unclear, probableContact, weakContact, weak]);
  });

  it('is: fresh and severe, promised calls, calls by rule, the rest; then later calls and decided cases, which are not offered', async () => {
    const { company, olga } = await team();
    const likely = JSON.stringify({ ...noFacts(), CrashProbability: 0.9 });
    const add = async (more: object) =>
      (await app.given.accident(company, { severity: 'minor', facts: likely, crash_at: hoursAgo(2), ...more })).id;
    const decided = await add({ severity: 'major', status_of_road_accident_id: workStatus.confirmed });
    const later = await add({ severity: 'major', next_call_at: hoursAgo(-1) });
    const old = await add({ severity: 'major' });
    const unreliable = await add({ severity: null, facts: JSON.stringify({ ...noFacts(), Doubts: ['spike'] }) });
    const mini = await add({ severity: 'mini', crash_at: hoursAgo(0.1) });
    const byRule = await add({ next_call_at: hoursAgo(0.5), severity: 'mini' });
    const promised = await add({ next_call_at: hoursAgo(0.1), next_call_promised: true, severity: 'mini' });
    const fresh = await add({ crash_at: hoursAgo(0.75) });
    const called = await add({ crash_at: hoursAgo(0.75), first_contact_at: hoursAgo(0.5) });
    await upkeep();
    const offered = [fresh, promised, byRule, old, called, unreliable, mini];
    expect(await ids(olga.call)).toEqual([...offered, later, decided]);
    const next = async () => (await olga.call('POST', '/api/v2/Accident/next')).body.Next?.Id ?? null;
    const given = [];
    for (const _each of [...offered, null]) given.push(await next());
    expect(given).toEqual([...offered, null]);
  });

  it('calls a case fresh as long as the setting says, and at once when it is reported', async () => {
    const { company, olga, chief } = await team();
    const likely = JSON.stringify({ ...noFacts(), CrashProbability: 0.9 });
    const severe = (await app.given.accident(company, { severity: 'major', facts: likely, crash_at: hoursAgo(3) })).id;
    const { id: VoucherId } = await app.given.voucher(company);
    const CrashDateTime = hoursAgo(0.25).toISOString();
    const reported = (await olga.call('POST', '/api/v2/Accident', { VoucherId, CrashDateTime })).body.Id;
    expect(await ids(olga.call)).toEqual([reported, severe]);
    const [rules] = (await chief('GET', '/api/v2/CallRules/table')).body.Items;
    const change = { FreshMin: 10, Version: rules.Version };
    expect((await chief('PUT', `/api/v2/CallRules/${rules.Id}`, change)).status).toBe(200);
    await upkeep();
    expect(await ids(olga.call)).toEqual([severe, reported]);
  });

  it('puts a call that an operator agreed on before one that a rule set, also when it is planned in the form', async () => {
    const { company, olga } = await team();
    const plan = async (body: object) => {
      const { id } = await app.given.accident(company, { crash_at: hoursAgo(2) });
      await olga.call('GET', `/api/crash/lock/${id}`);
      await olga.call('POST', `/api/v2/Accident/${id}/calls`, body);
      await olga.call('GET', `/api/crash/unlock/${id}`);
      return id;
    };
    const byRule = await plan({ ResultId: 2 });
    const agreed = await plan({ ResultId: 5, DateTimeOfNextCall: hoursAgo(-0.5).toISOString() });
    app.clock.forward(3600);
    await upkeep();
    expect(await ids(olga.call)).toEqual([agreed, byRule]);
    app.clock.forward(-3600);
  });

  it('says by when a client is to be called first, by the target for the class, until the first call', async () => {
    const { company, olga, chief } = await team();
    const add = async (more: object) => (await app.given.accident(company, { crash_at: hoursAgo(1), ...more })).id;
    const major = await add({ severity: 'major' });
    const unknown = await add({ severity: null });
    const called = await add({ severity: 'major', first_contact_at: hoursAgo(0.5) });
    const [rules] = (await chief('GET', '/api/v2/CallRules/table')).body.Items;
    const change = { TargetMajorMin: 20, Version: rules.Version };
    expect((await chief('PUT', `/api/v2/CallRules/${rules.Id}`, change)).status).toBe(200);
    const { Items } = (await olga.call('GET', '/api/v2/Accident/table/opened')).body;
    const firstCallBy = Object.fromEntries(
      Items.map(({ Id, FirstCallBy }: { Id: number; FirstCallBy: string | null }) => [Id, FirstCallBy]),
    );
    expect(firstCallBy).toEqual({
      [major]: hoursAgo(1 - 20 / 60).toISOString(),
      [unknown]: hoursAgo(0).toISOString(),
      [called]: null,
    });
    expect((await olga.call('GET', `/api/v2/Accident/${major}`)).body.FirstCallBy).toBe(firstCallBy[major]);
  });

  it('is due calls first, then what is not known to be weak or improbable, severity, VIP and freshness; elsewhere the newest come first', async () => {
    const { company, olga } = await team();
    const add = async (more: object) => (await app.given.accident(company, { severity: 'minor', ...more })).id;
    const young = await add({ crash_at: hoursAgo(1) });
    const old = await add({ crash_at: hoursAgo(9) });
    const mini = await add({ crash_at: hoursAgo(0.1), severity: 'mini' });
    const unknown = await add({ crash_at: hoursAgo(0.1), severity: null });
    const major = await add({ crash_at: hoursAgo(20), severity: 'major' });
    const vip = await add({ crash_at: hoursAgo(12), vip: true });
    const vipMini = await add({ crash_at: hoursAgo(0.2), severity: 'mini', vip: true });
    const overdue = await add({ crash_at: hoursAgo(2), severity: 'mini', next_call_at: hoursAgo(0.5) });
    const later = await add({ crash_at: hoursAgo(3), severity: 'minor', next_call_at: hoursAgo(-1) });
    await upkeep();
    expect(await ids(olga.call)).toEqual([overdue, major, vip, young, old, unknown, vipMini, mini, later]);
    expect(await ids(olga.call, '?sort=Severity-desc')).toEqual([
      ...[major, vip, later, young, old].sort((a, b) => (a === major ? -1 : b === major ? 1 : b - a)),
      ...[overdue, vipMini, mini].sort((a, b) => b - a),
      unknown,
    ]);
    // A new time of the next call makes it no longer overdue, whoever plans it.
    await olga.call('GET', `/api/crash/lock/${overdue}`);
    const { body } = await olga.call('GET', `/api/v2/Accident/${overdue}`);
    const moved = { DateTimeOfNextCall: hoursAgo(-5).toISOString(), Version: body.Version };
    expect((await olga.call('PUT', `/api/v2/Accident/${overdue}`, moved)).status).toBe(200);
    expect((await ids(olga.call))[0]).toBe(major);

    const first = (await app.given.accident(company, { status: 'closed', crash_at: hoursAgo(5), vip: true })).id;
    const second = (await app.given.accident(company, { status: 'closed', crash_at: hoursAgo(4) })).id;
    expect(await ids(olga.call, '', 'closed')).toEqual([second, first]);
  });

  it('gives each of those who ask at once a case of their own, and says when there is none', async () => {
    const { company, olga } = await team();
    const people = await Promise.all(Array.from({ length: 12 }, () => app.given.account(company, 'OPERATOR')));
    const cases = [];
    for (let each = 0; each < 10; each += 1) cases.push((await app.given.accident(company)).id);
    const replies = await Promise.all(people.map(({ token }) => app.as(token)('POST', '/api/v2/Accident/next')));
    expect(replies.map(({ status }) => status)).toEqual(people.map(() => 200));
    const given = replies.flatMap(({ body }) => (body.Next ? [body.Next.Id] : []));
    expect(given.sort()).toEqual([...cases].sort());
    expect((await olga.call('POST', '/api/v2/Accident/next')).body).toEqual({ Next: null });
    // After a minute without renewal the leases are free.
    app.clock.forward(61);
    expect((await olga.call('POST', '/api/v2/Accident/next')).body.Next).toMatchObject({ LockedBy: olga.id });
  });

  it('gives what waits for no later call, and a colleague’s case only where nothing else is', async () => {
    const { company, olga, pavel } = await team();
    const next = async () => (await olga.call('POST', '/api/v2/Accident/next')).body.Next?.Id ?? null;
    await app.given.accident(company, { vip: true, next_call_at: hoursAgo(-1) });
    const pavels = (await app.given.accident(company, { vip: true, operator_id: pavel.id })).id;
    const due = (await app.given.accident(company, { operator_id: pavel.id, next_call_at: hoursAgo(1) })).id;
    const nobodys = (await app.given.accident(company, { severity: 'mini' })).id;
    await upkeep();
    expect([await next(), await next(), await next(), await next()]).toEqual([due, nobodys, pavels, null]);
    const stranger = await app.given.account(await app.given.company(), 'OPERATOR');
    expect((await app.as(stranger.token)('POST', '/api/v2/Accident/next')).body).toEqual({ Next: null });
    expect((await app.anonymous('POST', '/api/v2/Accident/next')).status).toBe(401);
  });

  it('is searched as the header’s search: phones as people write them, either layout, words in any order, streets', async () => {
    const { company, olga } = await team();
    const { id } = await app.given.accident(company, {
      client_name: 'Соколова Анна Петровна',
      client_phone: '+7 916 123-45-67',
      reg_number: 'А123ВС77',
      city: 'Тверь',
      street: 'улица Чехова, 5',
    });
    await app.given.accident(company, { client_name: 'Орлов Пётр', client_phone: '+7 916 765-43-21' });
    const texts = [
      ...[
        '8 (916) 123-45-67',
        '8 916 12',
        '9161234567',
        '+7 916 123 45 67',
        'анна соколова',
        'Петровна Анна',
        'cjrjkjdf',
      ],
      ...['чехова', 'Чехова, 5', 'тверь чехова', 'A123BC77', 'а 123 вс-77', 'xt[jdf'],
    ];
    for (const text of texts)
      expect([text, await ids(olga.call, `?search=${encodeURIComponent(text)}`)]).toEqual([text, [id]]);
    expect(await ids(olga.call, `?search=${encodeURIComponent('анна орлова')}`)).toEqual([]);
  });
});

describe('the rules of calls', () => {
  const call = async (company: number, id: number, more: { resultId: number; before?: number; agreedAt?: Date }) =>
    inTransaction(
      app.connection.db,
      { companyId: company, accountId: null, name: 'test', requestId: null, at: app.clock.now() },
      async tx => {
        const accident = await readAccident(tx.db, { companyId: company, id });
        const { resultId, before = 0, agreedAt } = more;
        const at = app.clock.now();
        return planAfterCall(tx, accident, { resultId, at, unansweredBefore: before, agreedAt: agreedAt ?? null });
      },
    );

  it('are a manager’s to change, and hold from the next call on, in the client’s time zone', async () => {
    const { company, olga, chief } = await team();
    app.clock.set('2026-01-15T12:00:00.000Z');
    const { id } = await app.given.accident(company, { latitude: 54.99, longitude: 73.37 });
    const noAnswer = await call(company, id, { resultId: 2 });
    expect(noAnswer).toEqual({
      next_call_at: new Date('2026-01-15T12:15:00.000Z'),
      first_contact_at: new Date('2026-01-15T12:00:00.000Z'),
    });
    const { body: list } = await chief('GET', '/api/v2/CallRules/table');
    expect(list.Items).toHaveLength(1);
    const [rules] = list.Items;
    expect(rules).toMatchObject({ FirstRetryMin: 15, SecondRetryMin: 120, QuietFromHour: 22, QuietToHour: 8 });
    const path = `/api/v2/CallRules/${rules.Id}`;
    const change = { FirstRetryMin: 30, QuietFromHour: 18, Version: rules.Version };
    expect((await olga.call('PUT', path, change)).status).toBe(403);
    expect((await chief('PUT', path, { ...change, QuietFromHour: 24 })).status).toBe(400);
    expect((await chief('PUT', path, change)).status).toBe(200);
    // 18:00 in Omsk. Eight of the next morning there is two o'clock UTC.
    expect((await call(company, id, { resultId: 2 })).next_call_at).toEqual(new Date('2026-01-16T02:00:00.000Z'));
    expect((await olga.call('GET', `/api/v2/Accident/${id}`)).body.ClientTimeZone).toBe('Asia/Omsk');
    const others = await team();
    expect((await others.chief('PUT', path, { ...change, Version: 2 })).status).toBe(404);
  });

  it('propose a working hour of the client’s next day, and say when clients are not called', async () => {
    // Friday, 23:30 in Omsk.
    app.clock.set('2026-01-16T17:30:00.000Z');
    const { company, olga, chief } = await team();
    const { id } = await app.given.accident(company, { latitude: 54.99, longitude: 73.37 });
    const propose = async () => (await olga.call('GET', `/api/v2/Accident/${id}/callTimes`)).body;
    expect(await propose()).toEqual({
      ...{ TimeZone: 'Asia/Omsk', QuietFromHour: 22, QuietToHour: 8, WeekendCalls: true },
      Tomorrow: '2026-01-17T04:00:00.000Z',
    });
    const [rules] = (await chief('GET', '/api/v2/CallRules/table')).body.Items;
    await chief('PUT', `/api/v2/CallRules/${rules.Id}`, { WeekendCalls: false, Version: rules.Version });
    // Monday, when the quiet hours end.
    expect((await propose()).Tomorrow).toBe('2026-01-19T02:00:00.000Z');
    const stranger = await app.given.account(await app.given.company(), 'OPERATOR');
    expect((await app.as(stranger.token)('GET', `/api/v2/Accident/${id}/callTimes`)).status).toBe(404);
    app.clock.set('2026-01-15T12:00:00.000Z');
  });

  it('keep an agreed time', async () => {
    const { company } = await team();
    const { id } = await app.given.accident(company, { next_call_at: hoursAgo(1) });
    const agreedAt = hoursAgo(-7);
    expect((await call(company, id, { resultId: 5, agreedAt })).next_call_at).toEqual(agreedAt);
    expect((await call(company, id, { resultId: 1 })).next_call_at).toBeNull();
  });
});
