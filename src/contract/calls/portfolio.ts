import Type from 'typebox';
import { Day, Id, ObjectId, tableOf } from '../shapes/common.ts';
import { TripDetail, TripRow } from '../shapes/telemetry.ts';
import { VoucherCreate, VoucherCreated, VoucherKeys, VoucherPick } from '../shapes/voucher.ts';

export const portfolioCalls = {
  'GET /api/v2/Voucher/table': {
    tag: 'Vouchers',
    title: 'List vouchers',
    purpose: 'Vouchers of the company.',
    access: { resource: 'vouchers', verb: 'list' },
    table: 'vouchers',
    beside: VoucherKeys,
  },
  'POST /api/v2/Voucher': {
    tag: 'Vouchers',
    title: 'Create a voucher',
    purpose: 'Create a voucher with its client, vehicle and device. Messages quarantined for the device are applied.',
    access: { resource: 'vouchers', verb: 'create' },
    body: VoucherCreate,
    answer: VoucherCreated,
    status: 201,
  },
  'GET /api/v2/Voucher/pick': {
    tag: 'Vouchers',
    title: 'Find a voucher to pick',
    purpose: 'Up to ten vouchers matching a number, plate, client or phone, to choose one for a new accident.',
    access: { resource: 'accidents', verb: 'create' },
    query: Type.Object({ search: Type.String({ minLength: 2, maxLength: 100 }) }),
    answer: Type.Array(VoucherPick),
  },
  'GET /api/v2/Voucher/{id}/details': {
    tag: 'Vouchers',
    title: 'Read a voucher',
    purpose: 'One voucher of the company, with the fields of its table row.',
    access: { resource: 'vouchers', verb: 'one' },
    params: Type.Object({ id: Id }),
    record: 'vouchers',
    beside: VoucherKeys,
  },
  'GET /api/v2/StatisticSummingTrip/list': {
    tag: 'Trips',
    title: 'List trips',
    purpose:
      'Trips of an object, newest first, between two days of its time zone. An OPERATOR: within two hours of the case in hand, else 403.',
    access: { resource: 'accidents', verb: 'one' },
    narrowedTo: 'case',
    query: Type.Object({
      objectId: ObjectId,
      from: Type.Optional(Day),
      to: Type.Optional(Day),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
    }),
    answer: tableOf(TripRow),
  },
  'GET /api/v2/StatisticSummingTrip/{id}': {
    tag: 'Trips',
    title: 'Read a trip',
    purpose: 'One trip with its track. An OPERATOR: within two hours of the case in hand, else 403.',
    access: { resource: 'accidents', verb: 'one' },
    narrowedTo: 'case',
    params: Type.Object({ id: Id }),
    query: Type.Object({ objectId: ObjectId }),
    answer: TripDetail,
  },
} as const;
