import { randomUUID } from 'node:crypto';
import type { Values } from '../../../src/contract/describedTypes.ts';
import type { VoucherCreated } from '../../../src/contract/shapes/voucher.ts';
import type { VoucherStage } from '../../../src/resources/vouchers.ts';
import { normaliseNumber } from '../../../src/schema/kinds/documentNumber.ts';
import { normaliseImei } from '../../../src/schema/kinds/imei.ts';
import type { RequestContext } from '../../engine/table/define.ts';
import { createRecords, emitRecord } from '../../engine/table/records.ts';
import { invalid } from '../../errors.ts';
import type { Workers } from '../../threads/workers.ts';
import type { Tx } from '../../transaction.ts';
import { lockDevices } from '../ingest/service.ts';
import { clientFields, insertClients, readClientColumns } from './clients.ts';
import {
  applyQuarantineOfDevice,
  type DeviceChangeTime,
  type InstalledDevice,
  requireFreeDevices,
  resolveChangeTime,
} from './devices.ts';
import { insertObjects, insertPeriods } from './lifeLine.ts';
import { noDevice, writeAffiliation } from './stock.ts';
import { vouchersTable } from './table.ts';
import { insertVehicles, toVehicleColumns } from './vehicles.ts';

const earliestActivationMs = Date.UTC(2000, 0, 1);

export const imeiOf = ({ IMEI }: Values): string | undefined =>
  (typeof IMEI === 'string' && normaliseImei(IMEI)) || undefined;

/** Returns the start of the device's work that the voucher requests, if any, with the permitted range. */
export const requestedActivation = ({ VoucherActivationDate }: Values, now: Date, zone: string): DeviceChangeTime => ({
  requestedAt: VoucherActivationDate as string | null | undefined,
  field: 'VoucherActivationDate',
  now,
  zone,
  earliestMs: earliestActivationMs,
});

const chosenClientId = ({ ClientId }: Values): number | undefined =>
  typeof ClientId === 'number' ? ClientId : undefined;

/**
 * Returns for each voucher the columns that it copies from its client. `newId`: id of a client that was created, or
 * null for an existing client.
 */
const resolveClients = async (tx: Tx, companyId: number, bodies: readonly Values[]) => {
  for (const body of bodies) {
    if (chosenClientId(body) === undefined) continue;
    const clientDataFields = Object.keys(clientFields).filter(name => body[name]);
    if (clientDataFields.length > 0)
      throw invalid(...clientDataFields.map(field => ({ field, message: 'unknown' as const })));
  }
  const newIds = await insertClients(
    tx,
    companyId,
    bodies.filter(body => chosenClientId(body) === undefined),
  );
  const ids = bodies.map(body => chosenClientId(body) ?? (newIds.shift() as number));
  const columns = await readClientColumns(tx.db, companyId, ids);
  return ids.map((id, index) => {
    const copiedColumns = columns.get(id);
    if (!copiedColumns) throw invalid({ field: 'ClientId', message: 'unknownOption' });
    return { columns: copiedColumns, newId: chosenClientId(bodies[index] as Values) === undefined ? id : null };
  });
};

export interface CreatedVoucher {
  readonly id: number;
  readonly objectId: string;
  /** Id of the client that was created with the voucher. Null: an existing client was chosen. */
  readonly clientId: number | null;
  /** IMEI of the device that was added to the stock with the voucher. Null: no device was added. */
  readonly imei: string | null;
}

/**
 * Creates vouchers with client, vehicle and device from the columns of their rows, all or none.
 * Emits no event and does not apply quarantined messages of the devices. The caller does both, and may have locked the
 * devices before.
 */
export const createVouchers = async (
  tx: Tx,
  requestContext: RequestContext,
  voucherValues: readonly Values[],
  now: Date,
): Promise<readonly CreatedVoucher[]> => {
  const { companyId, timeZone } = requestContext.caller;
  const objectIds = voucherValues.map(() => randomUUID());
  let vehicleIds: readonly number[] = [];
  let clients: Awaited<ReturnType<typeof resolveClients>> = [];
  const installedByIndex = new Map<number, InstalledDevice>();
  for (const values of voucherValues) resolveChangeTime(requestedActivation(values, now, timeZone));
  const prepareColumns = async (bodies: readonly Values[]): Promise<readonly Values[]> => {
    const vehicles = bodies.map(toVehicleColumns);
    vehicleIds = await insertVehicles(tx.db, companyId, vehicles);
    clients = await resolveClients(tx, companyId, bodies);
    const installations = bodies.flatMap((body, index) => {
      const imei = imeiOf(body);
      return imei
        ? [{ index, imei, objectId: objectIds[index] as string, changeTime: requestedActivation(body, now, timeZone) }]
        : [];
    });
    const devices = await requireFreeDevices(tx, companyId, installations);
    for (const [installationIndex, { index, imei }] of installations.entries()) {
      installedByIndex.set(index, devices[installationIndex] as InstalledDevice);
      await writeAffiliation(tx, companyId, imei, bodies[index]?.TerminalAffiliation);
    }
    return bodies.map((body, index) => {
      const installed = installedByIndex.get(index);
      const lifeCycleColumns = installed
        ? {
            ...installed.device,
            terminal_affiliation: body.TerminalAffiliation ?? installed.device.terminal_affiliation,
            stage: 'active' satisfies VoucherStage,
            activated_at: installed.at,
          }
        : { ...noDevice, stage: 'created' satisfies VoucherStage, activated_at: null };
      const ids = { object_id: objectIds[index], vehicle_id: vehicleIds[index] };
      return { ...vehicles[index], ...clients[index]?.columns, ...lifeCycleColumns, ...ids, created_at: now };
    });
  };
  const ids = await createRecords(tx, vouchersTable, requestContext, voucherValues, prepareColumns);
  const created = ids.map((id, index) => ({
    id,
    objectId: objectIds[index] as string,
    clientId: clients[index]?.newId ?? null,
    imei: installedByIndex.get(index)?.added ? (installedByIndex.get(index)?.device.imei ?? null) : null,
  }));
  await insertObjects(
    tx.db,
    created.map(({ id: voucherId, objectId }, index) => {
      const installedAt = installedByIndex.get(index)?.at;
      const fromAt = installedAt && installedAt < now ? installedAt : now;
      return { companyId, objectId, voucherId, vehicleId: vehicleIds[index] as number, fromAt };
    }),
  );
  await insertPeriods(
    tx.db,
    [...installedByIndex].map(([index, { device, at: fromAt }]) => {
      const { id: voucherId, objectId } = created[index] as CreatedVoucher;
      return { companyId, imei: device.imei ?? '', voucherId, objectId, fromAt, scored: true };
    }),
  );
  return created;
};

/** Creates one voucher, for a user or a program. Applies the quarantined messages of its device. */
export const createVoucher = async (
  tx: Tx,
  workers: Workers,
  requestContext: RequestContext,
  values: Values,
  now: Date,
): Promise<VoucherCreated> => {
  const imei = imeiOf(values);
  resolveChangeTime(requestedActivation(values, now, requestContext.caller.timeZone));
  if (imei) await lockDevices(tx, [imei]);
  const [created] = await createVouchers(tx, requestContext, [values], now);
  const { id, objectId } = created as CreatedVoucher;
  if (imei) await applyQuarantineOfDevice(tx, workers, requestContext.caller.companyId, imei, now);
  emitRecord(tx, vouchersTable, id, 'create');
  return { Id: id, ObjectId: objectId, VoucherNumber: normaliseNumber(String(values.VoucherNumber)) };
};
