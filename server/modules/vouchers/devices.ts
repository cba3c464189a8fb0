import { momentInAllLocales } from '../../../src/schema/kinds/format.ts';
import type { Db } from '../../db/connect.ts';
import { DomainError, invalid } from '../../errors.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import { applyQuarantine } from '../ingest/service.ts';
import { readLastFixTime } from '../telemetry/service.ts';
import { endPeriod, insertPeriods, type Period, readLastPeriod, readLastPeriods } from './lifeLine.ts';
import { type DeviceColumns, deviceInUseError, ensureInStock } from './stock.ts';

/** Maximum difference between the clocks of two servers, ms. */
const toleranceMs = 5 * 60_000;

/**
 * Requested time of attaching or detaching a device, and the name of its field for error messages. Without a requested
 * time the change happens now.
 */
export interface DeviceChangeTime {
  readonly requestedAt: string | null | undefined;
  readonly field: string;
  readonly now: Date;
  /** Time zone in which error messages show times. */
  readonly zone: string;
  /** Earliest permitted time of the change, ms since 1970. */
  readonly earliestMs?: number;
}

/**
 * Returns the requested time. Throws if it is in the future, or before `sinceMs` (ms since 1970).
 * Without a requested time, returns the present time, or the earliest permitted time if that is later.
 */
export const resolveChangeTime = (
  { requestedAt, field, now, zone, earliestMs: earliestPermittedMs = 0 }: DeviceChangeTime,
  sinceMs = 0,
): Date => {
  const earliestMs = Math.max(earliestPermittedMs, sinceMs);
  if (!requestedAt) return new Date(Math.max(now.getTime(), earliestMs));
  const at = new Date(requestedAt);
  if (at.getTime() > now.getTime() + toleranceMs)
    throw invalid({ field, message: 'notLater', values: { max: momentInAllLocales(now, zone) } });
  if (at.getTime() < earliestMs)
    throw invalid({ field, message: 'deviceBusy', values: { min: momentInAllLocales(new Date(earliestMs), zone) } });
  return at;
};

const parseMs = (moment: string | null | undefined): number => (moment ? Date.parse(moment) : 0);

export interface Attachment {
  readonly companyId: number;
  readonly voucherId: number;
  readonly objectId: string;
  readonly imei: string;
  readonly scored: boolean;
  readonly changeTime: DeviceChangeTime;
}

/**
 * A device to attach to a vehicle. `sinceMs`: moment when the voucher's former device stopped working, ms since 1970.
 */
export interface Installation {
  readonly imei: string;
  readonly objectId: string;
  readonly changeTime: DeviceChangeTime;
  readonly sinceMs?: number;
}

export interface InstalledDevice {
  readonly device: DeviceColumns;
  readonly at: Date;
  readonly added: boolean;
}

/**
 * Returns the time from which the device works for the vehicle. This time is later than all data that the device sent
 * for another vehicle. It is not before the end of the voucher's last device.
 */
export const resolveInstallationTime = async (
  db: Db,
  { objectId, changeTime, sinceMs = 0 }: Installation,
  lastPeriod: Period | undefined,
): Promise<Date> => {
  const lastFixElsewhere =
    lastPeriod && lastPeriod.objectId !== objectId
      ? await readLastFixTime(db, lastPeriod.objectId, lastPeriod.fromAt)
      : null;
  return resolveChangeTime(
    changeTime,
    Math.max(parseMs(lastPeriod?.toAt), lastFixElsewhere === null ? 0 : parseMs(lastFixElsewhere) + 1, sinceMs),
  );
};

/** Free devices with their start times, in the order of `installations`. Throws for a device that is not free. */
export const requireFreeDevices = async (
  tx: Tx,
  companyId: number,
  installations: readonly Installation[],
): Promise<InstalledDevice[]> => {
  const imeis = installations.map(({ imei }) => imei);
  const stockDevices = await ensureInStock(tx, companyId, imeis);
  const lastPeriods = await readLastPeriods(tx.db, companyId, imeis);
  const installed: InstalledDevice[] = [];
  for (const installation of installations) {
    const { imei } = installation;
    const period = lastPeriods.get(imei);
    if (period && period.toAt === null) throw await deviceInUseError(tx.db, companyId, imei, period.voucherId);
    const stockDevice = stockDevices.get(imei);
    if (!stockDevice) throw new Error(`No device ${imei} in stock`);
    installed.push({ ...stockDevice, at: await resolveInstallationTime(tx.db, installation, period) });
  }
  return installed;
};

/**
 * Attaches a device to a vehicle. The caller has locked the device and the voucher, and applies the
 * device's quarantined messages afterwards (`applyQuarantineOfDevice`).
 */
export const attachDevice = async (
  tx: Tx,
  { companyId, voucherId, objectId, imei, scored, changeTime }: Attachment,
): Promise<InstalledDevice> => {
  const lastPeriod = await readLastPeriod(tx.db, companyId, voucherId);
  const [installed] = await requireFreeDevices(tx, companyId, [
    { imei, objectId, changeTime, sinceMs: parseMs(lastPeriod?.toAt) },
  ]);
  const { at } = installed as InstalledDevice;
  await insertPeriods(tx.db, [{ companyId, imei, voucherId, objectId, fromAt: at, scored }]);
  return installed as InstalledDevice;
};

export const applyQuarantineOfDevice = (
  tx: Tx,
  workers: Workers,
  companyId: number,
  imei: string,
  now: Date,
): Promise<number> => applyQuarantine(tx, workers, companyId, imei, now);

/** Ends the work of the device under its voucher. Data that the device sent before is kept. */
export const detachDevice = async (
  tx: Tx,
  companyId: number,
  period: Period,
  changeTime: DeviceChangeTime,
): Promise<Date> => {
  const at = resolveChangeTime(changeTime, parseMs(period.fromAt));
  await endPeriod(tx.db, companyId, period.id, at);
  return at;
};

/**
 * Ends a period of the device and begins a new one at the same moment. The new period differs only in its vehicle, or
 * in whether its data is scored.
 */
export const continuePeriod = async (
  tx: Tx,
  companyId: number,
  period: Period,
  at: Date,
  changedFields: Partial<Pick<Period, 'objectId' | 'scored'>>,
): Promise<void> => {
  await endPeriod(tx.db, companyId, period.id, at);
  await insertPeriods(tx.db, [{ companyId, ...period, ...changedFields, fromAt: at }]);
};

export const requirePeriod = (period: Period | undefined): Period => {
  if (!period) throw new DomainError('DEVICE_NEEDED');
  return period;
};
