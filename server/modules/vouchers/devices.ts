import { momentWords } from '../../../src/schema/kinds/format.ts';
import type { Db } from '../../db/connect.ts';
import { DomainError, invalid } from '../../errors.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import { applyQuarantine } from '../ingest/service.ts';
import { lastFixAt } from '../telemetry/service.ts';
import { beginPeriods, endPeriod, lastPeriodOf, lastPeriodsOfDevices, type Period } from './lifeLine.ts';
import { type DeviceColumns, deviceAtWork, devicesInStock } from './stock.ts';

/** Maximum difference of two machines' clocks, ms. */
const toleranceMs = 5 * 60_000;

/**
 * Requested time of a device change, and the name of its field for error messages. Without a time the change happens
 * now.
 */
export interface DeviceChangeTime {
  readonly asked: string | null | undefined;
  readonly field: string;
  readonly now: Date;
  /** Time zone of error messages. */
  readonly zone: string;
  /** Earliest permitted time, ms since 1970. */
  readonly earliestMs?: number;
}

/**
 * Returns the requested time. Throws if it is in the future, or before `since` (ms since 1970).
 * Without a requested time, returns the present time, or the earliest permitted time if that is later.
 */
export const momentFrom = ({ asked, field, now, zone, earliestMs: first = 0 }: DeviceChangeTime, since = 0): Date => {
  const earliestMs = Math.max(first, since);
  if (!asked) return new Date(Math.max(now.getTime(), earliestMs));
  const at = new Date(asked);
  if (at.getTime() > now.getTime() + toleranceMs)
    throw invalid({ field, message: 'notLater', values: { max: momentWords(now, zone) } });
  if (at.getTime() < earliestMs)
    throw invalid({ field, message: 'deviceBusy', values: { min: momentWords(new Date(earliestMs), zone) } });
  return at;
};

const msOf = (moment: string | null | undefined): number => (moment ? Date.parse(moment) : 0);

export interface Attachment {
  readonly companyId: number;
  readonly voucherId: number;
  readonly objectId: string;
  readonly imei: string;
  readonly scored: boolean;
  readonly when: DeviceChangeTime;
}

/** A device to attach to a vehicle. `sinceMs`: end of work of the voucher's former device, ms since 1970. */
export interface Installation {
  readonly imei: string;
  readonly objectId: string;
  readonly when: DeviceChangeTime;
  readonly sinceMs?: number;
}

export interface Installed {
  readonly device: DeviceColumns;
  readonly at: Date;
  /** True if the device was added to the stock just now. */
  readonly added: boolean;
}

/**
 * Returns the time from which the device works. It is later than all data that the device sent for another vehicle. It
 * is not before the end of the voucher's last device.
 */
export const installationMoment = async (
  db: Db,
  { objectId, when, sinceMs = 0 }: Installation,
  before: Period | undefined,
): Promise<Date> => {
  const elsewhere = before && before.objectId !== objectId ? await lastFixAt(db, before.objectId, before.fromAt) : null;
  return momentFrom(when, Math.max(msOf(before?.toAt), elsewhere === null ? 0 : msOf(elsewhere) + 1, sinceMs));
};

/** Free devices with their start times, in the order of `wanted`. Throws for a device that is not free. */
export const freeDevices = async (tx: Tx, companyId: number, wanted: readonly Installation[]): Promise<Installed[]> => {
  const imeis = wanted.map(({ imei }) => imei);
  const stock = await devicesInStock(tx, companyId, imeis);
  const before = await lastPeriodsOfDevices(tx.db, companyId, imeis);
  const fitted: Installed[] = [];
  for (const fitting of wanted) {
    const { imei } = fitting;
    const period = before.get(imei);
    if (period && period.toAt === null) throw await deviceAtWork(tx.db, companyId, imei, period.voucherId);
    const known = stock.get(imei);
    if (!known) throw new Error(`No device ${imei} in stock`);
    fitted.push({ ...known, at: await installationMoment(tx.db, fitting, period) });
  }
  return fitted;
};

/**
 * Attaches a device to a vehicle. The caller has locked the device and the voucher, and applies the
 * device's quarantined messages afterwards (`applyQuarantineOfDevice`).
 */
export const attachDevice = async (
  tx: Tx,
  { companyId, voucherId, objectId, imei, scored, when }: Attachment,
): Promise<Installed> => {
  const own = await lastPeriodOf(tx.db, companyId, voucherId);
  const [fitted] = await freeDevices(tx, companyId, [{ imei, objectId, when, sinceMs: msOf(own?.toAt) }]);
  const { at } = fitted as Installed;
  await beginPeriods(tx.db, [{ companyId, imei, voucherId, objectId, fromAt: at, scored }]);
  return fitted as Installed;
};

/** Applies the device's quarantined messages that belong to its present vehicle. */
export const applyQuarantineOfDevice = (
  tx: Tx,
  workers: Workers,
  companyId: number,
  imei: string,
  now: Date,
): Promise<number> => applyQuarantine(tx, workers, companyId, imei, now);

/** Ends the work of the device. Data sent before stays. */
export const detachDevice = async (
  tx: Tx,
  companyId: number,
  period: Period,
  when: DeviceChangeTime,
): Promise<Date> => {
  const at = momentFrom(when, msOf(period.fromAt));
  await endPeriod(tx.db, companyId, period.id, at);
  return at;
};

/**
 * Ends a period of the device and begins a new one. The new one differs only in its vehicle, or in whether its data is
 * scored.
 */
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

export const requirePeriod = (period: Period | undefined): Period => {
  if (!period) throw new DomainError('DEVICE_NEEDED');
  return period;
};
