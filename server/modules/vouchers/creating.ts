import { randomUUID } from 'node:crypto';
import { type VoucherCreated, type VoucherRecord, voucherCycle } from '../../../src/contract/shapes/voucher.ts';
import type { Tx } from '../../context.ts';
import { invalid } from '../../errors.ts';
import type { Asking } from '../../table/define.ts';
import { createRecord } from '../../table/records.ts';
import type { Workers } from '../../workers.ts';
import { holdDevice } from '../ingest/service.ts';
import { clientColumns, clientFields, writeClient } from './clients.ts';
import { attachDevice, momentFrom, takeWaiting } from './devices.ts';
import { beginObject } from './lifeLine.ts';
import { noDevice } from './stock.ts';
import { vouchersTable } from './table.ts';
import { vehicleColumns, writeVehicle } from './vehicles.ts';

type Values = Readonly<Record<string, unknown>>;

const earliestActivationMs = Date.UTC(2000, 0, 1);

/** The client that was picked, or a new one; the columns that its voucher copies. */
const clientOf = async (tx: Tx, companyId: number, body: Values): Promise<Record<string, unknown>> => {
  const picked = typeof body.ClientId === 'number' ? body.ClientId : undefined;
  const described = Object.keys(clientFields).filter(name => body[name] && picked !== undefined);
  if (described.length > 0) throw invalid(...described.map(field => ({ field, message: 'unknown' as const })));
  const id = picked ?? (await writeClient(tx, companyId, body));
  const columns = await clientColumns(tx.db, companyId, id);
  if (!columns) throw invalid({ field: 'ClientId', message: 'unknownOption' });
  return { client_id: id, ...columns };
};

/** A voucher in the columns of its row, with client, vehicle and device, whole or not at all. */
export const createVoucher = async (
  tx: Tx,
  workers: Workers,
  asking: Asking,
  flat: Values,
  now: Date,
): Promise<VoucherCreated> => {
  const { companyId } = asking.caller;
  const objectId = randomUUID();
  const imei = typeof flat.IMEI === 'string' && flat.IMEI.trim() !== '' ? flat.IMEI.trim() : undefined;
  const asked = flat.VoucherActivationDate as string | null | undefined;
  const when = { asked, field: 'VoucherActivationDate', now, earliestMs: earliestActivationMs };
  momentFrom(when);
  if (imei) await holdDevice(tx, imei);
  let vehicleId = 0;
  const prepare = async (body: Values): Promise<Values> => {
    const vehicle = vehicleColumns(body);
    vehicleId = await writeVehicle(tx.db, companyId, vehicle);
    const client = await clientOf(tx, companyId, body);
    const life = { cycle: voucherCycle.created, created_at: now, activated_at: null };
    return { ...vehicle, ...noDevice, ...client, ...life, object_id: objectId, vehicle_id: vehicleId };
  };
  const { Id, VoucherNumber } = await createRecord<VoucherRecord>(tx, vouchersTable, asking, flat, prepare);
  const fitted = imei && (await attachDevice(tx, { companyId, voucherId: Id, objectId, imei, scored: true, when }));
  await beginObject(tx.db, {
    companyId,
    objectId,
    voucherId: Id,
    vehicleId,
    fromAt: fitted && fitted.at < now ? fitted.at : now,
  });
  if (fitted) {
    const active = { ...fitted.device, activated_at: fitted.at, cycle: voucherCycle.active };
    await tx.db.updateTable('voucher').set(active).where('company_id', '=', companyId).where('id', '=', Id).execute();
    await takeWaiting(tx, workers, companyId, fitted.device.imei ?? '', now);
  }
  return { Id, ObjectId: objectId, VoucherNumber };
};
