import { affiliationOfCode } from '../../src/contract/states.ts';
import { fullName } from './names.ts';
import { centerId, vehicleDocumentsOf } from './officeData.ts';
import { dayOf, type LastIds, type Row, type TableRows } from './rows.ts';
import {
  clientIndexOf,
  clientOf,
  clientsPerCopy,
  type DemoVoucher,
  voucherOf,
  vouchersPerCopy,
  type World,
} from './vouchers.ts';

/** Numbers of the copies to generate, `from` up to but not including `to`. Copy 0 is the base portfolio. */
export type CopyRange = { from: number; to: number };

function* copyIndexes({ from, to }: CopyRange, perCopy: number): Generator<number> {
  for (let index = from * perCopy; index < to * perCopy; index++) yield index;
}

function* mapRows<T>(values: Iterable<T>, toRow: (value: T) => Row | null): Generator<Row> {
  for (const value of values) {
    const row = toRow(value);
    if (row) yield row;
  }
}

const clientRow = (world: World, lastIds: LastIds, index: number): Row => {
  const client = clientOf(world, index);
  return {
    company_id: lastIds.company + client.company + 1,
    id: lastIds.client + index + 1,
    last_name: client.name.lastName,
    first_name: client.name.firstName,
    middle_name: client.name.middleName,
    phone: client.phone,
    second_phone: client.secondPhone,
    email: client.email,
    birth_date: dayOf(client.birthDate),
    licence_date: dayOf(client.licenceDate),
    gender: client.name.gender === 2 ? 'female' : 'male',
    city: client.address.city,
    zip_code: client.address.zipCode,
    street: client.address.street,
    vip: client.vip,
    created_at: client.createdAt,
  };
};

/** Data from the vehicle's papers. The vehicle was registered in its model year. */
const vehicleCells = ({ vehicle: { model, year }, index }: DemoVoucher): Row => {
  const { carTypeId, fuelTypeId, emissionStandardId } = vehicleDocumentsOf(model, year);
  const registrationDate = new Date(Date.UTC(year, index % 12, 1 + (index % 28)));
  return {
    registration_date: dayOf(registrationDate),
    car_type_id: carTypeId,
    fuel_type_id: fuelTypeId,
    emission_standard_id: emissionStandardId,
  };
};

const vehicleRow = (lastIds: LastIds, voucher: DemoVoucher): Row => ({
  company_id: lastIds.company + voucher.company + 1,
  id: lastIds.vehicle + voucher.index + 1,
  brand: voucher.vehicle.brand,
  model: voucher.vehicle.model,
  year: voucher.vehicle.year,
  color: voucher.vehicle.color,
  reg_number: voucher.vehicle.regNumber,
  vin: voucher.vehicle.vin,
  ...vehicleCells(voucher),
  created_at: voucher.createdAt,
});

const voucherRow = (lastIds: LastIds, voucher: DemoVoucher, crashes: number): Row => {
  const { client, vehicle } = voucher;
  const { registration_date, ...vehiclePapers } = vehicleCells(voucher);
  return {
    company_id: lastIds.company + voucher.company + 1,
    id: lastIds.voucher + voucher.index + 1,
    object_id: voucher.objectId,
    number: voucher.number,
    contract_number: voucher.contractNumber,
    policy_number: voucher.policyNumber,
    contract_begin: dayOf(voucher.contractBegin),
    contract_end: dayOf(voucher.contractEnd),
    client_id: lastIds.client + clientIndexOf(voucher.index) + 1,
    vehicle_id: lastIds.vehicle + voucher.index + 1,
    imei: voucher.closedAt ? null : voucher.imei,
    stage: voucher.stage,
    created_at: voucher.createdAt,
    activated_at: voucher.activatedAt,
    closed_at: voucher.closedAt,
    client_name: fullName(client.name),
    client_phone: client.phone,
    city: client.address.city,
    vip: client.vip,
    vehicle_brand: vehicle.brand,
    vehicle_model: vehicle.model,
    vehicle_year: vehicle.year,
    vehicle_color: vehicle.color,
    reg_number: vehicle.regNumber,
    vin: vehicle.vin,
    sim_number: voucher.closedAt ? '' : voucher.simNumber,
    obu_brand: voucher.closedAt ? '' : voucher.obuBrand,
    obu_model: voucher.closedAt ? '' : voucher.obuModel,
    crashes,
    ...officeDataCells(lastIds, voucher),
    client_last_name: client.name.lastName,
    client_first_name: client.name.firstName,
    client_middle_name: client.name.middleName,
    secondary_phone_number: client.secondPhone,
    country: 'RU',
    zip_code: client.address.zipCode,
    birthday_date: dayOf(client.birthDate),
    first_driving_license_date: dayOf(client.licenceDate),
    vehicle_registration_date: registration_date ?? null,
    ...vehiclePapers,
  };
};

const officeDataCells = (lastIds: LastIds, { officeData, company, contractBegin }: DemoVoucher): Row => ({
  serial: officeData.serial,
  contract_type_id: officeData.contractTypeId,
  contract_signature_date: dayOf(contractBegin),
  branch: officeData.branch,
  agent: officeData.agent,
  terminal_affiliation: officeData.affiliation,
  installation_center_id: officeData.appointment && centerId(lastIds, company, officeData.appointment.center),
  appointment_at: officeData.appointment?.at ?? null,
});

/**
 * Returns the row of the object (the vehicle under the voucher). It exists from the voucher's creation to its closure.
 */
const objectRow = (lastIds: LastIds, voucher: DemoVoucher): Row => ({
  company_id: lastIds.company + voucher.company + 1,
  object_id: voucher.objectId,
  voucher_id: lastIds.voucher + voucher.index + 1,
  vehicle_id: lastIds.vehicle + voucher.index + 1,
  from_at: voucher.createdAt,
  to_at: voucher.closedAt,
});

/**
 * Rows for the periods in which a device was assigned to a voucher. A suspended voucher was suspended when its device
 * fell silent.
 */
function* periodRows(lastIds: LastIds, voucher: DemoVoucher): Generator<Row> {
  const { imei, activatedAt, closedAt, stage, silentSince } = voucher;
  if (imei === null || activatedAt === null) return;
  const periodRow = (from: Date, to: Date | null, scored: boolean): Row => ({
    company_id: lastIds.company + voucher.company + 1,
    imei,
    voucher_id: lastIds.voucher + voucher.index + 1,
    object_id: voucher.objectId,
    from_at: from,
    to_at: to,
    scored,
  });
  const suspendedAt = stage === 'suspended' && silentSince && silentSince > activatedAt ? silentSince : null;
  yield periodRow(activatedAt, suspendedAt ?? closedAt, true);
  if (suspendedAt) yield periodRow(suspendedAt, null, false);
}

function* periodsOf(lastIds: LastIds, vouchers: Iterable<DemoVoucher>): Generator<Row> {
  for (const voucher of vouchers) yield* periodRows(lastIds, voucher);
}

const deviceRow = (lastIds: LastIds, voucher: DemoVoucher, models: ReadonlyMap<string, number>): Row | null =>
  voucher.imei === null
    ? null
    : {
        imei: voucher.imei,
        company_id: lastIds.company + voucher.company + 1,
        sim_number: voucher.simNumber,
        obu_brand: voucher.obuBrand,
        obu_model: voucher.obuModel,
        obu_model_id: models.get(`${voucher.obuBrand} ${voucher.obuModel}`) ?? null,
        affiliation: affiliationOfCode(voucher.officeData.affiliation) ?? 'insurer',
        created_at: voucher.createdAt,
      };

/**
 * Clients, vehicles, devices and vouchers of the copies; rows are generated lazily.
 * @param crashesOf number of accidents of a voucher, by its place within its copy.
 * @param models ids of device models, by brand and model.
 */
export function* voucherTables(
  world: World,
  lastIds: LastIds,
  range: CopyRange,
  crashesOf: (slot: number) => number,
  models: ReadonlyMap<string, number> = new Map(),
): Generator<TableRows> {
  const vouchers = () => generateVouchers(world, range);
  yield {
    table: 'client',
    rows: mapRows(copyIndexes(range, clientsPerCopy), index => clientRow(world, lastIds, index)),
  };
  yield {
    table: 'vehicle',
    rows: mapRows(vouchers(), voucher => vehicleRow(lastIds, voucher)),
  };
  yield {
    table: 'device',
    rows: mapRows(vouchers(), voucher => deviceRow(lastIds, voucher, models)),
  };
  yield {
    table: 'voucher',
    rows: mapRows(vouchers(), voucher => voucherRow(lastIds, voucher, crashesOf(voucher.index % vouchersPerCopy))),
  };
  yield {
    table: 'monitored_object',
    rows: mapRows(vouchers(), voucher => objectRow(lastIds, voucher)),
  };
  yield {
    table: 'device_period',
    rows: periodsOf(lastIds, vouchers()),
  };
}

function* generateVouchers(world: World, range: CopyRange): Generator<DemoVoucher> {
  for (const index of copyIndexes(range, vouchersPerCopy)) yield voucherOf(world, index);
}
