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
import { clientColumns, clientFields, writeClients } from './clients.ts';
import { applyQuarantineOfDevice, type DeviceChangeTime, freeDevices, type Installed, momentFrom } from './devices.ts';
import { beginObjects, beginPeriods } from './lifeLine.ts';
import { noDevice, writeAffiliation } from './stock.ts';
import { vouchersTable } from './table.ts';
import { vehicleColumns, writeVehicles } from './vehicles.ts';

const earliestActivationMs = Date.UTC(2000, 0, 1);

export const imeiOf = ({ IMEI }: Values): string | undefined =>
  (typeof IMEI === 'string' && normaliseImei(IMEI)) || undefined;

/** Returns the start of the device's work that the voucher requests, if any, with the permitted range. */
export const activationOf = ({ VoucherActivationDate }: Values, now: Date, zone: string): DeviceChangeTime => ({
  asked: VoucherActivationDate as string | null | undefined,
  field: 'VoucherActivationDate',
  now,
  zone,
  earliestMs: earliestActivationMs,
});

const pickedClient = ({ ClientId }: Values): number | undefined =>
  typeof ClientId === 'number' ? ClientId : undefined;

/**
 * Returns for each voucher the columns that it copies from its client. `newId`: id of a client that was created, or
 * null for an existing client.
 */
const clientsOf = async (tx: Tx, companyId: number, bodies: readonly Values[]) => {
  for (const body of bodies) {
    if (pickedClient(body) === undefined) continue;
    const described = Object.keys(clientFields).filter(name => body[name]);
    if (described.length > 0) throw invalid(...described.map(field => ({ field, message: 'unknown' as const })));
  }
  const written = await writeClients(
    tx,
    companyId,
    bodies.filter(body => pickedClient(body) === undefined),
  );
  const ids = bodies.map(body => pickedClient(body) ?? (written.shift() as number));
  const columns = await clientColumns(tx.db, companyId, ids);
  return ids.map((id, at) => {
    const its = columns.get(id);
    if (!its) throw invalid({ field: 'ClientId', message: 'unknownOption' });
    return { columns: its, newId: pickedClient(bodies[at] as Values) === undefined ? id : null };
  });
};

/** A created voucher, and the ids of the records that were created with it. */
export interface MadeVoucher {
  readonly id: number;
  readonly objectId: string;
  /** Null: an existing client was chosen. */
  readonly clientId: number | null;
  /** Device that was added to the stock. Null: none. */
  readonly imei: string | null;
}

/**
 * Creates vouchers with client, vehicle and device from the columns of their rows, all or none.
 * Emits no event and does not apply quarantined messages of the devices. The caller does both, and may have locked the
 * devices before.
 */
export const createVouchers = async (
  tx: Tx,
  asking: RequestContext,
  flats: readonly Values[],
  now: Date,
): Promise<readonly MadeVoucher[]> => {
  const { companyId, timeZone } = asking.caller;
  const objectIds = flats.map(() => randomUUID());
  let vehicleIds: readonly number[] = [];
  let clients: Awaited<ReturnType<typeof clientsOf>> = [];
  const fitted = new Map<number, Installed>();
  for (const flat of flats) momentFrom(activationOf(flat, now, timeZone));
  const prepare = async (bodies: readonly Values[]): Promise<readonly Values[]> => {
    const vehicles = bodies.map(vehicleColumns);
    vehicleIds = await writeVehicles(tx.db, companyId, vehicles);
    clients = await clientsOf(tx, companyId, bodies);
    const wanted = bodies.flatMap((body, at) => {
      const imei = imeiOf(body);
      return imei ? [{ at, imei, objectId: objectIds[at] as string, when: activationOf(body, now, timeZone) }] : [];
    });
    const devices = await freeDevices(tx, companyId, wanted);
    for (const [which, { at, imei }] of wanted.entries()) {
      fitted.set(at, devices[which] as Installed);
      await writeAffiliation(tx, companyId, imei, bodies[at]?.TerminalAffiliation);
    }
    return bodies.map((body, at) => {
      const its = fitted.get(at);
      const life = its
        ? {
            ...its.device,
            terminal_affiliation: body.TerminalAffiliation ?? its.device.terminal_affiliation,
            stage: 'active' satisfies VoucherStage,
            activated_at: its.at,
          }
        : { ...noDevice, stage: 'created' satisfies VoucherStage, activated_at: null };
      const ids = { object_id: objectIds[at], vehicle_id: vehicleIds[at] };
      return { ...vehicles[at], ...clients[at]?.columns, ...life, ...ids, created_at: now };
    });
  };
  const ids = await createRecords(tx, vouchersTable, asking, flats, prepare);
  const made = ids.map((id, at) => ({
    id,
    objectId: objectIds[at] as string,
    clientId: clients[at]?.newId ?? null,
    imei: fitted.get(at)?.added ? (fitted.get(at)?.device.imei ?? null) : null,
  }));
  await beginObjects(
    tx.db,
    made.map(({ id: voucherId, objectId }, at) => {
      const since = fitted.get(at)?.at;
      const fromAt = since && since < now ? since : now;
      return { companyId, objectId, voucherId, vehicleId: vehicleIds[at] as number, fromAt };
    }),
  );
  await beginPeriods(
    tx.db,
    [...fitted].map(([at, { device, at: fromAt }]) => {
      const { id: voucherId, objectId } = made[at] as MadeVoucher;
      return { companyId, imei: device.imei ?? '', voucherId, objectId, fromAt, scored: true };
    }),
  );
  return made;
};

/** Creates one voucher, for a user or a program. Applies the quarantined messages of its device. */
export const createVoucher = async (
  tx: Tx,
  workers: Workers,
  asking: RequestContext,
  flat: Values,
  now: Date,
): Promise<VoucherCreated> => {
  const imei = imeiOf(flat);
  momentFrom(activationOf(flat, now, asking.caller.timeZone));
  if (imei) await lockDevices(tx, [imei]);
  const [made] = await createVouchers(tx, asking, [flat], now);
  const { id, objectId } = made as MadeVoucher;
  if (imei) await applyQuarantineOfDevice(tx, workers, asking.caller.companyId, imei, now);
  emitRecord(tx, vouchersTable, id, 'create');
  return { Id: id, ObjectId: objectId, VoucherNumber: normaliseNumber(String(flat.VoucherNumber)) };
};
