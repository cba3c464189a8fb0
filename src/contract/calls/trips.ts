import Type from 'typebox';
import { rights } from '../access.ts';
import { AnomalyRow } from '../shapes/anomaly.ts';
import { Day, Id, Moment, ObjectId, tableOf } from '../shapes/common.ts';
import { DriveCurves } from '../shapes/driveCurves.ts';
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

export const anomalyCalls = {
  'GET /api/v2/Anomaly/status': {
    tag: 'Trips',
    title: 'List present faults of devices',
    purpose: 'Present faults of devices, and quarantined data that waits for a decision. One row per object and kind.',
    access: { resource: 'anomalies', verb: 'list' },
    table: 'anomalies',
  },
  'GET /api/v2/Anomaly/history': {
    tag: 'Trips',
    title: 'List faults of a device',
    purpose:
      'Faults in the data of an object between two days of its time zone (default: all), newest first: begin, end, quarantined data and decision.',
    access: { resource: 'anomalies', verb: 'list' },
    query: Type.Object({
      ...objectParameters,
      from: Type.Optional(Day),
      to: Type.Optional(Day),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    }),
    answer: tableOf(AnomalyRow),
  },
} as const;

export const driveCurveCalls = {
  'GET /api/v3/curves': {
    tag: 'Trips',
    title: 'Read curves of a drive',
    purpose:
      'Speed and acceleration of an object between two moments at most a day apart, reduced to the points of a drawing. All extremes are kept. An OPERATOR may read data within two hours of a leased case, otherwise 403.',
    access: { resource: 'accidents', verb: 'one' },
    narrowedTo: 'case',
    query: Type.Object({
      objectId: ObjectId,
      from: Moment,
      to: Moment,
      points: Type.Optional(Type.Integer({ minimum: 100, maximum: 20_000, default: 2000 })),
    }),
    answer: DriveCurves,
  },
} as const;
