import { sql } from 'kysely';
import type {
  ClientPart,
  ContractPart,
  DeviceExtraProperties,
  DevicePart,
  DevicePeriod,
  VehiclePart,
  VoucherAccident,
  VoucherRecord,
} from '../../../src/contract/shapes/voucher.ts';
import type { Db } from '../../db/connect.ts';
import { notFound } from '../../errors.ts';
import { readLastFixTime } from '../telemetry/service.ts';

const requireOne = <T>(rows: readonly T[]): T => {
  const [row] = rows;
  if (!row) throw notFound();
  return row;
};

export const toContract = (record: VoucherRecord): ContractPart => ({
  VoucherId: record.Id,
  VoucherNumber: record.VoucherNumber,
  Number: record.Number,
  GroupId: record.GroupId,
  ContractTypeId: record.ContractTypeId,
  ContractStatus: record.ContractStatus,
  ContractNumber: record.ContractNumber,
  PolicyNumber: record.PolicyNumber,
  ContractSignatureDate: record.ContractSignatureDate,
  ContractBeginDate: record.ContractBeginDate,
  ContractEndDate: record.ContractEndDate,
  Branch: record.Branch,
  Agent: record.Agent,
  CompanyName: record.CompanyName,
  Version: record.Version,
});

export const readVehicle = async (db: Db, companyId: number, voucherId: number): Promise<VehiclePart> => {
  const { rows } = await sql<VehiclePart>`
    select vehicle.id as "Id", voucher.object_id as "ObjectId", brand as "Brand", model as "Model",
      vehicle.reg_number as "RegNumber", vehicle.vin as "Vin", year as "Year", color as "Color",
      registration_date as "RegistrationDate", vehicle.car_type_id as "CarTypeId",
      vehicle.fuel_type_id as "FuelTypeId", vehicle.emission_standard_id as "EmissionStandardId",
      voucher.version as "Version"
    from voucher join vehicle on vehicle.company_id = voucher.company_id and vehicle.id = voucher.vehicle_id
    where voucher.company_id = ${companyId} and voucher.id = ${voucherId}`.execute(db);
  return requireOne(rows);
};

export const readClient = async (db: Db, companyId: number, clientId: number): Promise<ClientPart> => {
  const { rows } = await sql<ClientPart>`
    select id as "Id", last_name as "LastName", first_name as "FirstName", middle_name as "MiddleName",
      phone as "Phone", second_phone as "SecondPhone", email as "Email", country as "Country", city as "City",
      zip_code as "ZipCode", birth_date as "BirthdayDate", licence_date as "FirstDrivingLicenseDate", vip as "Vip",
      version as "Version"
    from client where company_id = ${companyId} and id = ${clientId}`.execute(db);
  return requireOne(rows);
};

/**
 * Returns the periods in which a device worked, of a voucher or of a device. Each period has its vehicle and voucher.
 * The newest period is first.
 */
export const readLifeLine = async (
  db: Db,
  companyId: number,
  owner: { readonly voucher_id: number } | { readonly imei: string },
): Promise<(DevicePeriod & DeviceExtraProperties['LifeLine'][number])[]> => {
  const [[column, value]] = Object.entries(owner) as [[string, number | string]];
  const { rows } = await sql<DevicePeriod & DeviceExtraProperties['LifeLine'][number]>`
    select period.voucher_id as "VoucherId", voucher.number as "VoucherNumber", period.imei as "Imei", coalesce(device.obu_brand, '') as "ObuBrand", coalesce(device.obu_model, '') as "ObuModel",
      period.object_id as "ObjectId", btrim(vehicle.brand || ' ' || vehicle.model) as "Vehicle",
      vehicle.reg_number as "VehicleRegNumber", period.from_at as "From", period.to_at as "To", period.scored as "Scored"
    from device_period period
    join monitored_object object on object.company_id = period.company_id and object.object_id = period.object_id
    join vehicle on vehicle.company_id = object.company_id and vehicle.id = object.vehicle_id
    join voucher on voucher.company_id = period.company_id and voucher.id = period.voucher_id
    left join device on device.imei = period.imei
    where period.company_id = ${companyId} and ${sql.ref(`period.${column}`)} = ${value}
    order by period.from_at desc, period.id desc`.execute(db);
  return rows;
};

export const readDevice = async (
  db: Db,
  companyId: number,
  { Id, ObjectId, IMEI, DeviceSimNumber, ObuBrand, ObuModel, ObuAlien, Version }: VoucherRecord,
): Promise<DevicePart> => {
  const LifeLine = await readLifeLine(db, companyId, { voucher_id: Id });
  const presentPeriod = LifeLine.find(({ To }) => To === null);
  const { rows: devices } = await sql<{ id: number }>`
    select id from device where company_id = ${companyId} and imei = ${IMEI}`.execute(db);
  return {
    Id: devices[0]?.id ?? null,
    Imei: IMEI || null,
    SimNumber: DeviceSimNumber,
    ObuBrand,
    ObuModel,
    Alien: ObuAlien,
    // Start of the device's earliest period. A suspension or a change of the vehicle begins another period with the
    // same device.
    From: presentPeriod ? (LifeLine.filter(({ Imei }) => Imei === presentPeriod.Imei).at(-1)?.From ?? null) : null,
    LastMessageAt: await readLastFixTime(db, ObjectId),
    LifeLine,
    Version,
  };
};

/** Maximum number of accidents that the page of a voucher lists. */
const maxAccidents = 100;

export const readAccidents = async (
  db: Db,
  companyId: number,
  voucherId: number,
): Promise<{ Items: VoucherAccident[]; Total: number }> => {
  const { rows } = await sql<VoucherAccident & { total: number }>`
    select id as "Id", object_id as "ObjectId", crash_at as "CrashDateTime", status as "Status",
      maximum_acceleration_g as "MaximumAcceleration", severity as "Severity", reg_number as "VehicleRegNumber",
      count(*) over () as total
    from accident where company_id = ${companyId} and voucher_id = ${voucherId} and duplicate_of_id is null
    order by crash_at desc, id desc limit ${maxAccidents}`.execute(db);
  return { Items: rows.map(({ total: _total, ...row }) => row), Total: Number(rows[0]?.total ?? 0) };
};
