import type { Tx } from '../../context.ts';
import { DomainError, invalid } from '../../errors.ts';
import type { Workers } from '../../workers.ts';
import { applyQuarantine } from '../ingest/service.ts';
import { lastFixAt } from '../telemetry/service.ts';
import { beginPeriod, endPeriod, lastPeriodOf, lastPeriodOfDevice, type Period } from './lifeLine.ts';
import { type DeviceColumns, deviceAtWork, deviceInStock } from './stock.ts';

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
    throw invalid({ field, message: 'notLater', values: { max: now.toISOString() } });
  if (at.getTime() < earliestMs)
    throw invalid({ field, message: 'deviceBusy', values: { min: new Date(earliestMs).toISOString() } });
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

/**
 * Lets a device begin to work in a vehicle; the device and the voucher are held. It begins behind whatever it sent for
 * another vehicle, and behind the last device of this voucher. What waited for it is applied by `takeWaiting`.
 */
export const attachDevice = async (
  tx: Tx,
  { companyId, voucherId, objectId, imei, scored, when }: Attachment,
): Promise<{ readonly device: DeviceColumns; readonly at: Date }> => {
  const device = await deviceInStock(tx, companyId, imei);
  const before = await lastPeriodOfDevice(tx.db, companyId, imei);
  if (before && before.toAt === null) throw await deviceAtWork(tx.db, companyId, imei, before.voucherId);
  const elsewhere =
    before && before.objectId !== objectId ? await lastFixAt(tx.db, before.objectId, before.fromAt) : null;
  const own = await lastPeriodOf(tx.db, companyId, voucherId);
  const earliestMs = Math.max(msOf(before?.toAt), elsewhere === null ? 0 : msOf(elsewhere) + 1, msOf(own?.toAt));
  const at = momentFrom(when, earliestMs);
  await beginPeriod(tx.db, { companyId, imei, voucherId, objectId, fromAt: at, scored });
  return { device, at };
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
  await beginPeriod(tx.db, { companyId, ...period, ...otherwise, fromAt: at });
};

export const needed = (period: Period | undefined): Period => {
  if (!period) throw new DomainError('DEVICE_NEEDED');
  return period;
};
