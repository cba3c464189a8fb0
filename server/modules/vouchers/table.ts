import { vouchers } from '../../../src/resources/vouchers.ts';
import { defineTable } from '../../table/define.ts';

export const vouchersTable = defineTable(vouchers, {
  from: 'voucher',
  select: `id as "Id", object_id as "ObjectId", number as "VoucherNumber", created_at as "VoucherCreationDate",
    activated_at as "VoucherActivationDate", closed_at as "VoucherClosureDate", contract_number as "ContractNumber",
    policy_number as "PolicyNumber", contract_begin as "ContractBeginDate", contract_end as "ContractEndDate",
    client_name as "ClientName", client_phone as "PhoneNumber", city as "City", reg_number as "VehicleRegNumber",
    vin as "VIN", vehicle_brand as "VehicleBrand", vehicle_model as "VehicleModel", vehicle_year as "VehicleYear",
    vehicle_color as "VehicleColor", coalesce(imei, '') as "IMEI", sim_number as "DeviceSimNumber",
    obu_brand as "ObuBrand", obu_model as "ObuModel", cycle as "VoucherStatusCycle", crashes as "Crashes",
    vip as "Vip", version as "Version"`,
  nullable: ['VoucherActivationDate'],
  columns: {
    VoucherNumber: 'number',
    VoucherActivationDate: 'activated_at',
    ClientName: 'client_name',
    PhoneNumber: 'client_phone',
    VehicleBrand: 'vehicle_brand',
    VehicleModel: 'vehicle_model',
    VehicleRegNumber: 'reg_number',
    VIN: 'vin',
    IMEI: 'imei',
    City: 'city',
    Crashes: 'crashes',
    Vip: 'vip',
  },
  present: (row, { companyName }) => {
    row.CompanyName = companyName;
  },
});
