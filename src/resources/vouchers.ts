import { managers } from '../contract/access.ts';
import { contractStates } from '../contract/states.ts';
import { defineResource } from './define.ts';
import { f } from './fields.ts';
import type { TypesOf } from './types.ts';
import { voucherStates } from './voucherStates.ts';

export const vouchers = defineResource({
  name: 'vouchers',
  entity: 'voucher',
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
  fields: {
    VoucherNumber: f.text({
      label: { ru: 'Номер ваучера', en: 'Voucher no.' },
      required: true,
      unique: true,
      freeCall: 'GET /api/v2/Voucher/free',
      maxLength: 40,
      sortable: true,
      filterable: true,
    }),
    Number: f.text({
      label: { ru: 'Номер страховщика', en: 'Insurer’s no.' },
      help: { ru: 'Порядковый номер в учёте страховщика', en: 'Serial number in the insurer’s own books' },
      maxLength: 40,
      sortable: true,
      filterable: true,
    }),
    Status: f.status({
      label: { ru: 'Стадия', en: 'Stage' },
      choices: ['created', 'awaitingInstallation', 'active', 'suspended', 'awaitingRemoval', 'closed'],
      choiceLabels: {
        created: { ru: 'создан', en: 'created' },
        awaitingInstallation: { ru: 'ждёт установки', en: 'awaiting installation' },
        active: { ru: 'действует', en: 'active' },
        suspended: { ru: 'приостановлен', en: 'suspended' },
        awaitingRemoval: { ru: 'ждёт снятия', en: 'awaiting removal' },
        closed: { ru: 'закрыт', en: 'closed' },
      },
      required: true,
      sortable: true,
      filterable: true,
      widthCh: 14,
    }),
    VoucherActivationDate: f.dateTime({
      label: { ru: 'Активирован', en: 'Activated' },
      fullLabel: { ru: 'Прибор работает с', en: 'Device at work since' },
      help: { ru: 'Сейчас, если не указано', en: 'Now, unless said otherwise' },
      write: 'create',
      sortable: true,
      filterable: true,
    }),
    ClientName: f.text({ label: { ru: 'Клиент', en: 'Client' }, sortable: true, widthCh: 22 }),
    PhoneNumber: f.phone({ label: { ru: 'Телефон', en: 'Phone' }, unless: 'ClientId', maxLength: 20 }),
    VehicleBrand: f.text({
      label: { ru: 'Марка', en: 'Brand' },
      required: true,
      maxLength: 100,
      offers: { call: 'GET /api/v2/Info/vehicleBrands' },
      sortable: true,
      filterable: true,
    }),
    VehicleModel: f.text({
      label: { ru: 'Модель', en: 'Model' },
      maxLength: 100,
      offers: {
        call: 'GET /api/v2/Info/vehicleModels',
        within: { field: 'VehicleBrand', parameter: 'brand' },
      },
      sortable: true,
    }),
    VehicleRegNumber: f.plate({
      label: { ru: 'Госномер', en: 'Plate' },
      help: { ru: 'Например: А123ВС77', en: 'For example: A123BC77' },
      maxLength: 20,
      sortable: true,
    }),
    VIN: f.vin({ label: { ru: 'VIN', en: 'VIN' }, maxLength: 25 }),
    IMEI: f.imei({
      label: { ru: 'IMEI прибора', en: 'Device IMEI' },
      help: {
        ru: 'Свободный прибор со склада или новый. Можно установить и позже.',
        en: 'A free device in stock, or a new one. It can be fitted later, too.',
      },
      write: 'create',
      offers: { call: 'GET /api/v2/Device/list/imei', query: { free: true }, search: 'search' },
    }),
    City: f.text({ label: { ru: 'Город', en: 'City' }, unless: 'ClientId', maxLength: 120, filterable: true }),
    Crashes: f.number({
      label: { ru: 'Аварий', en: 'Accidents' },
      required: true,
      integer: true,
      sortable: true,
      filterable: true,
    }),
    Vip: f.boolean({ label: { ru: 'VIP', en: 'VIP' }, unless: 'ClientId', filterable: true }),
    VoucherCreationDate: f.dateTime({ label: { ru: 'Создан', en: 'Created' }, required: true, sortable: true }),
    VoucherClosureDate: f.dateTime({ label: { ru: 'Закрыт', en: 'Closed' } }),
    ContractNumber: f.text({ label: { ru: 'Номер договора', en: 'Contract no.' }, maxLength: 60 }),
    ContractType: f.option({
      label: { ru: 'Вид договора', en: 'Contract type' },
      dictionary: 'contractTypes',
      idField: 'ContractTypeId',
      filterable: true,
      widthCh: 18,
    }),
    ContractState: f.status({
      label: { ru: 'Договор', en: 'Contract' },
      fullLabel: { ru: 'Состояние договора', en: 'State of the contract' },
      choices: contractStates,
      choiceLabels: {
        draft: { ru: 'не начался', en: 'not begun' },
        inForce: { ru: 'действует', en: 'in force' },
        ending: { ru: 'истекает', en: 'ending' },
        ended: { ru: 'истёк', en: 'ended' },
        terminated: { ru: 'расторгнут', en: 'terminated' },
      },
      derived: true,
      nullable: true,
    }),
    /** Place of `ContractState` among its choices, from 1. */
    ContractStatus: f.number({
      label: { ru: 'Состояние договора', en: 'State of the contract' },
      derived: true,
      integer: true,
      unlisted: true,
    }),
    PolicyNumber: f.text({ label: { ru: 'Номер полиса', en: 'Policy no.' }, maxLength: 60 }),
    ContractSignatureDate: f.date({ label: { ru: 'Договор подписан', en: 'Contract signed' } }),
    ContractBeginDate: f.date({ label: { ru: 'Начало договора', en: 'Contract from' } }),
    ContractEndDate: f.date({
      label: { ru: 'Окончание договора', en: 'Contract to' },
      sortable: true,
      filterable: true,
    }),
    Branch: f.text({ label: { ru: 'Филиал', en: 'Branch' }, maxLength: 120, filterable: true }),
    Agent: f.text({ label: { ru: 'Агент', en: 'Agent' }, maxLength: 120, filterable: true }),
    GroupId: f.number({ label: { ru: 'Номер группы', en: 'Group no.' }, identifier: true, maximum: 999_999_999 }),
    SecondaryPhoneNumber: f.phone({
      label: { ru: 'Второй телефон', en: 'Second phone' },
      unless: 'ClientId',
      maxLength: 20,
    }),
    Country: f.option({ label: { ru: 'Страна', en: 'Country' }, dictionary: 'countries', unless: 'ClientId' }),
    ZIPCode: f.text({ label: { ru: 'Индекс', en: 'Post code' }, unless: 'ClientId', maxLength: 12 }),
    BirthdayDate: f.date({ label: { ru: 'Дата рождения', en: 'Date of birth' }, unless: 'ClientId' }),
    FirstDrivingLicenseDate: f.date({
      label: { ru: 'Первые права', en: 'First licence' },
      fullLabel: { ru: 'Дата выдачи первых прав', en: 'Date of the first driving licence' },
      unless: 'ClientId',
    }),
    DrivingExperience: f.number({
      label: { ru: 'Стаж, лет', en: 'Driving, years' },
      fullLabel: { ru: 'Водительский стаж, лет', en: 'Driving experience, years' },
      derived: true,
      integer: true,
    }),
    VehicleYear: f.number({
      label: { ru: 'Год выпуска', en: 'Year of make' },
      integer: true,
      identifier: true,
      minimum: 1950,
      maximum: 2100,
    }),
    VehicleColor: f.text({
      label: { ru: 'Цвет', en: 'Colour' },
      maxLength: 60,
      offers: { call: 'GET /api/v2/Info/vehicleColors' },
    }),
    VehicleRegistrationDate: f.date({ label: { ru: 'Поставлена на учёт', en: 'Registered' } }),
    CarType: f.option({
      label: { ru: 'Тип кузова', en: 'Body type' },
      dictionary: 'carTypes',
      idField: 'CarTypeId',
    }),
    FuelType: f.option({ label: { ru: 'Топливо', en: 'Fuel' }, dictionary: 'fuelTypes', idField: 'FuelTypeId' }),
    EmissionStandard: f.option({
      label: { ru: 'Экологический класс', en: 'Emission standard' },
      dictionary: 'emissionStandards',
      idField: 'EmissionStandardId',
    }),
    DeviceSimNumber: f.text({ label: { ru: 'Номер SIM-карты', en: 'SIM number' } }),
    ObuBrand: f.text({ label: { ru: 'Марка прибора', en: 'Device brand' } }),
    ObuModel: f.text({ label: { ru: 'Модель прибора', en: 'Device model' } }),
    ObuAlien: f.boolean({ label: { ru: 'Чужой прибор', en: 'Not our stock' } }),
    Affiliation: f.option({
      label: { ru: 'Чей прибор', en: 'Whose device' },
      dictionary: 'terminalAffiliations',
      idField: 'TerminalAffiliation',
    }),
    InstallationCenter: f.reference({
      label: { ru: 'Центр установки', en: 'Installation centre' },
      to: 'installationCenters',
      idField: 'InstallationCenterId',
    }),
    AppointmentAt: f.dateTime({ label: { ru: 'Запись на', en: 'Appointment' } }),
    /** Place in the life cycle, as `voucherCycle` of the contract numbers it. */
    VoucherStatusCycle: f.number({
      label: { ru: 'Стадия', en: 'Stage' },
      required: true,
      integer: true,
      unlisted: true,
    }),
    ClientId: f.reference({
      label: { ru: 'Клиент из списка', en: 'Client on file' },
      help: {
        ru: 'Имя или телефон. Пусто: новый клиент, его данные ниже.',
        en: 'Name or phone. Empty: a new client, described below.',
      },
      idField: 'ClientId',
      write: 'create',
      recordOnly: true,
      offers: { call: 'GET /api/v2/Client/pick', search: 'search', byId: 'id' },
    }),
    ClientLastName: f.text({
      label: { ru: 'Фамилия', en: 'Last name' },
      unless: 'ClientId',
      required: true,
      maxLength: 100,
      recordOnly: true,
    }),
    ClientFirstName: f.text({
      label: { ru: 'Имя', en: 'First name' },
      unless: 'ClientId',
      maxLength: 100,
      recordOnly: true,
    }),
    ClientMiddleName: f.text({
      label: { ru: 'Отчество', en: 'Middle name' },
      unless: 'ClientId',
      maxLength: 100,
      recordOnly: true,
    }),
  },
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
      lines: ['ClientName', 'PhoneNumber', 'VehicleRegNumber', 'VehicleBrand', 'VehicleModel', 'IMEI'],
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
        title: { ru: 'Прибор', en: 'Device' },
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
      device: { title: { ru: 'Прибор', en: 'Device' }, page: 'voucherDevice' },
      accidents: { title: { ru: 'Аварии', en: 'Accidents' }, page: 'voucherAccidents' },
      scoring: { title: { ru: 'Скоринг', en: 'Scoring' }, page: 'voucherScoring' },
      history: { title: { ru: 'История', en: 'History' }, part: 'history' },
    },
  },
  states: voucherStates,
  access: { read: managers, create: managers, update: managers },
});

declare module '../contract/described.ts' {
  interface DescribedTypes {
    vouchers: TypesOf<typeof vouchers>;
  }
}
