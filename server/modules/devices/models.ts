import { sql } from 'kysely';
import { obuModels } from '../../../src/resources/obuModels.ts';
import type { Tx } from '../../context.ts';
import { defineTable, type Written } from '../../table/define.ts';

/** What a model is called stands with each device and with the open vouchers they work under, of every company. */
const follow = async ({ db }: Tx, { id, changes }: Written): Promise<void> => {
  if (!changes.some(({ field }) => field === 'Brand' || field === 'Model')) return;
  await sql`
    update device set obu_brand = m.brand, obu_model = m.model from obu_model m
    where m.id = ${id} and device.obu_model_id = m.id`.execute(db);
  await sql`
    update voucher set obu_brand = device.obu_brand, obu_model = device.obu_model, version = voucher.version + 1
    from device
    where device.obu_model_id = ${id} and voucher.company_id = device.company_id and voucher.imei = device.imei
      and voucher.closed_at is null`.execute(db);
};

export const obuModelsTable = defineTable(obuModels, { written: follow });
