import type { BodyFor } from '../../../src/contract/index.ts';
import { tidy } from '../../../src/schema/kinds/plain.ts';
import type { Context, Request } from '../../context.ts';
import type { Dictionaries } from '../../engine/dictionaries.ts';
import type { RequestContext } from '../../engine/table/define.ts';
import { moveAndRead } from '../../engine/table/moves.ts';
import { createRecord } from '../../engine/table/records.ts';
import { toRequestContext } from '../../engine/table/requestContext.ts';
import { DomainError, invalid, notFound } from '../../errors.ts';
import type { Tx } from '../../transaction.ts';
import { devicesTable } from '../devices/table.ts';
import { applyQuarantine, dropQuarantine, lockDevices, mapDeviceIdentifier } from '../ingest/service.ts';
import { vouchersTable } from '../vouchers/table.ts';

type RegisterRequest = Request<'POST /api/v2/QuarantinedDevice/{id}/register'>;
type MapRequest = Request<'POST /api/v2/QuarantinedDevice/{id}/map'>;
type UnmapRequest = Request<'POST /api/v2/Device/{id}/unmap'>;
type DropRequest = Request<'POST /api/v2/QuarantinedDevice/{id}/drop'>;

/** Returns the identifier of the unknown device whose oldest quarantined message has this id. */
const readUnknownImei = async ({ db }: Tx, companyId: number, id: number): Promise<string> => {
  const row = await db
    .selectFrom('quarantine')
    .select('imei')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('applied_at', 'is', null)
    .where('dropped_at', 'is', null)
    .executeTakeFirstOrThrow(notFound);
  return row.imei;
};

/**
 * Locks the unknown device, so that none of its messages is stored until the transaction ends. Of two simultaneous
 * decisions the second one fails.
 * A voucher is locked before its device, as in every move.
 */
const lockUnknownDevice = async (tx: Tx, companyId: number, id: number, voucherId?: number | null): Promise<string> => {
  const imei = await readUnknownImei(tx, companyId, id);
  if (voucherId) await (await vouchersTable.lifeCycle?.code())?.lock?.(tx, companyId, voucherId, { Imei: imei });
  else await lockDevices(tx, [imei]);
  return readUnknownImei(tx, companyId, id);
};

const findStockDeviceId = async (tx: Tx, companyId: number, imei: string): Promise<number | undefined> => {
  const device = await tx.db
    .selectFrom('device')
    .select(['id', 'company_id'])
    .where('imei', '=', imei)
    .executeTakeFirst();
  if (device && device.company_id !== companyId) throw new DomainError('DEVICE_TAKEN', { values: { imei } });
  return device?.id;
};

/** Counts the quarantined messages of the device, including those that cannot be read. */
const countUnapplied = async ({ db }: Tx, companyId: number, imei: string): Promise<number> => {
  const { messageCount } = await db
    .selectFrom('quarantine')
    .select(({ fn }) => fn.countAll<number>().as('messageCount'))
    .where('company_id', '=', companyId)
    .where('imei', '=', imei)
    .where('applied_at', 'is', null)
    .where(({ eb, or }) => or([eb('dropped_at', 'is', null), eb('dropped_by', '=', 'Drivedesk')]))
    .executeTakeFirstOrThrow();
  return Number(messageCount);
};

/**
 * Attaches the device to the voucher, by the same move of the life cycle as on the voucher's page. Returns the number
 * of applied messages.
 */
const attachToVoucher = async (
  tx: Tx,
  context: Context,
  requestContext: RequestContext,
  voucherId: number,
  imei: string,
): Promise<number> => {
  const countBefore = await countUnapplied(tx, requestContext.caller.companyId, imei);
  await moveAndRead(context, tx, vouchersTable, requestContext, voucherId, 'attach', { Imei: imei }).catch(error => {
    throw error instanceof DomainError && error.code === 'NOT_FOUND'
      ? invalid({ field: 'VoucherId', message: 'unknownOption' })
      : error;
  });
  return countBefore - (await countUnapplied(tx, requestContext.caller.companyId, imei));
};

const emitQuarantineEvent = (tx: Tx, id: number, Action: string): void =>
  tx.emit('record', { Resource: 'quarantinedDevices', Id: id, Action, ActorId: tx.actorId });

/** Adds an unknown device to the stock, and to a voucher if one is named. Applies its quarantined messages. */
export const registerUnknownDevice = (context: Context, dictionaries: Dictionaries, request: RegisterRequest) =>
  request.change(async tx => {
    const { caller, params, body } = request;
    const { companyId } = caller;
    const imei = await lockUnknownDevice(tx, companyId, params.id, body.VoucherId);
    const DeviceId =
      (await findStockDeviceId(tx, companyId, imei)) ?? (await addToStock(tx, context, dictionaries, request, imei));
    const Applied = body.VoucherId
      ? await attachToVoucher(tx, context, toRequestContext(context, dictionaries, request), body.VoucherId, imei)
      : await applyQuarantine(tx, context.workers, companyId, imei, context.now());
    emitQuarantineEvent(tx, params.id, 'register');
    return { DeviceId, Applied };
  });

const addToStock = async (
  tx: Tx,
  context: Context,
  dictionaries: Dictionaries,
  request: RegisterRequest,
  imei: string,
): Promise<number> => {
  const { ObuModelId } = request.body satisfies BodyFor<'POST /api/v2/QuarantinedDevice/{id}/register'>;
  const values = { IMEI: imei, ...(ObuModelId && { ObuModelId }) };
  return Number((await createRecord(tx, devicesTable, toRequestContext(context, dictionaries, request), values)).Id);
};

/**
 * Maps an identifier to a device of the company and applies the messages that wait under the identifier. The identifier
 * need not be an IMEI.
 * The identifier is locked before the device, in the same order as when a message arrives.
 */
export const mapUnknownDevice = ({ workers, now }: Context, { caller, change, params, body }: MapRequest) =>
  change(async tx => {
    const { companyId } = caller;
    const identifier = await lockUnknownDevice(tx, companyId, params.id);
    const device = await tx.db
      .selectFrom('device')
      .select('imei')
      .where('company_id', '=', companyId)
      .where('id', '=', body.DeviceId)
      .executeTakeFirst();
    if (!device || device.imei === identifier) throw invalid({ field: 'DeviceId', message: 'unknownOption' });
    const { imei } = device;
    await lockDevices(tx, [imei]);
    const Mapped = await mapDeviceIdentifier(tx, companyId, { identifier, imei, by: caller.fullName, at: now() });
    const Applied = await applyQuarantine(tx, workers, companyId, imei, now());
    const changes = [
      { field: 'Identifier', before: null, after: identifier },
      { field: 'IMEI', before: null, after: imei },
      { field: 'Messages', before: null, after: Mapped },
    ];
    await tx.audit({ entity: 'quarantinedDevice', entityId: params.id, action: 'map', changes });
    await tx.audit({ entity: 'device', entityId: body.DeviceId, action: 'map', changes });
    emitQuarantineEvent(tx, params.id, 'map');
    tx.emit('record', { Resource: 'devices', Id: body.DeviceId, Action: 'map', ActorId: tx.actorId });
    return { Mapped, Applied };
  });

/**
 * Removes all identifiers that are mapped to a device. Messages under these identifiers then come from unknown devices
 * again.
 */
export const unmapDevice = ({ caller, change, params }: UnmapRequest) =>
  change(async tx => {
    const { companyId } = caller;
    const device = await tx.db
      .selectFrom('device')
      .select('imei')
      .where('company_id', '=', companyId)
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow(notFound);
    const removedIdentifiers = await tx.db
      .deleteFrom('device_identifier')
      .where('company_id', '=', companyId)
      .where('imei', '=', device.imei)
      .returning('identifier')
      .execute();
    const changes = removedIdentifiers.map(({ identifier }) => ({
      field: 'Identifier',
      before: identifier,
      after: null,
    }));
    if (removedIdentifiers.length > 0)
      await tx.audit({ entity: 'device', entityId: params.id, action: 'unmap', changes });
    tx.emit('record', { Resource: 'devices', Id: params.id, Action: 'unmap', ActorId: tx.actorId });
    return { Unmapped: removedIdentifiers.length };
  });

export const dropUnknownDevice = ({ now }: Context, { caller, change, params, body }: DropRequest) =>
  change(async tx => {
    const reason = tidy(body.Reason);
    if (reason === '') throw invalid({ field: 'Reason', message: 'required' });
    const imei = await lockUnknownDevice(tx, caller.companyId, params.id);
    const Dropped = await dropQuarantine(tx, caller.companyId, imei, { at: now(), by: caller.fullName, reason });
    const changes = [
      { field: 'Messages', before: Dropped, after: null },
      { field: 'IMEI', before: imei, after: null },
    ];
    await tx.audit({ entity: 'quarantinedDevice', entityId: params.id, action: 'drop', reason, changes });
    emitQuarantineEvent(tx, params.id, 'drop');
    return { Dropped };
  });
