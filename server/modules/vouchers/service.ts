import { randomUUID } from 'node:crypto';
import type { Static } from 'typebox';
import { type VoucherCreate, type VoucherCreated, voucherCycle } from '../../../src/contract/shapes/voucher.ts';
import type { Changes, Tx } from '../../context.ts';
import { constraintOf } from '../../db/constraint.ts';
import { DomainError } from '../../errors.ts';
import type { Workers } from '../../workers.ts';
import { applyQuarantine, holdDevice } from '../ingest/service.ts';
import { isNumberTaken, takeDevice, writeClient, writeVehicle, writeVoucher } from './repository.ts';

const created = (values: Readonly<Record<string, unknown>>): Changes =>
  Object.entries(values)
    .filter(([, after]) => after !== undefined && after !== '')
    .map(([field, after]) => ({ field, before: null, after }));

const fullName = ({ LastName, FirstName = '', MiddleName = '' }: VoucherCreate['Client']): string =>
  [LastName, FirstName, MiddleName]
    .map(part => part.trim())
    .filter(part => part !== '')
    .join(' ');

/** A concurrent request was faster: answered as if its voucher had been there before. */
const asTaken = (error: unknown, { VoucherNumber, Imei = '' }: VoucherCreate): unknown => {
  const constraint = constraintOf(error);
  if (constraint === 'voucher_number') return new DomainError('TAKEN', { values: { value: VoucherNumber } });
  return constraint === 'voucher_device' ? new DomainError('DEVICE_TAKEN', { values: { imei: Imei } }) : error;
};

/** Creates a voucher with its client, vehicle and device, and applies messages quarantined for the device. */
export const createVoucher = async (
  tx: Tx,
  workers: Workers,
  companyId: number,
  voucher: VoucherCreate,
  now: Date,
): Promise<Static<typeof VoucherCreated>> => {
  const { VoucherNumber, Client, Vehicle, Imei } = voucher;
  if (await isNumberTaken(tx.db, companyId, VoucherNumber))
    throw new DomainError('TAKEN', { values: { value: VoucherNumber } });
  if (Imei) {
    await holdDevice(tx, Imei);
    if (!(await takeDevice(tx.db, companyId, Imei))) throw new DomainError('DEVICE_TAKEN', { values: { imei: Imei } });
  }
  const objectId = randomUUID();
  const id = await writeVoucher(tx.db, {
    companyId,
    objectId,
    voucher,
    clientId: await writeClient(tx.db, companyId, Client),
    clientName: fullName(Client),
    vehicleId: await writeVehicle(tx.db, companyId, Vehicle),
    cycle: Imei ? voucherCycle.active : voucherCycle.created,
    createdAt: now,
    activatedAt: Imei ? new Date(voucher.ActivatedAt ?? now) : null,
  }).catch(error => {
    throw asTaken(error, voucher);
  });
  tx.countRows('vouchers', '', 1);
  await tx.audit({
    entity: 'voucher',
    entityId: id,
    action: 'create',
    changes: created({ ...voucher, Client: fullName(Client), Vehicle: `${Vehicle.Brand} ${Vehicle.Model}`.trim() }),
  });
  if (Imei) await applyQuarantine(tx, workers, companyId, Imei, now);
  return { Id: id, ObjectId: objectId, VoucherNumber };
};
