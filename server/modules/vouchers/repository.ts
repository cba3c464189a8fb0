import type { Transaction } from 'kysely';
import type { VoucherCreate } from '../../../src/contract/shapes/voucher.ts';
import type { Database } from '../../db/types.ts';

type Db = Transaction<Database>;

export const isNumberTaken = async (db: Db, companyId: number, number: string): Promise<boolean> =>
  (await db
    .selectFrom('voucher')
    .select('id')
    .where('company_id', '=', companyId)
    .where('number', '=', number)
    .executeTakeFirst()) !== undefined;

/** Adds a new device to stock; false if it is another company's or works under another voucher. */
export const takeDevice = async (db: Db, companyId: number, imei: string): Promise<boolean> => {
  await db
    .insertInto('device')
    .values({ imei, company_id: companyId })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  const device = await db.selectFrom('device').select('company_id').where('imei', '=', imei).executeTakeFirstOrThrow();
  if (device.company_id !== companyId) return false;
  const working = await db
    .selectFrom('voucher')
    .select('id')
    .where('company_id', '=', companyId)
    .where('imei', '=', imei)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return working === undefined;
};

export const writeClient = async (db: Db, companyId: number, client: VoucherCreate['Client']): Promise<number> => {
  const { id } = await db
    .insertInto('client')
    .values({
      company_id: companyId,
      last_name: client.LastName,
      first_name: client.FirstName ?? '',
      middle_name: client.MiddleName ?? '',
      phone: client.Phone ?? '',
      city: client.City ?? '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const writeVehicle = async (db: Db, companyId: number, vehicle: VoucherCreate['Vehicle']): Promise<number> => {
  const { id } = await db
    .insertInto('vehicle')
    .values({
      company_id: companyId,
      brand: vehicle.Brand,
      model: vehicle.Model,
      year: vehicle.Year ?? null,
      color: vehicle.Color ?? '',
      reg_number: vehicle.RegNumber ?? '',
      vin: vehicle.Vin ?? '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export interface NewVoucher {
  readonly companyId: number;
  readonly objectId: string;
  readonly voucher: VoucherCreate;
  readonly clientId: number;
  readonly clientName: string;
  readonly vehicleId: number;
  readonly cycle: number;
  readonly createdAt: Date;
  readonly activatedAt: Date | null;
}

export const writeVoucher = async (db: Db, made: NewVoucher): Promise<number> => {
  const { Client, Vehicle, ...voucher } = made.voucher;
  const { id } = await db
    .insertInto('voucher')
    .values({
      company_id: made.companyId,
      object_id: made.objectId,
      number: voucher.VoucherNumber,
      contract_number: voucher.ContractNumber ?? '',
      policy_number: voucher.PolicyNumber ?? '',
      contract_begin: voucher.ContractBeginDate ?? null,
      contract_end: voucher.ContractEndDate ?? null,
      client_id: made.clientId,
      vehicle_id: made.vehicleId,
      imei: voucher.Imei ?? null,
      cycle: made.cycle,
      created_at: made.createdAt,
      activated_at: made.activatedAt,
      client_name: made.clientName,
      client_phone: Client.Phone ?? '',
      city: Client.City ?? '',
      vehicle_brand: Vehicle.Brand,
      vehicle_model: Vehicle.Model,
      vehicle_year: Vehicle.Year ?? null,
      vehicle_color: Vehicle.Color ?? '',
      reg_number: Vehicle.RegNumber ?? '',
      vin: Vehicle.Vin ?? '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
