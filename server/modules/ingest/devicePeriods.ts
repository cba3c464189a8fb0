import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/types.ts';
import { momentMs } from '../../domain/moment.ts';
import type { MessageContent } from './content.ts';
import { isPlausibleTime } from './plausibleTimes.ts';
import type { PreparedMessage } from './preparing.ts';
import { isRow } from './rows.ts';

type Db = Transaction<Database>;

export interface MonitoredObject {
  readonly voucherId: number;
  readonly objectId: string;
}

export interface CompanyObject extends MonitoredObject {
  readonly companyId: number;
}

/**
 * A period in which a device worked under a voucher, ms since 1970, end exclusive. The first period has no beginning,
 * because all earlier data belongs to it.
 */
export interface DevicePeriod extends MonitoredObject {
  readonly fromMs: number;
  readonly toMs: number;
  /** Start of the device's first period, ms since 1970. Data with much older dates comes from a wrong clock. */
  readonly sinceMs: number;
}

interface PeriodRow extends MonitoredObject {
  readonly fromAt: string;
  readonly toAt: string | null;
}

const periodsOf = (rows: readonly PeriodRow[]): DevicePeriod[] => {
  const periods: { -readonly [Name in keyof DevicePeriod]: DevicePeriod[Name] }[] = [];
  for (const { voucherId, objectId, fromAt, toAt } of rows) {
    const fromMs = periods.length === 0 ? Number.NEGATIVE_INFINITY : Date.parse(fromAt);
    const toMs = toAt === null ? Number.POSITIVE_INFINITY : Date.parse(toAt);
    const last = periods[periods.length - 1];
    // A device that was suspended and resumed in the same vehicle has one period.
    if (last && last.objectId === objectId && last.toMs === fromMs) last.toMs = toMs;
    else periods.push({ voucherId, objectId, fromMs, toMs, sinceMs: Date.parse(rows[0]!.fromAt) });
  }
  return periods;
};

/** Returns the periods of devices in order of time, by IMEI. Unknown devices and another company's have none. */
export const readPeriodsOfDevices = async (
  db: Db,
  companyId: number,
  imeis: readonly string[],
): Promise<ReadonlyMap<string, readonly DevicePeriod[]>> => {
  const rows = await db
    .selectFrom('device_period')
    .innerJoin('device', 'device.imei', 'device_period.imei')
    .select([
      'device_period.imei',
      'voucher_id as voucherId',
      'object_id as objectId',
      'from_at as fromAt',
      'to_at as toAt',
    ])
    .where('device_period.company_id', '=', companyId)
    .where('device.company_id', '=', companyId)
    .where('device_period.imei', '=', sql<string>`any(${[...imeis]}::text[])`)
    .orderBy('device_period.from_at')
    .orderBy('device_period.id')
    .execute();
  return new Map(imeis.map(imei => [imei, periodsOf(rows.filter(row => row.imei === imei))]));
};

export const readDevicePeriods = async (db: Db, companyId: number, imei: string): Promise<readonly DevicePeriod[]> =>
  (await readPeriodsOfDevices(db, companyId, [imei])).get(imei)!;

export const periodAt = (periods: readonly DevicePeriod[], ms: number): DevicePeriod | undefined =>
  periods.find(({ fromMs, toMs }) => fromMs <= ms && ms < toMs);

/** The time range of a message. If the message has no plausible time, the range is its time of arrival. */
const timeRangeOf = ({ positions, curve, impact, alarms, receivedMs }: PreparedMessage) => {
  const { startMs, endMs } = positions.plausibleBlocks;
  const moments = [
    ...startMs,
    ...endMs,
    ...(impact ? [impact.crashMs] : curve ? [curve.startMs] : []),
    ...alarms.map(({ atMs }) => atMs),
  ];
  return moments.length === 0
    ? { fromMs: receivedMs, toMs: receivedMs }
    : moments.reduce((range, ms) => ({ fromMs: Math.min(range.fromMs, ms), toMs: Math.max(range.toMs, ms) }), {
        fromMs: Number.POSITIVE_INFINITY,
        toMs: Number.NEGATIVE_INFINITY,
      });
};

/**
 * Returns the period that contains the whole message. `several`: the message lies in more than one period, or only
 * partly in one. `nobody`: no period contains any part of the message.
 */
export const periodOf = (
  periods: readonly DevicePeriod[],
  message: PreparedMessage,
): DevicePeriod | 'nobody' | 'several' => {
  const { fromMs, toMs } = timeRangeOf(message);
  const [first, last] = [periodAt(periods, fromMs), periodAt(periods, toMs)];
  if (first && first === last) return last;
  const overlapsPeriod = periods.some(period => period.fromMs <= toMs && fromMs < period.toMs);
  return first || last || overlapsPeriod ? 'several' : 'nobody';
};

/**
 * The part of a message recorded during one period of the device, or outside all periods. `Part`: type of the content.
 */
export interface MessagePart<Part> {
  readonly period: DevicePeriod | undefined;
  readonly message: Part;
  /** True for the part with the impact. If the message has no impact, true for every part. */
  readonly isMain: boolean;
}

const addPart = <T>(parts: Map<DevicePeriod | undefined, T[]>, period: DevicePeriod | undefined, part: T): void => {
  const existing = parts.get(period);
  if (existing) existing.push(part);
  else parts.set(period, [part]);
};

/**
 * Divides a message into the parts recorded in each period of its device. Fixes without a plausible time go to the
 * period of the impact, or else to the period at the time of arrival.
 */
export const splitMessage = (
  periods: readonly DevicePeriod[],
  content: MessageContent,
  receivedMs: number,
): MessagePart<Pick<PreparedMessage, 'kind'> & { readonly content: MessageContent }>[] => {
  const crashMs = 'CrashDateTime' in content ? momentMs(content.CrashDateTime) : undefined;
  const mainPeriod = periodAt(periods, crashMs ?? receivedMs);
  const positions = new Map<DevicePeriod | undefined, unknown[]>();
  for (const position of (content.Positions as unknown[] | undefined) ?? []) {
    const ms = isRow(position) ? momentMs(position.DateTime) : Number.NaN;
    const period = isPlausibleTime(ms, receivedMs) ? periodAt(periods, ms) : mainPeriod;
    addPart(positions, period, position);
  }
  const alarms = new Map<DevicePeriod | undefined, unknown[]>();
  for (const alarm of ('Alarms' in content && (content.Alarms as unknown[] | undefined)) || []) {
    const ms = isRow(alarm) ? momentMs(alarm.DateTime) : Number.NaN;
    // An alarm without a time goes to the main part. It is refused later, whichever part it is in.
    const period = Number.isNaN(ms) ? mainPeriod : periodAt(periods, ms);
    addPart(alarms, period, alarm);
  }
  const curve = 'Acceleration' in content ? content.Acceleration : undefined;
  const curvePeriod = curve ? periodAt(periods, momentMs(curve.Start)) : undefined;
  const partPeriods = new Set([
    ...positions.keys(),
    ...alarms.keys(),
    ...(curve ? [curvePeriod] : []),
    ...(crashMs === undefined ? [] : [mainPeriod]),
  ]);
  return [...partPeriods].map(period => {
    const hasImpact = crashMs !== undefined && period === mainPeriod;
    const { MessageId, Imei } = content;
    const partContent = hasImpact
      ? { ...content, Positions: positions.get(period) ?? [] }
      : {
          MessageId,
          Imei,
          Positions: positions.get(period) ?? [],
          ...(curve && period === curvePeriod && { Acceleration: curve }),
          ...(alarms.has(period) && { Alarms: alarms.get(period) }),
        };
    return {
      period,
      isMain: crashMs === undefined || hasImpact,
      message: { kind: hasImpact ? 'crash' : 'statistic', content: partContent as MessageContent },
    };
  });
};
