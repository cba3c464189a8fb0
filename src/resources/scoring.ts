import { rights } from '../contract/access.ts';
import { uiEnums } from '../contract/enums.ts';
import { bandSeverity, driverBands, scoreSources, scoringPeriods } from '../contract/scoring.ts';
import { defineResource } from '../schema/define.ts';
import { f } from '../schema/fields.ts';
import { voucherFields } from './vouchers/fields.ts';

const { Branch, Agent, GroupId, ContractEndDate } = voucherFields;

/**
 * Vouchers with trips, and the score of their present vehicle. The score covers the time since activation, or a
 * requested period.
 */
export const scoring = defineResource({
  name: 'scoring',
  entity: 'score',
  label: {
    ru: { title: 'Скоринг', one: 'ваучер с поездками', few: 'ваучера с поездками', many: 'ваучеров с поездками' },
    en: { title: 'Scoring', one: 'voucher with trips', other: 'vouchers with trips' },
  },
  title: 'VoucherNumber',
  calls: { list: 'GET /api/v2/StatisticSummingGlobal/table' },
  omittedVerbs: ['one'],
  emptyTexts: true,
  fields: {
    VoucherNumber: f.text({ label: { ru: 'Номер ваучера', en: 'Voucher no.' }, required: true, sortable: true }),
    ClientName: f.text({ label: { ru: 'Клиент', en: 'Client' }, sortable: true, filterable: true, widthCh: 22 }),
    VehicleRegNumber: f.plate({ label: { ru: 'Госномер', en: 'Plate' }, sortable: true, filterable: true }),
    VehicleBrand: f.text({ label: { ru: 'Марка', en: 'Brand' }, sortable: true, filterable: true }),
    VehicleModel: f.text({ label: { ru: 'Модель', en: 'Model' }, filterable: true }),
    VoucherActivationDate: f.dateTime({ label: { ru: 'Активирован', en: 'Activated' }, sortable: true }),
    Score: f.score({
      label: { ru: 'Балл', en: 'Score' },
      sortable: true,
      filterable: true,
      trendProperty: 'Trend',
      widthCh: 14,
    }),
    ScoreLow: f.score({ label: { ru: 'Балл от', en: 'Score from' }, sortable: true }),
    ScoreHigh: f.score({ label: { ru: 'Балл до', en: 'Score to' }, sortable: true }),
    Band: f.status({
      label: { ru: 'Группа', en: 'Band' },
      choices: driverBands,
      choiceLabels: uiEnums.DriverCategory,
      tone: 'severity',
      severityOf: bandSeverity,
      nullable: true,
      filterable: true,
      widthCh: 13,
    }),
    DistanceKm: f.distance({
      label: { ru: 'Пробег', en: 'Distance' },
      required: true,
      sortable: true,
      filterable: true,
    }),
    // Manoeuvres and the score rest on this part of the distance alone: elsewhere the data is too sparse.
    MeasuredKm: f.distance({
      label: { ru: 'Измерено', en: 'Measured' },
      required: true,
      sortable: true,
      filterable: true,
      widthCh: 10,
    }),
    Source: f.status({
      label: { ru: 'Чем измерено', en: 'Measured by' },
      choices: scoreSources,
      choiceLabels: {
        acceleration: { ru: 'Акселерометр', en: 'Accelerometer' },
        receiverSpeed: { ru: 'Скорость GPS', en: 'GPS speed' },
        places: { ru: 'Только места', en: 'Places only' },
        mixed: { ru: 'По-разному', en: 'Several ways' },
      },
      nullable: true,
      filterable: true,
      widthCh: 14,
    }),
    TripsCount: f.number({ label: { ru: 'Поездок', en: 'Trips' }, required: true, integer: true, sortable: true }),
    Days: f.number({ label: { ru: 'Дней за рулём', en: 'Days driven' }, required: true, integer: true }),
    Worst: f.status({
      label: { ru: 'Худший манёвр', en: 'Worst manoeuvre' },
      choices: ['braking', 'acceleration', 'cornering', 'directionChange'],
      choiceLabels: {
        braking: { ru: 'Торможения', en: 'Braking' },
        acceleration: { ru: 'Разгоны', en: 'Acceleration' },
        cornering: { ru: 'Повороты', en: 'Cornering' },
        directionChange: { ru: 'Перестроения', en: 'Lane changes' },
      },
      filterable: true,
    }),
    LastTripDate: f.date({ label: { ru: 'Посл. поездка', en: 'Last trip' }, sortable: true }),
    /** Accidents of the period that an operator confirmed. */
    Crashes: f.number({ label: { ru: 'Подтв. аварий', en: 'Confirmed accidents' }, integer: true, widthCh: 10 }),
    Branch,
    Agent,
    GroupId: { ...GroupId, filterable: true },
    ContractEndDate,
  },
  list: {
    columns: [
      'VoucherNumber',
      'ClientName',
      'VehicleRegNumber',
      'Score',
      'Band',
      'DistanceKm',
      'MeasuredKm',
      'Worst',
      'LastTripDate',
    ],
    filterSections: [
      { title: { ru: 'Оценка', en: 'Rating' }, fields: ['Score', 'Band', 'Worst', 'Source'] },
      { title: { ru: 'Пробег', en: 'Distance' }, fields: ['DistanceKm', 'MeasuredKm'] },
      {
        title: { ru: 'Автомобиль', en: 'Vehicle' },
        fields: ['ClientName', 'VehicleRegNumber', 'VehicleBrand', 'VehicleModel'],
      },
    ],
    sort: 'Score-asc',
    search: ['VoucherNumber', 'ClientName', 'VehicleRegNumber'],
    extraParameters: {
      from: f.date({ label: { ru: 'Начало периода', en: 'Start of the period' } }),
      to: f.date({ label: { ru: 'Конец периода', en: 'End of the period' } }),
      period: f.status({
        label: { ru: 'Период', en: 'Period' },
        choices: scoringPeriods,
        choiceLabels: {
          last28Days: { ru: '28 дней', en: '28 days' },
          sinceActivation: { ru: 'С активации', en: 'Since activation' },
        },
      }),
    },
    // The page of a voucher shows the same days, so that both show the same score.
    defaultParameters: { period: 'last28Days' },
    rowPath: '/cabinet/scoring/{Id}/',
  },
  access: { read: rights.scoring },
});
