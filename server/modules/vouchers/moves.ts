import { randomUUID } from 'node:crypto';
import type { voucherMoves as described } from '../../../src/resources/vouchers/states.ts';
import type { MoveInput, MoveWork, Undo } from '../../engine/table/define.ts';
import { DomainError } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import { lockDevices, lockObject } from '../ingest/service.ts';
import { updateFigures } from '../statistics/service.ts';
import { readLastFixTime } from '../telemetry/service.ts';
import {
  applyQuarantineOfDevice,
  attachDevice,
  continuePeriod,
  type DeviceChangeTime,
  detachDevice,
  requirePeriod,
  resolveChangeTime,
} from './devices.ts';
import {
  endObject,
  insertObjects,
  joinPeriod,
  lockVoucher,
  readLastPeriod,
  readObjectStart,
  readPresentPeriod,
} from './lifeLine.ts';
import { lockStockDevices, noDevice, writeAffiliation } from './stock.ts';
import { insertVehicles, toVehicleColumns } from './vehicles.ts';

type MoveValues = Readonly<Record<string, unknown>>;

/**
 * Locks the voucher, its devices (present and future) and their objects, in one order. Message intake locks devices and
 * objects too, and a voucher's row only after them.
 * The voucher's last device is locked too, because it may still send an impact of this vehicle.
 */
export const lockVoucherAndDevices = async (
  tx: Tx,
  companyId: number,
  voucherId: number,
  values: MoveValues,
): Promise<void> => {
  await lockVoucher(tx.db, companyId, voucherId);
  const lastPeriod = await readLastPeriod(tx.db, companyId, voucherId);
  const imeis = [lastPeriod?.imei, values.Imei].filter((imei): imei is string => typeof imei === 'string');
  if (imeis.length === 0) return;
  await lockDevices(tx, imeis);
  if (lastPeriod) await lockObject(tx, lastPeriod.objectId);
  await lockStockDevices(tx, imeis);
};

const toChangeTime = ({ values, now, requestContext }: MoveInput): DeviceChangeTime => ({
  requestedAt: values.Date as string | null | undefined,
  field: 'Date',
  now,
  zone: requestContext.caller.timeZone,
});
const readCurrentPeriod = ({ tx, requestContext, id }: MoveInput) =>
  readPresentPeriod(tx.db, requestContext.caller.companyId, id);

const noAppointment = { installation_center_id: null, appointment_at: null };
const setAppointment: MoveWork = async ({ values }) => ({
  installation_center_id: values.InstallationCenterId,
  appointment_at: values.AppointmentAt,
});

/**
 * Returns the earliest time from which a voucher may get a device, ms since 1970. It is the end of the last device's
 * work. For a new vehicle it is not before the vehicle's start.
 */
const earliestAttachMs = async ({ tx, requestContext, id, record }: MoveInput): Promise<number> => {
  const { companyId } = requestContext.caller;
  const objectId = String(record.ObjectId);
  const lastPeriod = await readLastPeriod(tx.db, companyId, id);
  const endedMs = lastPeriod ? Date.parse(lastPeriod.toAt ?? lastPeriod.fromAt) : 0;
  if (lastPeriod?.objectId === objectId) return endedMs;
  return Math.max(endedMs, Date.parse(await readObjectStart(tx.db, companyId, objectId)));
};

const installDevice = async (input: MoveInput, imei: string, scored = true) => {
  const { tx, requestContext, id, record, now, workers } = input;
  const { companyId } = requestContext.caller;
  const objectId = String(record.ObjectId);
  const installed = await attachDevice(tx, {
    companyId,
    voucherId: id,
    objectId,
    imei,
    scored,
    changeTime: toChangeTime(input),
  });
  await applyQuarantineOfDevice(tx, workers, companyId, imei, now);
  const statedAffiliation = record.TerminalAffiliation;
  if (!installed.added || statedAffiliation === null) return installed;
  // A device that was just added to the stock has no owner code, so it gets the owner code of its voucher.
  await writeAffiliation(tx, companyId, imei, statedAffiliation);
  return { ...installed, device: { ...installed.device, terminal_affiliation: statedAffiliation as number } };
};

const attach: MoveWork = async input => {
  const { device, at } = await installDevice(input, String(input.values.Imei));
  return { ...device, ...noAppointment, activated_at: input.record.VoucherActivationDate ?? at };
};

const swap: MoveWork = async input => {
  const { tx, requestContext, values } = input;
  const period = requirePeriod(await readCurrentPeriod(input));
  const at = await detachDevice(tx, requestContext.caller.companyId, period, toChangeTime(input));
  const exactInput = { ...input, values: { ...values, Date: at.toISOString() } };
  return (await installDevice(exactInput, String(values.Imei), period.scored)).device;
};

const detach: MoveWork = async input => {
  await detachDevice(
    input.tx,
    input.requestContext.caller.companyId,
    requirePeriod(await readCurrentPeriod(input)),
    toChangeTime(input),
  );
  return { ...noDevice, ...noAppointment };
};

/**
 * Recomputes the figures of an object from a past time on. A move of the voucher may change which trips count from that
 * time on.
 */
const recomputeFigures = async (
  { tx, requestContext, now }: Pick<MoveInput, 'tx' | 'requestContext' | 'now'>,
  objectId: string,
  since: Date,
): Promise<void> => {
  await lockObject(tx, objectId);
  const window = { fromMs: since.getTime(), beforeMs: Math.max(now.getTime(), since.getTime()) + 1 };
  await updateFigures(tx.db, { companyId: requestContext.caller.companyId, objectId }, window);
};

/** Includes the device's data in the score from a moment on, or excludes it. */
const setScored =
  (scored: boolean): MoveWork =>
  async input => {
    const period = await readCurrentPeriod(input);
    if (!period || period.scored === scored) return {};
    const at = resolveChangeTime(toChangeTime(input), Date.parse(period.fromAt));
    await continuePeriod(input.tx, input.requestContext.caller.companyId, period, at, { scored });
    await recomputeFigures(input, period.objectId, at);
    input.keep({ PeriodId: period.id });
    return {};
  };

/**
 * Undoes a change of whether the device's data counts for the score. That change divided a device period in two, and
 * the undo joins them. The present period began with the change, because no other move followed.
 */
const undoSetScored: Undo = async input => {
  const { tx, requestContext, id, keptValues } = input;
  if (typeof keptValues.PeriodId !== 'number') return;
  const presentPeriod = await readPresentPeriod(tx.db, requestContext.caller.companyId, id);
  await joinPeriod(tx.db, requestContext.caller.companyId, id, keptValues.PeriodId);
  if (presentPeriod) await recomputeFigures(input, presentPeriod.objectId, new Date(presentPeriod.fromAt));
};

const cancelRemoval: MoveWork = async input => ({ ...(await setScored(true)(input)), ...noAppointment });

const changeVehicle: MoveWork = async input => {
  const { tx, requestContext, id, record, values } = input;
  const { companyId } = requestContext.caller;
  const formerObjectId = String(record.ObjectId);
  const period = await readCurrentPeriod(input);
  const lastFix = period && (await readLastFixTime(tx.db, formerObjectId, period.fromAt));
  const sinceMs = period ? Date.parse(period.fromAt) : await earliestAttachMs(input);
  const earliestMs = Math.max(sinceMs, lastFix ? Date.parse(lastFix) + 1 : 0);
  const at = resolveChangeTime(toChangeTime(input), earliestMs);
  const objectId = randomUUID();
  const columns = toVehicleColumns(values);
  const [vehicleId = 0] = await insertVehicles(tx.db, companyId, [columns]);
  await endObject(tx.db, companyId, formerObjectId, at);
  await insertObjects(tx.db, [{ companyId, objectId, voucherId: id, vehicleId, fromAt: at }]);
  if (period) await continuePeriod(tx, companyId, period, at, { objectId });
  return { object_id: objectId, vehicle_id: vehicleId, ...columns };
};

const close: MoveWork = async input => {
  const { tx, requestContext, record } = input;
  const { companyId } = requestContext.caller;
  const period = await readCurrentPeriod(input);
  const at = period
    ? await detachDevice(tx, companyId, period, toChangeTime(input))
    : resolveChangeTime(toChangeTime(input), await earliestAttachMs(input));
  await endObject(tx.db, companyId, String(record.ObjectId), at);
  return { ...noDevice, ...noAppointment, closed_at: at };
};

const reopen: MoveWork = async input => {
  const { tx, requestContext, id, record } = input;
  const { companyId } = requestContext.caller;
  const formerPeriod = await readLastPeriod(tx.db, companyId, id);
  if (!formerPeriod) throw new DomainError('NO_FORMER_DEVICE');
  await endObject(tx.db, companyId, String(record.ObjectId), null);
  const { device } = await installDevice(input, formerPeriod.imei);
  return { ...device, closed_at: null };
};

/** Code of each move of the life cycle, apart from the change of the stage. */
export const voucherMoves: { readonly [Name in keyof typeof described]: MoveWork } = {
  scheduleInstallation: setAppointment,
  attach,
  swap,
  detach,
  suspend: setScored(false),
  resume: setScored(true),
  scheduleRemoval: setAppointment,
  cancelRemoval,
  changeVehicle,
  close,
  reopen,
};

/** Code that undoes moves which change more than the voucher itself. */
export const voucherUndo = { suspend: undoSetScored, resume: undoSetScored } as const;
