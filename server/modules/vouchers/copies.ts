import { sql } from 'kysely';
import type { Write } from '../../engine/table/define.ts';
import type { Tx } from '../../transaction.ts';
import { changeClient, clientFields, copyClient } from './clients.ts';
import { writeAffiliation } from './stock.ts';
import { vehicleFields } from './vehicles.ts';

const vehicleTexts = ['VehicleBrand', 'VehicleModel', 'VehicleRegNumber', 'VIN', 'VehicleColor'];

/**
 * Copies the corrections of a voucher to its client, the client's other vouchers, its vehicle, and the owner of its
 * device.
 */
export const writeCopies = async (tx: Tx, { requestContext: asking, id, before, changes }: Write): Promise<void> => {
  if (!before) return;
  const { companyId } = asking.caller;
  const ofClient = changes.filter(({ field }) => field in clientFields);
  if (ofClient.length > 0) {
    const clientId = Number(before.ClientId);
    await changeClient(
      tx.db,
      companyId,
      clientId,
      Object.fromEntries(ofClient.map(({ field, after }) => [field, after])),
    );
    const others = await copyClient(tx.db, companyId, clientId, id);
    for (const other of others)
      if (other !== id) tx.emit('record', { Resource: 'vouchers', Id: other, Action: 'update', ActorId: tx.actorId });
    await tx.audit({ entity: 'client', entityId: clientId, action: 'update', changes: ofClient });
  }
  const affiliation = changes.find(({ field }) => field === 'TerminalAffiliation');
  if (affiliation && before.VoucherClosureDate === null)
    await writeAffiliation(tx, companyId, String(before.IMEI ?? '') || null, affiliation.after);
  const sets = changes.flatMap(({ field, after }) => {
    const columns = vehicleFields[field as keyof typeof vehicleFields];
    return columns ? [sql`${sql.ref(columns[1])} = ${after ?? (vehicleTexts.includes(field) ? '' : null)}`] : [];
  });
  if (sets.length > 0)
    await sql`update vehicle set ${sql.join(sets)}, version = version + 1 where company_id = ${companyId}
      and id = (select vehicle_id from voucher where company_id = ${companyId} and id = ${id})`.execute(tx.db);
};
