import { encodeCurve } from '../domain/telemetry/codec.ts';
import { accidentColumns } from './accidentColumns.ts';
import type { DemoAccident } from './accidents.ts';
import { callColumns, callsOf, damagesOf } from './interviews.ts';
import { fullName } from './names.ts';
import type { DemoAccount } from './organisation.ts';
import { createRandom, type Random } from './random.ts';
import type { Cell, LastIds, TableRows } from './rows.ts';
import { demoDays } from './schedule.ts';
import { type Story, storyOf } from './stories.ts';
import type { CopyRange } from './voucherRows.ts';
import { clientIndexOf, type DemoVoucher, dayMs, voucherOf, vouchersPerCopy, type World } from './vouchers.ts';

/** Highest ids in use before the demo loads. */
export type Counters = { last: LastIds };

type Occurrence = { number: number; accident: DemoAccident; voucher: DemoVoucher; crashMs: number; createdMs: number };

/** The operator of the case, and the time at which they finished it. */
const handledBy = ({ accident }: Occurrence, story: Story, author: DemoAccount | undefined): Cell[] => {
  const touched = story.history.some(({ byDevice }) => !byDevice);
  const moved = story.history.findLast(({ action }) => action === 'move');
  if (!author || !touched) return [null, null];
  return [author.id, moved && accident.plan.status !== 'opened' ? new Date(moved.atMs) : null];
};

/** Time of the first contact: the first entry after an operator took the case. */
const firstContact = ({ history }: Story): Cell => {
  const taken = history.findIndex(({ byDevice }) => !byDevice);
  const said = taken < 0 ? undefined : history[taken + 1];
  return said ? new Date(said.atMs) : null;
};

/** Time of the overdue call, as the recurring check would set it. */
const overdueCall = ({ accident }: Occurrence, { processing }: Story, today: Date): Cell => {
  const { DateTimeOfNextCall: at } = processing;
  return accident.plan.status === 'opened' && at !== null && new Date(at) <= today ? at : null;
};

const accidentRow = (
  { last }: Counters,
  at: Occurrence,
  story: Story,
  version: number,
  today: Date,
  author?: DemoAccount,
): Cell[] => {
  const { voucher, accident } = at;
  const { client, vehicle } = voucher;
  const { plan, facts, address } = accident;
  const { processing } = story;
  return [
    last.company + voucher.company + 1,
    last.accident + at.number + 1,
    voucher.objectId,
    last.voucher + voucher.index + 1,
    last.client + clientIndexOf(voucher.index) + 1,
    new Date(at.crashMs),
    plan.status,
    plan.workStatusId,
    client.name.firstName,
    client.name.middleName,
    client.name.lastName,
    fullName(client.name),
    client.phone,
    voucher.number,
    vehicle.regNumber,
    vehicle.brand,
    vehicle.model,
    vehicle.year,
    vehicle.color,
    client.vip,
    address.zipCode,
    address.city,
    address.street,
    accident.latitude,
    accident.longitude,
    facts.PeakG,
    facts.Severity,
    { json: facts },
    processing.ContactPersonStatusId,
    processing.CrashDynamicsId,
    processing.UnconfirmationReasonId,
    processing.DamageDescriptionIds,
    processing.CarPartIds,
    damagesOf(processing),
    processing.DateTimeOfNextCall,
    new Date(at.createdMs),
    version,
    ...handledBy(at, story, author),
    firstContact(story),
    overdueCall(at, story, today),
    `${voucher.obuBrand} ${voucher.obuModel}`.trim(),
  ];
};

/** The sixty accidents with their notes, history and curves. */
export function* accidentTables(
  world: World,
  counters: Counters,
  accidents: readonly DemoAccident[],
  accounts: readonly DemoAccount[],
): Generator<TableRows> {
  const { last } = counters;
  const withStories = accidents.map(accident => {
    const operators = accounts.filter(
      account =>
        account.role === 'OPERATOR' &&
        account.company === accident.voucher.company &&
        !account.blockedAt &&
        !account.invitedAt,
    );
    return {
      accident,
      story: storyOf(world.seed, accident, world.today),
      author: createRandom(world.seed, 'author', accident.index).pick(operators),
      companyId: last.company + accident.voucher.company + 1,
      id: last.accident + accident.index + 1,
    };
  });
  yield {
    table: 'accident',
    columns: accidentColumns,
    rows: withStories.map(({ accident, story, author }) =>
      accidentRow(
        counters,
        { ...accident, number: accident.index, accident },
        story,
        story.version,
        world.today,
        author,
      ),
    ),
  };
  yield {
    table: 'accident_note',
    columns: ['company_id', 'accident_id', 'text', 'author_id', 'author_name', 'created_at', 'updated_at'],
    rows: withStories.flatMap(({ story, author, companyId, id }) =>
      story.notes.map(note => [
        companyId,
        id,
        note.text,
        author.id,
        author.fullName,
        new Date(note.atMs),
        new Date(note.atMs),
      ]),
    ),
  };
  yield {
    table: 'accident_call',
    columns: callColumns,
    rows: withStories.flatMap(({ accident, story, author, companyId, id }) =>
      callsOf(accident, story).map(call => [companyId, id, ...call, author.id, author.fullName]),
    ),
  };
  yield {
    table: 'audit',
    columns: ['company_id', 'at', 'actor_id', 'actor_name', 'entity', 'entity_id', 'action', 'reason', 'changes'],
    rows: withStories
      .flatMap(({ story, author, companyId, id }) => story.history.map(entry => ({ entry, author, companyId, id })))
      .sort((a, b) => a.entry.atMs - b.entry.atMs)
      .map(({ entry, author, companyId, id }) => [
        companyId,
        new Date(entry.atMs),
        entry.byDevice ? null : author.id,
        // No name: the cabinet shows in the reader's language that it was no person.
        entry.byDevice ? '' : author.fullName,
        'accident',
        id,
        entry.action,
        entry.reason,
        { json: entry.changes },
      ]),
  };
  yield {
    table: 'curve_block',
    columns: ['object_id', 'accident_id', 'start_at', 'end_at', 'rate_hz', 'range_g', 'frame', 'samples', 'data'],
    rows: withStories.map(({ accident: { curve, voucher }, id }) => {
      const samples = curve.longitudinalG.length;
      return [
        voucher.objectId,
        id,
        new Date(curve.startMs),
        new Date(curve.startMs + (samples / curve.rateHz) * 1000),
        curve.rateHz,
        curve.rangeG,
        curve.frame,
        samples,
        encodeCurve(curve),
      ];
    }),
  };
}

/** Accidents of further copies: those of the base under other vouchers and at other times. */
export function* copiedAccidents(
  world: World,
  counters: Counters,
  accidents: readonly DemoAccident[],
  range: CopyRange,
): Generator<TableRows> {
  const stories = accidents.map(accident => storyOf(world.seed, accident, world.today));
  function* rows(): Generator<readonly Cell[]> {
    for (let copy = range.from; copy < range.to; copy++) {
      const random: Random = createRandom(world.seed, 'copy', copy);
      for (const accident of accidents) {
        const voucher = voucherOf(world, copy * vouchersPerCopy + accident.voucher.index);
        const crashMs = Math.round(world.today.getTime() - random.between(0.01, demoDays) * dayMs);
        const number = copy * accidents.length + accident.index;
        const occurrence = { number, accident, voucher, crashMs, createdMs: crashMs + 30_000 };
        yield accidentRow(counters, occurrence, stories[accident.index]!, 1, world.today);
      }
    }
  }
  yield { table: 'accident', columns: accidentColumns, rows: rows() };
}
