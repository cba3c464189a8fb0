import { managers } from '../contract/access.ts';
import { defineResource } from '../schema/define.ts';
import type { TypesOf } from '../schema/types.ts';
import { voucherFields } from './vouchers/fields.ts';
import { voucherMoves, voucherStates } from './vouchers/states.ts';

/** Stage of a voucher's life cycle. */
export type VoucherStage = (typeof voucherFields.Status.choices)[number];

export const vouchers = defineResource({
  name: 'vouchers',
  entity: 'voucher',
  invalidates: ['voucher', 'billing'],
  label: {
    ru: { title: 'Ваучеры', one: 'ваучер', few: 'ваучера', many: 'ваучеров', add: 'Добавить ваучер' },
    en: { title: 'Vouchers', one: 'voucher', other: 'vouchers', add: 'Add a voucher' },
  },
  title: 'VoucherNumber',
  calls: {
    list: 'GET /api/v2/Voucher/table',
    one: 'GET /api/v2/Voucher/{id}/details',
    create: 'POST /api/voucher1',
  },
  emptyTexts: true,
  fields: voucherFields,
  list: {
    columns: [
      'VoucherNumber',
      'Status',
      'VoucherActivationDate',
      'ClientName',
      'VehicleBrand',
      'VehicleModel',
      'VehicleRegNumber',
      'IMEI',
      'Crashes',
    ],
    sort: 'VoucherActivationDate-desc',
    search: ['VoucherNumber', 'ClientName', 'VehicleRegNumber', 'IMEI', 'PhoneNumber', 'VIN'],
    card: {
      title: 'VoucherNumber',
      subtitle: 'VoucherActivationDate',
      badge: 'Status',
      summary: [
        ['ClientName', 'PhoneNumber'],
        ['VehicleBrand', 'VehicleModel', 'VehicleRegNumber'],
      ],
      lines: ['IMEI'],
    },
    rowPath: '/cabinet/cards/{Id}/',
  },
  form: {
    draft: true,
    steps: [
      {
        title: { ru: 'Клиент', en: 'Client' },
        rows: [
          'ClientId',
          ['ClientLastName', 'ClientFirstName', 'ClientMiddleName'],
          ['PhoneNumber', 'SecondaryPhoneNumber'],
          ['BirthdayDate', 'FirstDrivingLicenseDate'],
          ['Country', 'City', 'ZIPCode'],
          'Vip',
        ],
      },
      {
        title: { ru: 'Автомобиль', en: 'Vehicle' },
        rows: [
          ['VehicleBrand', 'VehicleModel'],
          ['VehicleRegNumber', 'VIN'],
          ['VehicleYear', 'VehicleColor', 'VehicleRegistrationDate'],
          ['CarType', 'FuelType', 'EmissionStandard'],
        ],
      },
      {
        title: { ru: 'Договор', en: 'Contract' },
        rows: [
          ['VoucherNumber', 'Number'],
          ['ContractType', 'ContractNumber', 'PolicyNumber'],
          ['ContractSignatureDate', 'ContractBeginDate', 'ContractEndDate'],
          ['Branch', 'Agent', 'GroupId'],
        ],
      },
      {
        title: { ru: 'Устройство', en: 'Device' },
        rows: [['IMEI', 'VoucherActivationDate'], 'Affiliation'],
      },
    ],
  },
  rules: [
    { field: 'ContractEndDate', notBefore: 'ContractBeginDate' },
    { field: 'ContractSignatureDate', notAfter: 'ContractEndDate' },
    {
      field: 'FirstDrivingLicenseDate',
      notBefore: 'BirthdayDate',
      years: { count: 16, message: 'licenceBefore16' },
    },
  ],
  headFields: ['ClientName', 'VehicleRegNumber', 'VehicleBrand', 'VehicleModel'],
  headPart: 'voucherScore',
  record: {
    tabs: {
      contract: {
        title: { ru: 'Договор', en: 'Contract' },
        sections: [
          {
            title: { ru: 'Договор', en: 'Contract' },
            fields: [
              'VoucherNumber',
              'Number',
              'Status',
              'ContractType',
              'ContractState',
              'ContractNumber',
              'PolicyNumber',
              'ContractSignatureDate',
              'ContractBeginDate',
              'ContractEndDate',
              'Branch',
              'Agent',
              'GroupId',
              'VoucherCreationDate',
              'VoucherActivationDate',
              'VoucherClosureDate',
              'InstallationCenter',
              'AppointmentAt',
            ],
          },
          {
            title: { ru: 'Клиент', en: 'Client' },
            fields: [
              'ClientName',
              'PhoneNumber',
              'SecondaryPhoneNumber',
              'Country',
              'City',
              'ZIPCode',
              'BirthdayDate',
              'FirstDrivingLicenseDate',
              'DrivingExperience',
              'Vip',
            ],
          },
        ],
      },
      vehicle: {
        title: { ru: 'Автомобиль', en: 'Vehicle' },
        sections: [
          {
            title: { ru: 'Автомобиль', en: 'Vehicle' },
            fields: [
              'VehicleBrand',
              'VehicleModel',
              'VehicleRegNumber',
              'VIN',
              'VehicleYear',
              'VehicleColor',
              'VehicleRegistrationDate',
              'CarType',
              'FuelType',
              'EmissionStandard',
            ],
          },
        ],
      },
      device: { title: { ru: 'Устройство', en: 'Device' }, page: 'voucherDevice' },
      accidents: { title: { ru: 'Аварии', en: 'Accidents' }, page: 'voucherAccidents' },
      scoring: { title: { ru: 'Скоринг', en: 'Scoring' }, page: 'voucherScoring' },
      history: { title: { ru: 'История', en: 'History' }, part: 'history' },
    },
  },
  states: voucherStates,
  actions: {
    ...voucherMoves,
    setContractType: {
      label: { ru: 'Сменить вид договора', en: 'Change contract type' },
      roles: managers,
      dialog: { fields: { ContractType: { ...voucherFields.ContractType, required: true } }, form: ['ContractType'] },
      valuesToWrite: 'dialog',
      bulk: true,
      undoMinutes: 10,
    },
    setAgent: {
      label: { ru: 'Сменить агента', en: 'Change agent' },
      roles: managers,
      dialog: { fields: { Agent: { ...voucherFields.Agent, required: true } }, form: ['Agent'] },
      valuesToWrite: 'dialog',
      bulk: true,
      undoMinutes: 10,
    },
    setBranch: {
      label: { ru: 'Сменить филиал', en: 'Change branch' },
      roles: managers,
      dialog: { fields: { Branch: { ...voucherFields.Branch, required: true } }, form: ['Branch'] },
      valuesToWrite: 'dialog',
      bulk: true,
      undoMinutes: 10,
    },
  },
  imports: {
    duplicateFields: ['VIN'],
    headings: () => import('./vouchers/headings.ts').then(({ voucherHeadings }) => voucherHeadings),
  },
  globalSearch: {
    order: 1,
    icon: 'voucher',
    numberWords: ['ваучер*', 'полис*', 'договор*', 'voucher*', 'contract*', 'polic*'],
  },
  access: { read: managers, create: managers, update: managers },
});

declare module '../contract/describedTypes.ts' {
  interface DescribedTypes {
    vouchers: TypesOf<typeof vouchers>;
  }
}
