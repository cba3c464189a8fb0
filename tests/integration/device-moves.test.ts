import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { advisoryLock } from '../../server/db/advisoryLock.ts';
import { decodeTrack } from '../../server/domain/telemetry/codec.ts';
import { type Call, openTestApp, type Reply, type TestApp } from '../support/app.ts';
import { makeImei } from '../support/given.ts';

let app: TestApp;
let company: number;
let managers: Call[];
let platform: Call;
beforeAll(async () => {
  app = await openTestApp('2026-01-15T00:00:00.000Z');
  company = await app.given.company();
  managers = await Promise.all(
    [1, 2, 3].map(async () => app.as((await app.given.account(company, 'MANAGER')).token, 'en')),
  );
  platform = app.as(await app.given.platformKey(company));
});
afterAll(() => app.close());

const Imei = makeImei(880_001);
const midnight = Date.parse('2026-01-15T00:00:00.000Z');
const at = (minutes: number) => new Date(midnight + minutes * 60_000).toISOString();
let messages = 0;

/** Repeats a call that a busy server has put off (503). Such a call has changed nothing. */
const repeat = async (call: () => Promise<Reply>): Promise<Reply> => {
  let reply = await call();
  while (reply.status === 503) reply = await call();
  return reply;
};

/** Sends one fix per minute. */
const send = (fromMinute: number, count: number): Promise<Reply> => {
  const message = {
    MessageId: `move-${++messages}`,
    Imei,
    Positions: Array.from({ length: count }, (_, minute) => ({
      DateTime: at(fromMinute + minute),
      Latitude: 55.7 + (fromMinute + minute) * 0.005,
      Longitude: 37.6,
      Speed: 40,
    })),
  };
  return repeat(() => platform('POST', '/api/statistic/webhook', message));
};

const vouchersOf = async (count: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const Vehicle = { Brand: 'Kia', Model: 'Rio', RegNumber: 'А123ВС77' };
    const body = { VoucherNumber: `MOVE-${n}`, Client: { LastName: 'Петров' }, Vehicle };
    ids.push((await (managers[0] as Call)('POST', '/api/v2/Voucher', body)).body.Id);
  }
  return ids;
};

interface Period {
  readonly object_id: string;
  readonly voucher_id: number;
  readonly from_ms: number;
  readonly to_ms: number | null;
}
const periods = async (): Promise<readonly Period[]> =>
  (
    await app.connection.pool.query(
      `select object_id, voucher_id, extract(epoch from from_at) * 1000 as from_ms, extract(epoch from to_at) * 1000 as to_ms
         from device_period where imei = $1 order by from_at, id`,
      [Imei],
    )
  ).rows.map(row => ({ ...row, from_ms: Number(row.from_ms), to_ms: row.to_ms === null ? null : Number(row.to_ms) }));

it('a device passed on while it reports and others want it has one owner at each moment, and each fix is its owner’s', async () => {
  const ids = await vouchersOf(4);
  const unexpected: unknown[] = [];
  const note = ({ status, body }: Reply, fine: readonly number[]): number => {
    if (!fine.includes(status)) unexpected.push([status, body]);
    return status;
  };
  const move = (call: Call, id: number, name: string, body: object) =>
    repeat(() => call('POST', `/api/v2/Voucher/${id}/moves/${name}`, body));
  let [owner = 0] = ids;
  app.clock.set(at(0));
  note(await move(managers[0] as Call, owner, 'attach', { Imei }), [200]);
  const rounds = 8;
  const minutesEach = 10;
  for (let round = 0; round < rounds; round += 1) {
    const from = round * minutesEach;
    app.clock.set(at(from + minutesEach));
    const others = ids.filter(id => id !== owner);
    // The device is detached in the middle of its own message, and all other vouchers want it at once.
    const [, , ...attached] = await Promise.all([
      send(from, minutesEach).then(reply => note(reply, [200])),
      move(managers[0] as Call, owner, 'detach', { Reason: 'передаём' }).then(reply => note(reply, [200])),
      ...others.map(async (id, which) => {
        const reply = await move(managers[which] as Call, id, 'attach', { Imei });
        return note(reply, [200, 409, 422]) === 200 ? id : undefined;
      }),
      send(Math.max(0, from - 15), 10).then(reply => note(reply, [200])),
    ]);
    const winners = attached.filter(id => ids.includes(Number(id)));
    expect(winners.length).toBeLessThanOrEqual(1);
    const [won] = winners;
    owner = won ?? (others[0] as number);
    if (won === undefined) note(await move(managers[0] as Call, owner, 'attach', { Imei }), [200]);
  }
  // Sends all fixes once more, late.
  for (let from = 0; from < rounds * minutesEach; from += 20) note(await send(from, 20), [200]);
  expect(unexpected).toEqual([]);

  const held = await periods();
  expect(held.length).toBeGreaterThan(rounds);
  for (const [place, period] of held.entries()) {
    const next = held[place + 1];
    if (!next) expect(period.to_ms).toBeNull();
    else expect(period.to_ms ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(next.from_ms);
  }
  const { rows: current } = await app.connection.pool.query('select id from voucher where imei = $1', [Imei]);
  expect(current.map(({ id }) => Number(id))).toEqual([owner]);

  // Each fix belongs to the voucher that had the device at that time. Fixes without a voucher belong to none.
  const { rows: blocks } = await app.connection.pool.query<{ object_id: string; data: Buffer }>(
    'select object_id, data from position_block',
  );
  const ownerAt = (ms: number) =>
    held.find(({ from_ms, to_ms }) => from_ms <= ms && (to_ms === null || ms < to_ms))?.object_id;
  const placed = new Map<number, Set<string>>();
  for (const { object_id, data } of blocks)
    for (const ms of decodeTrack(data).timeMs) placed.set(ms, (placed.get(ms) ?? new Set()).add(object_id));
  const wanted = new Map<number, Set<string>>();
  for (let minute = 0; minute < rounds * minutesEach; minute += 1) {
    const ms = midnight + minute * 60_000;
    const object = ownerAt(ms);
    if (object) wanted.set(ms, new Set([object]));
  }
  expect(wanted.size).toBeGreaterThan(rounds * minutesEach - rounds);
  expect([...placed].sort(([a], [b]) => a - b)).toEqual([...wanted]);
});

it('moves and messages of one device run one after another', async () => {
  const imei = makeImei(880_002);
  const { id } = await app.given.voucher(company, { imei: null, activated_at: null, stage: 'created' });
  const message = { MessageId: 'held', Imei: imei, Positions: [] };
  const steps: readonly (readonly [string, () => Promise<Reply>])[] = [
    ['attach', () => (managers[0] as Call)('POST', `/api/v2/Voucher/${id}/moves/attach`, { Imei: imei })],
    ['message', () => platform('POST', '/api/statistic/webhook', message)],
    ['detach', () => (managers[0] as Call)('POST', `/api/v2/Voucher/${id}/moves/detach`, { Reason: 'снят' })],
  ];
  for (const [name, step] of steps) {
    let answer: Promise<Reply> | undefined;
    let answered = false;
    await app.connection.db.transaction().execute(async tx => {
      await advisoryLock(tx, `imei:${imei}`);
      answer = step().finally(() => {
        answered = true;
      });
      await vi.waitFor(
        async () => {
          const { rows } = await app.connection.pool.query(
            "select 1 from pg_locks where locktype = 'advisory' and not granted",
          );
          expect([name, rows.length]).toEqual([name, 1]);
        },
        { interval: 10 },
      );
      expect([name, answered]).toEqual([name, false]);
    });
    expect([name, (await answer)?.status]).toEqual([name, 200]);
  }
});
