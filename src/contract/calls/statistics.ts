import Type from 'typebox';
import { rights } from '../access.ts';
import { IdParams } from '../shapes/common.ts';
import { ComparedScores, ComparedWeeks, ComparisonQuery } from '../shapes/comparedScores.ts';
import { Portfolio, PortfolioQuery } from '../shapes/portfolio.ts';
import { Recompute, RecomputeOrder, RecomputeProgress } from '../shapes/recompute.ts';
import * as shapes from '../shapes/statistics.ts';
import { CountedManoeuvre } from '../shapes/telemetry.ts';

const tag = 'Scoring';
const access = rights.scoring;
const dayCall = { tag, access, query: shapes.DayQuery } as const;
const periodCall = { tag, access, query: shapes.PeriodQuery } as const;
const monthCall = { tag, access, query: shapes.MonthQuery } as const;
const comparisonCall = { ...periodCall, answer: shapes.Comparison } as const;
const othersText = 'With fewer than five other objects, `Others` is null. `Cohort` is their number.';

const scoringListCall = {
  tag,
  access: { resource: 'scoring', verb: 'list' },
  table: 'scoring',
  extraProperties: shapes.ScoringExtraProperties,
  query: shapes.PeriodOnlyQuery,
} as const;

/** Calls for statistics. Trips count on the day on which they began by the clock where the car was. */
export const statisticCalls = {
  'GET /api/v2/StatisticSummingDay': {
    ...dayCall,
    title: 'Read figures of a day',
    purpose: 'Driving figures of an object on a day.',
    answer: shapes.Figures,
  },
  'GET /api/v2/StatisticSummingDay/period': {
    ...periodCall,
    title: 'Sum the days of a period',
    purpose: 'Driving figures of an object in a period.',
    answer: shapes.Figures,
  },
  'GET /api/v2/StatisticSummingDay/period/list': {
    ...periodCall,
    title: 'List the days of a period',
    purpose: 'Every day of a period, including days without trips.',
    answer: Type.Object({ Items: Type.Array(shapes.DayFigures), Total: Type.Integer() }),
  },
  'GET /api/v2/StatisticSummingDay/comparison': {
    ...comparisonCall,
    title: 'Compare with the company',
    purpose: `Compares an object with the other objects of the company. ${othersText}`,
  },
  'GET /api/v2/StatisticSummingDay/country/comparison': {
    ...comparisonCall,
    title: 'Compare within the country',
    purpose: `Compares an object with objects of the company’s clients in the same country. ${othersText}`,
  },
  'GET /api/v2/StatisticSummingDay/model/comparison': {
    ...comparisonCall,
    title: 'Compare with the same model',
    purpose: `Compares an object with objects of the same brand and model. ${othersText}`,
  },
  'GET /api/v2/StatisticSummingDay/tripnote/comparison': {
    ...periodCall,
    title: 'Compare trips by note',
    purpose: 'Compares the trips of an object by their notes.',
    answer: shapes.NoteComparison,
  },
  'GET /api/v2/StatisticSummingDay/calendar': {
    ...monthCall,
    title: 'Read the calendar of a month',
    purpose: 'Each day of a month: distance, score, worst manoeuvre.',
    answer: shapes.Calendar,
  },
  'GET /api/v2/StatisticSummingDay/calendar/day': {
    ...dayCall,
    title: 'List trips of a day',
    purpose: 'Trips that began on a day, in order of time. The history records the reading once an hour.',
    answer: shapes.CalendarOfDay,
  },
  'GET /api/v2/StatisticSummingGlobal': {
    tag,
    access,
    title: 'Read figures since activation',
    purpose: 'Driving figures of an object since its activation.',
    query: shapes.ObjectQuery,
    answer: shapes.Figures,
  },
  'GET /api/v2/StatisticSummingGlobal/table': {
    ...scoringListCall,
    query: shapes.ScoringListQuery,
    title: 'List scores',
    purpose: 'The scoring list: each voucher with the score of its present vehicle, since activation or of a period.',
  },
  'GET /api/v2/StatisticSummingMonth': {
    ...monthCall,
    title: 'Read figures of a month',
    purpose: 'Driving figures of an object in a month.',
    answer: shapes.Figures,
  },
  'GET /api/v2/StatisticSummingMonth/all': {
    tag,
    access,
    title: 'List months',
    purpose: 'Every month from the first trip to the last, including months without trips.',
    query: shapes.ObjectQuery,
    answer: Type.Object({ Items: Type.Array(shapes.MonthFigures), Total: Type.Integer() }),
  },
  'GET /api/v2/StatisticSummingPeriod': {
    ...periodCall,
    title: 'Read figures of a period',
    purpose: 'Driving figures of an object in a period.',
    answer: shapes.Figures,
  },
  'GET /api/v2.1/StatisticSummingPeriod': {
    ...periodCall,
    title: 'Read explained figures of a period',
    purpose: 'The figures, the parts of the score, and the previous period of the same length.',
    answer: shapes.ExplainedPeriodFigures,
  },
  'GET /api/v1/StatisticSummingPeriod': {
    ...periodCall,
    title: 'Read flat figures of a period',
    purpose: 'The same figures under their old names; metres and seconds.',
    answer: shapes.FlatPeriodFigures,
  },
  'GET /api/v2/StatisticUnit/weekday': {
    ...periodCall,
    title: 'Read figures by weekday',
    purpose: 'The seven days of the week, Monday first. Like a period, a weekday needs a minimum distance for a score.',
    answer: Type.Object({ Items: Type.Array(shapes.WeekdayFigures) }),
  },
  'GET /api/v2/StatisticUnit/weekday/comparison': {
    ...periodCall,
    title: 'Compare by weekday',
    purpose: `Compares the seven days of the week with the company. ${othersText}`,
    answer: shapes.WeekdayComparison,
  },
  'GET /api/v2/StatisticUnit/vehiclebrand/comparision': {
    ...periodCall,
    title: 'Compare by brand',
    purpose:
      'Vehicle brands of the company with the size of their cohort. Brands with fewer than five objects have no figures.',
    answer: shapes.BrandComparison,
  },
  'GET /api/v2/Voucher/totalscoringreview': {
    ...scoringListCall,
    title: 'Review all scores',
    purpose: 'The portfolio’s scores since activation; with a period, of that period.',
  },
  'GET /api/totalscoringreview': {
    ...scoringListCall,
    title: 'Review all scores (legacy)',
    purpose: 'The portfolio’s scores since activation; with a period, of that period.',
  },
  'GET /api/scoringreview': {
    ...scoringListCall,
    query: shapes.ScoringReviewQuery,
    title: 'Review the scores of a period',
    purpose: 'The portfolio’s scores of a period. Default: the last 28 days.',
  },
  'GET /api/v3/scoring/renewals': {
    ...scoringListCall,
    table: 'renewals',
    access: { resource: 'renewals', verb: 'list' },
    title: 'List renewals',
    purpose:
      'Vouchers whose contract ends in the next 90 days, with the scores of a period (default: the last 28 days) and of the period before.',
  },
  'GET /api/comparescoring': {
    tag,
    access,
    title: 'Compare scores',
    purpose: 'Every voucher that drove in a period, with its scores, distances and shares.',
    query: ComparisonQuery,
    answer: ComparedScores,
  },
  'GET /api/comparescoring/weekly': {
    tag,
    access,
    title: 'Compare scores by week',
    purpose: 'The same for each week of the period, Monday to Sunday.',
    query: ComparisonQuery,
    answer: ComparedWeeks,
  },
  'GET /api/v3/scoring/weeks': {
    ...periodCall,
    title: 'List the weeks of a period',
    purpose:
      'Every week of a period, from Monday on, including weeks without trips. The first and last week count only as far as they are in the period.',
    answer: Type.Object({ Items: Type.Array(shapes.WeekFigures), Total: Type.Integer() }),
  },
  'GET /api/v3/scoring/manoeuvres': {
    tag,
    access,
    title: 'List manoeuvres behind a figure',
    purpose:
      'Manoeuvres of one kind that the figures of a period count, latest first. The history records the reading once an hour.',
    query: shapes.ManoeuvresQuery,
    answer: Type.Object({ Items: Type.Array(CountedManoeuvre), Total: Type.Integer() }),
  },
  'GET /api/v3/scoring/coverage': {
    tag,
    access,
    title: 'Read the coverage of scores',
    purpose:
      'Number of vouchers with a score in a period, and the reasons why the others have none. The period is that of the score list with the same parameters (without any: since activation).',
    query: shapes.ScoringListQuery,
    answer: shapes.ScoreCoverage,
  },
  'GET /api/v3/scoring/portfolio': {
    tag,
    access,
    filters: 'scoring',
    query: PortfolioQuery,
    title: 'Read the portfolio by groups',
    purpose:
      'Rows of the score list, counted by band, branch, agent, group or brand. Takes the filters of the list and counts the same rows.',
    answer: Portfolio,
  },
  'GET /api/v3/scoring/lift': {
    tag,
    access,
    title: 'Compare crashes with scores',
    purpose:
      'Crashes per 100,000 km by band of the score before them, over two years, and whether the score separates them.',
    answer: shapes.ScoreLift,
  },
  'POST /api/v3/scoring/recompute': {
    tag,
    access,
    title: 'Recompute a period',
    purpose:
      'Starts a job that scores the trips of a period again. Without an object it covers all objects and the company’s means. The live stream sends its progress as `job`.',
    body: RecomputeOrder,
    answer: Recompute,
    status: 201,
  },
  'GET /api/v3/scoring/recompute': {
    tag,
    access,
    title: 'Read the progress of recomputing',
    purpose:
      'Progress of recomputing the company’s trips, by an order or after an upgrade. The live stream announces changes as `job` of the kind `recompute`.',
    answer: RecomputeProgress,
  },
  'GET /api/v3/scoring/recompute/{id}': {
    tag,
    access,
    title: 'Read a recomputation',
    purpose: 'Progress of the recomputation: computed trips and all trips.',
    params: IdParams,
    answer: Recompute,
  },
  'POST /api/v3/scoring/recompute/{id}/cancel': {
    tag,
    access,
    title: 'Cancel a recomputation',
    purpose: 'Stops within seconds. Trips that were already recomputed keep their new figures.',
    params: IdParams,
    answer: Recompute,
  },
} as const;
