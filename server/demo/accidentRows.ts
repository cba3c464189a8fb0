import { callResult, workStatus } from '../../src/contract/workStatuses.ts';
import { dayMs, minuteMs } from '../../src/schema/kinds/time.ts';
import { utcOffsetMs } from '../domain/score/localClock.ts';
import { encodeCurve } from '../domain/telemetry/codec.ts';
import type { DemoAccident } from './accidents.ts';
import { fullName } from './names.ts';
import type { DemoAccount } from './organisation.ts';
import { createRandom, type Random } from './random.ts';
import type { Cell, LastIds, TableRows } from './rows.ts';
import { demoDays } from './schedule.ts';
import { type Processing, type Story, storyOf } from './stories.ts';
import type { CopyRange } from './voucherRows.ts';
import { clientIndexOf, type DemoVoucher, voucherOf, vouchersPerCopy, type World } from './vouchers.ts';

const callColumns = [
  'company_id',
  'accident_id',
  'at',
  'reason_id',
  'result_id',
  'contact_person_status_id',
  'comment',
  'next_call_at',
  'author_id',
  'author_name',
] as const;

/** Id of the call reason "First call about the impact". */
const firstCallReasonId = 1;
const callIntervalMs = 15 * 60_000;

/** Rows of phone calls that match the notes of the accident: time, reason, result, contact, comment, next call. */
const callsOf = ({ plan, createdMs }: DemoAccident, { notes, processing }: Story): Cell[][] => {
  const [note] = notes;
  if (!note) return [];
  const callRow = (atMs: number, result: number, next: string | null): Cell[] => [
    new Date(atMs),
    firstCallReasonId,
    result,
    processing.ContactPersonStatusId,
    '',
    next && new Date(next),
  ];
  const nextCallAt = processing.DateTimeOfNextCall;
  if (plan.workStatusId === workStatus.callBack) return [callRow(note.atMs, callResult.callBack, nextCallAt)];
  if (plan.workStatusId !== workStatus.unreachable) return [callRow(note.atMs, callResult.reached, null)];
  const firstAttemptMs = Math.max(createdMs + 60_000, note.atMs - callIntervalMs);
  return [
    callRow(firstAttemptMs, callResult.noAnswer, new Date(firstAttemptMs + callIntervalMs).toISOString()),
    callRow(note.atMs, callResult.noAnswer, nextCallAt),
  ];
};

/** Damage of each part of the car. The kinds of damage are assigned to the parts in turn. */
const damageCodesOf = ({ CarPartIds, DamageDescriptionIds }: Processing): string[] =>
  CarPartIds.flatMap((part, index) => {
    const kind = DamageDescriptionIds[index % DamageDescriptionIds.length];
    return kind === undefined ? [] : [`${part}:${kind}`];
  });

/** Columns of the table `accident` that the demo writes, in the order of the values in a row. */
const accidentColumns = [
  'company_id',
  'id',
  'object_id',
  'voucher_id',
  'client_id',
  'crash_at',
  'status',
  'status_of_road_accident_id',
  'client_first_name',
  'client_middle_name',
  'client_last_name',
  'client_name',
  'client_phone',
  'voucher_number',
  'reg_number',
  'vehicle_brand',
  'vehicle_model',
  'vehicle_year',
  'vehicle_color',
  'vip',
  'zip_code',
  'city',
  'street',
  'latitude',
  'longitude',
  'utc_offset_ms',
  'maximum_acceleration_g',
  'severity',
  'facts',
  'contact_person_status_id',
  'crash_dynamics_id',
  'unconfirmation_reason_id',
  'damage_description_ids',
  'car_part_ids',
  'damages',
  'injured',
  'drivable',
  'ambulance',
  'police',
  'next_call_at',
  'created_at',
  'version',
  'operator_id',
  'finished_at',
  'first_contact_at',
  'overdue_call_at',
  'is_fresh',
  'device_model',
] as const;

/** Highest ids that the tables have before the demo loads. */
export type IdCounters = { lastIds: LastIds };

type AccidentOccurrence = {
  number: number;
  accident: DemoAccident;
  voucher: DemoVoucher;
  crashMs: number;
  createdMs: number;
};

/**
 * Returns two columns: the operator of the case, and the time at which the operator finished it. The operator is null
 * if only the device changed the case. The time is null while the case is open.
 */
const operatorCells = ({ accident }: AccidentOccurrence, story: Story, author: DemoAccount | undefined): Cell[] => {
  const isHandled = story.history.some(({ byDevice }) => !byDevice);
  const lastMove = story.history.findLast(({ action }) => action === 'move');
  if (!author || !isHandled) return [null, null];
  return [author.id, lastMove && accident.plan.status !== 'opened' ? new Date(lastMove.atMs) : null];
};

/** Time of the first contact with the client: the history's first entry after an operator took the case. */
const firstContact = ({ history }: Story): Cell => {
  const takenIndex = history.findIndex(({ byDevice }) => !byDevice);
  const contactEntry = takenIndex < 0 ? undefined : history[takenIndex + 1];
  return contactEntry ? new Date(contactEntry.atMs) : null;
};

/** Time of the agreed phone call if it is overdue, else null. In operation a recurring check sets this value. */
const overdueCall = ({ accident }: AccidentOccurrence, { processing }: Story, today: Date): Cell => {
  const { DateTimeOfNextCall: at } = processing;
  return accident.plan.status === 'opened' && at !== null && new Date(at) <= today ? at : null;
};

const accidentRow = (
  { lastIds }: IdCounters,
  occurrence: AccidentOccurrence,
  story: Story,
  version: number,
  today: Date,
  author?: DemoAccount,
): Cell[] => {
  const { voucher, accident } = occurrence;
  const { client, vehicle } = voucher;
  const { plan, facts, address } = accident;
  const { processing } = story;
  return [
    lastIds.company + voucher.company + 1,
    lastIds.accident + occurrence.number + 1,
    voucher.objectId,
    lastIds.voucher + voucher.index + 1,
    lastIds.client + clientIndexOf(voucher.index) + 1,
    new Date(occurrence.crashMs),
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
    utcOffsetMs(occurrence.crashMs, accident.latitude, accident.longitude),
    facts.PeakG,
    facts.Severity,
    { json: facts },
    processing.ContactPersonStatusId,
    processing.CrashDynamicsId,
    processing.UnconfirmationReasonId,
    processing.DamageDescriptionIds,
    processing.CarPartIds,
    damageCodesOf(processing),
    processing.Injured,
    processing.Drivable,
    processing.Ambulance,
    processing.Police,
    processing.DateTimeOfNextCall,
    new Date(occurrence.createdMs),
    version,
    ...operatorCells(occurrence, story, author),
    firstContact(story),
    overdueCall(occurrence, story, today),
    accident.plan.status === 'opened' && today.getTime() - accident.crashMs < 60 * minuteMs,
    `${voucher.obuBrand} ${voucher.obuModel}`.trim(),
  ];
};

/** An accident of the demo with its story, and the operator who processed it. */
interface ProcessedAccident {
  readonly accident: DemoAccident;
  readonly story: Story;
  readonly author: DemoAccount;
  readonly companyId: number;
  readonly id: number;
}

const noteRow = ({ author, companyId, id }: ProcessedAccident, { text, atMs }: Story['notes'][number]): Cell[] => [
  companyId,
  id,
  text,
  author.id,
  author.fullName,
  new Date(atMs),
  new Date(atMs),
];

const historyRows = (processed: readonly ProcessedAccident[]): Cell[][] =>
  processed
    .flatMap(({ story, author, companyId, id }) => story.history.map(entry => ({ entry, author, companyId, id })))
    .sort((a, b) => a.entry.atMs - b.entry.atMs)
    .map(({ entry, author, companyId, id }) => [
      companyId,
      new Date(entry.atMs),
      entry.byDevice ? null : author.id,
      // A history entry of a device has no author name. The web application shows a text in the reader's language
      // instead.
      entry.byDevice ? '' : author.fullName,
      'accident',
      id,
      entry.action,
      entry.reason,
      { json: entry.changes },
    ]);

const curveRow = ({ accident: { curve, voucher }, id }: ProcessedAccident): Cell[] => {
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
};

/** The sixty accidents with their notes, history and curves. */
export function* accidentTables(
  world: World,
  counters: IdCounters,
  accidents: readonly DemoAccident[],
  accounts: readonly DemoAccount[],
): Generator<TableRows> {
  const { lastIds } = counters;
  const processed = accidents.map((accident): ProcessedAccident => {
    const { company } = accident.voucher;
    const operators = accounts.filter(
      account => account.role === 'OPERATOR' && account.company === company && !account.blockedAt && !account.invitedAt,
    );
    return {
      accident,
      story: storyOf(world.seed, accident, world.today),
      author: createRandom(world.seed, 'author', accident.index).pick(operators),
      companyId: lastIds.company + company + 1,
      id: lastIds.accident + accident.index + 1,
    };
  });
  yield {
    table: 'accident',
    columns: accidentColumns,
    rows: processed.map(({ accident, story, author }) => {
      const occurrence = { ...accident, number: accident.index, accident };
      return accidentRow(counters, occurrence, story, story.version, world.today, author);
    }),
  };
  yield {
    table: 'accident_note',
    columns: ['company_id', 'accident_id', 'text', 'author_id', 'author_name', 'created_at', 'updated_at'],
    rows: processed.flatMap(each => each.story.notes.map(note => noteRow(each, note))),
  };
  yield {
    table: 'accident_call',
    columns: callColumns,
    rows: processed.flatMap(({ accident, story, author, companyId, id }) =>
      callsOf(accident, story).map(call => [companyId, id, ...call, author.id, author.fullName]),
    ),
  };
  yield {
    table: 'audit',
    columns: ['company_id', 'at', 'actor_id', 'actor_name', 'entity', 'entity_id', 'action', 'reason', 'changes'],
    rows: historyRows(processed),
  };
  yield {
    table: 'curve_block',
    columns: ['object_id', 'accident_id', 'start_at', 'end_at', 'rate_hz', 'range_g', 'frame', 'samples', 'data'],
    rows: processed.map(curveRow),
  };
}

/**
 * Rows of accidents for further copies of the portfolio. They repeat the base portfolio's accidents under other
 * vouchers and at other times.
 */
export function* copiedAccidents(
  world: World,
  counters: IdCounters,
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
