import { type Kysely, sql, type Transaction } from 'kysely';
import type { Values } from '../../../src/contract/describedTypes.ts';
import type { Database } from '../../db/types.ts';
import { brandFinder } from '../../domain/brandName.ts';

type Db = Transaction<Database>;
/**
 * Values that a voucher copies from its vehicle. For each API name: the column of the voucher and the column of the
 * vehicle.
 */
export const vehicleFields = {
  VehicleBrand: ['vehicle_brand', 'brand'],
  VehicleModel: ['vehicle_model', 'model'],
  VehicleRegNumber: ['reg_number', 'reg_number'],
  VIN: ['vin', 'vin'],
  VehicleYear: ['vehicle_year', 'year'],
  VehicleColor: ['vehicle_color', 'color'],
  VehicleRegistrationDate: ['vehicle_registration_date', 'registration_date'],
  CarTypeId: ['car_type_id', 'car_type_id'],
  FuelTypeId: ['fuel_type_id', 'fuel_type_id'],
  EmissionStandardId: ['emission_standard_id', 'emission_standard_id'],
} as const satisfies Readonly<Record<string, readonly [voucher: string, vehicle: string]>>;

/** Fields of a vehicle whose blank value is an empty text, not null. */
export const vehicleTextFields = ['VehicleBrand', 'VehicleModel', 'VehicleRegNumber', 'VIN', 'VehicleColor'];

export const toVehicleColumns = (values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(vehicleFields).map(([name, [column]]) => [
      column,
      values[name] ?? (vehicleTextFields.includes(name) ? '' : null),
    ]),
  );

export const insertVehicles = async (db: Db, companyId: number, vehicles: readonly Values[]): Promise<number[]> => {
  const fieldColumns = Object.values(vehicleFields);
  const values = vehicles.map(
    columns => sql`(${companyId}, ${sql.join(fieldColumns.map(([voucher]) => sql`${columns[voucher]}`))})`,
  );
  const { rows } = await sql<{ id: number }>`
    insert into vehicle (company_id, ${sql.join(fieldColumns.map(([, vehicle]) => sql.ref(vehicle)))})
    values ${sql.join(values)} returning id`.execute(db);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
};

/** Returns a function that finds the brand of the dictionary of which a name is another spelling. */
export const readBrandFinder = async (db: Kysely<Database>) => {
  const { rows } = await sql<{ name: string }>`select name from vehicle_brand`.execute(db);
  return brandFinder(rows.map(({ name }) => name));
};
