import { sql } from 'kysely';
import type { VoucherPick } from '../../../src/contract/shapes/voucher.ts';
import type { Db } from '../../db/connect.ts';
import { escapeLike } from '../../db/sqlText.ts';

const most = 10;

/** Vouchers that match, running ones first. The table is for managers; this shows less. */
export const pickVouchers = (db: Db, companyId: number, search: string): Promise<VoucherPick[]> =>
  db
    .selectFrom('voucher')
    .select(['id as Id', 'number as VoucherNumber', 'client_name as ClientName', 'reg_number as VehicleRegNumber'])
    .select(['vehicle_brand as VehicleBrand', 'vehicle_model as VehicleModel'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`search like '%' || search_key(${escapeLike(search.trim())}) || '%'`)
    .orderBy(sql`closed_at is not null`)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
