import type { BodyFor } from '../../../src/contract/index.ts';
import { voucherCycle } from '../../../src/contract/shapes/voucher.ts';
import type { Context, Request, Tx } from '../../context.ts';
import { constraintOf } from '../../db/constraint.ts';
import { DomainError, invalid, notFound } from '../../errors.ts';
import { asking } from '../../table/presenting.ts';
import { createRecord } from '../../table/records.ts';
import { devicesTable } from '../devices/table.ts';
import type { Dictionaries } from '../info/dictionaries.ts';
import { applyQuarantine, dropQuarantine, holdDevice } from '../ingest/service.ts';

type Registering = Request<'POST /api/v2/QuarantinedDevice/{id}/register'>;
type Dropping = Request<'POST /api/v2/QuarantinedDevice/{id}/drop'>;

/** The unknown device whose oldest waiting message has this number. Nobody takes a message of it until the end. */
const holdUnknown = async (tx: Tx, companyId: number, id: number): Promise<string> => {
  const row = await tx.db
    .selectFrom('quarantine')
    .select('imei')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('applied_at', 'is', null)
    .where('dropped_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound();
  await holdDevice(tx, row.imei);
  return row.imei;
};

const deviceInStock = async (tx: Tx, companyId: number, imei: string): Promise<number | undefined> => {
  const device = await tx.db
    .selectFrom('device')
    .select(['id', 'company_id'])
    .where('imei', '=', imei)
    .executeTakeFirst();
  if (device && device.company_id !== companyId) throw new DomainError('DEVICE_TAKEN', { values: { imei } });
  return device?.id;
};

/** Puts the device under a voucher that has none. */
const putUnder = async (tx: Tx, companyId: number, voucherId: number, imei: string, at: Date): Promise<void> => {
  const voucher = await tx.db
    .selectFrom('voucher')
    .select(['imei', 'closed_at', 'activated_at'])
    .where('company_id', '=', companyId)
    .where('id', '=', voucherId)
    .forUpdate()
    .executeTakeFirst();
  if (!voucher || voucher.closed_at !== null || (voucher.imei ?? imei) !== imei)
    throw invalid({ field: 'VoucherId', message: 'unknownOption' });
  await tx.db
    .updateTable('voucher')
    .from('device')
    .set(eb => ({
      imei,
      cycle: voucherCycle.active,
      activated_at: voucher.activated_at ?? at.toISOString(),
      sim_number: eb.ref('device.sim_number'),
      obu_brand: eb.ref('device.obu_brand'),
      obu_model: eb.ref('device.obu_model'),
      version: eb('voucher.version', '+', 1),
    }))
    .where('device.imei', '=', imei)
    .where('voucher.company_id', '=', companyId)
    .where('voucher.id', '=', voucherId)
    .execute()
    .catch(error => {
      throw constraintOf(error) === 'voucher_device' ? new DomainError('DEVICE_TAKEN', { values: { imei } }) : error;
    });
  const changes = [{ field: 'IMEI', before: voucher.imei, after: imei }];
  await tx.audit({ entity: 'voucher', entityId: voucherId, action: 'update', changes });
  tx.emit('record', { Resource: 'vouchers', Id: voucherId, Action: 'update', ActorId: tx.actorId });
};

const tell = (tx: Tx, id: number, Action: string): void =>
  tx.emit('record', { Resource: 'quarantinedDevices', Id: id, Action, ActorId: tx.actorId });

/** Takes an unknown device into stock, under a voucher if one is named, and applies what waited for it. */
export const registerUnknown = (context: Context, dictionaries: Dictionaries, request: Registering) =>
  request.change(async tx => {
    const { caller, params, body } = request;
    const { companyId } = caller;
    const at = context.now();
    const imei = await holdUnknown(tx, companyId, params.id);
    const DeviceId =
      (await deviceInStock(tx, companyId, imei)) ?? (await stock(tx, context, dictionaries, request, imei));
    if (body.VoucherId) await putUnder(tx, companyId, body.VoucherId, imei, at);
    const Applied = await applyQuarantine(tx, context.workers, companyId, imei, at);
    tell(tx, params.id, 'register');
    return { DeviceId, Applied };
  });

const stock = async (
  tx: Tx,
  context: Context,
  dictionaries: Dictionaries,
  request: Registering,
  imei: string,
): Promise<number> => {
  const { ObuModelId } = request.body satisfies BodyFor<'POST /api/v2/QuarantinedDevice/{id}/register'>;
  const values = { IMEI: imei, ...(ObuModelId && { ObuModelId }) };
  return Number((await createRecord(tx, devicesTable, asking(context, dictionaries, request), values)).Id);
};

/** Marks what an unknown device has sent so far as not to be applied. */
export const dropUnknown = ({ now }: Context, { caller, change, params, body }: Dropping) =>
  change(async tx => {
    const reason = body.Reason.trim();
    if (reason === '') throw invalid({ field: 'Reason', message: 'required' });
    const imei = await holdUnknown(tx, caller.companyId, params.id);
    const Dropped = await dropQuarantine(tx, caller.companyId, imei, { at: now(), by: caller.fullName, reason });
    const changes = [
      { field: 'Messages', before: Dropped, after: null },
      { field: 'IMEI', before: imei, after: null },
    ];
    await tx.audit({ entity: 'quarantinedDevice', entityId: params.id, action: 'drop', reason, changes });
    tell(tx, params.id, 'drop');
    return { Dropped };
  });
