import { defineResource } from '../schema/define.ts';
import { f } from '../schema/fields.ts';
import { scoring } from './scoring.ts';

/** Days before the end of a contract from which its voucher is in the list. */
export const renewalDays = 90;

/** Vouchers whose contract ends in the next 90 days, with the score by which their renewal can be judged. */
export const renewals = defineResource({
  ...scoring,
  name: 'renewals',
  entity: 'renewal',
  label: {
    ru: { title: 'Продления', one: 'продление', few: 'продления', many: 'продлений' },
    en: { title: 'Renewals', one: 'renewal', other: 'renewals' },
  },
  calls: { list: 'GET /api/v3/scoring/renewals' },
  fields: {
    ...scoring.fields,
    /** Score of the 28 days before those of `Score`. */
    ScoreBefore: f.score({ label: { ru: 'Балл до того', en: 'Score before' } }),
    ScoreReason: f.status({
      label: { ru: 'Нет балла', en: 'No score' },
      choices: ['noTrips', 'notEnoughData'],
      choiceLabels: {
        noTrips: { ru: 'нет поездок', en: 'no trips' },
        notEnoughData: { ru: 'мало данных', en: 'too little data' },
      },
      nullable: true,
      widthCh: 12,
    }),
  },
  list: {
    columns: [
      'ContractEndDate',
      'VoucherNumber',
      'ClientName',
      'Score',
      'ScoreBefore',
      'Band',
      'ScoreReason',
      'DistanceKm',
      'Crashes',
    ],
    sort: 'ContractEndDate-asc',
    filterSections: scoring.list.filterSections,
    search: scoring.list.search,
    rowPath: scoring.list.rowPath,
  },
  navigation: {
    path: '/cabinet/cards/renewals/',
    groups: '/cabinet/cards/',
    icon: 'contract',
    purpose: {
      ru: `Чей договор заканчивается в ближайшие ${renewalDays} дней, с баллом`,
      en: `Whose contract ends in the next ${renewalDays} days, with the score`,
    },
  },
});
