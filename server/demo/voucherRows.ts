import { affiliationOfCode } from '../../src/contract/states.ts';
import { fullName } from './names.ts';
import { centerId, vehicleDocumentsOf } from './officeData.ts';
import { type Cell, dayOf, type LastIds, type TableRows } from './rows.ts';
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

function* mapRows<T>(values: Iterable<T>, toRow: (value: T) => readonly Cell[] | null): Generator<readonly Cell[]> {
  for (const value of values) {
    const row = toRow(value);
    if (row) yield row;
  }
}

const clientRow = (world: World, lastIds: LastIds, index: number): Cell[] => {
  const client = clientOf(world, index);
  return [
    lastIds.company + client.company + 1,
    lastIds.client + index + 1,
    client.name.lastName,
    client.name.firstName,
    client.name.middleName,
    client.phone,
    client.secondPhone,
    client.email,
    dayOf(client.birthDate),
    dayOf(client.licenceDate),
    client.name.gender === 2 ? 'female' : 'male',
    client.address.city,
    client.address.zipCode,
    client.address.street,
    client.vip,
    client.createdAt,
  ];
};

/** Data from the vehicle's papers. The vehicle was registered in its model year. */
const vehicleCells = ({ vehicle: { model, year }, index }: DemoVoucher): Cell[] => {
  const { carTypeId, fuelTypeId, emissionStandardId } = vehicleDocumentsOf(model, year);
  const registrationDate = new Date(Date.UTC(year, index % 12, 1 + (index % 28)));
  return [dayOf(registrationDate), carTypeId, fuelTypeId, emissionStandardId];
};
const vehicleColumns = ['registration_date', 'car_type_id', 'fuel_type_id', 'emission_standard_id'] as const;

const vehicleRow = (lastIds: LastIds, voucher: DemoVoucher): Cell[] => [
  lastIds.company + voucher.company + 1,
  lastIds.vehicle + voucher.index + 1,
  voucher.vehicle.brand,
  voucher.vehicle.model,
  voucher.vehicle.year,
  voucher.vehicle.color,
  voucher.vehicle.regNumber,
  voucher.vehicle.vin,
  ...vehicleCells(voucher),
  voucher.createdAt,
];

const voucherRow = (lastIds: LastIds, voucher: DemoVoucher, crashes: number): Cell[] => {
  const { client, vehicle } = voucher;
  return [
    lastIds.company + voucher.company + 1,
    lastIds.voucher + voucher.index + 1,
    voucher.objectId,
    voucher.number,
    voucher.contractNumber,
    voucher.policyNumber,
    dayOf(voucher.contractBegin),
    dayOf(voucher.contractEnd),
    lastIds.client + clientIndexOf(voucher.index) + 1,
    lastIds.vehicle + voucher.index + 1,
    voucher.closedAt ? null : voucher.imei,
    voucher.stage,
    voucher.createdAt,
    voucher.activatedAt,
    voucher.closedAt,
    fullName(client.name),
    client.phone,
    client.address.city,
    client.vip,
    vehicle.brand,
    vehicle.model,
    vehicle.year,
    vehicle.color,
    vehicle.regNumber,
    vehicle.vin,
    ...(voucher.closedAt ? ['', '', ''] : [voucher.simNumber, voucher.obuBrand, voucher.obuModel]),
    crashes,
    ...officeDataCells(lastIds, voucher),
    client.name.lastName,
    client.name.firstName,
    client.name.middleName,
    client.secondPhone,
    'RU',
    client.address.zipCode,
    dayOf(client.birthDate),
    dayOf(client.licenceDate),
    ...vehicleCells(voucher),
  ];
};

const officeDataCells = (lastIds: LastIds, { officeData, company, contractBegin }: DemoVoucher): Cell[] => [
  officeData.serial,
  officeData.contractTypeId,
  dayOf(contractBegin),
  officeData.branch,
  officeData.agent,
  officeData.affiliation,
  officeData.appointment && centerId(lastIds, company, officeData.appointment.center),
  officeData.appointment?.at ?? null,
];

/**
 * Returns the row of the object (the vehicle under the voucher). It exists from the voucher's creation to its closure.
 */
const objectRow = (lastIds: LastIds, voucher: DemoVoucher): Cell[] => [
  lastIds.company + voucher.company + 1,
  voucher.objectId,
  lastIds.voucher + voucher.index + 1,
  lastIds.vehicle + voucher.index + 1,
  voucher.createdAt,
  voucher.closedAt,
];

/**
 * Rows for the periods in which a device was assigned to a voucher. A suspended voucher was suspended when its device
 * fell silent.
 */
function* periodRows(lastIds: LastIds, voucher: DemoVoucher): Generator<Cell[]> {
  const { imei, activatedAt, closedAt, stage, silentSince } = voucher;
  if (imei === null || activatedAt === null) return;
  const periodRow = (from: Date, to: Date | null, scored: boolean): Cell[] => [
    lastIds.company + voucher.company + 1,
    imei,
    lastIds.voucher + voucher.index + 1,
    voucher.objectId,
    from,
    to,
    scored,
  ];
  const suspendedAt = stage === 'suspended' && silentSince && silentSince > activatedAt ? silentSince : null;
  yield periodRow(activatedAt, suspendedAt ?? closedAt, true);
  if (suspendedAt) yield periodRow(suspendedAt, null, false);
}

function* periodsOf(lastIds: LastIds, vouchers: Iterable<DemoVoucher>): Generator<Cell[]> {
  for (const voucher of vouchers) yield* periodRows(lastIds, voucher);
}

/** Returns the row of the voucher's device. Null if it has none. */
const deviceRow = (lastIds: LastIds, voucher: DemoVoucher, models: ReadonlyMap<string, number>): Cell[] | null =>
  voucher.imei === null
    ? null
    : [
        voucher.imei,
        lastIds.company + voucher.company + 1,
        voucher.simNumber,
        voucher.obuBrand,
        voucher.obuModel,
        models.get(`${voucher.obuBrand} ${voucher.obuModel}`) ?? null,
        affiliationOfCode(voucher.officeData.affiliation) ?? 'insurer',
        voucher.createdAt,
      ];

/** Columns of clients and vouchers, in the order of the values from `clientRow` and `voucherRow`. */
const clientColumns = [
  'company_id',
  'id',
  'last_name',
  'first_name',
  'middle_name',
  'phone',
  'second_phone',
  'email',
  'birth_date',
  'licence_date',
  'gender',
  'city',
  'zip_code',
  'street',
  'vip',
  'created_at',
];
const voucherColumns = [
  'company_id',
  'id',
  'object_id',
  'number',
  'contract_number',
  'policy_number',
  'contract_begin',
  'contract_end',
  'client_id',
  'vehicle_id',
  'imei',
  'stage',
  'created_at',
  'activated_at',
  'closed_at',
  'client_name',
  'client_phone',
  'city',
  'vip',
  'vehicle_brand',
  'vehicle_model',
  'vehicle_year',
  'vehicle_color',
  'reg_number',
  'vin',
  'sim_number',
  'obu_brand',
  'obu_model',
  'crashes',
  'serial',
  'contract_type_id',
  'contract_signature_date',
  'branch',
  'agent',
  'terminal_affiliation',
  'installation_center_id',
  'appointment_at',
  'client_last_name',
  'client_first_name',
  'client_middle_name',
  'secondary_phone_number',
  'country',
  'zip_code',
  'birthday_date',
  'first_driving_license_date',
  'vehicle_registration_date',
  'car_type_id',
  'fuel_type_id',
  'emission_standard_id',
];

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
    columns: clientColumns,
    rows: mapRows(copyIndexes(range, clientsPerCopy), index => clientRow(world, lastIds, index)),
  };
  yield {
    table: 'vehicle',
    columns: [
      'company_id',
      'id',
      'brand',
      'model',
      'year',
      'color',
      'reg_number',
      'vin',
      ...vehicleColumns,
      'created_at',
    ],
    rows: mapRows(vouchers(), voucher => vehicleRow(lastIds, voucher)),
  };
  yield {
    table: 'device',
    columns: 'imei company_id sim_number obu_brand obu_model obu_model_id affiliation created_at'.split(' '),
    rows: mapRows(vouchers(), voucher => deviceRow(lastIds, voucher, models)),
  };
  yield {
    table: 'voucher',
    columns: voucherColumns,
    rows: mapRows(vouchers(), voucher => voucherRow(lastIds, voucher, crashesOf(voucher.index % vouchersPerCopy))),
  };
  yield {
    table: 'monitored_object',
    columns: ['company_id', 'object_id', 'voucher_id', 'vehicle_id', 'from_at', 'to_at'],
    rows: mapRows(vouchers(), voucher => objectRow(lastIds, voucher)),
  };
  yield {
    table: 'device_period',
    columns: ['company_id', 'imei', 'voucher_id', 'object_id', 'from_at', 'to_at', 'scored'],
    rows: periodsOf(lastIds, vouchers()),
  };
}

function* generateVouchers(world: World, range: CopyRange): Generator<DemoVoucher> {
  for (const index of copyIndexes(range, vouchersPerCopy)) yield voucherOf(world, index);
}
