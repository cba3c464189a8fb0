import Type from 'typebox';
import { rights } from '../access.ts';
import { Id } from '../shapes/common.ts';
import {
  Figures,
  Heatmap,
  HeatmapQuery,
  NotesChange,
  ObjectQuery,
  objectParameters,
  PeriodQuery,
  periodParameters,
  TripExcluded,
  TripExclusion,
} from '../shapes/statistics.ts';
import { TripDetail, TripRow, TripTable } from '../shapes/telemetry.ts';

const tag = 'Trips';
const caseCall = {
  tag,
  access: { resource: 'accidents', verb: 'one' },
  narrowedTo: 'case',
} as const;
/**
 * Path parameters of a trip's calls. The trip's id is enough to find the trip. If the query names an object or a
 * voucher, the trip must belong to it.
 */
const TripParams = Type.Object({ id: Id });

const listCall = {
  ...caseCall,
  title: 'List trips',
  purpose:
    'Trips of an object, newest first, between two days of its time zone; without days, all. An OPERATOR may read data within two hours of a leased case, otherwise 403.',
  query: Type.Object({
    ...objectParameters,
    ...periodParameters,
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
  }),
  answer: TripTable,
} as const;

export const tripCalls = {
  'GET /api/v2/StatisticSummingTrip': {
    ...caseCall,
    title: 'Sum trips',
    purpose:
      'Sums of the trips of a period. An OPERATOR may read trips within two hours of a leased case, without a score, otherwise 403.',
    query: PeriodQuery,
    answer: Figures,
  },
  'GET /api/v2/StatisticSummingTrip/list': listCall,
  'GET /api/trips': { ...listCall, title: 'List trips (legacy)' },
  'GET /api/v2/StatisticSummingTrip/heatmap': {
    ...caseCall,
    title: 'Read the heat map of an object',
    purpose:
      'Cells of a grid with the number of visits of the object, 5,000 at most. An OPERATOR may read data within two hours of a leased case, otherwise 403.',
    query: HeatmapQuery,
    answer: Heatmap,
  },
  'GET /api/v2/StatisticSummingTrip/{id}': {
    ...caseCall,
    title: 'Read a trip',
    purpose: 'One trip with its track. An OPERATOR may read data within two hours of a leased case, otherwise 403.',
    params: TripParams,
    query: ObjectQuery,
    answer: TripDetail,
    longProperty: 'Track',
  },
  'PUT /api/v2/StatisticSummingTrip/{id}/updatenotes': {
    tag,
    title: 'Write notes on a trip',
    purpose: 'Write notes on a trip. Comparisons by note use them.',
    access: rights.scoring,
    params: TripParams,
    query: ObjectQuery,
    body: NotesChange,
    answer: TripRow,
  },
  'POST /api/v3/trips/{id}/exclude': {
    tag,
    title: 'Leave a trip out',
    purpose: 'Exclude a trip from the score. Needs a reason; returns the score with and without the trip.',
    access: rights.scoring,
    params: TripParams,
    query: ObjectQuery,
    body: TripExclusion,
    answer: TripExcluded,
  },
  'POST /api/v3/trips/{id}/restore': {
    tag,
    title: 'Count a trip again',
    purpose: 'Undo the exclusion. All figures are exactly as before the exclusion.',
    access: rights.scoring,
    params: TripParams,
    query: ObjectQuery,
    answer: TripExcluded,
  },
} as const;
