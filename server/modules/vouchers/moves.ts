import { randomUUID } from 'node:crypto';
import type { voucherMoves as described } from '../../../src/resources/vouchers/states.ts';
import type { MoveInput, MoveWork, Undo } from '../../engine/table/define.ts';
import { DomainError } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import { lockDevices, lockObject } from '../ingest/service.ts';
import { updateFigures } from '../statistics/service.ts';
import { lastFixAt } from '../telemetry/service.ts';
import {
  applyQuarantineOfDevice,
  attachDevice,
  continuePeriod,
  type DeviceChangeTime,
  detachDevice,
  momentFrom,
  requirePeriod,
} from './devices.ts';
import { beginObjects, endObject, joinPeriod, lastPeriodOf, lockVoucher, objectSince, periodOf } from './lifeLine.ts';
import { lockInStock, noDevice, writeAffiliation } from './stock.ts';
import { vehicleColumns, writeVehicles } from './vehicles.ts';

type Asked = Readonly<Record<string, unknown>>;

/**
 * Locks the voucher, its devices (present and future) and their objects, in one order. Message intake locks devices and
 * objects too, and a voucher's row only after them.
 * The voucher's last device is locked too, because it may still send an impact of this vehicle.
 */
export const lockDevicesOf = async (tx: Tx, companyId: number, voucherId: number, asked: Asked): Promise<void> => {
  await lockVoucher(tx.db, companyId, voucherId);
  const last = await lastPeriodOf(tx.db, companyId, voucherId);
  const known = [last?.imei, asked.Imei].filter((imei): imei is string => typeof imei === 'string');
  if (known.length === 0) return;
  await lockDevices(tx, known);
  if (last) await lockObject(tx, last.objectId);
  await lockInStock(tx, known);
};

const when = ({ values: asked, now, requestContext: asking }: MoveInput): DeviceChangeTime => ({
  asked: asked.Date as string | null | undefined,
  field: 'Date',
  now,
  zone: asking.caller.timeZone,
});
const current = ({ tx, requestContext: asking, id }: MoveInput) => periodOf(tx.db, asking.caller.companyId, id);

const noAppointment = { installation_center_id: null, appointment_at: null };
const appointment: MoveWork = async ({ values: asked }) => ({
  installation_center_id: asked.InstallationCenterId,
  appointment_at: asked.AppointmentAt,
});

/**
 * Returns the earliest time from which a voucher may get a device, ms since 1970. It is the end of the last device's
 * work. For a new vehicle it is not before the vehicle's start.
 */
const sinceLast = async ({ tx, requestContext: asking, id, record }: MoveInput): Promise<number> => {
  const { companyId } = asking.caller;
  const objectId = String(record.ObjectId);
  const last = await lastPeriodOf(tx.db, companyId, id);
  const endedMs = last ? Date.parse(last.toAt ?? last.fromAt) : 0;
  if (last?.objectId === objectId) return endedMs;
  return Math.max(endedMs, Date.parse(await objectSince(tx.db, companyId, objectId)));
};

const attachTo = async (moving: MoveInput, imei: string, scored = true) => {
  const { tx, requestContext: asking, id, record, now, workers } = moving;
  const { companyId } = asking.caller;
  const objectId = String(record.ObjectId);
  const attached = await attachDevice(tx, { companyId, voucherId: id, objectId, imei, scored, when: when(moving) });
  await applyQuarantineOfDevice(tx, workers, companyId, imei, now);
  const stated = record.TerminalAffiliation;
  if (!attached.added || stated === null) return attached;
  // A device that was just added has no owner of its own, so it takes the one of its voucher.
  await writeAffiliation(tx, companyId, imei, stated);
  return { ...attached, device: { ...attached.device, terminal_affiliation: stated as number } };
};

const attach: MoveWork = async moving => {
  const { device, at } = await attachTo(moving, String(moving.values.Imei));
  return { ...device, ...noAppointment, activated_at: moving.record.VoucherActivationDate ?? at };
};

const swap: MoveWork = async moving => {
  const { tx, requestContext: asking, values: asked } = moving;
  const period = requirePeriod(await current(moving));
  const at = await detachDevice(tx, asking.caller.companyId, period, when(moving));
  const exact = { ...moving, asked: { ...asked, Date: at.toISOString() } };
  return (await attachTo(exact, String(asked.Imei), period.scored)).device;
};

const detach: MoveWork = async moving => {
  await detachDevice(
    moving.tx,
    moving.requestContext.caller.companyId,
    requirePeriod(await current(moving)),
    when(moving),
  );
  return { ...noDevice, ...noAppointment };
};

/** Recomputes the figures of an object from a past time on, because the move changes which trips count. */
const countAnew = async (
  { tx, requestContext: asking, now }: Pick<MoveInput, 'tx' | 'requestContext' | 'now'>,
  objectId: string,
  since: Date,
): Promise<void> => {
  await lockObject(tx, objectId);
  const window = { fromMs: since.getTime(), beforeMs: Math.max(now.getTime(), since.getTime()) + 1 };
  await updateFigures(tx.db, { companyId: asking.caller.companyId, objectId }, window);
};

/** Includes the device's data in the score from a moment on, or excludes it. */
const score =
  (scored: boolean): MoveWork =>
  async moving => {
    const period = await current(moving);
    if (!period || period.scored === scored) return {};
    const at = momentFrom(when(moving), Date.parse(period.fromAt));
    await continuePeriod(moving.tx, moving.requestContext.caller.companyId, period, at, { scored });
    await countAnew(moving, period.objectId, at);
    moving.keep({ PeriodId: period.id });
    return {};
  };

/**
 * Undoes a change of whether the device's data is scored: joins the two periods that the change separated. The present
 * period began with the change, because no other move followed.
 */
const unscore: Undo = async undoing => {
  const { tx, requestContext: asking, id, kept } = undoing;
  if (typeof kept.PeriodId !== 'number') return;
  const cut = await periodOf(tx.db, asking.caller.companyId, id);
  await joinPeriod(tx.db, asking.caller.companyId, id, kept.PeriodId);
  if (cut) await countAnew(undoing, cut.objectId, new Date(cut.fromAt));
};

const cancelRemoval: MoveWork = async moving => ({ ...(await score(true)(moving)), ...noAppointment });

const changeVehicle: MoveWork = async moving => {
  const { tx, requestContext: asking, id, record, values: asked } = moving;
  const { companyId } = asking.caller;
  const former = String(record.ObjectId);
  const period = await current(moving);
  const sent = period && (await lastFixAt(tx.db, former, period.fromAt));
  const sinceMs = period ? Date.parse(period.fromAt) : await sinceLast(moving);
  const earliestMs = Math.max(sinceMs, sent ? Date.parse(sent) + 1 : 0);
  const at = momentFrom(when(moving), earliestMs);
  const objectId = randomUUID();
  const columns = vehicleColumns(asked);
  const [vehicleId = 0] = await writeVehicles(tx.db, companyId, [columns]);
  await endObject(tx.db, companyId, former, at);
  await beginObjects(tx.db, [{ companyId, objectId, voucherId: id, vehicleId, fromAt: at }]);
  if (period) await continuePeriod(tx, companyId, period, at, { objectId });
  return { object_id: objectId, vehicle_id: vehicleId, ...columns };
};

const close: MoveWork = async moving => {
  const { tx, requestContext: asking, record } = moving;
  const { companyId } = asking.caller;
  const period = await current(moving);
  const at = period
    ? await detachDevice(tx, companyId, period, when(moving))
    : momentFrom(when(moving), await sinceLast(moving));
  await endObject(tx.db, companyId, String(record.ObjectId), at);
  return { ...noDevice, ...noAppointment, closed_at: at };
};

const reopen: MoveWork = async moving => {
  const { tx, requestContext: asking, id, record } = moving;
  const { companyId } = asking.caller;
  const former = await lastPeriodOf(tx.db, companyId, id);
  if (!former) throw new DomainError('NO_FORMER_DEVICE');
  await endObject(tx.db, companyId, String(record.ObjectId), null);
  const { device } = await attachTo(moving, former.imei);
  return { ...device, closed_at: null };
};

/** Work of each move of the life cycle, apart from the change of the stage. */
export const voucherMoves: { readonly [Name in keyof typeof described]: MoveWork } = {
  scheduleInstallation: appointment,
  attach,
  swap,
  detach,
  suspend: score(false),
  resume: score(true),
  scheduleRemoval: appointment,
  cancelRemoval,
  changeVehicle,
  close,
  reopen,
};

/** Undo of moves that change more than the voucher. */
export const voucherUndo = { suspend: unscore, resume: unscore } as const;
