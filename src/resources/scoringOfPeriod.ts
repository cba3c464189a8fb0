import { defineResource } from '../schema/define.ts';
import { scoring } from './scoring.ts';

/** The list `scoring` with the scores of a chosen period. Default: the last 28 days. */
export const scoringOfPeriod = defineResource({
  ...scoring,
  name: 'scoringOfPeriod',
  entity: 'periodScore',
  label: {
    ru: { title: 'Скоринг за период', one: 'оценка за период', few: 'оценки за период', many: 'оценок за период' },
    en: { title: 'Scoring of a period', one: 'score of a period', other: 'scores of a period' },
  },
  calls: { list: 'GET /api/scoringreview' },
});
