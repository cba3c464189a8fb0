import { momentWords } from '../../../src/kinds/format.ts';
import type { Tx } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import { DomainError, invalid } from '../../errors.ts';
import type { Workers } from '../../workers.ts';
import { applyQuarantine } from '../ingest/service.ts';
import { lastFixAt } from '../telemetry/service.ts';
import { beginPeriods, endPeriod, lastPeriodOf, lastPeriodsOfDevices, type Period } from './lifeLine.ts';
import { type DeviceColumns, deviceAtWork, devicesInStock } from './stock.ts';

/** Clocks of two machines differ by less than this. */
const toleranceMs = 5 * 60_000;

/** When something happens to a device: now unless said otherwise, and said under which name. */
export interface When {
  readonly asked: string | null | undefined;
  readonly field: string;
  readonly now: Date;
  /** Nothing was asked of anybody before, ms since 1970. */
  readonly earliestMs?: number;
}

/** A moment that is not before `since`, in ms, and not in the future. One that was not asked for gives way. */
export const momentFrom = ({ asked, field, now, earliestMs: first = 0 }: When, since = 0): Date => {
  const earliestMs = Math.max(first, since);
  if (!asked) return new Date(Math.max(now.getTime(), earliestMs));
  const at = new Date(asked);
  if (at.getTime() > now.getTime() + toleranceMs)
    throw invalid({ field, message: 'notLater', values: { max: momentWords(now) } });
  if (at.getTime() < earliestMs)
    throw invalid({ field, message: 'deviceBusy', values: { min: momentWords(new Date(earliestMs)) } });
  return at;
};

const msOf = (moment: string | null | undefined): number => (moment ? Date.parse(moment) : 0);

export interface Attachment {
  readonly companyId: number;
  readonly voucherId: number;
  readonly objectId: string;
  readonly imei: string;
  readonly scored: boolean;
  readonly when: When;
}

/** A device that is to work in a vehicle, and the end of the voucher's device before it, ms since 1970. */
export interface Fitting {
  readonly imei: string;
  readonly objectId: string;
  readonly when: When;
  readonly sinceMs?: number;
}

export interface Fitted {
  readonly device: DeviceColumns;
  readonly at: Date;
  /** It came into stock just now. */
  readonly added: boolean;
}

/** When it begins: behind whatever the device sent for another vehicle, and behind the last device of this voucher. */
export const fittingMoment = async (
  db: Db,
  { objectId, when, sinceMs = 0 }: Fitting,
  before: Period | undefined,
): Promise<Date> => {
  const elsewhere = before && before.objectId !== objectId ? await lastFixAt(db, before.objectId, before.fromAt) : null;
  return momentFrom(when, Math.max(msOf(before?.toAt), elsewhere === null ? 0 : msOf(elsewhere) + 1, sinceMs));
};

/** Devices that are free to begin, each with its moment, in the order asked for; the others are refused. */
export const freeDevices = async (tx: Tx, companyId: number, wanted: readonly Fitting[]): Promise<Fitted[]> => {
  const imeis = wanted.map(({ imei }) => imei);
  const stock = await devicesInStock(tx, companyId, imeis);
  const before = await lastPeriodsOfDevices(tx.db, companyId, imeis);
  const fitted: Fitted[] = [];
  for (const fitting of wanted) {
    const { imei } = fitting;
    const period = before.get(imei);
    if (period && period.toAt === null) throw await deviceAtWork(tx.db, companyId, imei, period.voucherId);
    const known = stock.get(imei);
    if (!known) throw new Error(`No device ${imei} in stock`);
    fitted.push({ ...known, at: await fittingMoment(tx.db, fitting, period) });
  }
  return fitted;
};

/**
 * Lets a device begin to work in a vehicle; the device and the voucher are held. What waited for it is applied by `takeWaiting`.
 */
export const attachDevice = async (
  tx: Tx,
  { companyId, voucherId, objectId, imei, scored, when }: Attachment,
): Promise<Fitted> => {
  const own = await lastPeriodOf(tx.db, companyId, voucherId);
  const [fitted] = await freeDevices(tx, companyId, [{ imei, objectId, when, sinceMs: msOf(own?.toAt) }]);
  const { at } = fitted as Fitted;
  await beginPeriods(tx.db, [{ companyId, imei, voucherId, objectId, fromAt: at, scored }]);
  return fitted as Fitted;
};

/** What a device sent while nobody had it, as far as it belongs to whoever has it now. */
export const takeWaiting = (tx: Tx, workers: Workers, companyId: number, imei: string, now: Date): Promise<number> =>
  applyQuarantine(tx, workers, companyId, imei, now);

/** The work of the device ends; what it sent up to then stays. */
export const detachDevice = async (tx: Tx, companyId: number, period: Period, when: When): Promise<Date> => {
  const at = momentFrom(when, msOf(period.fromAt));
  await endPeriod(tx.db, companyId, period.id, at);
  return at;
};

/** The device goes on at once otherwise: scored or not, in another vehicle. */
export const continuePeriod = async (
  tx: Tx,
  companyId: number,
  period: Period,
  at: Date,
  otherwise: Partial<Pick<Period, 'objectId' | 'scored'>>,
): Promise<void> => {
  await endPeriod(tx.db, companyId, period.id, at);
  await beginPeriods(tx.db, [{ companyId, ...period, ...otherwise, fromAt: at }]);
};

export const needed = (period: Period | undefined): Period => {
  if (!period) throw new DomainError('DEVICE_NEEDED');
  return period;
};
