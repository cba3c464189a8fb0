import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callResult, workStatus } from '../../src/contract/workStatuses.ts';
import { type Call, openTestApp, type Reply, type TestApp } from '../support/app.ts';

/* Several cases of one event become one. */
let app: TestApp;
let company: number;
let olga: Call;
let petr: Call;
let manager: Call;
let stranger: Call;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T12:00:00.000Z');
  company = await app.given.company();
  const signIn = async (role: 'OPERATOR' | 'MANAGER', full_name: string, where = company) =>
    app.as((await app.given.account(where, role, { full_name })).token);
  olga = await signIn('OPERATOR', 'Ольга');
  petr = await signIn('OPERATOR', 'Пётр');
  manager = await signIn('MANAGER', 'Мария');
  stranger = await signIn('OPERATOR', 'Иван', await app.given.company());
});
afterAll(() => app.close());

interface Case {
  readonly id: number;
}
let voucherId: number;
let objectId: string;
/** Number in the plate of the vehicle, another one in each test. */
let plateNumber = 100;
/** The alarm of the device, and the report of a person three minutes later. */
let alarm: Case;
let report: Case;

const givenCase = (more: object = {}) =>
  app.given.accident(company, {
    object_id: objectId,
    voucher_id: voucherId,
    reg_number: `А${plateNumber}ВС77`,
    ...more,
  });
beforeEach(async () => {
  plateNumber += 1;
  const voucher = await app.given.voucher(company);
  await app.connection.db.updateTable('voucher').set({ crashes: 2 }).where('id', '=', voucher.id).execute();
  voucherId = voucher.id;
  objectId = voucher.objectId;
  alarm = await givenCase({ crash_at: '2026-01-15T11:40:00.000Z', maximum_acceleration_g: 5.2, severity: 'major' });
  report = await givenCase({ crash_at: '2026-01-15T11:43:00.000Z', source: 'operator' });
});

const url = ({ id }: Case) => `/api/v2/Accident/${id}`;
const take = (accident: Case, by = olga) => by('GET', `/api/crash/lock/${accident.id}`);
const read = async (accident: Case) => (await manager('GET', url(accident))).body;
const related = async (accident: Case) => (await olga('GET', `${url(accident)}/related`)).body;
const merge = async (duplicate: Case, kept: Case, by = olga, more: object = {}): Promise<Reply> =>
  by('POST', `${url(duplicate)}/merge`, {
    Into: kept.id,
    IntoStatus: 'opened',
    Version: (await read(duplicate)).Version,
    ...more,
  });
const takeAndMerge = async (duplicate: Case, kept: Case, by = olga, more: object = {}) => {
  await take(duplicate, by);
  return merge(duplicate, kept, by, more);
};
const move = async (accident: Case, by: Call, body: object) =>
  by('POST', `${url(accident)}/status`, { ...body, Version: (await read(accident)).Version });
const crashesOfVoucher = async () =>
  (
    await app.connection.db
      .selectFrom('voucher')
      .select('crashes')
      .where('id', '=', voucherId)
      .executeTakeFirstOrThrow()
  ).crashes;
const history = async (accident: Case) =>
  app.connection.db
    .selectFrom('audit')
    .select(['action', 'changes'])
    .where('entity', '=', 'accident')
    .where('entity_id', '=', accident.id)
    .orderBy('id')
    .execute();
const row = async ({ id }: Case) =>
  app.connection.db.selectFrom('accident').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a case is suggested as perhaps the same event', () => {
  it('if it is of the same vehicle and near in time, the nearest first, under another voucher too', async () => {
    const other = await app.given.voucher(company);
    const secondDevice = await app.given.accident(company, {
      object_id: other.objectId,
      voucher_id: other.id,
      reg_number: `a ${plateNumber} bc-77`,
      crash_at: '2026-01-15T11:41:00.000Z',
    });
    await givenCase({ crash_at: '2026-01-15T09:30:00.000Z' });
    await app.given.accident(company, { crash_at: '2026-01-15T11:41:00.000Z', reg_number: 'М001ММ77' });
    const candidates = await related(alarm);
    expect(candidates.map(({ Id }: { Id: number }) => Id)).toEqual([secondDevice.id, report.id]);
    expect(candidates[1]).toMatchObject({ Source: 'operator', Status: 'opened', DuplicateOf: null });
  });

  it('if it has the same recording, whatever its time, and not once the case is decided', async () => {
    const late = await givenCase({
      crash_at: '2026-01-15T03:00:00.000Z',
      facts: JSON.stringify({ SameAs: alarm.id }),
    });
    expect(await related(late)).toMatchObject([{ Id: alarm.id }]);
    await take(late);
    await move(late, olga, { Status: 'closed', StatusOfRoadAccidentID: workStatus.finished });
    expect(await related(late)).toEqual([]);
  });

  it('to its own company alone', async () => {
    expect((await stranger('GET', `${url(alarm)}/related`)).status).toBe(404);
  });
});

describe('a search for the kept case', () => {
  const search = async (text: string, by = olga) =>
    (await by('GET', `${url(report)}/related?search=${encodeURIComponent(text)}`)).body;
  /** Makes the client of the voucher that of the report. */
  const giveClient = async () => {
    const { rows } = await app.connection.pool.query(
      `update accident set client_id = voucher.client_id from voucher
        where accident.id = $1 and voucher.company_id = accident.company_id and voucher.id = voucher_id
        returning accident.client_id`,
      [report.id],
    );
    return Number(rows[0].client_id);
  };
  const idsOf = (cases: { Id: number }[]) => cases.map(({ Id }) => Id);

  it('finds those of the same vehicle or client whatever their time, the nearest first, and any by its number', async () => {
    const clientId = await giveClient();
    const lastWeek = await givenCase({ crash_at: '2026-01-08T09:00:00.000Z', street: 'Лесная улица' });
    const otherCar = await app.given.accident(company, {
      crash_at: '2026-01-12T09:00:00.000Z',
      client_id: clientId,
      reg_number: 'М001ММ77',
    });
    const otherClient = await app.given.accident(company, { reg_number: 'К777КК77' });
    const foreign = await app.given.accident(await app.given.company(), {});
    expect(idsOf(await search(''))).toEqual([alarm.id, otherCar.id, lastWeek.id]);
    expect(idsOf(await search('лесная'))).toEqual([lastWeek.id]);
    expect(idsOf(await search('m 001 mm-77'))).toEqual([otherCar.id]);
    expect(idsOf(await search(`#${otherClient.id}`))).toEqual([otherClient.id]);
    expect(await search(String(foreign.id))).toEqual([]);
    expect((await stranger('GET', `${url(report)}/related?search=`)).status).toBe(404);
  });

  it('leads to a merge days apart, or with another car of the client, which its author can undo', async () => {
    const clientId = await giveClient();
    const lastWeek = await givenCase({ crash_at: '2026-01-08T09:00:00.000Z' });
    const otherCar = await app.given.accident(company, { client_id: clientId, reg_number: 'М001ММ77' });
    for (const kept of [lastWeek, otherCar]) {
      expect((await takeAndMerge(report, kept)).body).toMatchObject({ Status: 'closed', DuplicateOf: kept.id });
      const circle = await takeAndMerge(kept, report, petr, { IntoStatus: 'closed' });
      expect([circle.status, circle.body.Code]).toEqual([409, 'MERGED_ITSELF']);
      expect((await olga('POST', `${url(report)}/undo`)).body).toMatchObject({ Status: 'opened', DuplicateOf: null });
    }
    expect(await crashesOfVoucher()).toBe(2);
  });
});

describe('a case closed as a duplicate', () => {
  it('says so, leaves the queue, and its call is not planned any more', async () => {
    await take(report);
    await olga('POST', `${url(report)}/calls`, { ResultId: callResult.noAnswer });
    const { status, body } = await merge(report, alarm);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      Status: 'closed',
      DuplicateOf: alarm.id,
      StatusOfRoadAccidentID: workStatus.finished,
      DateTimeOfNextCall: null,
      LockedBy: null,
    });
    const reminders = app.connection.db.selectFrom('notification').select('id').where('accident_id', '=', report.id);
    expect(await reminders.execute()).toEqual([]);
    expect((await history(report)).at(-1)).toMatchObject({
      action: 'merge',
      changes: expect.arrayContaining([{ field: 'DuplicateOf', before: null, after: alarm.id }]),
    });
    expect((await history(alarm)).at(-1)).toMatchObject({
      action: 'attachDuplicate',
      changes: [{ field: 'Duplicate', before: null, after: report.id }],
    });
    const { body: closed } = await olga('GET', `/api/v2/Accident/table/closed?DuplicateOfEmpty=false&pageSize=50`);
    expect(closed.Items).toContainEqual(expect.objectContaining({ Id: report.id, DuplicateOf: alarm.id }));
    expect((await olga('GET', `/api/externalcrash/${report.id}`)).body.DuplicateOf).toBe(alarm.id);
  });

  it('keeps notes and calls, and is shown with the kept case, with its own duplicates', async () => {
    await take(report);
    await olga('POST', `${url(report)}/notes`, { Text: 'Ударили сзади' });
    await olga('POST', `${url(report)}/calls`, { ResultId: callResult.reached });
    await merge(report, alarm);
    const second = await givenCase({ crash_at: '2026-01-15T11:39:00.000Z' });
    await app.connection.pool.query(`update accident set facts = facts || '{"DeltaVKmh":12.5}' where id = $1`, [
      alarm.id,
    ]);
    await takeAndMerge(alarm, second, petr);
    expect(await related(second)).toMatchObject([
      { Id: alarm.id, DuplicateOf: second.id, DeltaVKmh: 12.5, MaximumAcceleration: 5.2 },
      { Id: report.id, DuplicateOf: alarm.id },
    ]);
    expect((await olga('GET', `${url(report)}/notes`)).body).toMatchObject([{ Text: 'Ударили сзади' }]);
    expect((await olga('GET', `${url(report)}/calls`)).body).toHaveLength(1);
  });

  it('counts once: for the voucher, its accidents, statistics, and in the control room', async () => {
    const room = async () => {
      app.clock.forward(11);
      const { body } = await manager('GET', '/api/v3/control-room');
      const sum = (key: string) =>
        body.Hours.reduce((total: number, hour: Record<string, { Count: number }>) => total + hour[key]!.Count, 0);
      return { all: sum('Opened') + sum('Closed'), confirmed: body.Outcomes.Confirmed.Count };
    };
    const impacts = async () =>
      (await manager('GET', `/api/v2/StatisticSummingPeriod?objectId=${objectId}&from=2026-01-15&to=2026-01-15`)).body
        .Events.Impact;
    await app.connection.db
      .updateTable('accident')
      .set({ maximum_acceleration_g: 3 })
      .where('id', '=', report.id)
      .execute();
    const before = { room: await room(), impacts: await impacts() };
    await takeAndMerge(report, alarm);
    expect(await room()).toEqual({ all: before.room.all - 1, confirmed: before.room.confirmed });
    expect([before.impacts, await impacts()]).toEqual([2, 1]);
    expect(await crashesOfVoucher()).toBe(1);
    const { body } = await manager('GET', `/api/v2/Voucher/${voucherId}/accidents`);
    expect(body).toMatchObject({ Total: 1, Items: [{ Id: alarm.id }] });
  });

  it('gives its first call to the kept case, whose client has been called about the event', async () => {
    await take(report);
    await olga('POST', `${url(report)}/calls`, { ResultId: callResult.reached });
    const { FirstContactAt } = await read(report);
    await merge(report, alarm);
    expect(await read(alarm)).toMatchObject({ FirstContactAt, FirstCallBy: null });
    await olga('POST', `${url(report)}/undo`);
    expect(await read(alarm)).toMatchObject({ FirstContactAt: null, FirstCallBy: expect.any(String) });
    expect(await read(report)).toMatchObject({ FirstContactAt });
  });
});

describe('a merge is taken back', () => {
  it('by its author within ten seconds: the case is as before, in the queue and counted', async () => {
    await take(report);
    const before = await read(report);
    await merge(report, alarm);
    const { status, body } = await olga('POST', `${url(report)}/undo`);
    expect(status).toBe(200);
    const { Version: _version, LockedUntil: _until, ...rest } = before;
    expect(body).toMatchObject(rest);
    expect(await crashesOfVoucher()).toBe(2);
    expect(await related(alarm)).toMatchObject([{ Id: report.id, DuplicateOf: null }]);
    expect((await history(report)).at(-1)).toMatchObject({
      action: 'undo',
      changes: expect.arrayContaining([{ field: 'DuplicateOf', before: alarm.id, after: null }]),
    });
    expect((await history(alarm)).at(-1)).toMatchObject({
      action: 'detachDuplicate',
      changes: [{ field: 'Duplicate', before: report.id, after: null }],
    });
  });

  it('later by a manager alone, with a reason', async () => {
    await takeAndMerge(report, alarm);
    app.clock.forward(60);
    expect((await olga('POST', `${url(report)}/undo`)).body.Code).toBe('UNDO_OVER');
    await take(report);
    const refused = await move(report, olga, { Status: 'opened', Reason: 'Разные удары' });
    expect([refused.status, refused.body.Code]).toEqual([403, 'FORBIDDEN']);
    expect(await read(report)).toMatchObject({ Status: 'closed', DuplicateOf: alarm.id });
    await olga('GET', `/api/crash/unlock/${report.id}`);
    await take(report, manager);
    const { status, body } = await move(report, manager, { Status: 'opened', Reason: 'Разные удары' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ Status: 'opened', DuplicateOf: null, StatusOfRoadAccidentID: workStatus.fresh });
    expect(await crashesOfVoucher()).toBe(2);
  });
});

describe('nothing is merged', () => {
  const isUnchanged = async () => {
    expect(await row(report)).toMatchObject({ status: 'opened', duplicate_of_id: null });
    expect(await crashesOfVoucher()).toBe(2);
    expect((await history(alarm)).map(({ action }) => action)).not.toContain('attachDuplicate');
  };

  it('without the lease of the case, or while a colleague has it', async () => {
    expect((await merge(report, alarm)).body.Code).toBe('LOCK_NEEDED');
    await take(report, petr);
    expect((await merge(report, alarm)).body).toMatchObject({ Code: 'LOCKED', LockedByName: 'Пётр' });
    await isUnchanged();
  });

  it('into a case of another company or of another vehicle, or into itself', async () => {
    const foreign = await app.given.accident(await app.given.company(), {});
    expect((await takeAndMerge(report, foreign)).status).toBe(404);
    const otherCar = await app.given.accident(company, { reg_number: 'М001ММ77' });
    expect((await merge(report, otherCar)).body.Code).toBe('OTHER_VEHICLE');
    const itself = await merge(report, report);
    expect([itself.status, itself.body.Errors[0].Field]).toEqual([400, 'Into']);
    await isUnchanged();
  });

  it('if the case has a newer version or is closed', async () => {
    await take(report);
    expect((await merge(report, alarm, olga, { Version: 7 })).body.Code).toBe('STALE');
    await isUnchanged();
    await move(report, olga, { Status: 'closed', StatusOfRoadAccidentID: workStatus.finished });
    expect((await takeAndMerge(report, alarm)).body.Code).toBe('MOVE_NOT_ALLOWED');
  });

  it('if the kept case has been closed since the operator saw it, but into a case seen as closed', async () => {
    await take(alarm, petr);
    await move(alarm, petr, { Status: 'closed', StatusOfRoadAccidentID: workStatus.finished });
    expect((await takeAndMerge(report, alarm)).body.Code).toBe('MERGE_TARGET_MOVED');
    await isUnchanged();
    expect((await merge(report, alarm, olga, { IntoStatus: 'closed' })).status).toBe(200);
    expect(await read(report)).toMatchObject({ Status: 'closed', DuplicateOf: alarm.id });
  });

  it('into a case that is a duplicate itself; the answer names the case that is kept', async () => {
    const third = await givenCase({ crash_at: '2026-01-15T11:44:00.000Z' });
    await takeAndMerge(report, alarm);
    const { status, body } = await takeAndMerge(third, report, petr, { IntoStatus: 'closed' });
    expect([status, body.Code]).toEqual([409, 'MERGED_ITSELF']);
    expect(body.Message).toContain(`#${alarm.id}`);
    expect(await row(third)).toMatchObject({ status: 'opened', duplicate_of_id: null });
  });
});

describe('at the same moment', () => {
  it.each(Array.from({ length: 6 }, (_, round) => round))(
    'two people merge two cases into each other: one succeeds, the other keeps the case (round %d)',
    async () => {
      await Promise.all([take(alarm, olga), take(report, petr)]);
      const replies = await Promise.all([merge(alarm, report, olga), merge(report, alarm, petr)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const rows = await Promise.all([row(alarm), row(report)]);
      expect(rows.filter(({ duplicate_of_id }) => duplicate_of_id !== null)).toHaveLength(1);
      expect(rows.filter(({ status }) => status === 'opened')).toHaveLength(1);
      expect(await crashesOfVoucher()).toBe(1);
      const [merged, kept] = rows[0]!.status === 'closed' ? rows : [rows[1]!, rows[0]!];
      expect(merged!.duplicate_of_id).toBe(kept!.id);
    },
  );

  it.each(Array.from({ length: 6 }, (_, round) => round))(
    'a case is merged and its kept case is closed: both changes are whole, in either order (round %d)',
    async () => {
      await Promise.all([take(alarm, petr), take(report, olga)]);
      const version = (await read(alarm)).Version;
      const outcome = { Status: 'closed', StatusOfRoadAccidentID: workStatus.finished, Version: version };
      const [merged, closed] = await Promise.all([
        merge(report, alarm, olga),
        petr('POST', `${url(alarm)}/status`, outcome),
      ]);
      expect(closed.status).toBe(200);
      expect(await read(alarm)).toMatchObject({ Status: 'closed', DuplicateOf: null });
      const after = await row(report);
      if (merged.status === 200) expect(after).toMatchObject({ status: 'closed', duplicate_of_id: alarm.id });
      else {
        expect(merged.body.Code).toBe('MERGE_TARGET_MOVED');
        expect(after).toMatchObject({ status: 'opened', duplicate_of_id: null });
      }
      expect(await crashesOfVoucher()).toBe(merged.status === 200 ? 1 : 2);
    },
  );

  it('three cases are merged in a circle: one case stays', async () => {
    const third = await givenCase({ crash_at: '2026-01-15T11:44:00.000Z' });
    await Promise.all([take(alarm, olga), take(report, petr), take(third, manager)]);
    await Promise.all([merge(alarm, report, olga), merge(report, third, petr), merge(third, alarm, manager)]);
    const rows = await Promise.all([alarm, report, third].map(row));
    const roots = rows.filter(({ duplicate_of_id }) => duplicate_of_id === null);
    expect(roots.length).toBeGreaterThan(0);
    for (const { status, duplicate_of_id } of rows) expect(status === 'closed').toBe(duplicate_of_id !== null);
    const shown = await Promise.all(roots.map(async root => (await related(root)) as { DuplicateOf: number | null }[]));
    expect(shown.flat().filter(({ DuplicateOf }) => DuplicateOf !== null)).toHaveLength(3 - roots.length);
  });
});
