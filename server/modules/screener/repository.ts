import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/types.ts';

/**
 * A vehicle under a voucher, and the object whose device worked at the given time. `objectId` null: no device worked
 * then.
 */
export interface CarAtMoment {
  readonly voucherId: number;
  readonly number: string;
  readonly clientName: string;
  readonly plate: string;
  readonly vehicle: string;
  readonly objectId: string | null;
}

/** Maximum number of cars with one plate. */
const maxCars = 10;

/**
 * Vouchers of a car, found by the car's plate or the voucher's number. Vouchers whose device worked at the given time
 * come first.
 */
export const findCarVouchers = async (
  db: Kysely<Database>,
  companyId: number,
  query: { readonly plate?: string | undefined; readonly voucherNumber?: string | undefined },
  at: string,
): Promise<CarAtMoment[]> => {
  const carCondition =
    query.plate === undefined
      ? sql`search_plain(voucher.number) collate "C" = search_plain(${query.voucherNumber ?? ''})`
      : sql`search_plain(vehicle.reg_number) collate "C" = search_plain(${query.plate})`;
  const { rows } = await sql<CarAtMoment>`
    select voucher.id as "voucherId", voucher.number, voucher.client_name as "clientName",
      vehicle.reg_number as plate, btrim(vehicle.brand || ' ' || vehicle.model) as vehicle,
      max(object.object_id) filter (where object.from_at <= ${at} and coalesce(object.to_at > ${at}, true)) as "objectId"
    from vehicle
    join monitored_object object on object.company_id = vehicle.company_id and object.vehicle_id = vehicle.id
    join voucher on voucher.company_id = object.company_id and voucher.id = object.voucher_id
    where vehicle.company_id = ${companyId} and ${carCondition}
    group by voucher.id, voucher.number, voucher.client_name, vehicle.reg_number, vehicle.brand, vehicle.model
    order by 6 nulls last, voucher.id desc limit ${maxCars}`.execute(db);
  return rows;
};
