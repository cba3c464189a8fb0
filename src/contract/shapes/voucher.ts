import Type, { type Static } from 'typebox';
import type { RowOf } from '../call.ts';
import { Day, Id, Moment, ObjectId } from './common.ts';

/** Life cycle of a voucher, in order; the wire carries the number. */
export const voucherCycle = {
  created: 1,
  awaitingInstallation: 2,
  active: 3,
  suspended: 4,
  awaitingRemoval: 5,
  closed: 6,
} as const;

/** Properties of a voucher beside the described fields. */
export const VoucherKeys = Type.Object({ ObjectId, CompanyName: Type.String() });
export type VoucherRow = RowOf<'vouchers'> & Static<typeof VoucherKeys>;

/** What identifies a voucher in a picker. */
export const VoucherPick = Type.Object({
  Id,
  VoucherNumber: Type.String(),
  ClientName: Type.String(),
  VehicleRegNumber: Type.String(),
  VehicleBrand: Type.String(),
  VehicleModel: Type.String(),
});
export type VoucherPick = Static<typeof VoucherPick>;

const name = Type.String({ minLength: 1, maxLength: 100 });

/** A voucher with its client, vehicle and optional device, created in one transaction. */
export const VoucherCreate = Type.Object(
  {
    VoucherNumber: Type.String({ minLength: 1, maxLength: 40 }),
    ContractNumber: Type.Optional(Type.String({ maxLength: 60 })),
    PolicyNumber: Type.Optional(Type.String({ maxLength: 60 })),
    ContractBeginDate: Type.Optional(Day),
    ContractEndDate: Type.Optional(Day),
    Client: Type.Object(
      {
        LastName: name,
        FirstName: Type.Optional(Type.String({ maxLength: 100 })),
        MiddleName: Type.Optional(Type.String({ maxLength: 100 })),
        Phone: Type.Optional(Type.String({ maxLength: 20 })),
        City: Type.Optional(Type.String({ maxLength: 120 })),
      },
      { additionalProperties: false },
    ),
    Vehicle: Type.Object(
      {
        Brand: name,
        Model: Type.String({ maxLength: 100 }),
        RegNumber: Type.Optional(Type.String({ maxLength: 20 })),
        Vin: Type.Optional(Type.String({ maxLength: 17 })),
        Year: Type.Optional(Type.Integer({ minimum: 1950, maximum: 2100 })),
        Color: Type.Optional(Type.String({ maxLength: 60 })),
      },
      { additionalProperties: false },
    ),
    /** The device; added to stock if it is new. */
    Imei: Type.Optional(Type.String({ pattern: '^[0-9]{15}$' })),
    /** Start of the device's work; default: now. */
    ActivatedAt: Type.Optional(Moment),
  },
  { additionalProperties: false },
);
export type VoucherCreate = Static<typeof VoucherCreate>;

export const VoucherCreated = Type.Object({ Id, ObjectId, VoucherNumber: Type.String() });
