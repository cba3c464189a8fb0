import { fullName } from './names.ts';
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

/** Copies `from` up to but not including `to` of the base portfolio. */
export type CopyRange = { from: number; to: number };

function* indexes({ from, to }: CopyRange, perCopy: number): Generator<number> {
  for (let index = from * perCopy; index < to * perCopy; index++) yield index;
}

function* mapped<T>(values: Iterable<T>, toRow: (value: T) => readonly Cell[] | null): Generator<readonly Cell[]> {
  for (const value of values) {
    const row = toRow(value);
    if (row) yield row;
  }
}

const clientRow = (world: World, last: LastIds, index: number): Cell[] => {
  const client = clientOf(world, index);
  return [
    last.company + client.company + 1,
    last.client + index + 1,
    client.name.lastName,
    client.name.firstName,
    client.name.middleName,
    client.phone,
    client.secondPhone,
    client.email,
    dayOf(client.birthDate),
    dayOf(client.licenceDate),
    client.name.gender,
    client.address.city,
    client.address.zipCode,
    client.address.street,
    client.vip,
    client.createdAt,
  ];
};

const vehicleRow = (last: LastIds, voucher: DemoVoucher): Cell[] => [
  last.company + voucher.company + 1,
  last.vehicle + voucher.index + 1,
  voucher.vehicle.brand,
  voucher.vehicle.model,
  voucher.vehicle.year,
  voucher.vehicle.color,
  voucher.vehicle.regNumber,
  voucher.vehicle.vin,
  voucher.createdAt,
];

const voucherRow = (last: LastIds, voucher: DemoVoucher, crashes: number): Cell[] => {
  const { client, vehicle } = voucher;
  return [
    last.company + voucher.company + 1,
    last.voucher + voucher.index + 1,
    voucher.objectId,
    voucher.number,
    voucher.contractNumber,
    voucher.policyNumber,
    dayOf(voucher.contractBegin),
    dayOf(voucher.contractEnd),
    last.client + clientIndexOf(voucher.index) + 1,
    last.vehicle + voucher.index + 1,
    voucher.imei,
    voucher.cycle,
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
    voucher.simNumber,
    voucher.obuBrand,
    voucher.obuModel,
    crashes,
  ];
};

/**
 * Clients, vehicles, devices and vouchers of the copies; rows are generated lazily.
 * @param crashesOf number of accidents of a voucher, by its place within its copy.
 */
export function* voucherTables(
  world: World,
  last: LastIds,
  range: CopyRange,
  crashesOf: (slot: number) => number,
): Generator<TableRows> {
  const vouchers = () => mappedVouchers(world, range);
  yield {
    table: 'client',
    columns: [
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
    ],
    rows: mapped(indexes(range, clientsPerCopy), index => clientRow(world, last, index)),
  };
  yield {
    table: 'vehicle',
    columns: ['company_id', 'id', 'brand', 'model', 'year', 'color', 'reg_number', 'vin', 'created_at'],
    rows: mapped(vouchers(), voucher => vehicleRow(last, voucher)),
  };
  yield {
    table: 'device',
    columns: ['imei', 'company_id', 'sim_number', 'obu_brand', 'obu_model', 'created_at'],
    rows: mapped(vouchers(), voucher =>
      voucher.imei === null
        ? null
        : [
            voucher.imei,
            last.company + voucher.company + 1,
            voucher.simNumber,
            voucher.obuBrand,
            voucher.obuModel,
            voucher.createdAt,
          ],
    ),
  };
  yield {
    table: 'voucher',
    columns: [
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
      'cycle',
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
    ],
    rows: mapped(vouchers(), voucher => voucherRow(last, voucher, crashesOf(voucher.index % vouchersPerCopy))),
  };
}

function* mappedVouchers(world: World, range: CopyRange): Generator<DemoVoucher> {
  for (const index of indexes(range, vouchersPerCopy)) yield voucherOf(world, index);
}
