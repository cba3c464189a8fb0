import type { Values } from '../../../src/contract/describedTypes.ts';
import type { NewVehicle, VoucherCreate } from '../../../src/contract/shapes/voucher.ts';
import { readFullName } from '../../../src/schema/kinds/personName.ts';
import { DomainError, invalid } from '../../errors.ts';

/**
 * Members of the nested request body for a voucher, with their names in the flat body. The flat body uses the names of
 * a voucher's row.
 */
const clientNames = {
  LastName: 'ClientLastName',
  FirstName: 'ClientFirstName',
  MiddleName: 'ClientMiddleName',
  Phone: 'PhoneNumber',
  SecondPhone: 'SecondaryPhoneNumber',
  Country: 'Country',
  City: 'City',
  ZipCode: 'ZIPCode',
  BirthdayDate: 'BirthdayDate',
  FirstDrivingLicenseDate: 'FirstDrivingLicenseDate',
  Vip: 'Vip',
} as const;
const vehicleNames = {
  Brand: 'VehicleBrand',
  Model: 'VehicleModel',
  RegNumber: 'VehicleRegNumber',
  Vin: 'VIN',
  Year: 'VehicleYear',
  Color: 'VehicleColor',
  RegistrationDate: 'VehicleRegistrationDate',
  CarTypeId: 'CarTypeId',
  FuelTypeId: 'FuelTypeId',
  EmissionStandardId: 'EmissionStandardId',
} as const;

const renameFields = (values: Values, newNames: Readonly<Record<string, string>>): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [newNames[name] ?? name, value]));

export const flatVehicle = (vehicle: NewVehicle): Values => renameFields(vehicle, vehicleNames);

export const flatVoucher = ({
  Client = {} as never,
  Vehicle,
  Imei,
  ActivatedAt,
  ...voucher
}: VoucherCreate): Values => ({
  ...voucher,
  ...renameFields(Client, clientNames),
  ...flatVehicle(Vehicle),
  ...(Imei !== undefined && { IMEI: Imei }),
  ...(ActivatedAt !== undefined && { VoucherActivationDate: ActivatedAt }),
});

/** Names in the nested body of a voucher, by the names in the flat body. */
export const nestedNames: Readonly<Record<string, string>> = {
  IMEI: 'Imei',
  VoucherActivationDate: 'ActivatedAt',
  ...Object.fromEntries(Object.entries(clientNames).map(([nested, flat]) => [flat, `Client.${nested}`])),
  ...Object.fromEntries(Object.entries(vehicleNames).map(([nested, flat]) => [flat, `Vehicle.${nested}`])),
};

export const renameFaultFields = async <T>(
  newNames: Readonly<Record<string, string>>,
  promise: Promise<T>,
): Promise<T> =>
  promise.catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    const { fields, ...details } = error.details;
    throw new DomainError(error.code, {
      ...details,
      ...(fields && { fields: fields.map(fault => ({ ...fault, field: newNames[fault.field] ?? fault.field })) }),
    });
  });

/** Splits the `ClientName` of older clients into last, first and further names. */
export const splitClientName = ({ ClientName, ...flat }: Values): Values => {
  if (typeof ClientName !== 'string') return flat;
  if (flat.ClientLastName) throw invalid({ field: 'ClientName', message: 'once' });
  const [ClientLastName = '', ClientFirstName = '', ...furtherNames] = readFullName(ClientName).words;
  return { ...flat, ClientLastName, ClientFirstName, ClientMiddleName: furtherNames.join(' ') };
};
