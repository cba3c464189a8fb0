import Type from 'typebox';
import { type AccessByResource, rights } from '../access.ts';
import type { Call } from '../call.ts';
import { Id, IdParams, Moment, nullable, Option, tableOf } from '../shapes/common.ts';
import { Month } from '../shapes/statistics.ts';
import {
  ContractPart,
  DeviceAttach,
  DeviceDetach,
  DevicePart,
  ExplainedVoucherProperties,
  HistoryRow,
  ObuAttach,
  ObuDetach,
  VehicleChange,
  VehiclePart,
  VoucherAccident,
  VoucherClose,
  VoucherCreate,
  VoucherCreated,
  VoucherDetailProperties,
  VoucherExtended,
  VoucherExtraProperties,
  VoucherOption,
} from '../shapes/voucher.ts';

const tag = 'Vouchers';
const accessTo = <V extends AccessByResource['verb']>(verb: V) => ({ resource: 'vouchers', verb }) as const;

const listCall = {
  tag,
  title: 'List vouchers',
  purpose: 'Vouchers of the company.',
  access: accessTo('list'),
  table: 'vouchers',
  extraProperties: VoucherExtraProperties,
} as const;

const clientVouchersCall = {
  tag,
  title: 'List vouchers of a client',
  purpose: 'All vouchers of a client, including closed ones, newest first.',
  access: accessTo('list'),
  query: Type.Object({ clientId: Id }),
  rowsOf: 'vouchers',
  extraProperties: VoucherExtraProperties,
} as const;

const createCall = {
  tag,
  title: 'Create a voucher',
  purpose: 'Create a voucher with its client, vehicle and device. Quarantined data of the device is applied.',
  access: accessTo('create'),
  body: VoucherCreate,
  answer: VoucherCreated,
  status: 201,
} as const;

const detailsCall = {
  tag,
  title: 'Read a voucher',
  purpose: 'One voucher with its client, vehicle, device and driving figures. Unknown figures are null.',
  access: accessTo('one'),
  record: 'vouchers',
} as const;

const oneVoucher = { tag, access: accessTo('one'), params: IdParams } as const;
const moveCall = { tag, access: accessTo('update') } as const;
const closePurpose = 'Close a voucher. The device becomes free, later telemetry does not count, accidents stay.';
const attachPurpose =
  'Attach a device to the voucher. With `Swap` it replaces the present device; that needs a `Reason`.';
const detachPurpose = 'Detach the device from the voucher. The device becomes free.';
const changeVehiclePurpose =
  'Replace the vehicle under the same contract. A new object begins; the old object keeps its trips and score.';
const imeiListCall = {
  tag: 'Devices',
  title: 'Find a device by IMEI',
  purpose:
    'Devices of the company, 50 at most, the best match first. `Id` as in `Device/{id}`, `Title` is the IMEI. `free`: only devices that can be attached.',
  access: accessTo('list'),
  query: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 40 })),
    free: Type.Optional(Type.Boolean()),
  }),
  answer: Type.Array(Option),
} as const;

export const voucherCalls = {
  'GET /api/v2/Voucher/table': listCall,
  'GET /api/vouchers': { ...listCall, title: 'List vouchers (legacy)' },
  'GET /api/v2/Voucher/client': clientVouchersCall,
  'GET /api/client/vouchers': { ...clientVouchersCall, title: 'List vouchers of a client (legacy)' },
  'POST /api/v2/Voucher': createCall,
  'POST /api/voucher': { ...createCall, title: 'Create a voucher (legacy)' },
  'POST /api/voucher1': {
    tag,
    title: 'Create a voucher from flat fields',
    purpose:
      'The same as one flat object with the column names of the voucher row. `ClientName` may replace the separate name fields.',
    access: accessTo('create'),
    creates: 'vouchers',
    body: Type.Object({ ClientName: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })) }),
    answer: VoucherCreated,
    status: 201,
  },
  'GET /api/v2/Voucher/free': {
    tag,
    title: 'Check a number, a VIN or a brand',
    purpose:
      'Tells whether the number is free in the company, and returns a number that looks the same: Latin `HH-005` for Cyrillic `НН-005`. A VIN is always free: `Doubt` names another voucher with the VIN that is not closed. So is a brand: `Doubt` names the spelling of the dictionary.',
    access: accessTo('create'),
    query: Type.Object({
      value: Type.String({ minLength: 1, maxLength: 100 }),
      field: Type.Optional(
        Type.Enum(['VoucherNumber', 'VIN', 'VehicleBrand'], {
          description: 'Field of the value; absent: VoucherNumber',
        }),
      ),
      except: Type.Optional(Id),
    }),
    answer: Type.Object({
      Free: Type.Boolean(),
      Alike: nullable(Type.String()),
      /** Sentence in the language of the request about another record with this value, or about its spelling. Null: no doubt. */
      Doubt: nullable(Type.String()),
    }),
  },
  'GET /api/v2/Voucher/pick': {
    tag,
    title: 'Find a voucher to pick',
    purpose: 'Vouchers that match a number, plate, client or phone, 10 at most. Used when an accident is reported.',
    access: { resource: 'accidents', verb: 'create' },
    query: Type.Object({ search: Type.String({ minLength: 2, maxLength: 100 }) }),
    answer: Type.Array(VoucherOption),
  },
  'GET /api/v2/Client/pick': {
    tag: 'Clients',
    title: 'Find a client to pick',
    purpose: 'Clients that match a name or a phone, 20 at most, or the client with this id.',
    access: accessTo('create'),
    query: Type.Object({ search: Type.Optional(Type.String({ maxLength: 100 })), id: Type.Optional(Id) }),
    answer: Type.Array(Option),
  },
  'GET /api/v2/Voucher/{id}/details': { ...detailsCall, params: IdParams, extraProperties: VoucherDetailProperties },
  'GET /api/v2.1/Voucher/{id}/details': {
    ...detailsCall,
    title: 'Read a voucher with its score explained',
    params: IdParams,
    extraProperties: ExplainedVoucherProperties,
  },
  'GET /api/voucher/details': {
    ...detailsCall,
    title: 'Read a voucher (legacy)',
    query: Type.Object({ id: Id }),
    extraProperties: VoucherDetailProperties,
  },
  'GET /api/v2/Voucher/{id}/extended': {
    ...oneVoucher,
    title: 'Read a voucher with all parts',
    purpose: 'Contract, client, vehicle, device with its periods, accidents and figures, each with its `Version`.',
    answer: VoucherExtended,
  },
  'GET /api/v2/Voucher/{id}/contract': {
    ...oneVoucher,
    title: 'Read the contract of a voucher',
    purpose: 'The contract of the voucher.',
    answer: ContractPart,
  },
  'GET /api/v2/Voucher/{id}/vehicle': {
    ...oneVoucher,
    title: 'Read the vehicle of a voucher',
    purpose: 'The present vehicle of the voucher.',
    answer: VehiclePart,
  },
  'GET /api/v2/Voucher/{id}/device': {
    ...oneVoucher,
    title: 'Read the device of a voucher',
    purpose: 'The present device of the voucher, and the earlier periods of devices and vehicles.',
    answer: DevicePart,
  },
  'GET /api/v2/Voucher/{id}/accidents': {
    ...oneVoucher,
    title: 'List accidents of a voucher',
    purpose: 'The last hundred accidents of the voucher, newest first.',
    answer: tableOf(VoucherAccident),
  },
  'POST /api/v2/Voucher/{id}/vehicle': {
    ...moveCall,
    title: 'Change the vehicle',
    purpose: changeVehiclePurpose,
    params: IdParams,
    body: VehicleChange,
    acceptsIdempotencyKey: true,
    answer: VehiclePart,
  },
  'POST /api/vehicleChange1': {
    ...moveCall,
    title: 'Change the vehicle by flat fields',
    purpose: `${changeVehiclePurpose} With the column names of the voucher row.`,
    lifeCycleMove: { resource: 'vouchers', move: 'changeVehicle' },
    body: Type.Object({ VoucherId: Id }),
    acceptsIdempotencyKey: true,
    answer: VehiclePart,
  },
  'POST /api/v2/Voucher/{id}/close': {
    ...moveCall,
    title: 'Close a voucher',
    purpose: closePurpose,
    params: IdParams,
    body: VoucherClose,
    record: 'vouchers',
    extraProperties: VoucherExtraProperties,
  },
  'GET /api/voucher/close': {
    ...moveCall,
    title: 'Close a voucher by GET',
    purpose: closePurpose,
    changesData: true,
    query: Type.Object({
      id: Id,
      reason: Type.String({ minLength: 1, maxLength: 500 }),
      date: Type.Optional(Moment),
    }),
    record: 'vouchers',
    extraProperties: VoucherExtraProperties,
  },
  'POST /api/v2/Voucher/{id}/device/attach': {
    ...moveCall,
    title: 'Attach a device',
    purpose: attachPurpose,
    params: IdParams,
    body: DeviceAttach,
    answer: DevicePart,
  },
  'POST /api/obuAttach': {
    ...moveCall,
    title: 'Attach a device by flat fields',
    purpose: attachPurpose,
    body: ObuAttach,
    answer: DevicePart,
  },
  'POST /api/v2/Voucher/{id}/device/dettach': {
    ...moveCall,
    title: 'Detach the device',
    purpose: detachPurpose,
    params: IdParams,
    body: DeviceDetach,
    answer: DevicePart,
  },
  'POST /api/obuDetach': {
    ...moveCall,
    title: 'Detach the device by flat fields',
    purpose: detachPurpose,
    body: ObuDetach,
    answer: DevicePart,
  },
  'GET /api/voucher/history/{id}': {
    ...oneVoucher,
    title: 'Read the history of a voucher',
    purpose: 'Changes of the voucher, its contract, vehicle and device, newest first.',
    answer: Type.Array(HistoryRow),
  },
  'GET /api/v2/Device/list/imei': imeiListCall,
  'GET /api/imeilist': { ...imeiListCall, title: 'Find a device by IMEI (legacy)' },
} as const satisfies { readonly [key: string]: Call };

const MonthQuery = Type.Object({ month: Month });

/**
 * Calls for billing. A voucher counts in a month if the month has at least one billed day of the voucher. Days are days
 * in the company's time zone.
 */
export const billingCalls = {
  'GET /api/v2/Billing/vouchers/count': {
    tag: 'Billing',
    title: 'Count billed vouchers',
    purpose:
      'Numbers of vouchers that were active, began and ended in a month, and the sum of their days. Days on which a voucher was suspended or had no device do not count.',
    access: rights.billing,
    query: MonthQuery,
    answer: Type.Object({
      Month,
      Active: Type.Integer({ minimum: 0 }),
      Began: Type.Integer({ minimum: 0 }),
      Ended: Type.Integer({ minimum: 0 }),
      VoucherDays: Type.Integer({ minimum: 0 }),
    }),
  },
  'GET /api/v2/Billing/vouchers/details': {
    tag: 'Billing',
    title: 'List billed vouchers',
    purpose: 'Vouchers that were active in a month, with the number of billed days.',
    access: { resource: 'billedVouchers', verb: 'list' },
    table: 'billedVouchers',
    query: MonthQuery,
  },
} as const;
