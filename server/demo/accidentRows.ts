import { callResult, workStatus } from '../../src/contract/workStatuses.ts';
import { dayMs, minuteMs } from '../../src/schema/kinds/time.ts';
import { utcOffsetMs } from '../domain/score/localClock.ts';
import { encodeCurve } from '../domain/telemetry/codec.ts';
import type { DemoAccident } from './accidents.ts';
import { fullName } from './names.ts';
import type { DemoAccount } from './organisation.ts';
import { createRandom, type Random } from './random.ts';
import type { Cell, LastIds, Row, TableRows } from './rows.ts';
import { demoDays } from './schedule.ts';
import { type Processing, type Story, storyOf } from './stories.ts';
import type { CopyRange } from './voucherRows.ts';
import { clientIndexOf, type DemoVoucher, voucherOf, vouchersPerCopy, type World } from './vouchers.ts';

const firstCallReasonId = 1;
const callIntervalMs = 15 * 60_000;

const callsOf = ({ plan, createdMs }: DemoAccident, { notes, processing }: Story): Row[] => {
  const [note] = notes;
  if (!note) return [];
  const callRow = (atMs: number, result: number, next: string | null): Row => ({
    at: new Date(atMs),
    reason_id: firstCallReasonId,
    result_id: result,
    contact_person_status_id: processing.ContactPersonStatusId,
    comment: '',
    next_call_at: next && new Date(next),
  });
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
const operatorCells = ({ accident }: AccidentOccurrence, story: Story, author: DemoAccount | undefined): Row => {
  const isHandled = story.history.some(({ byDevice }) => !byDevice);
  const lastMove = story.history.findLast(({ action }) => action === 'move');
  if (!author || !isHandled) return { operator_id: null, finished_at: null };
  return {
    operator_id: author.id,
    finished_at: lastMove && accident.plan.status !== 'opened' ? new Date(lastMove.atMs) : null,
  };
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
): Row => {
  const { voucher, accident } = occurrence;
  const { client, vehicle } = voucher;
  const { plan, facts, address } = accident;
  const { processing } = story;
  return {
    company_id: lastIds.company + voucher.company + 1,
    id: lastIds.accident + occurrence.number + 1,
    object_id: voucher.objectId,
    voucher_id: lastIds.voucher + voucher.index + 1,
    client_id: lastIds.client + clientIndexOf(voucher.index) + 1,
    crash_at: new Date(occurrence.crashMs),
    status: plan.status,
    status_of_road_accident_id: plan.workStatusId,
    client_first_name: client.name.firstName,
    client_middle_name: client.name.middleName,
    client_last_name: client.name.lastName,
    client_name: fullName(client.name),
    client_phone: client.phone,
    voucher_number: voucher.number,
    reg_number: vehicle.regNumber,
    vehicle_brand: vehicle.brand,
    vehicle_model: vehicle.model,
    vehicle_year: vehicle.year,
    vehicle_color: vehicle.color,
    vip: client.vip,
    zip_code: address.zipCode,
    city: address.city,
    street: address.street,
    latitude: accident.latitude,
    longitude: accident.longitude,
    utc_offset_ms: utcOffsetMs(occurrence.crashMs, accident.latitude, accident.longitude),
    maximum_acceleration_g: facts.PeakG,
    severity: facts.Severity,
    facts: { json: facts },
    contact_person_status_id: processing.ContactPersonStatusId,
    crash_dynamics_id: processing.CrashDynamicsId,
    unconfirmation_reason_id: processing.UnconfirmationReasonId,
    damage_description_ids: processing.DamageDescriptionIds,
    car_part_ids: processing.CarPartIds,
    damages: damageCodesOf(processing),
    injured: processing.Injured,
    drivable: processing.Drivable,
    ambulance: processing.Ambulance,
    police: processing.Police,
    next_call_at: processing.DateTimeOfNextCall,
    created_at: new Date(occurrence.createdMs),
    version,
    ...operatorCells(occurrence, story, author),
    first_contact_at: firstContact(story),
    overdue_call_at: overdueCall(occurrence, story, today),
    is_fresh: accident.plan.status === 'opened' && today.getTime() - accident.crashMs < 60 * minuteMs,
    device_model: `${voucher.obuBrand} ${voucher.obuModel}`.trim(),
  };
};

interface ProcessedAccident {
  readonly accident: DemoAccident;
  readonly story: Story;
  readonly author: DemoAccount;
  readonly companyId: number;
  readonly id: number;
}

const noteRow = ({ author, companyId, id }: ProcessedAccident, { text, atMs }: Story['notes'][number]): Row => ({
  company_id: companyId,
  accident_id: id,
  text,
  author_id: author.id,
  author_name: author.fullName,
  created_at: new Date(atMs),
  updated_at: new Date(atMs),
});

const historyRows = (processed: readonly ProcessedAccident[]): Row[] =>
  processed
    .flatMap(({ story, author, companyId, id }) => story.history.map(entry => ({ entry, author, companyId, id })))
    .sort((a, b) => a.entry.atMs - b.entry.atMs)
    .map(({ entry, author, companyId, id }) => ({
      company_id: companyId,
      at: new Date(entry.atMs),
      actor_id: entry.byDevice ? null : author.id,
      // A history entry of a device has no author name. The web application shows a text in the reader's language
      // instead.
      actor_name: entry.byDevice ? '' : author.fullName,
      entity: 'accident',
      entity_id: id,
      action: entry.action,
      reason: entry.reason,
      changes: { json: entry.changes },
    }));

const curveRow = ({ accident: { curve, voucher }, id }: ProcessedAccident): Row => {
  const samples = curve.longitudinalG.length;
  return {
    object_id: voucher.objectId,
    accident_id: id,
    start_at: new Date(curve.startMs),
    end_at: new Date(curve.startMs + (samples / curve.rateHz) * 1000),
    rate_hz: curve.rateHz,
    range_g: curve.rangeG,
    frame: curve.frame,
    samples,
    data: encodeCurve(curve),
  };
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
    rows: processed.map(({ accident, story, author }) => {
      const occurrence = { ...accident, number: accident.index, accident };
      return accidentRow(counters, occurrence, story, story.version, world.today, author);
    }),
  };
  yield {
    table: 'accident_note',
    rows: processed.flatMap(each => each.story.notes.map(note => noteRow(each, note))),
  };
  yield {
    table: 'accident_call',
    rows: processed.flatMap(({ accident, story, author, companyId, id }) =>
      callsOf(accident, story).map(call => ({
        company_id: companyId,
        accident_id: id,
        ...call,
        author_id: author.id,
        author_name: author.fullName,
      })),
    ),
  };
  yield {
    table: 'audit',
    rows: historyRows(processed),
  };
  yield {
    table: 'curve_block',
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
  function* rows(): Generator<Row> {
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
  yield { table: 'accident', rows: rows() };
}
