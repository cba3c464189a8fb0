import Type from 'typebox';
import { Moment, ObjectId } from '../shapes/common.ts';
import { DriveCurves } from '../shapes/driveCurves.ts';

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
